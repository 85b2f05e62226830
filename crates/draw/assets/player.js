// The player: playback, keys, the address's number, and what is said about each move.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 60, 250];
const FIRST_SPEED = 2;
const LONGEST_FLIGHT = 600;
const SHORTEST_FLIGHT = 60;
const HASH_EVERY = 500;
const SAY_EVERY = 1500;
const SWIPE_PIXELS = 40;

const PLAY_KEYS = [
  ["Space", "play or pause"],
  ["← →", "one move back or forward"],
  ["Home End", "to the start, to the end"],
  ["Swipe", "one move forward or back"],
];
const TRY_KEYS = [
  ["Arrows", "choose the coins, then where they go"],
  ["Shift + arrows", "skip to the next possible choice"],
  ["Enter", "pick up, put down"],
  ["Esc", "put back"],
  ["Ctrl + Z", "undo; with Shift, redo"],
];

// In a frame of somebody else's page there is little room: what is around the board is left out, and can be opened.
const IS_EMBEDDED = window.self !== window.top || new URLSearchParams(location.search).has("embed");
const LEAST_STAGE = 130;

class Player {
  constructor({ play, game, history, knowledge }) {
    Object.assign(this, { play, game, history, knowledge });
    this.elements = {};
    for (const element of document.querySelectorAll("[id]")) this.elements[element.id] = element;
    this.index = 0;
    this.state = history.stateAt(0);
    this.flight = null;
    this.playing = null;
    this.speed = FIRST_SPEED;
    this.isDrawDue = false;
    this.pendingSpeech = 0;
    this.pendingHash = 0;
    this.target = game.isGrid
      ? (game.targets.find((target) => sameStates(target, history.end)) ?? game.targets[0] ?? null)
      : null;
    this.reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    this.stage = this.makeStage();
    const range = game.isGrid ? null : game.usedRange();
    this.list = new RowList(
      this.elements.list,
      game,
      range,
      (index) => this.choose(index),
      (by) => this.choose(this.index + by),
    );
    this.tryMode = new TryMode(this);
    this.fillTexts();
    this.listen();
    this.list.setHistory(history);
    this.layout();
    this.readHash(location.hash);
    this.update();
    new ResizeObserver(() => {
      // The page grows and shrinks with its texts; only its width is a reason to draw anew.
      if (this.elements.stage.clientWidth !== this.width) this.layout();
    }).observe(this.elements.page);
  }

  makeStage() {
    const { picture } = this.elements;
    return this.game.isGrid
      ? new GridStage(picture, this.game, false)
      : new RowStage(picture, this.game, this.game.usedRange());
  }

  fillTexts() {
    const { elements, play } = this;
    document.body.dataset.puzzle = this.game.puzzle;
    elements.title.textContent = play.title || document.title;
    elements.claim.textContent = play.claim ? capitalised(play.claim) : "";
    elements.origin.textContent = play.origin ? capitalised(play.origin) : "";
    if (this.game.isGrid) elements["stage-heading"].textContent = "The board";
    // Some moves of a large row show only the coins that they take.
    elements["try-button"].hidden = this.game.names !== undefined;
    // There may be nothing to show but a board.
    elements.leave.hidden = elements.backwards.hidden = this.history.length === 0;
    elements.whole.hidden = !IS_EMBEDDED;
    elements.whole.append(
      made("a", { href: location.pathname + (PREFIX && `#${PREFIX.slice(0, -1)}`), target: "_blank", rel: "noopener", textContent: "The whole page" }),
    );
    elements.slider.max = String(this.history.length);
    elements.speed.append(
      ...SPEEDS.map((speed) => new Option(`${speed} a second`, String(speed), false, speed === FIRST_SPEED)),
    );
    this.fillLegend();
    this.fillKeys(PLAY_KEYS);
  }

  fillKeys(keys) {
    this.elements.keys.replaceChildren(
      ...keys.map(([key, meaning]) => {
        const pair = document.createElement("div");
        const name = document.createElement("dt");
        const text = document.createElement("dd");
        for (const part of key.split(" "))
          name.append(
            part === "+" ? "+" : made("kbd", { textContent: part }),
            " ",
          );
        text.textContent = meaning;
        pair.append(name, text);
        return pair;
      }),
    );
  }

