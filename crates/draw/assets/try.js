// Try mode: the visitor moves the coins, with pointer or keys, and the rules are enforced.

const DRAG_PIXELS = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class TryMode {
  constructor(player) {
    this.player = player;
    this.engine = new Engine();
    this.isOn = false;
    const { elements } = player;
    elements.undo.addEventListener("click", () => this.undo());
    elements.redo.addEventListener("click", () => this.redo());
    elements.restart.addEventListener("click", () => this.enter(this.origin, this.isBackwards));
    elements["from-start"].addEventListener("click", () => this.enter(0));
    elements.backwards.addEventListener("click", () => this.enter(player.history.length, true));
    elements["all-best"].addEventListener("click", () => void this.showAllBest());
    elements["all-best"].hidden = !Engine.isThere;
    elements.link.addEventListener("click", () => void this.copyLink());
    elements.forget.addEventListener("click", () => {
      Results.forget();
      this.refresh("Your results are forgotten.");
    });
    elements.hint.addEventListener("click", () => this.showHint());
    elements.leave.addEventListener("click", () => player.leaveTry());
    const { stage } = elements;
    stage.addEventListener("pointerdown", (event) => this.isOn && this.pointerDown(event));
    stage.addEventListener("pointermove", (event) => this.isOn && this.pointerMove(event));
    stage.addEventListener("pointerup", (event) => this.isOn && this.pointerUp(event));
    stage.addEventListener("pointercancel", () => this.isOn && this.release());
  }

  get stage() {
    return this.player.stage;
  }

  enter(index, isBackwards = false) {
    const { player } = this;
    this.isOn = true;
    this.origin = index;
    this.isBackwards = isBackwards;
    this.game = isBackwards ? backwards(player.game) : player.game;
    this.knowledge = isBackwards ? new KnowledgeBackwards(player.knowledge, this.game) : player.knowledge;
    this.start = player.history.stateAt(index);
    this.state = this.start.slice();
    this.done = [];
    this.undone = [];
    this.hint = null;
    this.drag = null;
    this.release();
    this.cursor = this.firstChoice();
    const from = index === 0 ? "From the first row." : `From row ${formatted(index)} of the solution.`;
    // The engine lists the first moves of ways, and on a grid those backwards are the last.
    player.elements["all-best"].hidden = !Engine.isThere || (isBackwards && player.game.isGrid);
    if (isBackwards || !Engine.isThere) void player.knowledge.search().then(() => this.isOn && this.refresh());
    this.refresh(isBackwards ? `Backwards, from the goal to the first row. ${this.task()}` : `${from} ${this.task()}`);
  }

  /** What an address says of where a visitor is: the row of the solution where the moves begin, and the moves. */
  address() {
    const name = this.isBackwards ? "back" : "try";
    const isPlain = this.origin === (this.isBackwards ? this.player.history.length : 0);
    const place = (at) => at + (this.game.first ?? 0);
    const moves = this.done.map(([from, to]) => `${place(from)}:${place(to)}`).join(",");
    return `${name}${isPlain ? "" : `@${this.origin}`}${moves && `=${moves}`}`;
  }

  /** Makes the moves of an address, as far as they are allowed. */
  replay(moves) {
    for (const move of moves === "" ? [] : moves.split(",")) {
      const [from, to] = move.split(":").map((place) => Number(place) - (this.game.first ?? 0));
      const fault = Number.isInteger(from) && Number.isInteger(to) ? this.game.fault(this.state, from, to) : "It is not a move.";
      if (fault !== null) {
        this.say(`The address has a move that is not allowed here: ${move}. ${fault}`);
        return;
      }
      this.move(from, to);
    }
  }

  async copyLink() {
    this.player.writeHash();
    await new Promise((done) => setTimeout(done));
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("Copied: an address that leads to this row, with your moves.");
    } catch {
      this.say("The address of this page leads to this row, with your moves: copy it from the browser.");
    }
  }

  leave() {
    this.stopEngine();
    this.isOn = false;
    this.drag = null;
    this.release();
  }

  task() {
    const { game } = this;
    const what = game.moved === 1 ? `a ${game.noun}` : `${game.moved} adjacent coins`;
    return `Drag ${what} to a new place, or click ${game.moved === 1 ? "it" : "them"} and then the place.`;
  }

  firstChoice() {
    for (let at = 0; at < this.game.size; at++) if (this.game.sourceFault(this.state, at) === null) return at;
    return 0;
  }

  say(text) {
    const { message } = this.player.elements;
    // A text that is said again has to be a change to be heard: it differs by a space.
    message.textContent = message.textContent === text ? `${text}\u00a0` : text;
  }

  refresh(text) {
    const { elements } = this.player;
    const moves = this.done.length;
    const best = this.knowledge.best(this.state);
    const left = best === null ? "not known for this row" : counted(best, "more move");
    elements.score.replaceChildren(
      ...labelled("Moves", formatted(moves)),
      ...(best === 0 ? [] : labelled("Best possible from here", left)),
    );
    elements.undo.disabled = moves === 0;
    elements.redo.disabled = this.undone.length === 0;
    elements.hint.disabled = best === 0;
    if (text !== undefined) this.say(text);
    const own = Results.best();
    if (own !== null) elements.score.append(...labelled("Your best", counted(own, "move")));
    elements.forget.hidden = !Results.areThere();
    elements.next.hidden = true;
    this.player.showOwnMoves(new History(this.game, this.start, Int32Array.from(this.done.flat())));
    this.player.writeHash();
    this.player.draw();
  }

  move(from, to) {
    this.game.apply(this.state, from, to);
    this.done.push([from, to]);
    this.undone = [];
    this.cursor = to;
    this.hint = null;
    this.release();
    const told = `${this.game.notation(from, to)}.`;
    if (!this.game.isSolved(this.state)) {
      this.refresh(told);
      return;
    }
    const best = this.knowledge.best(this.start);
    const compared =
      best === null
        ? "the best possible from that row is not known"
        : `the best possible is ${formatted(best)}`;
    const solved = this.isBackwards ? "Back at the first row: forwards, these moves solve the puzzle. Solved" : "Solved";
    // Whoever begins in the middle or looks at the solution first has not solved the puzzle.
    if (this.isBackwards || this.origin === 0) Results.add(this.done.length);
    this.refresh(`${solved} in ${counted(this.done.length, "move")}; ${compared}.`);
    void showNext(this.player.elements.next, this.player.knowledge.optimum ?? this.done.length);
  }

  undo() {
    if (this.done.length === 0) return;
    const move = this.done.pop();
    this.undone.push(move);
    this.game.apply(this.state, move[1], move[0]);
    this.afterStep(move[0], `Undone: ${this.game.notation(...move)}.`);
  }

  redo() {
    if (this.undone.length === 0) return;
    const move = this.undone.pop();
    this.done.push(move);
    this.game.apply(this.state, move[0], move[1]);
    this.afterStep(move[1], `Redone: ${this.game.notation(...move)}.`);
  }

  afterStep(cursor, text) {
    this.cursor = cursor;
    this.hint = null;
    this.release();
    this.player.follow(cursor);
    this.refresh(text);
  }

  /** The question for the engine that this state is, where the page has an engine. */
  question() {
    return Engine.isThere ? this.game.question(this.state, this.path()) : null;
  }

  /** All moves that lead from the start to this state. */
  path() {
    const { history } = this.player;
    return [...Array.from({ length: this.origin }, (_, index) => history.move(index)), ...this.done];
  }

  stopEngine() {
    if (this.engine.isAsked) this.engine.stop();
  }

  /** Asks the engine for the fewest moves from here, and shows the first of them unless the visitor has moved on. */
  async askEngine(question) {
    const { hint } = this.player.elements;
    const asked = this.game.key(this.state);
    hint.textContent = "Stop";
    this.say("Looking for the fewest moves from here…");
    const answer = await this.engine.ask(question);
    hint.textContent = "Hint";
    if (!this.isOn || this.game.key(this.state) !== asked) return;
    if (answer === null) this.refresh("Stopped. Ask again, or go on.");
    else if (answer.impossible !== undefined) this.refresh(`No solution from here: ${answer.impossible}.`);
    else if (answer.moves === undefined) this.refresh(`The fewest moves from here are not known: ${answer.stopped ?? answer.error}.`);
    else {
      const moves = this.game.cells(this.state, answer.moves);
      this.knowledge.learn(this.state, moves);
      const [from, to] = moves[0];
      const isHere = this.game.fault(this.state, from, to) === null;
      if (isHere) this.showHint();
      if (!isHere || (answer.boards ?? "any board") !== "any board") {
        const where = answer.boards === undefined ? "" : ` on ${answer.boards}`;
        const told = `${counted(answer.least, "move")} from here, the fewest${where}`;
        this.refresh(`${told}. The first is ${this.game.notation(from, to)}${isHere ? "" : ", which leaves the board of this page"}.`);
      }
    }
  }

  /** Says all moves with which a shortest way from here begins, and how many shortest ways there are. */
  async showAllBest() {
    const question = this.question();
    if (question === null || this.engine.isAsked) {
      this.say("The best moves are not known here.");
      return;
    }
    const { hint } = this.player.elements;
    const asked = this.game.key(this.state);
    hint.textContent = "Stop";
    this.say("Looking for all best moves from here…");
    const answer = await this.engine.ask({ ...question, list: 0 });
    hint.textContent = "Hint";
    if (!this.isOn || this.game.key(this.state) !== asked) return;
    if (answer === null) this.say("Stopped. Ask again, or go on.");
    else if (answer.first === undefined) this.say(`Not known: ${answer.impossible ?? answer.stopped ?? answer.error ?? "there are too many"}.`);
    else if (answer.least === 0) this.say("Solved.");
    else {
      this.knowledge.learn(this.state, this.game.cells(this.state, answer.moves));
      const moves = answer.first.map((move) => this.game.notation(...this.game.cells(this.state, [move])[0]));
      const ways = `${answer.count} shortest ${answer.count === "1" ? "way" : "ways"}`;
      const where = answer.width ? ` on ${answer.width} positions` : "";
      this.refresh(`Best moves: ${moves.join(", ")}. ${ways} of ${counted(answer.least, "move")}${where}.`);
    }
  }

  showHint() {
    if (this.engine.isAsked) {
      this.engine.stop();
      return;
    }
    this.release();
    const hint = this.knowledge.hint(this.state);
    const question = hint?.proven ? null : this.question();
    if (question !== null) {
      void this.askEngine(question);
      return;
    }
    this.hint = hint;
    if (hint === null) {
      this.refresh("No optimal move is known from this row.");
      return;
    }
    const told = this.game.notation(hint.from, hint.to);
    this.cursor = hint.from;
    this.player.follow(hint.from, hint.to);
    this.refresh(
      hint.proven
        ? `${told} is an optimal move.`
        : `No optimal move is known from this row. The solution continues with ${told}.`,
    );
  }

  release() {
    this.held = null;
    this.landing = null;
    this.floating = null;
  }

  pickUp(from) {
    const wrong = this.game.sourceFault(this.state, from);
    if (wrong !== null) {
      this.say(wrong);
      return false;
    }
    this.held = from;
    this.cursor = from;
    this.hint = null;
    this.setLanding(from);
    return true;
  }

  setLanding(to) {
    const fault = to === this.held ? null : this.game.fault(this.state, this.held, to);
    this.landing = { to, fault, isLegal: fault === null && to !== this.held };
  }

  /** Puts the coins down; tells why not where that is not allowed. */
  putDown() {
    const { held, landing } = this;
    if (landing.to === held) {
      this.cursor = held;
      this.release();
      this.say("Put back.");
    } else if (landing.fault === null) {
      this.move(held, landing.to);
      return true;
    } else this.say(landing.fault);
    return false;
  }

  scene() {
    const { held, landing } = this;
    return {
      isTry: true,
      state: this.state,
      flight: null,
      last: null,
      framed: null,
      vacated: null,
      target: this.player.target,
      next: this.hint,
      held,
      landing: landing && landing.to !== held ? landing : null,
      floating: this.floating,
      choice: held === null ? this.cursor : null,
    };
  }

  // Keys.

  key(event) {
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      if (key === "z") event.shiftKey ? this.redo() : this.undo();
      else if (key === "y") this.redo();
      else return false;
      return true;
    }
    if (event.altKey) return false;
    const { key } = event;
    if (key === "Escape") {
      if (this.held === null) return false;
      this.cursor = this.held;
      this.release();
      this.say("Put back.");
    } else if (key === "Enter" || key === " ") {
      if (this.held !== null) {
        this.putDown();
      } else if (this.pickUp(this.cursor)) {
        this.landAtOnlyPlace();
        this.say(
          `Picked up: ${this.game.contents(this.state, this.held)}, from ${this.game.windowName(this.held)}. Arrow keys choose the new place, Enter puts down.`,
        );
      }
    } else if (ARROWS[key]) {
      this.walk(ARROWS[key], event.shiftKey);
    } else if (key === "Home" || key === "End") {
      if (this.game.isGrid) return false;
      this.choose(key === "Home" ? 0 : this.game.size - this.game.moved);
    } else return false;
    this.player.draw();
    return true;
  }

  /** With one vacancy there is one place to go to. */
  landAtOnlyPlace() {
    if (this.game.isGrid || !this.game.hasEnds) return;
    const free = this.state.indexOf(FREE);
    if (this.game.fault(this.state, this.held, free) === null) this.setLanding(free);
  }

  walk(direction, skips) {
    const { game } = this;
    const here = this.held === null ? this.cursor : this.landing.to;
    if (game.isGrid) {
      this.choose(this.stage.step(here, direction));
      return;
    }
    if (direction[0] === 0) return;
    let next = here + direction[0];
    // With Shift, on to the next window that can be taken, or where the coins can land.
    const suits = (cell) =>
      (this.held === null ? game.sourceFault(this.state, cell) : game.fault(this.state, this.held, cell)) ===
      null;
    if (skips) {
      while (game.isInside(next) && !suits(next)) next += direction[0];
    }
    if (!game.isInside(next))
      this.say(skips ? "There are no more choices in this direction." : "That is outside the board.");
    else this.choose(next);
  }

  choose(place) {
    const { game } = this;
    if (this.held === null) {
      this.cursor = place;
      this.say(`${capitalised(game.windowName(place))}: ${game.contents(this.state, place)}.`);
    } else {
      this.setLanding(place);
      const { fault, isLegal } = this.landing;
      this.say(`To ${game.windowName(place)}${isLegal ? "." : `: ${fault ?? "the same place as before."}`}`);
    }
    this.player.follow(place);
  }

  // Pointer.

  pointerDown(event) {
    if (event.button !== 0) return;
    const point = this.stage.locate(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    this.drag = { point, isMoved: false, isFresh: this.held === null, pans: false };
    if (this.held === null) {
      const from = this.stage.windowAt(point, this.state, true);
      if (from === null) {
        this.drag = null;
        return;
      }
      if (!this.pickUp(from)) {
        this.cursor = from;
        this.drag.pans = true;
      }
    }
    this.player.draw();
  }

  pointerMove(event) {
    const { drag } = this;
    const point = this.stage.locate(event);
    if (drag === null) {
      this.preview(point, event);
      return;
    }
    if (Math.hypot(point.x - drag.point.x, point.y - drag.point.y) > DRAG_PIXELS) drag.isMoved = true;
    if (!drag.isMoved) return;
    if (drag.pans) {
      this.player.pan(drag.point.cell - point.cell);
      return;
    }
    if (!drag.isFresh) return;
    if (this.game.isGrid) {
      this.floating = { at: point.at };
      const to = this.stage.windowAt(point);
      if (to === null) this.landing = { to: this.held, fault: "That is outside the board.", isLegal: false };
      else this.setLanding(to);
    } else {
      this.player.panAtEdge(event);
      this.floating = { cell: this.held + this.stage.locate(event).cell - drag.point.cell };
      this.setLanding(this.snapped(this.floating.cell));
    }
    this.player.draw();
  }

  /** The landing nearest to where the coins float; one that is allowed is preferred to its neighbours. */
  snapped(cell) {
    const nearest = Math.round(cell);
    if (Math.abs(cell - this.held) < 0.5) return this.held;
    const other = cell > nearest ? nearest + 1 : nearest - 1;
    return [nearest, other].find((to) => this.game.fault(this.state, this.held, to) === null) ?? nearest;
  }

  preview(point, event) {
    if (event.pointerType !== "mouse") return;
    const place = this.stage.windowAt(point, this.state, this.held === null);
    if (place === null) return;
    if (this.held !== null) this.setLanding(place);
    else if (this.game.sourceFault(this.state, place) === null) this.cursor = place;
    this.player.draw();
  }

  pointerUp(event) {
    const { drag } = this;
    this.drag = null;
    this.floating = null;
    if (drag === null || this.held === null) {
      this.player.draw();
      return;
    }
    if (drag.isMoved && drag.isFresh) {
      const wrong = this.landing.fault;
      if (wrong !== null) this.say(wrong);
      if (wrong !== null || !this.putDown()) this.release();
    } else if (drag.isFresh) {
      this.landAtOnlyPlace();
      this.say(
        `Picked up from ${this.game.windowName(this.held)}. Now click where ${this.game.moved === 1 ? "it goes" : "they go"}.`,
      );
    } else {
      const point = this.stage.locate(event);
      const own = !this.game.isGrid && point.cell >= this.held && point.cell < this.held + this.game.moved;
      const to = own ? this.held : this.stage.windowAt(point, this.state, false);
      if (to === null) this.say("That is outside the board.");
      else {
        this.setLanding(to);
        this.putDown();
      }
    }
    this.player.draw();
  }
}

function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function labelled(label, value) {
  const name = document.createElement("span");
  name.className = "label";
  name.textContent = `${label} `;
  const text = document.createElement("span");
  text.className = "value";
  text.textContent = `${value} `;
  return [name, text];
}
