"""Checks of what the gallery's front page lets one do, and of its pages in frames of other pages."""

import datetime
import html

# What is asked, what has to be in the answer, and where its first link leads. The second half is not answered, but explained.
ANSWERS = [
    ("k = 4, n = 9", "n moves suffice", "puzzles/k04.html#n009"),
    ("4 9", "k = 4, n = 9: ", "puzzles/k04.html#n009"),
    ("n=6 k=3", "optimum 7. Its page says why.", "puzzles/k03.html#n006"),
    ("K: 3; N: 2", "no solution", "puzzles/k03.html#n002"),
    ("k = 7, n = 1347", "tait generate 7 1347", "families/k07-bases.html"),
    ("7 1347", "and Doubles for k = 7: k07-doubles settle it", "families/k07-bases.html"),
    ("k7 n1347", "n = 1347 moves suffice, and fewer do not", "families/k07-bases.html"),
    ("2 100000000000000000", "tait generate 2 100000000000000000", "families/k02-bases.html"),
    ("k=41, n=21", "a move only rotates the row", None),
    ("20 100", "tait solve 20 100", None),
]
FAULTS = [
    ("seven", "Invalid question “seven”: expected something like k = 7, n = 1347"),
    ("<b>7</b>", "Invalid question “<b>7</b>”"),
    ("7 1 347", "Invalid question “7 1 347”"),
    ("7 -3", "Invalid question “7 -3”"),
    ("k = 7", "n is missing: expected something like k = 7, n = 1347"),
    ("n = 7", "k is missing"),
    ("12", "n is missing"),
    ("1 5", "a move slides 2 to 63 adjacent coins"),
    ("64 5000", "a move slides 2 to 63 adjacent coins"),
    ("7 100000000000000001", "the row has 1 to 100000000000000000 nickels"),
    ("7 0", "the row has 1 to"),
    ("8 4", "with k = 8, n is at least 5"),
]
# Pages of all kinds that are put into another page, and how many moves they take.
EMBEDDED = [
    ("puzzles/k02.html#n004", 4),
    ("puzzles/k11.html#n030", 30),
    ("families/k03-bases.html#n010", 10),
    ("thesis.html#k05-n014", 14),
    ("checkers.html#shift-3-3", 15),
    ("shuffling.html#s-n-n-r", 6),
    ("grids.html#figure-5", 18),
    ("fonts/font5x7.html#A-9", 6),
]


def trying(address):
    """The address of a board to try, on the page of one play or of many."""
    return f"{address}/try" if "#" in address else f"{address}#try"


def play_of(browser):
    """The play of the page, or the chosen one of many."""
    return browser.run(
        """
        const read = JSON.parse(document.getElementById("play").textContent);
        return read.plays?.[location.hash.slice(1).split("/")[0]] ?? read;
        """
    )


def says(browser, part):
    browser.until(
        f"return document.getElementById('message').textContent.includes({part!r})",
        f"does not say {part!r} in its frame",
    )


def solve_by_hints(browser, moves):
    """Follows the hints of a row by keys to the end."""
    for _ in range(moves):
        browser.click("hint")
        says(browser, "is an optimal move")
        source, target = (int(end.replace("−", "-")) for end in browser.text("message").split(" is an optimal")[0].strip("()").split("→"))
        first = play_of(browser)["first"]
        browser.run("document.getElementById('stage').focus()")
        # The hint has put the choice where it begins.
        browser.press("Enter")
        says(browser, "Picked up")
        browser.press("Home", *["Right"] * (target - first), "Enter")
        says(browser, f"({str(source).replace('-', '−')}→{str(target).replace('-', '−')})" if _ < moves - 1 else "Solved")


