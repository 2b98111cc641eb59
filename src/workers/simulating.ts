/** What the runners need of a simulation. The engine's Simulation is one; tests drive the runners with another. */
import type { Change, FlowSpec, Picture, RunResults, Scenario, Snapshot } from "../engine/index.ts";
import type { Look, PacketLog } from "../engine/live-watch.ts";
import type { MakeReplay } from "../engine/storyteller.ts";

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
  picture(): Picture;
}

/** Where simulations come from: their algorithms' code may still have to be fetched. */
export interface SimulationSource {
  /** A simulation of the scenario, at once where the code of all that it names is here. */
  create(scenario: Scenario): Simulating | Promise<Simulating>;
  /** Simulations of whatever may be named, also later: what live changes need. */
  complete(): Promise<(scenario: Scenario, log?: PacketLog) => Simulating>;
  /** The run again as often as a story needs it, each time with another log. */
  replay(scenario: Scenario): MakeReplay | Promise<MakeReplay>;
}

/** The world around a runner that can wait for a simulation. */
export interface PatientSurroundings extends Omit<Surroundings, "create"> {
  readonly create: SimulationSource["create"];
}

/** The world around a runner that looks at runs again. */
export interface ReplaySurroundings extends Omit<Surroundings, "create" | "sleep"> {
  readonly replay: SimulationSource["replay"];
}

/** The world around a runner: real in a worker, played by tests. */
export interface Surroundings {
  create(scenario: Scenario, log?: PacketLog): Simulating;
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
