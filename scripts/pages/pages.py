"""The pages to test: filled from the player's template as tait fills it, with sample solutions."""

import html
import json
import random
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
ASSETS = HERE.parent.parent / "crates" / "draw" / "assets"
# The parts of the script, in the order in which they are put together.
SCRIPTS = ["rules.js", "stage.js", "list.js", "engine.js", "try.js", "many.js", "results.js", "any.js", "player.js"]
STYLES = ["player.css", "embedded.css"]
LARGEST_TOTAL = 300_000
LONG_COINS = 20_000
LONG_MOVES = 10_000
WIDE_MOVES = [[1, -11], [12, -8], [-9, 17], [5, 12], [10, -9], [-11, 10], [16, 5], [11, 16], [-8, 11]]


def joined(names):
    return "\n".join((ASSETS / name).read_text() for name in names)


def fill(title, play_text):
    """The page for a play, which is given as text so that a broken one can be given, too."""
    values = {
        "policy": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:",
        "description": html.escape(title),
        "title": html.escape(title),
        "style": f"<style>{joined(STYLES)}</style>",
        "script": f"<script>(() => {{{joined(SCRIPTS)}}})();</script>",
        "head": "",
        "heading": html.escape(title),
        "claim": "",
        "origin": "",
        "still": "",
        "above": "",
        "below": "",
        "play": play_text.replace("<", "\\u003c"),
    }
    # In one pass: what is filled in may contain a placeholder's name.
    template = (ASSETS / "player.html").read_text()
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template)


def long_play():
    """A row of many coins, half of them in one block that is cut up and walks along; legal, not short."""
    margin, moved = 8, 4
    row = [""] * margin + ["o"] * (LONG_COINS // 2) + ["x"] * (LONG_COINS // 2) + [""] * margin
    state, moves = row[:], []
    choice = random.Random(1)
    gap = len(row) - moved
    for _ in range(LONG_MOVES):
        # The vacancy goes all over the row: now to a place nearby, now far away.
        near = [gap - moved, gap + moved, gap - 2 * moved, gap + 2 * moved]
        far = [choice.randrange(margin, len(row) - margin - moved)]
        for source in (far + near if len(moves) % 5 == 0 else choice.sample(near, 4) + far):
            inside = 0 <= source <= len(row) - moved and abs(source - gap) >= moved
            if inside and all(state[source : source + moved]):
                break
        else:
            source = next(at for at in range(len(row)) if all(state[at : at + moved]) and abs(at - gap) >= moved)
        state[gap : gap + moved] = state[source : source + moved]
        state[source : source + moved] = [""] * moved
        moves.append([source + 1 - margin, gap + 1 - margin])
        gap = source
    return {
        "title": f"A long solution: {LONG_MOVES:,} moves of a row of {LONG_COINS:,} coins",
        "origin": "made for the test, solves nothing",
        "puzzle": "linear",
        "claim": "as many moves as are needed to see whether the page stays quick",
        "optimum": None,
        "first": 1 - margin,
        "start": row,
        "moved": moved,
        "moves": moves,
        "notes": [],
        "stationary": [],
        "added": [[101, 140]],
        "differing": False,
        "goals": [],
    }


def wide_play():
    """The solution for k = 3 and n = 8, on the board of its page."""
    return {
        "title": "3 coins at a time, n = 8",
        "origin": "",
        "puzzle": "linear",
        "claim": "9 moves, optimal",
        "optimum": 9,
        "first": -11,
        "start": [*[""] * 12, *["o"] * 8, *["x"] * 8, *[""] * 6],
        "moved": 3,
        "moves": WIDE_MOVES,
        "notes": [],
        "stationary": [],
        "added": [],
        "differing": False,
        "goals": [],
    }


def write_samples(directory):
    """Writes player-*.html for each sample, and the long and the broken page."""
    directory.mkdir(parents=True, exist_ok=True)
    for sample in sorted(HERE.glob("*.json")):
        text = sample.read_text()
        page = fill(json.loads(text)["title"], text)
        (directory / f"player-{sample.stem}.html").write_text(page)


def write_special(directory):
    directory.mkdir(parents=True, exist_ok=True)
    play = long_play()
    (directory / "long.html").write_text(fill(play["title"], json.dumps(play)))
    (directory / "broken.html").write_text(fill("Broken", '{"title": "a <b> & {{play}}", '))
    linear = json.loads((HERE / "linear.json").read_text())
    (directory / "shown.html").write_text(fill("Shown", json.dumps(linear)))
    (directory / "hidden.html").write_text(fill("Hidden", json.dumps({"hidden": True, **linear})))
    (directory / "phone.html").write_text(fill("Phone", json.dumps(wide_play())))
    wrong = json.loads((HERE / "linear.json").read_text())
    wrong["moves"][1] = [3, 4]
    (directory / "illegal.html").write_text(fill("Illegal", json.dumps(wrong)))
