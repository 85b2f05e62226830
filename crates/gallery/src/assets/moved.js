// Addresses of earlier versions lead to the pages that hold now what they named.
"use strict";

(() => {
  const root = new URL("../", document.currentScript.src).href;
  const path = location.href.slice(root.length).split(/[?#]/)[0];
  const moved = [
    [/^puzzles\/(k\d+)-(n\d+)\.html$/, "puzzles/$1.html#$2"],
    [/^families\/(.+)-(n\d+|wrapped)\.html$/, "families/$1.html#$2"],
    [/^searches\/(k\d+)-(.+)\.html$/, "searches/$1.html#$1-$2"],
    [/^fonts\/(.+)\/(.+)\.html$/, "fonts/$1.html#$2"],
    [/^(checkers|grids|shuffling|solutions|thesis)\/(.+)\.html$/, "$1.html#$2"],
  ];
  const rule = moved.find(([pattern]) => pattern.test(path));
  if (location.href.startsWith(root) && rule !== undefined) location.replace(root + path.replace(...rule));
})();