  fillLegend() {
    const { game } = this;
    const entries = [];
    const coin = (text, words) => {
      const code = game.alphabet.codes.get(text);
      if (code !== undefined)
        entries.push([
          (parent) => {
            const painter = new CoinPainter(parent, game);
            painter.begin();
            painter.add(code, 14, 14, 10);
            painter.end();
          },
          words,
        ]);
    };
    const mark = (name, words, isOfSolution) => {
      entries.push([
        (parent) => svgElement("path", { class: name, d: boxPath(3, 3, 22, 22, 5) }, parent),
        words,
        isOfSolution,
      ]);
    };
    for (const [text, word] of Object.entries(WORDS))
      if (!game.isGrid) coin(text, text === "b" || text === "w" ? `${word} ${game.noun}` : word);
    mark("frame", game.moved === 1 ? `the ${game.noun} that just moved` : "the coins that just moved");
    mark("ghost", game.moved === 1 ? "where it came from" : "where they came from");
    if (!game.isGrid && game.stationary.includes(1)) mark("still", `${game.noun}s that never move`, true);
    if (game.added.length > 0) mark("added", "coins that the extension added", true);
    if (this.target)
      entries.push([
        (parent) => svgElement("path", { class: "targets", d: discPath(14, 14, 10) }, parent),
        "the target",
      ]);
    if (game.isGrid && game.stationary.includes(1) && game.alphabet.codes.has("")) {
      entries.push([
        (parent) => {
          svgElement("path", { class: "coin-light", d: discPath(14, 14, 10) }, parent);
          svgElement("path", { class: "pins", d: discPath(14, 14, 2.4) }, parent);
        },
        "a coin that never moves",
        true,
      ]);
    }
    this.elements.legend.replaceChildren(
      ...entries.map(([draw, words, isOfSolution]) => {
        const item = document.createElement("li");
        draw(svgElement("svg", { viewBox: "0 0 28 28", width: 28, height: 28, "aria-hidden": "true" }, item));
        item.append(words);
        item.classList.toggle("playing", isOfSolution === true);
        return item;
      }),
    );
  }

  listen() {
    const { elements } = this;
    const actions = {
      "to-start": () => this.choose(0),
      back: () => this.step(-1),
      "play-button": () => this.togglePlaying(),
      forward: () => this.step(1),
      "to-end": () => this.choose(this.history.length),
      "try-button": () => this.enterTry(),
    };
    for (const [id, action] of Object.entries(actions)) elements[id].addEventListener("click", action);
    elements.slider.addEventListener("input", () => this.choose(Number(elements.slider.value)));
    elements.speed.addEventListener("change", () => this.setSpeed(Number(elements.speed.value)));
    elements["view-left"].addEventListener("input", () => {
      this.stage.camera.left = this.stage.camera.clamped(Number(elements["view-left"].value));
      this.flight = null;
      this.draw();
    });
    document.addEventListener("keydown", (event) => this.key(event));
    // The event's own address counts: by now a late writeHash may have changed the page's.
    window.addEventListener("hashchange", (event) => this.readHash(new URL(event.newURL).hash));
    this.listenForSwipes();
  }

  listenForSwipes() {
    const { stage } = this.elements;
    let start = null;
    stage.addEventListener("pointerdown", (event) => {
      start = this.tryMode.isOn || event.pointerType === "mouse" ? null : event;
    });
    stage.addEventListener("pointerup", (event) => {
      if (start === null || this.tryMode.isOn) return;
      const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
      start = null;
      if (Math.abs(across) > SWIPE_PIXELS && Math.abs(across) > 1.5 * Math.abs(down))
        this.step(across < 0 ? 1 : -1);
    });
    stage.addEventListener("pointercancel", () => {
      start = null;
    });
    stage.addEventListener(
      "wheel",
      (event) => {
        if (this.stage.camera === undefined || this.stage.camera.fits || event.deltaX === 0) return;
        event.preventDefault();
        this.pan(event.deltaX / this.stage.camera.size);
      },
      { passive: false },
    );
  }

  // Keys.

