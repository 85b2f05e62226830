"""Whether n moves suffice, by clingo: `with_clingo.py K N`. The program is slide.lp.

Solving is single-shot: the length is given, and shorter ones are excluded by a theorem. Of clasp's
configurations trendy was chosen: 16 s of CPU time on (5,13), where handy and crafty took twice that and
frumpy more than three times; on (4,9) and (2,10) handy was four to six times as fast as it, on (6,11) no faster.
"""

from pathlib import Path

import clingo

from board import answer, asked

board = asked()
control = clingo.Control(["-c", f"k={board.k}", "-c", f"n={board.n}", "--configuration=trendy"])
control.load(str(Path(__file__).with_name("slide.lp")))
control.ground()
with control.solve(yield_=True) as handle:
    model = handle.model()
    if model is None:
        answer(board, None)
    chosen = {}
    for symbol in model.symbols(shown=True):
        move, window = (argument.number for argument in symbol.arguments)
        chosen[symbol.name, move] = window
answer(board, [(chosen["source", move], chosen["landing", move]) for move in range(board.n)])
