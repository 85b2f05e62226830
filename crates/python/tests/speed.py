"""Times the program against the same call from Python, in pairs, and calls that answer from what is stored.

python speed.py PROGRAM [PAIRS]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

import tait


def seconds(call: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def main(program: str, pairs: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        os.environ["TAIT_DATA"] = directory
        moves = tait.generate(4, 10**6)
        file = Path(directory, "moves.txt")
        header = f"# linear k=4 n={10**6} start={moves.start}\n"
        file.write_text(header + "".join(f"({source}→{target})\n" for source, target in moves), encoding="utf-8")
        text = file.read_text(encoding="utf-8")
        work: list[tuple[str, str, Callable[[], Any]]] = [
            (f"verify {file}", "verify(path)", lambda: tait.verify(file)),
            (f"verify {file}", "verify(text)", lambda: tait.verify(text)),
            (f"verify {file}", "verify(moves)", lambda: tait.verify(moves)),
            ("exists 10 14", "exists(10, 14)", lambda: tait.exists(10, 14, fresh=True)),
            ("solve 3 11 --fresh", "solve(3, 11)", lambda: tait.solve(3, 11, fresh=True)),
            ("framework 6 --fresh", "framework(6)", lambda: tait.framework(6, fresh=True)),
        ]
        print("command | ms | call | ms | the call / the program")
        for command, name, call in work:
            words = [program, "--quiet", *command.split()]
            run = lambda words=words: subprocess.run(words, stdout=subprocess.DEVNULL)  # noqa: E731
            both = [(seconds(run), seconds(call)) for _ in range(pairs)]
            theirs, ours = (statistics.median(side) * 1000 for side in zip(*both))
            ratio = statistics.median(one / other for other, one in both)
            print(f"{command.replace(directory, '')} | {theirs:.0f} | {name} | {ours:.0f} | {ratio:.2f}")
        print("call | ms")
        for name in ("solve(3, 8)", "exists(3, 8)", "framework(6)", "framework(13)", "families(5)", "known(12)", "known_size(12, 40)", "counts(3)"):
            call = eval(f"lambda: tait.{name}")
            call()
            print(f"{name} | {statistics.median(seconds(call) for _ in range(20)) * 1000:.2f}")
        imported = [sys.executable, "-c", "import time; begin = time.perf_counter(); import tait; print(time.perf_counter() - begin)"]
        runs = [float(subprocess.run(imported, capture_output=True, text=True).stdout) for _ in range(pairs)]
        print(f"import tait | {statistics.median(runs) * 1000:.1f}")


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7)
