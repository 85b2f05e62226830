// Any puzzle: a visitor types a row, sets coins on two boards or names a size of a family, the engine answers, and the page
// plays its solution. The setup is in the address, so it can be shared; another setup is another page.

const BOARD_SIDE = 8;
const MOST_LISTED = 100;
// The largest n of a family whose rows are shown whole, and how many moves of a larger one are shown at a time.
const MOST_WHOLE = 100;
const PART = 40;
// What stands for cells that these moves leave alone.
const GAP = "…";
const FAMILY = "tait-family";
const STEPS = {
  square: [[1, 0], [-1, 0], [0, 1], [0, -1]],
  triangular: [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]],
};

// A sixth or a quarter of a turn.
const TURNS = { square: ([x, y, ...label]) => [-y, x, ...label], triangular: ([x, y, ...label]) => [-y, x + y, ...label] };

// Names of setups are row~3~ooooxxxx~ and the goal (or turned~ for row~), square~lift~2~absolute~ and the rows of start and goal, and
// family~k05-bases~1000000001~ and the number of a move.

/** Reads the name of a setup; null where it is none. */
function setupOf(name) {
  const parts = name.split("~");
  if (["row", "turned"].includes(parts[0]) && parts.length === 4)
    return { kind: "row", turned: parts[0] === "turned", k: Number(parts[1]), row: parts[2], goal: parts[3] };
  if (parts[0] === "family" && parts.length === 4 && /^\d*~[1-9]\d*$/.test(`${parts[2]}~${parts[3]}`)) return { kind: "family", family: parts[1], n: parts[2], from: parts[3] };
  if (!Object.hasOwn(STEPS, parts[0]) || parts.length !== 6) return null;
  const [kind, rule, adjacency, upTo, start, goal] = parts;
  return { kind, rule, adjacency: Number(adjacency), upTo, start: start.split("-"), goal: goal.split("-") };
}

function nameOf(setup) {
  if (setup.kind === "row") return [setup.turned ? "turned" : "row", setup.k, setup.row, setup.goal].join("~");
  if (setup.kind === "family") return ["family", setup.family, setup.n, setup.from].join("~");
  const { kind, rule, adjacency, upTo, start, goal } = setup;
  return [kind, rule, adjacency, upTo, start.join("-"), goal.join("-")].join("~");
}

function questionOf(setup) {
  if (setup.kind === "row") {
    const goal = setup.goal === "" ? {} : { goal: setup.goal };
    return { ask: "row", k: setup.k, row: setup.row, turned: setup.turned, ...goal, list: MOST_LISTED };
  }
  if (setup.kind === "family") {
    const { k } = familyOf(setup.family);
    const { solution, nickel, penny, exchanges } = baseOf(setup);
    const parts = exchanges.map(({ move, offset, pattern, complement }) => [move, offset, pattern, complement]);
    const base = { k, base: solution.n, turned: solution.turned === true, moves: solution.moves, still: [nickel, penny], exchanges: parts };
    const from = String(BigInt(setup.from) - 1n);
    return { ask: "family", ...base, n: setup.n, from, count: Number(setup.n) <= MOST_WHOLE ? MOST_WHOLE : PART };
  }
  const { kind, rule, adjacency, upTo } = setup;
  const labeled = /[^o.]/.test([...setup.start, ...setup.goal].join(""));
  const [start, target] = [setup.start, setup.goal].map((rows) => coinsOf(rows, labeled));
  const puzzle = { grid: kind, rule, adjacency, up_to: upTo, ...(labeled ? { labeled } : {}), start, target };
  return { ask: "grid", puzzle, list: MOST_LISTED };
}

function coinsOf(rows, labeled) {
  const coin = (letter, x, y) => (letter === "." ? [] : [[x, y, ...(labeled ? [LABELS.indexOf(letter)] : [])]]);
  return rows.flatMap((row, y) => [...row].flatMap((letter, x) => coin(letter, x, y)));
}

/** A family of the site, or else the record that the visitor has given. */
function familyOf(name) {
  const families = JSON.parse(document.getElementById("any-families")?.textContent ?? "{}");
  if (Object.hasOwn(families, name)) return families[name];
  try {
    return JSON.parse(sessionStorage.getItem(FAMILY) ?? "{}");
  } catch {
    return {};
  }
}

