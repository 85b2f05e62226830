"""Drives the pages; see scripts/test-pages. Exit code: 0, or 1 when a check fails, or 4 when the
browser cannot be started."""

import argparse
import collections
import concurrent.futures
import contextlib
import json
import queue
import signal
import statistics
import sys
import time
from pathlib import Path

import animated
import front
import gallery
import markup
import pages
import setups
import still
from browser import Browser, Failure, Firefox, in_turn
from selenium.common.exceptions import WebDriverException

DESKTOP, PHONE = (1100, 900), (360, 640)
MOST_NODES = 1500
SLOWEST = 0.25  # moves a second: even a short solution plays until somebody looks
# More would take each other's time on two cores.
BROWSERS = 2
# The solution whose rules, undo and so on are tried; and how many hints are followed at most.
TAIT = {"puzzle": "linear", "moved": 2, "moves": [[2, 9], [5, 2], [8, 5], [1, 8]]}
MOST_HINTS = 30


def play_of(browser):
    return json.loads(browser.text("play"))


def length_of(play):
    return len(play["moves"])


def is_at(browser, index, seconds=10.0):
    browser.until(f"return document.getElementById('slider').value === '{index}'", f"is not at move {index}", seconds)


def says(browser, part):
    wanted = json.dumps(part)
    script = f"return document.getElementById('message').textContent.includes({wanted})"
    try:
        browser.until(script, "", 3.0)
    except Failure:
        raise Failure(f"{browser.page}: says {browser.text('message')!r} where {part!r} was expected") from None


def frames(browser, count=2):
    """Waits until the page has drawn."""
    script = """
      let [left, done] = arguments;
      const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
      next();
    """
    browser.driver.execute_async_script(script, count)


def choose_speed(browser, speed):
    browser.run(
        "const s = document.getElementById('speed'); s.value = arguments[0]; s.dispatchEvent(new Event('change'));",
        str(speed),
    )


def check_playing(browser, path):
    """Buttons, keys, the slider, the address and playing to the end."""
    browser.media(reduced=False)
    browser.open(path)
    play = play_of(browser)
    length = length_of(play)
    is_at(browser, 0)
    browser.require(browser.text("title") == play["title"], "does not show its title")
    browser.click("forward")
    is_at(browser, 1)
    browser.until("return location.hash === '#1'", "does not keep the move in its address")
    browser.until("return document.getElementById('live').textContent.startsWith('Move 1 of')", "does not say the move")
    browser.click("back")
    is_at(browser, 0)
    browser.focus_page()
    browser.press("End")
    is_at(browser, length)
    browser.press("Left")
    is_at(browser, length - 1)
    browser.press("Right")
    is_at(browser, length)
    browser.press("Home")
    is_at(browser, 0)
    choose_speed(browser, 60)
    browser.focus_page()
    browser.press("Space")
    is_at(browser, length, 10 + length / 30)
    browser.until("return !document.getElementById('page').classList.contains('is-playing')", "does not stop at the end")
    ends = browser.text("says")
    browser.require("Solved." in ends, f"does not say that it is solved, but {ends!r}")
    choose_speed(browser, SLOWEST)
    browser.focus_page()
    browser.press("Home", "Space")
    browser.until("return document.getElementById('page').classList.contains('is-playing')", "does not play")
    browser.press("Space")
    browser.until("return !document.getElementById('page').classList.contains('is-playing')", "does not pause")
    # The list of rows leads to a move, too.
    browser.run("document.getElementById('list').focus()")
    browser.press("Home", "Down")
    is_at(browser, 1)
    browser.press("Down")
    is_at(browser, min(2, length))
    browser.click("line-0")
    is_at(browser, 0)
    browser.run("location.hash = '#1'")
    is_at(browser, 1)
    browser.open(path, move=length)
    is_at(browser, length)
    notation = browser.run("return [...document.querySelectorAll('#facts dd')].map((e) => e.textContent).join(' ')")
    browser.require("→" in notation, "shows no notation of the move")
    browser.check_log()


def check_swipes(browser, path):
    browser.open(path)
    is_at(browser, 0)
    box = browser.run(
        """
        const { left, top, width, height } = document.getElementById("stage").getBoundingClientRect();
        return [left + width / 2, top + height / 2];
        """
    )
    browser.drag([box, (box[0] - 40, box[1]), (box[0] - 90, box[1] + 4)], "touch")
    is_at(browser, 1)
    browser.drag([box, (box[0] + 40, box[1]), (box[0] + 90, box[1] + 4)], "touch")
    is_at(browser, 0)


