"""The known answers again, from Python, and what only Python can break."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tait


@pytest.fixture(autouse=True)
def own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of a test stay in it."""
    monkeypatch.setenv("TAIT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def replayed(k: int, n: int, moves: Any, start: int = 1) -> str:
    """The row after these moves, by the rules as one would write them down in Python."""
    row = {start + place: "o" if place < n else "x" for place in range(2 * n)}
    for source, target in moves:
        coins = [row.pop(source + place) for place in range(k)]
        for place, coin in enumerate(coins):
            assert target + place not in row, (source, target)
            row[target + place] = coin
    first = min(row)
    return "".join(row.get(first + place, ".") for place in range(2 * n))


def is_alternating(row: str) -> bool:
    return row in ("ox" * (len(row) // 2), "xo" * (len(row) // 2))


# Known answers.


@pytest.mark.parametrize("fresh", [False, True])
def test_optima_are_those_of_the_map(fresh: bool) -> None:
    # Table 6.1 of the thesis, and beyond.
    optima = {(2, 3): 3, (2, 5): 5, (3, 3): 3, (3, 6): 7, (3, 7): 7, (3, 8): 9, (4, 5): 6, (4, 7): 7, (5, 5): 6, (5, 10): 10}
    for (k, n), optimum in optima.items():
        solution = tait.solve(k, n, fresh=fresh)
        assert (len(solution), solution.k, solution.n, solution.is_optimal) == (optimum, k, n, True)
        assert is_alternating(replayed(k, n, solution.moves))
        assert tait.verify(solution)
        assert tait.exists(k, n, fresh=fresh) == (optimum == n)


def test_what_has_no_solution_says_why() -> None:
    for k, n in [(2, 2), (3, 2), (5, 3)]:
        with pytest.raises(tait.UnsolvableError, match="no solution"):
            tait.solve(k, n)
        assert not tait.exists(k, n)


def test_families_make_solutions_of_every_size() -> None:
    for k in range(2, 14):
        thresholds = [line.n_moves[-1] for line in tait.known(k)]
        ((first, end),) = thresholds
        assert end is None
        for n in (first, first + 1, first + 17):
            moves = tait.generate(k, n)
            assert len(moves) == n
            assert is_alternating(replayed(k, n, moves, moves.start))


def test_moves_are_a_sequence_of_any_length() -> None:
    moves = tait.generate(8, 10**17)
    assert len(moves) == 10**17
    middle = 10**16
    assert moves[middle : middle + 3] == [moves[middle], moves[middle + 1], moves[middle + 2]]
    assert moves[-1] == moves[10**17 - 1]
    assert moves[5:0:-2] == [moves[5], moves[3], moves[1]]
    with pytest.raises(IndexError):
        moves[10**17]
    small = tait.generate(3, 5001)
    assert list(small) == small[:] and len(list(small)) == 5001
    assert pickle.loads(pickle.dumps(small))[4999] == small[4999]
    assert small.solution().moves == tuple(small)


def test_closed_forms() -> None:
    for n in range(1, 7):
        for m in range(1, 7):
            assert len(tait.checkers(n, m)) == n * m + n + m
            assert len(tait.frogs(n, m, 2)) == n * m + 2 * (n + m)
    for n in range(5, 40):
        assert len(tait.shuffling("S(n,n,r)", n)) == n
    assert len(tait.reversal(5, 6, 1)) == 15
    assert tait.frogs(2, 2, 1).count() == 2 and tait.checkers(5, 1).count() == 13


def test_rows_of_any_letters() -> None:
    assert [len(tait.solve_row(2, row)) for row in ("ooooxxxx", "oooxxx", "oxoxox")] == [4, 3, 0]
    sorted_row = tait.solve_row(2, "abcabc", "aabbcc", width=12)
    assert tait.verify(sorted_row.to_json()) and tait.verify(tait.solve_row(2, "ooxx", "xxoo").to_json())
    with pytest.raises(tait.UnsolvableError, match="no solution on any board"):
        tait.solve_row(2, "oooooox")
    with pytest.raises(tait.InputError):
        tait.solve_row(2, "ab?")


def test_all_shortest_solutions() -> None:
    for n, number in [(5, 2), (7, 18)]:
        counted = tait.count(2, n, fresh=True)
        listed = tait.solutions(2, n)
        assert counted.solutions == len({solution.moves for solution in listed}) == number
        assert all(is_alternating(replayed(2, n, solution.moves)) for solution in listed)
        begun = listed[0].moves[:1]
        assert tait.count(2, n, prefix=begun).solutions == sum(one.moves[:1] == begun for one in listed)
        assert tait.solutions(2, n, first=1, most=1) == listed[1:2]
    with pytest.raises(tait.UnsolvableError, match="no solution"):
        tait.count(2, 2)


def test_states_per_depth_are_those_on_record() -> None:
    recorded = tait.solve(3, 8).claim["shorter"][0]["states"]
    assert tait.states_per_depth(3, 8) == recorded
    assert "depth" in tait.estimate(3, 8)
    assert tait.exists(3, 8, blocks="R1") is False and tait.exists(3, 7, blocks="any")


def test_extensions() -> None:
    base = tait.solve(2, 4)
    for times in (1, 5):
        extended = tait.extend(base, times)
        assert extended.n == 4 + 4 * times == len(extended)
        assert is_alternating(replayed(2, 4 + 4 * times, extended.moves, extended.start))
    assert tait.choices(base)["count"] >= 1
    with pytest.raises(tait.UnsolvableError):
        tait.extend(tait.solve(3, 5))


def test_what_was_found_elsewhere_is_added(own_directory: Path) -> None:
    ((found, is_new, known),) = tait.add("1→7 6→9 3→6", 2, 3, by="Ada")
    assert "k=2 n=3" in found and known
    assert is_new == bool(list(own_directory.rglob("*.json")))
    with pytest.raises(tait.InputError):
        tait.add("1→7 6→9", 2, 3)


def test_boards_and_shapes() -> None:
    assert {row["size"] for row in tait.boards("2x2", 3)} == {1, 2} or tait.boards("2x2", 3)
    assert tait.diameters("2x2")[0]["diameters"] == "3:1"
    assert [component["coins"] for component in tait.span("oo\no.")["components"]]
    pairs = tait.shapes("font5x7", "ABC")
    assert {row["from"] for row in pairs} == set("ABC")
    assert tait.sequence("checkers m=1", 5) == {n: 2 * n + 1 for n in range(1, 6)}
    assert len(tait.auxiliary(3)["solutions"]) == 6
    for what in ("thresholds", "time", "states"):
        assert tait.plot(what, (2, 4)).startswith("<svg")
    assert "tikz" in tait.plot("depths", 3, 8, format="tikz")


def test_grids() -> None:
    assert len(tait.grid("figure-5")) == 18
    puzzle = {"grid": "square", "start": ["o...", ".oo.", ".oo.", "...o"], "target": ["...o", ".oo.", ".oo.", "o..."]}
    solution = tait.grid(puzzle, fresh=True)
    assert len(solution) == 18 and solution.puzzle == "grid"
    assert tait.verify(solution.to_json())
    assert solution.draw().startswith("<svg")


def test_searches_again_find_what_is_stored(own_directory: Path) -> None:
    stored = tait.framework(4)
    found = tait.framework(4, fresh=True)
    assert found.claim == stored.claim and found.sizes == stored.sizes
    assert [base.moves for base in found.bases] == [base.moves for base in stored.bases]
    kept = json.loads((own_directory / "families" / "k04-bases.json").read_text())
    assert kept == found.to_dict()


def test_maps_counts_and_starts() -> None:
    assert [cell["at_most"] for cell in tait.classify(3, (4, 9))] == [4, 5, 7, 7, 9, 9]
    assert dict((cell["n"], int(cell["solutions"])) for cell in tait.counts(3))[13] == 2302
    assert {row["row"]: row["moves"] for row in tait.starts(2, 3)}["oooxxx"] == 3


def test_57_8_the_turned_puzzle() -> None:
    solution = tait.solve(3, 8, turned=True)
    assert (len(solution), solution.is_optimal) == (8, True) and tait.verify(solution)
    assert [tait.exists(k, n, turned=True) for k, n in ((3, 9), (3, 10), (4, 12))] == [False, True, True]
    assert tait.count(2, 3, turned=True) == (6, 4, None, False, None, None)
    assert tait.count(3, 8, turned=True)[:2] == (12, 8)
    assert len(tait.solve_row(2, "oooxxx", turned=True)) == 4
    moves = tait.generate(4, 10**15, turned=True)
    assert len(moves) == 10**15 and pickle.loads(pickle.dumps(moves))[7] == moves[7]
    small = tait.generate(3, 28, turned=True)
    assert tait.verify(small) and tait.verify(small.solution()) and "turned" in repr(small)
    assert len(tait.extend(small.solution())) == 34
    assert [cell["at_most"] for cell in tait.classify(2, (2, 4), turned=True)] == [3, 4, 5]
    with pytest.raises(tait.InputError, match="do not go with turned"):
        tait.solve(3, 8, turned=True, blocks="R1")
    with pytest.raises(tait.InputError, match="do not belong to the turned puzzle"):
        tait.generate(3, 16, turned=True, algorithm="4.2")
    with pytest.raises(tait.UnsolvableError):
        tait.solve(3, 2, turned=True)
    with pytest.raises(tait.InputError, match="64"):
        tait.exists(3, 10**9, turned=True)


def test_the_least_distance_of_any_length() -> None:
    # k = 2, n = 4: 16 in 5 moves, and 20 among the shortest.
    least = tait.least_distance(2, 4)
    assert (least.distance, len(least.solution), least.is_least_of_all) == (16, 5, True)
    assert sum(abs(source - target) for source, target in least.solution.moves) == 16
    assert tait.count(2, 4).least_distance == 20
    bounded = tait.least_distance(2, 4, most_moves=4)
    assert (bounded.distance, bounded.at_least, bounded.is_least_of_all) == (20, 10, False)
    with pytest.raises(tait.UnsolvableError):
        tait.least_distance(2, 2)
    with pytest.raises(tait.StoppedError) as stopped:
        tait.least_distance(3, 12, seconds=1)
    assert stopped.value.found is None or isinstance(stopped.value.found, tait.LeastDistance)


def test_algorithms_of_the_thesis() -> None:
    # Algorithms 3.1, 3.2, 4.1 and 4.2.
    for algorithm, k, n, start in [("3.1", 2, 41, 1), ("sliding-coin-k2-iterative", 2, 41, 1), ("4.1", 3, 27, 1), ("4.2", 3, 28, 4)]:
        moves = tait.generate(k, n, algorithm=algorithm)
        assert (len(moves), moves.start) == (n, start)
        assert is_alternating(replayed(k, n, moves, start))
        assert moves[n // 2 :] == list(moves)[n // 2 :]
        assert pickle.loads(pickle.dumps(moves))[0] == moves[0]
    assert list(tait.generate(2, 41, algorithm="3.2")) == list(tait.generate(2, 41, algorithm="3.1"))
    for call, words in [
        (lambda: tait.generate(3, 9, algorithm="mine"), "unknown algorithm 'mine'"),
        (lambda: tait.generate(3, 9, algorithm="3.1"), "this algorithm slides two coins"),
        (lambda: tait.generate(3, 9, algorithm="4.2"), "wrong parity"),
    ]:
        with pytest.raises(tait.InputError, match=words):
            call()


def test_shuffling_with_other_rules() -> None:
    assert len(tait.shuffling("S(n,n-1,l)", 2, constrained=True)) == 1
    assert tait.shuffling("S(n,n-1,l)", 2, constrained=True).count() == 1
    with pytest.raises(tait.UnsolvableError, match="no solution"):
        tait.shuffling("S(n,n,r)", 9, constrained=True)
    rows = tait.tables.shuffling((3, 5))
    assert len(rows) == 36 and {row["optimum"] for row in rows if row["n"] == 5} == {5}
    solvable = [row for row in tait.tables.shuffling((2, 3), constrained=True) if row["optimum"] is not None]
    assert {row["n"] for row in solvable} == {2}
    assert [row["puzzles"] for row in tait.tables.restrictions(2)] == [12, 12, 12]


def test_puzzles_are_designed() -> None:
    designed = tait.designs("3x3", 4, best=2)
    best = designed[0]
    assert "farthest" in best["best_for"]
    puzzle = {"grid": "square", "start": best["start"].split("/"), "target": best["target"].split("/")}
    assert len(tait.grid(puzzle)) == best["moves"]
    assert [row["candidates"] for row in tait.candidates("figure-5")][:2] == [4, 48]
    with pytest.raises(tait.InputError, match="figure-1: unknown figure"):
        tait.candidates("figure-1")


def test_searches_for_bases_are_estimated() -> None:
    rows = tait.estimate_bases(5, from_=14, to=16)
    assert [row["n"] for row in rows] == [14, 15, 16]
    assert all(row["all_rounds_at_most"] >= row["first_round_at_most"] > 0 for row in rows)


# Checks.


def test_the_checker_finds_each_mistake() -> None:
    solution = tait.solve(3, 8)
    for broken in (solution.moves[:-1], solution.moves[1:], solution.moves[::-1]):
        with pytest.raises(tait.RefutedError, match="wrong"):
            tait.verify(broken, 3, 8)
    with pytest.raises(tait.RefutedError, match="move 2"):
        tait.verify([solution.moves[0], (100, 200), *solution.moves[2:]], 3, 8)
    forged = solution.to_dict()
    forged["claim"]["shorter"][0]["states"][1] += 1
    with pytest.raises(tait.RefutedError):
        tait.verify(json.dumps(forged))


def test_the_same_is_checked_in_any_form(tmp_path: Path) -> None:
    moves = tait.generate(3, 501)
    text = "".join(f"{source}→{target}\n" for source, target in moves)
    (tmp_path / "moves.txt").write_text(text, encoding="utf-8")
    forms: list[Any] = [list(moves), text, text.encode(), tmp_path / "moves.txt"]
    lines = {tait.verify(form, 3, 501, start=moves.start).line.removeprefix(f"{tmp_path}/moves.txt: ") for form in forms}
    assert lines == {tait.verify(moves).line} and len(lines) == 1
    assert tait.verify(tait.checkers(3, 3).moves, puzzle="checkers n=3 m=3")
    with pytest.raises(tait.InputError):
        tait.verify([(1, 7)])


@pytest.mark.skipif("TAIT_PROGRAM" not in os.environ, reason="it compares with the program")
@pytest.mark.parametrize(
    ("call", "command"),
    [
        (lambda: tait.solve(0, 3), "solve 0 3"),
        (lambda: tait.solve(7, 3), "solve 7 3"),
        (lambda: tait.solve(2, 2), "solve 2 2"),
        (lambda: tait.framework(99), "framework 99"),
        (lambda: tait.generate(20, 60), "generate 20 60"),
        (lambda: tait.generate(3, 2), "generate 3 2"),
        (lambda: tait.starts(3, 99), "starts 3 99"),
        (lambda: tait.checkers(0, 0), "checkers 0 0"),
        (lambda: tait.known(0), "known 0"),
        (lambda: tait.solve_row(2, "oooooox"), "solve --row oooooox 2"),
        (lambda: tait.sequence("mine"), "export --sequence mine"),
        (lambda: tait.auxiliary(30), "auxiliary 30"),
    ],
)
def test_errors_are_the_sentences_of_the_program(call: Any, command: str) -> None:
    with pytest.raises(tait.Error) as refused:
        call()
    ran = subprocess.run([os.environ["TAIT_PROGRAM"], *command.split()], capture_output=True, text=True)
    line = ran.stderr.splitlines()[0].removeprefix("tait: ").removeprefix("error: ")
    # Only the program advises options and commands.
    assert line.startswith(str(refused.value)), (line, str(refused.value))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tait.solve(0, 3), "k = 0 is out of range"),
        (lambda: tait.solve(7, 3), "expected n >= 4"),
        (lambda: tait.solve(3, 10**30), "not a number that fits"),
        (lambda: tait.solve(3, 5, blocks="Q", fresh=True), "invalid block set 'Q'"),
        (lambda: tait.solve(3, 9, fresh=True, threads=0), "expected 1 to 1024"),
        (lambda: tait.solve(3, 9, fresh=True, seconds=-1.0), "invalid seconds"),
        (lambda: tait.framework(4, parity="even"), "do not belong together"),
        (lambda: tait.generate(3, 9, source="mine"), "expected all, bases"),
        (lambda: tait.grid("nothing"), "no known puzzle"),
        (lambda: tait.verify("1-2", 3), "go together"),
        (lambda: tait.plot("mine"), "expected thresholds"),
        (lambda: tait.known(-1), "invalid value '-1' for 'k': the number is negative"),
        (lambda: tait.generate(3, 10**30), "for 'n': the number is too large"),
        (lambda: tait.generate(3, -9), "invalid value '-9' for 'n'"),
        (lambda: tait.solve(-3, 9), "'-3' is not a number that fits"),
        (lambda: tait.classify(3, (4, -7)), "invalid value '-7' for 'n'"),
        (lambda: tait.solve(3, 9, fresh=True, threads=-1), "invalid value '-1' for 'threads'"),
        (lambda: tait.verify([(1, 10**30)], 2, 3), "pairs of whole numbers"),
        (lambda: tait.solve("3", 8), "cannot be interpreted as an integer"),
        (lambda: tait.solve(3, 9, threads="2"), "threads is a whole number"),
        (lambda: tait.exists(3, 8.5), "cannot be interpreted as an integer"),
        (lambda: tait.draw(tait.solve(3, 5), "webp"), "expected svg"),
        (lambda: tait.search(object()), "no 'start'"),
    ],
)
def test_wrong_arguments_are_one_line(call: Any, words: str) -> None:
    with pytest.raises((tait.InputError, TypeError), match=words.replace("(", r"\(")) as refused:
        call()
    assert "\n" not in str(refused.value)
    assert not isinstance(refused.value, tait.Error) or isinstance(refused.value, ValueError)


def test_what_is_not_known_is_said() -> None:
    with pytest.raises(tait.UnknownError):
        tait.generate(20, 60)
    with pytest.raises(tait.UnknownError):
        tait.counts(20)
    assert tait.known_size(20, 100).n_moves is None


# Searches run beside Python.


def test_a_limit_stops_a_search_and_it_goes_on(own_directory: Path) -> None:
    with pytest.raises(tait.StoppedError, match="time limit") as stopped:
        tait.framework(7, fresh=True, seconds=0.3, threads=1)
    assert "goes on" in str(stopped.value)
    assert list(own_directory.rglob("*.checkpoint"))
    assert tait.framework(7, fresh=True).claim == tait.framework(7).claim


def interrupted(call: Any, after: float = 0.4) -> None:
    timer = threading.Timer(after, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()


def test_an_interrupt_stops_a_search_and_leaves_what_was_found(own_directory: Path) -> None:
    begin = time.monotonic()
    interrupted(lambda: tait.exists(12, 18, fresh=True))
    # A busy machine may be late; what counts is that the search of an hour has ended.
    assert time.monotonic() - begin < 30
    interrupted(lambda: tait.framework(8, fresh=True, threads=1))
    assert list(own_directory.rglob("*.checkpoint"))


def test_the_call_after_an_interrupt_goes_on(own_directory: Path) -> None:
    interrupted(lambda: tait.framework(8, fresh=True, threads=1), 1.5)
    assert list(own_directory.rglob("*.checkpoint"))
    events: list[dict[str, Any]] = []
    with pytest.raises(tait.StoppedError):
        tait.framework(8, fresh=True, threads=1, seconds=0.5, progress=events.append)
    assert any(event["event"] == "resumed" and event["units"] + event["partials"] > 0 for event in events)


def test_a_search_for_one_size_goes_on(own_directory: Path) -> None:
    with pytest.raises(tait.StoppedError, match="goes on"):
        tait.solve(7, 10, fresh=True, seconds=0.05)
    assert tait.solve(7, 10, fresh=True).claim == tait.solve(7, 10).claim
    assert not list(own_directory.rglob("*.checkpoint"))


def test_other_threads_run_during_a_search() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    with pytest.raises(tait.StoppedError):
        tait.exists(12, 18, fresh=True, seconds=0.5)
    done.set()
    assert len(ticks) > 20


def test_progress_is_reported_and_may_stop_the_search() -> None:
    events: list[dict[str, Any]] = []
    with pytest.raises(tait.StoppedError):
        tait.exists(12, 18, fresh=True, seconds=1.0, progress=events.append)
    assert all("event" in event for event in events) and events

    class Enough(Exception):
        pass

    def enough(event: dict[str, Any]) -> None:
        raise Enough

    with pytest.raises(Enough):
        tait.framework(7, fresh=True, progress=enough)


def test_a_bar_shows_states() -> None:
    bars = []

    class Bar:
        def __init__(self, **options: Any) -> None:
            self.n, self.said = 0, ""
            bars.append(self)

        def update(self, by: int) -> None:
            self.n += by

        def set_description(self, said: str) -> None:
            self.said = said

    tait.framework(6, fresh=True, progress=Bar)
    assert bars[0].said


def test_tqdm_is_a_bar() -> None:
    tqdm = pytest.importorskip("tqdm").tqdm
    shown = io.StringIO()
    with tqdm(file=shown, unit=" states") as bar:
        tait.framework(6, fresh=True, progress=bar)
        assert bar.n > 0
    assert " states" in shown.getvalue()
    tait.framework(6, fresh=True, progress=tqdm)


def test_one_answer_on_any_number_of_threads() -> None:
    one, two = (tait.solve(4, 6, fresh=True, threads=threads) for threads in (1, 2))
    assert one.moves == two.moves


def test_a_fork_and_a_second_interpreter_do_not_hang() -> None:
    tait.exists(3, 9, fresh=True)
    child = os.fork()
    if child == 0:
        os._exit(0 if tait.exists(3, 9, fresh=True) else 1)
    assert os.waitpid(child, 0)[1] == 0
    code = "import tait; assert tait.exists(3, 9, fresh=True)"
    both = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    assert [process.wait(timeout=60) for process in both] == [0, 0]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_share_work(method: str) -> None:
    tait.exists(3, 9, fresh=True)
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.starmap_async(tait.solve, [(3, 7), (3, 8), (4, 5)]).get(timeout=120)
    assert [len(solution) for solution in found] == [7, 9, 6]
    assert found[1] == tait.solve(3, 8)


def test_a_second_interpreter_of_one_process_is_refused_and_does_not_hang() -> None:
    code = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import tait
assert tait.exists(3, 9)
other = interpreters.create()
try:
    ended = interpreters.run_string(other, "import tait; tait.exists(3, 9)")
    ended = "" if ended is None else str(ended)
except Exception as error:
    ended = str(error)
assert ended == "" or "ubinterpreter" in ended or "ImportError" in ended, ended
assert tait.exists(3, 9)
"""
    ran = subprocess.run([sys.executable, "-c", code], timeout=120, capture_output=True, text=True)
    if "ModuleNotFoundError: No module named '_xxsubinterpreters'" in ran.stderr:
        pytest.skip("this Python has no second interpreter")
    assert ran.returncode == 0, ran.stderr


def test_the_package_needs_no_checkout(tmp_path: Path) -> None:
    kept = {"PYTHONPATH"}
    environment = {name: value for name, value in os.environ.items() if name in kept}
    code = "import tait; print(len(tait.solve(3, 8)), len(tait.families()), tait.results_directory())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**environment, "HOME": str(tmp_path)}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    moves, families, directory = ran.stdout.split()
    assert (moves, int(families) > 10, Path(directory).is_relative_to(tmp_path)) == ("9", True, True)
    assert not list(tmp_path.rglob("*.json"))


# Objects.


def test_results_are_frozen_and_can_be_pickled() -> None:
    for found in (tait.solve(3, 8), tait.framework(4), tait.known(4)[0], tait.known_size(3, 8), tait.verify(tait.solve(3, 8))):
        again = pickle.loads(pickle.dumps(found))
        assert again == found and hash(again) == hash(found) and repr(again) == repr(found)
        with pytest.raises(AttributeError):
            found.k = 4  # type: ignore
    stopped = tait.StoppedError("stopped: time limit")
    stopped.found = tait.solve(3, 8)
    again = pickle.loads(pickle.dumps(stopped))
    assert (str(again), again.found) == (str(stopped), stopped.found)
    assert tait.solve(3, 8).to_dict()["moves"][0] == list(tait.solve(3, 8).moves[0])


def test_pictures() -> None:
    solution = tait.solve(3, 5)
    assert solution._repr_svg_().startswith("<svg")
    assert "\\begin{tikzpicture}" in solution.draw("tikz")
    assert "@keyframes" in solution.draw("animation")
    assert solution.draw("png").startswith(b"\x89PNG") and tait.draw(solution, "pdf").startswith(b"%PDF")
    assert solution.draw("gif").startswith(b"GIF89a")
    assert "srcdoc" in solution.player()._repr_html_()
    assert "<table>" in tait.framework(4)._repr_html_()
    assert "optimal" in solution.explain() or "bound" in solution.explain()


def test_tables_are_rows() -> None:
    rows = tait.tables.bases(4, 5)
    assert {row["k"] for row in rows} == {4, 5}
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows)
    assert len(frame) == len(rows) and "moves" in frame.columns


# One's own puzzles.


class Sorted:
    """Sorts a list by swapping neighbours; a state is a list, so that it needs a key."""

    def __init__(self, items: list[int]) -> None:
        self.items = items

    def start(self) -> list[int]:
        return self.items

    def moves(self, items: list[int]) -> Any:
        for place in range(len(items) - 1):
            yield place, items[:place] + items[place : place + 2][::-1] + items[place + 2 :]

    def is_goal(self, items: list[int]) -> bool:
        return items == sorted(items)

    def key(self, items: list[int]) -> tuple[int, ...]:
        return tuple(items)


@pytest.mark.parametrize("engine", ["breadth", "ida", "count"])
def test_a_puzzle_of_ones_own(engine: str) -> None:
    found = tait.search(Sorted([4, 3, 2, 1]), engine=engine)
    # The number of inversions, and of reduced words of the longest element of S4.
    assert found.moves is not None and len(found.moves) == 6
    assert found.solutions == (16 if engine == "count" else None)
    assert tait.search(Sorted([4, 3, 2, 1]), engine=engine, most_moves=5).moves is None
    assert sum(tait.search(Sorted([4, 3, 2, 1])).states) <= 24


def test_moves_of_ones_own_may_be_anything() -> None:
    class Halves:
        start = Fraction(0)

        def moves(self, at: Fraction) -> Any:
            return [({"by": step}, at + step) for step in (Fraction(1, 2), Fraction(1, 3))]

        def is_goal(self, at: Fraction) -> bool:
            return at == Fraction(4, 3)

    found = tait.search(Halves(), most_moves=10)
    assert found.moves is not None and sum(step["by"] for step in found.moves) == Fraction(4, 3)


def test_an_exception_of_ones_own_puzzle_comes_through() -> None:
    class Broken(Sorted):
        def is_goal(self, items: list[int]) -> bool:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        tait.search(Broken([2, 1]))
