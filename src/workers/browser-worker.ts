/** Starts Web Workers. */
import { programGate } from "./program-gate.ts";
import { scriptAddress } from "./script-address.ts";
import address from "./sim.worker.ts?worker&url";
import { linkWorker, type StartWorker } from "./supervised-worker.ts";

/** Starts a worker that runs only programs that the user has allowed. */
export const startBrowserWorker: StartWorker = (events) => programGate.guard(startCheckingWorker(events));

/** Starts a worker for hand-ins, whose programs run after a press of *Check*. It runs any program. */
export const startCheckingWorker: StartWorker = (events) => {
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
 * Starts a worker in a page without an origin, that is, in a sandboxed frame. Such a page may only start scripts that it
 * contains; in Chromium these may not be modules. The worker is therefore a small script that imports the real one, and passes on
 * messages that arrive before the import is complete.
 */
function open(url: string): Worker {
  // In the single-file page the worker is a separate text that is not a module, because browsers start no other workers from a
  // local file.
  if (address.startsWith("blob:")) return new Worker(scriptAddress(address), { name: NAME });
  if (origin !== "null") return new Worker(scriptAddress(url), { type: "module", name: NAME });
  const script = `let m=[],h=e=>m.push(e.data);addEventListener("message",h);import(${JSON.stringify(url)}).then(()=>{removeEventListener("message",h);for(const data of m)dispatchEvent(new MessageEvent("message",{data}))},e=>setTimeout(()=>{throw e}))`;
  const held = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(scriptAddress(held), { name: NAME });
}