def check_today(browser, site):
    """Each day has its puzzle, which can be played at once, by keys and by dragging; another one is a click away."""
    puzzles = "return [...document.querySelectorAll('#puzzles-of-days li')].map((li) => [li.querySelector('a').getAttribute('href'), li.dataset.moves, li.textContent])"
    browser.open(site / "index.html")
    listed = browser.run(puzzles)
    browser.require(len(listed) > 30, f"has {len(listed)} puzzles for the days")
    browser.require(len({address for address, _, _ in listed}) == len(listed), "has a puzzle twice")
    browser.require(all(3 <= int(moves) <= 20 for _, moves, _ in listed), "has a puzzle for the days that is not small")
    # A day on which it is the smallest row, and the day after, over the end of a month.
    wanted = next(index for index, (address, _, _) in enumerate(listed) if address == "puzzles/k02.html#n004")
    epoch = datetime.date(1970, 1, 1)
    day = datetime.date(2027, 1, 1)
    while (day - epoch).days % len(listed) != wanted:
        day += datetime.timedelta(days=1)
    for later in range(3):
        at = day + datetime.timedelta(days=later)
        address, moves, task = listed[(wanted + later) % len(listed)]
        with browser.on_day(at.year, at.month, at.day):
            browser.open(site / "index.html")
            told = browser.text("today-task")
            browser.require(told == f"{task}. The best possible is {moves} moves.", f"says {told!r} on {at}")
            source = browser.run("return document.getElementById('today-frame').src")
            browser.require(source.endswith(f"/{trying(address)}"), f"shows {source} on {at}")
            browser.require(browser.run("return document.activeElement === document.body"), "the frame takes the focus")
            with browser.within("#today-frame"):
                browser.until("return document.getElementById('page').classList.contains('is-trying')", "cannot be played at once")
                says(browser, "From the first row.")
            if later == 0:
                play_today(browser)
                browser.click("another")
                address = listed[(wanted + 1) % len(listed)][0]
                with browser.within("#today-frame"):
                    browser.until(f"return location.href.includes('/{address}')", "does not show another one")
                browser.require(browser.text("today-heading") == "Another puzzle", "calls it today's")
    browser.check_log()
    return f"{len(listed)} puzzles"


def play_today(browser):
    with browser.within("#today-frame"):
        first = play_of(browser)["first"]
        solve_by_hints(browser, 4)
        says(browser, "Solved in 4 moves; the best possible is 4.")
        browser.click("restart")
        # The coins 2 and 3, dragged to the right end.
        box = browser.run(
            """
            const coins = [...document.querySelectorAll("#picture > g > .coin-light, #picture > g > .coin-dark, #picture > g > .free")]
              .flatMap((path) => [...(path.getAttribute("d") ?? "").matchAll(/M([-\\d.]+) ([-\\d.]+)a([\\d.]+)/g)])
              .map(([, x, y, radius]) => [Number(x) + Number(radius), Number(y)])
              .sort((one, two) => one[0] - two[0]);
            const { left, top } = document.getElementById("picture").getBoundingClientRect();
            const first = arguments[0];
            const at = (position) => [left + coins[position - first][0], top + coins[position - first][1]];
            return [at(2), at(3), at(-1), at(0)];
            """,
            first,
        )
    # Pointers are moved on the page that has the frame.
    left, top = browser.run(
        """
        const frame = document.getElementById("today-frame");
        const { left, top } = frame.getBoundingClientRect();
        return [left + frame.clientLeft, top + frame.clientTop];
        """
    )
    middle = [(left + (one[0] + other[0]) / 2, top + one[1]) for one, other in (box[:2], box[2:])]
    browser.drag([middle[0], (middle[0][0] - 30, middle[0][1] - 10), middle[1]])
    with browser.within("#today-frame"):
        says(browser, "(2→−1).")
        browser.check_accessibility("the frame of the front page")


def ask(browser, question):
    browser.run("const q = document.getElementById('question'); q.value = arguments[0]; q.focus();", question)
    browser.press("Enter")
    return browser.text("answer")


def check_asking(browser, site):
    browser.open(site / "index.html")
    for question, part, address in ANSWERS:
        told = ask(browser, question)
        browser.require(part in told, f"answers {told!r} to {question!r}")
        link = browser.run("return document.querySelector('#answer a')?.getAttribute('href') ?? null")
        browser.require(link == address, f"leads to {link} for {question!r}")
        browser.require(browser.run("return document.getElementById('question').getAttribute('aria-invalid') === 'false'"), "calls a question wrong")
    for question, part in FAULTS:
        told = ask(browser, question)
        browser.require(part in told and len(told) < 100, f"answers {told!r} to {question!r}")
        browser.require(browser.run("return document.querySelector('#answer *') === null"), "puts elements into a message")
        browser.require(browser.run("return document.getElementById('question').getAttribute('aria-invalid') === 'true'"), "does not mark a wrong question")
    browser.check_accessibility("a question that is not understood")
    browser.require(ask(browser, "") == "", "answers nothing")
    ask(browser, "4 9")
    browser.click("answer")
    browser.run("document.querySelector('#answer a').click()")
    browser.until("return document.getElementById('slider') !== null", "the answer does not lead to the puzzle")
    browser.check_log()
    return f"{len(ANSWERS)} answers, {len(FAULTS)} faults"


