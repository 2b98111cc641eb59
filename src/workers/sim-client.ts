/**
 * The page's access to simulations: whole runs, the state at a time, explanations and live sessions. Each of the four has its own
 * worker.
 */
import type {
  Change,
  FlowDelays,
  FlowSpec,
  LiveNews,
  Picture,
  Question,
  Scenario,
  Snapshot,
  StopKind,
  Story,
} from "../engine/index.ts";
import { startBrowserWorker } from "./browser-worker.ts";
import type {
  FilePieces,
  FrameMessage,
  LiveCommand,
  LiveStart,
  PacketFileWish,
  ProgramTrial,
  StepKind,
  WorkerMessage,
} from "./protocol.ts";
import {
  LatestClient,
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
  #pictures: LatestClient<Picture>;
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
    this.#pictures = new LatestClient(new SupervisedWorker(this.#options));
    this.#stories = new LatestClient(new SupervisedWorker(this.#options));
    this.#lives = new SupervisedWorker(this.#options);
    this.#runs.warmUp();
  }

  /** Starts all workers early, so that later requests need no network. */
  prepare(): void {
    if (this.#closed) return;
    this.#runs.loadRest();
    for (const worker of [this.#pictures, this.#lives, this.#stories]) worker.warmUp();
  }

  /**
   * Runs a scenario; an older run is replaced. The first snapshot comes early, then at most one per frame. The last snapshot has
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
  picture(scenario: Scenario, atS: number): Promise<Picture | null> {
    if (this.#closed) return Promise.resolve(null);
    return this.#pictures.ask((api) => api.picture(scenario, atS));
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
    this.#pictures.dispose();
    this.#stories.dispose();
    this.#lives.drop();
  }

  /** Passes a message to its listener. Returns true if the newest run is over. */
  #hear(message: WorkerMessage): boolean {
    if (message.kind === "alive" || message.kind === "frame") return false;
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

// A live session as the page uses it. The object stores enough to resume the session at the same time if its worker fails.

/**
 * A frame of a live session. Unchanged parts are the same objects as in the previous frame, so that a plot can detect changes by
 * comparing objects.
 */
export interface LiveFrame {
  readonly snapshot: Snapshot;
  readonly picture: Picture;
  /** The scenario, including changes and flows that joined. */
  readonly scenario: Scenario;
  readonly playing: boolean;
  readonly speed: number;
  readonly stopAt: StopKind | null;
  /** News from the last step, or from the event at which the session stopped. */
  readonly news: LiveNews | null;
}

/** Listener to a live session. */
export interface LiveListener {
  frame(frame: LiveFrame): void;
  error(message: string): void;
  /** Called when the worker failed and the session continues in a new worker. */
  restarted?(message: string): void;
}

/** A live session. Its methods may be called in any order. After `stop` they have no effect, and no listener is called. */
export interface LiveSession {
  /** Plays at `speed` simulated seconds per second, from 0.001 to 100. */
  play(speed: number): void;
  /** Sets the kind of event at which the session pauses from now on; null for no pause. */
  stopAt(kind: StopKind | null): void;
  pause(): void;
  step(kind: StepKind): void;
  change(change: Change): void;
  addFlow(flow: FlowSpec): void;
  /** Returns the commands whose effect no frame has shown yet. */
  unseen(): readonly LiveCommand[];
  stop(): void;
}

interface Sent {
  readonly seq: number;
  readonly command: LiveCommand;
}

class LiveClient implements LiveSession {
  #worker: SupervisedWorker;
  #id: number;
  #opening: LiveStart;
  #on: LiveListener;
  #task: WorkerTask;
  #seq = 0;
  #unseen: Sent[] = [];
  #frame: LiveFrame | null = null;
  #over = false;

  /** Creates a session that first simulates up to `fromS` without playing. */
  constructor(worker: SupervisedWorker, id: number, scenario: Scenario, on: LiveListener, fromS = 0) {
    this.#worker = worker;
    this.#id = id;
    this.#opening = { scenario, fromS, playAt: null };
    this.#on = on;
    this.#task = {
      send: (api) => this.#send(api),
      message: (message) => this.#hear(message),
      restarted: (message) => this.#on.restarted?.(message),
      failed: (message) => this.#fail(message),
    };
  }

  open(): void {
    if (!this.#over) this.#worker.begin(this.#task);
  }

  play(speed: number): void {
    this.#command({ kind: "play", speed });
  }

  stopAt(stopAt: StopKind | null): void {
    this.#command({ kind: "stop-at", stopAt });
  }

  pause(): void {
    this.#command({ kind: "pause" });
  }

  step(kind: StepKind): void {
    this.#command({ kind: "step", step: kind });
  }

  change(change: Change): void {
    this.#command({ kind: "change", change });
  }

  addFlow(flow: FlowSpec): void {
    this.#command({ kind: "add-flow", flow });
  }

  unseen(): readonly LiveCommand[] {
    return this.#unseen.map(({ command }) => command);
  }

  stop(): void {
    this.#command({ kind: "stop" });
    this.#over = true;
    this.#worker.end(this.#task);
  }

  #command(command: LiveCommand): void {
    if (this.#over) return;
    const sent = { seq: ++this.#seq, command };
    this.#unseen.push(sent);
    this.#worker.expect();
    this.#worker.call((api) => api.liveCommand(this.#id, sent.seq, command));
  }

  /** Opens the session in a worker, at the last known state, and sends the commands that followed. */
  async #send(api: WorkerLink["api"]): Promise<void> {
    const frame = this.#frame;
    const start: LiveStart =
      frame === null
        ? this.#opening
        : {
            scenario: frame.scenario,
            fromS: frame.picture.nowS,
            playAt: frame.playing ? frame.speed : null,
            stopAt: frame.stopAt,
          };
    const calls = [api.live(this.#id, start)];
    for (const { seq, command } of this.#unseen) calls.push(api.liveCommand(this.#id, seq, command));
    await Promise.all(calls);
  }

  #hear(message: WorkerMessage): void {
    if (this.#over || (message.kind !== "frame" && message.kind !== "error")) return;
    if (message.id !== this.#id) return;
    if (message.kind === "frame") this.#show(message);
    else if (message.fatal) this.#fail(message.message);
    else this.#on.error(message.message);
  }

  #show(message: FrameMessage): void {
    this.#unseen = this.#unseen.filter((sent) => sent.seq > message.seq);
    if (message.settled && this.#unseen.length === 0) this.#worker.rest();
    const snapshot = message.snapshot ?? this.#frame?.snapshot;
    const scenario = message.scenario ?? this.#frame?.scenario;
    // The first frame of a session contains both, so nothing is lost.
    if (snapshot === undefined || scenario === undefined) return;
    const { picture, playing, speed, stopAt, news } = message;
    this.#frame = { snapshot, scenario, picture, playing, speed, stopAt, news };
    this.#on.frame(this.#frame);
  }

  #fail(message: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#worker.drop();
    this.#on.error(message);
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
