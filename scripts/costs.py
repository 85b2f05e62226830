"""What searches on clusters would cost, on paper. scripts/docs writes the tables into docs/cluster-costs.md.

The inputs below were measured once; the page says how. What comes from data/ is read from there.
"""

import math
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from tables import table

# Seconds of a core for one base of k, from docs/performance.md; the last one from the states of its 26 units, a million a second.
BASE_SECONDS = {9: 4.4, 10: 11, 11: 26, 12: 135, 13: 230}
# The most memory of a process with one thread that searches bases, in MiB, and the bytes of a journal.
BASE_MIB, BASE_JOURNAL = {10: 153, 13: 457}, 4_000
# Distinct states a second of a core in a search for n moves, and in one for more, which has to keep all of them; and bytes
# a state at the peak.
STATES, STATES_KEPT, STATE_BYTES = 5e6, 2.5e6, 16
# Configurations of a whole board a second of a core: `grid table font5x7` takes 75 s and 600 MiB for a start.
BOARD_SECONDS, BOARD_MIB = 75, 600
# Cores of one machine, over which a single breadth-first search can spread.
MACHINE = 64
CORES = (100, 10_000)
GIB = 2**30


def simulator():
    """The script scripts/simulate-scheduler as a module."""
    path = Path(__file__).resolve().parent / "simulate-scheduler"
    loader = SourceFileLoader("simulate_scheduler", str(path))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def rounded(value):
    """Two digits, which is more than any of these estimates deserves."""
    if value == 0:
        return 0
    digits = 1 - math.floor(math.log10(abs(value)))
    return round(value, digits)


def number(value):
    value = rounded(value)
    if value >= 1e6:
        power = math.floor(math.log10(value))
        return f"{value / 10**power:.1f} × 10^{power}"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def span(low, high, shown=None):
    shown = shown or number
    one, other = shown(low), shown(high)
    return one if one == other else f"{one} to {other}"


