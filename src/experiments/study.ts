/**
 * Experiments declared as data: points of a grid, the scenario of each, the values stored of a run, and figures, tables and
 * claims computed from these values. This file has what all experiments need: keys and seeds, means, lines of figures, and the
 * judging of claims.
 */
import type { Scenario } from "../engine/index.ts";
import { mean } from "../lib/statistics.ts";
import { isPaper } from "./claim-tally.ts";
import type {
  Claim,
  ComparedRun,
  Experiment,
  Figure,
  HeatMap,
  Job,
  Readings,
  RunValues,
  Series,
  StudySize,
  Table,
} from "./experiment.ts";
import { spreadSeries } from "./figure-series.ts";
import { columnsOf, type GridPoint, keyOf, listOf, scenarioOf, valuesOf } from "./grid.ts";

type Sized<T> = Readonly<Record<StudySize, T>>;

type Seeded<P> = P & { readonly seed: number };

/** Declaration of an experiment. */
export interface Study<P extends GridPoint> extends Omit<Experiment, "jobs" | "read" | "reduce"> {
  /** Returns the points in the order of their runs, without seeds. Absent if an experiment only evaluates formulas. */
  readonly points?: (size: StudySize) => readonly P[];
  /** Number of runs per point, with the seeds 1, 2, … Absent if there is one run with the default seed. */
  readonly seeds?: Sized<number> | ((point: P, size: StudySize) => number);
  /** Returns the scenario of a run as URL text or as an object. */
  readonly scenario?: (point: Seeded<P>, size: StudySize) => string | Scenario;
  readonly read?: Experiment["read"];
  readonly figures?: (runs: Runs) => readonly Figure[];
  readonly heatMaps?: (runs: Runs) => readonly HeatMap[];
  readonly tables?: (runs: Runs) => readonly Table[];
  readonly claims?: (runs: Runs) => readonly JudgedClaim[];
  /** Cause given for claims that fail in a quick run. It replaces the cause that was found in full runs. */
  readonly quickCause?: string;
}

/** A claim and the numbers that are needed to judge it. If one of them is missing, the claim is left out. */
export interface JudgedClaim extends Omit<Claim, "paper" | "ours" | "holds" | "basis" | "cause"> {
  /** The number that the paper states. Absent if it states none, and for this project's own questions. */
  readonly paper?: string;
  readonly basis?: "ours" | undefined;
  /** Cause that was found. It is shown only if the claim does not hold. */
  readonly cause?: string | undefined;
  readonly values: readonly (number | null)[];
  readonly judge: (...values: number[]) => Pick<Claim, "ours" | "holds">;
}

/** Texts shown where a paper's number would be: for a paper that states none, and for an experiment without a paper. */
export const UNSTATED: readonly string[] = ["shape", "our own question"];

/** Returns the experiment of a declaration. */
export function study<P extends GridPoint>(parts: Study<P>): Experiment {
  const { points, seeds, scenario, read, figures, heatMaps, tables, claims, quickCause, ...rest } = parts;
  const unstated = UNSTATED[isPaper(rest.paper) ? 0 : 1];
  const seedsOf = (point: P, size: StudySize): readonly number[] | null => {
    if (seeds === undefined) return null;
    const n = typeof seeds === "function" ? seeds(point, size) : seeds[size];
    return Array.from({ length: n }, (_, i) => i + 1);
  };
  const jobs = createJobsOnce((size) => {
    const all = points?.(size) ?? [];
    const runs = all.flatMap((point) => seedsOf(point, size)?.map((seed) => ({ ...point, seed })) ?? [point]);
    return runs.map((run) => {
      const made = scenario?.(run as Seeded<P>, size) ?? "";
      return { key: keyOf(run), scenario: typeof made === "string" ? scenarioOf(made) : made };
    });
  });
  return {
    ...rest,
    jobs,
    read: read ?? (() => ({})),
    reduce: (readings, size) => {
      const runs = new Runs(readings, size, (point) => seedsOf(point as P, size));
      const cause = size === "quick" ? quickCause : undefined;
      return {
        figures: figures?.(runs) ?? [],
        heatMaps: heatMaps?.(runs) ?? [],
        tables: tables?.(runs) ?? [],
        claims: (claims?.(runs) ?? []).flatMap((claim) =>
          judged({ paper: unstated, ...claim, ...(cause !== undefined && { cause }) }),
        ),
      };
    },
  };
}

/**
 * Returns a list with the judged claim; an empty list if a number is missing. The cause is included only if the claim does not
 * hold.
 */
export function judged({
  values,
  judge,
  basis,
  cause,
  ...statement
}: JudgedClaim & Pick<Claim, "paper">): Claim[] {
  const there = values.filter((value) => value !== null);
  if (there.length < values.length || there.length === 0) return [];
  const { ours, holds } = judge(...there);
  return [{ ...statement, ...(basis && { basis }), ours, holds, ...(!holds && cause && { cause }) }];
}

