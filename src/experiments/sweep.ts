/**
 * A sweep: one scenario with one or two varied settings, a number of seeds per point, and the metrics to measure. Its text is the
 * URL text of the scenario with up to five more keys: "…&x=beta-ecn=0.5:0.95:0.05&y=rtt=20ms,100ms&metric=utilisation&seeds=10".
 */

import {
  bdpMultiple,
  formatValue,
  NO_PROGRAMS,
  type ProgramReader,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  withProgram,
} from "../engine/index.ts";
import { type PlacedMetric, readPlacedMetric, SWEPT_METRICS } from "./metrics.ts";
import { type Holder, holdersOf, isFactor, parameterOf } from "./parameter-target.ts";
import { axisText, MOST_JOBS, parseAxis, type SweepAxis } from "./sweep-axis.ts";
import type { BaseValue, Sweep, SweepRemark } from "./sweep-jobs.ts";
import { pointAt, type SweepPoint } from "./sweep-jobs.ts";

/** Texts that define a sweep in addition to its scenario. Their names are keys of the URL text and options of the command. */
export interface SweepTexts {
  readonly x?: string;
  readonly y?: string;
  readonly metric?: string;
  readonly seeds?: string;
  readonly against?: string;
  readonly "limit-bdp"?: string;
}

export const SWEEP_KEYS = ["x", "y", "metric", "seeds", "against", "limit-bdp"] as const;

/** A problem in the text of a sweep. */
export interface SweepProblem {
  readonly key: (typeof SWEEP_KEYS)[number] | "scenario";
  /** The message for users: a sentence, or a description with the value of the key. */
  readonly message: string;
}

type SweepReading =
  | { readonly sweep: Sweep; readonly problems: readonly [] }
  | { readonly sweep: null; readonly problems: readonly SweepProblem[] };

/**
 * Reads a complete text: scenario and sweep. Keys that belong to the page are ignored. `reader` reads the custom programs in it.
 */
export function sweepFromText(
  text: string,
  reader: ProgramReader = NO_PROGRAMS,
  otherKeys: readonly string[] = [],
): SweepReading {
  const { scenario, problems, view } = scenarioFromUrl(text, reader, [...SWEEP_KEYS, ...otherKeys]);
  const wrong = problems
    .filter((problem) => problem.harmless !== true)
    .map((problem) => problemOf("scenario", problem.fault ?? problem.message));
  return wrong.length > 0
    ? { sweep: null, problems: wrong }
    : readSweep(view, withPrograms(scenario, text, reader));
}

