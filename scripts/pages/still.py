"""Checks of pages without JavaScript: each puzzle shows its picture, its moves and why none is shorter."""

import contextlib
import html
import json
import re

import gallery

# What a picture is, of rows and of a grid.
PICTURE = re.compile(r'<figure class="still"><svg [^>]*><path [^>]*d="[mM]')
# What a reason says.
REASONS = re.compile(r"lower bound|optimal|every smaller number|exhaustive|saw every row|moves are needed|searched")
# What stands where the moves are in a table of the page.
ELSEWHERE = "are in the table above"
# A page of each kind, with scripts off.
PAGES = [
    "puzzles/k03.html", "puzzles/k13.html", "shuffling.html", "searches/k05.html", "checkers.html", "grids.html", "solutions.html", "thesis.html",
    "families/k03-bases.html", "families/k04-wrap-m22-m24-m28.html", "fonts/font5x7.html", "index.html", "any.html", "all.html",
]


def play_of(text):
    """What the script of a page plays."""
    found = re.search(r'<script type="application/json" id="play">(.*?)</script>', gallery.unpacked(text), re.DOTALL)
    return json.loads(found[1]) if found else {}


def puzzles_of(text):
    """The puzzles of a page: name, play, and what the page says of it."""
    play = play_of(text)
    if "moves" in play:
        yield "", play, text.partition("<body>")[2].partition("<script")[0]
    sections = dict(re.findall(r'<section class="about" id="([^"]*)"[^>]*>(.*?)(?=<section class="about"|<script)', text, re.DOTALL))
    for name, one in play.get("plays", {}).items():
        yield name, one, sections.get(html.escape(name), "")


def words_of(text):
    """The text of HTML without what is packed, which stands in no element."""
    return html.unescape(re.sub(r"<[^>]*>", " ", text))


def lacking(play, said, page):
    """What a page without scripts does not show of a puzzle."""
    still = "".join(re.findall(r"<noscript>(.*?)</noscript>", said, re.DOTALL))
    if not PICTURE.search(still):
        yield "no picture"
    shown = still.count("→")
    is_elsewhere = ELSEWHERE in page and re.search(r"<td>[^<]*→", page)
    if shown < len(play["moves"]) and not is_elsewhere:
        yield f"{shown} of {len(play['moves'])} moves"
    if not REASONS.search(words_of(said)):
        yield "no words of proof"


def check_texts(site, players, failure):
    """Every puzzle of every page, read as a browser without scripts reads it."""
    count, sample = 0, None
    for path in [*sorted(site.rglob("*.html") if site is not None else []), *players]:
        text = path.read_text()
        for name, play, said in puzzles_of(text):
            lacks = list(lacking(play, said, text))
            if lacks:
                raise failure(f"{path}#{name}: without JavaScript it shows {', '.join(lacks)}")
            count += 1
            sample = sample or (play, said)
    if sample is None:
        raise failure("no page has a puzzle")
    # Whatever is taken away is missed.
    play, said = sample
    for taken, lack in [(PICTURE, "no picture"), (re.compile("→"), f"0 of {len(play['moves'])} moves"), (REASONS, "no words of proof")]:
        if list(lacking(play, taken.sub("", said), "")) != [lack]:
            raise failure(f"overlooks {lack}")
    return f"{count:,} puzzles"


@contextlib.contextmanager
def without_scripts(browser):
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def check_browser(browser, site, sizes, pictures):
    """With scripts off, pictures are there and fit, and nothing is empty that a script would fill."""
    shown = 0
    with without_scripts(browser):
        for width, height in sizes:
            browser.size(width, height)
            for name in PAGES:
                if not (site / name).exists():
                    continue
                browser.page = name
                browser.driver.get("about:blank")
                browser.driver.get((site / name).resolve().as_uri())
                stills, bad, empty = browser.run(
                    """
                    const boxes = [...document.querySelectorAll(".still > svg")].map((one) => one.getBoundingClientRect());
                    const right = [...document.querySelectorAll(".still")].map((one) => one.getBoundingClientRect().right);
                    const bad = boxes.filter(({ width, height }, at) => width < 20 || height < 8 || right[at] > innerWidth).length;
                    const hollow = [...document.querySelectorAll("[data-packed]:not(script)")].filter((one) => one.checkVisibility());
                    return [boxes.length, bad, hollow.length];
                    """
                )
                browser.require(bad == 0, f"{bad} of {stills} pictures are too small, or stick out of {width} pixels")
                browser.require(empty == 0, f"shows {empty} parts that are empty")
                browser.require(stills > 0 or "/" not in name or "fonts" in name, "shows no picture")
                browser.check_width()
                shown += stills
                if pictures is not None:
                    browser.picture(pictures / f"still-{name.replace('/', '-')}-{width}.png")
    browser.size(*sizes[0])
    return f"{shown:,} pictures"
