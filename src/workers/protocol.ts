/** Data exchanged between the page (or the command line) and a worker. */
import type {
  Change,
  FlowDelays,
  FlowSpec,
  LiveNews,
  PathState,
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
 * The functions of a worker, called through Comlink. Calls return immediately. Output of a run or a live session is sent as
 * `WorkerMessage`s to the port given to `connect`; these messages are not answered.
 */
export interface SimWorkerApi {
  connect(port: MessagePort): void;
  /** Allows the worker's simulations to hold this many bytes; answers a `MemoryMessage`. */
  mayHold(bytes: number): void;
  /** Simulates a whole run; the previous run ends. If the run was stopped before, it continues where it was stopped. */
  run(id: number, scenario: Scenario): void;
  /** Stops the run after the current slice of work. A `StoppedMessage` with the state of the run follows. */
  stopRun(id: number): void;
  /** Returns the state of a run at a time; null if a newer call arrived first. */
  pathState(scenario: Scenario, atS: number): Promise<Reply<PathState | null>>;
  /**
   * Returns the answer to a question; null if a newer call arrived first. The answer reports nothing after `seenS`, because a
   * live run has only been simulated up to this time.
   */
  why(scenario: Scenario, question: Question, seenS: number): Promise<Reply<Story | null>>;
  /** Returns the queueing delays of each flow at a link, up to a time; null if a newer request arrived first. */
  flowDelays(scenario: Scenario, link: number, untilS: number): Promise<Reply<FlowDelays | null>>;
  /** Returns the packets of a run, or of a part of it, as the pieces of a file; null if a newer request arrived first. */
  packetFile(scenario: Scenario, wanted: PacketFileWish): Promise<Reply<FilePieces | null>>;
  /** Tests whether the programs of a run work; null if a newer request arrived first. */
  tryPrograms(scenario: Scenario): Promise<Reply<ProgramTrial | null>>;
  /** Opens a live session; ends the previous one. */
  live(id: number, start: LiveStart): void;
  liveCommand(id: number, seq: number, command: LiveCommand): void;
  /** Loads all code that was not needed so far. Failures are ignored, because a task that needs the code loads it again. */
  loadRest(): void;
  /** Runs a job of a pool without interruption. To cancel the job, terminate the worker. */
  job(scenario: Scenario, want: JobWant): Promise<Reply<JobResult>>;
}

/** Place and reason of a program's early end; null if it did not end early during the test. */
export interface ProgramTrial {
  readonly stopped: ProgramReport["stopped"];
}

/** The pieces of a file: texts and bytes. */
export type FilePieces = readonly (string | Uint8Array<ArrayBuffer>)[];

/** Request for a file that other programs can read. `stamp` holds lines on the origin of the file. */
export interface PacketFileWish {
  readonly format: "csv" | "pcapng" | "qlog";
  /** Place at which packets are captured. */
  readonly point: CapturePoint;
  readonly fromS: number;
  readonly toS: number;
  readonly program: string;
  readonly stamp: readonly string[];
}

/** A reply. An error is returned as a value, with a message for users. */
export type Reply<T> = { readonly ok: true; readonly value: T } | Refusal;

/** A reply without a value. */
export interface Refusal {
  readonly ok: false;
  readonly message: string;
  /**
   * Present if the run reached a limit, so that repeating it gives the same. `wasteful` is the congestion control whose flows have
   * wasted most packets (`Simulation.wastedPackets`): these take memory and time, and bring no data. For a program it is its id.
   */
  readonly atLimit?: { readonly wasteful: string };
}

/** How a live session starts. */
export interface LiveStart {
  readonly scenario: Scenario;
  /** Simulated time up to which the session first simulates without playing (s). A resumed session continues there. */
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
  /** Sets the kind of event at which the session pauses from now on; null if it must not pause. */
  | { readonly kind: "stop-at"; readonly stopAt: StopKind | null }
  | { readonly kind: "pause" }
  | { readonly kind: "step"; readonly step: StepKind }
  | { readonly kind: "change"; readonly change: Change }
  | { readonly kind: "add-flow"; readonly flow: FlowSpec }
  | { readonly kind: "stop" };

/** Results that a pool's caller needs: only the results of each run, or its series as well. */
export type JobWant = "results" | "snapshot";

/** Result of a job of a pool. */
export interface JobResult {
  readonly results: RunResults;
  readonly digest: string;
  /** Snapshot of the run; present only if "snapshot" was requested. */
  readonly snapshot: Snapshot | null;
  /** User-defined programs that ended before the end of the run. */
  readonly ended: readonly ProgramEnd[];
  /**
   * Cost of each program, in the order of the scenario's programs: the number of loop iterations of the interpreter, weighted by its
   * memory.
   */
  readonly turns: readonly number[];
  /** Packets that each program has wasted (`Simulation.wastedPackets`); absent if the run has no programs. */
  readonly wasted?: readonly number[];
}

/** How and where a program ended early. */
interface ProgramEnd extends NonNullable<ProgramReport["stopped"]> {
  /** Id of the program. */
  readonly id: string;
}

/** A frame of a live session. Parts that have not changed since the previous frame are left out. */
export interface FrameMessage {
  readonly kind: "frame";
  readonly id: number;
  /** Number of the newest command whose effect is in this frame. */
  readonly seq: number;
  readonly pathState: PathState;
  readonly snapshot: Snapshot | null;
  readonly scenario: Scenario | null;
  readonly playing: boolean;
  readonly speed: number;
  readonly stopAt: StopKind | null;
  /** Description of the last step, or of the event at which the session stopped; null after any other command. */
  readonly news: LiveNews | null;
  /** True if no more frames follow until the next command. */
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
  /** True if the run or session has ended because of the error; false if only one request was refused. */
  readonly fatal: boolean;
}

/** The worker's simulations need this many bytes, and wait until `mayHold` allows them. */
interface MemoryMessage {
  readonly kind: "memory";
  readonly bytes: number;
}

/** A message from the worker. */
export type WorkerMessage =
  /** Message without content. It tells the watchdog that a busy worker still works. */
  { readonly kind: "alive" } | MemoryMessage | SnapshotMessage | StoppedMessage | FrameMessage | ErrorMessage;

/** Message to the worker: the last snapshot or frame has been received, so the next one may be sent. */
export type ClientMessage = { readonly kind: "seen" };

/** Returns an error as one or two sentences for users. */
export function errorText(doing: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${doing}: ${reason === "" ? "no reason was given" : reason}`;
}

/** Error of a call with a program that the user has not allowed to run. The message is the whole sentence. */
export class ProgramRefused extends Error {}

/** Message for a run that reached a limit. This is not an error: the page shows the state of the run up to then. */
export const TOO_LARGE = "The run was stopped before its end, and is shown as far as it came";

export const STOPPED = "The simulation stopped because of an error";

/** Start of the message for a run without results, because it reached a limit. Also not an error. */
export const AT_LIMIT = "The run was stopped at a limit";
