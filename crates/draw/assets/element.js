// <tait-player>: a puzzle to watch and to play, as an element of any page. See README.md beside the package.
"use strict";

(() => {
  // A standalone page, without its play.
  const PAGE = {{page}};
  const NO_PLAY = "{{no play}}";
  const MOVE = /\(?\s*([-−]?\d+)\s*(?:→|->|,)\s*([-−]?\d+)\s*\)?/g;

  /** The play of a row: its letters from the position 1 on, and the moves of k coins. */
  function rowPlay(puzzle, k, row, moves, optimum) {
    // As much room on each side as any solution of n moves takes, or as its moves take.
    const reach = (numbers, all) => all.flat().reduce((most, at) => numbers(most, at), numbers(1 - 2 * k, row.length + 2 * k + 1));
    const first = reach(Math.min, moves);
    const end = Math.max(row.length + 2 * k + 1, ...moves.map(([, to]) => to + k));
    const start = Array.from({ length: end - first }, (_, at) => {
      const letter = row[at + first - 1] ?? "";
      return letter === "." ? "" : letter;
    });
    const claim = moves.length === 0 ? "" : `${moves.length} moves`;
    return { origin: "", puzzle, claim, optimum, first, start, moved: k, moves, notes: [], stationary: [], added: [], differing: false, goals: [] };
  }

  /** The play that the attributes describe; throws an error that says what is wrong. */
  function playOf(puzzle, text) {
    if (puzzle.trim().startsWith("{")) return JSON.parse(puzzle);
    const moves = [...text.matchAll(MOVE)].map((move) => move.slice(1, 3).map((at) => Number(at.replace("−", "-"))));
    if (text.replace(MOVE, "").trim() !== "") throw new Error(`moves: expected something like (2→9)(5→2), found ${text}`);
    const number = (name) => Number(new RegExp(`(?:^|\\s)${name}=(\\d+)(?:\\s|$)`).exec(puzzle)?.[1]);
    const row = /(?:^|\s)row=(\S+)/.exec(puzzle)?.[1];
    const [k, n] = [number("k"), number("n")];
    if (!(k >= 1 && k <= 63) || (row === undefined && !(n >= 1 && n <= 1000)))
      throw new Error(`puzzle: expected something like k=2 n=4, or k=2 row=oxxxoo, found ${puzzle}`);
    if (row !== undefined) return { title: `${k} coins at a time, from ${row}`, ...rowPlay("row", k, row, moves, null) };
    const coins = "o".repeat(n) + "x".repeat(n);
    // No solution has fewer than n moves.
    const optimum = moves.length === n ? n : null;
    return { title: `${k} coins at a time, n = ${n}`, ...rowPlay("linear", k, coins, moves, optimum) };
  }

  class TaitPlayer extends HTMLElement {
    static observedAttributes = ["puzzle", "moves", "theme"];

    connectedCallback() {
      this.draw();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.draw();
    }

    draw() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const frame = document.createElement("iframe");
      let shown;
      try {
        shown = playOf(this.getAttribute("puzzle") ?? "", this.getAttribute("moves") ?? "");
      } catch (error) {
        root.textContent = `tait-player: ${error.message}`;
        return;
      }
      // What is put in may contain patterns of a replacement.
      let page = PAGE.replace(NO_PLAY, () => JSON.stringify(shown).replaceAll("<", "\\u003c"));
      const theme = this.getAttribute("theme");
      if (theme === "dark" || theme === "light")
        page = page.replaceAll("@media (prefers-color-scheme: dark)", theme === "dark" ? "@media all" : "@media not all");
      // A frame without an address leads to no page of its own.
      frame.srcdoc = page.replace("</style>", () => "#whole{display:none!important}</style>");
      frame.title = shown.title ?? "A coin-sliding puzzle";
      frame.style.cssText = "display:block;width:100%;height:100%;border:0;border-radius:8px";
      this.style.display = "block";
      if (this.style.height === "" && this.offsetHeight < 100) this.style.height = "400px";
      root.replaceChildren(frame);
    }
  }

  if (customElements.get("tait-player") === undefined) customElements.define("tait-player", TaitPlayer);
})();
