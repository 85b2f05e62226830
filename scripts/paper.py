r"""What scripts/paper does: one LaTeX file of docs/results/paper.md, for a stock pdflatex.

The page is Markdown that reads well as it is. Here it becomes LaTeX by a few conventions:

    # Title                               the title; the next heading is that of the abstract
    ## 4. The framework                   a section, 5.1. a subsection; numbers are in order
    Section 4                             a reference to it, also within a link to its heading
    **Theorem 3 (machine-checked).** ...  one of STATEMENTS, up to the end of the paragraph; all have one numbering
    Theorem 3                             a reference to it
    **Table 1.** ...                      the caption of the table or block that follows
    ![...](figure.svg)<!--drawn: ...-->   a figure that the command draws; its caption **Figure 1.** ... follows
    [6]                                   a reference to the sixth item of the last section
    [claims](../claims.md)                the words, and the name of the file in brackets
    n >= 2k                               a formula, recognised by its letters

pdflatex reports what is referred to and not there. Exit code 2: the page does not keep to these conventions.
"""

import re
import subprocess
import sys
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "results" / "paper.md"
STATEMENTS = ("Theorem", "Lemma", "Proposition", "Corollary", "Observation", "Conjecture")
FLOATS = ("Table", "Figure")
STATEMENT = re.compile(rf"({'|'.join(STATEMENTS)}) ([0-9]+) \(([^)]+)\)\.$")
CAPTION = re.compile(rf"({'|'.join(FLOATS)}) ([0-9]+)\.$")
REFERENCE = re.compile(rf"\b({'|'.join((*STATEMENTS, *FLOATS, 'Section'))}) ([0-9]+)\b(?!\.[0-9])")
DRAWN = re.compile(r"\]\((?P<file>[^)\s]+)\)<!--drawn: (?P<command>[^>]+?)-->")
# As many letters as a line of a table holds, and the width from which a column is wrapped.
LINE, WRAPPED = 92, 15

# A formula: numbers, letters and brackets, with signs between them. Coins are code.
NUMBER = r"(?<![\w'’.-])[0-9]+(?:,[0-9]{3})*"
LETTER = r"(?<![A-Za-z'’.-])(?:nm|km|ck|[b-np-wyzDLNPRST])'?(?![A-Za-z0-9'’])[²³]?"
INSIDE = r"[0-9a-np-wyzN,\s+·/²'→-]"
GROUP = rf"\((?:{INSIDE}|\({INSIDE}+\))+\)(?:t\b)?"
ATOM = rf"(?:{NUMBER})?(?:{LETTER})?(?:{GROUP})*"
SIGN = r"\s?(?:>=|<=|=|<|>|\+|·|/|→| - )\s?"
FORMULA = re.compile(rf"(?=[\w(]){ATOM}(?:{SIGN}(?=[\w(]){ATOM})*")
IN_FORMULAS = [("<=", r"\le "), (">=", r"\ge "), ("→", r"\to "), ("·", r"\cdot "), ("²", "^2"), ("³", "^3")]
IN_WORDS = {
    "\\": r"\textbackslash{}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_", "{": r"\{", "}": r"\}", "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "→": r"$\to$", "·": r"$\cdot$", "²": "$^2$", "³": "$^3$", "≥": r"$\ge$", "√": r"$\surd$",
    "∎": r"\done", "–": "--",
}  # fmt: skip

PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{amssymb,array,tikz}
\usepackage[hidelinks]{hyperref}
\emergencystretch=3em
% The usual bullet would need a font that a stock TeX has as a bitmap.
\renewcommand{\labelitemi}{$\bullet$}
\setlength{\tabcolsep}{4pt}
\renewcommand{\arraystretch}{1.1}
\renewcommand{\topfraction}{0.9}
\renewcommand{\textfraction}{0.05}
\renewcommand{\floatpagefraction}{0.8}
% The end of a proof, at the right margin.
\newcommand{\done}{{\unskip\nobreak\hfil\penalty50\hskip1em\null\nobreak\hfil$\square$\parfillskip=0pt\par}}
\newcounter{statement}
\newenvironment{statement}[2]{\par\medskip\refstepcounter{statement}\noindent\textbf{#1~\thestatement} (#2)\textbf{.} \itshape}{\par\medskip}

"""


class Failure(Exception):
    """What in the page keeps to no convention."""


def formula(text):
    for plain, tex in IN_FORMULAS:
        text = text.replace(plain, tex)
    # A comma between digits is part of a number, and any other is not.
    return f"${re.sub(r'(?<=[0-9]),(?=[0-9]{3})', '{,}', text)}$"


def is_formula(text):
    """Whether letters or signs make it one; a number or a remark in brackets is none."""
    return bool(re.search(r"[A-Za-z=<>+·/→]| - ", text)) and not re.fullmatch(r"\([^=<>+→-]*[a-z]{2}[^=<>+→-]*\)", text)


def words(text):
    """Plain text in TeX, with its formulas."""
    parts, end = [], 0
    for found in FORMULA.finditer(text):
        if found[0].strip() and is_formula(found[0].strip()):
            held = found[0].rstrip()
            parts += [escaped(text[end : found.start()]), formula(held)]
            end = found.start() + len(held)
    return "".join([*parts, escaped(text[end:])])


def escaped(text):
    text = "".join(IN_WORDS.get(letter, letter) for letter in text)
    text = re.sub(r"\[([0-9]+)\]", r"\\cite{item\1}", text)
    return REFERENCE.sub(lambda found: rf"{found[1]}~\ref{{{found[1]}:{found[2]}}}", text)


def code(text):
    """Code that may be broken after a slash, a dash or an underscore."""
    text = "".join(IN_WORDS.get(letter, letter) if letter not in "<>" else letter for letter in text)
    text = re.sub(r"(?<=[A-Za-z0-9])(/|-|:|\\_)(?=[A-Za-z0-9])", r"\1\\allowbreak{}", text.replace("--", "-{}-"))
    return rf"\texttt{{{text}}}"


class Paper:
    """The page as LaTeX, made in one pass over its tokens."""

    def __init__(self, text, tait):
        self.tait, self.counts, self.out = tait, {}, []
        self.figures = {found["file"]: found["command"] for found in DRAWN.finditer(text)}
        text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
        self.tokens = MarkdownIt("commonmark").enable("table").parse(text)
        self.place = 0
        # What stands between its beginning and its end: a link, the caption of a table, a figure before its caption.
        self.target = self.caption = self.drawn = None
        self.in_references = False

    def numbered(self, kind, number, series=None):
        """Counts a statement, a float or a section, which has to have the next number of its series."""
        series = series or kind
        self.counts[series] = self.counts.get(series, 0) + 1
        if str(self.counts[series]) != number:
            raise Failure(f"{kind} {number} should be {kind} {self.counts[series]}")

    # Inline text.

    def inline(self, children):
        parts, plain = [], ""
        for child in [*children, None]:
            if child is not None and child.type in ("text", "softbreak"):
                plain += child.content if child.type == "text" else " "
                continue
            # Initials are no formulas.
            parts.append(escaped(plain) if self.in_references else words(plain))
            plain = ""
            parts.append(self.span(child) if child is not None else "")
        return "".join(parts).strip()

    def span(self, token):
        match token.type:
            case "code_inline" if self.target:
                # The name of the file is enough.
                target, self.target = self.target, None
                return self.file(target)
            case "code_inline":
                return code(token.content)
            case "strong_open":
                return r"\textbf{"
            case "em_open":
                return r"\emph{"
            case "strong_close" | "em_close":
                return "}"
            case "link_open":
                href = token.attrs["href"]
                self.target = None if href.startswith("#") else href
                return ""
            case "link_close":
                target, self.target = self.target, None
                return f" ({self.file(target)})" if target else ""
        raise Failure(f"{token.type} has no convention: {token.content}")

    def file(self, target):
        """The name of a file from the top of the repository."""
        return code(str((PAGE.parent / target.partition("#")[0]).resolve().relative_to(ROOT)))

    # Blocks.

    def next(self):
        self.place += 1
        return self.tokens[self.place - 1]

    def tex(self):
        while self.place < len(self.tokens):
            self.block(self.next())
        if self.caption or self.drawn:
            raise Failure("the last table has nothing but a caption, or the last figure has none")
        end = "\\end{thebibliography}\n" if self.in_references else ""
        return PREAMBLE + "\n".join(self.out) + f"\n{end}\\end{{document}}\n"

    def block(self, token):
        match token.type:
            case "heading_open":
                self.heading(int(token.tag[1]), self.next())
                self.next()
            case "paragraph_open":
                self.paragraph(self.next())
                self.next()
            case "bullet_list_open":
                self.out.append("\\begin{itemize}")
            case "bullet_list_close":
                self.out.append("\\end{itemize}")
            case "ordered_list_open" if not self.in_references:
                self.out.append("\\begin{enumerate}")
            case "ordered_list_close" if not self.in_references:
                self.out.append("\\end{enumerate}")
            case "list_item_open":
                self.out.append(rf"\bibitem{{item{token.info}}}" if self.in_references else "\\item")
            case "ordered_list_open" | "ordered_list_close" | "list_item_close":
                pass
            case "fence":
                self.verbatim(token.content)
            case "table_open":
                self.float(self.table())
            case _:
                raise Failure(f"{token.type} has no convention, line {(token.map or [0])[0] + 1}")

    def heading(self, level, inline):
        text = inline.content
        if level == 1:
            self.out.append(f"\\title{{{self.inline(inline.children)}}}\n\\author{{The tait authors}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle")
            return
        found = re.fullmatch(r"([0-9]+\.)?([0-9]+)\. (.+)|References", text)
        if not found:
            raise Failure(f"the heading '{text}' has no number")
        if text == "References":
            self.in_references = True
            self.out.append("\\begin{thebibliography}{9}")
            return
        if found[1]:
            self.numbered(f"section {found[1]}", found[2])
        else:
            self.numbered("section", found[2])
        name = "subsection" if found[1] else "section"
        self.out.append(f"\\{name}{{{words(found[3])}}}\\label{{Section:{found[1] or ''}{found[2]}}}")

    def paragraph(self, inline):
        children = inline.children
        if children[0].type == "image":
            self.figure(children[0].attrs["src"])
            return
        # A paragraph that begins with bold words, behind an empty text.
        children = [child for child in children if child.type != "text" or child.content]
        begins_bold = children[0].type == "strong_open" and children[1].type == "text"
        bold, rest = (children[1].content, children[3:]) if begins_bold else ("", children)
        if bold == "Abstract.":
            self.out.append(f"\\begin{{abstract}}\n{self.inline(rest)}\n\\end{{abstract}}")
        elif found := STATEMENT.match(bold):
            self.numbered(found[1], found[2], "statement")
            self.out.append(
                f"\\begin{{statement}}{{{found[1]}}}{{{words(found[3])}}}\\label{{{found[1]}:{found[2]}}}%\n{self.inline(rest)}\n\\end{{statement}}"
            )
        elif found := CAPTION.match(bold):
            self.numbered(found[1], found[2])
            self.caption = (found[1], found[2], self.inline(rest))
            if found[1] == "Figure":
                if not self.drawn:
                    raise Failure(f"Figure {found[2]}: no picture stands before the caption")
                self.float(self.drawn)
                self.drawn = None
        else:
            self.out.append(self.inline(children) + "\n")

    def float(self, body):
        """A table or a figure with its caption."""
        if not self.caption:
            raise Failure("a table has no caption before it")
        kind, number, caption = self.caption
        self.caption = None
        label = f"\\caption{{{caption}}}\\label{{{kind}:{number}}}"
        parts = [body, label] if kind == "Figure" else [label, "\\smallskip", body]
        name = kind.lower()
        self.out.append("\n".join([f"\\begin{{{name}}}[htbp]\\centering", *parts, f"\\end{{{name}}}"]))

    def figure(self, file):
        if file not in self.figures:
            raise Failure(f"{file}: no <!--drawn: COMMAND--> says what draws it")
        command = [self.tait, "--quiet", "--no-corpus", "--data", "data", *self.figures[file].split(), "--format", "tikz"]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        if ran.returncode != 0:
            raise Failure(f"{' '.join(command)}: {ran.stderr.strip()}")
        self.drawn = ran.stdout.strip()

    def verbatim(self, text):
        # The font of a stock TeX has no arrows.
        text = f"\\footnotesize\n\\begin{{verbatim}}\n{text.replace('→', '->')}\\end{{verbatim}}"
        if self.caption:
            self.float(f"\\begin{{minipage}}{{\\textwidth}}{text}\n\\end{{minipage}}")
        else:
            self.out.append(f"{{{text}}}\n")

    def table(self):
        rows, widths = [], []
        while (token := self.next()).type != "table_close":
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self.inline(token.children))
                column = len(rows[-1]) - 1
                widths += [0] * (column + 1 - len(widths))
                widths[column] = max(widths[column], len(re.sub(r"[`*]", "", token.content)))
        wide = [width for width in widths if width > WRAPPED]
        room = LINE - sum(width + 2 for width in widths if width <= WRAPPED) - 2 * len(wide)
        if sum(wide) > room:
            # What is wide shares the room that is left.
            columns = ["l" if width <= WRAPPED else rf">{{\raggedright\arraybackslash}}p{{{0.92 * room / LINE * width / sum(wide):.3f}\textwidth}}" for width in widths]
        else:
            columns = ["l"] * len(widths)
        lines = [" & ".join(row) + r" \\" for row in rows]
        return "\n".join([r"{\small\begin{tabular}{" + "".join(columns) + "}", r"\hline", lines[0], r"\hline", *lines[1:], r"\hline", r"\end{tabular}}"])


def main():
    if len(sys.argv) not in (3, 4):
        print("usage: scripts/paper TAIT FILE [PAGE]", file=sys.stderr)
        return 2
    tait, file, page = [*sys.argv[1:], PAGE][:3]
    try:
        tex = Paper(Path(page).read_text(encoding="utf-8"), str(Path(tait).resolve())).tex()
        Path(file).write_text(tex, encoding="utf-8")
    except (Failure, OSError) as failure:
        print(f"scripts/paper: {failure}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
