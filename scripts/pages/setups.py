"""Checks of what visitors do by themselves: any puzzle, links to where they are, results, phones, and hidden solutions."""

import json

DISCS = """
  const width = document.getElementById("picture").getBoundingClientRect().width;
  const discs = [...document.querySelectorAll("#picture > g > .coin-light, #picture > g > .coin-dark")]
    .flatMap((path) => [...(path.getAttribute("d") ?? "").matchAll(/M([-\\d.]+) ([-\\d.]+)a([\\d.]+)/g)])
    .map(([, x, , radius]) => [Number(x), Number(x) + 2 * Number(radius)]);
  return discs.filter(([left, right]) => left >= 0 && right <= width).length;
"""


def says(browser, name, part, seconds=30.0):
    script = f"return document.getElementById({name!r}).textContent.includes({json.dumps(part)})"
    try:
        browser.until(script, "", seconds)
    except Exception:
        browser.require(False, f"says {browser.text(name)!r} where {part!r} was expected")


def fill(browser, **fields):
    for name, value in fields.items():
        browser.run(
            """
            const field = document.getElementById(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event("input", { bubbles: true }));
            field.dispatchEvent(new Event("change", { bubbles: true }));
            """,
            f"any-{name}",
            str(value),
        )


def solve(browser):
    before = browser.run("document.body.dataset.old = 'yes'; return location.hash")
    browser.run("document.querySelector('#any [type=submit]').click()")
    browser.until("return document.body.dataset.old === undefined && document.getElementById('any-says')?.textContent !== ''", "does not begin")
    return before


def press_cell(browser, board, *cells):
    """Sets coins by the keyboard, from the first cell of a board on."""
    for x, y in cells:
        browser.run("const all = document.querySelectorAll(`#${arguments[0]} button`); all[8 * arguments[2] + arguments[1]].focus()", board, x, y)
        browser.press("Enter")


def check_any(browser, site, sizes, pictures):
    """Rows and grids of a visitor: the fewest moves with a proof, all of them, none, bounds, and a stop."""
    browser.open(site / "any.html")
    # Without an address, an example is there to be tried.
    browser.until("return document.getElementById('page').classList.contains('is-trying')", "has no example to try")
    browser.require(not browser.run("return document.getElementById('leave').checkVisibility()"), "offers a solution that it does not have")
    for (width, height), scheme in zip(sizes, ("light", "dark"), strict=True):
        browser.size(width, height)
        browser.media(scheme)
        browser.check_accessibility(f"any puzzle, {scheme}")
        browser.check_width()
    browser.size(*sizes[0])
    for k, row, goal, told, count in [
        (2, "oxxoox", "", "4 moves; no solution is shorter", None),
        (3, "aabbba", "bbbaaa", "moves; ", None),
        (3, "ooooo xxxxx", "", "5 moves; no solution is shorter", None),
        (2, "ooox", "", "There is no solution: ", None),
        (2, "o?x", "", "That is no puzzle: ", None),
        (2, "oooxxx", "", "3 moves; no solution is shorter: n moves are a lower bound.", "2 shortest solutions. Best first moves: (1→7) (5→−1)"),
    ]:
        fill(browser, kind="row", k=k, row=row, goal=goal)
        solve(browser)
        says(browser, "any-says", told)
        if count is not None:
            says(browser, "any-count", count.replace("−", "-"))
            browser.require(browser.run("return document.querySelectorAll('#any-solutions li').length") == 2, "does not list all solutions")
    browser.until("return document.getElementById('slider').max === '3'", "does not play what it found")
    browser.click("to-end")
    browser.until("return document.getElementById('says').textContent.includes('Solved.')", "does not play to the end")
    browser.until("return location.hash === '#row~2~oooxxx~/3'", "does not keep the row in its address")
    # The address is all that another visitor needs.
    browser.open(site / "any.html", "row~2~oooxxx~/try=1:7")
    says(browser, "any-says", "3 moves; no solution is shorter")
    browser.until("return document.getElementById('score').textContent.includes('Moves 1 ')", "does not make the moves of its address")
    browser.click("all-best")
    says(browser, "message", "Best moves: (6→9). 1 shortest way of 2 moves.")
    # A grid, by keys and by drawing with a pointer.
    fill(browser, kind="square")
    for board, cells in (("any-start", [(2, 0), (0, 1), (1, 1), (2, 1), (3, 1)]), ("any-target", [(0, 0), (0, 1), (1, 1), (2, 1), (3, 1)])):
        browser.run("for (const cell of document.querySelectorAll(`#${arguments[0]} [aria-pressed=true]`)) cell.setAttribute('aria-pressed', 'false')", board)
        press_cell(browser, board, cells[0])
        points = browser.run(
            """
            document.getElementById("any-of-grid").scrollIntoView({ block: "center" });
            const all = document.querySelectorAll(`#${arguments[0]} button`);
            return arguments[1].map(([x, y]) => all[8 * y + x].getBoundingClientRect()).map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
            """,
            board,
            cells[1:],
        )
        browser.drag(points)
        pressed = browser.run("return document.querySelectorAll(`#${arguments[0]} [aria-pressed=true]`).length", board)
        browser.require(pressed == 5, f"has {pressed} coins where 5 were drawn")
    for (width, height), scheme in zip(sizes, ("dark", "light"), strict=True):
        browser.size(width, height)
        browser.media(scheme)
        browser.check_accessibility(f"boards, {scheme}")
        browser.check_width()
        if pictures is not None:
            browser.picture(pictures / f"any-grid-{scheme}-{width}.png")
    browser.size(*sizes[0])
    solve(browser)
    says(browser, "any-says", "3 moves; no solution is shorter: searches")
    browser.until("return document.getElementById('slider').max === '3'", "does not play its grid")
    browser.click("to-end")
    browser.until("return document.getElementById('says').textContent.includes('Solved.')", "does not play its grid to the end")
    if pictures is not None:
        browser.picture(pictures / "any-solved.png")
    check_any_more(browser, site, sizes, pictures)
    # What takes long is stopped, and may be tried.
    fill(browser, kind="row", k=6, row="o" * 14 + "x" * 14, goal="x" * 14 + "o" * 14)
    solve(browser)
    browser.until("return document.getElementById('any-stop').checkVisibility()", "cannot be stopped")
    browser.click("any-stop")
    says(browser, "any-says", "Stopped.")
    browser.until("return document.getElementById('page').classList.contains('is-trying')", "cannot be tried where it was stopped")
    browser.check_log()
    browser.media()


