//! `tait checkers`, end to end.

use crate::common::{Place, bare, parsed};

#[test]
fn the_moves_are_printed_in_every_format() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("checkers {arguments}")).done();
    assert_eq!(run("2 1"), "# checkers n=2 m=1\n2\n4\n3\n1\n2\n");
    assert_eq!(
        run("2 1 --first left"),
        "# checkers n=2 m=1\n4\n2\n1\n3\n2\n"
    );
    let lines = run("2 1 --format jsonl");
    let first = "{\"puzzle\":\"checkers\",\"n\":2,\"m\":1,\"move\":1,\"cell\":2}\n";
    assert!(lines.starts_with(first) && lines.lines().count() == 5);
    assert_eq!(
        run("2 1 --format json"),
        "{\"puzzle\":\"checkers\",\"n\":2,\"m\":1,\"moves\":[2,4,3,1,2]}\n"
    );
    assert_eq!(
        run("1 2 --format csv"),
        "move,cell\n1,1\n2,3\n3,4\n4,2\n5,3\n"
    );
    assert_eq!(
        run("2 1 --moves 2..3 --format csv"),
        "move,cell\n2,4\n3,3\n"
    );
    assert_eq!(
        run("2 1 --moves 5..5 --format json"),
        "{\"puzzle\":\"checkers\",\"n\":2,\"m\":1,\"first_move\":5,\"moves\":[2]}\n"
    );
}

#[test]
fn any_part_of_the_largest_solution_comes_at_once() {
    let place = Place::new();
    let last = 1_000_000_002_000_000_000_u64;
    let range = format!("{}..{last}", last - 2);
    let arguments = format!("checkers 1000000000 1000000000 --moves {range}");
    let lines: Vec<u64> = bare(&place.run(&arguments).done())
        .lines()
        .map(|line| line.parse().unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[2], 1_000_000_001,
        "the cell that is vacant at the end"
    );
    assert!(lines.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 2));
}

#[test]
fn numbers_and_lists_of_optimal_solutions() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("checkers {arguments}"));
    assert_eq!(run("5 3 --optimum").done(), "23\n");
    assert_eq!(run("5 3 --count").done(), "2\n");
    let counted = run("1 10 --count");
    assert_eq!(
        counted.err,
        "checkers n=1 m=10: given by Theorem 4 and confirmed by search\n"
    );
    assert_eq!(counted.done(), "144\n");
    // F(302) does not fit in 128 bits.
    let large = run("1 300 --count --format json").done();
    let rows = parsed(&large);
    let digits = rows[0]["solutions"].as_str().unwrap();
    assert_eq!((digits.len(), &digits[..10]), (63, "5818115698"));
    assert_eq!(
        run("1 2 --all").done(),
        "# checkers n=1 m=2 lines=solutions\n1 3 2 4 3\n1 3 4 2 3\n3 1 2 4 3\n"
    );
    let all = run("3 3 --all --format jsonl").done();
    let first: Vec<&str> = all.lines().collect();
    assert_eq!(first.len(), 2);
    let row = parsed(first[0]);
    let right = run("3 3 --format json").done();
    let right = parsed(&right);
    assert_eq!(row["moves"], right["moves"]);
    assert_eq!(row["n"], 3);
}

#[test]
fn rows_are_drawn_with_the_classes_of_the_moves() {
    let place = Place::new();
    let drawn = place.run("show checkers 1 1").done();
    assert_eq!(
        drawn,
        "# checkers n=1 m=1 drawn: 3 moves, optimal: the lower bound is 3\n\n   1 2 3   move, class\n   b . w\n1  .[b]w   1→2 slide(b,r)\n\
         2 [w]b .   3→1 jump(b,w,l)\n3  w .[b]  2→3 slide(b,r)\n"
    );
    let line = place.run("show checkers 160 200").failed(2);
    assert!(line.contains("choose rows with --steps A..B"), "{line}");
    let line = place.run("show checkers 1000000 1000000").failed(2);
    assert!(line.contains("too many to list"), "{line}");
}

