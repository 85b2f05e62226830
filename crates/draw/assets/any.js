// Any puzzle: a visitor types a row or sets coins on two boards, the engine answers, and the page plays its solution. The
// setup is in the address, so it can be shared; another setup is another page.

const BOARD_SIDE = 8;
const MOST_LISTED = 100;
const STEPS = {
  square: [[1, 0], [-1, 0], [0, 1], [0, -1]],
  triangular: [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]],
};

/** Reads the name of a setup: row~3~ooooxxxx~ and the goal, or square~lift~2~absolute~ and the rows of start and goal. */
function setupOf(name) {
  const parts = name.split("~");
  if (parts[0] === "row" && parts.length === 4) return { kind: "row", k: Number(parts[1]), row: parts[2], goal: parts[3] };
  if (!Object.hasOwn(STEPS, parts[0]) || parts.length !== 6) return null;
  const [kind, rule, adjacency, upTo, start, goal] = parts;
  return { kind, rule, adjacency: Number(adjacency), upTo, start: start.split("-"), goal: goal.split("-") };
}

function nameOf(setup) {
  if (setup.kind === "row") return ["row", setup.k, setup.row, setup.goal].join("~");
  const { kind, rule, adjacency, upTo, start, goal } = setup;
  return [kind, rule, adjacency, upTo, start.join("-"), goal.join("-")].join("~");
}

function questionOf(setup) {
  if (setup.kind === "row") {
    const goal = setup.goal === "" ? {} : { goal: setup.goal };
    return { ask: "row", k: setup.k, row: setup.row, ...goal, list: MOST_LISTED };
  }
  const { kind, rule, adjacency, upTo } = setup;
  const puzzle = { grid: kind, rule, adjacency, up_to: upTo, start: coinsOf(setup.start), target: coinsOf(setup.goal) };
  return { ask: "grid", puzzle, list: MOST_LISTED };
}

function coinsOf(rows) {
  return rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === "o" ? [[x, y]] : [])));
}

/** The n of n nickels and n pennies, or null. */
function isLinear(setup) {
  const n = setup.kind === "row" && setup.goal === "" ? /^(o+)(x+)$/.exec(setup.row) : null;
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
    title: `${k} coins at a time, from ${row}${words}`,
    origin: "found by the engine in this page",
    puzzle: "row",
    claim: `${counted(least, "move")}, the fewest on ${boards ?? "any board"}`,
    optimum: (boards ?? "any board") === "any board" ? least : null,
    first,
    start: placed(row, 1 - at - first),
    moved: k,
    moves,
    goals,
  };
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
  const shifts = setup.upTo === "absolute" ? [[0, 0]] : places.map(([x, y]) => [x - puzzle.target[0][0], y - puzzle.target[0][1]]);
  const shifted = ([x, y]) => puzzle.target.map((at) => index.get([at[0] + x, at[1] + y].join()));
  const targets = shifts.map(shifted).filter((target) => target.every((place) => place !== undefined));
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
    coins: puzzle.start.map((at) => ({ place: index.get(at.join()), label: "" })),
    moves: moves.map((ends) => ends.map((at) => index.get(at.join()))),
    adjacency: setup.adjacency,
    motion: setup.rule,
    room: setup.rule === "slide" && setup.kind === "triangular",
    targets: targets.map((target) => target.map((place) => [place, ""])),
    form: puzzle,
  };
}

/** A board whose coins are set by clicks, by drawing over it, and by the keyboard. */
class CoinBoard {
  constructor(parent, name, kind, rows) {
    this.parent = parent;
    this.kind = kind;
    this.paints = null;
    parent.classList.toggle("triangular", kind === "triangular");
    const cells = [];
    for (let y = 0; y < BOARD_SIDE; y++) {
      const row = made("div", {});
      row.style.setProperty("--row", String(y));
      for (let x = 0; x < BOARD_SIDE; x++) {
        const cell = made("button", { type: "button", tabIndex: x + y === 0 ? 0 : -1 });
        cell.setAttribute("aria-pressed", String(rows[y]?.[x] === "o"));
        cell.setAttribute("aria-label", `${name} (${x}, ${y})`);
        cells.push(cell);
        row.append(cell);
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

  set(cell, isThere) {
    cell.setAttribute("aria-pressed", String(isThere));
  }

  key(event) {
    const step = ARROWS[event.key];
    const at = this.cells.indexOf(event.target);
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
      rows.push(cells.map((cell) => (this.has(cell) ? "o" : ".")).join("").replace(/\.+$/, ""));
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
    this.fill(named ?? { kind: "row", k: 2, row: "oooxxx", goal: "" });
    this.listen();
    if (CHOSEN.name !== "" && named === null) this.say("The address names no puzzle. Set one up, and press Solve.");
    if (named !== null) void this.solve(named);
  }

  fill(setup) {
    const { elements } = this;
    const isRow = setup.kind === "row";
    elements["any-kind"].value = setup.kind;
    if (isRow) {
      elements["any-k"].value = String(setup.k);
      elements["any-row"].value = setup.row;
      elements["any-goal"].value = setup.goal;
      elements["any-n"].value = isLinear(setup) ?? "";
    } else {
      elements["any-rule"].value = setup.rule;
      elements["any-adjacency"].value = String(setup.adjacency);
      elements["any-where"].value = setup.upTo;
    }
    const kind = isRow ? "square" : setup.kind;
    const rows = isRow ? [["..o", "oooo"], ["o", "oooo"]] : [setup.start, setup.goal];
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
    elements["any-of-grid"].hidden = kind === "row";
    for (const board of this.boards) board.parent.classList.toggle("triangular", kind === "triangular");
  }

  read() {
    const { elements } = this;
    const kind = elements["any-kind"].value;
    const tidy = (id) => elements[id].value.replace(/\s/g, "").replace(/[-_]/g, ".");
    if (kind === "row") return { kind, k: Number(elements["any-k"].value), row: tidy("any-row"), goal: tidy("any-goal") };
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
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.engine.stop();
      const address = `#${encodeURIComponent(nameOf(this.read()))}`;
      // Another setup is another page, and the browser reads it anew.
      if (location.hash === address) location.reload();
      else location.hash = address;
    });
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
    if (answer === null) this.say("Stopped.");
    else if (answer.error !== undefined) this.say(`That is no puzzle: ${answer.error}.`);
    else if (answer.impossible !== undefined) this.say(`There is no solution: ${answer.impossible}.`);
    else if (answer.moves === undefined) {
      const least = answer.at_least === undefined ? "" : ` Every solution has at least ${counted(answer.at_least, "move")}.`;
      this.say(`Not settled here: ${answer.stopped ?? "the search has no bound"}.${least} The command tait solve has more memory and time.`);
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