def check_printing(browser, path):
    """On paper there is every move, at its place and within the page, and nothing to press."""
    browser.open(path)
    length = length_of(play_of(browser))
    pdf = browser.driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
    browser.require(len(pdf["data"]) > 1000, "prints nothing")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    lines, pressed, wide = browser.run(
        """
        const boxes = [...document.querySelectorAll("#list .line")].map((line) => line.getBoundingClientRect());
        const pressed = [...document.querySelectorAll("button, select, input")].filter((one) => one.checkVisibility());
        const wide = [...document.querySelectorAll("#list svg")].filter((svg) => svg.getBoundingClientRect().width > 690);
        return [boxes.filter(({ top }, at) => at === 0 || top >= boxes[at - 1].bottom - 1).length, pressed.length, wide.length];
        """
    )
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    browser.require(lines == length + 1, f"prints {lines} rows of {length + 1}")
    browser.require(pressed == 0 and wide == 0, f"prints {pressed} buttons and {wide} rows that are too wide")
    browser.check_log()


def check_motion(browser, path):
    """Coins fly, but not where less motion is asked for."""
    for reduced in (False, True):
        browser.media(reduced=reduced)
        browser.open(path)
        is_at(browser, 0)
        browser.click("forward")
        seen = browser.driver.execute_async_script(
            """
            const done = arguments[0];
            const began = performance.now();
            let seen = false;
            const look = () => {
              seen ||= [...document.querySelectorAll("#picture .flying path")].some((path) => path.getAttribute("d"));
              if (performance.now() - began > 300) done(seen);
              else requestAnimationFrame(look);
            };
            look();
            """
        )
        browser.require(seen != reduced, "moves coins although less motion is asked for" if reduced else "shows no moving coins")
    browser.media(reduced=True)


def check_looks(browser, index, path, pictures):
    """Both schemes, both widths, playing and trying: accessible, and nothing sticks out."""
    for (width, height), scheme in in_turn(index, (DESKTOP, PHONE)):
        browser.size(width, height)
        browser.media(scheme, reduced=True)
        browser.open(path, move=1)
        is_at(browser, 1)
        for mode in ("play", "try"):
            if mode == "try":
                browser.click("try-button")
            frames(browser)
            browser.check_accessibility(f"{scheme}, {width} pixels, {mode}")
            browser.check_width()
            if pictures:
                browser.run("window.scrollTo(0, 0)")
                browser.picture(pictures / f"{path.stem}-{scheme}-{width}-{mode}.png")
        browser.check_log()
    browser.size(*DESKTOP)
    browser.media(reduced=True)


def begin_trying(browser, path):
    browser.open(path)
    browser.click("try-button")
    browser.until("return document.activeElement.id === 'stage'", "does not go to the board")
    return play_of(browser)


def index_of(play, position):
    return position if play["puzzle"] == "grid" else position - play["first"]


def check_hints(browser, path):
    """Following the hints solves the puzzle in the best number of moves; where it is not known, the page says so."""
    play = begin_trying(browser, path)
    length = length_of(play)
    if play["optimum"] != length:
        browser.click("hint")
        says(browser, "No optimal move is known")
        return
    for count in range(min(length, MOST_HINTS)):
        left = play["optimum"] - count
        score = browser.text("score")
        browser.require(f"here {left} more move" in score, f"the best from here is not {left} but {score!r}")
        browser.click("hint")
        says(browser, "is an optimal move")
        browser.run("document.getElementById('stage').focus()")
        move = browser.text("message").split(" is an optimal")[0]
        if play["puzzle"] != "grid":
            source, target = (int(end.replace("−", "-")) for end in move.strip("()").split("→"))
            browser.press("Enter")
            says(browser, "Picked up")
            browser.press("Home", *["Right"] * index_of(play, target), "Enter")
        else:
            names = [place["name"] for place in play["places"]]
            for end in move.split("→"):
                frames(browser)
                browser.drag([browser.point_of_cell(names.index(end))])
        counted = f"return document.getElementById('score').textContent.includes('Moves {count + 1} ')"
        browser.until(counted, f"the hint {move} was not made: {browser.text('message')}")
    if length <= MOST_HINTS:
        says(browser, f"Solved in {length} move")
        says(browser, f"; the best possible is {length}.")
    browser.check_log()