/** The base that makes the size, if the family has one. */
function baseOf({ family, n }) {
  const { k, bases } = familyOf(family);
  const more = (base) => BigInt(n) - BigInt(base.solution.n);
  return bases.find((base) => more(base) >= 0n && more(base) % BigInt(2 * k) === 0n);
}

/** The shapes that the end may have, anywhere or where they are. */
function shapesOf({ kind, upTo }, target) {
  const shapes = [target];
  if (["rotation", "reflection"].includes(upTo))
    for (let turn = 1; turn < STEPS[kind].length; turn++) shapes.push(shapes.at(-1).map(TURNS[kind]));
  if (upTo === "reflection") shapes.push(...shapes.map((shape) => shape.map(([x, y, ...label]) => [y, x, ...label])));
  return shapes;
}

/** The n of n nickels and n pennies, or null. */
function isLinear(setup) {
  const n = setup.kind === "row" && !setup.turned && setup.goal === "" ? /^(o+)(x+)$/.exec(setup.row) : null;
  return n !== null && n[1].length === n[2].length ? n[1].length : null;
}

/** The play of an answer on a row. */
function rowPlay(setup, { moves, least, boards }) {
  const { k, row } = setup;
  const at = row.search(/[^.]/);
  const ends = [1 - at, row.length - at, ...moves.flatMap(([from, to]) => [from, to, from + k - 1, to + k - 1])];
  const margin = 2 * k;
  const first = Math.min(...ends) - margin;
  const size = Math.max(...ends) + margin - first + 1;
  const placed = (text, begin) => {
    const cells = Array(size).fill("");
    [...text].forEach((letter, cell) => {
      if (letter !== ".") cells[begin + cell] = letter;
    });
    return cells;
  };
  const goal = setup.goal.replace(/^\.+|\.+$/g, "");
  const goals = goal === "" ? [] : Array.from({ length: size - goal.length + 1 }, (_, begin) => placed(goal, begin));
  const words = goal === "" ? "" : ` to ${goal}`;
  return {
    title: `${k} coins at a time${setup.turned ? ", turned," : ","} from ${row}${words}`,
    origin: "found by the engine in this page",
    puzzle: "row",
    claim: `${counted(least, "move")}, the fewest on ${boards ?? "any board"}`,
    optimum: (boards ?? "any board") === "any board" ? least : null,
    first,
    start: placed(row, 1 - at - first),
    moved: k,
    turned: setup.turned,
    moves,
    goals,
  };
}

/** The play of a size of a family: of a large one, the cells that some moves touch, in their order. */
function familyPlay({ family, n, from }, { moves, of }, way) {
  const { k } = familyOf(family);
  const turned = baseOf({ family, n }).solution.turned === true;
  const about = { title: `${k} coins at a time, n = ${grouped(n)}`, origin: `${family || "your family"}: ${way}`, turned };
  const last = String(BigInt(from) + BigInt(moves.length) - 1n);
  if (from === "1" && last === of) {
    const row = "o".repeat(n) + "x".repeat(n);
    const steps = moves.map((ends) => ends.slice(0, 2).map(Number));
    return { ...rowPlay({ k, row, goal: "", turned }, { moves: steps, least: steps.length }), ...about };
  }
  // The first move that touches a cell tells what it holds: the coin that is taken, or none.
  const cells = new Map();
  const touch = (cell, coin) => cells.has(cell) || cells.set(cell, coin);
  for (const [from, to, coins] of moves) {
    [...coins].forEach((coin, at) => touch(BigInt(from) + BigInt(at), coin));
    [...coins].forEach((_, at) => touch(BigInt(to) + BigInt(at), ""));
  }
  const [start, names, index] = [[GAP], [GAP], new Map()];
  for (const [at, place] of [...cells.keys()].sort((one, other) => (one < other ? -1 : 1)).entries()) {
    if (at > 0 && !cells.has(place - 1n)) {
      start.push(GAP);
      names.push(GAP);
    }
    index.set(place, start.length);
    start.push(cells.get(place));
    names.push(grouped(place));
  }
  const told = `Moves ${grouped(from)} to ${grouped(last)} of ${grouped(of)}`;
  return {
    ...about,
    puzzle: "row",
    claim: `${told.toLowerCase()}; a coin marked ${GAP} stands for all cells that they leave alone`,
    intro: `${told}.`,
    first: 0,
    start: [...start, GAP],
    names: [...names, GAP],
    moved: k,
    moves: moves.map((ends) => ends.slice(0, 2).map((end) => index.get(BigInt(end)))),
    goals: [[GAP]],
  };
}