def check_any_more(browser, site, sizes, pictures):
    """Turned blocks, coins that are told apart, ends that may be turned, and large rows by families."""
    for address, told, most in [
        ("turned~2~oooxxx~", "moves; no solution is shorter", None),
        ("square~lift~1~absolute~..1-2345~1-2345", "1 move; no solution is shorter", 1),
        ("square~lift~2~translation~oo-oo~oooo", "There is no solution", None),
        ("square~lift~2~rotation~oooo-oo~oo-oo-o-o", "2 moves; no solution is shorter", 2),
        ("square~lift~2~reflection~oooo-oo~oo-oo-o-o", "Solved already", None),
        ("triangular~slide~2~reflection~ooo-oo~oo-ooo", "move", None),
        ("family~k05-bases~57~1", "For n = 57: base n = ", 57),
        ("family~k03-turned~1000000~999990", "extended", 11),
        ("family~k05-bases~100000000000000000~50000000000000000", "For n = 100,000,000,000,000,000: base n = ", 40),
        ("family~k05-bases~1000000001~1000000001", "extended", 1),
        ("family~k05-bases~3~1", "The family has no base for n = 3.", None),
    ]:
        browser.open(site / "any.html", address)
        says(browser, "any-says", told)
        if most is None:
            continue
        browser.until(f"return document.getElementById('slider').max === '{most}'", f"{address}: does not play {most} moves")
        browser.click("to-end")
        browser.until(f"return document.getElementById('place').textContent === '{most} / {most}'", f"{address}: does not play to the end")
        whole = most > 40 or not address.startswith("family")
        browser.require(("Solved." in browser.text("says")) == whole, f"{address}: says {browser.text('says')!r} at the end")
        browser.require(browser.run("return document.getElementById('try-button').checkVisibility()") == whole, f"{address}: cannot be tried, or is no board")
        browser.check_log()
    browser.open(site / "any.html", "family~k05-bases~100000000000000000~50000000000000000")
    browser.until("return document.getElementById('slider').max === '40'", "does not play a huge row")
    for (width, height), scheme in zip(sizes, ("dark", "light"), strict=True):
        browser.size(width, height)
        browser.media(scheme)
        browser.check_accessibility(f"a family, {scheme}")
        browser.check_width()
        if pictures is not None:
            browser.picture(pictures / f"any-family-{scheme}-{width}.png")
    browser.size(*sizes[0])
    browser.click("any-later")
    # The address changes before the page does.
    later = "return document.querySelector('main').textContent.includes('oves 50,000,000,000,000,040 to') && location.hash.includes('~50000000000000040')"
    browser.until(later, "does not go on")
    # A record of a visitor, as a file that is pasted.
    browser.run(
        """
        const record = JSON.parse(document.getElementById("any-families").textContent)["k03-bases"];
        const data = new DataTransfer();
        data.setData("text", JSON.stringify({ schema: "1.0", kind: "family", ...record }));
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        """
    )
    says(browser, "any-says", "bases for k = 3. Choose n")
    fill(browser, size="1,000,000,007", **{"from": "7"})
    solve(browser)
    says(browser, "any-says", "For n = 1,000,000,007: base n = ")
    browser.run(
        """
        const data = new DataTransfer();
        data.setData("text", "{}");
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        """
    )
    says(browser, "any-says", "That is not a family of bases")
    # Coins with letters, by keys.
    browser.open(site / "any.html")
    fill(browser, kind="square")
    browser.run("document.querySelector('#any-start button').focus()")
    browser.press("7")
    browser.require(browser.run("return document.activeElement.textContent") == "7", "sets no coin with a letter")
    browser.check_accessibility("coins with letters")
    browser.check_log()


