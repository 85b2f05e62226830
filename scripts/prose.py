"""What scripts/test-docs checks: documents as prose, without their code.

One line for each thing that is wrong, and exit code 1:

* spelling, of all but code, addresses and comments;
* the reading level (Flesch-Kincaid grade) of paragraphs and lists, and the words of a sentence, in the guides for puzzle
  people and for teachers;
* relative links: the file, and the heading that an anchor names;
* each page of docs/ begins with what it answers, and the paper with its abstract;
* docs/words.txt is sorted, and holds no word that is not needed.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import textstat

ROOT = Path(__file__).resolve().parent.parent
# The highest grade, in years of school, and the most words of a sentence, of the pages for readers who may be young.
LIMITS = {"docs/guide-puzzles.md": (4.0, 25), "docs/guide-teachers.md": (4.0, 25)}

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
LINK = re.compile(r"!?\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
COMMENT = re.compile(r"(?P<code>(`+)(?!`)[^\n]+?(?<!`)\2(?!`))|<!--.*?-->", re.S)
END = re.compile(r"(?<=[.!?])[)\"']?\s+(?=[(\"']*(?:[A-Z0-9]|tait\b))")


class Page:
    """A document: its lines without fenced blocks and comments, and what stands in them."""

    def __init__(self, top, path):
        self.name = str(path.relative_to(top))
        self.path = path
        text = path.read_text(encoding="utf-8")
        # Comments keep their lines, so that every line keeps its number. Within code they are none.
        text = COMMENT.sub(lambda found: found[0] if found["code"] else "\n" * found[0].count("\n"), text)
        self.lines, fence = [], None
        for line in text.splitlines():
            found = FENCE.match(line)
            if fence is None and found:
                fence = found[1]
                self.lines.append("")
            elif fence is not None:
                if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                    fence = None
                self.lines.append("")
            else:
                self.lines.append(line)
        self.text = "\n".join(self.lines)

    def links(self):
        """Line and target of each link; what looks like one within code is none."""
        text = CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]) if "](" in found[0] else found[0], self.text)
        return [(text.count("\n", 0, found.start()) + 1, found["target"]) for found in LINK.finditer(text)]

    def anchors(self):
        """The anchors of its headings, as they are made where Markdown is shown."""
        seen, anchors = {}, set()
        for line in self.lines:
            found = re.match(r"^#{1,6} (.+?)\s*#*$", line)
            if found:
                title = LINK.sub(lambda link: link["text"], found[1]).replace("`", "").replace("*", "")
                anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
                count = seen.get(anchor, 0)
                seen[anchor] = count + 1
                anchors.add(f"{anchor}-{count}" if count else anchor)
        return anchors

    def spelled(self):
        """The text as hunspell reads it, line by line."""
        text = CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)
        while LINK.search(text):
            text = LINK.sub(lambda found: found["text"], text)
        text = re.sub(r"https?://\S+|\b\S+@\S+|\bdoi:\S+", " ", text)
        text = re.sub(r"</?[a-z][^>]*>", " ", text)
        # Names of files, what has a digit in it, and the possessive of what is known.
        text = re.sub(r"\b\w+\.(?:md|rs|cff|toml|json|txt|v)\b|\w*[0-9]\w*(?:-th)?|\bk-th\b", " ", text)
        return re.sub(r"(\w)['’]s\b", r"\1", text).replace("*", " ").replace("_", " ")

    def paragraphs(self):
        """Paragraphs and list items; headings, tables and pictures are no prose."""
        text = CODE.sub("Code", self.text)
        while LINK.search(text):
            text = LINK.sub(lambda found: "" if found[0].startswith("!") else found["text"], text)
        text = re.sub(r"https?://\S+", "address", text)
        text = re.sub(r"</?[a-z][^>]*>", " ", text).replace("*", "")
        held = []
        for line in text.splitlines():
            item = re.match(r"^\s*(?:[-*+]|[0-9]+\.)\s+(.*)$", line)
            if not line.strip() or line.startswith("#") or line.lstrip().startswith("|"):
                held.append("")
            elif item:
                held += ["", item[1]]
            else:
                held.append(line.strip())
        return [part.strip() for part in re.sub(r"\n{2,}", "\f", "\n".join(held)).replace("\n", " ").split("\f") if part.strip()]

    def sentences(self):
        held = [sentence.strip() for part in self.paragraphs() for sentence in END.split(part)]
        return [sentence for sentence in held if len(words_of(sentence)) > 1]

    def grade(self):
        """The Flesch-Kincaid grade; each sentence ends with a full stop and has no other."""
        plain = [re.sub(r"[.!?]", "", sentence) for sentence in self.sentences()]
        return textstat.flesch_kincaid_grade(" ".join(f"{sentence}." for sentence in plain)) if plain else 0.0


def words_of(sentence):
    return re.findall(r"[^\W_][\w'’-]*", sentence)


def pages(top):
    names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md", "proofs/README.md"]
    paths = [top / name for name in names] + sorted((top / "docs").glob("**/*.md"))
    return [Page(top, path) for path in paths if path.is_file()]


def glossary(top):
    """The words of the terms in the glossary, which are its first column."""
    text = (top / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Glossary", 1)[-1]
    terms = re.findall(r"^\| (?!---)(.+?) \|", text, re.M)[1:]
    return {word for term in terms for word in re.findall(r"[A-Za-z]+", term)}


def misspelled(text, words):
    """Those words of a text that neither the dictionary nor the given words know."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as personal:
        personal.write("".join(f"{word}\n" for word in sorted(words)))
        personal.flush()
        ran = subprocess.run(
            ["hunspell", "-d", "en_GB", "-i", "UTF-8", "-p", personal.name, "-l"], input=text, capture_output=True, text=True, check=True
        )
    return set(ran.stdout.split())


