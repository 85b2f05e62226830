// What a visitor has solved, kept in the browser, and the puzzles to go on with.

const RESULTS = "tait-results";

/** The name of this puzzle within its site: the address of its page. */
function puzzleName() {
  const site = globalThis.taitSite;
  const isWithin = typeof site === "string" && location.href.startsWith(site);
  const path = isWithin ? location.href.slice(site.length).split(/[?#]/)[0] : location.pathname.split("/").slice(-2).join("/");
  return `${path}${PREFIX === "" ? "" : `#${PREFIX.slice(0, -1)}`}`;
}

/** The fewest moves in which a visitor has solved puzzles, by their names. */
class Results {
  static read() {
    try {
      const kept = JSON.parse(localStorage.getItem(RESULTS) ?? "{}");
      return kept !== null && typeof kept === "object" ? kept : {};
    } catch {
      // A browser may keep nothing.
      return {};
    }
  }

  static best(name = puzzleName()) {
    const moves = Results.read()[name];
    return Number.isInteger(moves) ? moves : null;
  }

  static areThere() {
    return Object.keys(Results.read()).length > 0;
  }

  static add(moves) {
    const name = puzzleName();
    const best = Math.min(moves, Results.best(name) ?? moves);
    try {
      localStorage.setItem(RESULTS, JSON.stringify({ ...Results.read(), [name]: best }));
    } catch {
      // Then it is not kept.
    }
  }

  static forget() {
    try {
      localStorage.removeItem(RESULTS);
    } catch {
      // Nothing is kept.
    }
  }
}

/** The puzzles of the site from easy to hard, each with its address and fewest moves; none where a page stands alone. */
async function pool() {
  if (typeof globalThis.taitSite !== "string") return [];
  if (globalThis.taitPool === undefined) {
    const script = made("script", { src: new URL("assets/pool.js", globalThis.taitSite).href });
    await new Promise((done) => {
      script.addEventListener("load", done);
      script.addEventListener("error", done);
      document.head.append(script);
    });
  }
  return globalThis.taitPool ?? [];
}

/** Links to the next puzzle that is not solved, and to an easier and a harder one. */
async function showNext(place, moves) {
  const puzzles = await pool();
  const kept = Results.read();
  const here = puzzles.findIndex(({ address }) => address === puzzleName());
  const at = here >= 0 ? here : puzzles.findIndex((puzzle) => puzzle.moves >= moves);
  const other = (puzzle) => puzzle !== undefined && puzzle.address !== puzzleName();
  const choices = [
    ["Next puzzle", [...puzzles.slice(at + 1), ...puzzles.slice(0, at)].find(({ address }) => kept[address] === undefined)],
    ["Easier", puzzles.slice(0, Math.max(0, at)).findLast((puzzle) => puzzle.moves < moves)],
    ["Harder", puzzles.find((puzzle) => puzzle.moves > moves)],
  ];
  const solved = puzzles.filter(({ address }) => kept[address] !== undefined).length;
  const links = choices.filter(([, puzzle]) => other(puzzle)).flatMap(([words, { address }]) => {
    const [page, name] = address.split("#");
    const url = new URL(page, globalThis.taitSite);
    url.hash = name === undefined ? "try" : `${name}/try`;
    return [made("a", { href: url.href, textContent: words }), " "];
  });
  place.hidden = links.length === 0;
  place.replaceChildren(...links, `${formatted(solved)} of ${formatted(puzzles.length)} puzzles solved.`);
}
