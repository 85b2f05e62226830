/** Puts the long texts of a page in their places, where they are packed, and runs what needs them. */
function taitUnpacked(run) {
  const packed = document.getElementById("packed");
  if (packed === null) {
    run();
    return;
  }
  const unpack = async () => {
    const bytes = Uint8Array.from(atob(JSON.parse(packed.textContent)), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const texts = await new Response(stream).json();
    for (const [place, element] of document.querySelectorAll("[data-packed]").entries()) {
      element.innerHTML = texts[place];
      element.removeAttribute("data-packed");
    }
    run();
    packed.remove();
  };
  // What cannot be unpacked hides nothing else.
  unpack().catch(() => packed.remove());
}