def spelling(top, documents):
    wrong, file = [], top / "docs" / "words.txt"
    words = file.read_text(encoding="utf-8").split() if file.is_file() else []
    for before, after in zip(words, words[1:]):
        if before.lower() >= after.lower():
            wrong.append(f"docs/words.txt: '{after}' stands after '{before}'; the words are sorted")
    terms = glossary(top)
    unknown = misspelled("\n".join(page.spelled() for page in documents), terms)
    needed = set()
    for page in documents:
        for number, line in enumerate(page.spelled().splitlines(), 1):
            for word in sorted(word for word in unknown if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line)):
                if word in words:
                    needed.add(word)
                else:
                    wrong.append(f"{page.name}:{number}: '{word}' is not a word of the dictionary, the glossary or docs/words.txt")
    wrong += [f"docs/words.txt: '{word}' is not needed" for word in words if word not in needed]
    return list(dict.fromkeys(wrong))


def reading(page):
    if page.name not in LIMITS:
        return []
    most, most_words = LIMITS[page.name]
    wrong, sentences = [], page.sentences()
    longest = max(sentences, key=lambda sentence: len(words_of(sentence)), default="")
    if page.grade() > most:
        wrong.append(f"{page.name}: reading level {page.grade():.1f}, at most {most:.1f} is wanted; the longest sentence: {longest}")
    for sentence in sentences:
        words = len(words_of(sentence))
        if words > most_words:
            wrong.append(f"{page.name}: reading level {page.grade():.1f}, and {words} words in a sentence, at most {most_words} are wanted: {sentence}")
    return wrong


def links(top, page):
    wrong = []
    for number, target in page.links():
        if re.match(r"[a-z][a-z+.-]*:", target):
            continue
        file, _, anchor = target.partition("#")
        path = (page.path.parent / file).resolve() if file else page.path
        if not path.exists():
            wrong.append(f"{page.name}:{number}: there is no {target}")
        elif anchor and path.suffix == ".md" and anchor not in Page(path.parent, path).anchors():
            wrong.append(f"{page.name}:{number}: {target}: there is no such heading")
    return wrong