function grouped(number) {
  return BigInt(number).toLocaleString("en");
}

/** The play of an answer on a grid: its board holds all coins and what is around them. */
function gridPlay(setup, { moves, least }) {
  const { puzzle } = questionOf(setup);
  const all = [...puzzle.start, ...(setup.upTo === "absolute" ? puzzle.target : []), ...moves.flat()];
  const range = (axis) => [Math.min(...all.map((at) => at[axis])) - 1, Math.max(...all.map((at) => at[axis])) + 1];
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const places = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) places.push([x, y]);
  const index = new Map(places.map((at, place) => [at.join(), place]));
  const inPlane = ([x, y]) => (setup.kind === "square" ? [x, y] : [x + y / 2, (y * Math.sqrt(3)) / 2]);
  const text = ([, , label]) => (label === undefined ? "" : LABELS[label]);
  const shifts = ([left, top]) => (setup.upTo === "absolute" ? [[0, 0]] : places.map(([x, y]) => [x - left, y - top]));
  const shifted = (shape, [x, y]) => shape.map((at) => [index.get([at[0] + x, at[1] + y].join()), text(at)]);
  const targets = shapesOf(setup, puzzle.target)
    .flatMap((shape) => shifts(shape[0] ?? [0, 0]).map((shift) => shifted(shape, shift)))
    .filter((target) => target.every(([place]) => place !== undefined));
  return {
    title: `${puzzle.start.length} coins on the ${setup.kind} grid`,
    origin: "found by the engine in this page",
    puzzle: "grid",
    claim: `${counted(least, "move")}, no solution is shorter`,
    optimum: least,
    places: places.map((at) => ({
      at: inPlane(at),
      name: `(${at.join(", ")})`,
      neighbours: STEPS[setup.kind].map(([x, y]) => index.get([at[0] + x, at[1] + y].join())).filter((other) => other !== undefined),
    })),
    coins: puzzle.start.map((at) => ({ place: index.get(at.slice(0, 2).join()), label: text(at) })),
    moves: moves.map((ends) => ends.map((at) => index.get(at.join()))),
    adjacency: setup.adjacency,
    motion: setup.rule,
    room: setup.rule === "slide" && setup.kind === "triangular",
    targets,
    form: puzzle,
  };
}

