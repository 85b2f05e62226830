"""Checks of the gallery: finding, the map by keyboard, both colour schemes, a phone, and links."""

import base64
import gzip
import html
import json
import re
import time

from browser import in_turn

# A page of each kind is looked at; of the kinds of the index the first that it lists.
MORE_PAGES = [
    "all.html", "embed.html", "glossary.html", "numbers.html", "thesis.html", "checkers.html", "shuffling.html", "solutions.html", "fonts/font5x7.html",
    "fonts/font5x7.html#A-9", "puzzles/k05.html", "puzzles/k05.html#n003", "puzzles/k03.html#n006", "families/k03-bases.html", "searches/k05.html",
]
# The most milliseconds between a letter typed into the search and its list, and the most pixels of the front page.
SLOWEST_KEY, TALLEST_FRONT = 50, 4500
# The most that may move while a page loads, as a part of what is seen.
MOST_SHIFTED = 0.1
# With the records, which are most of the files and a third of the bytes.
MOST_FILES, MOST_BYTES = 500, 8_000_000

# Pages of puzzles with one vacancy and of grids, and the best possible after a move that is not the solution's.
ANYWHERE = [
    ("checkers.html#shift-3-3", 15),
    ("checkers.html#reverse-n06-from7-to-any", 20),
    ("shuffling.html#s-n-n-r", 7),
    # That move leaves the others in a smaller span than the target's.
    ("grids.html#figure-5", None),
    ("grids.html#design-4x4-7-2", 15),
    ("grids.html#figure-7", 23),
]


def shown(browser):
    """How many entries the list says it shows."""
    return int(browser.text("count").split()[0])


def entries(browser):
    return browser.run("return JSON.parse(document.getElementById('all-entries').textContent).map(([kind, , , address]) => [kind, address])")


def open_page(browser, site, name):
    """Opens a page, or what its address names on it."""
    page, _, part = name.partition("#")
    browser.open(site / page, part or None)


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
    browser.open(site / "all.html")
    total = len(entries(browser))
    browser.require(total > 400 and shown(browser) == total, f"lists {shown(browser)} of {total} entries")
    cards = "return document.querySelectorAll('#entries > li').length"
    drawn = browser.run(cards)
    browser.require(0 < drawn < total / 2, f"draws {drawn} cards at once")
    browser.run("scrollTo(0, document.documentElement.scrollHeight)")
    browser.until(f"return document.querySelectorAll('#entries > li').length > {drawn}", "draws no more cards for those who scroll")
    for kind in sorted({kind for kind, _ in entries(browser)}):
        fill(browser, "kind", kind)
        wanted = sum(1 for other, _ in entries(browser) if other == kind)
        browser.require(browser.text("count") == f"{wanted} of {total} entries", f"counts {browser.text('count')!r} for {kind}")
    fill(browser, "kind", "puzzle")
    fill(browser, "k", "4")
    fill(browser, "n", "9")
    left = browser.run("return [...document.querySelectorAll('#entries > li a')].map((a) => a.getAttribute('href'))")
    browser.require(left == ["puzzles/k04.html#n009"], f"finds {left} for k = 4, n = 9")
    # Every family that settles a size is found by it: 1345 and all odd sizes after it by wraps for k = 7, as by bases and doubles.
    fill(browser, "kind", "family")
    fill(browser, "k", "7")
    fill(browser, "n", "1347")
    left = browser.run("return [...document.querySelectorAll('#entries > li a')].map((a) => a.textContent)")
    browser.require([name.split()[0] for name in left] == ["Bases", "Wraps", "Doubles"], f"finds {left} for k = 7, n = 1347")
    address = browser.run("return location.hash")
    browser.require(address == "#kind=family&k=7&n=1347", f"keeps {address!r} in its address")
    fill(browser, "words", "no such thing")
    browser.require(shown(browser) == 0 and browser.run("return document.getElementById('nothing').checkVisibility()"), "does not say that nothing is found")
    browser.click("all")
    browser.until(f"return document.getElementById('count').textContent === '{total} entries'", "does not show everything again")
    took = browser.run(
        """
        const field = document.getElementById("words");
        return Math.min(...["f", "fi", "fig", "figu", "figure 5"].map((text) => {
          const began = performance.now();
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          document.body.offsetHeight;
          return performance.now() - began;
        }));
        """
    )
    browser.require(took < SLOWEST_KEY, f"takes {took:.0f} ms for a letter")
    browser.require(0 < shown(browser) < 20, f"finds {shown(browser)} entries for figure 5")
    browser.open(site / "all.html", "kind=family&k=6")
    browser.require(0 < shown(browser) < 10, "does not read its address")
    browser.click("clear")
    browser.until(f"return document.getElementById('count').textContent === '{total} entries'", "does not reset")
    browser.check_log()
    return f"{total} entries, filtered in {took:.0f} ms"