def check_trying(browser, path):
    """Rules, undo, redo and restart of the sample for k = 2 and n = 4, by keys, clicks and drags."""
    play = begin_trying(browser, path)

    def cell(position):
        frames(browser)
        return browser.point_of_cell(position - play["first"])

    def between(position):
        (left, y), (right, _) = cell(position), cell(position + 1)
        return (left + right) / 2, y

    def moves_are(count):
        counted = f"return document.getElementById('score').textContent.includes('Moves {count} ')"
        browser.until(counted, f"has not counted {count} moves: {browser.text('message')}")

    # Keys: an illegal landing, one that is outside, and a legal one.
    first = -play["first"] + 1
    browser.press("Home", *["Right"] * first)
    says(browser, "Positions 1 to 2: nickel, nickel.")
    browser.press("Left")
    browser.press("Enter")
    says(browser, "Only 1 coin stands there; a move takes 2 adjacent coins.")
    browser.press("Right", "Right", "Enter", "Right", "Enter")
    says(browser, "Position 3 is taken by the coins that move")
    browser.press("Right", "Right", "Enter")
    says(browser, "Position 5 is taken.")
    browser.press("End", "Right")
    says(browser, "outside the board")
    browser.press("Escape")
    says(browser, "Put back.")
    moves_are(0)
    browser.press("Enter")
    browser.press("Right", shift=True)
    says(browser, "To positions 9 to 10")
    browser.press("Enter")
    moves_are(1)
    browser.press("z", control=True)
    moves_are(0)
    says(browser, "Undone")
    browser.click("redo")
    moves_are(1)
    # Clicks.
    browser.drag([between(5)])
    says(browser, "Picked up from positions 5 to 6")
    browser.drag([cell(7)])
    says(browser, "is taken")
    browser.drag([between(2)])
    moves_are(2)
    # A drag onto coins, one off the board, and legal ones with mouse and finger.
    source, away = between(8), between(3)
    browser.drag([source, (source[0] - 30, source[1] - 10), away])
    says(browser, "is taken")
    browser.drag([between(8), (5, source[1])])
    says(browser, "outside the board")
    moves_are(2)
    browser.drag([between(8), (source[0] - 30, source[1] - 10), between(5)])
    moves_are(3)
    source, target = between(1), between(8)
    browser.drag([source, (source[0] + 50, source[1]), target], "touch")
    moves_are(4)
    says(browser, "Solved in 4 moves; the best possible is 4.")
    browser.require(browser.run("return document.getElementById('hint').disabled"), "gives a hint where all is done")
    # A row that nothing is known of.
    browser.click("restart")
    moves_are(0)
    browser.press("Home", *["Right"] * first, "Enter", "Home", "Enter")
    moves_are(1)
    if not play.get("small"):
        browser.require("not known" in browser.text("score"), "claims to know how many moves are left")
        browser.click("hint")
        says(browser, "No optimal move is known")
    browser.click("leave")
    is_at(browser, 0)
    browser.check_log()


def check_grid_rules(browser, path):
    """A landing that touches too few coins is explained, and the arrow keys walk between the places."""
    play = begin_trying(browser, path)
    occupied = {coin["place"] for coin in play["coins"]}
    source = min(occupied)

    def touched(place):
        return len((occupied - {source}) & set(play["places"][place]["neighbours"]))

    free = [place for place in range(len(play["places"])) if place not in occupied]
    lonely = next(place for place in free if touched(place) < play["adjacency"])
    frames(browser)
    points = [browser.point_of_cell(place) for place in (source, lonely)]
    browser.drag([points[0], points[1]])
    says(browser, f"A coin may only land where it touches at least {play['adjacency']} others; here it would touch {touched(lonely)}.")
    browser.press("Escape", "Right", "Left", "Down", "Up")
    browser.press("Enter")
    browser.until("return /Picked up|No coin/.test(document.getElementById('message').textContent)", "the keys do nothing")
    browser.check_log()