def host(browser, site, parts, name, snippet):
    """A page of somebody else with a snippet in it: it names the site as its base, since both are on a disk."""
    parts.mkdir(parents=True, exist_ok=True)
    path = parts / f"host-{name.replace('/', '-').replace('#', '-')}.html"
    base = html.escape(site.resolve().as_uri())
    path.write_text(f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A lesson</title><base href="{base}/"><h1>A lesson</h1>{snippet}')
    browser.open(path)


def check_embedding(browser, site, parts, pictures):
    """What a page offers to be pasted into others works there, in 600 by 400 pixels."""
    browser.size(1000, 700)
    for name, moves in EMBEDDED:
        page, _, part = name.partition("#")
        browser.open(site / page, part or None)
        browser.require(not browser.run("return document.getElementById('snippet').checkVisibility()"), "unfolds what to embed by itself")
        browser.run("document.querySelector('#embed summary').click()")
        snippet = browser.run("return document.getElementById('snippet').value")
        browser.require(f'src="{trying(name)}"' in snippet and snippet.startswith("<iframe ") and snippet.endswith("</iframe>"), f"offers {snippet!r}")
        browser.click("embed-solution")
        without = browser.run("return document.getElementById('snippet').value")
        browser.require(without == snippet.replace(trying(name), name), f"offers {without!r} for the solution")
        browser.check_accessibility("unfolded what to embed")
        browser.click("copy")
        browser.until("return document.getElementById('copied').textContent !== ''", "does not say that it has copied")
        for text, is_trying in ((snippet, True), (without, False)):
            host(browser, site, parts, name, text)
            browser.require(browser.run("return document.activeElement === document.body"), "takes the focus of the page around it")
            with browser.within("iframe"):
                look_embedded(browser, is_trying, moves)
            if pictures is not None:
                browser.picture(pictures / f"embedded-{name.replace('/', '-').replace('#', '-')}-{'try' if is_trying else 'play'}.png")
            browser.check_log()
    host(browser, site, parts, "narrow.html", f'<iframe src="{trying(EMBEDDED[0][0])}" title="Narrow" width="320" height="480"></iframe>')
    with browser.within("iframe"):
        browser.check_width()
    # Without a frame around it the address alone asks for the same look.
    page, _, part = EMBEDDED[0][0].partition("#")
    browser.open(site / page, part)
    browser.require(not browser.run("return document.documentElement.classList.contains('embedded')"), "looks embedded by itself")
    browser.require(not browser.run("return document.getElementById('whole').checkVisibility()"), "leads to itself")
    return f"{len(EMBEDDED)} pages"


def look_embedded(browser, is_trying, moves):
    browser.until("return document.documentElement.classList.contains('embedded')", "does not notice that it is in a frame")
    browser.until(f"return document.getElementById('page').classList.contains('is-trying') === {str(is_trying).lower()}", "begins in the wrong mode")
    browser.until("return document.getElementById('picture').clientHeight > 90", "shows no board")
    hidden = browser.run(
        """
        const outside = ({ top, bottom, left, right }) => top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
        const shown = [...document.querySelectorAll("#stage, button, select, input")].filter((element) => element.checkVisibility());
        return shown.filter((element) => outside(element.getBoundingClientRect())).map((element) => element.id);
        """
    )
    browser.require(not hidden, f"has {hidden} outside of 600 by 400 pixels")
    tall = browser.run("return document.documentElement.scrollHeight - innerHeight")
    browser.require(tall <= 0, f"scrolls by {tall} pixels in a frame of 600 by 400")
    browser.check_width()
    browser.check_accessibility("in a frame")
    around = browser.run("return [...document.querySelectorAll('.around, footer')].some((element) => element.checkVisibility())")
    browser.require(not around, "shows what is around the player")
    whole = browser.run("const link = document.querySelector('#whole a'); return link.checkVisibility() && link.target")
    browser.require(whole == "_blank", "does not lead to its whole page")
    if is_trying:
        browser.run("document.getElementById('stage').focus()")
        browser.press("Enter")
        says(browser, "Picked up")
        browser.press("Escape")
        says(browser, "Put back.")
        browser.click("leave")
    else:
        # Keys are for the page around it before something in the frame is chosen.
        browser.click("forward")
    browser.press("End")
    browser.until(f"return document.getElementById('slider').value === '{moves}'", "does not go to its end")
    browser.require("Solved." in browser.text("says"), "does not say that it is solved")