def time(seconds):
    for unit, size in (("years", 365.25 * 86_400), ("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{number(seconds / size)} {unit}"
    return f"{number(seconds)} s"


def memory(size):
    for unit, bytes_of in (("PiB", 2**50), ("TiB", 2**40), ("GiB", GIB)):
        if size >= bytes_of:
            return f"{number(size / bytes_of)} {unit}"
    return f"{number(size / 2**20)} MiB"


def inputs():
    """What the tables rest on."""
    scheduler = simulator()
    least, mean, most = growth()
    searches = ", ".join(f"{seconds} s for k = {k}" for k, seconds in BASE_SECONDS.items())
    rows = [
        ["a base, one core", searches, "measured: [performance](performance.md); k = 13 by its number of states"],
        ["growth for one coin more", f"{mean:.1f} ({least:.1f} to {most:.1f})", "from these"],
        ["memory of a unit", ", ".join(f"{size} MiB for k = {k}" for k, size in BASE_MIB.items()), "measured: peak of a process with one thread"],
        ["journal of a unit", f"{BASE_JOURNAL / 1000:.0f} KB", "measured: `framework 10`, mean"],
        [
            "search for n moves, one core",
            f"{STATES / 1e6:g} million states a second, {STATE_BYTES} bytes a state",
            "measured: `tait exists 11 15 --engine breadth --threads 1`",
        ],
        [
            "search for more moves, one core",
            f"{STATES_KEPT / 1e6:g} million states a second",
            "measured: [performance](performance.md#the-visited-set), half of the last row",
        ],
        ["whole board, one core", f"{BOARD_SECONDS} s and {BOARD_MIB} MiB for a start of the 5x7 font", "measured: [other puzzles](other-puzzles.md)"],
        ["tasks that a server starts", f"{scheduler.RATE} a second", "measured: above, rounded down; two cores start no more"],
        ["a task, a unit", f"{scheduler.TASK:g} s, {1000 * scheduler.UNIT:g} ms", "measured: above"],
        ["merging a unit", f"{1e6 * scheduler.MERGE:.0f} microseconds", "measured: above"],
        ["cores of one machine", MACHINE, "assumed"],
    ]
    return table(["input", "value", "source"], rows)


# Bases.


def growth():
    """By what factor a base costs more for one coin more: least, geometric mean, greatest."""
    ks = sorted(BASE_SECONDS)
    steps = [BASE_SECONDS[k] / BASE_SECONDS[k - 1] for k in ks[1:]]
    return min(steps), math.prod(steps) ** (1 / len(steps)), max(steps)


def memory_growth():
    """By what factor a unit needs more memory for one coin more."""
    (first, least), (last, most) = min(BASE_MIB.items()), max(BASE_MIB.items())
    return (most / least) ** (1 / (last - first))


def bases():
    """Time, memory and disk of a base for every residue, for k = 11 to 16."""
    spread = max(simulator().MEASURED)
    last = max(BASE_SECONDS)
    rows = []
    for k in (11, 12, 13, 14, 16):
        of_base = BASE_SECONDS.get(k)
        seconds = [of_base] * 3 if of_base else [BASE_SECONDS[last] * step ** (k - last) for step in growth()]
        low, likely, high = (2 * k * each for each in seconds)
        # Beyond what was measured the annotations may come to outweigh everything else. They double.
        held = [BASE_MIB[last] * 2**20 * step ** (k - last) for step in (memory_growth(), 2)][: 2 if k > last else 1]
        times = [max(likely / cores, spread * seconds[1]) for cores in CORES]
        rows.append(
            [
                k,
                "measured" if of_base else "extrapolated",
                2 * k,
                time(seconds[1]),
                time(likely) if of_base else f"{time(likely)} ({span(low, high, time)})",
                *(time(each) for each in times),
                span(held[0], held[-1], memory),
                f"{number(2 * k * BASE_JOURNAL / 1000)} KB",
            ]
        )
    heads = ["k", "a base was", "units", "a base", "all on one core", *(f"{cores:,} cores" for cores in CORES), "memory of a unit", "disk"]
    return table(heads, rows)


# Exhaustive maps.


def counted(data):
    """(k, n, moves more than n, states) of each search on record that was exhausted."""
    return [
        (held["k"], cell["n"], search["moves"] - cell["n"], sum(search["states"]))
        for _, held in data.records("classification")
        for cell in held["cells"]
        for search in cell.get("excluded", [])
    ]


def solved(matrix, right):
    """Solves linear equations by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for place in range(size):
        pivot = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        for row in range(size):
            if row != place:
                factor = rows[row][place] / rows[place][place]
                rows[row] = [one - factor * other for one, other in zip(rows[row], rows[place])]
    return [rows[place][size] / rows[place][place] for place in range(size)]


# Smaller k, whose searches have few states, are left out.
SMALLEST = 5
# The logarithm of the states is linear in these. They fit alike and differ far out.
FORMS = {
    "n log n": lambda k, n: (1, k, n, n * math.log(n)),
    "n²": lambda k, n: (1, k, n, n * n),
    "k n": lambda k, n: (1, k, n, k * n),
}


class Fit:
    """States of exhaustive searches by k and n, in each of the forms."""

    def __init__(self, rows):
        self.rows = rows
        self.coefficients = {name: self.fitted(form, self.rows) for name, form in FORMS.items()}

    @staticmethod
    def fitted(form, rows):
        points = [(form(k, n), math.log(states)) for k, n, states in rows]
        size = len(points[0][0])
        matrix = [[sum(x[i] * x[j] for x, _ in points) for j in range(size)] for i in range(size)]
        return solved(matrix, [sum(x[i] * y for x, y in points) for i in range(size)])

    def states(self, k, n):
        """Of the forms: the middle one, the least and the greatest."""
        each = [math.exp(sum(a * x for a, x in zip(self.coefficients[name], form(k, n)))) for name, form in FORMS.items()]
        return sorted(each)[1], min(each), max(each)

    def worst(self, until):
        """By what factor the middle form errs at most for larger k, when it has seen only k up to `until`."""
        seen = Fit([row for row in self.rows if row[0] <= until])
        errors = [math.log(states / seen.states(k, n)[0]) for k, n, states in self.rows if k > until]
        return math.exp(max(abs(error) for error in errors))


def last_sizes(rows):
    """For each k the largest n for which n moves do not suffice, and how it grows: a line through them."""
    last = {}
    for k, n, more, _ in rows:
        if more == 0 and k >= SMALLEST:
            last[k] = max(n, last.get(k, 0))
    mean_k, mean_n = sum(last) / len(last), sum(last.values()) / len(last)
    slope = sum((k - mean_k) * (n - mean_n) for k, n in last.items()) / sum((k - mean_k) ** 2 for k in last)
    return lambda k: round(mean_n + slope * (k - mean_k))


# How many moves more than n a search allows, and how the page names it.
MORE = {0: "n moves", 1: "n + 1 moves", 2: "n + 2 moves"}
LARGEST = 20


class Maps:
    """Exhaustive maps of each k to LARGEST, from the first of which no search for more than n moves is on record."""

    def __init__(self, data):
        rows = counted(data)
        self.known = max(k for k, _, more, _ in rows if more)
        self.last = last_sizes(rows)
        self.fits = {more: Fit([(k, n, states) for k, n, over, states in rows if over == more and k >= SMALLEST]) for more in MORE}

    def sizes(self, k, further=0):
        return range(k // 2 + 1, self.last(k) + further + 1)

    def states(self, more, further=0):
        """By k and n the middle, least and greatest number of states."""
        ks = range(self.known + 1, LARGEST + 1)
        return {(k, n): self.fits[more].states(k, n) for k in ks for n in self.sizes(k, further)}


def maps(data):
    """States of the maps, for each k."""
    held = Maps(data)
    all_states = [held.states(more) for more in MORE]
    rows = []
    for k in range(held.known + 1, LARGEST + 1):
        sums = [sum(states[k, n][0] for n in held.sizes(k)) for states in all_states]
        rows.append([k, f"{held.sizes(k)[0]} to {held.sizes(k)[-1]}", *(number(each) for each in sums)])
    return table(["k", "n", *(f"states, {name}" for name in MORE.values())], rows)


def map_totals(data):
    """Time and memory of all maps together, and of the largest search among them."""
    held, rows = Maps(data), []
    for more, name in MORE.items():
        states, rate = held.states(more).values(), STATES_KEPT if more else STATES
        likely, low, high = (sum(column) / rate for column in zip(*states))
        further = sum(each[0] for each in held.states(more, 2).values()) / rate
        largest = max(each[0] for each in states)
        times = [max(likely / cores, largest / rate / min(MACHINE, cores)) for cores in CORES]
        rows.append(
            [
                name,
                f"{held.fits[more].worst(9):.1f}",
                f"{time(likely)} ({span(low, high, time)})",
                time(further),
                *(time(each) for each in times),
                memory(STATE_BYTES * largest),
            ]
        )
    heads = ["searches for", "the fit erred by up to", "one core", "with two sizes more of each k", *(f"{cores:,} cores" for cores in CORES)]
    return table([*heads, "memory of the largest"], rows)


# Whole boards.


def boards(data):
    """The tables of the 5x9 font by searches of the whole board."""
    small, large = data.record("grid/font5x7"), data.record("grid/font5x9")
    coins = [len(record["shapes"][0]["coins"]) for record in (small, large)]
    cells = [35, 45]
    placed = [math.comb(*pair) for pair in zip(cells, coins)]
    ratio, starts = placed[1] / placed[0], len(large["shapes"])
    seconds, held = BOARD_SECONDS * ratio, BOARD_MIB * 2**20 * ratio
    rows = [
        ["configurations of a start", f"{placed[1]:,}"],
        ["one start, one core", f"{time(seconds)}; four times as long if memory is the limit: {time(4 * seconds)}"],
        [f"all {starts} starts, one core", f"{time(starts * seconds)} to {time(4 * starts * seconds)}"],
        ["memory of a start", memory(held)],
        *(
            [
                f"{cores:,} cores",
                f"{span(*(max(starts * each / cores, each / max(1, min(MACHINE, cores // starts))) for each in (seconds, 4 * seconds)), time)}; "
                f"{memory(starts * held)} of memory in all",
            ]
            for cores in CORES
        ),
    ]
    return table(["5x9 font", "cost"], rows)
