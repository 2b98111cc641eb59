/** What crosses the boundary between the page (or the command line) and a worker. */
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
import type { CapturePoint } from "../engine/storyteller.ts";

/**
 * The worker's side, called through Comlink. Calls return at once; what a run or a live session has to show comes as
 * `WorkerMessage`s by the port given to `connect`, one way and without a reply per message.
 */
export interface SimWorkerApi {
  connect(port: MessagePort): void;
  /** Simulates the whole run; pre-empts the run before it. The run that was stopped goes on when it is asked for again. */
  run(id: number, scenario: Scenario): void;
  /** Ends the run at its next slice: what it came to follows as a `StoppedMessage`. */
  stopRun(id: number): void;
  /** The state at a time; null when a newer call superseded this one. */
  picture(scenario: Scenario, atS: number): Promise<Reply<Picture | null>>;
  /**
   * The story of what was asked; null when a newer call superseded this one. What comes after `seenS` is not told: a live
   * run is there only.
   */
  why(scenario: Scenario, question: Question, seenS: number): Promise<Reply<Story | null>>;
  /** Queue delays by flow at a link, up to a time; null when a newer request superseded this one. */
  flowDelays(scenario: Scenario, link: number, untilS: number): Promise<Reply<FlowDelays | null>>;
  /** The packets of the whole run, or of a stretch, as the pieces of a file; null when a newer request superseded this one. */
  packetFile(scenario: Scenario, wanted: PacketFileWish): Promise<Reply<FilePieces | null>>;
  /** Whether the programs of a run hold; null when a newer request superseded this one. */
  tryPrograms(scenario: Scenario): Promise<Reply<ProgramTrial | null>>;
  /** Opens a live session; ends the one before it. */
  live(id: number, start: LiveStart): void;
  liveCommand(id: number, seq: number, command: LiveCommand): void;
  /** One run of a pool, in one go; to cancel it, terminate the worker. */
  job(scenario: Scenario, want: JobWant): Promise<Reply<JobResult>>;
}

/** Where a program came to an end too early, and why; null: it did not, as far as it was tried. */
export interface ProgramTrial {
  readonly stopped: ProgramReport["stopped"];
}

export type FilePieces = readonly (string | Uint8Array<ArrayBuffer>)[];

/** A file for other programs. `stamp`: what it says of where it comes from, a text each. */
export interface PacketFileWish {
  readonly format: "csv" | "pcapng" | "qlog";
  /** Of a capture: where. */
  readonly point: CapturePoint;
  readonly fromS: number;
  readonly toS: number;
  readonly program: string;
  readonly stamp: readonly string[];
}

/** An error comes back as a value, with a message for people. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export interface LiveStart {
  readonly scenario: Scenario;
  /** Simulated time to go to before anything else: where a session is taken up again. */
  readonly fromS: number;
  /** Plays at this speed once `fromS` is reached; null stays paused. */
  readonly playAt: number | null;
  /** As the command says it; none by default. */
  readonly stopAt?: StopKind | null;
}

export type StepKind = "event" | "rtt" | "signal";

export type LiveCommand =
  | { readonly kind: "play"; readonly speed: number }
  /** From now on it pauses at each event of that kind; null: at none. */
  | { readonly kind: "stop-at"; readonly stopAt: StopKind | null }
  | { readonly kind: "pause" }
  | { readonly kind: "step"; readonly step: StepKind }
  | { readonly kind: "change"; readonly change: Change }
  | { readonly kind: "add-flow"; readonly flow: FlowSpec }
  | { readonly kind: "stop" };

/** What a pool's caller wants of each run: figures only, or the series too. */
export type JobWant = "results" | "snapshot";

export interface JobResult {
  readonly results: RunResults;
  readonly digest: string;
  /** Only where "snapshot" was wanted. */
  readonly snapshot: Snapshot | null;
  /** Programs of one's own that came to an end before the run did. */
  readonly ended: readonly ProgramEnd[];
}

export interface ProgramEnd extends NonNullable<ProgramReport["stopped"]> {
  /** Of the program. */
  readonly id: string;
}

/** A frame of a live session, with what did not change since the frame before left out. */
export interface FrameMessage {
  readonly kind: "frame";
  readonly id: number;
  /** Newest command whose effect is in this frame. */
  readonly seq: number;
  readonly picture: Picture;
  readonly snapshot: Snapshot | null;
  readonly scenario: Scenario | null;
  readonly playing: boolean;
  readonly speed: number;
  readonly stopAt: StopKind | null;
  /** Of the last step, or of what it stopped at; null since something else was asked for. */
  readonly news: LiveNews | null;
  /** Nothing more comes until the next command. */
  readonly settled: boolean;
}

interface SnapshotMessage {
  readonly kind: "snapshot";
  readonly id: number;
  readonly snapshot: Snapshot;
}

/** A run that was stopped, as far as it came; the worker keeps it until another run begins. */
interface StoppedMessage {
  readonly kind: "stopped";
  readonly id: number;
  readonly snapshot: Snapshot;
}

interface ErrorMessage {
  readonly kind: "error";
  readonly id: number;
  readonly message: string;
  /** The run or session is over; otherwise only one request was refused. */
  readonly fatal: boolean;
}

export type WorkerMessage =
  /** Sign of life while working. */
  { readonly kind: "alive" } | SnapshotMessage | StoppedMessage | FrameMessage | ErrorMessage;

/** The receiver has taken the last snapshot or frame: the next may be sent. */
export type ClientMessage = { readonly kind: "seen" };

/** An error as a sentence or two for people. */
export function errorText(doing: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${doing}: ${reason === "" ? "no reason was given" : reason}`;
}

/** It is the run's own limit, and no fault; what it has come to is on the screen. */
export const TOO_LARGE = "The run was stopped before its end, and is shown as far as it came";

export const STOPPED = "The simulation stopped because of an error";