#[test]
fn solutions_are_checked_and_mutants_refuted() {
    let place = Place::new();
    for (n, m) in [(4, 3), (3, 4), (40, 1)] {
        for format in ["text", "json"] {
            let moves = place
                .run(&format!("checkers {n} {m} --format {format}"))
                .done();
            let name = format!("checkers n={n} m={m}");
            let checked = place.run_piped(&["verify", "--puzzle", &name], &moves);
            let optimum = n * m + n + m;
            let expected = format!(
                "-: checkers n={n} m={m}: {optimum} moves, optimal: the lower bound is {optimum}, replayed\n"
            );
            assert_eq!(checked.done(), expected);
        }
    }
    let verify = |arguments: &[&str], moves: &str| {
        let name = ["verify", "--puzzle", "checkers n=1 m=1"];
        place.run_piped(&[&name[..], arguments].concat(), moves)
    };
    let checked = verify(&[], "1, 3 3");
    assert_eq!(checked.code, 1);
    assert_eq!(
        checked.out,
        "-: checkers n=1 m=1: wrong: line 1: move 3 is not allowed: cell 3 is not one or two cells away from the vacant cell 3: expected 1 or 2\n"
    );
    let checked = verify(&["--format", "jsonl"], "1 3");
    assert_eq!(checked.code, 1);
    assert!(checked.out.contains("\"valid\":false"), "{}", checked.out);
    let unreadable = verify(&[], "1\n3 two\n").failed(2);
    assert_eq!(
        unreadable,
        "tait: -: line 2: 'two' is not a move: expected a position; comments follow '#'; write a cell, like 7, or 7→5\n"
    );
    let line = verify(&["nowhere"], "").failed(2);
    assert!(line.contains("nowhere"), "{line}");
    let header = place
        .run_with("verify -", "# checkers n=0 m=1\n1\n")
        .failed(2);
    assert!(header.contains("line 1: n = 0 black checkers"), "{header}");
    // Explanations do not only exist for the linear puzzle.
    let words = place.run("explain checkers 2 1").done();
    assert!(words.contains("so no solution is shorter"), "{words}");
}

#[test]
fn bad_input_is_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        (
            "0 3",
            "n = 0 black checkers are out of range: 1 <= n <= 1000000000",
        ),
        (
            "3 1000000001",
            "m = 1000000001 white checkers are out of range",
        ),
        ("3", "missing argument <M>; usage: tait checkers <N> <M>"),
        ("three 3", "three"),
        (
            "3 3 --moves 9..16",
            "moves 9 to 16: there are only 15 moves",
        ),
        ("3 3 --moves 0..1", "invalid move 0"),
        ("3 3 --first up", "up"),
        (
            "3 3 --format markdown",
            "--format markdown is not for this command: text, json, jsonl, csv",
        ),
        ("3 3 --count --all", "cannot be used with"),
        ("30 30 --all", "a search takes at most 58 checkers"),
        (
            "1 30 --all",
            "2178309 optimal solutions are too many to list, the limit is 100000: use --count",
        ),
        (
            "1 1000001 --count",
            "too large to write the number of solutions",
        ),
        ("--reverse 16", "at most 15 numbered checkers"),
        ("--reverse 0", "n = 0 numbered checkers are out of range"),
        ("3 3 --reverse 4", "cannot be used with"),
    ] {
        let line = place.run(&format!("checkers {arguments}")).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
}

#[test]
fn reversals_are_searched_once_stored_and_checked() {
    let place = Place::new();
    let table = place.run("checkers --reverse 4 --format csv").done();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(
        lines[0],
        "n,start,end,optimum,solutions,slides,lower_bound,moves"
    );
    assert!(lines[10].starts_with("4,5,5,10,4,4,10,"), "{}", lines[10]);
    assert!(lines[11].starts_with("4,5,1,12,30,6,10,"), "{}", lines[11]);
    assert!(lines[12].starts_with("4,5,any,9,1,3,9,"), "{}", lines[12]);
    let file = place.path("data/checkers/reversal.json");
    let stored = std::fs::read_to_string(&file).unwrap();
    // The second time the answer comes from the file, whatever the limits.
    let again = place
        .run("checkers --reverse 4 --format csv --state-limit 1")
        .done();
    assert_eq!(again, table);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), stored);
    assert_eq!(
        place.run("data check").done().lines().nth(1).map(str::trim),
        Some(
            "checkers/reversal.json  true   recounted        14        0  12 reversals of numbered checkers"
        )
    );
    let verified = place.run("verify data/checkers/reversal.json").done();
    assert_eq!(
        verified,
        "data/checkers/reversal.json: 12 reversals of numbered checkers, recounted\n"
    );
    let drawn = place.run("show data/checkers/reversal.json").done();
    assert!(
        drawn.contains("# reversal n=2 start=3 end=3 drawn: 3 moves, optimal: the lower bound is 3\n\n   1 2 3   move\n   1 2 .\n"),
        "{drawn}"
    );
    // A wrong number of solutions is refused.
    let changed = stored.replacen("\"solutions\": 30", "\"solutions\": 0", 1);
    assert_ne!(changed, stored);
    std::fs::write(&file, changed).unwrap();
    assert_eq!(place.run("verify data/checkers/reversal.json").code, 1);
}