def check_long(browser, path, pictures):
    """A long play stays small as a page; how quick it is is told."""
    browser.media(reduced=True)
    began = time.perf_counter()
    browser.open(path)
    is_at(browser, 0)
    load = time.perf_counter() - began
    length = browser.run("return Number(document.getElementById('slider').max)")
    # The length of the script that a wish starts, and of the frame that draws it.
    measure = """
      const [key, done] = arguments;
      const began = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const script = performance.now() - began;
      requestAnimationFrame(() => {
        const frame = performance.now();
        setTimeout(() => done(script + Math.max(0, performance.now() - frame)), 0);
      });
    """
    times = {"jump": [], "step": []}
    for round_ in range(10):
        for kind, key in [("jump", "End"), ("step", "ArrowLeft"), ("jump", "Home"), ("step", "ArrowRight")]:
            times[kind].append(browser.driver.execute_async_script(measure, key))
    for index in range(1, 12):
        browser.run("location.hash = `#${arguments[0]}`", length * index // 12)
        is_at(browser, length * index // 12)
        browser.run("document.getElementById('list').scrollTop += 100 * arguments[0]", index)
        frames(browser)
        nodes = browser.count_nodes()
        browser.require(nodes < MOST_NODES, f"has {nodes} nodes")
    if pictures:
        browser.picture(pictures / "long.png")
    browser.click("try-button")
    frames(browser)
    browser.require(browser.count_nodes() < MOST_NODES, "has too many nodes in try mode")
    browser.click("leave")
    choose_speed(browser, 250)
    browser.run("location.hash = '#0'")
    is_at(browser, 0)
    browser.click("play-button")
    browser.until("return Number(document.getElementById('slider').value) >= 400", "does not play on", 20.0)
    browser.check_log()
    told = ", ".join(f"{kind} {statistics.median(values):.1f} ms" for kind, values in times.items())
    return f"{length:,} moves: loaded in {load:.2f} s; median script and frame: {told}; {nodes} nodes"


def check_broken(browser, directory):
    for name in ("broken", "illegal"):
        browser.open(directory / f"{name}.html")
        told = browser.text("broken")
        browser.require(told.startswith("This page cannot show its solution") and "\n" not in told, f"says {told!r}")
        browser.check_accessibility("broken")
        browser.check_log()


def check_sources():
    """The size, and that nothing in the template would need the network or another policy."""
    sizes = {name: (pages.ASSETS / name).stat().st_size for name in [*pages.SCRIPTS, *pages.STYLES, "player.html"]}
    total = sum(sizes.values())
    if total >= pages.LARGEST_TOTAL:
        raise Failure(f"script and style have {total:,} bytes")
    text = "".join((pages.ASSETS / name).read_text() for name in sizes)
    for word in ("http://", "https://", " onclick=", "@import", "url("):
        if word in text:
            raise Failure(f"the sources contain {word!r}")
    for name in pages.SCRIPTS:
        if "</script" in (pages.ASSETS / name).read_text():
            raise Failure(f"{name} would end the script element")
    scripts = sum(sizes[name] for name in pages.SCRIPTS)
    styles = sum(sizes[name] for name in pages.STYLES)
    return f"{scripts:,} bytes of script, {styles:,} of style, {sizes['player.html']:,} of template"


def run(options):
    samples, special = options.pages, options.parts / "special"
    if samples is None:
        samples = options.parts / "samples"
        pages.write_samples(samples)
    pages.write_special(special)
    players = sorted(samples.glob("player-*.html"))
    if not players:
        raise Failure(f"there are no pages player-*.html in {samples}")
    # What a browser does in one go; two of them share the groups.
    groups = [
        lambda browser, index=index, path=path: player_checks(browser, index, path, options.pictures)
        for index, path in enumerate(players)
    ]
    groups.append(lambda browser: special_checks(browser, special, options.pictures))
    groups.append(lambda browser: markup_checks(options, players))
    groups.append(lambda browser: still_checks(browser, options, players))
    groups.append(lambda browser: animated_checks(browser, special, options.pictures))
    if options.gallery is not None:
        groups.insert(0, lambda browser: gallery_looks(browser, options.gallery, options.pictures))
        groups.append(lambda browser: gallery_checks(browser, options.gallery, options.pictures))
        groups.append(lambda browser: front_checks(browser, options.gallery, special, options.pictures))
        groups.append(lambda browser: firefox_checks(options))
    passed = collections.Counter()

    def perform(checks):
        for name, check in checks:
            if options.only and options.only not in name:
                continue
            began = time.perf_counter()
            told = check()
            passed[name] += 1
            print(f"ok {name} ({time.perf_counter() - began:.1f} s)" + (f": {told}" if told else ""), flush=True)

    browsers = []
    waiting = queue.SimpleQueue()
    for group in groups:
        waiting.put(group)

    def drive(browser):
        while True:
            try:
                group = waiting.get_nowait()
            except queue.Empty:
                return
            browser.size(*DESKTOP)
            browser.media()
            perform(group(browser))

    try:
        perform([("sources", check_sources)])
        for _ in range(BROWSERS):
            browsers.append(Browser(options.modules / "axe-core" / "axe.min.js"))
        with concurrent.futures.ThreadPoolExecutor(BROWSERS) as pool:
            driven = [pool.submit(drive, browser) for browser in browsers]
            try:
                for one in concurrent.futures.as_completed(driven):
                    one.result()
            except BaseException:
                # The other ends as soon as it asks its browser for something.
                for browser in browsers:
                    browser.close()
                raise
        print(f"{passed.total()} passed, 0 failed")
    except WebDriverException as error:
        if len(browsers) == BROWSERS:
            raise
        raise Failure(f"cannot start the browser: {error.msg}") from error
    finally:
        for browser in browsers:
            browser.close()


def player_checks(browser, index, path, pictures):
    play = json.loads(path.read_text().split('id="play">')[1].split("</script>")[0])
    yield f"{path.stem}: playing", lambda: check_playing(browser, path)
    yield f"{path.stem}: swipes", lambda: check_swipes(browser, path)
    yield f"{path.stem}: printing", lambda: check_printing(browser, path)
    yield f"{path.stem}: motion", lambda: check_motion(browser, path)
    yield f"{path.stem}: looks", lambda: check_looks(browser, index, path, pictures)
    yield f"{path.stem}: hints", lambda: check_hints(browser, path)
    if all(play[key] == value for key, value in TAIT.items()):
        yield f"{path.stem}: trying", lambda: check_trying(browser, path)
    if play["puzzle"] == "grid":
        yield f"{path.stem}: rules", lambda: check_grid_rules(browser, path)


def special_checks(browser, special, pictures):
    yield "long", lambda: check_long(browser, special / "long.html", pictures)
    yield "broken", lambda: check_broken(browser, special)
    yield "hidden", lambda: setups.check_hidden(browser, special / "hidden.html")
    yield "sharing", lambda: setups.check_sharing(browser, special / "shown.html")
    yield "phone", lambda: setups.check_phone(browser, special / "phone.html", PHONE, DESKTOP)


def markup_checks(options, players):
    yield "markup", lambda: markup.check(options.modules, options.parts / "markup", players, options.gallery, Failure)


def still_checks(browser, options, players):
    # The samples are made of the template, without what a drawing adds.
    drawn = [] if options.pages is None else players
    if drawn or options.gallery is not None:
        yield "without scripts: texts", lambda: still.check_texts(options.gallery, drawn, Failure)
    if options.gallery is not None:
        yield "without scripts: pictures", lambda: still.check_browser(browser, options.gallery, (DESKTOP, PHONE), options.pictures)


def gallery_checks(browser, site, pictures):
    yield "gallery: links", lambda: gallery.check_links(site, Failure, pages.LARGEST_TOTAL)
    yield "gallery: finding", lambda: gallery.check_finding(browser, site)
    yield "gallery: shifts", lambda: gallery.check_shifts(browser, site, (DESKTOP, PHONE))
    yield "gallery: element", lambda: gallery.check_element(browser, site)
    yield "gallery: font", lambda: gallery.check_font(browser, site)
    yield "gallery: map", lambda: gallery.check_map(browser, site)
    if (site / "assets" / "engine.js").exists():
        yield "gallery: engine", lambda: gallery.check_engine(browser, site)
        yield "gallery: any puzzle", lambda: setups.check_any(browser, site, (DESKTOP, PHONE), pictures)


def firefox_checks(options):
    if (options.gallery / "assets" / "engine.js").exists():
        yield "gallery: engine in Firefox", lambda: check_in_firefox(options)


def check_in_firefox(options):
    with contextlib.closing(Firefox(options.modules / "axe-core" / "axe.min.js")) as browser:
        browser.size(*DESKTOP)
        return gallery.check_engine(browser, options.gallery)


def animated_checks(browser, special, pictures):
    yield "animated: moving", lambda: animated.check_moving(browser, pictures)
    yield "animated: as an image", lambda: animated.check_image(browser, special)


def front_checks(browser, site, special, pictures):
    yield "gallery: today", lambda: front.check_today(browser, site)
    yield "gallery: questions", lambda: front.check_asking(browser, site)
    yield "gallery: embedded", lambda: front.check_embedding(browser, site, special, pictures)


def gallery_looks(browser, site, pictures):
    yield "gallery: looks", lambda: gallery.check_looks(browser, site, (DESKTOP, PHONE), pictures)


def main():
    parser = argparse.ArgumentParser(prog="scripts/test-pages")
    parser.add_argument("--modules", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--parts", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("pages", type=Path, nargs="?", metavar="DIR", help="drive the pages player-*.html of this directory")
    parser.add_argument("--gallery", type=Path, metavar="SITE", help="check this gallery of all that is stored, too")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep screenshots here")
    parser.add_argument("--only", metavar="WORD", help="only checks whose name contains this")
    # Ended from outside, the browser is closed as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(parser.parse_args())
    except Failure as failure:
        print(f"scripts/test-pages: {failure}", file=sys.stderr)
        return 4 if str(failure).startswith("cannot start") else 1
    except WebDriverException as error:
        print(f"scripts/test-pages: the browser failed: {error.msg.splitlines()[0]}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
