/**
 * The page's access to simulations: whole runs, the state at a time, explanations and live sessions. Each of the four has its own
 * worker.
 */
import type { FlowDelays, PathState, Question, Scenario, Snapshot, Story } from "../engine/index.ts";
import { startBrowserWorker } from "./browser-worker.ts";
import { LiveClient, type LiveListener, type LiveSession } from "./live-client.ts";
import type { FilePieces, PacketFileWish, ProgramTrial, Reply, WorkerMessage } from "./protocol.ts";
import {
  SupervisedWorker,
  type SupervisionOptions,
  type WorkerLink,
  type WorkerTask,
} from "./supervised-worker.ts";

/** Listener to a run. */
export interface RunListener {
  snapshot(snapshot: Snapshot): void;
  error(message: string): void;
  restarted(message: string): void;
  /** Called with the snapshot of a run that the user has stopped. */
  stopped?(snapshot: Snapshot): void;
  /**
   * Called with a snapshot of this run although a newer one has been requested, while the newer one has nothing to
   * show yet, so that a fast drag over a heavy scenario shows movement. If this function is absent, such snapshots
   * are dropped.
   */
  preview?(snapshot: Snapshot): void;
}

const CLOSED = "The simulation was closed with the page; reload the page to run it again.";

/** Client of the workers of a page. */
export class SimClient {
  #options: SupervisionOptions;
  #runs: SupervisedWorker;
  #pathStates: LatestClient<PathState>;
  #stories: LatestClient<Story>;
  #lives: SupervisedWorker;
  #session: LiveClient | null = null;
  #runId = 0;
  #newest: { readonly task: WorkerTask; stop: boolean } | null = null;
  #liveId = 0;
  #listeners = new Map<number, RunListener>();
  #closed = false;

  constructor(options: SupervisionOptions = { start: startBrowserWorker }) {
    this.#options = options;
    this.#runs = new SupervisedWorker(this.#options);
    this.#pathStates = new LatestClient(new SupervisedWorker(this.#options));
    this.#stories = new LatestClient(new SupervisedWorker(this.#options));
    this.#lives = new SupervisedWorker(this.#options);
    this.#runs.warmUp();
  }

