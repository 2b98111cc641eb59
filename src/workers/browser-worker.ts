/** Starts a Web Worker. */
import { linkWorker, type StartWorker } from "./worker-link.ts";

export const startBrowserWorker: StartWorker = (events) => {
  // The bundler finds the worker by this very form.
  const worker = new Worker(new URL("./sim.worker.ts", import.meta.url), {
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