def check_sharing(browser, page):
    """An address keeps the moves; the goal can be played backwards; results are kept, compared and forgotten."""
    browser.open(page)
    browser.run("localStorage.clear()")
    browser.click("try-button")
    browser.until("return document.activeElement.id === 'stage'", "does not go to the board")
    play = browser.run("return JSON.parse(document.getElementById('play').textContent)")
    moves = play.get("moves") or [[2, 9], [5, 2], [8, 5], [1, 8]]
    whole = ",".join(f"{source}:{target}" for source, target in moves)
    browser.open(page, f"try={whole.rsplit(',', 1)[0]}")
    browser.until(f"return document.getElementById('score').textContent.includes('Moves {len(moves) - 1} ')", "does not make the moves of its address")
    browser.require("1 more move" in browser.text("score"), "is not where its address leads")
    browser.require(browser.text("leave") == "Show the solution", "shows the solution without being asked")
    browser.click("undo")
    browser.until(f"return location.hash === '#try={','.join(whole.split(',')[: len(moves) - 2])}'", "does not keep the moves in its address")
    browser.open(page, "try=2:9,2:9")
    says(browser, "message", "The address has a move that is not allowed here: 2:9.")
    browser.open(page, f"try={whole}")
    says(browser, "message", f"Solved in {len(moves)} moves; the best possible is {len(moves)}.")
    says(browser, "score", "Your best 4 moves")
    if browser.run("return typeof globalThis.taitSite === 'string'"):
        says(browser, "next", "puzzles solved.")
        browser.require(browser.run("return document.querySelectorAll('#next a').length >= 2"), "leads to no other puzzles")
        browser.check_accessibility("after a win")
        browser.run("document.querySelector('#next a').click()")
        browser.until("return document.getElementById('page')?.classList.contains('is-trying')", "the next puzzle cannot be played at once")
        browser.open(page, "try")
    says(browser, "score", "Your best 4 moves")
    browser.click("forget")
    says(browser, "message", "Your results are forgotten.")
    browser.require(browser.run("return localStorage.length") == 0, "keeps results that shall be forgotten")
    # Backwards, by hints.
    browser.click("backwards")
    says(browser, "message", "Backwards, from the goal to the first row.")
    for _ in moves:
        browser.click("hint")
        says(browser, "message", "is an optimal move")
        source, target = (int(end.replace("−", "-")) for end in browser.text("message").split(" is an optimal")[0].strip("()").split("→"))
        browser.run("document.getElementById('stage').focus()")
        browser.press("Enter")
        says(browser, "message", "Picked up")
        browser.press("Home", *["Right"] * (target - play["first"]), "Enter")
    says(browser, "message", "forwards, these moves solve the puzzle. Solved in 4 moves; the best possible is 4.")
    browser.check_log()


def check_phone(browser, page, phone, desktop):
    """All coins are in view as a page opens, in both modes, and both ends of a hint."""
    browser.size(*phone)
    browser.open(page)
    coins = browser.run("return JSON.parse(document.getElementById('play').textContent).start?.filter((text) => text !== '').length ?? 0")
    for mode in ("the solution", "play it yourself"):
        if mode != "the solution":
            browser.click("try-button")
            browser.until("return document.getElementById('page').classList.contains('is-trying')", "cannot be played")
        browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen = browser.run(DISCS)
        browser.require(coins > 0 and seen == coins, f"shows {seen} of {coins} coins, {phone[0]} wide, {mode}")
    browser.click("hint")
    says(browser, "message", "optimal move")
    browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    ends = browser.run(
        "return document.querySelector('#picture .arrow-next').getAttribute('d').match(/^M([-\\d.]+).* ([-\\d.]+) [-\\d.]+$/).slice(1).map(Number)"
    )
    width = browser.run("return document.getElementById('picture').getBoundingClientRect().width")
    browser.require(all(0 <= end <= width for end in ends), f"shows a hint from {ends[0]} to {ends[1]} on {width} pixels")
    browser.check_width()
    browser.size(*desktop)
    return f"{coins} coins"


def check_hidden(browser, page):
    """A page that hides its solution opens to be played, and shows the solution when it is asked."""
    browser.open(page)
    browser.until("return document.getElementById('page').classList.contains('is-trying')", "does not open to be played")
    browser.require(browser.text("leave") == "Show the solution", "does not offer the solution")
    shown = browser.run("return [...document.querySelectorAll('#list [role=option]')].length")
    browser.require(shown <= 1, f"shows {shown} rows")
    browser.require(not browser.run("return document.getElementById('slider').checkVisibility()"), "shows how to play the solution")
    browser.click("leave")
    browser.until("return document.getElementById('slider').checkVisibility()", "does not show the solution")
    browser.check_accessibility("the solution that was hidden")
    browser.check_log()
