//! `explain --compare`.

use crate::common::{Place, committed, parsed};

/// Bases and wraps of all k side by side: each stored one has a row, and its numbers are those of its moves.
#[test]
fn stored_bases_and_wraps_are_compared() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("data/families")).unwrap();
    for name in [
        "k04-bases",
        "k09-bases",
        "k10-bases",
        "k11-bases",
        "k12-bases",
        "k13-bases",
        "k02-wrap-m4",
        "k05-split-wrap-m22-m24-m26-m28",
    ] {
        let name = format!("families/{name}.json");
        place.write(&format!("data/{name}"), &committed(&name));
    }
    let rows = parsed(&place.run("explain --compare bases --format json").done());
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 8 + 110);
    let (mut preludes, mut outer, mut late) = (0, 0, Vec::new());
    for row in rows {
        let number = |name: &str| row[name].as_i64().unwrap();
        let (k, n) = (number("k"), number("n"));
        assert_eq!(
            (number("n-3k"), number("n mod 2k")),
            (n - 3 * k, n % (2 * k))
        );
        let exchanges = row["exchanges"].as_str().unwrap();
        assert_eq!(exchanges.split(' ').count() as i64, k, "{row}");
        let prelude: Vec<&str> = row["prelude"].as_str().unwrap().split(' ').collect();
        if number("agrees") < k {
            continue;
        }
        preludes += 1;
        let [zigzag, "0", shift] = prelude[..] else {
            panic!("{row}");
        };
        if !zigzag.ends_with('\'') {
            let shift: i64 = shift.parse().unwrap();
            let first = format!("({}→{})({}→{})", n + shift + 3, 1 - k, n - k + 2, 2 * n + 1);
            assert!(row["moves"].as_str().unwrap().starts_with(&first), "{row}");
        }
        if zigzag.starts_with("outer") {
            outer += 1;
            let last: i64 = exchanges.split(' ').next_back().unwrap().parse().unwrap();
            late.extend((last > k + 7).then_some((k, n)));
        }
    }
    // What the documents say of the bases for k = 9 to 13: all begin with a prelude. After the outer zigzag, the last
    // exchange comes soon.
    assert_eq!((preludes, outer), (110, 52));
    assert_eq!(late, [(12, 62), (13, 73)]);
    let wraps = place.run("explain --compare wraps --format csv").done();
    let classes: Vec<&str> = wraps
        .lines()
        .map(|line| line.split(',').next().unwrap())
        .collect();
    assert_eq!(
        classes,
        [
            "class",
            "T(1 -> 1)",
            "T(1 -> 1)",
            "T(1 -> 1)",
            "T(1 -> 1)",
            "whole"
        ]
    );
    for wrong in [
        "explain",
        "explain --compare bases 3 8",
        "explain --compare trees",
        "explain 3 8 --format csv",
    ] {
        let _ = place.run(wrong).failed(2);
    }
}