/** A board whose coins are set by clicks, by drawing over it, and by the keyboard. */
class CoinBoard {
  constructor(parent, name, kind, rows) {
    this.parent = parent;
    this.name = name;
    this.paints = null;
    parent.classList.toggle("triangular", kind === "triangular");
    const cells = [];
    for (let y = 0; y < BOARD_SIDE; y++) {
      const row = made("div", {});
      row.style.setProperty("--row", String(y));
      for (let x = 0; x < BOARD_SIDE; x++) {
        const cell = made("button", { type: "button", tabIndex: x + y === 0 ? 0 : -1 });
        cells.push(cell);
        row.append(cell);
        this.put(cell, rows[y]?.[x] ?? ".", `${name} (${x}, ${y})`);
      }
      parent.append(row);
    }
    this.cells = cells;
    parent.addEventListener("keydown", (event) => this.key(event));
    parent.addEventListener("click", (event) => {
      // A pointer has painted already; this is a key.
      if (event.detail === 0 && this.cells.includes(event.target)) this.set(event.target, !this.has(event.target));
    });
    parent.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.cells.includes(event.target)) return;
      event.target.releasePointerCapture(event.pointerId);
      this.paints = !this.has(event.target);
      this.set(event.target, this.paints);
    });
    parent.addEventListener("pointermove", (event) => {
      const cell = this.paints === null ? null : document.elementFromPoint(event.clientX, event.clientY);
      if (this.cells.includes(cell)) this.set(cell, this.paints);
    });
    window.addEventListener("pointerup", () => {
      this.paints = null;
    });
  }

  has(cell) {
    return cell.getAttribute("aria-pressed") === "true";
  }

  /** Sets a coin with the visitor's letter, or takes one away. */
  set(cell, isThere) {
    const letter = document.getElementById("any-label").value;
    this.put(cell, !isThere ? "." : LABELS.includes(letter) && letter !== "" ? letter : "o");
  }

  put(cell, letter, name = cell.dataset.name) {
    const shown = letter === "." || letter === "o" ? "" : letter;
    cell.dataset.name = name;
    cell.textContent = shown;
    cell.setAttribute("aria-pressed", String(letter !== "."));
    cell.setAttribute("aria-label", `${name}${shown && `, coin ${shown}`}`);
  }

  key(event) {
    const step = ARROWS[event.key];
    const at = this.cells.indexOf(event.target);
    if (at >= 0 && LABELS.includes(event.key)) this.put(event.target, event.key);
    if (step === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [x, y] = [(at % BOARD_SIDE) + step[0], Math.floor(at / BOARD_SIDE) + step[1]];
    if (x < 0 || y < 0 || x >= BOARD_SIDE || y >= BOARD_SIDE) return;
    event.target.tabIndex = -1;
    const next = this.cells[y * BOARD_SIDE + x];
    next.tabIndex = 0;
    next.focus();
  }

  /** The rows of a drawing, without what is free at the end of each. */
  get rows() {
    const rows = [];
    for (let y = 0; y < BOARD_SIDE; y++) {
      const cells = this.cells.slice(y * BOARD_SIDE, (y + 1) * BOARD_SIDE);
      rows.push(cells.map((cell) => (this.has(cell) ? cell.textContent || "o" : ".")).join("").replace(/\.+$/, ""));
    }
    return rows.join("-").replace(/-+$/, "").split("-");
  }
}

class AnyPuzzle {
  constructor(form) {
    this.form = form;
    this.engine = new Engine();
    this.elements = {};
    for (const element of document.querySelectorAll("[id^=any]")) this.elements[element.id] = element;
    document.querySelector("main").prepend(form);
    form.hidden = false;
    const named = setupOf(CHOSEN.name);
    const example = { kind: "row", turned: false, k: 2, row: "oooxxx", goal: "" };
    this.fill(named ?? example);
    this.listen();
    if (CHOSEN.name !== "" && named === null) this.say("The address names no puzzle. Set one up, and press Solve.");
    if (named !== null) void this.solve(named);
    else this.board(example);
    if (CHOSEN.name === "") this.say("An example to try is below. Or set up your own puzzle, and press Solve.");
  }

  fill(setup) {
    const { elements } = this;
    const isRow = setup.kind === "row";
    elements["any-kind"].value = setup.kind;
    const names = Object.keys(JSON.parse(elements["any-families"]?.textContent ?? "{}"));
    elements["any-family"].replaceChildren(...names.map((name) => new Option(name, name)), new Option("a file of mine", ""));
    if (setup.kind === "family") {
      elements["any-family"].value = setup.family;
      elements["any-size"].value = setup.n;
      elements["any-from"].value = setup.from;
    } else if (isRow) {
      elements["any-turned"].checked = setup.turned;
      elements["any-k"].value = String(setup.k);
      elements["any-row"].value = setup.row;
      elements["any-goal"].value = setup.goal;
      elements["any-n"].value = isLinear(setup) ?? "";
    } else {
      elements["any-rule"].value = setup.rule;
      elements["any-adjacency"].value = String(setup.adjacency);
      elements["any-where"].value = setup.upTo;
    }
    const isGrid = Object.hasOwn(STEPS, setup.kind);
    const kind = isGrid ? setup.kind : "square";
    const rows = isGrid ? [setup.start, setup.goal] : [["..o", "oooo"], ["o", "oooo"]];
    this.boards = ["any-start", "any-target"].map((id, side) => {
      elements[id].replaceChildren();
      return new CoinBoard(elements[id], side === 0 ? "Start" : "Goal", kind, rows[side]);
    });
    this.showKind();
  }