def check_font(browser, site):
    """Any pair of a font plays from the list of moves, and a line of text from one word to the next."""
    browser.media(reduced=True)
    browser.open(site / "fonts" / "font5x7.html")
    browser.require(not browser.run("return document.getElementById('picture').checkVisibility()"), "plays something that nobody has chosen")
    glyphs = browser.run("return document.querySelectorAll('.pairs thead .glyph').length")
    browser.require(glyphs > 30, f"shows {glyphs} glyphs")
    browser.run("document.querySelector('.pairs a[href=\"#A-9\"]').click()")
    browser.until("return document.getElementById('slider')?.max === '6'", "does not play A into 9 in 6 moves")
    browser.require(browser.text("title") == "A into 9" and browser.run("return document.title.startsWith('A into 9')"), "does not say what it plays")
    browser.require(not browser.run("return document.getElementById('typed').checkVisibility()"), "shows what is about the whole font")
    browser.click("to-end")
    browser.until("return document.getElementById('says').textContent.includes('Solved.')", "does not play to its end")
    browser.until("return location.hash === '#A-9/6'", "does not keep the pair and the move in its address")
    browser.run("document.querySelector('.trail a[href*=font5x7]').click()")
    browser.until("return document.getElementById('typed').checkVisibility()", "does not lead back to the font")
    browser.run("document.getElementById('typed-text').value = 'ON NO'")
    browser.click("typed-play")
    places = "return [...document.querySelectorAll('#typed-stage circle')].map((coin) => coin.style.transform).sort().join()"
    first = browser.run(places)
    browser.until("return document.getElementById('typed-says').textContent === 'NO → ON'", "does not play from one word to the next", 40.0)
    browser.require(browser.run(places) != first, "moves no coin")
    browser.run("document.getElementById('typed-text').value = 'ö'")
    browser.click("typed-play")
    browser.require("has no “Ö”" in browser.text("typed-says"), "does not say which letter is missing")
    browser.check_log()


def check_element(browser, site):
    """The element plays in the page that documents it, in the colours that it is told."""
    browser.media(reduced=True)
    browser.open(site / "embed.html")
    papers = []
    for index, (moves, title) in enumerate([(4, "2 coins at a time, n = 4"), (2, "2 coins at a time, from oxxxoo")]):
        frame = browser.run("return document.querySelectorAll('tait-player')[arguments[0]].shadowRoot.querySelector('iframe')", index)
        browser.require(frame.get_attribute("title") == title, f"has a frame named {frame.get_attribute('title')!r}")
        browser.driver.switch_to.frame(frame)
        try:
            browser.until(f"return document.getElementById('slider')?.max === '{moves}'", f"does not play {moves} moves")
            browser.run("document.getElementById('to-end').click()")
            browser.until("return document.getElementById('says').textContent.includes('Solved.')", "does not play to its end")
            papers.append(browser.run("return getComputedStyle(document.body).backgroundColor"))
            browser.check_accessibility("in the element")
        finally:
            browser.driver.switch_to.default_content()
    browser.require(papers[0] != papers[1], f"has the same colours in both themes, {papers[0]}")
    said = browser.run(
        """
        const player = document.querySelector("tait-player");
        player.setAttribute("puzzle", "seven");
        return player.shadowRoot.textContent;
        """
    )
    browser.require(said.startswith("tait-player: puzzle: expected something like k=2 n=4"), f"says {said!r} to a wrong puzzle")
    browser.check_log()


