/** What the screen of sweeps says around its settings, runs and points. */
import { counted, ofNumber } from "../../experiments/counted.ts";
import { partOfRuns, timeWords } from "../shared/time-words.ts";

/** "Vary: setting": one field of an axis. */
export function axisField(axis: string, field: "setting" | "whose" | "values" | "values as"): string {
  return `${axis}: ${field}`;
}

const MOST_VALUES = 6;

/** "10 values: 0.5, 0.55, 0.6, … 0.95". */
export function valuesWords(values: readonly string[]): string {
  const count = counted(values.length, "value");
  if (values.length <= MOST_VALUES) return `${count}: ${values.join(", ")}`;
  return `${count}: ${values.slice(0, MOST_VALUES - 2).join(", ")}, … ${values[values.length - 1]}`;
}

/** Which fields keep it from being run. */
export function refusalWords(names: readonly string[]): string {
  const fields = [...new Set(names)].map((name) => `“${name}”`);
  return `It cannot be run before ${fields.join(" and ")} ${ofNumber(fields.length, "is", "are")} put right.`;
}

/** "10 × 4 × 3 seeds: 120 runs". `ys`: null with one axis. */
export function sweepSize(xs: number, ys: number | null, seeds: number, runs: number): string {
  const all = counted(runs, "run");
  if (seeds === 1 && ys === null) return all;
  const points = ys === null ? `${xs}` : `${xs} × ${ys}`;
  return `${points}${seeds === 1 ? "" : ` × ${counted(seeds, "seed")}`}: ${all}`;
}

/** The sweep that is written now is another one; `canRun`: nothing keeps it from being run. */
export function staleWords(canRun: boolean): string {
  return `The picture is of the sweep before the last change${canRun ? ": run it again" : ""}.`;
}

export function sweptWords(total: number, tookS: number, seeds: number | null): string {
  const spread = seeds === 1 ? " One seed at each point: its spread is not known." : "";
  return `${counted(total, "run")} in ${timeWords(tookS)}.${spread} A point opens its run on the bench.`;
}

/** A line for a file that is taken away. `digest`: null while the runs go on. */
export function sweepStamp(done: number | null, total: number, digest: string | null): string {
  const runs = done === null ? counted(total, "run") : partOfRuns(done, total);
  return `Sawtooth: sweep of ${runs}${digest === null ? "" : `, digest ${digest}`}`;
}

/** Whose a setting is: of all, each by a factor, or as the path has it. */
export function allOf(kind: "links" | "flows", replaced: readonly string[]): string {
  return `all ${kind}${replacing(replaced)}`;
}

export function eachOne(kind: "flow" | "link"): string {
  return `each ${kind}, a factor on its own`;
}

export function asPathHasIt(whose: string): string {
  return `${whose}, as the path has it`;
}

const MOST_TEXTS = 3;

/** What one value for all takes the place of, where they differ. */
function replacing(all: readonly string[]): string {
  const texts = [...new Set(all)];
  if (texts.length < 2) return "";
  const more = texts.length > MOST_TEXTS ? ` and ${texts.length - MOST_TEXTS} more` : "";
  return `, replacing ${texts.slice(0, MOST_TEXTS).join(", ")}${more}`;
}

/** A group of flows as a place that a metric is of. */
export function flowPlace(number: number): string {
  return `flow ${number}`;
}
