"""What every encoding shares: the exact board of n-move solutions, and how answers are given.

Cells count from 0. The board is M and two k-blocks on each side: L2, L1, M, R1, R2. That no n-move
solution needs more is proven in the documentation of crate tait-linear.
"""

import sys


class Board:
    """The board of one question: do n moves of k coins suffice?"""

    def __init__(self, k, n):
        self.k, self.n = k, n
        self.margin = 2 * k
        self.width = 2 * n + 4 * k
        self.cells = range(self.width)
        self.windows = range(self.width - k + 1)
        # Gaps are multiples of k, and so is the shift of the goal.
        self.goals = [self.margin + k * blocks for blocks in range(-2, 3)]

    def starts_with_coin(self, cell):
        return self.margin <= cell < self.margin + 2 * self.n

    def starts_with_penny(self, cell):
        return self.margin + self.n <= cell < self.margin + 2 * self.n

    @property
    def first_landings(self):
        """R1 and R2: mirrored, with nickels and pennies exchanged, solutions are solutions."""
        return [self.margin + 2 * self.n, self.margin + 2 * self.n + self.k]


def asked():
    """The board that the command line asks for."""
    try:
        k, n = (int(word) for word in sys.argv[1:])
    except ValueError:
        sys.exit(f"{sys.argv[0]}: give K and N")
    return Board(k, n)


def answer(board, moves):
    """Prints the moves, given in cells, and ends: exit code 0 with a solution, 1 when there is none."""
    if moves is None:
        sys.exit(1)
    for source, landing in moves:
        print(f"({source - board.margin + 1}→{landing - board.margin + 1})")
    sys.exit(0)
