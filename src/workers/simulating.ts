/** Interfaces of a simulation and of a runner's environment. Tests replace both. */
import type {
  Change,
  FlowSpec,
  PathState,
  ProgramReport,
  RunResults,
  Scenario,
  Snapshot,
} from "../engine/index.ts";
import type { Look, PacketLog } from "../engine/replays.ts";

/** The part of a simulation that runners use. */
export interface Simulating {
  readonly scenario: Scenario;
  readonly nowS: number;
  readonly done: boolean;
  /** Approximate memory (bytes). */
  readonly heldBytes: number;
  /** Runs until `untilS` or for `maxEvents` events. Returns true once `untilS` or the end is reached. */
  advance(untilS: number, maxEvents?: number): boolean;
  stepEvent(look?: Look): void;
  stepToSignal(): void;
  change(change: Change): void;
  addFlow(flow: FlowSpec): void;
  results(): RunResults;
  digest(): string;
  snapshot(): Snapshot;
  keepPrograms(): void;
  wastedPackets(cc: string): number;
  programs(): readonly ProgramReport[];
  pathState(): PathState;
}

/** Creates the simulation of a scenario. `mostBytes` limits its memory; by default the limit is that of every run. */
export type CreateSimulation = (scenario: Scenario, log?: PacketLog, mostBytes?: number) => Simulating;

/** The environment of a runner: a real one in a worker, another one in tests. */
export interface RunnerEnvironment {
  readonly create: CreateSimulation;
  /**
   * Loads the algorithms of a scenario before its simulation is created, and returns the scenario with custom programs that can
   * run. Returns null if the scenario can run as it is. `atOnce` is the number of simulations that take turns, usually one.
   */
  prepare(scenario: Scenario, atOnce?: number): Promise<Scenario> | null;
  /** Prepares a live run. All algorithms are loaded, because the user can switch to any of them. */
  prepareLive(scenario: Scenario): Promise<Scenario> | null;
  nowMs(): number;
  /**
   * Lets the worker handle messages that have arrived, without the delay of a timer. Waits if the simulations need more memory than
   * the worker may hold.
   */
  tick(): Promise<void>;
  /** True if the simulations of this worker may hold any amount of memory. */
  readonly isReserved: boolean;
  /** Waits until they may. The worker can be ended during the wait; its job then starts again on another one. */
  reserve(): Promise<void>;
  sleep(ms: number): Promise<void>;
  /** Tells the watchdog that the worker still works. */
  alive(): void;
}

/** Receiver of a runner's output. */
export interface OutputReceiver {
  /**
   * Returns true if the last snapshot or frame has been received. A receiver that is busy drawing therefore never gets a queue of
   * old ones.
   */
  hasTakenLast(): boolean;
}

/**
 * Duration of a slice of work (ms). It is short, so that a newer request or a cancellation is soon noticed, and long enough to
 * have little overhead.
 */
export const SLICE_MS = 8;

/** Number of events between two checks of the clock; about a millisecond of work on a slow machine. */
export const EVENTS_PER_LOOK = 2000;

/** Simulates towards `untilS` for about `budgetMs` of real time. Returns true once `untilS` or the end is reached. */
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
