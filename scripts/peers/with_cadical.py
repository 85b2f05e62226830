"""Whether n moves suffice, by CaDiCaL: `with_cadical.py K N`. The encoding is that of model.py.

One of many is chosen with pairwise clauses: with a sequential counter (5,13) took twice as long, (6,11) about
as long, and (3,10) and (4,9) somewhat less. CaDiCaL 1.9.5 as PyPI python-sat brings it (1.5.3 took three times as
long on (5,13)), with its own preprocessing; one thread, as it has no other mode.
One call for the one length: shorter ones are excluded by a theorem, so there is nothing to reuse.
"""

from pysat.solvers import Solver

from board import answer, asked
from model import Model


class Clauses(Model):
    def __init__(self, board):
        self.variables = 0
        self.clauses = []
        self.build(board)

    @staticmethod
    def negated(literal):
        return -literal

    def new(self):
        self.variables += 1
        return self.variables

    def clause(self, *literals):
        self.clauses.append(literals)

    def exactly_one(self, literals):
        self.clause(*literals)
        for index, literal in enumerate(literals):
            for earlier in literals[:index]:
                self.clause(-literal, -earlier)


board = asked()
model = Clauses(board)
with Solver(name="cadical195", bootstrap_with=model.clauses) as solver:
    if not solver.solve():
        answer(board, None)
    true = {literal for literal in solver.get_model() if literal > 0}
answer(board, model.moves(true.__contains__))
