// The list of all pages: filled from data as far as a visitor scrolls, and filtered with every letter.
taitUnpacked(() => {
  "use strict";
  const element = (id) => document.getElementById(id);
  const form = element("filter");
  const data = element("all-entries");
  if (form === null || data === null) return;
  const list = element("entries");
  const PIECE = 60;
  const fields = ["words", "kind", "k", "n"].map(element);
  const items = JSON.parse(data.textContent).map(([kind, title, text, address, k, n, picture]) => ({
    kind, title, text, address, picture,
    k: k === null ? "" : String(k),
    words: `${title} ${text} ${kind}`.toLowerCase(),
    covers: sizesOf(n),
  }));
  let shown = items;
  let drawn = 0;

  // "4 13+8": size 4, and size 13 plus any multiple of 8.
  function sizesOf(text) {
    const tests = text.split(" ").filter((part) => part !== "").map((part) => {
      const [first, step] = part.split("+").map(Number);
      return step === undefined ? (n) => n === first : (n) => n >= first && (n - first) % step === 0;
    });
    return (n) => tests.some((test) => test(n));
  }

  const made = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  function card({ kind, title, text, address, picture }) {
    const card = made("li", {}, made("a", { href: address, textContent: title }), made("p", { textContent: text }));
    card.dataset.kind = kind;
    card.append(made("span", { className: "kind", textContent: kind }));
    if (picture) card.prepend(made("img", { alt: "", loading: "lazy", src: `data:image/svg+xml,${encodeURIComponent(picture)}` }));
    return card;
  }

  /** Adds the next cards. */
  function more() {
    list.append(...shown.slice(drawn, drawn + PIECE).map(card));
    drawn = Math.min(shown.length, drawn + PIECE);
    element("more").hidden = drawn === shown.length;
  }

  function filter() {
    const [words, kind, k, n] = fields.map((field) => field.value.trim());
    const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
    shown = items.filter(
      (item) =>
        (kind === "" || item.kind === kind) &&
        (k === "" || item.k === String(Number(k))) &&
        (n === "" || item.covers(Number(n))) &&
        wanted.every((word) => item.words.includes(word)),
    );
    list.replaceChildren();
    drawn = 0;
    more();
    const isAll = shown.length === items.length;
    element("count").textContent = isAll ? `${items.length} entries` : `${shown.length} of ${items.length} entries`;
    element("nothing").hidden = shown.length > 0;
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
    for (const field of fields) field.value = parts.get(field.id) ?? "";
    filter();
  }

  function changed() {
    filter();
    writeAddress();
  }

  form.hidden = false;
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
  element("more-button").addEventListener("click", more);
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), { rootMargin: "600px" }).observe(element("more"));
  window.addEventListener("hashchange", readAddress);
  readAddress();
});
