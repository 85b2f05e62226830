// The front page: arrow keys on the map, the puzzle of the day, and questions about any k and n. Without this script all links work.
"use strict";

(() => {
  const element = (id) => document.getElementById(id);

  // The map: one stop for the Tab key, and arrow keys from cell to cell.
  const map = element("map");
  if (map !== null) {
    for (const hidden of document.querySelectorAll(".with-script")) hidden.hidden = false;
    const rows = [...map.tBodies[0].rows];
    const linkAt = (row, column) => rows[row]?.cells[column]?.querySelector("td > a") ?? null;
    const links = [...map.querySelectorAll("td > a")];
    links.forEach((link, index) => link.setAttribute("tabindex", index === 0 ? "0" : "-1"));
    const moveTo = (link) => {
      for (const other of links) other.setAttribute("tabindex", "-1");
      link.setAttribute("tabindex", "0");
      link.focus();
    };
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    map.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      const cell = event.target.closest("td");
      if (step === undefined || cell === null || event.ctrlKey || event.altKey || event.metaKey) return;
      let [row, column] = [rows.indexOf(cell.parentElement) + step[0], cell.cellIndex + step[1]];
      // The focus skips cells without a link, such as those with too few coins.
      while (rows[row]?.cells[column] !== undefined && linkAt(row, column) === null) {
        row += step[0];
        column += step[1];
      }
      const link = linkAt(row, column);
      event.preventDefault();
      if (link !== null) moveTo(link);
    });
    map.addEventListener("focusin", (event) => {
      const link = event.target.closest("td > a");
      if (link === null) return;
      for (const other of links) other.setAttribute("tabindex", other === link ? "0" : "-1");
    });
  }
})();

(() => {
  const element = (id) => document.getElementById(id);

  // Today's puzzle is a page of the site in a frame. That page has the script of the player.
  const today = element("today");
  if (today !== null) {
    const puzzles = [...element("puzzles-of-days").children].map((item) => ({
      address: item.querySelector("a").getAttribute("href"),
      task: item.querySelector("a").textContent,
      moves: item.dataset.moves,
    }));
    const frame = element("today-frame");
    const date = new Date();
    // Days are counted by the visitor's calendar.
    const first = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5);
    let shown = 0;

    const show = (later) => {
      shown = later;
      const { address, task, moves } = puzzles[(first + later) % puzzles.length];
      element("today-heading").textContent = later === 0 ? "Today’s puzzle" : "Another puzzle";
      element("today-task").textContent = `${task}. The best possible is ${moves} moves.`;
      frame.title = task;
      // The Back button leads to the page before this one, not to the puzzle before.
      const page = new URL(`${address}${address.includes("#") ? "/" : "#"}try`, location.href).href;
      if (later === 0) frame.src = page;
      else frame.contentWindow.location.replace(page);
    };
    today.hidden = false;
    show(0);
    element("another").addEventListener("click", () => show(shown + 1));
  }

  // Questions.
  const form = element("ask");
  if (form === null) return;
  form.hidden = false;
  const [longest, largest] = [form.dataset.longest, form.dataset.largest].map(BigInt);
  const EXAMPLE = "k = 7, n = 1347";

  // BigInt, because answers hold for sizes far beyond the integers that a double represents exactly.
  function read(question) {
    const plain = question.toLowerCase().replace(/[\s,;:=().?]+/g, " ").trim();
    const inOrder = /^k ?(\d+) ?n ?(\d+)$/.exec(plain) ?? /^(\d+) (\d+)$/.exec(plain);
    const turned = /^n ?(\d+) ?k ?(\d+)$/.exec(plain);
    if (inOrder !== null) return { k: BigInt(inOrder[1]), n: BigInt(inOrder[2]) };
    if (turned !== null) return { k: BigInt(turned[2]), n: BigInt(turned[1]) };
    const alone = /^([kn]?) ?\d+$/.exec(plain);
    if (alone !== null)
      return { fault: `${alone[1] === "n" ? "k" : "n"} is missing: expected something like ${EXAMPLE}.` };
    const odd = question.trim().slice(0, 30);
    return { fault: odd === "" ? "" : `Invalid question “${odd}”: expected something like ${EXAMPLE}, or 7 1347.` };
  }

  function faultOf(k, n) {
    if (k < 2n || k > longest) return `k = ${k}: a move slides 2 to ${longest} adjacent coins.`;
    if (n < 1n || n > largest) return `n = ${n}: the row has 1 to ${largest} nickels.`;
    if (2n * n <= k) return `The row must have more than k coins: with k = ${k}, n is at least ${k / 2n + 1n}.`;
    return null;
  }

  // "4 13+8": size 4, and size 13 plus any multiple of 8.
  function covers(sizes, n) {
    return sizes.split(" ").some((part) => {
      if (part === "") return false;
      const [first, step] = part.split("+").map(BigInt);
      return step === undefined ? n === first : n >= first && (n - first) % step === 0n;
    });
  }

  const link = (address, text) => Object.assign(document.createElement("a"), { href: address, textContent: text });
  const code = (text) => Object.assign(document.createElement("code"), { textContent: text });

  /** Returns the links with words between them. */
  function listed(links) {
    return links.flatMap((one, at) => (at === 0 ? [one] : [at === links.length - 1 ? " and " : ", ", one]));
  }

  /** Returns what is known of a size: texts and elements in their order. */
  function answer(k, n) {
    const of = `k = ${k}, n = ${n}`;
    const command = [" The command ", code(`tait generate ${k} ${n}`), " prints the moves."];
    const cell = document.querySelector(`#map tr[data-k="${k}"] td[data-n="${n}"] a`);
    if (cell !== null) {
      const known = cell.title.split(": ").slice(1).join(": ");
      return [link(cell.getAttribute("href"), of), `: ${known}. Its page says why.`];
    }
    if (k === 2n * n - 1n) return [`${of}: there is no solution. With k = 2n − 1, a move only rotates the row.`];
    const ofKind = (kind) =>
      [...document.querySelectorAll(`#families a[data-kind="${kind}"][data-k="${k}"]`)]
        .filter((entry) => covers(entry.dataset.n, n))
        .map((entry) => link(entry.getAttribute("href"), entry.title));
    const families = ofKind("family");
    if (families.length > 0)
      return [
        `${of}: n = ${n} moves suffice, and fewer do not. `,
        ...listed(families),
        families.length === 1 ? " settles it." : " settle it.",
        ...command,
      ];
    const solutions = ofKind("puzzle");
    if (solutions.length > 0) return [`${of}: `, ...listed(solutions), ".", ...command];
    return [
      `${of}: no record settles this size. Every solution takes at least n = ${n} moves. The command `,
      code(`tait solve ${k} ${n}`),
      " looks for a solution.",
    ];
  }

  function ask() {
    const { k, n, fault } = read(element("question").value);
    const told = fault ?? faultOf(k, n);
    const isWrong = told !== null && told !== "";
    element("question").setAttribute("aria-invalid", String(isWrong));
    element("answer").classList.toggle("wrong", isWrong);
    element("answer").replaceChildren(...(told !== null ? [told] : answer(k, n)));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
})();
