/** The runs of a sweep, and what is kept of each. */
import {
  applySettings,
  type Problem,
  type RunResults,
  type Scenario,
  type Setting,
  setCc,
  setTraffic,
  validateScenario,
} from "../engine/index.ts";
import type { Job, Reading } from "./experiment.ts";
import { keyOf } from "./grid.ts";
import { flowName, type Metric } from "./metrics.ts";
import { rounded } from "./statistics.ts";
import type { Sweep } from "./sweep.ts";
import { parameterOf } from "./sweep-axis.ts";

/** Names one run of a sweep. */
export function sweepKey({ x, y, base }: Sweep, xValue: string, yValue: string | null, seed: number): string {
  return keyOf({
    [x.name]: xValue,
    ...(y !== null && yValue !== null && { [y.name]: yValue }),
    ...(x.name !== "seed" && y?.name !== "seed" && { seed: Number(base.run.seed) + seed }),
  });
}

/** By y, then x, then seed. */
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

/** What is kept of a run: one number a metric. */
export function readSweepRun(run: RunResults, sweep: Sweep): Reading {
  return Object.fromEntries(
    sweep.metrics.map(({ id, metric, place }) => {
      const value = measured(run, metric, place);
      return [id, value === null ? null : rounded(value)];
    }),
  );
}

/** Null where this run has no such link or flows. */
function measured(run: RunResults, { scope, of }: Metric, place: string | null): number | null {
  const ofPlace = (kind: Metric["scope"]) => (scope === kind ? place : null);
  const [link, flow] = [ofPlace("link"), ofPlace("flow")];
  const links = link === null ? run.links : run.links.filter(({ id }) => id === link);
  const flows = flow === null ? run.flows : run.flows.filter(({ group }) => flowName(group) === flow);
  return links.length === 0 || flows.length === 0 ? null : of({ run, link: links[0], flows });
}

/** Throws a sentence where the scenario cannot be as these values say. */
export function scenarioAt(sweep: Sweep, xValue: string, yValue: string | null, seed: number): Scenario {
  const { base, x, y } = sweep;
  const set: Setting[] = [{ key: x.name, text: xValue }];
  if (y !== null && yValue !== null) set.push({ key: y.name, text: yValue });
  if (seed > 0) set.push({ key: "seed", text: String(Number(base.run.seed) + seed) });
  const ofFlows = set.filter(({ key }) => /^flow\d+\./.test(key));
  const ofLinks = set.filter(({ key }) => key.startsWith("link."));
  const others = set.filter((one) => !ofFlows.includes(one) && !ofLinks.includes(one));
  let scenario = checked(applySettings(base, [...others, ...linkSettings(ofLinks)]));
  // A flow's congestion control first: it decides which parameters there are.
  for (const one of ofFlows.sort((a, b) => Number(isChoice(b.key)) - Number(isChoice(a.key)))) {
    scenario = withFlowSetting(scenario, one);
  }
  return scenario;
}

function isChoice(name: string): boolean {
  return ["cc", "traffic"].includes(parameterOf(name));
}

/** "link.wan.capacity" as the setting that URLs have for it; two of one link in one. */
function linkSettings(settings: readonly Setting[]): Setting[] {
  const byLink = new Map<string, string[]>();
  for (const { key, text } of settings) {
    const link = key.slice("link.".length, key.lastIndexOf("."));
    byLink.set(link, [...(byLink.get(link) ?? []), `${parameterOf(key)}=${text}`]);
  }
  return [...byLink].map(([link, parts]) => ({ key: "link", text: [`id=${link}`, ...parts].join(",") }));
}

function withFlowSetting(scenario: Scenario, { key, text }: Setting): Scenario {
  const flow = Number(key.slice("flow".length, key.indexOf("."))) - 1;
  const id = parameterOf(key);
  const spec = scenario.flows[flow];
  if (spec === undefined) throw new Error(`${key}: there are ${scenario.flows.length} groups of flows`);
  if (id === "cc") return setCc(scenario, flow, text);
  if (id === "traffic") return setTraffic(scenario, flow, text);
  const changed =
    id === "count" ? { ...spec, count: Number(text) } : { ...spec, params: { ...spec.params, [id]: text } };
  const flows = scenario.flows.map((one, i) => (i === flow ? changed : one));
  return checked(validateScenario({ ...scenario, flows }));
}

function checked({
  scenario,
  problems,
}: {
  readonly scenario: Scenario;
  readonly problems: readonly Problem[];
}): Scenario {
  // What has no effect at one end of an axis (a target with DropTail) is no fault of the sweep.
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length === 0) return scenario;
  throw new Error(wrong.map((problem) => problem.fault ?? problem.message).join(" "));
}
