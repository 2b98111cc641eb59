/**
 * The notebook widget: the page in a frame, with its settings and results in the model. It speaks to the page by the
 * messages of docs/embedding.md.
 */

/** The page as one file, gzip and base64; the build inserts it. */
const PAGE = "__PAGE__";

async function pageAddress() {
  const packed = Uint8Array.from(atob(PAGE), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const page = new Blob([await new Response(unpacked).arrayBuffer()], { type: "text/html" });
  return URL.createObjectURL(page);
}

/** Returns the link with these settings instead of its own. */
function withSettings(link, settings) {
  const kept = link.split("&").filter((part) => !Object.hasOwn(settings, part.split("=")[0]));
  const text = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
  const added = Object.entries(settings).map(([name, value]) => `${name}=${encodeURIComponent(text(value))}`);
  return [...kept, ...added].join("&");
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function render({ model, el }) {
  const page = await pageAddress();
  const frame = document.createElement("iframe");
  frame.title = "Sawtooth";
  const resize = () => {
    frame.style.cssText = `display: block; width: 100%; height: ${model.get("height")}px; border: 0`;
  };
  resize();

  // Only a page that the link names may change the run by a message. A page without an origin cannot be named: it opens links.
  const host = origin.startsWith("http") ? `&host=${origin}` : "";
  const addressOf = (link) => `${page}#${link.replace(/^#/, "")}${model.get("_options")}${host}`;

  const note = document.createElement("p");
  note.setAttribute("role", "status");
  const tell = () => {
    note.textContent = model.get("error");
    note.hidden = note.textContent === "";
  };
  tell();

  let isReady = false;
  let lastId = 0;
  /** Link and settings of this frame, so that its own changes are not sent back to it. */
  let shown = { link: model.get("link"), settings: null };
  const send = (message) => {
    lastId++;
    // The page shares the origin of the notebook, so that no other page can be in the frame.
    frame.contentWindow.postMessage({ sawtooth: 1, id: lastId, ...message }, "*");
  };
  const open = (link) => frame.contentWindow.location.replace(addressOf(link));

  const store = (values) => {
    for (const [name, value] of Object.entries(values))
      if (!same(model.get(name), value)) model.set(name, value);
    model.save_changes();
  };
  const changedByPython = () =>
    Object.entries(model.get("settings")).filter(([name, value]) => shown.settings?.[name] !== value);
  const onSettings = () => {
    if (shown.settings === null) return;
    const changed = changedByPython();
    if (changed.length === 0) return;
    store({ error: "", complete: false });
    const wanted = Object.fromEntries(changed);
    if (host === "") open(withSettings(shown.link, wanted));
    else send({ type: "set", settings: wanted });
  };
  const read = ({ fragment, settings, run, metrics }) => {
    const isFirst = shown.settings === null;
    shown = { link: `#${fragment}`, settings };
    // Python may have changed settings before the frame was there.
    if (isFirst) onSettings();
    const { complete, digest } = run;
    store({ ...shown, complete, ...(complete && { digest, metrics }) });
  };

  const onMessage = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.sawtooth !== 1) return;
    if (data.type === "ready") {
      // A notebook that moves the frame makes it load again, with the link that it had at first. Changes by Python that the
      // frame could not hear meanwhile become part of the link.
      if (isReady) open(withSettings(shown.link, Object.fromEntries(changedByPython())));
      isReady = true;
      send({ type: "subscribe", to: ["run", "settings"] });
      send({ type: "read" });
    } else if (data.type === "event") {
      if (data.event === "settings") store({ error: "" });
      read(data.state);
    } else if (data.ok === false) {
      store({ error: data.error });
      // The refused settings do not apply: the model takes those of the page.
      send({ type: "read" });
    } else if (data.state !== undefined) {
      read(data.state);
    }
  };
  const onLink = () => {
    if (model.get("link") === shown.link) return;
    store({ error: "", complete: false });
    open(model.get("link"));
  };

  addEventListener("message", onMessage);
  const listeners = {
    "change:settings": onSettings,
    "change:link": onLink,
    "change:height": resize,
    "change:error": tell,
  };
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  frame.src = addressOf(model.get("link"));
  el.append(frame, note);
  return () => {
    removeEventListener("message", onMessage);
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
    frame.remove();
    note.remove();
    URL.revokeObjectURL(page);
  };
}

export default { render };
