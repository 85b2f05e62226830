// The engine, where a site has one: a worker that answers what the page does not know.

const ENGINE_MEGABYTES = 256;

/** What the worker runs. It gets the engine, packed, with each question. */
function engineWorker() {
  let engine = null;
  const opened = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const module = await new Response(stream).arrayBuffer();
    return (await WebAssembly.instantiate(module, {})).instance.exports;
  };
  onmessage = async ({ data: { packed, question, megabytes } }) => {
    try {
      engine ??= await opened(packed);
      const sent = new TextEncoder().encode(JSON.stringify(question));
      const room = engine.room(sent.length); // the memory may grow, and then has a new buffer
      new Uint8Array(engine.memory.buffer, room, sent.length).set(sent);
      const length = engine.ask(megabytes);
      const answer = new Uint8Array(engine.memory.buffer, engine.place(), length);
      postMessage(JSON.parse(new TextDecoder().decode(answer)));
    } catch (error) {
      postMessage({ error: String(error) });
    }
  };
}

class Engine {
  constructor() {
    this.worker = null;
    this.isAsked = false;
  }

  /** Whether this page or its site has an engine. */
  static get isThere() {
    return typeof (globalThis.taitEngine ?? globalThis.taitEngineFile) === "string";
  }

  /** Fetches the packed engine, once for all questions. */
  async packed() {
    if (typeof globalThis.taitEngine === "string") return globalThis.taitEngine;
    const script = made("script", { src: globalThis.taitEngineFile });
    await new Promise((done, failed) => {
      script.addEventListener("load", done);
      script.addEventListener("error", () => failed(new Error("the engine is not there")));
      document.head.append(script);
    });
    return globalThis.taitEngine;
  }

  /** Asks, and returns the answer; null when it was stopped. */
  async ask(question) {
    this.isAsked = true;
    try {
      const packed = await this.packed();
      if (!this.isAsked) return null;
      if (this.worker === null) {
        const text = new Blob([`(${engineWorker})()`], { type: "text/javascript" });
        this.worker = new Worker(URL.createObjectURL(text));
      }
      return await new Promise((done) => {
        this.done = done;
        this.worker.onmessage = ({ data }) => done(data);
        this.worker.onerror = (event) => done({ error: event.message });
        this.worker.postMessage({ packed, question, megabytes: ENGINE_MEGABYTES });
      });
    } catch (error) {
      return { error: error.message };
    } finally {
      this.isAsked = false;
    }
  }

  /** Ends the worker, and with it what it was asked. */
  stop() {
    this.isAsked = false;
    this.worker?.terminate();
    this.worker = null;
    this.done?.(null);
  }
}
