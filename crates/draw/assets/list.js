// The list of rows: one configuration a line, the moved coins framed. Only the lines in sight exist.

const LIST_OVERSCAN = 3;
// The width of A4 between its margins, in pixels; and the most rows on paper, some 30 pages.
const PAPER_WIDTH = 680;
const MOST_PRINTED = 1000;

class RowList {
  constructor(element, game, range, onChoose, onWalk) {
    this.element = element;
    this.game = game;
    this.range = range;
    this.lines = new Map();
    this.inner = document.createElement("div");
    this.inner.className = "lines";
    this.inner.setAttribute("role", "none");
    element.append(this.inner);
    this.camera = game.isGrid ? null : new Camera(game);
    this.current = 0;
    this.isSolution = true;
    element.addEventListener("scroll", () => this.draw());
    element.addEventListener("click", (event) => {
      const line = event.target.closest("[data-index]");
      if (line) onChoose(Number(line.dataset.index));
    });
    // On paper there is no scrolling: every row is there, as wide as the page.
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const page = Math.max(1, Math.floor(element.clientHeight / this.lineHeight) - 1);
      const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onWalk(step);
    });
  }

  setHistory(history) {
    this.history = history;
    this.clear();
    this.layout();
  }

  print(isPrinting) {
    this.isPrinting = isPrinting;
    this.layout();
  }

  clear() {
    for (const line of this.lines.values()) line.element.remove();
    this.lines.clear();
  }

  layout() {
    const width = this.isPrinting ? PAPER_WIDTH : this.element.clientWidth;
    if (width === 0 || !this.history) return;
    const cells = this.range ? this.range[1] - this.range[0] + 1 : 0;
    const isNarrow = width < 560 && (this.game.isGrid || width - 18 * cells < 230);
    const digits = String(this.history.length).length;
    const numberWidth = Math.max(24, 8 * digits + 12);
    this.element.classList.toggle("narrow", isNarrow);
    this.element.style.setProperty("--number-width", `${numberWidth}px`);
    const textWidth = Math.min(300, Math.max(150, width * 0.3));
    const pictureWidth = width - numberWidth - (isNarrow ? 16 : textWidth + 24);
    if (this.game.isGrid) {
      const across = this.game.places.map((place) => place.at[0]);
      const span = Math.max(...across) - Math.min(...across) + 1.5;
      const height = this.game.places.map((place) => place.at[1]);
      this.pictureHeight = Math.min(108, 26 * (Math.max(...height) - Math.min(...height) + 1.5));
      this.pictureWidth = Math.min(isNarrow ? width - numberWidth - 150 : pictureWidth, 26 * span, 260);
      this.lineHeight = Math.round(this.pictureHeight + 10);
    } else {
      this.camera.layout(pictureWidth, this.range);
      // Smaller than the stage: the camera's own cells are shrunk as far as coins can be told apart.
      // On paper all of them are there.
      this.camera.size = Math.min(22, Math.max(this.isPrinting ? 2 : 6, pictureWidth / (cells + 0.6)));
      this.camera.left = this.leftAround(this.camera.left + this.camera.visible / 2);
      this.pictureWidth = Math.min(pictureWidth, (cells + 0.4) * this.camera.size);
      this.lineHeight = Math.round(this.camera.size) + (isNarrow ? 36 : 16);
    }
    this.isNarrow = isNarrow;
    this.inner.style.height = `${(this.history.length + 1) * this.lineHeight}px`;
    this.clear();
    this.draw();
  }

  /** Where the part of the rows that is shown begins. */
  leftAround(centre) {
    return this.camera.fits ? this.range[0] - 0.2 : this.camera.clamped(centre - this.camera.visible / 2);
  }

  /** Marks a row as the one on the stage, and shows the part of it that the stage shows. */
  show(index, centre) {
    const isNew = index !== this.current;
    this.current = index;
    if (this.camera) {
      const left = this.leftAround(centre);
      if (Math.abs(left - this.camera.left) > 0.01) {
        this.camera.left = left;
        for (const line of this.lines.values()) line.isStale = true;
      }
    }
    if (isNew || index === 0) this.reveal();
    this.draw();
  }

  reveal() {
    if (!this.lineHeight) return;
    const top = this.current * this.lineHeight;
    const bottom = top + this.lineHeight - this.element.clientHeight;
    const { scrollTop, clientHeight } = this.element;
    // One row on is one line further; what is far away comes to the middle.
    const isFar = scrollTop > top + clientHeight || scrollTop < bottom - clientHeight;
    if (isFar) this.element.scrollTop = (top + bottom) / 2;
    else if (scrollTop > top) this.element.scrollTop = top;
    else if (scrollTop < bottom) this.element.scrollTop = bottom;
  }

  draw() {
    if (!this.lineHeight || !this.history) return;
    const sight = Math.ceil(this.element.clientHeight / this.lineHeight) + 2 * LIST_OVERSCAN;
    const [first, inSight] = this.isPrinting
      ? [0, MOST_PRINTED]
      : [Math.max(0, Math.floor(this.element.scrollTop / this.lineHeight) - LIST_OVERSCAN), sight];
    const last = Math.min(this.history.length, first + inSight);
    for (const [index, line] of this.lines) {
      if (index >= first && index <= last) continue;
      line.element.remove();
      this.lines.delete(index);
    }
    let state = null;
    for (let index = first; index <= last; index++) {
      // One replay serves all lines, and there is none where all of them are drawn already.
      if (state !== null) this.game.apply(state, ...this.history.move(index - 1));
      const line = this.lines.get(index);
      if (line && !line.isStale) continue;
      state ??= this.history.stateAt(index);
      this.drawLine(index, state);
    }
    for (const [index, line] of this.lines)
      line.element.setAttribute("aria-selected", String(index === this.current));
    if (this.lines.has(this.current))
      this.element.setAttribute("aria-activedescendant", `line-${this.current}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  drawLine(index, state) {
    const line = this.lines.get(index) ?? this.makeLine(index, state);
    line.isStale = false;
    const move = index === 0 ? null : this.history.move(index - 1);
    if (this.game.isGrid) {
      line.picture.show({
        state,
        framed: move?.[1] ?? null,
        vacated: move?.[0] ?? null,
        last: null,
        next: null,
        flight: null,
        target: null,
      });
      return;
    }
    const { left, size, visible } = this.camera;
    const [first, last] = this.range;
    const view = {
      left,
      size,
      top: 4,
      from: Math.max(first, Math.floor(left)),
      to: Math.min(last, Math.ceil(left + visible)),
    };
    const added = index === 0 && this.isSolution ? this.game.added : null;
    line.picture.paint(state, view, {
      still: this.isSolution,
      lifted: null,
      added,
      framed: move?.[1] ?? null,
    });
  }

  makeLine(index, state) {
    const element = document.createElement("div");
    element.className = "line";
    element.id = `line-${index}`;
    element.dataset.index = String(index);
    element.setAttribute("role", "option");
    element.setAttribute("aria-posinset", String(index + 1));
    element.setAttribute("aria-setsize", String(this.history.length + 1));
    element.style.top = `${index * this.lineHeight}px`;
    element.style.height = `${this.lineHeight}px`;
    const number = document.createElement("span");
    number.className = "line-number";
    number.textContent = formatted(index);
    const svg = svgElement("svg", {
      "aria-hidden": "true",
      class: "line-picture",
      width: short(this.pictureWidth),
    });
    const text = document.createElement("span");
    text.className = "line-text";
    text.append(...this.lineText(index, state));
    element.append(number, svg, text);
    // Lines stay in the order of their numbers, for those who read the page and do not see it.
    const next = [...this.lines].filter(([other]) => other > index).sort(([one], [two]) => one - two)[0];
    this.inner.insertBefore(element, next?.[1].element ?? null);
    let picture;
    if (this.game.isGrid) {
      picture = new GridStage(svg, this.game, true);
      picture.layout(this.pictureWidth, this.pictureHeight);
    } else {
      svg.setAttribute("height", short(this.camera.size + 8));
      picture = new RowPainter(svg, this.game);
    }
    const line = { element, picture, isStale: false };
    this.lines.set(index, line);
    return line;
  }

  lineText(index, state) {
    const facts = this.history.facts(index, state);
    if (index === 0) return ["start"];
    const pattern = document.createElement("span");
    pattern.className = "pattern";
    pattern.textContent = facts.pattern.length > 14 ? `${facts.pattern.slice(0, 13)}…` : facts.pattern;
    const gain = this.game.hasPairs ? ` ${signed(facts.gain)}` : facts.way ? ` ${facts.way}` : "";
    const note = facts.note ? ` · ${facts.note}` : "";
    return [`${facts.notation} `, pattern, gain + note];
  }
}

function signed(number) {
  return number > 0 ? `+${number}` : formatted(number);
}
