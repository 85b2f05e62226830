"""What pages are written in: the checkers vnu, of the W3C, and html-validate, on a page of each kind."""

import html.parser
import json
import re
import subprocess

# What the checkers say though it is right, and why.
NOT_WRONG = {
    # A page from a disk has no origin of its own, so that 'self' would allow none of its files; and a block of JSON is no
    # script. Browsers are asked whether the policy lets through what it should.
    r".*Content Security Policy.*",
    # A property of SVG that style sheets may set since CSS has had masks.
    r"CSS: .paint-order.: Property .paint-order. doesn.t exist\.",
}
RULES = {
    "root": True,
    "extends": ["html-validate:recommended"],
    # The list of rows draws those that can be seen, out of thousands; no <select> does.
    "rules": {"prefer-native-element": ["error", {"exclude": ["listbox"]}]},
}
# Each page has a fault that one of the checkers has to find.
WRONG = {
    "vnu": ("<label>A <input> <input></label>", "<a target=_blank>nowhere</a>"),
    "html-validate": ("<label>A <input> <input></label>", "<h1></h1>"),
}


class Kinds(html.parser.HTMLParser):
    """What there is in a page: each element with its attributes, classes and role, and what it is in."""

    def __init__(self):
        super().__init__()
        self.found, self.inside = set(), []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.found.add((tag, *sorted(values), values.get("class"), values.get("role")))
        self.found.add((self.inside[-1] if self.inside else "", tag))
        if tag not in ("meta", "link", "img", "input", "br", "path"):
            self.inside.append(tag)

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass


def kinds(text):
    parser = Kinds()
    parser.feed(text)
    return parser.found


def one_of_each(site):
    """A page of each directory and each set of elements, of those whose names differ by more than numbers."""
    names, sets = {}, {}
    for page in sorted(site.rglob("*.html")):
        names.setdefault(re.sub(r"\d+", "0", str(page.relative_to(site))), page)
    for page in names.values():
        sets.setdefault((page.parent, frozenset(kinds(page.read_text()))), page)
    return list(sets.values())


def lines_of(ran):
    return [line for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]


def by_vnu(modules, paths):
    options = ["--format", "json", "--stdout", "--also-check-svg", "--filterpattern", "|".join(sorted(NOT_WRONG))]
    command = ["java", "-jar", modules / "vnu-jar/build/dist/vnu.jar", *options, *paths]
    ran = subprocess.run(command, capture_output=True, text=True)
    try:
        messages = json.loads(ran.stdout)["messages"]
    except (ValueError, KeyError):
        return None, lines_of(ran)
    return [(one["url"].rsplit("/", 1)[-1], f"{one['url']}:{one.get('lastLine')}: {one['message']}") for one in messages], None


def by_html_validate(modules, paths, rules):
    command = ["node", modules / "html-validate/bin/html-validate.mjs", "--config", rules, "--formatter", "json", *paths]
    ran = subprocess.run(command, capture_output=True, text=True)
    try:
        results = json.loads(ran.stdout)
    except ValueError:
        return None, lines_of(ran)
    return [
        (one["filePath"].rsplit("/", 1)[-1], f"{one['filePath']}:{message['line']}: {message['message']} ({message['ruleId']})")
        for one in results
        for message in one["messages"]
    ], None


def check(modules, parts, players, site, failure):
    """Both checkers find what is wrong in pages that are, and nothing in the players and the site."""
    paths = [*players, *(one_of_each(site) if site is not None else [])]
    for path in players:
        if not re.search(r'<meta name="description" content="[^"]', path.read_text()):
            raise failure(f"{path}: has no description")
    parts.mkdir(parents=True, exist_ok=True)
    rules = parts / "html-validate.json"
    rules.write_text(json.dumps(RULES))
    wrong = {}
    for checker, faults in WRONG.items():
        for number, fault in enumerate(faults):
            path = parts / f"wrong-{checker}-{number}.html"
            path.write_text(f'<!DOCTYPE html>\n<html lang="en">\n<head><title>Wrong</title></head>\n<body>{fault}</body>\n</html>\n')
            wrong.setdefault(checker, []).append(path)
    checkers = {
        "vnu": lambda paths: by_vnu(modules, paths),
        "html-validate": lambda paths: by_html_validate(modules, paths, rules),
    }
    for name, checker in checkers.items():
        said, broken = checker([*paths, *wrong[name]])
        if said is None:
            raise failure(f"{name}: {' '.join(broken[-3:])}")
        expected = {path.name for path in wrong[name]}
        overlooked = expected - {file for file, _ in said}
        if overlooked:
            raise failure(f"{name} finds nothing in {', '.join(sorted(overlooked))}")
        unexpected = [line for file, line in said if file not in expected]
        if unexpected:
            raise failure(f"{name}: {len(unexpected)} messages:\n" + "\n".join(unexpected[:20]))
    return f"{len(paths)} pages"
