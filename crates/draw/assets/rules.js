"use strict";

// The rules of the puzzles and the replay of a solution. Nothing here touches the page.
// A state is a Uint8Array with one code for each cell (or place); 0 is free.

const FREE = 0;
const WORDS = { o: "nickel", x: "penny", b: "black", w: "white" };
const LARGEST_CODE = 255;
const SNAPSHOT_BYTES = 64e6;
// The most states of a small puzzle, and how many of them are looked at before others have their turn.
const MOST_SEARCHED = 100_000;
const SEARCHED_AT_ONCE = 200;

function demand(condition, text) {
  if (!condition) throw new Error(text);
}

function isIndex(value, size) {
  return Number.isInteger(value) && value >= 0 && value < size;
}

function formatted(number) {
  return number.toLocaleString("en").replace("-", "−");
}

function counted(number, noun) {
  return `${formatted(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function sameStates(one, other) {
  return one.length === other.length && one.every((code, cell) => code === other[cell]);
}

/** Gives each symbol a code; the code 0 is kept for what is free. */
class Alphabet {
  constructor() {
    this.texts = [""];
    this.codes = new Map();
  }

  code(text) {
    demand(typeof text === "string", "a symbol is not a string");
    if (!this.codes.has(text)) {
      demand(this.texts.length <= LARGEST_CODE, "there are too many different coins");
      this.codes.set(text, this.texts.length);
      this.texts.push(text);
    }
    return this.codes.get(text);
  }
}

function readMoves(play, toIndex, size) {
  demand(Array.isArray(play.moves), "it has no list of moves");
  const moves = new Int32Array(2 * play.moves.length);
  play.moves.forEach((move, index) => {
    const ends = Array.isArray(move) && move.length === 2 ? move.map(toIndex) : [];
    demand(
      ends.length === 2 && ends.every((end) => isIndex(end, size)),
      `move ${index + 1} is not on the board`,
    );
    moves.set(ends, 2 * index);
  });
  return moves;
}

/** The puzzles that are played on a row of cells. */
class RowGame {
  constructor(play) {
    demand(Number.isInteger(play.first), "it does not say where the row starts");
    demand(Array.isArray(play.start) && play.start.length > 0, "it has no starting row");
    demand(Number.isInteger(play.moved) && play.moved >= 1, "it does not say how many coins a move slides");
    this.isGrid = false;
    this.puzzle = play.puzzle;
    this.named = play.name;
    this.first = play.first;
    this.names = play.names;
    this.moved = play.moved;
    this.turned = play.turned === true;
    this.differing = play.differing === true;
    this.size = play.start.length;
    this.alphabet = new Alphabet();
    this.start = this.encode(play.start);
    this.coins = this.start.reduce((sum, code) => sum + (code !== FREE), 0);
    this.goals = (play.goals ?? []).map((row) => this.encode(row));
    this.hasEnds = !["linear", "row"].includes(play.puzzle);
    this.alternates = !this.hasEnds && this.goals.length === 0;
    this.moves = readMoves(play, (position) => position - this.first, this.size);
    this.stationary = new Uint8Array(this.size);
    for (const position of play.stationary ?? []) this.stationary[position - this.first] = 1;
    this.added = (play.added ?? []).map(([from, to]) => [from - this.first, to - this.first]);
  }

  encode(row) {
    return Uint8Array.from(row, (text) => (text === "" ? FREE : this.alphabet.code(text)));
  }

  get noun() {
    return ["linear", "row", "auxiliary", "shuffling"].includes(this.puzzle) ? "coin" : "checker";
  }

  get hasPairs() {
    return this.alternates;
  }

  /** Whether a move is a slide or a jump over one checker. */
  get hasJumps() {
    return JUMPING.includes(this.puzzle);
  }

  /** The first and the last cell that the start or a move of the solution covers. */
  usedRange() {
    let first = this.start.findIndex((code) => code !== FREE);
    let last = this.start.findLastIndex((code) => code !== FREE);
    // Where the row has ends, the free cells belong to it.
    if (this.hasEnds || first < 0) return [0, this.size - 1];
    for (let at = 1; at < this.moves.length; at += 2) {
      first = Math.min(first, this.moves[at]);
      last = Math.max(last, this.moves[at] + this.moved - 1);
    }
    return [first, last];
  }

  name(cell) {
    return (this.names?.[cell] ?? String(cell + this.first)).replace("-", "−");
  }

  windowName(cell) {
    if (this.moved === 1) return `position ${this.name(cell)}`;
    return `positions ${this.name(cell)} to ${this.name(cell + this.moved - 1)}`;
  }

  notation(from, to) {
    return `(${this.name(from)}→${this.name(to)})`;
  }

  pattern(state, from) {
    let text = "";
    for (let cell = from; cell < from + this.moved; cell++) text += this.alphabet.texts[state[cell]] || ".";
    return text;
  }

  /** What stands in a window, for the ear. */
  contents(state, from) {
    const shown = Math.min(this.moved, 12);
    if (this.moved === 1 && state[from] !== FREE) {
      const text = this.alphabet.texts[state[from]];
      return WORDS[text] ? `a ${WORDS[text]} ${this.noun}` : `${this.noun} ${text}`;
    }
    const words = Array.from({ length: shown }, (_, at) => {
      const text = this.alphabet.texts[state[from + at]];
      return text === "" ? "free" : (WORDS[text] ?? text);
    });
    return words.join(", ") + (shown < this.moved ? " and so on" : "");
  }

  /** The place within its block that a coin has after a move: the order of the coins is kept, or reversed. */
  placeInBlock(at) {
    return this.turned ? this.moved - 1 - at : at;
  }

  apply(state, from, to) {
    for (let at = 0; at < this.moved; at++) {
      state[to + this.placeInBlock(at)] = state[from + at];
      state[from + at] = FREE;
    }
  }

  isInside(cell) {
    return cell >= 0 && cell + this.moved <= this.size;
  }

  sourceFault(state, from) {
    if (!this.isInside(from)) return "That is outside the board.";
    let coins = 0;
    for (let cell = from; cell < from + this.moved; cell++) coins += state[cell] !== FREE;
    if (coins < this.moved) {
      if (this.moved === 1) return `No ${this.noun} stands on position ${this.name(from)}.`;
      const there =
        coins === 0
          ? "No coin stands there"
          : coins === 1
            ? "Only 1 coin stands there"
            : `Only ${coins} coins stand there`;
      return `${there}; a move takes ${this.moved} adjacent coins.`;
    }
    if (this.differing && state[from] === state[from + 1]) {
      return "Both coins have the same colour. In this puzzle, each move takes two coins of different colours.";
    }
    return null;
  }

  /** Why a move is not allowed, in words; null when it is. */
  fault(state, from, to) {
    const wrong = this.sourceFault(state, from);
    if (wrong !== null) return wrong;
    if (!this.isInside(to)) return "That is outside the board.";
    for (let cell = to; cell < to + this.moved; cell++) {
      if (state[cell] === FREE) continue;
      const own = cell >= from && cell < from + this.moved;
      if (own)
        return `Position ${this.name(cell)} is taken by the coins that move; all positions must be free before the move.`;
      return `Position ${this.name(cell)} is taken.`;
    }
    if (this.hasJumps) {
      const distance = Math.abs(to - from);
      if (distance > 2)
        return `A checker slides into the free cell beside it or jumps over one checker; this one is ${distance} cells away.`;
      if (distance === 2 && state[(from + to) / 2] === FREE) return "There is no checker to jump over.";
      if (this.puzzle === "frogs") return this.onwardFault(state, from, to);
    }
    return null;
  }

  /** Frogs, which are black, go to the right only, and toads to the left; nobody jumps over its own kind. */
  onwardFault(state, from, to) {
    const isFrog = this.alphabet.texts[state[from]] === "b";
    if (to > from !== isFrog) return isFrog ? "Black checkers move only right." : "White checkers move only left.";
    if (Math.abs(to - from) === 2 && state[(from + to) / 2] === state[from])
      return "A checker may jump only over the other colour.";
    return null;
  }

  replayFault(state, from, to) {
    return this.fault(state, from, to);
  }

  *legalMoves(state) {
    for (let from = 0; from + this.moved <= this.size; from++) {
      if (this.sourceFault(state, from) !== null) continue;
      for (let to = 0; to + this.moved <= this.size; to++) {
        if (this.fault(state, from, to) === null) yield [from, to];
      }
    }
  }

  isPair(state, cell) {
    return (
      cell >= 0 &&
      cell + 1 < this.size &&
      state[cell] !== FREE &&
      state[cell + 1] !== FREE &&
      state[cell] !== state[cell + 1]
    );
  }

  countPairs(state) {
    let pairs = 0;
    for (let cell = 0; cell + 1 < this.size; cell++) pairs += this.isPair(state, cell);
    return pairs;
  }

  /** The pairs at the two ends of a block. */
  pairsBeside(state, from) {
    return this.isPair(state, from - 1) + this.isPair(state, from + this.moved - 1);
  }

  isSolved(state) {
    if (!this.alternates) return this.goals.some((goal) => sameStates(goal, state));
    const first = state.findIndex((code) => code !== FREE);
    const end = first + this.coins;
    if (first < 0 || end > this.size || state[end - 1] === FREE) return false;
    for (let cell = first; cell + 1 < end; cell++) if (!this.isPair(state, cell)) return false;
    return true;
  }

  /** The question of how many moves a state needs, to which `path` led; null where the engine knows no such puzzle. */
  question(state, path) {
    if (this.named !== undefined)
      return { ask: "vacancy", puzzle: this.named, after: path.map(([from]) => from + this.first) };
    if (this.hasEnds) return null;
    // Goals at several places are one row.
    const goal = this.goals.length > 0 ? { goal: this.key(this.goals[0]) } : {};
    return { ask: "row", k: this.moved, row: this.key(state), turned: this.turned, ...goal };
  }

  /** The moves of an answer as cells: rows count positions from their first coin, others name the cell that is left. */
  cells(state, moves) {
    if (this.named === undefined) {
      const first = state.findIndex((code) => code !== FREE) - 1;
      return moves.map(([from, to]) => [from + first, to + first]);
    }
    const now = state.slice();
    return moves.map((position) => {
      const from = position - this.first;
      const to = now.findIndex((code, cell) => code === FREE && this.fault(now, from, cell) === null);
      this.apply(now, from, to);
      return [from, to];
    });
  }

  /** The state as a text. */
  key(state) {
    return Array.from(state, (code) => {
      if (code === FREE) return ".";
      const text = this.alphabet.texts[code];
      return /^\d+$/.test(text) ? Number(text).toString(36).toUpperCase() : text;
    }).join("");
  }
}

// The letters of labels on grids, in their order.
const LABELS = "o123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz";

/** Coins on the places of a grid or a graph. */
class GridGame {
  constructor(play) {
    demand(Array.isArray(play.places) && play.places.length > 0, "it has no places");
    this.isGrid = true;
    this.puzzle = "grid";
    this.moved = 1;
    this.places = play.places;
    this.size = play.places.length;
    this.adjacency = play.adjacency ?? 2;
    this.slides = play.motion === "slide";
    this.needsRoom = play.room === true;
    this.form = play.form;
    this.alphabet = new Alphabet();
    for (const place of this.places) {
      const sound =
        Array.isArray(place.at) && place.at.every(Number.isFinite) && Array.isArray(place.neighbours);
      demand(
        sound && [...place.neighbours, ...(place.overlaps ?? [])].every((other) => isIndex(other, this.size)),
        "a place is incomplete",
      );
    }
    demand(Array.isArray(play.coins), "it has no coins");
    this.start = this.placed(play.coins.map((coin) => [coin.place, coin.label]));
    this.coins = play.coins.length;
    this.targets = (play.targets ?? []).map((target) => this.placed(target));
    this.moves = readMoves(play, (place) => place, this.size);
    this.stationary = this.start.map((code) => (code === FREE ? 0 : 1));
    for (const place of this.moves) this.stationary[place] = 0;
    this.added = [];
  }

  get noun() {
    return "coin";
  }

  get hasPairs() {
    return false;
  }

  placed(coins) {
    const state = new Uint8Array(this.size);
    for (const [place, label] of coins) {
      demand(isIndex(place, this.size), "a coin is not on the board");
      state[place] = this.alphabet.code(label);
    }
    return state;
  }

  name(place) {
    return this.places[place]?.name ?? "outside the board";
  }

  windowName(place) {
    return `place ${this.name(place)}`;
  }

  notation(from, to) {
    return `${this.name(from)}→${this.name(to)}`;
  }

  pattern(state, from) {
    return this.alphabet.texts[state[from]];
  }

  contents(state, place) {
    if (state[place] === FREE) return "free";
    const label = this.alphabet.texts[state[place]];
    return label === "" ? "a coin" : `coin ${label}`;
  }

  placeInBlock(at) {
    return at;
  }

  apply(state, from, to) {
    state[to] = state[from];
    state[from] = FREE;
  }

  isInside(place) {
    return isIndex(place, this.size);
  }

  sourceFault(state, from) {
    if (!this.isInside(from)) return "That is outside the board.";
    return state[from] === FREE ? `No coin stands on ${this.name(from)}.` : null;
  }

  touched(state, place, without) {
    let coins = 0;
    for (const other of this.places[place].neighbours) coins += other !== without && state[other] !== FREE;
    return coins;
  }

  /** Whether a coin can pass from a place to the next one: on the triangular grid two coins bar the way. */
  hasRoom(state, from, to, without) {
    if (!this.needsRoom) return true;
    const common = this.places[from].neighbours.filter((place) => this.places[to].neighbours.includes(place));
    return common.length < 2 || common.some((place) => state[place] === FREE || place === without);
  }

  canSlide(state, from, to) {
    const seen = new Uint8Array(this.size);
    const reached = [from];
    seen[from] = 1;
    for (const place of reached) {
      if (place === to) return true;
      for (const next of this.places[place].neighbours) {
        if (seen[next] || state[next] !== FREE || !this.hasRoom(state, place, next, from)) continue;
        seen[next] = 1;
        reached.push(next);
      }
    }
    return false;
  }

  replayFault(state, from, to) {
    const wrong = this.sourceFault(state, from);
    if (wrong !== null) return wrong;
    if (!this.isInside(to)) return "That is outside the board.";
    if (state[to] !== FREE) return `The place ${this.name(to)} is taken.`;
    const overlapped = this.places[to].overlaps?.find((other) => other !== from && state[other] !== FREE);
    if (overlapped !== undefined) return `A coin there would overlap the one on ${this.name(overlapped)}.`;
    const touched = this.touched(state, to, from);
    if (touched < this.adjacency) {
      return `A coin may only land where it touches at least ${counted(this.adjacency, "other")}; here it would touch ${touched}.`;
    }
    return null;
  }

  fault(state, from, to) {
    const wrong = this.replayFault(state, from, to);
    if (wrong !== null || !this.slides || this.canSlide(state, from, to)) return wrong;
    return "The coin cannot slide there: other coins block every path.";
  }

  *legalMoves(state) {
    for (let from = 0; from < this.size; from++) {
      if (state[from] === FREE) continue;
      for (let to = 0; to < this.size; to++) if (this.fault(state, from, to) === null) yield [from, to];
    }
  }

  isSolved(state) {
    return this.targets.some((target) => sameStates(target, state));
  }

  /** The question of how many moves a state needs; null where the page does not say which puzzle it is. */
  question(state) {
    if (this.form === undefined) return null;
    const start = [];
    state.forEach((code, place) => {
      if (code === FREE) return;
      const text = this.alphabet.texts[code];
      const label = text.length > 1 ? Number(text) : LABELS.indexOf(text);
      start.push([...this.name(place).match(/-?\d+/g).map(Number), ...(this.form.labeled ? [label] : [])]);
    });
    return { ask: "grid", puzzle: { ...this.form, start } };
  }

  /** The moves of an answer as places; −1 is outside the board of the page. */
  cells(_state, moves) {
    const place = (position) => this.places.findIndex(({ name }) => name === `(${position.join(", ")})`);
    return moves.map((ends) => ends.map(place));
  }

  key(state) {
    return Array.from(state, (code) => (code === FREE ? "." : this.alphabet.texts[code] || "o")).join("");
  }
}

/** A sequence of moves that can be looked at after any of them. */
class History {
  constructor(game, start, moves, notes) {
    this.game = game;
    this.moves = moves;
    this.notes = notes ?? [];
    this.length = moves.length / 2;
    // Snapshots make jumps cheap; there are fewer of them where they would take too much memory.
    this.interval = Math.max(256, Math.ceil((this.length * game.size) / SNAPSHOT_BYTES));
    this.snapshots = [];
    this.pairs = new Int32Array(this.length + 1);
    const state = start.slice();
    let pairs = game.hasPairs ? game.countPairs(state) : 0;
    for (let index = 0; index <= this.length; index++) {
      if (index % this.interval === 0) this.snapshots.push(state.slice());
      this.pairs[index] = pairs;
      if (index === this.length) break;
      const [from, to] = this.move(index);
      const wrong = game.replayFault(state, from, to);
      demand(wrong === null, `move ${index + 1}, ${game.notation(from, to)}, is not allowed. ${wrong}`);
      if (game.hasPairs) pairs -= game.pairsBeside(state, from);
      game.apply(state, from, to);
      if (game.hasPairs) pairs += game.pairsBeside(state, to);
    }
    this.end = state;
  }

  /** The move that leads from row `index` to the next one. */
  move(index) {
    return [this.moves[2 * index], this.moves[2 * index + 1]];
  }

  stateAt(index) {
    const snapshot = Math.floor(index / this.interval);
    const state = this.snapshots[snapshot].slice();
    for (let at = snapshot * this.interval; at < index; at++) {
      this.game.apply(state, this.moves[2 * at], this.moves[2 * at + 1]);
    }
    return state;
  }

  /** What can be said of row `index` and the move that led to it; `state` is that row. */
  facts(index, state) {
    if (index === 0)
      return { index, notation: "", pattern: "", gain: 0, pairs: this.pairs[0], note: "", way: "" };
    const [from, to] = this.move(index - 1);
    const jumps = this.game.hasJumps === true;
    return {
      index,
      from,
      to,
      notation: this.game.notation(from, to),
      pattern: this.game.pattern(state, to),
      contents: this.game.contents(state, to),
      gain: this.pairs[index] - this.pairs[index - 1],
      pairs: this.pairs[index],
      note: this.notes[index - 1] ?? "",
      way: !jumps ? "" : Math.abs(from - to) === 2 ? "jump" : "slide",
    };
  }
}

function codeHash(cell, code) {
  let mixed = Math.imul(cell + 1, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return mixed ^ (mixed >>> 15);
}

/** What is known of shortest ways: distances from the goal, or the solution where it is optimal. */
class Knowledge {
  constructor(play, game, history) {
    this.game = game;
    this.history = history;
    this.optimum = Number.isInteger(play.optimum) ? play.optimum : null;
    this.isOptimal = this.optimum !== null && this.optimum === history.length;
    this.isSmall = play.small === true;
    this.distances = this.depths = null;
    this.rows = null;
  }

  hash(state) {
    return state.reduce((sum, code, cell) => (code === FREE ? sum : (sum + codeHash(cell, code)) | 0), 0);
  }

  /** The number of the solution's row that a state is, or -1. */
  rowOf(state) {
    if (this.rows === null) this.rows = this.hashRows();
    const index = this.rows.get(this.hash(state));
    return index !== undefined && sameStates(this.history.stateAt(index), state) ? index : -1;
  }

  hashRows() {
    const rows = new Map();
    const state = this.history.stateAt(0);
    let hash = this.hash(state);
    for (let index = 0; ; index++) {
      rows.set(hash, index);
      if (index === this.history.length) return rows;
      const [from, to] = this.history.move(index);
      for (let at = 0; at < this.game.moved; at++) {
        const code = state[from + at];
        hash = (hash - codeHash(from + at, code) + codeHash(to + this.game.placeInBlock(at), code)) | 0;
      }
      this.game.apply(state, from, to);
    }
  }

  /** The least number of moves from a state, or null when it is not known. */
  best(state) {
    if (this.game.isSolved(state)) return 0;
    const distance = this.distances?.get(this.game.key(state));
    if (distance !== undefined) return distance;
    if (this.optimum === null) return null;
    if (this.isOptimal) {
      const row = this.rowOf(state);
      if (row >= 0) return this.optimum - row;
    }
    return sameStates(this.game.start, state) ? this.optimum : null;
  }

  /** Finds the distances of all states of a small puzzle, a piece at a time. */
  async search() {
    if (!this.isSmall) return;
    this.isSmall = false;
    const { game } = this;
    const [states, indices, before, depths] = [[game.start], new Map([[game.key(game.start), 0]]), [[]], [0]];
    for (let at = 0; at < states.length; at++) {
      for (const [from, to] of game.legalMoves(states[at])) {
        const next = states[at].slice();
        game.apply(next, from, to);
        const key = game.key(next);
        if (!indices.has(key)) {
          indices.set(key, states.length);
          states.push(next);
          before.push([]);
          depths.push(depths[at] + 1);
        }
        before[indices.get(key)].push(at);
      }
      if (states.length > MOST_SEARCHED) return;
      if (at % SEARCHED_AT_ONCE === 0) await new Promise((done) => setTimeout(done));
    }
    const distances = states.map((state) => (game.isSolved(state) ? 0 : null));
    const reached = [...states.keys()].filter((at) => distances[at] === 0);
    for (const at of reached)
      for (const other of before[at])
        if (distances[other] === null) {
          distances[other] = distances[at] + 1;
          reached.push(other);
        }
    this.distances ??= new Map();
    for (const [key, at] of indices) if (distances[at] !== null) this.distances.set(key, distances[at]);
    this.depths = new Map([...indices].map(([key, at]) => [key, depths[at]]));
  }

  /** Learns a shortest way from a state, as far as it stays on the board of the page. */
  learn(state, moves) {
    this.distances ??= new Map();
    const now = state.slice();
    for (const [index, [from, to]] of moves.entries()) {
      this.distances.set(this.game.key(now), moves.length - index);
      if (this.game.fault(now, from, to) !== null) return;
      this.game.apply(now, from, to);
    }
    this.distances.set(this.game.key(now), 0);
  }

  /** A move to make next: `proven` when it is on a shortest way, otherwise the solution's; or null. */
  hint(state) {
    const distance = this.distances?.get(this.game.key(state));
    if (distance > 0) {
      for (const [from, to] of this.game.legalMoves(state)) {
        const next = state.slice();
        this.game.apply(next, from, to);
        if (this.distances.get(this.game.key(next)) === distance - 1) return { from, to, proven: true };
      }
    }
    const row = this.rowOf(state);
    if (row < 0 || row === this.history.length) return null;
    const [from, to] = this.history.move(row);
    return { from, to, proven: this.isOptimal };
  }
}

/** The same game from the goal: a move is what undoes one. */
function backwards(game) {
  const fault = (state, from, to) => {
    const wrong = game.sourceFault(state, from);
    if (wrong !== null) return wrong;
    if (!game.isInside(to) || to + game.moved > game.size) return "That is outside the board.";
    for (let at = 0; at < game.moved; at++)
      if (state[to + at] !== FREE) return `That place is taken: ${game.name(to + at)}.`;
    const before = state.slice();
    game.apply(before, from, to);
    const forwards = game.fault(before, to, from);
    return forwards === null ? null : `No move leads from there to here. ${forwards}`;
  };
  // A move in a row can be taken back by a move; on a grid the way from the start is asked for.
  const fromStart = (state) => {
    const [asked, end] = [game.question(game.start), game.question(state)];
    return asked && { ...asked, puzzle: { ...asked.puzzle, target: end.puzzle.start, up_to: "absolute" } };
  };
  const question = (state) => {
    if (game.isGrid) return fromStart(state);
    return game.hasEnds ? null : { ask: "row", k: game.moved, row: game.key(state), turned: game.turned, goal: game.key(game.start) };
  };
  const undoing = (state, moves) => game.cells(state, moves).reverse().map(([from, to]) => [to, from]);
  return Object.assign(Object.create(game), {
    fault,
    replayFault: fault,
    isSolved: (state) => sameStates(state, game.start),
    question,
    ...(game.isGrid ? { cells: undoing } : {}),
  });
}

/** What is known of the shortest ways back to the first row: those of an optimal solution, or all of a small puzzle. */
class KnowledgeBackwards {
  constructor(knowledge, game) {
    this.forwards = knowledge;
    this.game = game;
    this.learned = new Map();
  }

  best(state) {
    const { forwards } = this;
    const known = this.learned.get(forwards.game.key(state));
    if (known !== undefined) return known.left;
    const depth = forwards.depths?.get(forwards.game.key(state));
    if (depth !== undefined) return depth;
    const row = forwards.isOptimal ? forwards.rowOf(state) : -1;
    return row >= 0 ? row : null;
  }

  hint(state) {
    const { forwards } = this;
    const known = this.learned.get(forwards.game.key(state));
    if (known?.left > 0) return { ...known, proven: true };
    const depth = forwards.depths?.get(forwards.game.key(state));
    for (const [from, to] of depth > 0 ? this.game.legalMoves(state) : []) {
      const next = state.slice();
      this.game.apply(next, from, to);
      if (forwards.depths.get(this.game.key(next)) === depth - 1) return { from, to, proven: true };
    }
    const row = forwards.rowOf(state);
    if (row <= 0) return null;
    const [to, from] = forwards.history.move(row - 1);
    return { from, to, proven: forwards.isOptimal };
  }

  learn(state, moves) {
    const { game } = this.forwards;
    const now = state.slice();
    for (const [index, [from, to]] of moves.entries()) {
      this.learned.set(game.key(now), { left: moves.length - index, from, to });
      if (game.fault(now, from, to) !== null) return;
      game.apply(now, from, to);
    }
  }
}

const JUMPING = ["checkers", "reversal", "frogs"];
const PUZZLES = ["linear", "row", "auxiliary", "shuffling", "checkers", "reversal", "frogs", "grid"];

/** Reads the play; throws an error that says in words what is wrong with it. */
function readPlay(text) {
  let play;
  try {
    play = JSON.parse(text);
  } catch {
    throw new Error("it is not valid JSON");
  }
  demand(play !== null && typeof play === "object", "it is not a JSON object");
  demand(PUZZLES.includes(play.puzzle), "it does not name a puzzle that this page knows");
  const game = play.puzzle === "grid" ? new GridGame(play) : new RowGame(play);
  const history = new History(game, game.start, game.moves, play.notes);
  return { play, game, history, knowledge: new Knowledge(play, game, history) };
}
