/** What the runners need of a simulation and of the world. Tests drive them with others. */
import type {
  Change,
  FlowSpec,
  Picture,
  ProgramReport,
  RunResults,
  Scenario,
  Snapshot,
} from "../engine/index.ts";
import type { Look, PacketLog } from "../engine/storyteller.ts";

export interface Simulating {
  readonly scenario: Scenario;
  readonly nowS: number;
  readonly done: boolean;
  /** Runs until `untilS` or for `maxEvents` events; true once `untilS` (or the end) is reached. */
  advance(untilS: number, maxEvents?: number): boolean;
  stepEvent(look?: Look): void;
  stepToSignal(): void;
  change(change: Change): void;
  addFlow(flow: FlowSpec): void;
  results(): RunResults;
  digest(): string;
  snapshot(): Snapshot;
  programs(): readonly ProgramReport[];
  picture(): Picture;
}

export type CreateSimulation = (scenario: Scenario, log?: PacketLog) => Simulating;

/** The world around a runner: real in a worker, played by tests. */
export interface Surroundings {
  readonly create: CreateSimulation;
  /** Before a simulation of a scenario with programs of one's own is created; `atOnce`: so many go on by turns, usually one. */
  prepare(scenario: Scenario, atOnce?: number): Promise<void>;
  nowMs(): number;
  /** Lets waiting messages be handled, at once: no timer. */
  tick(): Promise<void>;
  sleep(ms: number): Promise<void>;
  /** Says to the watchdog that work goes on. */
  alive(): void;
}

/** Where a runner's pictures go. */
export interface Audience {
  /** Whether the last snapshot or frame has been taken. A receiver that is busy drawing gets no queue of old ones. */
  ready(): boolean;
}

/** A slice of work: short enough that a newer request or a cancel is heard soon, long enough to cost nothing. */
export const SLICE_MS = 8;

/** Between two looks at the clock; about a millisecond of work on a slow machine. */
export const EVENTS_PER_LOOK = 2000;

/** Simulates towards `untilS` for about `budgetMs` of wall time; true once `untilS` (or the end) is reached. */
export function advanceSlice(
  simulation: Pick<Simulating, "advance">,
  untilS: number,
  budgetMs: number,
  nowMs: () => number,
): boolean {
  const endMs = nowMs() + budgetMs;
  do {
    if (simulation.advance(untilS, EVENTS_PER_LOOK)) return true;
  } while (nowMs() < endMs);
  return false;
}