def check_map(browser, site):
    """From cell to cell by arrows, into a puzzle, which plays to its end, and back."""
    browser.open(site / "index.html")
    tall = browser.run("return document.documentElement.scrollHeight")
    browser.require(tall < TALLEST_FRONT, f"is {tall} pixels tall")
    wide = browser.run("const map = document.getElementById('map'); return map.offsetWidth - map.parentElement.clientWidth")
    browser.require(wide <= 0, f"its map sticks out by {wide} pixels")
    browser.run("document.querySelector('#map a[tabindex=\"0\"]').focus()")
    focused = "return document.activeElement.getAttribute('href')"
    for key, wanted in [("Right", "k02.html#n003"), ("Down", "k03.html#n003"), ("Down", "k04.html#n003"), ("Left", "k04.html#n003"), ("Right", "k04.html#n004")]:
        browser.press(key)
        browser.require(browser.run(focused) == f"puzzles/{wanted}", f"{key} leads to {browser.run(focused)}, not to {wanted}")
    stops = browser.run("return document.querySelectorAll('#map a[tabindex=\"0\"]').length")
    browser.require(stops == 1, f"the map has {stops} stops for the tab key")
    browser.press("Enter")
    browser.until("return document.getElementById('slider') !== null", "Enter does not open the puzzle")
    browser.click("to-end")
    browser.until("return document.getElementById('says').textContent.includes('Solved.')", "the puzzle does not play to its end")
    # Around the player its keys are those of the page again: space unfolds, and does not play.
    browser.run("document.querySelector('.is-chosen summary').focus()")
    browser.press("Space", "Left", "Home")
    browser.require(browser.run("return document.querySelector('.is-chosen details').open"), "space does not unfold what is below")
    browser.require("Solved." in browser.text("says"), "keys below the player reach it")
    browser.run("document.querySelector('.trail a').click()")
    browser.until("return document.getElementById('map') !== null", "the trail does not lead back")
    browser.check_log()


def opened(browser, site, puzzle):
    """Opens a puzzle and returns its play."""
    page, name = puzzle.split("-")
    browser.open(site / f"puzzles/{page}.html", name)
    return browser.run("return JSON.parse(document.getElementById('play').textContent).plays[arguments[0]]", name)


def check_engine(browser, site):
    """From a row that no table and no solution has, the engine finds the fewest moves; a question can be stopped."""
    asked = time.perf_counter()
    for puzzle, left in [("k04-n009", 9), ("k06-n011", 11)]:
        play = opened(browser, site, puzzle)
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
    play = opened(browser, site, "k05-n012")
    browser.click("try-button")
    browser.press("Home", *["Right"] * (1 - play["first"]), "Enter", "Home", "Enter")
    browser.click("hint")
    browser.until("return document.getElementById('hint').textContent === 'Stop'", "cannot be stopped")
    browser.click("hint")
    browser.until("return document.getElementById('message').textContent.startsWith('Stopped.')", "does not stop")
    browser.require(browser.text("hint") == "Hint", "gives no more hints")
    browser.check_log()
    for name, left in ANYWHERE:
        page, _, within = name.partition("#")
        browser.open(site / page, within or None)
        play = browser.run("return JSON.parse(document.getElementById('play').textContent)")
        play = play["plays"][within] if within else play
        browser.click("try-button")
        browser.until("return document.activeElement.id === 'stage'", "does not go to the board")
        detour(browser, play)
        browser.until("return document.getElementById('score').textContent.includes('not known')", "knows more than its solution")
        browser.click("hint")
        wanted = "is an optimal move" if left is not None else "No solution from here"
        browser.until(f"return document.getElementById('message').textContent.includes({wanted!r})", f"does not say {wanted!r}", 60.0)
        score = browser.text("score")
        browser.require(left is None or f"here {left} more moves" in score, f"the best from there is not {left} but {score!r}")
        browser.check_log()
    return f"{2 + len(ANYWHERE)} hints, two in {took:.1f} s"


def detour(browser, play):
    """Makes the first move of a grid or of a row with one vacancy that is legal and not the solution's."""
    if play["puzzle"] != "grid":
        row, moved = play["start"], play["moved"]
        vacancy = row.index("")
        near = range(len(row)) if moved > 1 else [vacancy + by for by in (-2, -1, 1, 2)]
        cells = (cell for cell in near if 0 <= cell and all(row[cell : cell + moved]) and len(row[cell : cell + moved]) == moved)
        cell = next(cell for cell in cells if cell + play["first"] != play["moves"][0][0])
        browser.press("Home", *["Right"] * cell, "Enter", "Enter")
        return
    places, coins = play["places"], {coin["place"] for coin in play["coins"]}
    moves = ((source, target) for source in sorted(coins) for target in range(len(places)) if target not in coins)

    def is_legal(source, target):
        return len((coins - {source}) & set(places[target]["neighbours"])) >= play["adjacency"]

    move = next(move for move in moves if is_legal(*move) and list(move) != play["moves"][0])
    browser.drag([browser.point_of_cell(place) for place in move])


