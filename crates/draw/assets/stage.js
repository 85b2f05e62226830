// Drawing: rows of cells and grids of places as SVG. Only what is visible is drawn, and all discs of
// a kind are one path, so that long rows stay cheap.

const pageSvg = document.querySelector("svg");

function svgElement(name, attributes, parent) {
  const element = document.createElementNS(pageSvg.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function short(number) {
  return String(Math.round(number * 100) / 100);
}

function discPath(x, y, radius) {
  const r = short(radius);
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(2 * radius)} 0a${r} ${r} 0 1 0 ${short(-2 * radius)} 0`;
}

function crossPath(x, y, arm) {
  const side = short(2 * arm);
  return `M${short(x - arm)} ${short(y - arm)}l${side} ${side}m0 -${side}l-${side} ${side}`;
}

function boxPath(x, y, width, height, radius) {
  const r = short(radius);
  const across = short(width - 2 * radius);
  const down = short(height - 2 * radius);
  return `M${short(x + radius)} ${short(y)}h${across}a${r} ${r} 0 0 1 ${r} ${r}v${down}a${r} ${r} 0 0 1 -${r} ${r}h-${across}a${r} ${r} 0 0 1 -${r} -${r}v-${down}a${r} ${r} 0 0 1 ${r} -${r}z`;
}

function mix(from, to, time) {
  return from + (to - from) * time;
}

function eased(time) {
  return time * time * (3 - 2 * time);
}

/** Paths by class name, created once in the order in which they lie on each other. */
class Layers {
  constructor(parent, names) {
    this.paths = new Map(names.map((name) => [name, svgElement("path", { class: name }, parent)]));
  }

  set(name, path) {
    const element = this.paths.get(name);
    if (element.getAttribute("d") !== path) element.setAttribute("d", path);
  }
}

/** Texts that are reused from one picture to the next. */
class Texts {
  constructor(parent, className) {
    this.group = svgElement("g", { class: className }, parent);
    this.used = 0;
  }

  begin() {
    this.used = 0;
  }

  add(text, x, y, size, className) {
    const element = this.group.children[this.used] ?? svgElement("text", {}, this.group);
    this.used += 1;
    element.setAttribute("x", short(x));
    element.setAttribute("y", short(y));
    element.setAttribute("font-size", short(size));
    element.setAttribute("class", className ?? "");
    if (element.textContent !== text) element.textContent = text;
  }

  end() {
    while (this.group.children.length > this.used) this.group.lastChild.remove();
  }
}

const COIN_LAYERS = ["coin-light", "coin-dark", "mark-light", "mark-dark"];

/** Draws coins: light ones with a ring, dark ones with a cross, others with their text. */
class CoinPainter {
  constructor(parent, game) {
    this.game = game;
    this.layers = new Layers(parent, COIN_LAYERS);
    this.texts = new Texts(parent, "coin-texts");
    // Which code is drawn how; the letters o and x of the notation show on the coins.
    this.kinds = game.alphabet.texts.map((text) => {
      if (game.isGrid) return { dark: false, text };
      if (text === "o" || text === "w") return { dark: false, ring: text === "o" };
      if (text === "x" || text === "b") return { dark: true, cross: text === "x" };
      return { dark: false, text };
    });
  }

  begin() {
    this.light = "";
    this.dark = "";
    this.rings = "";
    this.crosses = "";
    this.texts.begin();
  }

  add(code, x, y, radius) {
    const kind = this.kinds[code];
    const disc = discPath(x, y, radius);
    if (kind.dark) this.dark += disc;
    else this.light += disc;
    if (kind.ring && radius > 6) this.rings += discPath(x, y, radius * 0.42);
    if (kind.cross && radius > 6) this.crosses += crossPath(x, y, radius * 0.32);
    if (kind.text)
      this.texts.add(
        kind.text,
        x,
        y,
        radius * (kind.text.length > 2 ? 0.7 : kind.text.length > 1 ? 0.95 : 1.15),
      );
  }

  end() {
    this.layers.set("coin-light", this.light);
    this.layers.set("coin-dark", this.dark);
    this.layers.set("mark-light", this.rings);
    this.layers.set("mark-dark", this.crosses);
    this.texts.end();
  }
}

/** One row of cells, or the visible part of it. */
class RowPainter {
  constructor(parent, game) {
    this.game = game;
    this.layers = new Layers(parent, ["still", "still-bar", "free", "added"]);
    this.coins = new CoinPainter(parent, game);
    this.over = new Layers(parent, ["frame"]);
  }

  /** `view`: left (cell at x = 0), size (of a cell), from and to (cells drawn), top. */
  paint(state, view, marks) {
    const { left, size, from, to, top } = view;
    const middle = top + size / 2;
    const radius = size * 0.42;
    let still = "";
    let bars = "";
    let free = "";
    this.coins.begin();
    for (let cell = from; cell <= to; cell++) {
      const x = (cell - left) * size;
      const lifted = marks.lifted !== null && cell >= marks.lifted && cell < marks.lifted + this.game.moved;
      if (this.game.stationary[cell] && marks.still) {
        still += `M${short(x)} ${short(top - 2)}h${short(size)}v${short(size + 5)}h-${short(size)}z`;
        bars += `M${short(x)} ${short(top + size + 3)}h${short(size)}`;
      }
      if (state[cell] === FREE || lifted) free += discPath(x + size / 2, middle, Math.max(1.2, size * 0.06));
      else this.coins.add(state[cell], x + size / 2, middle, radius);
    }
    this.coins.end();
    this.layers.set("still", still);
    this.layers.set("still-bar", bars);
    this.layers.set("free", free);
    let added = "";
    for (const [first, last] of marks.added ?? []) {
      const start = Math.max(first, from - 1);
      const end = Math.min(last, to + 1);
      if (start <= end)
        added += boxPath((start - left) * size + 0.5, top - 2.5, (end - start + 1) * size - 1, size + 5, 3);
    }
    this.layers.set("added", added);
    this.over.set("frame", this.box(marks.framed, view));
  }

  box(cell, { left, size, from, to, top }) {
    if (cell === null || cell > to + this.game.moved || cell + this.game.moved < from - this.game.moved)
      return "";
    return boxPath(
      (cell - left) * size + 0.5,
      top - 1.5,
      this.game.moved * size - 1,
      size + 3,
      Math.min(size * 0.3, 9),
    );
  }
}

const LARGEST_CELL = 46;
// Smaller ones show no coins to tell apart: then a part of the row is seen.
const SMALLEST_CELL = 9;
// Where a row does not fit there is no need to be small.
const SCROLLED_CELL = 28;
const RULER_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** Which part of a row is in view: cells of `size`, the first one at `left`. */
class Camera {
  constructor(game) {
    this.game = game;
    this.left = 0;
    this.range = [0, game.size - 1];
  }

  /** Shows the whole range, or else all coins, or else the first of them or what was seen before. */
  layout(width, [first, last], [low, high] = [first, last]) {
    const isSame = this.size !== undefined && first === this.range[0] && last === this.range[1];
    const centre = isSame ? this.left + this.width / this.size / 2 : null;
    this.width = width;
    this.range = [first, last];
    const fitting = (cells) => width / (cells + 0.6);
    const sizes = [fitting(last - first + 1), Math.min(SCROLLED_CELL, fitting(high - low + 5))];
    const size = sizes.find((size) => size >= SMALLEST_CELL);
    this.size = this.wide = Math.min(LARGEST_CELL, size ?? SCROLLED_CELL);
    const begin = size === sizes[1] ? (low + high + 1) / 2 : low + this.visible / 2 - 1;
    this.left = this.clamped((centre ?? begin) - this.visible / 2);
  }

  get fits() {
    return (this.range[1] - this.range[0] + 1) * this.size <= this.width;
  }

  /** Makes cells small enough to see two blocks, and no smaller. */
  zoom(block, other) {
    const cells = Math.abs(block - other) + this.game.moved + 2.5;
    const centre = this.left + this.visible / 2;
    this.size = Math.max(SMALLEST_CELL, Math.min(this.wide, this.width / cells));
    this.left = this.clamped(centre - this.visible / 2);
  }

  get visible() {
    return this.width / this.size;
  }

  clamped(left) {
    const [first, last] = this.range;
    if (this.fits) return (first + last + 1 - this.visible) / 2;
    return Math.max(first - 0.3, Math.min(last + 1.3 - this.visible, left));
  }

  /** Where the camera has to be to show a block, and another one too if there is room for both. */
  aim(block, other) {
    if (this.fits || block === null) return this.clamped(this.left);
    const moved = this.game.moved;
    let low = block;
    let high = block + moved;
    if (other !== null && Math.max(high, other + moved) - Math.min(low, other) <= this.visible - 2) {
      low = Math.min(low, other);
      high = Math.max(high, other + moved);
    }
    const margin = Math.min(2, Math.max(0, (this.visible - (high - low)) / 2));
    if (low - margin >= this.left && high + margin <= this.left + this.visible)
      return this.clamped(this.left);
    return this.clamped((low + high - this.visible) / 2);
  }
}

/** The large picture of one row. */
class RowStage {
  constructor(svg, game, range) {
    this.svg = svg;
    this.game = game;
    this.range = range;
    this.camera = new Camera(game);
    this.root = svgElement("g", {}, svg);
    this.under = new Layers(this.root, ["ghost", "choice", "landing", "landing-bad"]);
    this.painter = new RowPainter(this.root, game);
    this.ruler = new Texts(this.root, "ruler");
    this.arrows = new Layers(this.root, [
      "arrow-next",
      "arrow-next-head",
      "arrow-last",
      "arrow-last-head",
      "held",
    ]);
    this.flying = svgElement("g", { class: "flying" }, this.root);
    this.flyingCoins = new CoinPainter(this.flying, game);
  }

  layout(width, _largestHeight, state) {
    this.width = Math.max(width, 100);
    const isCoin = (code) => code !== FREE;
    this.camera.layout(this.width, this.range, [state.findIndex(isCoin), state.findLastIndex(isCoin)]);
    const size = this.camera.size;
    this.top = Math.round(18 + Math.min(64, Math.max(34, size * 1.35)));
    this.height = this.top + size + 34;
    this.svg.setAttribute("viewBox", `0 0 ${short(this.width)} ${short(this.height)}`);
    this.svg.style.height = `${short(this.height)}px`;
  }

  aim(block, other) {
    return this.camera.aim(block, other);
  }

  get view() {
    const { left, size, visible } = this.camera;
    const [first, last] = this.range;
    return {
      left,
      size,
      top: this.top,
      from: Math.max(first, Math.floor(left)),
      to: Math.min(last, Math.ceil(left + visible)),
    };
  }

  centre(cell) {
    return (cell + this.game.moved / 2 - this.camera.left) * this.camera.size;
  }

  get lift() {
    return this.top - 14;
  }

  arrow(name, move) {
    if (move === null) {
      this.arrows.set(name, "");
      this.arrows.set(`${name}-head`, "");
      return;
    }
    // An arc from far away would be a flat line here: it is drawn as if it began just out of sight.
    const near = (x) => Math.max(-0.4 * this.width, Math.min(1.4 * this.width, x));
    const [start, end, y, bend] = [
      near(this.centre(move.from)),
      near(this.centre(move.to)),
      this.top - 6,
      this.lift * 1.2,
    ];
    this.arrows.set(
      name,
      `M${short(start)} ${short(y)}C${short(start)} ${short(y - bend)} ${short(end)} ${short(y - bend)} ${short(end)} ${short(y - 4)}`,
    );
    this.arrows.set(`${name}-head`, `M${short(end)} ${short(y + 1)}l-4.5 -9q4.5 2.5 9 0z`);
  }

  show(scene) {
    const view = this.view;
    const flight = scene.flight;
    const lifted = flight ? flight.from : (scene.held ?? null);
    this.painter.paint(scene.state, view, {
      still: !scene.isTry,
      lifted,
      added: scene.isStart ? this.game.added : null,
      framed: scene.framed,
    });
    this.under.set("ghost", this.painter.box(scene.vacated, view));
    this.under.set("choice", this.painter.box(scene.choice ?? null, view));
    this.under.set("landing", scene.landing?.isLegal ? this.painter.box(scene.landing.to, view) : "");
    this.under.set(
      "landing-bad",
      scene.landing && !scene.landing.isLegal ? this.painter.box(scene.landing.to, view) : "",
    );
    this.arrows.set("held", this.painter.box(scene.held ?? null, view));
    this.arrow("arrow-last", scene.last);
    this.arrow("arrow-next", scene.next);
    this.showFlying(scene, view);
    this.showRuler(view);
  }

  showFlying(scene, view) {
    this.flyingCoins.begin();
    const flight = scene.flight;
    const block = flight ? flight.from : (scene.held ?? null);
    if (block !== null) {
      const place = flight
        ? mix(flight.from, flight.to, eased(flight.time))
        : (scene.floating?.cell ?? scene.landing?.to ?? block);
      const height = flight
        ? this.lift * 4 * flight.time * (1 - flight.time) * 0.75
        : Math.min(14, this.lift / 3);
      for (let at = 0; at < this.game.moved; at++) {
        const within = flight ? mix(at, this.game.placeInBlock(at), eased(flight.time)) : at;
        const x = (place + within + 0.5 - view.left) * view.size;
        if (x < -view.size || x > this.width + view.size) continue;
        this.flyingCoins.add(scene.state[block + at], x, view.top + view.size / 2 - height, view.size * 0.42);
      }
    }
    this.flyingCoins.end();
  }

  showRuler({ left, size, from, to, top }) {
    const digits = Math.max(this.game.name(0).length, this.game.name(this.game.size - 1).length);
    const step = RULER_STEPS.find((candidate) => candidate * size >= digits * 7 + 6) ?? 20000;
    this.ruler.begin();
    // Positions of large rows are wider than cells, and not all are shown.
    for (let cell = this.game.names === undefined ? from : to + 1; cell <= to; cell++) {
      const position = cell + this.game.first;
      const x = (cell + 0.5 - left) * size;
      if (position % step === 0 || step === 1) this.ruler.add(this.game.name(cell), x, top + size + 20, 11.5);
      else if (size >= 12) this.ruler.add("·", x, top + size + 18, 11.5);
    }
    this.ruler.end();
  }

  /** A point of the page as a cell (with its fraction). */
  locate(event) {
    const box = this.svg.getBoundingClientRect();
    return {
      cell: (event.clientX - box.left) / this.camera.size + this.camera.left,
      x: event.clientX,
      y: event.clientY,
    };
  }

  /** The window that a visitor means who points somewhere: `coins` tells whether it shall hold coins or be free. */
  windowAt(point, state, coins) {
    const moved = this.game.moved;
    const cell = Math.floor(point.cell);
    if (cell < 0 || cell >= this.game.size) return null;
    const fits = (at) => at >= 0 && at < this.game.size && (state[at] !== FREE) === coins;
    let low = cell;
    let high = cell;
    while (cell - low < moved && fits(low - 1)) low--;
    while (high - cell < moved && fits(high + 1)) high++;
    const centred = Math.round(point.cell - moved / 2);
    if (!fits(cell) || high - low + 1 < moved) return Math.max(0, Math.min(this.game.size - moved, centred));
    return Math.max(low, Math.min(high - moved + 1, centred));
  }

  describe(state) {
    const { from, to } = this.view;
    const parts = [];
    for (let cell = from; cell <= to && parts.length < 80; cell++)
      parts.push(this.game.alphabet.texts[state[cell]] || ".");
    return `Positions ${this.game.name(from)} to ${this.game.name(to)}: ${parts.join(" ")}`;
  }
}

/** The large picture of a grid, or a small one of it in the list. */
class GridStage {
  constructor(svg, game, isSmall) {
    this.svg = svg;
    this.game = game;
    this.isSmall = isSmall;
    const across = game.places.map((place) => place.at[0]);
    const down = game.places.map((place) => place.at[1]);
    this.low = [Math.min(...across) - 0.75, Math.min(...down) - 0.75];
    this.span = [Math.max(...across) + 0.75 - this.low[0], Math.max(...down) + 0.75 - this.low[1]];
    this.root = svgElement("g", {}, svg);
    this.board = new Layers(this.root, ["edges", "dots", "targets", "ghost", "landing", "landing-bad"]);
    this.targetTexts = new Texts(this.root, "target-texts");
    this.coins = new CoinPainter(this.root, game);
    this.over = new Layers(this.root, [
      "pins",
      "frame",
      "choice",
      "held",
      "arrow-next",
      "arrow-next-head",
      "arrow-last",
      "arrow-last-head",
    ]);
    this.flying = svgElement("g", { class: "flying" }, this.root);
    this.flyingCoins = new CoinPainter(this.flying, game);
  }

  layout(width, largestHeight) {
    this.width = Math.max(width, 40);
    this.unit = Math.min(64, this.width / this.span[0], largestHeight / this.span[1]);
    this.height = this.span[1] * this.unit;
    this.shift = (this.width - this.span[0] * this.unit) / 2;
    this.svg.setAttribute("viewBox", `0 0 ${short(this.width)} ${short(this.height)}`);
    this.svg.style.height = `${short(this.height)}px`;
    this.centres = this.game.places.map(({ at }) => [
      (at[0] - this.low[0]) * this.unit + this.shift,
      (at[1] - this.low[1]) * this.unit,
    ]);
    let lines = "";
    let dots = "";
    this.game.places.forEach(({ neighbours }, place) => {
      const [x, y] = this.centres[place];
      dots += discPath(x, y, Math.max(0.8, this.unit * 0.055));
      if (this.isSmall) return;
      for (const other of neighbours) {
        if (other > place) lines += `M${short(x)} ${short(y)}L${this.centres[other].map(short).join(" ")}`;
      }
    });
    this.board.set("edges", lines);
    this.board.set("dots", dots);
  }

  aim() {
    return 0;
  }

  ring(place, radius) {
    return (place ?? null) === null ? "" : discPath(...this.centres[place], this.unit * radius);
  }

  arrow(name, move) {
    if (move === null) {
      this.over.set(name, "");
      this.over.set(`${name}-head`, "");
      return;
    }
    const [startX, startY] = this.centres[move.from];
    const [endX, endY] = this.centres[move.to];
    const distance = Math.hypot(endX - startX, endY - startY) || 1;
    const [alongX, alongY] = [(endX - startX) / distance, (endY - startY) / distance];
    // The arrow bends to one side, so that it does not run through the coins between its ends.
    const bend = Math.min(distance * 0.25, this.unit * 0.8);
    const control = [(startX + endX) / 2 - alongY * bend, (startY + endY) / 2 + alongX * bend];
    const inward = Math.hypot(endX - control[0], endY - control[1]) || 1;
    // Where a coin still stands at the start, the arrow leaves its label legible.
    const leave = name === "arrow-next" ? (this.unit * 0.42) / inward : 0;
    const [fromX, fromY] = [mix(startX, control[0], leave), mix(startY, control[1], leave)];
    const [headX, headY] = [(endX - control[0]) / inward, (endY - control[1]) / inward];
    const reach = this.unit * 0.36;
    const arm = Math.max(3.5, this.unit * 0.17);
    const tip = [endX - headX * reach, endY - headY * reach];
    const base = [tip[0] - headX * arm * 1.5, tip[1] - headY * arm * 1.5];
    this.over.set(
      name,
      `M${short(fromX)} ${short(fromY)}Q${control.map(short).join(" ")} ${base.map(short).join(" ")}`,
    );
    this.over.set(
      `${name}-head`,
      `M${tip.map(short).join(" ")}L${short(base[0] - headY * arm * 0.7)} ${short(base[1] + headX * arm * 0.7)}L${short(base[0] + headY * arm * 0.7)} ${short(base[1] - headX * arm * 0.7)}z`,
    );
  }

  show(scene) {
    const flight = scene.flight;
    const lifted = flight ? flight.from : (scene.held ?? null);
    const radius = this.unit * 0.4;
    this.coins.begin();
    let pins = "";
    scene.state.forEach((code, place) => {
      if (code === FREE || place === lifted) return;
      const [x, y] = this.centres[place];
      this.coins.add(code, x, y, radius);
      const isPlain = this.game.alphabet.texts[code] === "";
      if (this.game.stationary[place] && isPlain && !scene.isTry) pins += discPath(x, y, radius * 0.22);
    });
    this.coins.end();
    this.showTarget(scene.target);
    this.board.set("ghost", this.ring(scene.vacated, 0.4));
    this.board.set("landing", scene.landing?.isLegal ? this.ring(scene.landing.to, 0.46) : "");
    this.board.set(
      "landing-bad",
      scene.landing && !scene.landing.isLegal ? this.ring(scene.landing.to, 0.46) : "",
    );
    this.over.set("pins", pins);
    this.over.set("frame", this.ring(scene.framed, 0.47));
    this.over.set("choice", this.ring(scene.choice, 0.47));
    this.over.set("held", this.ring(scene.held, 0.4));
    this.arrow("arrow-last", scene.last);
    this.arrow("arrow-next", scene.next);
    this.flyingCoins.begin();
    if (lifted !== null) {
      const from = this.centres[lifted];
      let at = scene.floating?.at ?? this.centres[scene.landing?.to ?? lifted];
      if (flight) {
        const time = eased(flight.time);
        at = [0, 1].map((axis) => mix(from[axis], this.centres[flight.to][axis], time));
      }
      this.flyingCoins.add(scene.state[lifted], at[0], at[1] - (flight ? 0 : this.unit * 0.1), radius * 1.06);
    }
    this.flyingCoins.end();
  }

  showTarget(target) {
    if (this.shownTarget === target && this.targetUnit === this.unit) return;
    this.shownTarget = target;
    this.targetUnit = this.unit;
    let rings = "";
    this.targetTexts.begin();
    target?.forEach((code, place) => {
      if (code === FREE) return;
      rings += this.ring(place, 0.47);
      const text = this.game.alphabet.texts[code];
      const [x, y] = this.centres[place];
      if (text !== "" && !this.isSmall)
        this.targetTexts.add(text, x + this.unit * 0.4, y - this.unit * 0.42, this.unit * 0.24);
    });
    this.targetTexts.end();
    this.board.set("targets", rings);
  }

  locate(event) {
    const box = this.svg.getBoundingClientRect();
    return { at: [event.clientX - box.left, event.clientY - box.top], x: event.clientX, y: event.clientY };
  }

  windowAt(point) {
    let nearest = null;
    let least = this.unit * 0.6;
    this.centres.forEach(([x, y], place) => {
      const distance = Math.hypot(x - point.at[0], y - point.at[1]);
      if (distance < least) [least, nearest] = [distance, place];
    });
    return nearest;
  }

  /** The place that an arrow key leads to: near, and as straight in its direction as there is one. */
  step(place, [across, down]) {
    let best = place;
    let least = Infinity;
    const [x, y] = this.centres[place];
    this.centres.forEach(([otherX, otherY], other) => {
      const along = (otherX - x) * across + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
      if (along < this.unit * 0.1 || aside > along * 2) return;
      const cost = along + 2 * aside;
      if (cost < least - 1e-6) [least, best] = [cost, other];
    });
    return best;
  }

  describe(state) {
    const names = [];
    state.forEach((code, place) => {
      if (code === FREE || names.length >= 80) return;
      const label = this.game.alphabet.texts[code];
      names.push(label === "" ? this.game.name(place) : `${label} on ${this.game.name(place)}`);
    });
    return `Coins on ${names.join(", ")}`;
  }
}
