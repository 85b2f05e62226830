"""Whether n moves suffice, by OR-Tools CP-SAT: `with_cp_sat.py K N`. The model is that of model.py.

Exactly-one constraints are given as such. The number of pairs at each time as a linear equation, which
the clauses imply, was tried and left out: it took two to seven times as long. One worker: two took 1.4 times
its CPU time on (4,9), and 2.5 times on (5,13) and (6,11), more than a second core makes up for.
"""

from ortools.sat.python import cp_model

from board import answer, asked
from model import Model


class Constraints(Model):
    def __init__(self, board):
        self.model = cp_model.CpModel()
        self.build(board)

    @staticmethod
    def negated(literal):
        return literal.Not()

    def new(self):
        return self.model.new_bool_var("")

    def clause(self, *literals):
        self.model.add_bool_or(literals)

    def exactly_one(self, literals):
        self.model.add_exactly_one(literals)


board = asked()
model = Constraints(board)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
status = solver.solve(model.model)
if status == cp_model.INFEASIBLE:
    answer(board, None)
if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    raise SystemExit(f"CP-SAT: {solver.status_name(status)}")
answer(board, model.moves(solver.boolean_value))