  showKind() {
    const { elements } = this;
    const kind = elements["any-kind"].value;
    elements["any-of-row"].hidden = kind !== "row";
    elements["any-of-grid"].hidden = !Object.hasOwn(STEPS, kind);
    elements["any-of-family"].hidden = kind !== "family";
    for (const board of this.boards) board.parent.classList.toggle("triangular", kind === "triangular");
  }

  read() {
    const { elements } = this;
    const kind = elements["any-kind"].value;
    const tidy = (id) => elements[id].value.replace(/\s/g, "").replace(/[-_]/g, ".");
    if (kind === "row")
      return { kind, turned: elements["any-turned"].checked, k: Number(elements["any-k"].value), row: tidy("any-row"), goal: tidy("any-goal") };
    if (kind === "family") {
      const number = (id) => elements[id].value.replace(/\D/g, "");
      return { kind, family: elements["any-family"].value, n: number("any-size"), from: number("any-from") || "1" };
    }
    return {
      kind,
      rule: elements["any-rule"].value,
      adjacency: Number(elements["any-adjacency"].value),
      upTo: elements["any-where"].value,
      start: this.boards[0].rows,
      goal: this.boards[1].rows,
    };
  }

  listen() {
    const { form, elements } = this;
    elements["any-kind"].addEventListener("change", () => this.showKind());
    elements["any-n"].addEventListener("input", () => {
      const n = Math.max(0, Math.min(30, Math.floor(Number(elements["any-n"].value))));
      elements["any-row"].value = "o".repeat(n) + "x".repeat(n);
      elements["any-goal"].value = "";
    });
    elements["any-stop"].addEventListener("click", () => this.engine.stop());
    for (const [id, by] of [["any-earlier", -PART], ["any-later", PART]])
      elements[id].addEventListener("click", () => {
        const from = BigInt(this.read().from) + BigInt(by);
        elements["any-from"].value = String(from < 1n ? 1n : from);
        form.requestSubmit();
      });
    elements["any-file"].addEventListener("change", async () => this.keep((await elements["any-file"].files[0]?.text()) ?? ""));
    form.addEventListener("dragover", (event) => event.preventDefault());
    form.addEventListener("drop", async (event) => {
      event.preventDefault();
      this.keep((await event.dataTransfer.files[0]?.text()) ?? event.dataTransfer.getData("text"));
    });
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text");
      if (/^\s*\{/.test(text)) this.keep(text);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.engine.stop();
      const address = `#${encodeURIComponent(nameOf(this.read()))}`;
      // Another setup is another page, and the browser reads it anew.
      if (location.hash === address) location.reload();
      else location.hash = address;
    });
  }

  /** Takes the record of a family, and keeps it as long as the window is open. */
  keep(text) {
    const { elements } = this;
    elements["any-kind"].value = "family";
    this.showKind();
    elements["any-family"].value = "";
    try {
      const { k, bases } = JSON.parse(text);
      if (!Number.isInteger(k) || !Array.isArray(bases)) throw new Error("it has no bases");
      sessionStorage.setItem(FAMILY, JSON.stringify({ k, bases }));
      this.say(`Taken: a family of ${counted(bases.length, "base")} for k = ${k}. Choose n, and press Solve.`);
    } catch (error) {
      this.say(`That is not a family of bases, as tait framework stores it: ${error.message}.`);
    }
  }

  say(text) {
    this.elements["any-says"].textContent = text;
  }

  async solve(setup) {
    const stop = this.elements["any-stop"];
    const ask = async (words, question) => {
      this.say(words);
      stop.hidden = false;
      const answer = await this.engine.ask(question);
      stop.hidden = true;
      return answer;
    };
    if (setup.kind === "family") {
      if (setup.n === "" || !Object.hasOwn(familyOf(setup.family), "bases"))
        this.say("Choose n and a family: one of the list, or a file that you choose, drop or paste here.");
      else if (baseOf(setup) === undefined) this.say(`The family has no base for n = ${grouped(setup.n)}.`);
      else this.showFamily(setup, await ask("Making the moves…", questionOf(setup)));
      return;
    }
    const n = isLinear(setup);
    const words = "Looking for the fewest moves…";
    let answer = await ask(words, n === null ? questionOf(setup) : { ask: "solve", k: setup.k, n });
    if (answer?.least !== undefined && n !== null) {
      this.show(setup, answer);
      const listed = await ask(`${this.summary(answer)} Counting the shortest solutions…`, questionOf(setup));
      if (listed?.count !== undefined) answer = { ...listed, claim: answer.claim };
      this.say(this.summary(answer));
    } else this.show(setup, answer);
    if (answer?.count !== undefined) this.list(setup, answer);
  }

  showFamily(setup, answer) {
    if (answer === null || answer.error !== undefined) {
      this.say(answer === null ? "Stopped." : `The family makes no such moves: ${answer.error}.`);
      return;
    }
    const base = baseOf(setup).solution.n;
    const times = (BigInt(setup.n) - BigInt(base)) / BigInt(2 * familyOf(setup.family).k);
    const way = `base n = ${base}${times === 0n ? "" : ` extended ${times === 1n ? "once" : `${grouped(times)} times`}`}`;
    this.say(`For n = ${grouped(setup.n)}: ${way}${answer.moves.length === 0 ? ", which has no such move" : ""}.`);
    if (answer.moves.length > 0) startPlayer(readPlay(JSON.stringify(familyPlay(setup, answer, way))));
  }

  /** Lets the visitor play where no solution is known. */
  board(setup) {
    const none = { moves: [], least: 0 };
    const play = setup.kind === "row" ? rowPlay(setup, none) : gridPlay(setup, none);
    startPlayer(readPlay(JSON.stringify({ ...play, origin: "", claim: "", optimum: null, hidden: true })));
  }

  summary(answer) {
    const { least, boards, claim } = answer;
    if (least === 0) return "Solved already: no move is needed.";
    const where = boards === undefined || boards === "any board" ? "no solution is shorter" : `none on ${boards} is shorter`;
    const shorter = claim?.shorter ?? [];
    const states = shorter.flatMap((search) => search.states).reduce((sum, one) => sum + one, 0);
    const why =
      claim === undefined
        ? ": searches have seen all rows that a shorter one could pass"
        : shorter.length === 0
          ? ": n moves are a lower bound"
          : `: searches of ${formatted(states)} rows excluded ${shorter.map(({ moves }) => moves).join(", ")} moves`;
    return `${counted(least, "move")}; ${where}${why}.`;
  }

  show(setup, answer) {
    if (answer === null) {
      this.say("Stopped. Try it yourself below.");
      this.board(setup);
    } else if (answer.error !== undefined) this.say(`That is no puzzle: ${answer.error}.`);
    else if (answer.impossible !== undefined) this.say(`There is no solution: ${answer.impossible}.`);
    else if (answer.moves === undefined) {
      const least = answer.at_least === undefined ? "" : ` Every solution has at least ${counted(answer.at_least, "move")}.`;
      this.say(`Not settled here: ${answer.stopped ?? "the search has no bound"}.${least} The command tait solve has more memory and time. Try it yourself below.`);
      this.board(setup);
    } else {
      this.say(this.summary(answer));
      // Moves count positions from the first coin, which is at 1.
      if (answer.moves.length > 0) startPlayer(readPlay(JSON.stringify(setup.kind === "row" ? rowPlay(setup, answer) : gridPlay(setup, answer))));
    }
  }

  /** Lists the best first moves and the solutions. */
  list(setup, { count, first, solutions, width }) {
    const told = ([from, to]) => (setup.kind === "row" ? `(${from}→${to})` : `(${from.join(", ")})→(${to.join(", ")})`);
    const { elements } = this;
    elements["any-answer"].hidden = solutions.length === 0 || first.length === 0;
    elements["any-count"].textContent = `${BigInt(count).toLocaleString("en")} shortest ${count === "1" ? "solution" : "solutions"}${width ? ` on a board of ${width} positions` : ""}. Best first moves: ${first.map(told).join(" ")}.`;
    elements["any-summary"].textContent = solutions.length < Number(count) ? `The first ${solutions.length} solutions` : "All solutions";
    elements["any-solutions"].replaceChildren(...solutions.map((moves) => made("li", { textContent: moves.map(told).join(" ") })));
  }
}
