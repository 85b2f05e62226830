"""Checks of the picture that moves: by itself, and as an image of another page."""

import time
from pathlib import Path

PICTURE = Path(__file__).resolve().parent.parent.parent / "pictures" / "tait-3-9.svg"
COINS, MOVED = 18, 3
# Where the coins are, as they are seen: those of the row that moves, from left to right, with their heights.
ROW = """
  return [...document.querySelectorAll(".row use")]
    .map((coin) => [coin.getAttribute("href"), coin.getBoundingClientRect()])
    .sort((one, two) => one[1].x - two[1].x)
    .map(([face, { y }]) => [face, y]);
"""


def at(browser, seconds):
    """Where everything is at this time of its round."""
    browser.run("for (const one of document.getAnimations()) { one.pause(); one.currentTime = arguments[0] * 1000; }", seconds)
    return browser.run(ROW)


def seen(browser):
    """The lines that are seen besides the title and the numbers."""
    script = "return [...document.querySelectorAll('.says')].filter((line) => line.checkVisibility({ opacityProperty: true, visibilityProperty: true })).map((line) => line.textContent)"
    return browser.run(script)


def check_moving(browser, pictures):
    browser.size(800, 240)
    for scheme in ("light", "dark"):
        browser.media(scheme, reduced=False)
        browser.open(PICTURE)
        total = browser.run("return Math.max(...document.getAnimations().map((one) => one.effect.getTiming().duration)) / 1000")
        start = at(browser, 1.0)
        browser.require([face for face, _ in start] == ["#co"] * 9 + ["#cx"] * 9, f"begins with {start}")
        browser.require(len(seen(browser)) == 1 and "Slide 3" in seen(browser)[0], f"says {seen(browser)}")
        if pictures is not None:
            browser.picture(pictures / f"animated-{scheme}-start.png")
        flying = 0
        lines = set()
        for step in range(1, 60):
            row = at(browser, 1.8 + (total - 5.4) * step / 60)
            low = max(y for _, y in row)
            flying = max(flying, sum(y < low - 30 for _, y in row))
            said = seen(browser)
            browser.require(len(said) == 1, f"says {said} at once")
            lines.update(said)
        browser.require(flying == MOVED, f"lifts {flying} coins")
        browser.require(len(lines) == 9 and all(line.startswith("Move ") for line in lines), f"says {sorted(lines)}")
        if pictures is not None:
            at(browser, 5.9)
            browser.picture(pictures / f"animated-{scheme}-flight.png")
        end = at(browser, total - 1.0)
        browser.require([face for face, _ in end] == ["#co", "#cx"] * 9, f"ends with {end}")
        browser.require(len({y for _, y in end}) == 1, "does not put all coins down")
        browser.require(seen(browser) == ["Solved in 9 moves; none is shorter"], f"says {seen(browser)} at the end")
        if pictures is not None:
            browser.picture(pictures / f"animated-{scheme}-end.png")
        ground = browser.run("return getComputedStyle(document.querySelector('.ground')).fill")
        browser.require((ground == "rgb(255, 255, 255)") == (scheme == "light"), f"has a ground of {ground} for {scheme}")
        browser.media(scheme, reduced=True)
        browser.open(PICTURE)
        browser.require(browser.run("return document.getAnimations().length") == 0, "moves although less motion is asked for")
        browser.require([face for face, _ in browser.run(ROW)] == ["#co", "#cx"] * 9, "rests on another row than the solved one")
        browser.require(browser.run("return document.querySelectorAll('.calm use').length") == COINS, "does not show the first row")
        browser.require(seen(browser) == ["The first row, and the last one after 9 moves"], f"says {seen(browser)} without motion")
        if pictures is not None:
            browser.picture(pictures / f"animated-{scheme}-still.png")
        browser.check_log()


def check_image(browser, parts):
    """As an image, which may ask for nothing and runs no script, it moves, too."""
    browser.media(reduced=False)
    parts.mkdir(parents=True, exist_ok=True)
    path = parts / "image.html"
    path.write_text(f'<!DOCTYPE html><html lang="en"><title>Image</title><img id="image" src="{PICTURE.as_uri()}" alt="A solution" width="800">')
    browser.open(path)
    browser.until("return document.getElementById('image').complete", "is not loaded as an image")
    browser.require(browser.run("return document.getElementById('image').naturalWidth") > 600, "is no image")
    first = browser.driver.get_screenshot_as_png()
    end = time.monotonic() + 8
    while browser.driver.get_screenshot_as_png() == first:
        browser.require(time.monotonic() < end, "does not move as an image")
        time.sleep(0.2)
    browser.check_log()
    return f"{PICTURE.stat().st_size:,} bytes"
