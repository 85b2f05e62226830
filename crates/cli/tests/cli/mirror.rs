//! `--mirror` of `show`, `draw` and `export`: the three agree, and what they show is a solution.

use crate::common::{Place, parsed};
use tait_generator::published;

#[test]
fn show_draw_and_export_mirror_alike() {
    let place = Place::with_data();
    for (k, n) in [(4, 13), (4, 17)] {
        let solution = published::solution(k, n).unwrap();
        let expected: Vec<(i64, i64)> = solution
            .mirrored()
            .moves()
            .iter()
            .map(|&step| step.into())
            .collect();
        let exported = place
            .run(&format!("export --k {k} --n {n} --mirror --format text"))
            .done();
        assert_eq!(exported, solution.mirrored().to_text());
        let verified = place.run_with("verify - --format json", &exported).done();
        assert_eq!(parsed(&verified)[0]["valid"], true);
        let shown = format!(
            "show {k} {n} --mirror --start {} --format json",
            solution.start()
        );
        let shown = parsed(&place.run(&shown).done());
        let moves: Vec<(i64, i64)> = shown
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|row| serde_json::from_value(row["move"].clone()).ok())
            .collect();
        assert_eq!(moves, expected);
        let page = format!(
            "draw {k} {n} --mirror --start {} --format html",
            solution.start()
        );
        let page = place.run(&page).done();
        let list = serde_json::to_string(&expected).unwrap();
        assert!(page.contains(&format!("\"moves\":{list}")), "{list}");
    }
    let text = place.run("show 4 13 --mirror").done();
    let plain = place.run("show 4 13").done();
    assert!(
        plain.contains("shift +") || plain.contains("shift -"),
        "{plain}"
    );
    let swapped = plain
        .replace("shift +", "shift ~")
        .replace("shift -", "shift +")
        .replace("shift ~", "shift -");
    assert_eq!(text.lines().next(), swapped.lines().next());
}

#[test]
fn a_mirrored_base_is_a_base_and_its_exchanges_are_mirrored_with_it() {
    let place = Place::with_data();
    let rows = parsed(
        &place
            .run("export --kind family --k 4 --mirror --format json")
            .done(),
    );
    let bases = &published::family(4).unwrap().bases;
    assert_eq!(rows.as_array().unwrap().len(), bases.len());
    for (row, base) in rows.as_array().unwrap().iter().zip(bases) {
        let image = base.mirrored();
        assert!(image.check().is_ok());
        assert_eq!(
            (&row["nickel"], &row["penny"]),
            (&image.nickel.into(), &image.penny.into())
        );
        assert!(row["source"].as_str().unwrap().ends_with(", mirrored"));
    }
    let drawn = place.run("draw 4 21 --mirror").done();
    // The coins that the extension added are boxed in the mirror image, too.
    assert_eq!(drawn.matches("class=\"added\"").count(), 2);
}

#[test]
fn what_has_no_mirror_image_is_refused_in_one_line() {
    let place = Place::with_data();
    for (arguments, expected) in [
        (
            "show checkers 3 2 --mirror",
            "only solutions of n nickels and n pennies can be mirrored",
        ),
        (
            "draw grid figure-5 --mirror",
            "only solutions of n nickels and n pennies can be mirrored",
        ),
        (
            "export --kind classification --mirror",
            "have no mirror images",
        ),
        ("export --sequence=linear --mirror", "cannot be used with"),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
}
