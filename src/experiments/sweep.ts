/**
 * A sweep: one scenario with one or two of its settings varied, a number of seeds at each point, and what is measured.
 * Written as the scenario's URL text with four keys more: "…&x=beta-ecn=0.5:0.95:0.05&y=rtt=20ms,100ms&metric=utilisation&seeds=10".
 */
import { type Scenario, scenarioFromUrl, scenarioToUrl } from "../engine/index.ts";
import { type PlacedMetric, readPlacedMetric, SWEPT_METRICS } from "./metrics.ts";
import { axisText, MOST_JOBS, parseAxis, type SweepAxis } from "./sweep-axis.ts";
import { pointAt } from "./sweep-jobs.ts";
import { PointFacts, type SweepRemark, sweepRemarks } from "./sweep-remarks.ts";

export interface Sweep {
  readonly base: Scenario;
  readonly x: SweepAxis;
  readonly y: SweepAxis | null;
  readonly metrics: readonly PlacedMetric[];
  readonly seeds: number;
  /** What it does beside what the names of its axes say. */
  readonly remarks: readonly SweepRemark[];
}

/** What is said of a sweep beside its scenario; keys of the text and flags of the command. */
export interface SweepTexts {
  readonly x?: string;
  readonly y?: string;
  readonly metric?: string;
  readonly seeds?: string;
}

export const SWEEP_KEYS = ["x", "y", "metric", "seeds"] as const;

export interface SweepProblem {
  readonly key: (typeof SWEEP_KEYS)[number] | "scenario";
  /** A sentence, or what is wrong with the value of the key. */
  readonly message: string;
}

export type SweepReading =
  | { readonly sweep: Sweep; readonly problems: readonly [] }
  | { readonly sweep: null; readonly problems: readonly SweepProblem[] };

/** Reads the whole text: scenario and sweep. Keys of the page that are neither are left alone. */
export function sweepFromText(text: string, otherKeys: readonly string[] = []): SweepReading {
  const { scenario, problems, view } = scenarioFromUrl(text, [...SWEEP_KEYS, ...otherKeys]);
  const wrong = problems
    .filter((problem) => problem.harmless !== true)
    .map((problem) => problemOf("scenario", problem.fault ?? problem.message));
  return wrong.length > 0 ? { sweep: null, problems: wrong } : readSweep(view, scenario);
}

/** Canonical; reads back as the same sweep. */
export function sweepToText({ base, x, y, metrics, seeds }: Omit<Sweep, "remarks">): string {
  const parts = [
    scenarioToUrl(base),
    `x=${encode(axisText(x))}`,
    ...(y === null ? [] : [`y=${encode(axisText(y))}`]),
    `metric=${encode(metrics.map(({ id }) => id).join(","))}`,
    ...(seeds === 1 ? [] : [`seeds=${seeds}`]),
  ];
  return parts.join("&");
}

function encode(text: string): string {
  return text.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}

/** A sweep over a scenario; every fault is named. */
export function readSweep(texts: SweepTexts, base: Scenario): SweepReading {
  const problems: SweepProblem[] = [];
  const attempt = <T>(key: SweepProblem["key"], read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      problems.push(problemOf(key, error instanceof Error ? error.message : String(error)));
      return null;
    }
  };
  const x = attempt("x", () => parseAxis(texts.x ?? "", base));
  const y = texts.y === undefined ? null : attempt("y", () => parseAxis(texts.y ?? "", base));
  const metrics = attempt("metric", () => readMetrics(texts.metric ?? "utilisation", base));
  const seeds = attempt("seeds", () => readSeeds(texts.seeds ?? "1"));
  if (x === null || metrics === null || seeds === null || problems.length > 0)
    return { sweep: null, problems };
  const facts = attempt("x", () => checkAsWhole({ base, x, y, seeds }));
  if (facts === null) return { sweep: null, problems };
  return {
    sweep: { base, x, y, metrics, seeds, remarks: sweepRemarks({ base, x, y }, facts) },
    problems: [],
  };
}

function problemOf(key: SweepProblem["key"], message: string): SweepProblem {
  return { key, message };
}

function readSeeds(text: string): number {
  const seeds = Number(text);
  if (Number.isInteger(seeds) && seeds >= 1 && seeds <= 1000) return seeds;
  throw new Error(`must be a whole number from 1 to 1000, got ${text}`);
}

function readMetrics(text: string, base: Scenario): PlacedMetric[] {
  const ids = text.split(",").map((id) => id.trim());
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) throw new Error(`${twice} stands twice`);
  return ids.map((id) => readPlacedMetric(id, base, SWEPT_METRICS));
}

/** Of runs: the axes may be too long together, or be one and the same. */
function checkAsWhole(sweep: Pick<Sweep, "base" | "x" | "y" | "seeds">): PointFacts {
  const { x, y, seeds } = sweep;
  if (x.name === y?.name) throw new Error(`${x.name} cannot be both axes`);
  if (seeds > 1 && [x.name, y?.name].includes("seed")) throw new Error("seed cannot be an axis beside seeds");
  const runs = x.values.length * (y?.values.length ?? 1) * seeds;
  if (runs > MOST_JOBS) {
    throw new Error(
      `${x.values.length} × ${y?.values.length ?? 1} points × ${seeds} seeds are ${runs} runs; at most ${MOST_JOBS} are allowed`,
    );
  }
  const facts = new PointFacts();
  for (const yValue of y?.values ?? [null])
    for (const xValue of x.values) facts.note(pointAt(sweep, xValue, yValue, 0));
  return facts;
}
