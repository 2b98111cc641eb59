/** Starts a Web Worker. */
import address from "./sim.worker.ts?worker&url";
import { linkWorker, type StartWorker } from "./worker-link.ts";

export const startBrowserWorker: StartWorker = (events) => {
  const worker = new Worker(mayStart(new URL(address, import.meta.url).href), {
    type: "module",
    name: "sawtooth",
  });
  worker.onerror = (event) => {
    event.preventDefault();
    events.failure(event.message || "it could not be loaded");
  };
  return linkWorker(worker, events, () => {
    worker.onerror = null;
    worker.terminate();
  });
};

/** A page without an origin, in a sandboxed frame, may start only what it holds itself: a line that imports the worker. */
function mayStart(url: string): string {
  if (origin !== "null") return url;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(url)}`], { type: "text/javascript" }));
}
