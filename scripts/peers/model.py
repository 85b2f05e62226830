"""The question as a Boolean model, for CaDiCaL and for CP-SAT.

Variables, for each time t = 0..n and cell: is it occupied, does it hold a penny, does its coin make a
pair with the next cell's. For each move: where its window begins (exactly one), where it lands
(exactly one), and the k coins that it carries. Source and landing are chosen independently of each other,
with frame clauses for the cells that they do not cover: (2n + 3k)^2 pairs of them a move are too many.

What an informed user knows and this says (proofs: crate tait-linear):
* the board is M and two k-blocks on each side, and the shift of the goal is a multiple of k;
* the first move lands on R1 or R2 (the mirror image of a solution is a solution);
* a move gains at most 2 pairs, the first at most 1, and n moves have a slack of 2: either the first
  move gains 1, one later move gains 1, or the first gains 0; all others gain 2. A move that gains 2
  breaks nothing and makes a pair at both ends, which also fills a gap of exactly k; one that
  gains 1 makes two and breaks one, or makes one and breaks none. Gaps stay multiples of k by that.

Tried with CaDiCaL and left out: clauses for dead states (once the slack is spent a run of k + 1 coins
joined by pairs must have the parity of the goal, and stays). (3,10) took half the time and (5,13) twice.
"""


class Model:
    """Builds the model by `new()`, `clause(*literals)` and `exactly_one(literals)` of a subclass.

    `negated(literal)` is the opposite literal.
    """

    def build(self, board):
        k, n = board.k, board.n
        times, moves = range(n + 1), range(n)
        joints = range(board.width - 1)
        no = self.negated
        occupied = [[self.new() for _ in board.cells] for _ in times]
        penny = [[self.new() for _ in board.cells] for _ in times]
        pair = [[self.new() for _ in joints] for _ in times]
        self.source = [[self.new() for _ in board.windows] for _ in moves]
        self.landing = [[self.new() for _ in board.windows] for _ in moves]
        carried = [[self.new() for _ in range(k)] for _ in moves]
        # Whether the slack is spent after t moves; before the first nothing is, after the last all.
        spent = [self.new() for _ in times]
        self.clause(no(spent[0]))
        self.clause(spent[n])

        def equal_if(condition, one, other):
            self.clause(no(condition), no(one), other)
            self.clause(no(condition), one, no(other))

        for cell in board.cells:
            coin, is_penny = board.starts_with_coin(cell), board.starts_with_penny(cell)
            self.clause(occupied[0][cell] if coin else no(occupied[0][cell]))
            self.clause(penny[0][cell] if is_penny else no(penny[0][cell]))
        for time in times:
            for cell in board.cells:
                self.clause(no(penny[time][cell]), occupied[time][cell])
            for joint in joints:
                made = pair[time][joint]
                left, right = occupied[time][joint], occupied[time][joint + 1]
                left_penny, right_penny = penny[time][joint], penny[time][joint + 1]
                self.clause(no(made), left)
                self.clause(no(made), right)
                self.clause(no(made), left_penny, right_penny)
                self.clause(no(made), no(left_penny), no(right_penny))
                self.clause(made, no(left_penny), right_penny, no(right))
                self.clause(made, no(right_penny), left_penny, no(left))
        for move in moves:
            before, after = move, move + 1
            self.exactly_one(self.source[move])
            self.exactly_one(self.landing[move])
            for window in board.windows:
                leaves, lands = self.source[move][window], self.landing[move][window]
                for offset in range(k):
                    cell = window + offset
                    self.clause(no(leaves), occupied[before][cell])
                    self.clause(no(leaves), no(occupied[after][cell]))
                    self.clause(no(lands), no(occupied[before][cell]))
                    self.clause(no(lands), occupied[after][cell])
                    equal_if(leaves, penny[before][cell], carried[move][offset])
                    equal_if(lands, penny[after][cell], carried[move][offset])
            for cell in board.cells:
                over = range(max(0, cell - k + 1), min(cell, board.width - k) + 1)
                leaves = [self.source[move][window] for window in over]
                lands = [self.landing[move][window] for window in over]
                for state in (occupied, penny):
                    self.clause(no(state[before][cell]), state[after][cell], *leaves)
                    self.clause(state[before][cell], no(state[after][cell]), *lands)
            # What becomes of the pairs at the ends of the landing place and of the source.
            ends = [self.new() for _ in range(4)]
            for window in board.windows:
                for literal, place, time, joint in (
                    (ends[0], self.landing, after, window - 1),
                    (ends[1], self.landing, after, window + k - 1),
                    (ends[2], self.source, before, window - 1),
                    (ends[3], self.source, before, window + k - 1),
                ):
                    if 0 <= joint < board.width - 1:
                        equal_if(place[move][window], literal, pair[time][joint])
                    else:
                        self.clause(no(place[move][window]), no(literal))
            makes_left, makes_right, breaks_left, breaks_right = ends
            if move == 0:
                self.clause(*(self.landing[0][place] for place in board.first_landings))
                # It makes one pair at most, on its left, and breaks one at most.
                breaks = self.new()
                self.clause(no(breaks), breaks_left, breaks_right)
                self.clause(breaks, no(breaks_left))
                self.clause(breaks, no(breaks_right))
                self.clause(makes_left, no(breaks))
                equal_if(spent[1], makes_left, breaks)
                self.clause(spent[1], makes_left)
                self.clause(spent[1], no(breaks))
                continue
            self.clause(no(spent[before]), spent[after])
            # All is gained by a move unless it spends what is left of the slack.
            for must in (makes_left, makes_right, no(breaks_left), no(breaks_right)):
                self.clause(spent[before], spent[after], must)
                self.clause(no(spent[before]), must)
            # A move that spends it gains 1.
            spends = (spent[before], no(spent[after]))
            self.clause(*spends, makes_left, makes_right)
            self.clause(*spends, no(breaks_left), no(breaks_right))
            self.clause(*spends, no(makes_left), no(makes_right), breaks_left, breaks_right)
            for makes in (makes_left, makes_right):
                self.clause(*spends, makes, no(breaks_left))
                self.clause(*spends, makes, no(breaks_right))
        goal = [self.new() for _ in board.goals]
        self.exactly_one(goal)
        odd_pennies = self.new()
        for reached, begin in zip(goal, board.goals):
            for cell in board.cells:
                inside = begin <= cell < begin + 2 * n
                covered = occupied[n][cell]
                self.clause(no(reached), covered if inside else no(covered))
        for cell in board.cells:
            is_penny = odd_pennies if cell % 2 else no(odd_pennies)
            equal_if(occupied[n][cell], penny[n][cell], is_penny)

    def moves(self, is_true):
        """Source and landing of each move, in cells."""

        def chosen(places):
            return next(cell for cell, literal in enumerate(places) if is_true(literal))

        return [(chosen(source), chosen(landing)) for source, landing in zip(self.source, self.landing)]
