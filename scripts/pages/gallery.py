"""Checks of the gallery: finding, the map by keyboard, both colour schemes, a phone, and links."""

import re
import time

from browser import in_turn

# A page of each kind is looked at; of the kinds of the index the first that it lists.
MORE_PAGES = ["numbers.html", "thesis.html", "checkers.html", "fonts/font5x7.html", "fonts/font5x7/A-9.html", "puzzles/k05-n003.html"]


def shown(browser):
    return browser.run("return [...document.querySelectorAll('#entries > li')].filter((li) => li.checkVisibility()).length")


def entries(browser):
    return browser.run(
        "return [...document.querySelectorAll('#entries > li')].map((li) => [li.dataset.kind, li.querySelector('a').getAttribute('href')])"
    )


def fill(browser, name, text):
    """Types into a field of the search, or chooses in it."""
    browser.run(
        """
        const field = document.getElementById(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("input", { bubbles: true }));
        """,
        name,
        text,
    )


def check_finding(browser, site):
    browser.open(site / "index.html")
    total = len(entries(browser))
    browser.require(total > 400 and shown(browser) == total, f"lists {shown(browser)} of {total} entries")
    for kind in sorted({kind for kind, _ in entries(browser)}):
        fill(browser, "kind", kind)
        wanted = sum(1 for other, _ in entries(browser) if other == kind)
        browser.require(shown(browser) == wanted, f"shows {shown(browser)} entries of kind {kind}, not {wanted}")
        browser.require(browser.text("count") == f"{wanted} of {total} entries", f"counts {browser.text('count')!r}")
    fill(browser, "kind", "puzzle")
    fill(browser, "k", "4")
    fill(browser, "n", "9")
    left = browser.run("return [...document.querySelectorAll('#entries > li:not([hidden]) a')].map((a) => a.getAttribute('href'))")
    browser.require(left == ["puzzles/k04-n009.html"], f"finds {left} for k = 4, n = 9")
    faded = browser.run("return document.querySelectorAll('#map td:not(.faded)').length")
    browser.require(faded == 1, f"leaves {faded} cells of the map")
    # Every family that settles a size is found by it: 1345 and all odd sizes after it by wraps for k = 7.
    fill(browser, "kind", "family")
    fill(browser, "k", "7")
    fill(browser, "n", "1347")
    left = browser.run("return [...document.querySelectorAll('#entries > li:not([hidden]) a')].map((a) => a.textContent)")
    browser.require(len(left) == 2 and any("wrap" in name for name in left), f"finds {left} for k = 7, n = 1347")
    address = browser.run("return location.hash")
    browser.require(address == "#kind=family&k=7&n=1347", f"keeps {address!r} in its address")
    fill(browser, "words", "no such thing")
    browser.require(shown(browser) == 0 and browser.run("return document.getElementById('nothing').checkVisibility()"), "does not say that nothing is found")
    browser.click("all")
    browser.until(f"return document.getElementById('count').textContent === '{total} entries'", "does not show everything again")
    began = time.perf_counter()
    fill(browser, "words", "figure 5")
    took = time.perf_counter() - began
    browser.require(0 < shown(browser) < 20, f"finds {shown(browser)} entries for figure 5")
    browser.open(site / "index.html", "kind=family&k=6")
    browser.require(0 < shown(browser) < 10, "does not read its address")
    browser.click("clear")
    browser.until(f"return document.getElementById('count').textContent === '{total} entries'", "does not reset")
    browser.check_log()
    return f"{total} entries, filtered in {took:.2f} s"