#[test]
fn what_a_limit_stops_stays_open() {
    let place = Place::new();
    let ran = place.run("checkers --reverse 6 --state-limit 400");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.err.contains("reversal n=6 start=7 end=1: stopped"),
        "{ran:?}"
    );
    let last: Vec<&str> = ran.out.lines().collect();
    assert!(
        last[17].ends_with("23"),
        "the lower bound is known: {}",
        last[17]
    );
    assert!(
        last[18].contains("20"),
        "the one after it is answered: {}",
        last[18]
    );
    let _ = place.run("data check").done();
    let ran = place.run("checkers 7 7 --all --state-limit 3");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (3, "tait: stopped: the limit on states was reached\n")
    );
}

#[test]
fn frogs_and_toads_are_solved_counted_shown_and_drawn() {
    let place = Place::new();
    assert_eq!(
        place.run("checkers 3 2 --vacancies 2 --optimum").done(),
        "16\n"
    );
    assert_eq!(
        place.run("checkers 2 2 --vacancies 2 --count").done(),
        "2100\n"
    );
    // The count was made independently of tait, by dynamic programming over texts.
    let count = place
        .run("checkers 4 4 --vacancies 4 --count --format csv")
        .done();
    assert_eq!(count, "n,m,v,solutions\n4,4,4,42557967308545571629744120\n");
    for (n, m, v) in [(1, 1, 1), (1, 1, 2), (3, 2, 2), (2, 5, 4), (7, 1, 3)] {
        let moves = place
            .run(&format!("checkers {n} {m} --vacancies {v}"))
            .done();
        assert!(
            moves.starts_with(&format!("# frogs n={n} m={m} v={v}\n")),
            "{moves}"
        );
        let verified = place.run_with("verify", &moves);
        let optimum = n * m + v * (n + m);
        let said = format!("{optimum} moves, optimal: the lower bound is {optimum}");
        assert!(verified.done().contains(&said));
        place.write("moves", &moves);
        for command in [
            "show",
            "explain",
            "draw",
            "draw --format tikz",
            "draw --format html",
        ] {
            let _ = place.run(&format!("{command} moves")).done();
        }
    }
    let shown = place.run_piped(&["show", "frogs n=1 m=1 v=2"], "").done();
    assert!(
        shown.contains("b..w") || shown.contains("b . . w"),
        "{shown}"
    );
    let graph = place.run("checkers 1 1 --vacancies 2 --format dot").done();
    assert_eq!(graph.matches("b..w").count(), 1, "{graph}");
    for (command, message) in [
        ("checkers 3 2 --vacancies 0", "n, m, v >= 1"),
        (
            "checkers 20 20 --vacancies 9 --count",
            "a search takes at most 32 cells",
        ),
        (
            "checkers 3 2 --vacancies 2 --all",
            "--vacancies can be combined only with --count",
        ),
        (
            "checkers 3 2 --vacancies 2 --first left",
            "cannot be used with",
        ),
    ] {
        let line = place.run(command).failed(2);
        assert!(line.contains(message), "{command}: {line}");
    }
}