/** Returns a function that creates the jobs of a size once and stores them. Reading thousands of scenarios takes seconds. */
export function createJobsOnce(jobs: (size: StudySize) => readonly Job[]): Experiment["jobs"] {
  const known = new Map<StudySize, readonly Job[]>();
  return (size) => {
    const laidOut = known.get(size) ?? jobs(size);
    known.set(size, laidOut);
    return laidOut;
  };
}

/** Stored values of an experiment's runs, by point. A point stands for its runs with all seeds. */
export class Runs {
  readonly readings: Readings;
  readonly size: StudySize;
  readonly #seedsOf: (point: GridPoint) => readonly number[] | null;

  constructor(readings: Readings, size: StudySize, seedsOf: (point: GridPoint) => readonly number[] | null) {
    this.readings = readings;
    this.size = size;
    this.#seedsOf = seedsOf;
  }

  keys(point: GridPoint): string[] {
    return this.#seedsOf(point)?.map((seed) => keyOf({ ...point, seed })) ?? [keyOf(point)];
  }

  /** Returns the key of the first run of the point that is available; null if there is none. */
  shown(point: GridPoint): string | null {
    return this.keys(point).find((key) => this.readings.has(key)) ?? null;
  }

  /** Returns the reading of the point's first run. */
  reading(point: GridPoint): RunValues | undefined {
    return this.readings.get(this.keys(point)[0]);
  }

  /** Returns the values of a field in the available runs of a point. */
  values(point: GridPoint, field: string): number[] {
    return valuesOf(this.readings, this.keys(point), field);
  }

  mean(point: GridPoint, field: string): number | null {
    return mean(this.values(point, field));
  }

  /** Reads the list `field` of each run of a point. Returns, for each position, the numbers that the runs have there. */
  columns(point: GridPoint, field: string): number[][] {
    return columnsOf(this.readings, this.keys(point), field);
  }

  /** Returns a line through the means at each x, with the spread. `of` is a field, or a function that returns the values at an x. */
  line(
    label: string,
    x: readonly number[],
    at: (x: number) => GridPoint,
    lines: string | ((x: number) => readonly number[]),
    scale: (value: number) => number = (value) => value,
  ): Series {
    const points = x.map((one) => {
      const values = typeof lines === "string" ? this.values(at(one), lines) : lines(one);
      return { x: one, values: values.map(scale), job: this.shown(at(one)) };
    });
    return spreadSeries(label, points);
  }

  /** Returns a line from a list that the first run of a point has stored, over these x, with lower and upper ends if given. */
  track(
    label: string,
    point: GridPoint,
    x: readonly number[],
    fields: string | { readonly y: string; readonly low: string; readonly high: string },
    unit = 1,
  ): Series {
    const reading = this.reading(point);
    const column = (field: string) => {
      const list = listOf(reading, field);
      return x.map((_, i) => {
        const value = list[i] ?? null;
        return value === null ? null : value / unit;
      });
    };
    const [key] = this.keys(point);
    const jobs = x.map(() => (reading === undefined ? null : key));
    if (typeof fields === "string") return { label, x, y: column(fields), jobs };
    return { label, x, y: column(fields.y), low: column(fields.low), high: column(fields.high), jobs };
  }
}

type Texts = Readonly<Record<string, string>>;

/** Returns the point of a run from its key, such as "aqm=codel rtt=400 beta=0.8". */
export function pointOf(key: string): Texts {
  return Object.fromEntries(
    key.split(" ").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

/**
 * Returns a function that finds the run with which pictures of a run compare it. `baseOf` returns the settings of that run;
 * undefined if there is none. `what` returns its name.
 */
export function comparing(
  baseOf: (point: Texts) => Texts | undefined,
  what: (base: Texts) => string,
): (key: string) => ComparedRun | null {
  return (key) => {
    const point = pointOf(key);
    const base = baseOf(point);
    const isThere = base !== undefined && Object.keys(base).every((name) => Object.hasOwn(point, name));
    if (!isThere) return null;
    const compared = keyOf({ ...point, ...base });
    return compared === key ? null : { key: compared, what: what(base) };
  };
}

/** Compares runs that differ in one setting. For each value, `bases` has the value with which it is compared. */
export function against(
  name: string,
  bases: Readonly<Record<string, string>>,
  labelOf: (base: string) => string,
): (key: string) => ComparedRun | null {
  return comparing(
    (point) => (Object.hasOwn(bases, point[name] ?? "") ? { [name]: bases[point[name]] } : undefined),
    (base) => labelOf(base[name]),
  );
}

/** Compares a run with the run that has the sender's own β. */
export function againstBeta(beta: number | ((point: Texts) => number)): (key: string) => ComparedRun | null {
  return comparing(
    (point) => ({ beta: String(typeof beta === "number" ? beta : beta(point)) }),
    (base) => `β_ecn ${base.beta}`,
  );
}
