/**
 * Units of columns whose names do not state the unit. The user sets the unit; otherwise the unit that brings the values nearest
 * to those of the run is chosen.
 */
import { basePropagationMs, linkById, resolvePath, routeOf, type Scenario } from "../engine/index.ts";
import { median } from "../lib/statistics.ts";
import type { UnitTaken } from "./measurement.ts";
import { type ConnectionBuilder, USUAL_MSS } from "./measurement.ts";

/** Kinds of columns whose names may lack a unit. */
export type OpenUnit = "rtt" | "window" | "rate" | "time";

/** Typical values of the run with which a file is compared. */
export interface RunScale {
  readonly rttMs: number;
  readonly rateBps: number;
  readonly windowSegments: number;
  readonly durationS: number;
}

/** Options that determine the units of columns. */
export interface UnitOptions {
  /** Typical values of the run; null if there is no run to compare with. */
  readonly scale: RunScale | null;
  /** Units that the user has set, by the names of the columns. */
  readonly set: Readonly<Record<string, string>>;
}

export const NO_UNITS: UnitOptions = { scale: null, set: {} };

/**
 * For each kind: the possible units, with factors that convert to ms, segments, bit/s and s. Without a run, the first unit is
 * used.
 */
const UNITS: Readonly<Record<OpenUnit, Readonly<Record<string, number>>>> = {
  rtt: { us: 1e-3, ms: 1, s: 1e3 },
  window: { segments: 1, bytes: 1 / USUAL_MSS },
  rate: { bps: 1, kbps: 1e3, Mbps: 1e6, Gbps: 1e9 },
  time: { s: 1, ms: 1e-3, us: 1e-6 },
};
const SHOWN: Readonly<Record<string, string>> = { us: "µs" };

/** Returns the typical values of a scenario: those of the first flow's path while its queues are empty. */
export function scaleOf(scenario: Scenario): RunScale | null {
  const [flow] = scenario.flows;
  if (flow === undefined) return null;
  const topology = resolvePath(scenario.path);
  const capacities = routeOf(topology, flow).forward.map((id) =>
    Number(linkById(topology, id).params.capacity),
  );
  const rateBps = Math.min(...capacities) * 1e6;
  const rttMs = basePropagationMs(topology, flow);
  const windowSegments = Math.max(10, (rateBps * rttMs) / 1000 / 8 / USUAL_MSS);
  return { rttMs: Math.max(rttMs, 0.01), rateBps, windowSegments, durationS: Number(scenario.run.duration) };
}

/** Collects the values of columns without a unit while a table is read, and chooses their units at the end. */
export class OpenUnits {
  private readonly options: UnitOptions;
  private readonly columns = new Map<string, { readonly unit: OpenUnit; readonly values: number[] }>();
  private from = Number.POSITIVE_INFINITY;
  private to = Number.NEGATIVE_INFINITY;

  constructor(options: UnitOptions) {
    this.options = options;
  }

  note(column: string, unit: OpenUnit, value: number): void {
    const known = this.columns.get(column) ?? { unit, values: [] };
    this.columns.set(column, known);
    if (unit === "time") {
      this.from = Math.min(this.from, value);
      this.to = Math.max(this.to, value);
    } else if (value > 0 && known.values.length < MOST_VALUES) known.values.push(value);
  }

  /** Chooses the units and converts the values. Throws if the user has set a unit for a column that already has one. */
  settle(builders: Iterable<ConnectionBuilder>, names: readonly string[]): UnitTaken[] {
    const all = [...builders];
    const wrong = Object.keys(this.options.set).find((name) => !this.columns.has(name));
    if (wrong !== undefined)
      throw new Error(
        `A unit is set for “${wrong}”, ${names.includes(wrong) ? "whose name or kind has its unit already" : "which is no column of the file"}. Columns without a unit: ${[...this.columns.keys()].join(", ") || "none"}.`,
      );
    const taken = [...this.columns].map(([column, { unit, values }]) => ({
      kind: unit,
      ...this.take(column, unit, values),
    }));
    for (const kind of ["rtt", "window", "rate", "time"] as const) {
      const found = taken.find((one) => one.kind === kind);
      if (found === undefined || found.factor === 1) continue;
      for (const { columns, cuts } of all) {
        if (kind === "rtt") columns.srttMs.scale(found.factor);
        if (kind === "window")
          for (const name of ["cwnd", "ssthresh"] as const) columns[name].scale(found.factor);
        if (kind === "rate") columns.rateBps.scale(found.factor);
        if (kind === "time")
          for (const column of [...Object.values(columns), cuts]) column.scaleTimes(found.factor);
      }
    }
    return taken.map(({ kind: _, factor: __, ...one }) => one);
  }

  private take(
    column: string,
    unit: OpenUnit,
    values: readonly number[],
  ): UnitTaken & { readonly factor: number } {
    const units = UNITS[unit];
    const allowed = Object.keys(units);
    const given = this.options.set[column];
    if (given !== undefined && !allowed.includes(given))
      throw new Error(`“${column}” in ${given}: allowed are ${allowed.join(", ")}.`);
    const segment = (unit === "window" ? segmentOf(values) : null) ?? USUAL_MSS;
    const factorOf = (name: string) => (name === "bytes" ? 1 / segment : units[name]);
    const found = given ?? this.nearest(unit, allowed, values, factorOf);
    const why =
      given !== undefined
        ? "as set"
        : this.options.scale === null
          ? `as in ${unit === "rtt" || unit === "window" ? "TCP_INFO" : "most tables"}`
          : "the unit nearest to the run";
    const size = found === "bytes" ? `, in segments of ${segment} B` : "";
    const isPlain = unit === "time" && found === "s" && given === undefined;
    const remark = isPlain ? "" : `“${column}” has no unit: ${SHOWN[found] ?? found}${size}, ${why}.`;
    return { column, unit: found, allowed, remark: remark, factor: factorOf(found) };
  }

  private nearest(
    unit: OpenUnit,
    allowed: readonly string[],
    values: readonly number[],
    factorOf: (name: string) => number,
  ): string {
    const { scale } = this.options;
    if (unit === "window" && segmentOf(values) !== null) return "bytes";
    const usual = unit === "time" ? this.to - this.from : median(values);
    if (scale === null || usual === null || !(usual > 0)) return allowed[0];
    // A measurement of some minutes is often compared with a run of some seconds. A measurement of hours is not, so another unit
    // is more likely.
    if (unit === "time" && usual < LONG * scale.durationS) return allowed[0];
    const wanted = {
      rtt: scale.rttMs,
      window: scale.windowSegments,
      rate: scale.rateBps,
      time: scale.durationS,
    }[unit];
    const distance = (name: string) => Math.abs(Math.log((usual * factorOf(name)) / wanted));
    return allowed.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  }
}

const MOST_VALUES = 5000;
const LONG = 60;
/** Smallest and largest segment size that is considered (bytes). */
const [LEAST_SEGMENT, LARGEST_SEGMENT] = [500, 9000];
const [FEW, ENOUGH] = [3, 6];

/** Returns the segment size if the first windows are multiples of one, as cwnd in bytes of iperf3 and ns-3 is; otherwise null. */
export function segmentOf(values: readonly number[]): number | null {
  const first = [...new Set(values)].slice(0, ENOUGH);
  if (first.length < FEW || !values.every(Number.isInteger)) return null;
  const divisor = first.reduce((one, other) => {
    let [a, b] = [one, other];
    while (b > 0) [a, b] = [b, a % b];
    return a;
  });
  return divisor >= LEAST_SEGMENT && divisor <= LARGEST_SEGMENT ? divisor : null;
}
