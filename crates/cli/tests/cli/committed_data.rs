//! The claims of the README about every n follow from the committed data, without any search.

use crate::common::Place;
use tait_testkit::DATA;

#[test]
fn every_n_is_answered_for_k_up_to_13() {
    let place = Place::new();
    let data = DATA;
    for directory in ["families", "classification"] {
        std::fs::create_dir_all(place.path("data").join(directory)).unwrap();
        for entry in std::fs::read_dir(format!("{data}/{directory}")).unwrap() {
            let from = entry.unwrap().path();
            let to = place
                .path("data")
                .join(directory)
                .join(from.file_name().unwrap());
            let _ = std::fs::copy(from, to).unwrap();
        }
    }
    let text = place
        .run("classify --k 2..13 --n 1..61 --time-limit 0 -q")
        .done();
    for line in [
        "k = 2: n moves suffice for every n >= 3 (families/k02-bases.json); not for n = 2\n",
        "k = 3: n moves suffice for every n >= 9 (families/k03-bases-exhaustive.json); and for n = 3..5, 7; not for n = 2, 6, 8\n",
        "k = 4: n moves suffice for every n >= 7 (families/k04-bases.json); not for n = 3..6\n",
        "k = 5: n moves suffice for every n >= 10 (families/k05-bases.json); not for n = 3..9\n",
        "k = 6: n moves suffice for every n >= 12 (families/k06-bases.json); not for n = 4..11\n",
        "k = 7: n moves suffice for every n >= 12 (families/k07-bases.json); and for n = 8; not for n = 4..7, 9..11\n",
        "k = 8: n moves suffice for every n >= 14 (families/k08-bases-exhaustive.json); not for n = 5..13\n",
        "k = 9: n moves suffice for every n >= 13 (families/k09-bases-smallest.json); not for n = 5..12\n",
        "k = 10: n moves suffice for every n >= 15 (families/k10-bases.json); and for n = 13; not for n = 6..12, 14\n",
        "k = 11: n moves suffice for every n >= 16 (families/k11-bases.json); not for n = 6..15\n",
        "k = 12: n moves suffice for every n >= 16 (families/k12-bases.json); not for n = 7..15\n",
        "k = 13: n moves suffice for every n >= 16 (families/k13-doubles.json); not for n = 7..15\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn smallest_bases_answer_who_asks_for_any_and_not_the_reverse() {
    for (file, answered) in [
        (
            "k09-bases-smallest",
            ["framework 9", "framework 9 --smallest"].as_slice(),
        ),
        ("k09-bases", &["framework 9"]),
    ] {
        let file = format!("families/{file}.json");
        let place = Place::holding(&[&file]);
        for command in ["framework 9", "framework 9 --smallest"] {
            let ran = place.run(&format!("{command} --time-limit 0"));
            let is_answered = ran.err.contains("from the store");
            assert_eq!(
                is_answered,
                answered.contains(&command),
                "{file} {command}: {ran:?}"
            );
        }
    }
}
