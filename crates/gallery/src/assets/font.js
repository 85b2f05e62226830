// The pages of fonts: any pair of shapes, played from the list of moves on the page, and a line of text that plays.
"use strict";

(() => {
  const data = document.getElementById("shapes");
  if (data === null) return;
  const font = JSON.parse(data.textContent);
  const places = new Map((font.places ?? []).map((place, index) => [place.key, index]));
  const lines = new Map(
    document
      .getElementById("moves")
      .textContent.split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.split(" ", 1)[0], line]),
  );
  const written = (name) => name.replace(/[^A-Za-z0-9]/gu, (letter) => `x${letter.codePointAt(0).toString(16)}`);

  /** The moves from one shape into another, as numbers of places; null where none are known. */
  function movesOf(from, to) {
    const line = lines.get(`${written(from)}-${written(to)}`);
    if (line === undefined) return null;
    return line.split(" ").slice(1).map((move) => move.split("→").map((key) => places.get(key)));
  }

  /** The play of a pair, by its name in the address. */
  globalThis.taitPlayOf = (name) => {
    for (const from of Object.keys(font.shapes ?? {}))
      for (const to of Object.keys(font.shapes)) {
        if (`${written(from)}-${written(to)}` !== name) continue;
        const moves = movesOf(from, to);
        if (moves === null) return null;
        return {
          title: `${from} into ${to}`,
          origin: font.origin,
          puzzle: "grid",
          claim: `${moves.length} moves, no solution is shorter, ${font.level}`,
          optimum: moves.length,
          places: font.places,
          coins: font.shapes[from].map(([place, label]) => ({ place, label })),
          moves,
          adjacency: font.adjacency,
          motion: font.motion,
          room: font.room,
          targets: [font.shapes[to]],
        };
      }
    return null;
  };

  // A line of text: each letter of a word becomes that of the next word, all at the same time.
  const part = document.getElementById("typed");
  if (part === null || font.shapes === undefined) return;
  part.hidden = false;
  const STEP = 700;
  const [text, says, stage] = ["text", "says", "stage"].map((name) => document.getElementById(`typed-${name}`));
  const spans = [0, 1].map((axis) => Math.max(...font.places.map((place) => place.at[axis])) + 2);
  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  let round = 0;

  /** Plays from each word to the next, and from the last one to the first. */
  async function play() {
    const mine = (round += 1);
    const typed = text.value.trim().toUpperCase();
    const unknown = [...typed.replace(/\s/g, "")].find((letter) => font.shapes[letter] === undefined);
    if (typed === "" || unknown !== undefined) {
      says.textContent = typed === "" ? "" : `The font has no “${unknown}”.`;
      return;
    }
    const words = typed.split(/\s+/);
    const width = Math.max(...words.map((word) => word.length));
    const letters = words.map((word) => [...word.padEnd(width)]);
    const picture = svg("svg", { viewBox: `-1 -1 ${width * spans[0]} ${spans[1]}`, role: "img", "aria-label": words.join(", then ") });
    stage.replaceChildren(picture);
    const place = (coin, column, at) => {
      const [x, y] = font.places[at].at;
      coin.style.transform = `translate(${x + column * spans[0]}px, ${y}px)`;
    };
    const draw = (column, letter) => {
      const coins = new Map();
      for (const [at] of letter === " " ? [] : font.shapes[letter]) {
        const coin = svg("circle", { r: 0.42, class: "coin-light" });
        place(coin, column, at);
        coins.set(at, coin);
        picture.append(coin);
      }
      return coins;
    };
    const boards = letters[0].map((letter, column) => draw(column, letter));
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    for (let now = 0; mine === round; now = (now + 1) % words.length) {
      const next = (now + 1) % words.length;
      says.textContent = words.length === 1 ? words[0] : `${words[now]} → ${words[next]}`;
      await wait(2 * STEP);
      if (words.length === 1) return;
      const ways = letters[now].map((letter, column) => {
        const to = letters[next][column];
        return letter === to ? [] : letter === " " || to === " " ? null : movesOf(letter, to);
      });
      const most = Math.max(1, ...ways.map((way) => way?.length ?? 0));
      for (let step = 0; step < most && mine === round; step++) {
        ways.forEach((way, column) => {
          const move = way?.[step];
          if (move === undefined) return;
          const coin = boards[column].get(move[0]);
          boards[column].delete(move[0]);
          boards[column].set(move[1], coin);
          place(coin, column, move[1]);
        });
        await wait(STEP);
      }
      // Where there is no letter, or no known way, the other letter takes its place.
      ways.forEach((way, column) => {
        if (way !== null) return;
        for (const coin of boards[column].values()) coin.remove();
        boards[column] = draw(column, letters[next][column]);
      });
    }
  }

  document.getElementById("typed-play").addEventListener("click", play);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter") play();
  });
})();
