/** The page's side of the simulation: whole runs, the state at a time, reasons, live sessions; each on a worker of its own. */
import type { Picture, Question, Scenario, Snapshot, Story } from "../engine/index.ts";
import { startBrowserWorker } from "./browser-worker.ts";
import { LatestClient } from "./latest-client.ts";
import { LiveClient, type LiveListener, type LiveSession } from "./live-client.ts";
import type { WorkerMessage } from "./protocol.ts";
import { SupervisedWorker, type SupervisionOptions, type Task } from "./supervised-worker.ts";

export type { LiveFrame, LiveListener, LiveSession } from "./live-client.ts";

export interface RunListener {
  snapshot(snapshot: Snapshot): void;
  error(message: string): void;
  restarted(message: string): void;
  /** The run was stopped here, before its end. */
  stopped?(snapshot: Snapshot): void;
  /**
   * A snapshot of this run although a newer one has been asked for: comes only while the newer one has nothing to show
   * yet, so that a fast drag over a heavy scenario moves something. Without it such snapshots are left out.
   */
  preview?(snapshot: Snapshot): void;
}

const CLOSED = "The simulation was closed with the page; reload the page to run it again.";

export class SimClient {
  #options: SupervisionOptions;
  #runs: SupervisedWorker;
  #pictures: LatestClient<Picture>;
  #stories: LatestClient<Story>;
  #lives: SupervisedWorker;
  #session: LiveClient | null = null;
  #runId = 0;
  #newest: { readonly task: Task; stop: boolean } | null = null;
  #liveId = 0;
  #listeners = new Map<number, RunListener>();
  #closed = false;

  constructor(options: SupervisionOptions = { start: startBrowserWorker }) {
    this.#options = options;
    this.#runs = new SupervisedWorker(this.#options);
    this.#pictures = new LatestClient(new SupervisedWorker(this.#options));
    this.#stories = new LatestClient(new SupervisedWorker(this.#options));
    this.#lives = new SupervisedWorker(this.#options);
    this.#runs.warmUp();
  }

  /** Starts all workers and fetches all their code, so that whatever is asked for next needs no network. */
  async prepare(): Promise<void> {
    if (this.#closed) return;
    const workers = [this.#runs, this.#pictures, this.#lives, this.#stories];
    await Promise.all(workers.map((worker) => worker.prepare()));
  }

  /** Latest wins. An early first snapshot, then at most one a frame; the last has `done`. */
  run(scenario: Scenario, on: RunListener): void {
    if (this.#closed) {
      on.error(CLOSED);
      return;
    }
    const id = ++this.#runId;
    this.#listeners.set(id, on);
    const task: Task = {
      send: async (api) => {
        // What was asked of a worker that fell silent is asked of the next one.
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

  /** Stops the newest run where it is: `stopped` is heard, or the end if that was nearer. */
  stopRun(): void {
    if (this.#newest === null || this.#closed) return;
    this.#newest.stop = true;
    const id = this.#runId;
    this.#runs.call((api) => api.stopRun(id));
  }

  /** Takes the newest run up again where it was stopped, or from its start if its worker is gone. */
  goOn(): void {
    if (this.#newest === null || this.#closed) return;
    this.#newest.stop = false;
    this.#runs.begin(this.#newest.task);
  }

  /** The exact state at a time; cheap when `atS` grows for the same scenario; null when a newer call supersedes this one. */
  picture(scenario: Scenario, atS: number): Promise<Picture | null> {
    if (this.#closed) return Promise.resolve(null);
    return this.#pictures.ask((api) => api.picture(scenario, atS));
  }

  /**
   * The story of what was asked; null when a newer question supersedes this one. Of a live run it tells nothing that comes
   * after `seenS`.
   */
  why(
    scenario: Scenario,
    question: Question,
    seenS: number = Number.POSITIVE_INFINITY,
  ): Promise<Story | null> {
    if (this.#closed) return Promise.resolve(null);
    return this.#stories.ask((api) => api.why(scenario, question, seenS));
  }

  /** Opens a live session, paused at its start; the session before it ends. */
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
    this.#pictures.dispose();
    this.#stories.dispose();
    this.#lives.drop();
  }

  /** Hands a message to the listener it belongs to; true when the newest run is over. */
  #hear(message: WorkerMessage): boolean {
    if (message.kind === "alive" || message.kind === "frame") return false;
    const listener = this.#listeners.get(message.id);
    if (listener === undefined) return false;
    const newest = message.id === this.#runId;
    if (message.kind === "error") {
      if (!newest) return false;
      listener.error(message.message);
      // What it holds, and programs that it could not load, are not the next run's trouble.
      this.#runs.drop();
      return true;
    }
    // Whatever is older than what is shown now has nothing to say any more.
    for (const id of this.#listeners.keys()) if (id < message.id) this.#listeners.delete(id);
    if (!newest) listener.preview?.(message.snapshot);
    else if (message.kind === "stopped") listener.stopped?.(message.snapshot);
    else listener.snapshot(message.snapshot);
    return newest && (message.snapshot.done || message.kind === "stopped");
  }
}
