// A page plays one solution, or one of many: the address of a page with many names it, and then what the page shows of it:
// #A-9, #A-9/3 (after three moves), #A-9/try.

/** The play that the address asks for, as JSON; null where the page has many and the address asks for none. */
function readChosen() {
  const text = document.getElementById("play").textContent;
  // What a page of any puzzle plays it finds out later.
  if (text === '{"any":true}') return { name: decodeURIComponent(location.hash.slice(1)).split("/")[0], text: null };
  if (!text.startsWith('{"plays":')) return { name: null, text };
  const { plays } = JSON.parse(text);
  const name = decodeURIComponent(location.hash.slice(1)).split("/")[0];
  const play = Object.hasOwn(plays, name) ? plays[name] : (globalThis.taitPlayOf?.(name) ?? null);
  return { name, text: play === null ? null : JSON.stringify(play) };
}

const CHOSEN = readChosen();
const PREFIX = (CHOSEN.name ?? "") === "" ? "" : `${encodeURIComponent(CHOSEN.name)}/`;

/** What an address asks for within its play; null where it asks for another play. */
function withinPlay(hash) {
  const text = hash.slice(1);
  if (CHOSEN.name === null) return text;
  const [name, ...rest] = text.split("/");
  return decodeURIComponent(name) === CHOSEN.name ? rest.join("/") : null;
}

/** Shows what belongs to the chosen play, and nothing that belongs to all or to another. */
function showChosen() {
  if (CHOSEN.name === null) return;
  // Another play is another page: the browser reads it anew.
  window.addEventListener("hashchange", (event) => {
    if (withinPlay(new URL(event.newURL).hash) === null) location.reload();
  });
  document.documentElement.classList.add("scripted");
  const about = CHOSEN.name === "" ? null : document.getElementById(CHOSEN.name);
  const title = CHOSEN.text === null ? about?.querySelector("h2")?.textContent : JSON.parse(CHOSEN.text).title;
  if (title === undefined) return;
  document.documentElement.classList.add("chosen");
  about?.classList.add("is-chosen");
  // Its id is in the address: the browser would scroll past the player.
  about?.removeAttribute("id");
  scrollTo(0, 0);
  document.title = `${title} · ${document.title}`;
  document.getElementById("title").textContent = title;
  const here = document.querySelector(".trail [aria-current]");
  if (here === null) return;
  const above = Object.assign(document.createElement("a"), { href: location.pathname, textContent: here.textContent });
  here.textContent = title;
  here.before(above, " › ");
}

showChosen();