  /** Starts all workers early, so that later requests need no network. */
  prepare(): void {
    if (this.#closed) return;
    this.#runs.loadRest();
    for (const worker of [this.#pathStates, this.#lives, this.#stories]) worker.warmUp();
  }

  /**
   * Runs a scenario; an older run is replaced. The first snapshot comes early, then at most one each 50 ms. The last snapshot has
   * `done` set.
   */
  run(scenario: Scenario, on: RunListener): void {
    if (this.#closed) {
      on.error(CLOSED);
      return;
    }
    const id = ++this.#runId;
    this.#listeners.set(id, on);
    const task: WorkerTask = {
      send: async (api) => {
        // If the worker did not respond to a request to stop, the request is sent again to the worker that replaces it.
        const stop = this.#newest?.task === task && this.#newest.stop;
        await api.run(id, scenario);
        if (stop) await api.stopRun(id);
      },
      message: (message) => {
        if (this.#hear(message)) this.#runs.end(task);
      },
      restarted: (message) => on.restarted(message),
      failed: (message) => on.error(message),
    };
    this.#newest = { task, stop: false };
    this.#runs.begin(task);
  }

  /** Stops the newest run at its current time. Then `stopped` of the listener is called, unless the run ends first. */
  stopRun(): void {
    if (this.#newest === null || this.#closed) return;
    this.#newest.stop = true;
    const id = this.#runId;
    this.#runs.call((api) => api.stopRun(id));
  }

  /** Continues the newest run from the time at which it was stopped, or from its start if its worker was replaced. */
  goOn(): void {
    if (this.#newest === null || this.#closed) return;
    this.#newest.stop = false;
    this.#runs.begin(this.#newest.task);
  }

  /**
   * Returns the state of a run at a time; null if a newer call replaces this one. Successive calls with the same scenario and
   * increasing times are fast.
   */
  pathState(scenario: Scenario, atS: number): Promise<PathState | null> {
    if (this.#closed) return Promise.resolve(null);
    return this.#pathStates.ask((api) => api.pathState(scenario, atS));
  }

  /**
   * Returns the answer to a question; null if a newer question replaces this one. For a live run, the answer reports nothing
   * after `seenS`.
   */
  explain(
    scenario: Scenario,
    question: Question,
    seenS: number = Number.POSITIVE_INFINITY,
  ): Promise<Story | null> {
    if (this.#closed) return Promise.resolve(null);
    return this.#stories.ask((api) => api.why(scenario, question, seenS));
  }

  /** Opens a live session, paused at its start; the previous session ends. */
  live(scenario: Scenario, on: LiveListener, fromS = 0): LiveSession {
    this.#session?.stop();
    this.#session = new LiveClient(this.#lives, ++this.#liveId, scenario, on, fromS);
    if (this.#closed) {
      this.#session.stop();
      on.error(CLOSED);
    } else {
      this.#session.open();
    }
    return this.#session;
  }

  dispose(): void {
    this.#closed = true;
    this.#listeners.clear();
    this.#session?.stop();
    this.#runs.drop();
    this.#pathStates.dispose();
    this.#stories.dispose();
    this.#lives.drop();
  }

  /** Passes a message to its listener. Returns true if the newest run is over. */
  #hear(message: WorkerMessage): boolean {
    if (message.kind === "alive" || message.kind === "memory" || message.kind === "frame") return false;
    const listener = this.#listeners.get(message.id);
    if (listener === undefined) return false;
    const newest = message.id === this.#runId;
    if (message.kind === "error") {
      if (!newest) return false;
      listener.error(message.message);
      // The worker is replaced, so that its state does not affect the next run. It may have failed to load programs.
      this.#runs.drop();
      return true;
    }
    // Runs that are older than the one that is now shown report nothing any more.
    for (const id of this.#listeners.keys()) if (id < message.id) this.#listeners.delete(id);
    if (!newest) listener.preview?.(message.snapshot);
    else if (message.kind === "stopped") listener.stopped?.(message.snapshot);
    else listener.snapshot(message.snapshot);
    return newest && (message.snapshot.done || message.kind === "stopped");
  }
}

interface Request<T> {
  resolve(answer: T | null): void;
  readonly task: WorkerTask;
}

/**
 * Sends requests to a worker one at a time. A newer request replaces an older one. Requests ask for the
 * state of the path at a time, an explanation, a file, the delays by flow, or the trial of a program.
 */
class LatestClient<T> {
  #worker: SupervisedWorker;
  #pending: Request<T> | null = null;

  constructor(worker: SupervisedWorker) {
    this.#worker = worker;
  }

  /**
   * Returns the answer; null if a newer request replaces this one. If there is no answer, the promise is rejected with a message
   * for the user.
   */
  ask(call: (api: WorkerLink["api"]) => Promise<Reply<T | null>>): Promise<T | null> {
    this.#supersede();
    return new Promise((resolve, reject) => {
      const settle = (): boolean => {
        if (this.#pending !== request) return false;
        this.#pending = null;
        this.#worker.end(task);
        return true;
      };
      const task: WorkerTask = {
        async send(api) {
          const reply = await call(api);
          if (!settle()) return;
          if (reply.ok) resolve(reply.value);
          else reject(new Error(reply.message));
        },
        failed(message) {
          if (settle()) reject(new Error(message));
        },
      };
      const request: Request<T> = { resolve, task };
      this.#pending = request;
      this.#worker.begin(task);
    });
  }

  warmUp(): void {
    this.#worker.warmUp();
  }

  dispose(): void {
    this.#supersede();
    this.#worker.drop();
  }

  #supersede(): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve(null);
  }
}

/** Requests a file of packets from a separate worker, which is created when first needed. A newer request replaces an older one. */
export class PacketFileClient {
  #client: LatestClient<FilePieces>;

  constructor(options: SupervisionOptions = { start: startBrowserWorker }) {
    this.#client = new LatestClient(new SupervisedWorker(options));
  }

  /** Returns the parts of the file; null if a newer request supersedes this one. */
  write(scenario: Scenario, wish: PacketFileWish): Promise<FilePieces | null> {
    return this.#client.ask((api) => api.packetFile(scenario, wish));
  }

  dispose(): void {
    this.#client.dispose();
  }
}

/**
 * Requests the queueing delays of each flow from a separate worker, which is created when first needed. A newer request replaces
 * an older one.
 */
export class DelaysClient {
  #client: LatestClient<FlowDelays>;

  constructor(options: SupervisionOptions = { start: startBrowserWorker }) {
    this.#client = new LatestClient(new SupervisedWorker(options));
  }

  /** Returns the delays at the link with that index, up to `untilS`; null if a newer request supersedes this one. */
  count(scenario: Scenario, link: number, untilS: number): Promise<FlowDelays | null> {
    return this.#client.ask((api) => api.flowDelays(scenario, link, untilS));
  }

  dispose(): void {
    this.#client.dispose();
  }
}

/** Tests custom programs in a separate worker, before a run with them is shown. A newer request replaces an older one. */
export class TrialClient {
  #client: LatestClient<ProgramTrial>;

  constructor(options: SupervisionOptions = { start: startBrowserWorker }) {
    this.#client = new LatestClient(new SupervisedWorker(options));
  }

  /** Tests the programs. Returns null if a newer call supersedes this one; rejects with a message for users. */
  run(scenario: Scenario): Promise<ProgramTrial | null> {
    return this.#client.ask((api) => api.tryPrograms(scenario));
  }

  dispose(): void {
    this.#client.dispose();
  }
}
