/**
 * The public API of the package "sawtooth": the simulator, custom programs, and sweeps. docs/library.md documents it. Exports
 * stay compatible within a major version. `npm run build:lib` builds the package.
 */

export type {
  Packet,
  Queue,
  QueueClass,
  QueueHooks,
  QueueTools,
  Segment,
  SenderClass,
  SenderHooks,
  SenderTools,
  Tcp,
} from "../engine/custom-programs.ts";
export * from "../engine/library.ts";
export { type AddedProgram, addProgram, loadInterpreter } from "./add-program.ts";
export {
  type Comparison,
  compare,
  type Interval,
  intervals,
  type MeasureOptions,
  type SweepOptions,
  type SweepResult,
  type SweepRow,
  sweep,
} from "./sweeps.ts";
