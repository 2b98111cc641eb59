/** The runs of a sweep, and what is stored of each run. */
import {
  applySettings,
  bdpMultiple,
  canonicalText,
  Digest,
  type RunResults,
  readerOf,
  type Scenario,
  type SettingText,
  setCc,
  setTraffic,
  type Validated,
  validateScenario,
  withProgram,
} from "../engine/index.ts";
import { rounded } from "../lib/statistics.ts";
import type { Job, RunValues } from "./experiment.ts";
import { keyOf } from "./grid.ts";
import { measuredOf, type PlacedMetric } from "./metrics.ts";
import { type Holder, holdersOf, type ParameterTarget, parameterOf } from "./parameter-target.ts";
import type { SweepAxis } from "./sweep-axis.ts";

/**
 * A sentence on an effect of a sweep that the names of its axes do not show. It makes sure that no value of a scenario is
 * replaced without notice.
 */
export interface SweepRemark {
  /** The axis that the remark belongs to; "points" if it is about the results. */
  readonly about: "x" | "y" | "points";
  /** Remark as a sentence. */
  readonly text: string;
}

/** A sweep. */
export interface Sweep {
  readonly base: Scenario;
  readonly x: SweepAxis;
  readonly y: SweepAxis | null;
  readonly metrics: readonly PlacedMetric[];
  readonly seeds: number;
  /** The value with which the other points are compared, seed by seed; null if none was chosen. */
  readonly against: BaseValue | null;
  /** Limit of the queue as a multiple of the bandwidth-delay product of each point's path; null if the scenario's limit applies. */
  readonly limitBdp: number | null;
  /** Effects of the sweep that the names of its axes do not state. */
  readonly remarks: readonly SweepRemark[];
}

/** One value of an axis: "cc=newreno". */
export interface BaseValue {
  readonly name: string;
  /** The value, which is one of the axis's values. */
  readonly value: string;
}

/** Returns the key of one run of a sweep. */
export function sweepKey({ x, y, base }: Sweep, xValue: string, yValue: string | null, seed: number): string {
  return keyOf({
    [x.name]: xValue,
    ...(y !== null && yValue !== null && { [y.name]: yValue }),
    ...(x.name !== "seed" && y?.name !== "seed" && { seed: Number(base.run.seed) + seed }),
  });
}

/** Returns the runs: sorted by y, then by x, then by seed. */
export function sweepJobs(sweep: Sweep): Job[] {
  const { x, y, seeds } = sweep;
  const jobs: Job[] = [];
  for (const yValue of y?.values ?? [null]) {
    for (const xValue of x.values) {
      for (let seed = 0; seed < seeds; seed++) {
        jobs.push({
          key: sweepKey(sweep, xValue, yValue, seed),
          scenario: scenarioAt(sweep, xValue, yValue, seed),
        });
      }
    }
  }
  return jobs;
}

/** Returns what is stored of a run: one number per metric, and a fingerprint of its results. */
export function readSweepRun(run: RunResults, sweep: Sweep): RunValues {
  const measured = sweep.metrics.map((metric) => [metric.id, rounded(measuredOf(run, metric))]);
  return { ...Object.fromEntries(measured), [SAME]: fingerprintOf(run) };
}

/** Name of the field that is equal for runs with identical results. Digests cannot be used for this, because they include the seed. */
export const SAME = "fingerprint";

/** Returns the first 48 bits of a digest of the results. A JSON number can hold them exactly. */
function fingerprintOf(run: RunResults): number {
  const digest = new Digest();
  digest.value(run);
  return Number.parseInt(digest.hex().slice(0, 12), 16);
}

/** The scenario of a point of a sweep, and the settings that have no effect on it. */
export interface SweepPoint {
  readonly scenario: Scenario;
  /**
   * Sentences such as ""target" is not a setting of droptail". Such a setting is allowed, because it may have an effect at other
   * points.
   */
  readonly unused: readonly string[];
}

function scenarioAt(sweep: Sweep, xValue: string, yValue: string | null, seed: number): Scenario {
  return pointAt(sweep, xValue, yValue, seed).scenario;
}

/** Returns a point of a sweep. Throws an error with a message for users if the scenario cannot have these values. */
export function pointAt(
  { base, x, y, limitBdp }: Pick<Sweep, "base" | "x" | "y" | "limitBdp">,
  xValue: string,
  yValue: string | null,
  seed: number,
): SweepPoint {
  const set: Swept[] = [{ key: x.name, text: xValue, target: x.target }];
  if (y !== null && yValue !== null) set.push({ key: y.name, text: yValue, target: y.target });
  const targetsOf = (...kinds: readonly ParameterTarget["kind"][]) =>
    set.filter(({ target }) => kinds.includes(target.kind));
  const isMultiple = ({ key, text }: SettingText) => key === "limit" && bdpMultiple(text) !== null;
  const multiples = set.filter(isMultiple);
  const shared: SettingText[] = targetsOf("run", "flows", "path")
    .filter((one) => !isMultiple(one))
    .map(({ key, text }) => ({ key, text }));
  if (seed > 0) shared.push({ key: "seed", text: String(Number(base.run.seed) + seed) });
  const laid = new Laid(applySettings(base, [...shared, ...linkSettings(targetsOf("link"))]), base);
  // Settings of all links, and factors, must be applied after other settings, to the links and flows that exist then.
  for (const one of [...targetsOf("all-links"), ...targetsOf("each-link")])
    laid.apply((scenario) => linkwise(scenario, one));
  // A flow's congestion control must be set first, because it determines which parameters exist.
  const isChoice = ({ key }: SettingText) => ["cc", "traffic"].includes(parameterOf(key));
  const ofFlow = targetsOf("flow").sort((a, b) => Number(isChoice(b)) - Number(isChoice(a)));
  for (const one of [...ofFlow, ...targetsOf("each-flow")]) laid.withFlows(one);
  // The bandwidth-delay product must be computed from the path with the settings applied so far.
  const isSwept = set.some(({ key }) => key === "limit");
  if (multiples.length > 0) laid.apply(() => multiples.map(({ key, text }) => ({ key, text })));
  else if (limitBdp !== null && !isSwept) laid.apply(() => [{ key: "limit", text: `${limitBdp}bdp` }]);
  return laid;
}

