// The index: a search of its entries, and arrow keys on the map. Without this script all entries are listed, and all links work.
"use strict";

(() => {
  const element = (id) => document.getElementById(id);

  // The map: one stop for the Tab key, and arrow keys from cell to cell.
  const map = element("map");
  if (map !== null) {
    for (const hidden of document.querySelectorAll(".with-script")) hidden.hidden = false;
    const rows = [...map.tBodies[0].rows];
    const linkAt = (row, column) => rows[row]?.cells[column]?.querySelector("a") ?? null;
    const links = [...map.querySelectorAll("a")];
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
      const link = event.target.closest("a");
      if (link === null) return;
      for (const other of links) other.setAttribute("tabindex", other === link ? "0" : "-1");
    });
  }

  // The list.
  const form = element("filter");
  if (form === null) return;
  form.hidden = false;
  const fields = ["words", "kind", "k", "n"].map(element);
  const items = [...element("entries").children].map((item) => ({
    item,
    text: item.textContent.toLowerCase(),
    kind: item.dataset.kind,
    k: item.dataset.k ?? "",
    covers: sizesOf(item.dataset.n ?? ""),
  }));

  // "4 13+8": size 4, and size 13 plus any multiple of 8.
  function sizesOf(text) {
    const tests = text.split(" ").filter((part) => part !== "").map((part) => {
      const [first, step] = part.split("+").map(Number);
      return step === undefined ? (n) => n === first : (n) => n >= first && (n - first) % step === 0;
    });
    return (n) => tests.some((test) => test(n));
  }

  function wanted() {
    const [words, kind, k, n] = fields.map((field) => field.value.trim());
    return { words: words.toLowerCase().split(/\s+/).filter((word) => word !== ""), kind, k, n };
  }

  function isShown({ text, kind, k, covers }, asked) {
    return (
      (asked.kind === "" || kind === asked.kind) &&
      (asked.k === "" || k === String(Number(asked.k))) &&
      (asked.n === "" || covers(Number(asked.n))) &&
      asked.words.every((word) => text.includes(word))
    );
  }

  function filter() {
    const asked = wanted();
    let shown = 0;
    for (const entry of items) {
      const isWanted = isShown(entry, asked);
      entry.item.hidden = !isWanted;
      shown += isWanted ? 1 : 0;
    }
    const isAll = shown === items.length;
    element("count").textContent = isAll ? `${shown} entries` : `${shown} of ${items.length} entries`;
    element("nothing").hidden = shown > 0;
    // The map highlights the same sizes.
    for (const row of map?.tBodies[0].rows ?? [])
      for (const cell of row.cells) {
        const isOther =
          (asked.k !== "" && row.dataset.k !== String(Number(asked.k))) ||
          (asked.n !== "" && cell.dataset.n !== undefined && cell.dataset.n !== String(Number(asked.n)));
        cell.classList.toggle("faded", isOther);
      }
  }

  // The address contains the search, so that a link leads to it.
  function writeAddress() {
    const parts = new URLSearchParams();
    for (const field of fields) if (field.value.trim() !== "") parts.set(field.id, field.value.trim());
    const text = parts.toString();
    history.replaceState(null, "", text === "" ? location.pathname : `#${text}`);
  }

  function readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    if (![...parts.keys()].some((key) => fields.some((field) => field.id === key))) return;
    for (const field of fields) field.value = parts.get(field.id) ?? "";
    filter();
  }

  function changed() {
    filter();
    writeAddress();
  }

  // The list changes with every letter; on a phone it is below what can be seen.
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    element("count").scrollIntoView();
  });
  form.addEventListener("input", changed);
  form.addEventListener("reset", () => setTimeout(changed));
  element("all").addEventListener("click", () => {
    form.reset();
    element("words").focus();
  });
  window.addEventListener("hashchange", readAddress);
  filter();
  readAddress();
})();
