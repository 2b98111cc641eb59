/** Starts a Node worker thread, for the command line's pool. */
import { availableParallelism } from "node:os";
import { type Transferable, Worker } from "node:worker_threads";
import { linkWorker, type StartWorker } from "./supervised-worker.ts";

/** Number of processors that this process may use. */
export const nodeWorkerCount = availableParallelism();

/** Data passed to a worker thread at its start. */
export interface NodeWorkerData {
  /** Port for Comlink's calls. It has the events of a browser's port, which a thread's own `parentPort` does not have. */
  readonly calls: MessagePort;
}

export const startNodeWorker: StartWorker = (events) => {
  const channel = new MessageChannel();
  const workerData: NodeWorkerData = { calls: channel.port2 };
  const worker = new Worker(new URL("./node-worker-entry.mjs", import.meta.url), {
    workerData,
    // The class exists in two declarations, the browser's (used here) and Node's.
    transferList: [channel.port2 as unknown as Transferable],
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  let ended = false;
  worker.on("error", (error) => events.failure(error.message));
  worker.on("exit", (status) => {
    if (!ended) events.failure(`it ended with status ${status}`);
  });
  return linkWorker(channel.port1, events, () => {
    ended = true;
    channel.port1.close();
    void worker.terminate();
  });
};
