/** The page's handle of one live session. Remembers enough to take it up again where it was, should its worker fail. */
import type { Change, FlowSpec, LiveNews, Picture, Scenario, Snapshot, StopKind } from "../engine/index.ts";
import type { FrameMessage, LiveCommand, LiveStart, StepKind, WorkerMessage } from "./protocol.ts";
import type { SupervisedWorker, Task } from "./supervised-worker.ts";
import type { WorkerLink } from "./worker-link.ts";

/** The same objects as in the frame before where nothing changed: a chart may compare `snapshot` by identity. */
export interface LiveFrame {
  readonly snapshot: Snapshot;
  readonly picture: Picture;
  /** With the changes and joined flows in it. */
  readonly scenario: Scenario;
  readonly playing: boolean;
  readonly speed: number;
  readonly stopAt: StopKind | null;
  /** Of the last step, or of what it stopped at. */
  readonly news: LiveNews | null;
}

export interface LiveListener {
  frame(frame: LiveFrame): void;
  error(message: string): void;
  /** The worker failed and the session was taken up again where it was. */
  restarted?(message: string): void;
}

/** May be called in any order; after `stop` nothing has an effect and nothing more is heard. */
export interface LiveSession {
  /** `speed` in simulated seconds per second, from 0.001 to 100. */
  play(speed: number): void;
  /** From now on it pauses at each event of that kind; null: at none. */
  stopAt(kind: StopKind | null): void;
  pause(): void;
  step(kind: StepKind): void;
  change(change: Change): void;
  addFlow(flow: FlowSpec): void;
  /** Commands whose effect has not been seen yet. */
  unseen(): readonly LiveCommand[];
  stop(): void;
}

interface Sent {
  readonly seq: number;
  readonly command: LiveCommand;
}

export class LiveClient implements LiveSession {
  #worker: SupervisedWorker;
  #id: number;
  #opening: LiveStart;
  #on: LiveListener;
  #task: Task;
  #seq = 0;
  #unseen: Sent[] = [];
  #frame: LiveFrame | null = null;
  #over = false;

  /** Goes to `fromS` before anything else. */
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

  /** Opens the session in a worker, where it was last seen, and repeats what was asked since. */
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
    // The first frame of a session has both.
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