#[test]
fn named_algorithms_show_stages_calls_and_key_states() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("checkers {arguments}"));
    let ran = run("2 1 --algorithm move --first left --format csv");
    assert_eq!(
        ran.err,
        "checkers n=2 m=1: Algorithm 3.6, MOVE(2, 1, -1): 5 moves, replayed, each the one of the formula\n"
    );
    assert_eq!(
        ran.out,
        "stage,call,step,moves,state,row\n\
         first stage,MOVE1(1),\"SLIDE(l), CHANGE(dir)\",4,\"ξ1 (Section 5, Lemma 2)\",bbw.\n\
         second stage,\"MOVE(2, 1, -1)\",1 x JUMP(r),2,\"λ1 = μ(0,2) (Lemma 8, Lemma 11, Lemma 4)\",b.wb\n\
         third stage,MOVE3(1),\"SLIDE(r), CHANGE(dir)\",1,,.bwb\n\
         third stage,MOVE3(1),1 x JUMP(l),3,\"μ(1,1) (Lemma 11, Lemma 4, Lemma 3)\",wb.b\n\
         last stage,MOVE4(1),\"CHANGE(dir), SLIDE(r)\",2,\"ν1 = ξg (Lemma 10, Lemma 3)\",w.bb\n"
    );
    let moves = |arguments: &str| {
        let table = parsed(&run(arguments).done());
        let parts = table.as_array().unwrap().iter();
        let moves = parts.flat_map(|part| part["moves"].as_array().unwrap().clone());
        moves.map(|cell| format!("{cell}\n")).collect::<String>()
    };
    for size in ["4 4", "6 3", "2 5"] {
        let plain = run(size).done();
        let plain = bare(&plain);
        assert_eq!(
            moves(&format!("{size} --algorithm move --format json")),
            plain
        );
        assert_eq!(
            moves(&format!("{size} --algorithm iterative-move --format json")),
            plain
        );
    }
    assert!(
        run("3 3 --algorithm 3.4")
            .err
            .contains("Algorithm 3.4, MOVE(3, 1):")
    );
    assert!(
        run("900 900 --algorithm move")
            .failed(2)
            .contains("n + m <= 1000")
    );
}

/// Algorithms 2.1, 3.1, 3.3 and 3.5 of the paper by name: the tree of calls, and the stages alone.
#[test]
fn algorithms_2_1_3_1_3_3_and_3_5_of_the_paper_run_by_name() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("checkers {arguments} --format csv"));
    let ran = run("1 1 --algorithm backtrack");
    assert_eq!(
        ran.err,
        "checkers n=1 m=1: Algorithm 2.1, BACKTRACK(1, 2): 7 calls, 2 solutions, replayed\n"
    );
    assert_eq!(
        ran.out,
        "stage,call,step,moves,state,row\n\
         ,\"BACKTRACK(1, 2)\",,,,b.w\n\
         ,\"BACKTRACK(2, 1)\",\"slide(b,r)\",1,,.bw\n\
         ,\"BACKTRACK(3, 3)\",\"jump(b,w,l)\",3,,wb.\n\
         solution,\"BACKTRACK(4, 2)\",\"slide(b,r)\",2,,w.b\n\
         ,\"BACKTRACK(2, 3)\",\"slide(w,l)\",3,,bw.\n\
         ,\"BACKTRACK(3, 1)\",\"jump(b,w,r)\",1,,.wb\n\
         solution,\"BACKTRACK(4, 2)\",\"slide(w,l)\",2,,w.b\n"
    );
    for (algorithm, name, moves) in [
        ("3.1", "Algorithm 3.1, MOVE1(2)", 3),
        ("3.3", "Algorithm 3.3, MOVE4(2)", 3),
        ("3.5", "Algorithm 3.5, MOVE3(1)", 3),
    ] {
        let said = run(&format!("3 2 --algorithm {algorithm}")).err;
        let claim = format!(
            "checkers n=3 m=2: {name}: {moves} moves, replayed, each the one of the formula\n"
        );
        assert_eq!(said, claim);
    }
    let last = run("3 2 --algorithm move4").done();
    assert!(
        last.lines()
            .nth(1)
            .unwrap()
            .starts_with("before,,moves of the formula,3 5 6 4 2 1 3 5,")
    );
    let none = run("3 3 --algorithm move3").failed(2);
    assert!(none.contains("no third stage"), "{none}");
    let _ = run("3 3 --algorithm backtrack --first left").failed(2);
}