def check_looks(browser, site, sizes, pictures):
    browser.open(site / "all.html")
    first = {}
    for kind, address in entries(browser):
        first.setdefault(kind, address)
    names = ["index.html", *first.values(), *(name for name in MORE_PAGES if name not in first.values())]
    for index, name in enumerate(names):
        for (width, height), scheme in in_turn(index, sizes):
            browser.media(scheme)
            browser.size(width, height)
            open_page(browser, site, name)
            browser.check_width()
            browser.check_accessibility(f"{name}, {scheme}, {width} wide")
            browser.check_log()
            if pictures is not None:
                browser.picture(pictures / f"gallery-{name.replace('/', '-').replace('#', '-')}-{scheme}-{width}.png")
    browser.media()
    browser.size(*sizes[0])
    return f"{len(names)} pages"


def check_shifts(browser, site, sizes):
    """While a page loads, nothing that is seen moves by more than what Lighthouse calls good."""
    script = """
      globalThis.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shifted += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    """
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    most = 0
    try:
        for width, height in sizes:
            browser.size(width, height)
            for name in ["index.html", "puzzles/k03.html#n008", "families/k03-bases.html", "grids.html#figure-5"]:
                open_page(browser, site, name)
                time.sleep(0.5)
                shifted = browser.run("return globalThis.shifted")
                browser.require(shifted < MOST_SHIFTED, f"moves what is seen by {shifted:.2f} at {width} pixels")
                most = max(most, shifted)
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    browser.size(*sizes[0])
    return f"at most {most:.3f}"


def check_links(site, failure, largest):
    """Every page has a title of its own, a description and a preview. Every link of it leads to a file of the site, and to a part of it
    that is there. Script and style are small."""
    pages = sorted(site.rglob("*.html"))
    titles, links = {}, 0
    texts = {page: unpacked(page.read_text()) for page in pages}
    parts = {page.resolve(): parts_of(text) for page, text in texts.items()}
    for page, text in texts.items():
        name = page.relative_to(site)
        if len(re.findall(r'<meta name="description" content="[^"]', text)) != 1:
            raise failure(f"{name}: has no description")
        for property_ in ("title", "description", "image"):
            if len(re.findall(rf'<meta property="og:{property_}" content="[^"]', text)) != 1:
                raise failure(f"{name}: has no {property_} for previews")
        title = re.search(r"<title>([^<]+)</title>", text)[1]
        if title in titles:
            raise failure(f"{name}: has the title of {titles[title]}, {title}")
        titles[title] = name
        if re.search(r" (>|&gt;|<|&lt;)= ", text):
            raise failure(f"{name}: writes >= where others write ≥")
        for address in re.findall(r'(?:href|src)="([^"]*)"', text):
            if address.startswith("data:"):
                continue
            links += 1
            path, _, part = html.unescape(address).partition("#")
            to = (page.parent / path).resolve() if path else page.resolve()
            if "//" in address or not to.is_file():
                raise failure(f"{name}: {address} leads nowhere")
            # The list of all pages takes a search.
            if part and to.suffix == ".html" and part not in parts[to] and "=" not in part:
                raise failure(f"{name}: {address} leads to no part of its page")
    # The engine is loaded when somebody asks it; scripts/web bounds it.
    assets = sum(path.stat().st_size for path in (site / "assets").iterdir() if path.suffix in (".js", ".css") and path.name not in ("engine.js", "tait-player.js"))
    if assets >= largest:
        raise failure(f"script and style have {assets:,} bytes")
    files = [path for path in site.rglob("*") if path.is_file() and path.name != "engine.js"]
    total = sum(path.stat().st_size for path in files)
    if len(files) > MOST_FILES or total > MOST_BYTES:
        raise failure(f"{len(files):,} files with {total:,} bytes are more than {MOST_FILES:,} and {MOST_BYTES:,}")
    return f"{links:,} links of {len(pages):,} pages, {len(files):,} files, {total:,} bytes, {assets:,} of script and style"


def unpacked(text):
    """A page with the texts that its script unpacks."""
    before, mark, rest = text.partition('<script type="application/json" id="packed">"')
    if mark == "":
        return text
    packed, _, after = rest.partition('"</script>')
    first, *pieces = before.split(" data-packed>")
    texts = json.loads(gzip.decompress(base64.b64decode(packed)))
    return first + "".join(f">{text}{piece}" for text, piece in zip(texts, pieces, strict=True)) + after


def parts_of(text):
    """The parts of a page that an address may name: ids, and the pairs of a font."""
    moves = re.search(r'<pre [^>]*id="moves"[^>]*>(.*?)</pre>', text, re.DOTALL)
    pairs = [] if moves is None else [line.split(" ")[0] for line in moves[1].splitlines()]
    return {*pairs, *(html.unescape(name) for name in re.findall(r' id="([^"]*)"', text))}
