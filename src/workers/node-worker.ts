/** Starts a Node worker thread, for the command line's pool. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type Transferable, Worker } from "node:worker_threads";
import { linkWorker, type StartWorker } from "./supervised-worker.ts";

/** Number of processors that this process may use. */
export const nodeWorkerCount = availableParallelism();

/** Data passed to a worker thread at its start. */
export interface NodeWorkerData {
  /** Port for Comlink's calls. It has the events of a browser's port, which a thread's own `parentPort` does not have. */
  readonly calls: MessagePort;
}

/** Entry point of a worker thread. */
interface WorkerEntry {
  /** Address of the entry point, or its source text if `eval` is true. */
  readonly source: URL | string;
  readonly eval: boolean;
}

/** Maximum length of the translated entry point (bytes): ten times its length. */
const MOST_ENTRY_BYTES = 1e7;

let entry: WorkerEntry | null = null;

/**
 * Returns the entry point. The package contains it as JavaScript. The project's sources are translated into one text, because a
 * TypeScript loader in each worker would take 30 MB and another thread.
 */
function workerEntry(): WorkerEntry {
  if ((globalThis as { readonly SAWTOOTH_BUILD?: string }).SAWTOOTH_BUILD !== undefined)
    return { source: new URL("./node-worker-entry.mjs", import.meta.url), eval: false };
  const compiler = createRequire(createRequire(import.meta.url).resolve("tsx")).resolve("esbuild");
  const options = {
    entryPoints: [resolve(import.meta.dirname, "node-sim-worker.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    minifyWhitespace: true,
    define: {
      "import.meta.url": JSON.stringify(import.meta.url),
      "import.meta.dirname": JSON.stringify(import.meta.dirname),
    },
  };
  // The compiler runs in a process of its own, whose memory is free when it ends.
  const program = `process.stdout.write(require(${JSON.stringify(compiler)}).buildSync(${JSON.stringify(options)}).outputFiles[0].text)`;
  const source = execFileSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    maxBuffer: MOST_ENTRY_BYTES,
  });
  return { source, eval: true };
}

export const startNodeWorker: StartWorker = (events) => {
  const channel = new MessageChannel();
  const workerData: NodeWorkerData = { calls: channel.port2 };
  entry ??= workerEntry();
  const worker = new Worker(entry.source, {
    eval: entry.eval,
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
    return worker.terminate();
  });
};
