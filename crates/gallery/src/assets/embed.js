// HTML to copy, which embeds the page's puzzle into another page. It is shown below the player.
"use strict";

// On paper the proof of what is played is unfolded.
window.addEventListener("beforeprint", () => {
  const isOneOfMany = document.querySelector(".overview, .about") !== null;
  for (const part of document.querySelectorAll(isOneOfMany ? ".is-chosen details" : ".around details:not(#embed)")) part.open = true;
});

(() => {
  const details = document.getElementById("embed");
  const style = document.querySelector("link[rel=stylesheet]");
  if (details === null || style === null || details.hidden) return;

  // On a web server the whole address is known. On a disk only the part within this site is.
  const site = new URL("../", style.href);
  const isOnline = /^https?:$/.test(location.protocol);
  const address = isOnline ? location.origin + location.pathname : location.pathname.slice(site.pathname.length);
  const quoted = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

  const made = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const text = made("textarea", { id: "snippet", readOnly: true, rows: 3, spellcheck: false });
  const solution = made("input", { type: "checkbox", id: "embed-solution" });
  const copy = made("button", { type: "button", id: "copy", className: "text-button", textContent: "Copy" });
  const told = made("span", { id: "copied" });
  told.setAttribute("role", "status");
  text.setAttribute("aria-label", "HTML to copy");

  function fill() {
    const name = document.documentElement.classList.contains("chosen") ? location.hash.split("/")[0] : "";
    const part = solution.checked ? name : `${name === "" ? "#" : `${name}/`}try`;
    const title = quoted(document.title);
    text.value = `<iframe src="${quoted(address + part)}" title="${title}" width="600" height="400" style="border: 1px solid #79808a; border-radius: 8px; max-width: 100%"></iframe>`;
    told.textContent = "";
  }

  async function toClipboard() {
    try {
      await navigator.clipboard.writeText(text.value);
      told.textContent = "Copied.";
    } catch {
      // Where a page may not write to the clipboard, the visitor copies.
      text.focus();
      text.select();
      told.textContent = "Press Ctrl + C to copy the selected text.";
    }
  }

  const where = "This site is on a disk. Put it on a web server, and put the server’s address before the one in src.";
  details.append(
    made("p", { textContent: `Paste this into your own page. ${isOnline ? "" : where}` }),
    text,
    made("p", { className: "row" }, made("label", {}, solution, " Show the solution first"), copy, told),
  );
  solution.addEventListener("change", fill);
  copy.addEventListener("click", toClipboard);
  fill();
})();