#[test]
fn table_1_of_the_paper_and_inversions_along_a_solution() {
    let place = Place::new();
    let table = place.run("checkers --classes --format csv").done();
    assert_eq!(
        table,
        "class,name,before,after,inversions,v_inversions\n\
         1,\"slide(b,r)\",b.,.b,0,-1\n\
         2,\"slide(w,l)\",.w,w.,0,-1\n\
         3,\"jump(b,w,r)\",bw.,.wb,-1,0\n\
         4,\"jump(b,w,l)\",.bw,wb.,-1,0\n\
         5,\"jump(w,b,r)\",wb.,.bw,1,0\n\
         6,\"jump(w,b,l)\",.wb,bw.,1,0\n\
         7,\"slide(b,l)\",.b,b.,0,1\n\
         8,\"slide(w,r)\",w.,.w,0,1\n\
         9,\"jump(w,w,r)\",ww.,.ww,0,2\n\
         10,\"jump(b,b,l)\",.bb,bb.,0,2\n\
         11,\"jump(w,w,l)\",.ww,ww.,0,-2\n\
         12,\"jump(b,b,r)\",bb.,.bb,0,-2\n"
    );
    let changes: Vec<(i64, i64)> = (table.lines().skip(1))
        .map(|line| {
            let mut cells = line.rsplit(',').map(|cell| cell.parse().unwrap());
            let vacant = cells.next().unwrap();
            (cells.next().unwrap(), vacant)
        })
        .collect();
    // Both begin as Theorem 1 says and end at 0, and each move changes them as its class says.
    let (n, m) = (4, 3);
    let rows = parsed(
        &place
            .run("show checkers 4 3 --inversions --format json")
            .done(),
    );
    let rows = rows.as_array().unwrap();
    let left = |row: &serde_json::Value| {
        (
            row["inversions"].as_i64().unwrap(),
            row["v_inversions"].as_i64().unwrap(),
        )
    };
    assert_eq!(
        (left(&rows[0]), left(&rows[rows.len() - 1])),
        ((n * m, n + m), (0, 0))
    );
    assert_eq!(rows.len() as i64, n * m + n + m + 1);
    for pair in rows.windows(2) {
        let class = pair[1]["class"].as_u64().unwrap() as usize;
        let (before, after) = (left(&pair[0]), left(&pair[1]));
        assert_eq!((after.0 - before.0, after.1 - before.1), changes[class - 1]);
    }
    // Any solution, from a file.
    place.write("own.txt", "# checkers n=1 m=1\n1\n3\n2\n");
    let shown = place.run("show own.txt --inversions").done();
    assert!(shown.starts_with("number  move"), "{shown}");
    let other = place
        .run("show shuffling S(n,n,r) 5 --inversions")
        .failed(2);
    assert!(other.contains("counted for checkers and frogs"), "{other}");
    let other = place.run("show 2 5 --inversions").failed(2);
    assert!(other.contains("needs a solution of checkers"), "{other}");
}

#[test]
fn explain_names_the_algorithm_or_the_key_states_that_are_passed() {
    let place = Place::new();
    let explained = place.run("explain checkers 3 2").done();
    assert!(explained.contains("Algorithm 3.6, MOVE(3, 2, 1), makes these moves."));
    assert!(explained.contains("λ2 (Lemma 8, Lemma 4)"), "{explained}");
    // Of the five solutions for n = 3 and m = 1 the algorithm makes two.
    let all = place.run("checkers 3 1 --all").done();
    let mut others = 0;
    for moves in bare(&all).lines() {
        let text = format!("# checkers n=3 m=1\n{}\n", moves.replace(' ', "\n"));
        place.write("moves.txt", &text);
        let explained = place.run("explain moves.txt").done();
        if explained.contains("These are not the moves of Algorithm 3.6, MOVE(3, 1, 1) and Algorithm 3.6, MOVE(3, 1, -1).") {
            assert!(explained.contains("μ(1,1) (Lemma 11)") || explained.contains("μ(1,2) (Lemma 11)"));
            others += 1;
        }
    }
    assert_eq!((bare(&all).lines().count(), others), (5, 3));
}
