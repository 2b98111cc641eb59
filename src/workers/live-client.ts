/** A live session as the page uses it. The session can be resumed at the same time if its worker fails. */
import type { Change, FlowSpec, LiveNews, PathState, Scenario, Snapshot, StopKind } from "../engine/index.ts";
import type { FrameMessage, LiveCommand, LiveStart, StepKind, WorkerMessage } from "./protocol.ts";
import type { SupervisedWorker, WorkerLink, WorkerTask } from "./supervised-worker.ts";

/**
 * A frame of a live session. Unchanged parts are the same objects as in the previous frame, so that a plot can detect changes by
 * comparing objects.
 */
export interface LiveFrame {
  readonly snapshot: Snapshot;
  readonly pathState: PathState;
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

/** A session in a worker. It stores enough to continue in a new worker at the last known state. */
export class LiveClient implements LiveSession {
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
      isLasting: true,
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
            fromS: frame.pathState.nowS,
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
    const { pathState, playing, speed, stopAt, news } = message;
    this.#frame = { snapshot, scenario, pathState, playing, speed, stopAt, news };
    this.#on.frame(this.#frame);
  }

  #fail(message: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#worker.drop();
    this.#on.error(message);
  }
}