interface Swept extends SettingText {
  readonly target: ParameterTarget;
}

/** Applies settings to a scenario one after the other. */
class Laid implements SweepPoint {
  scenario: Scenario;
  readonly unused: string[] = [];
  private readonly base: Scenario;

  constructor(first: Validated, base: Scenario) {
    this.base = base;
    this.scenario = this.checked(first);
  }

  /** The scenario with all programs of the sweep. A setting may name one that the scenario does not use yet. */
  private get whole(): Scenario {
    return (this.base.programs ?? []).reduce(withProgram, this.scenario);
  }

  apply(settings: (scenario: Scenario) => readonly SettingText[]): void {
    this.scenario = this.checked(applySettings(this.whole, settings(this.scenario)));
  }

  withFlows(one: Swept): void {
    const id = parameterOf(one.key);
    const texts = flowTexts(this.scenario, one);
    if (id === "cc" || id === "traffic") {
      for (const [group, text] of texts)
        this.scenario = (id === "cc" ? setCc : setTraffic)(this.whole, group, text);
      return;
    }
    const flows = this.scenario.flows.map((spec, group) => {
      const text = texts.get(group);
      if (text === undefined) return spec;
      return id === "count"
        ? { ...spec, count: Number(text) }
        : { ...spec, params: { ...spec.params, [id]: text } };
    });
    this.scenario = this.checked(validateScenario({ ...this.scenario, flows }, readerOf(this.scenario)));
  }

  /** Returns the scenario. A setting without effect (a target with DropTail) is not an error. */
  private checked({ scenario, problems }: Validated): Scenario {
    const wrong = problems.filter((problem) => problem.harmless !== true);
    if (wrong.length > 0) throw new Error(wrong.map(({ fault, message }) => fault ?? message).join(" "));
    this.unused.push(...problems.map(({ fault, message }) => fault ?? message));
    return scenario;
  }
}

/** Converts settings such as "link.wan.capacity" to the form used in URLs. All settings of the same link become one. */
function linkSettings(settings: readonly SettingText[]): SettingText[] {
  const byLink = new Map<string, string[]>();
  for (const { key, text } of settings) {
    const link = key.slice("link.".length, key.lastIndexOf("."));
    byLink.set(link, [...(byLink.get(link) ?? []), `${parameterOf(key)}=${text}`]);
  }
  return [...byLink].map(([link, parts]) => ({ key: "link", text: [`id=${link}`, ...parts].join(",") }));
}

/** Returns settings for links: the same value for all links, or each link's own value multiplied by a factor. */
function linkwise(scenario: Scenario, { key, text, target }: Swept): SettingText[] {
  const id = parameterOf(key);
  const having = holdersOf(key, target, scenario).filter(({ value }) => value !== undefined);
  if (having.length === 0) throw new Error(`${key}: no link of this path has ${id}`);
  const ofLink = ({ id: link }: Holder, value: string) => ({ key: `link.${link}.${id}`, text: value });
  if (target.kind === "each-link") {
    return linkSettings(scaled(having, key, Number(text)).map(([holder, value]) => ofLink(holder, value)));
  }
  const own = linkSettings(having.filter(({ follows }) => !follows).map((holder) => ofLink(holder, text)));
  return having.some(({ follows }) => follows) ? [{ key: id, text }, ...own] : own;
}

/** Returns, for each group of flows that is varied, the new text of the value. */
function flowTexts(scenario: Scenario, { key, text, target }: Swept): Map<number, string> {
  const holders = holdersOf(key, target, scenario);
  if (target.kind !== "flow") {
    return new Map(
      scaled(holders, key, Number(text)).map(([holder, value]) => [holders.indexOf(holder), value]),
    );
  }
  if (holders[target.group] === undefined)
    throw new Error(`${key}: there are ${holders.length} groups of flows`);
  return new Map([[target.group, text]]);
}

/**
 * Returns the new values of the flows or links, multiplied by the factor. Values that are neither numbers nor lengths ("endless")
 * stay as they are.
 */
function scaled(holders: readonly Holder[], key: string, factor: number): [Holder, string][] {
  const found = holders.flatMap((holder): [Holder, string][] => {
    const value = times(holder, factor);
    return value === null ? [] : [[holder, value]];
  });
  if (found.length === 0)
    throw new Error(`${key}: no flow or link has a number here that a factor could multiply`);
  return found;
}

/** Returns a value multiplied by a factor, rounded to twelve digits, so that 0.1 × 3 gives 0.3. */
function times({ value, param }: Holder, factor: number): string | null {
  const product = (number: number) => Number((number * factor).toPrecision(12));
  if (typeof value === "number" && param !== null) return canonicalText(param, product(value));
  const size = param?.kind === "size" ? /^([\d.]+)([^\d.]\D*)$/.exec(String(value)) : null;
  return size === null ? null : `${product(Number(size[1]))}${size[2]}`;
}
