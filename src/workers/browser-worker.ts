/** Starts a Web Worker. */
import { programAddress } from "./own-program.ts";
import address from "./sim.worker.ts?worker&url";
import { linkWorker, type StartWorker } from "./supervised-worker.ts";

export const startBrowserWorker: StartWorker = (events) => {
  const worker = open(new URL(address, import.meta.url).href);
  worker.onerror = (event) => {
    event.preventDefault();
    events.failure(event.message || "it could not be loaded");
  };
  return linkWorker(worker, events, () => {
    worker.onerror = null;
    worker.terminate();
  });
};

const NAME = "sawtooth";

/**
 * A page without an origin, in a sandboxed frame, may start only what it holds itself, and Chromium no module of that kind:
 * a script that imports the worker, and hands it what was said to it meanwhile.
 */
function open(url: string): Worker {
  // In the page that is one file the worker is a text of its own, without modules: from a disk no browser starts others.
  if (address.startsWith("blob:")) return new Worker(programAddress(address), { name: NAME });
  if (origin !== "null") return new Worker(programAddress(url), { type: "module", name: NAME });
  const script = `let m=[],h=e=>m.push(e.data);addEventListener("message",h);import(${JSON.stringify(url)}).then(()=>{removeEventListener("message",h);for(const data of m)dispatchEvent(new MessageEvent("message",{data}))},e=>setTimeout(()=>{throw e}))`;
  const held = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(programAddress(held), { name: NAME });
}