def beginning(page):
    # A paper begins as papers do.
    wanted = "Abstract." if page.name == "docs/results/paper.md" else "This page answers"
    if not page.name.startswith("docs/") or page.paragraphs()[:1] and page.paragraphs()[0].startswith(wanted):
        return []
    return [f"{page.name}: it does not begin with '{wanted}'"]


def check(top):
    """Everything that is wrong, a line each."""
    documents = pages(top)
    wrong = spelling(top, documents)
    for page in documents:
        wrong += beginning(page) + links(top, page) + reading(page)
    return wrong


# What --self-test breaks: a file, what is done to its text, and what the line that tells of it holds.
HARD = "\n\nNotwithstanding considerable computational sophistication, unconditional verification of exhaustively established " * 9
BREAKS = [
    ("docs/theory.md", lambda text: text + "\nThis wrod is wrong.\n", "'wrod' is not a word"),
    ("README.md", lambda text: text + "\nA color here.\n", "'color' is not a word"),
    ("docs/guide-puzzles.md", lambda text: text + HARD.replace("\n\n", " ") + ".\n", "docs/guide-puzzles.md: reading level"),
    ("docs/guide-teachers.md", lambda text: text + "\nIt goes " + "on and on " * 20 + "and ends.\n", "words in a sentence, at most 25 are wanted: It goes on"),
    ("README.md", lambda text: text + "\n[nothing](docs/nothing.md)\n", "there is no docs/nothing.md"),
    ("docs/README.md", lambda text: text + "\n[nothing](theory.md#nothing)\n", "theory.md#nothing: there is no such heading"),
    ("docs/errata.md", lambda text: text.replace("This page answers", "Here is", 1), "docs/errata.md: it does not begin"),
    ("docs/words.txt", lambda text: text + "aardvarx\n", "'aardvarx' is not needed"),
    ("docs/words.txt", lambda text: "\n".join(reversed(text.split())) + "\n", "the words are sorted"),
    ("CONTRIBUTING.md", lambda text: text.replace("## Glossary", "## Words", 1), "#glossary: there is no such heading"),
]


def copy_of(top, place):
    """The documents as files that may be broken, and all else by links."""
    place.mkdir()
    for entry in top.iterdir():
        if entry.name in ("docs", "scripts") or entry.suffix == ".md":
            copied = shutil.copytree if entry.is_dir() else shutil.copy2
            copied(entry, place / entry.name)
        elif entry.name not in (".git", "target"):
            (place / entry.name).symlink_to(entry)


def self_test():
    """Breaks one copy in all these ways; nothing that is said of one is said of another."""
    with tempfile.TemporaryDirectory(prefix="tait-prose-") as directory:
        place = Path(directory).resolve() / "broken"
        copy_of(ROOT, place)
        for name, broken, _ in BREAKS:
            file = place / name
            file.write_text(broken(file.read_text(encoding="utf-8")), encoding="utf-8")
        said = check(place)
    overlooked = [(name, told) for name, _, told in BREAKS if not any(told in line for line in said)]
    for name, told in overlooked:
        print(f"scripts/test-docs: nothing is said of {name} where it should be: {told}", file=sys.stderr)
    if overlooked:
        return 1
    print(f"{len(BREAKS)} broken documents found")
    return 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/test-docs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="break copies of the documents, and fail unless each is found")
    parser.add_argument("--list", action="store_true", help="say the reading level of the guides that have a limit")
    options = parser.parse_args()
    if options.list:
        for page in (page for page in pages(ROOT) if page.name in LIMITS):
            longest = max((len(words_of(sentence)) for sentence in page.sentences()), default=0)
            most, most_words = LIMITS[page.name]
            print(f"{page.name}: reading level {page.grade():.1f} of {most:.1f}, longest sentence {longest} of {most_words} words")
        return 0
    wrong = check(ROOT)
    for line in wrong:
        print(line)
    if wrong:
        return 1
    print(f"{len(pages(ROOT))} documents: spelling, reading level and links are right")
    return self_test() if options.self_test else 0


if __name__ == "__main__":
    sys.exit(main())