/** Returns the scenario with all programs of the text. An axis may name programs that the scenario itself does not use. */
export function withPrograms(scenario: Scenario, text: string, reader: ProgramReader): Scenario {
  return text
    .split("&")
    .filter((part) => /^#?program=/.test(part))
    .map((part) => reader.unpack(decodeURIComponent(part.slice(part.indexOf("=") + 1))))
    .reduce((next, code) => withProgram(next, reader.read(code)), scenario);
}

/** Returns the canonical text of a sweep. Reading it gives the same sweep. */
export function sweepToText(sweep: Omit<Sweep, "remarks">): string {
  const { base, x, y, metrics, seeds, against, limitBdp } = sweep;
  const parts = [
    scenarioToUrl(base),
    `x=${encode(axisText(x))}`,
    ...(y === null ? [] : [`y=${encode(axisText(y))}`]),
    `metric=${encode(metrics.map(({ id }) => id).join(","))}`,
    ...(seeds === 1 ? [] : [`seeds=${seeds}`]),
    ...(against === null ? [] : [`against=${encode(baseText(against))}`]),
    ...(limitBdp === null ? [] : [`limit-bdp=${limitBdp}`]),
  ];
  return parts.join("&");
}

/** Returns a value as text: "cc=newreno". */
export function baseText({ name, value }: BaseValue): string {
  return `${name}=${value}`;
}

function encode(text: string): string {
  return text.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}

/** Reads a sweep of a scenario. Reports every problem. */
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
  const limitBdp = attempt("limit-bdp", () => readLimitBdp(texts["limit-bdp"]));
  if (x === null || metrics === null || seeds === null || problems.length > 0)
    return { sweep: null, problems };
  const facts = attempt("x", () => checkAsWhole({ base, x, y, seeds, limitBdp }));
  const against = attempt("against", () => readBaseValue(texts.against, { base, x, y }));
  if (facts === null || problems.length > 0) return { sweep: null, problems };
  return {
    sweep: { base, x, y, metrics, seeds, against, limitBdp, remarks: sweepRemarks({ base, x, y }, facts) },
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

function readLimitBdp(text = ""): number | null {
  if (text === "") return null;
  const multiple = bdpMultiple(`${text}bdp`);
  if (multiple !== null && multiple > 0) return multiple;
  throw new Error(`must be a number above 0, like 1 or 0.5, got ${text}`);
}

function readBaseValue(
  text: string | undefined,
  { base, x, y }: Pick<Sweep, "base" | "x" | "y">,
): BaseValue | null {
  if (text === undefined || text === "") return null;
  const axes = y === null ? [x] : [x, y];
  const name = text.slice(0, Math.max(0, text.indexOf("="))).trim();
  const axis = axes.find((one) => one.name === name);
  if (axis === undefined) {
    const example = baseText({ name: x.name, value: x.values[0] });
    throw new Error(`must be NAME=VALUE with a value of an axis, like ${example}; got ${text}`);
  }
  // Reading and writing the value gives its canonical form, for example "100ms" for "0.1s".
  const [value, ...others] = parseAxis(text, base).values;
  if (others.length > 0 || !axis.values.includes(value))
    throw new Error(`must be one of the values of ${name} (${axis.values.join(", ")}), got ${text}`);
  return { name, value };
}

function readMetrics(text: string, base: Scenario): PlacedMetric[] {
  const ids = text.split(",").map((id) => id.trim());
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) throw new Error(`${twice} occurs twice`);
  return ids.map((id) => readPlacedMetric(id, base, SWEPT_METRICS));
}

/** Checks what concerns both axes: whether there are too many points, or the axes are the same. */
function checkAsWhole(sweep: Pick<Sweep, "base" | "x" | "y" | "seeds" | "limitBdp">): PointFacts {
  const { x, y, seeds } = sweep;
  if (x.name === y?.name) throw new Error(`${x.name} cannot be both axes`);
  if (seeds > 1 && [x.name, y?.name].includes("seed")) throw new Error("seed cannot be an axis beside seeds");
  const runs = x.values.length * (y?.values.length ?? 1) * seeds;
  if (runs > MOST_JOBS) {
    throw new Error(
      `${x.values.length} × ${y?.values.length ?? 1} points × ${seeds} seeds are ${runs} runs; at most ${MOST_JOBS} are allowed`,
    );
  }
  const facts = new PointFacts(sweep.limitBdp);
  for (const yValue of y?.values ?? [null])
    for (const xValue of x.values) facts.note(pointAt(sweep, xValue, yValue, 0));
  return facts;
}

/** Finds which properties are the same at all points of a sweep. */
class PointFacts {
  readonly #limitBdp: number | null;
  readonly #limits = new Set<number>();
  readonly #unused = new Set<string>();
  readonly #warmupsS = new Set<number>();
  readonly #flows = new Set<number>();

  constructor(limitBdp: number | null) {
    this.#limitBdp = limitBdp;
  }

  note({ scenario: { run, flows, queue }, unused }: SweepPoint): void {
    this.#limits.add(Number.parseInt(String(queue.params.limit), 10));
    for (const fault of unused) this.#unused.add(fault);
    this.#warmupsS.add(Number(run.warmup));
    this.#flows.add(flows.reduce((sum, { count }) => sum + count, 0));
  }

  remarks(ids: readonly string[]): string[] {
    const range = (values: ReadonlySet<number>) => `${Math.min(...values)} to ${Math.max(...values)}`;
    const isOwnPath = !ids.some((id) => ["flows", "count"].includes(id));
    return [
      ...(this.#limitBdp === null
        ? []
        : [
            `The queue’s limit is ${this.#limitBdp} × the bandwidth-delay product of each point: ${range(this.#limits)} packets.`,
          ]),
      ...[...this.#unused].map((fault) => `${fault}: its values make no difference there.`),
      ...(this.#warmupsS.size > 1 && !ids.includes("warmup")
        ? [`The warm-up goes with the duration: ${range(this.#warmupsS)} s.`]
        : []),
      ...(this.#flows.size > 1 && isOwnPath
        ? [`The path’s own flows go with it: ${range(this.#flows)} flows in all.`]
        : []),
    ];
  }
}

function sweepRemarks({ base, x, y }: Pick<Sweep, "base" | "x" | "y">, facts: PointFacts): SweepRemark[] {
  const ids = [x, ...(y === null ? [] : [y])].map(({ name }) => parameterOf(name));
  const axisOf = (about: "x" | "y", axis: SweepAxis | null) =>
    axis === null ? [] : axisRemarks(axis, base, ids).map((text) => ({ about, text }));
  return [
    ...axisOf("x", x),
    ...axisOf("y", y),
    ...facts.remarks(ids).map((text) => ({ about: "points" as const, text })),
  ];
}

function axisRemarks(axis: SweepAxis, base: Scenario, ids: readonly string[]): string[] {
  const { name, target, label } = axis;
  const holders = holdersOf(name, target, base);
  const having = holders.filter(({ value }) => value !== undefined);
  const texts: string[] = [];
  if (isFactor(target)) texts.push(`${label} is multiplied: ${valuesWords(having)}.`);
  else if (target.kind === "flows" || target.kind === "all-links") texts.push(...replacing(axis, having));
  else if (target.kind === "path") texts.push(...keeping(axis, having));
  // Another sender may have the parameter, so it cannot be decided in advance.
  const isOfAll = isFactor(target) || target.kind === "flows" || target.kind === "all-links";
  if (isOfAll && having.length > 0 && !ids.includes("cc") && !ids.includes("aqm")) {
    texts.push(
      ...lacking(
        axis,
        holders.filter(({ value }) => value === undefined),
      ),
    );
  }
  return [...texts, ...changed(axis, base)];
}

function replacing({ label }: SweepAxis, having: readonly Holder[]): string[] {
  if (new Set(having.map(({ text }) => text)).size < 2) return [];
  return [`${label}: each value replaces ${valuesWords(having)}.`];
}

function keeping({ label }: SweepAxis, links: readonly Holder[]): string[] {
  const own = links.filter(({ follows }) => !follows);
  if (own.length === 0 || own.length === links.length) return [];
  return [
    `${label}: ${namesOf(own)} ${own.length === 1 ? "keeps its" : "keep their"} own, ${valuesWords(own)}.`,
  ];
}

function lacking({ name }: SweepAxis, others: readonly Holder[]): string[] {
  if (others.length === 0) return [];
  const [have, stay] = others.length === 1 ? ["has", "stays as it is"] : ["have", "stay as they are"];
  return [`${capitalised(namesOf(others))} ${have} no “${parameterOf(name)}” and ${stay}.`];
}

/** Returns a remark if a change during the run replaces the value of the sweep. */
function changed({ name, target, label }: SweepAxis, base: Scenario): string[] {
  const id = parameterOf(name);
  const reaches = ({ flow, link }: Scenario["changes"][number]) =>
    (flow === null || target.kind !== "flow" || flow === target.group) &&
    (link === null || target.kind !== "link" || link === target.link);
  return base.changes
    .filter((change) => change.id === id && reaches(change))
    .map(({ atS, value, flow, link }) => {
      const owner = flow !== null ? ` of flow ${flow + 1}` : link !== null ? ` of link ${link}` : "";
      const param = holdersOf(name, target, base).find((holder) => holder.param !== null)?.param;
      const text = param === null || param === undefined ? String(value) : formatValue(param, value);
      return `${label}: a change during the run sets ${id}${owner} to ${text} at ${atS} s. What is swept holds until then.`;
    });
}

const MOST_NAMES = 4;

/** Returns values as text, each with the flows or links that have it: "20 ms (flow 1), 80 ms (flow 2, flow 3)". */
function valuesWords(holders: readonly Holder[]): string {
  const texts = [...new Set(holders.map(({ text }) => text))];
  if (texts.length === 1 && holders.length === 1) return texts[0];
  return texts.map((text) => `${text} (${namesOf(holders.filter((one) => one.text === text))})`).join(", ");
}

/** Returns the names of flows or links as text: "flow 1, flow 2"; "12 flows" if there are many. */
function namesOf(holders: readonly Holder[]): string {
  if (holders.length <= MOST_NAMES) return holders.map(({ name }) => name).join(", ");
  return `${holders.length} ${holders[0].name.split(" ")[0]}s`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