  key(event) {
    if (event.defaultPrevented) return;
    const { target, key } = event;
    // What a site has around the player scrolls and unfolds by the same keys.
    if (target.closest?.(".around")) return;
    const isControl = target.matches?.("button, select, input, a");
    const isList = target === this.elements.list;
    if (this.tryMode.isOn) {
      const isShortcut = event.ctrlKey || event.metaKey || key === "Escape";
      // Buttons have no use for arrows: who has just pressed one goes on on the board.
      const leavesButton = target.matches?.("button") && /^(Arrow|Home|End)/.test(key);
      if (!isShortcut && !leavesButton && (isControl || isList)) return;
      if (leavesButton) this.elements.stage.focus({ preventScroll: true });
      if (this.tryMode.key(event)) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const takesArrows = target.matches?.("select, input");
    const actions = {
      " ": isControl ? null : () => this.togglePlaying(),
      ArrowLeft: takesArrows ? null : () => this.step(-1),
      ArrowRight: takesArrows ? null : () => this.step(1),
      Home: takesArrows ? null : () => this.choose(0),
      End: takesArrows ? null : () => this.choose(this.history.length),
    };
    const action = Object.hasOwn(actions, key) ? actions[key] : null;
    if (!action) return;
    event.preventDefault();
    action();
  }

  // Where the player is.

  /** Goes to a row on the visitor's wish, which ends playing and trying. */
  choose(index) {
    if (this.tryMode.isOn) return;
    this.pause();
    this.go(index, false);
  }

  step(by) {
    this.pause();
    this.go(this.index + by, true);
  }

  go(wanted, flies) {
    const index = Math.max(0, Math.min(this.history.length, wanted));
    if (index === this.index) return;
    const by = index - this.index;
    const before = this.state;
    this.state = this.history.stateAt(index);
    this.index = index;
    this.flight = null;
    let [from, to] = index === 0 ? this.history.move(0) : this.history.move(index - 1);
    if (by === -1) [to, from] = this.history.move(index);
    const cameraFrom = this.stage.camera?.left ?? 0;
    const cameraTo = this.stage.aim(index === 0 ? from : to, from);
    if (flies && Math.abs(by) === 1 && !this.reducedMotion.matches) {
      const length = Math.min(LONGEST_FLIGHT, this.playing ? 800 / this.speed : LONGEST_FLIGHT);
      if (length >= SHORTEST_FLIGHT) {
        this.flight = {
          from,
          to,
          state: before,
          began: performance.now(),
          length,
          cameraFrom,
          cameraTo,
          time: 0,
        };
      }
    }
    if (this.flight === null && this.stage.camera) this.stage.camera.left = cameraTo;
    this.update();
    this.writeHash();
  }

  readHash(hash) {
    const text = withinPlay(hash) ?? "";
    // An address may lead to the board rather than to a row; nobody has asked for the focus then, nor for the solution.
    const tried = /^(try|back)(?:@(\d+))?(?:=(.*))?$/.exec(text);
    if (tried !== null && !this.tryMode.isOn) {
      this.hide();
      this.enterTry({ takesFocus: false, origin: Number(tried[2] ?? 0), isBackwards: tried[1] === "back" });
      this.tryMode.replay(tried[3] ?? "");
    }
    if (!/^\d+$/.test(text)) return;
    if (this.tryMode.isOn) this.leaveTry();
    this.pause();
    this.go(Number(text), false);
  }

  writeHash() {
    // Browsers refuse addresses that change too often.
    if (this.pendingHash !== 0) return;
    this.pendingHash = setTimeout(
      () => {
        this.pendingHash = 0;
        const address = `#${PREFIX}${this.tryMode.isOn ? this.tryMode.address() : this.index}`;
        if (location.hash === address) return;
        try {
          window.history.replaceState(null, "", address);
        } catch {
          // Some embedded pages have no address of their own; then there is no link to keep.
        }
      },
      this.playing ? HASH_EVERY : 0,
    );
  }

  // Playing.

  togglePlaying() {
    if (this.playing) {
      this.pause();
      this.update();
      return;
    }
    if (this.index === this.history.length) this.go(0, false);
    if (this.history.length === 0) return;
    this.playing = { since: performance.now(), from: this.index };
    this.go(this.index + 1, true);
    this.playing.from = this.index;
    this.update();
  }

  pause() {
    if (this.playing === null) return;
    this.playing = null;
    this.showPlaying();
    clearTimeout(this.pendingSpeech);
    clearTimeout(this.pendingHash);
    this.pendingSpeech = this.pendingHash = 0;
    this.speak();
    this.writeHash();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.elements.speed.value = String(speed);
    if (this.playing) this.playing = { since: performance.now(), from: this.index };
  }

  advance(now) {
    const due = this.playing.from + Math.floor(((now - this.playing.since) / 1000) * this.speed);
    if (due > this.index) this.go(due, due === this.index + 1);
    if (this.index === this.history.length) this.pause();
  }

  // Drawing.

  layout() {
    const width = this.elements.stage.clientWidth;
    if (width === 0) return;
    this.width = width;
    this.stage.layout(width, this.stageHeight(), this.tryMode.isOn ? this.tryMode.state : this.state);
    this.showView();
    this.list.layout();
    const [from, to] = this.index > 0 ? this.history.move(this.index - 1) : [];
    this.follow(this.tryMode.isOn ? this.tryMode.cursor : (to ?? null), this.tryMode.isOn ? null : from);
    this.draw();
  }

  /** How high the stage may be: in a frame what the rest of the page leaves of it, so that all is seen at once. */
  stageHeight() {
    if (!IS_EMBEDDED) return Math.max(240, Math.min(520, window.innerHeight * 0.6));
    const { page, stage } = this.elements;
    return Math.max(LEAST_STAGE, window.innerHeight - (page.offsetHeight - stage.offsetHeight));
  }

  showView() {
    const { camera } = this.stage;
    this.elements.view.hidden = !camera || camera.fits;
    if (this.elements.view.hidden) return;
    const slider = this.elements["view-left"];
    slider.min = String(camera.range[0] - 0.3);
    slider.max = String(camera.range[1] + 1.3 - camera.visible);
  }

  follow(block, other) {
    const { camera } = this.stage;
    if (!camera) return;
    camera.zoom(block ?? 0, other ?? block ?? 0);
    camera.left = this.stage.aim(block, other ?? null);
    this.showView();
  }

  pan(cells) {
    const { camera } = this.stage;
    if (!camera || camera.fits) return;
    camera.left = camera.clamped(camera.left + cells);
    this.draw();
  }

  panAtEdge(event) {
    const box = this.elements.stage.getBoundingClientRect();
    if (event.clientX < box.left + 30) this.pan(-0.5);
    else if (event.clientX > box.right - 30) this.pan(0.5);
  }

  draw() {
    if (this.isDrawDue) return;
    this.isDrawDue = true;
    requestAnimationFrame((now) => {
      this.isDrawDue = false;
      this.frame(now);
    });
  }

  frame(now) {
    if (this.playing) this.advance(now);
    const { flight } = this;
    const { camera } = this.stage;
    if (flight) {
      flight.time = Math.max(0, (now - flight.began) / flight.length);
      if (camera)
        camera.left = camera.clamped(
          mix(flight.cameraFrom, flight.cameraTo, eased(Math.min(1, flight.time))),
        );
      if (flight.time >= 1) this.flight = null;
    }
    this.stage.show(this.tryMode.isOn ? this.tryMode.scene() : this.scene());
    if (camera) {
      this.elements["view-left"].value = String(camera.left);
    }
    const row = this.list.history === this.history ? this.index : this.list.history.length;
    this.list.show(row, camera ? camera.left + camera.visible / 2 : 0);
    if (this.flight || this.playing) this.draw();
  }

  scene() {
    const { flight, index, history, target } = this;
    const last = index > 0 ? history.move(index - 1) : null;
    const next = index < history.length ? history.move(index) : null;
    const arrow = (move) => (move === null ? null : { from: move[0], to: move[1] });
    const showsNext = next !== null && !this.playing && (this.game.isGrid || index === 0);
    return {
      isTry: false,
      isStart: index === 0,
      state: flight ? flight.state : this.state,
      flight,
      framed: flight || !last ? null : last[1],
      vacated: flight || !last ? null : last[0],
      last: flight ? null : arrow(last),
      next: flight || !showsNext ? null : arrow(next),
      target,
    };
  }

  // Words.

  update() {
    const { elements, history, index } = this;
    elements.slider.value = String(index);
    elements.slider.setAttribute("aria-valuetext", `move ${index} of ${history.length}`);
    elements.place.textContent = `${formatted(index)} / ${formatted(history.length)}`;
    elements["to-start"].disabled = elements.back.disabled = index === 0;
    elements["to-end"].disabled = elements.forward.disabled = index === history.length;
    const facts = history.facts(index, this.state);
    elements.says.textContent = this.sentence(facts);
    elements["picture-title"].textContent = index === 0 ? "The first row" : `After move ${index}`;
    elements["picture-text"].textContent = this.stage.describe(this.state);
    this.showFacts(facts);
    this.showPlaying();
    this.speak();
    this.draw();
  }

  showPlaying() {
    const { elements } = this;
    elements.page.classList.toggle("is-playing", this.playing !== null);
    elements["play-button"].setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  sentence(facts) {
    const { game, history } = this;
    if (facts.index === 0)
      return this.play.intro ?? `Start: ${counted(game.coins, game.noun)}, ${counted(history.length, "move")} to go.`;
    const place = `Move ${formatted(facts.index)} of ${formatted(history.length)}`;
    const names = [facts.from, facts.to].map((cell) => game.name(cell));
    const isSolved = facts.index === history.length && game.isSolved(this.state) ? " Solved." : "";
    if (game.moved > 1) return `${place}: ${facts.contents} from ${names[0]} to ${names[1]}.${isSolved}`;
    const who = game.isGrid ? facts.contents : `${facts.contents} ${facts.way}s`;
    return `${place}: ${who} from ${names[0]} to ${names[1]}.${isSolved}`;
  }

  showFacts(facts) {
    const { game, history } = this;
    const entries = [
      ["Move", facts.index === 0 ? "start" : `${formatted(facts.index)} of ${formatted(history.length)}`],
    ];
    entries.push(["Notation", facts.notation || "–"]);
    const areAlike = game.alphabet.texts.every((text) => text === "");
    if (!areAlike) entries.push([game.moved === 1 ? "Moved" : "Coins moved", facts.pattern || "–"]);
    if (game.hasJumps) entries.push(["Kind", facts.way || "–"]);
    if (game.hasPairs) {
      entries.push(["Gain", facts.index === 0 ? "–" : signed(facts.gain)]);
      entries.push(["Pairs so far", `${formatted(facts.pairs)} of ${formatted(game.coins - 1)}`]);
    }
    if (history.notes.length > 0) entries.push(["Note", facts.note || "–"]);
    this.elements.facts.replaceChildren(
      ...entries.map(([name, value]) => {
        const pair = document.createElement("div");
        pair.className = name === "Note" ? "wide" : "";
        const term = Object.assign(document.createElement("dt"), { textContent: name });
        const text = Object.assign(document.createElement("dd"), { textContent: value });
        pair.append(term, text);
        return pair;
      }),
    );
  }

  /** Says the move, but not more often than can be listened to. */
  speak() {
    if (this.pendingSpeech !== 0) return;
    this.pendingSpeech = setTimeout(
      () => {
        this.pendingSpeech = 0;
        this.elements.live.textContent = this.tryMode.isOn ? "" : this.elements.says.textContent;
      },
      this.playing ? SAY_EVERY : 120,
    );
  }

  // Trying.

  /** Keeps the solution from a visitor until it is asked for. */
  hide() {
    this.elements.leave.textContent = "Show the solution";
  }

  enterTry({ takesFocus = true, origin = null, isBackwards = false } = {}) {
    this.pause();
    this.flight = null;
    const { elements } = this;
    this.showMode(true);
    elements.stage.setAttribute("role", "application");
    elements.stage.setAttribute("aria-label", "Board: arrow keys choose, Enter picks up and puts down");
    elements.stage.tabIndex = 0;
    const from = Math.min(origin ?? this.index, this.history.length);
    this.tryMode.enter(isBackwards || from < this.history.length ? from : 0, isBackwards);
    this.layout();
    if (takesFocus) elements.stage.focus({ preventScroll: true });
  }

  leaveTry() {
    if (!this.tryMode.isOn) return;
    this.tryMode.leave();
    const { elements } = this;
    elements.leave.textContent = "Back to the solution";
    elements.stage.removeAttribute("role");
    elements.stage.removeAttribute("aria-label");
    elements.stage.removeAttribute("tabindex");
    this.showMode(false);
    this.list.setHistory(this.history);
    this.layout();
    this.update();
    elements["try-button"].focus({ preventScroll: true });
  }

  showMode(isTry) {
    const { elements, game } = this;
    elements.page.classList.toggle("is-trying", isTry);
    for (const element of document.querySelectorAll(".playing")) element.hidden = isTry;
    for (const element of document.querySelectorAll(".trying")) element.hidden = !isTry;
    elements.says.hidden = isTry;
    elements["list-heading"].textContent = isTry ? "Your moves" : "All rows";
    this.list.isSolution = !isTry;
    this.fillKeys(isTry ? TRY_KEYS : PLAY_KEYS);
    if (!game.isGrid) this.stage.range = this.list.range = isTry ? [0, game.size - 1] : game.usedRange();
  }

  showOwnMoves(history) {
    this.elements["picture-title"].textContent = "Your row";
    this.elements["picture-text"].textContent = this.stage.describe(history.end);
    this.list.setHistory(history);
  }
}

function made(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

function startPlayer(read) {
  for (const part of document.querySelectorAll(".player")) part.hidden = false;
  const player = new Player(read);
  if (read.play.hidden === true && (withinPlay(location.hash) ?? "") === "") {
    player.hide();
    player.enterTry({ takesFocus: false });
  }
}

function start() {
  const page = document.getElementById("page");
  document.documentElement.classList.toggle("embedded", IS_EMBEDDED);
  const any = document.getElementById("any");
  if (any !== null) new AnyPuzzle(any);
  if (CHOSEN.text === null) return;
  try {
    startPlayer(readPlay(CHOSEN.text));
  } catch (error) {
    const words = `This page cannot show its solution: ${error.message}.`.replace(/\.\.$/, ".");
    const broken = made("main", { className: "broken", id: "broken" });
    broken.append(made("h1", { textContent: words }));
    page.replaceWith(broken);
  }
}

start();
