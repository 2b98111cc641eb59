/** Data exchanged between the page (or the command line) and a worker. */
import type {
  Change,
  FlowDelays,
  FlowSpec,
  LiveNews,
  Picture,
  ProgramReport,
  Question,
  RunResults,
  Scenario,
  Snapshot,
  StopKind,
  Story,
} from "../engine/index.ts";
import type { CapturePoint } from "../engine/replays.ts";

/**
 * The worker's side, called through Comlink. Calls return immediately; output of a run or a live session arrives as
 * `WorkerMessage`s at the port given to `connect`, one way and without a reply per message.
 */
export interface SimWorkerApi {
  connect(port: MessagePort): void;
  /**
   * Simulates the whole run; pre-empts the previous one. A run that was stopped continues when it is requested again.
   */
  run(id: number, scenario: Scenario): void;
  /** Ends the run at its next slice; a `StoppedMessage` with its state follows. */
  stopRun(id: number): void;
  /** Returns the state at a time; null if a newer call superseded this one. */
  picture(scenario: Scenario, atS: number): Promise<Reply<Picture | null>>;
  /**
   * Returns the answer to a question; null if a newer call superseded this one. Nothing after `seenS` is reported,
   * because a live run has only been simulated that far.
   */
  why(scenario: Scenario, question: Question, seenS: number): Promise<Reply<Story | null>>;
  /** Returns the queue delays by flow at a link, up to a time; null if a newer request superseded this one. */
  flowDelays(scenario: Scenario, link: number, untilS: number): Promise<Reply<FlowDelays | null>>;
  /**
   * Returns the packets of the whole run, or of an interval, as the parts of a file; null if a newer request
   * superseded this one.
   */
  packetFile(scenario: Scenario, wanted: PacketFileWish): Promise<Reply<FilePieces | null>>;
  /** Tests whether the programs of a run complete; null if a newer request superseded this one. */
  tryPrograms(scenario: Scenario): Promise<Reply<ProgramTrial | null>>;
  /** Opens a live session; ends the previous one. */
  live(id: number, start: LiveStart): void;
  liveCommand(id: number, seq: number, command: LiveCommand): void;
  /**
   * Loads the code that no task has needed so far. A failure is ignored, because a task that needs the code loads it
   * again.
   */
  loadRest(): void;
  /** Runs a job of a pool without interruption; to cancel it, terminate the worker. */
  job(scenario: Scenario, want: JobWant): Promise<Reply<JobResult>>;
}

/** Place and reason of a program's early end; null if it did not end early, as far as it was tested. */
export interface ProgramTrial {
  readonly stopped: ProgramReport["stopped"];
}

/** The parts of a file: texts and bytes. */
export type FilePieces = readonly (string | Uint8Array<ArrayBuffer>)[];

/** A requested file for other programs. `stamp` holds the lines on its origin. */
export interface PacketFileWish {
  readonly format: "csv" | "pcapng" | "qlog";
  /** Capture point of a packet capture. */
  readonly point: CapturePoint;
  readonly fromS: number;
  readonly toS: number;
  readonly program: string;
  readonly stamp: readonly string[];
}

/** A reply. An error is returned as a value, with a message for users. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** Start of a live session. */
export interface LiveStart {
  readonly scenario: Scenario;
  /** Simulated time to which a resumed session goes first (s). */
  readonly fromS: number;
  /** Speed at which the session plays after `fromS` is reached; null if it stays paused. */
  readonly playAt: number | null;
  /** Kind of event at which the session pauses, as in the command; no pause by default. */
  readonly stopAt?: StopKind | null;
}

/** Length of a step: an event, an RTT, or up to the next signal. */
export type StepKind = "event" | "rtt" | "signal";

/** A command to a live session. */
export type LiveCommand =
  | { readonly kind: "play"; readonly speed: number }
  /** Sets the kind of event at which the session pauses from now on; null for no pause. */
  | { readonly kind: "stop-at"; readonly stopAt: StopKind | null }
  | { readonly kind: "pause" }
  | { readonly kind: "step"; readonly step: StepKind }
  | { readonly kind: "change"; readonly change: Change }
  | { readonly kind: "add-flow"; readonly flow: FlowSpec }
  | { readonly kind: "stop" };

/** Whether a pool's caller needs only the results of each run, or the series too. */
export type JobWant = "results" | "snapshot";

/** Result of a job of a pool. */
export interface JobResult {
  readonly results: RunResults;
  readonly digest: string;
  /** Snapshot of the run; present only if "snapshot" was requested. */
  readonly snapshot: Snapshot | null;
  /** User-defined programs that ended before the end of the run. */
  readonly ended: readonly ProgramEnd[];
  /** Turns of the interpreter's loops that each program took, in the order of the scenario's programs. */
  readonly turns: readonly number[];
}

/** The early end of a program. */
interface ProgramEnd extends NonNullable<ProgramReport["stopped"]> {
  /** Id of the program. */
  readonly id: string;
}

/** A frame of a live session, without the parts that have not changed since the previous frame. */
export interface FrameMessage {
  readonly kind: "frame";
  readonly id: number;
  /** Number of the newest command whose effect is in this frame. */
  readonly seq: number;
  readonly picture: Picture;
  readonly snapshot: Snapshot | null;
  readonly scenario: Scenario | null;
  readonly playing: boolean;
  readonly speed: number;
  readonly stopAt: StopKind | null;
  /** News from the last step, or from the event at which the session stopped; null after any other command. */
  readonly news: LiveNews | null;
  /** True if no more frames are sent until the next command. */
  readonly settled: boolean;
}

interface SnapshotMessage {
  readonly kind: "snapshot";
  readonly id: number;
  readonly snapshot: Snapshot;
}

/** State of a run that was stopped; the worker keeps the run until a different run starts. */
interface StoppedMessage {
  readonly kind: "stopped";
  readonly id: number;
  readonly snapshot: Snapshot;
}

interface ErrorMessage {
  readonly kind: "error";
  readonly id: number;
  readonly message: string;
  /** True if the run or session is over; false if only one request was refused. */
  readonly fatal: boolean;
}

/** A message from the worker. */
export type WorkerMessage =
  /** Message without content that shows that a busy worker still works. */
  { readonly kind: "alive" } | SnapshotMessage | StoppedMessage | FrameMessage | ErrorMessage;

/** Message to the worker: the receiver has taken the last snapshot or frame, so the next may be sent. */
export type ClientMessage = { readonly kind: "seen" };

/** Returns an error as one or two sentences for users. */
export function errorText(doing: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${doing}: ${reason === "" ? "no reason was given" : reason}`;
}

/**
 * Message for a run that reached its own limit, which is not an error. The state of the run up to then is on the
 * screen.
 */
export const TOO_LARGE = "The run was stopped before its end, and is shown as far as it came";

export const STOPPED = "The simulation stopped because of an error";
