/** A page that has Sawtooth in frames: writes their addresses, and speaks to one of them by messages. */

const app = new URL(new URLSearchParams(location.search).get("app") ?? "../", location.href);

for (const frame of document.querySelectorAll("iframe[data-link]")) {
  // Whoever may change the run by messages is named in the link.
  const host = "host" in frame.dataset ? `&host=${location.origin}` : "";
  frame.src = `${app.href}#${frame.dataset.link}${host}`;
}

/** Asks one frame, and resolves with its answer. */
class Sawtooth {
  #frame;
  #origin;
  #waiting = new Map();
  #id = 0;
  /** @type {(event: string, state: object) => void} */
  onEvent = () => {};
  /** @type {() => void} */
  onReady = () => {};

  constructor(frame, origin) {
    this.#frame = frame;
    this.#origin = origin;
    addEventListener("message", (event) => this.#hear(event));
  }

  ask(message) {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#frame.contentWindow.postMessage({ sawtooth: 1, id, ...message }, this.#origin);
    });
  }

  #hear({ source, origin, data }) {
    if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.sawtooth !== 1) return;
    if (data.type === "ready") this.onReady();
    if (data.type === "event") this.onEvent(data.event, data.state);
    if (data.type === "reply") {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    }
  }
}

const element = (id) => document.getElementById(id);
const beta = element("beta");
const sawtooth = new Sawtooth(element("steered"), app.origin);
const METRICS = ["utilisation", "delay-p99"];

function show(state) {
  for (const id of METRICS) {
    const { value, unit } = state.metrics[id] ?? { value: null, unit: "" };
    element(id).textContent = value === null ? "–" : `${value.toFixed(1)} ${unit}`;
  }
}

sawtooth.onReady = async () => {
  await sawtooth.ask({ type: "subscribe", to: ["run"], metrics: METRICS });
  const { state } = await sawtooth.ask({ type: "read", metrics: METRICS });
  show(state);
};
sawtooth.onEvent = (_, state) => show(state);

beta.addEventListener("input", () => {
  element("beta-text").textContent = Number(beta.value).toFixed(2);
});
beta.addEventListener("change", async () => {
  const reply = await sawtooth.ask({ type: "set", settings: { "beta-ecn": beta.value } });
  element("said").textContent = reply.ok ? "" : reply.error;
});