def check_map(browser, site):
    """From cell to cell by arrows, into a puzzle, which plays to its end, and back."""
    browser.open(site / "index.html")
    browser.run("document.querySelector('#map a[tabindex=\"0\"]').focus()")
    focused = "return document.activeElement.getAttribute('href')"
    for key, wanted in [("Right", "k02-n003"), ("Down", "k03-n003"), ("Down", "k04-n003"), ("Left", "k04-n003"), ("Right", "k04-n004")]:
        browser.press(key)
        browser.require(browser.run(focused) == f"puzzles/{wanted}.html", f"{key} leads to {browser.run(focused)}, not to {wanted}")
    stops = browser.run("return document.querySelectorAll('#map a[tabindex=\"0\"]').length")
    browser.require(stops == 1, f"the map has {stops} stops for the tab key")
    browser.press("Enter")
    browser.until("return document.getElementById('slider') !== null", "Enter does not open the puzzle")
    browser.click("to-end")
    browser.until("return document.getElementById('says').textContent.includes('Solved.')", "the puzzle does not play to its end")
    # Around the player its keys are those of the page again: space unfolds, and does not play.
    browser.run("document.querySelector('summary').focus()")
    browser.press("Space", "Left", "Home")
    browser.require(browser.run("return document.querySelector('details').open"), "space does not unfold what is below")
    browser.require("Solved." in browser.text("says"), "keys below the player reach it")
    browser.run("document.querySelector('.trail a').click()")
    browser.until("return document.getElementById('map') !== null", "the trail does not lead back")
    browser.check_log()


def check_engine(browser, site):
    """From a row that no table and no solution has, the engine finds the fewest moves; a question can be stopped."""
    asked = time.perf_counter()
    for puzzle, left in [("k04-n009", 9), ("k06-n011", 11)]:
        browser.open(site / f"puzzles/{puzzle}.html")
        play = browser.run("return JSON.parse(document.getElementById('play').textContent)")
        browser.click("try-button")
        browser.until("return document.activeElement.id === 'stage'", "does not go to the board")
        # The first coins go as far to the left as they can.
        browser.press("Home", *["Right"] * (1 - play["first"]), "Enter", "Home", "Enter")
        browser.until("return document.getElementById('score').textContent.includes('not known')", "knows more than its table")
        browser.click("hint")
        browser.until("return document.getElementById('message').textContent.includes('is an optimal move')", "finds no move", 60.0)
        score = browser.text("score")
        browser.require(f"here {left} more moves" in score, f"the best from there is not {left} but {score!r}")
    took = time.perf_counter() - asked
    browser.open(site / "puzzles/k05-n012.html")
    browser.click("try-button")
    play = browser.run("return JSON.parse(document.getElementById('play').textContent)")
    browser.press("Home", *["Right"] * (1 - play["first"]), "Enter", "Home", "Enter")
    browser.click("hint")
    browser.until("return document.getElementById('hint').textContent === 'Stop'", "cannot be stopped")
    browser.click("hint")
    browser.until("return document.getElementById('message').textContent.startsWith('Stopped.')", "does not stop")
    browser.require(browser.text("hint") == "Hint", "gives no more hints")
    browser.check_log()
    return f"two hints in {took:.1f} s"


def check_looks(browser, site, sizes, pictures):
    browser.open(site / "index.html")
    first = {}
    for kind, address in entries(browser):
        first.setdefault(kind, address)
    names = ["index.html", *first.values(), *(name for name in MORE_PAGES if name not in first.values())]
    for index, name in enumerate(names):
        for (width, height), scheme in in_turn(index, sizes):
            browser.media(scheme)
            browser.size(width, height)
            browser.open(site / name)
            browser.check_width()
            browser.check_accessibility(f"{name}, {scheme}, {width} wide")
            browser.check_log()
            if pictures is not None:
                browser.picture(pictures / f"gallery-{name.replace('/', '-')}-{scheme}-{width}.png")
    browser.media()
    browser.size(*sizes[0])
    return f"{len(names)} pages"


def check_links(site, failure, largest):
    """Every page has a description, every link of it leads to a file of the site; script and style are small."""
    pages = sorted(site.rglob("*.html"))
    links = 0
    for page in pages:
        text = page.read_text()
        if len(re.findall(r'<meta name="description" content="[^"]', text)) != 1:
            raise failure(f"{page.relative_to(site)}: has no description")
        for address in re.findall(r'(?:href|src)="([^"]*)"', text):
            if address.startswith(("#", "data:")):
                continue
            links += 1
            if "//" in address or not (page.parent / address.split("#")[0]).is_file():
                raise failure(f"{page.relative_to(site)}: {address} leads nowhere")
    # The engine is loaded when somebody asks it; scripts/web bounds it.
    assets = sum(path.stat().st_size for path in (site / "assets").iterdir() if path.name != "engine.js")
    if assets >= largest:
        raise failure(f"script and style have {assets:,} bytes")
    return f"{links:,} links of {len(pages):,} pages, {assets:,} bytes of script and style"
