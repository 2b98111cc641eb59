/** Inputs of every explanation: the run, its index, and the time up to which the explanation may report events. */
import type { Network } from "../network.ts";
import { congestionControlById, queueDisciplineById } from "../registered.ts";
import { senderTraits } from "../scenario/build.ts";
import { basePropagationMs, resolvePath } from "../scenario/path.ts";
import { queueOfLink } from "../scenario/places.ts";
import type { Change, FlowSpec, Scenario } from "../scenario/scenario.ts";
import { type Stage, stageAt, stagesOf } from "../theory/scenario-shares.ts";
import type { MakeReplay } from "../trace/replay.ts";
import { type BucketSeries, type FlowTrace, isCut } from "../trace/snapshot.ts";
import type { FlowFact, RunIndex } from "./run-index.ts";
import type { Story } from "./story.ts";
import { StoryBuilder } from "./story-builder.ts";

/** Work that creates an explanation in short steps. It yields after each step and returns the explanation. */
export type StorySteps = Generator<undefined, Story>;

const NS_PER_S = 1e9;
const NS_PER_MS = 1e6;

/** The run that is explained. */
export class RunContext {
  readonly scenario: Scenario;
  readonly make: MakeReplay;
  readonly index: RunIndex;
  /** Parts of the run between changes of the scenario. */
  readonly stages: readonly Stage[];
  /** Explanations may report events only up to this time (ns). */
  readonly untilNs: number;

  constructor(scenario: Scenario, make: MakeReplay, index: RunIndex, seenS: number) {
    this.scenario = scenario;
    this.make = make;
    this.index = index;
    this.stages = stagesOf(scenario);
    this.untilNs = Math.min(index.untilNs, seenS * NS_PER_S);
  }

  get network(): Network {
    return this.index.network;
  }

  /** Returns the series of a flow; null if the flow is not traced. */
  trace(flow: number): FlowTrace | null {
    return this.index.snapshot.flows.find((one) => one.flow === flow) ?? null;
  }

  /**
   * Returns an estimate of the RTT of a flow's packet at the given time, including queueing delay (ns). The estimate is rather
   * too high.
   */
  roundNs(flow: number, atNs: number): number {
    const { propagationNs } = this.network.groups[this.network.flows[flow].group];
    const trace = this.trace(flow);
    const srttMs = trace === null ? Number.NaN : valueAt(trace.srttMs, atNs / NS_PER_S);
    return Math.max(2 * propagationNs, Number.isNaN(srttMs) ? 0 : 1.5 * srttMs * NS_PER_MS, NS_PER_MS);
  }

  /** Returns true if the flow's receivers echo CE until the sender sets CWR (RFC 3168). */
  hasClassicEcho(flow: number): boolean {
    const { spec } = this.network.groups[this.network.flows[flow].group];
    const { feedback = "classic" } = senderTraits(
      congestionControlById(spec.cc, this.scenario.programs),
      spec.params,
    );
    return feedback === "classic";
  }

  /** Returns the flow's last reduction or timeout before that time. */
  lastCut(flow: number, atNs: number): FlowFact | undefined {
    const { flowEvents: events } = this.index;
    for (let i = events.length - 1; i >= 0; i--) {
      const { flow: whose, timeNs, kind } = events[i];
      if (whose === flow && timeNs <= atNs && isCut(kind)) return events[i];
    }
    return undefined;
  }

  /** Creates a story builder. The number of decimals of its times depends on the flow's RTT. */
  newStory(flow: number): StoryBuilder {
    return new StoryBuilder(this.network.groups[this.network.flows[flow].group].propagationNs);
  }

  /** Returns the name of a queue: "the queue", or "the queue of WAN" if there are several links. */
  queueName(link: number): string {
    const { links } = this.network;
    return links.length === 1 ? "the queue" : `the queue of ${links[link].label}`;
  }

  linkName(link: number): string {
    const { links } = this.network;
    return links.length === 1 ? "the link" : `the link ${links[link].label}`;
  }
}

/** Returns the name of a flow in sentences: "flow 1" for index 0. */
export const flowName = (flow: number): string => `flow ${flow + 1}`;
/** Returns the text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// Settings at a given time of the run. The network of the index only has those at the end.

function stage({ stages }: RunContext, atS: number): Stage {
  return stageAt(stages, atS);
}

/** Returns the parameters of the flow's group at that time, with its congestion control. */
export function specAt(run: RunContext, flow: number, atS: number): FlowSpec {
  const { group } = run.network.flows[flow];
  const spec = stage(run, atS).flows[group];
  let { cc } = spec;
  for (const change of run.scenario.changes) {
    const isOurs = change.link === null && (change.flow === null || change.flow === group);
    if (change.id === "cc" && isOurs && change.atS <= atS) cc = String(change.value);
  }
  return cc === spec.cc ? spec : { ...spec, cc };
}

/** Returns the propagation RTT of the flow's packets (ns). */
export function roundAt(run: RunContext, flow: number, atS: number): number {
  const { path, flows } = stage(run, atS);
  const ms = basePropagationMs(resolvePath(path), flows[run.network.flows[flow].group]);
  return Math.round(ms * NS_PER_MS);
}

/** Returns the link's rate in the sample nearest to that time, including patterns. */
export function rateAt({ index, network }: RunContext, link: number, atS: number): number {
  const { samples, links } = index.snapshot;
  const { rateBps } = links[link];
  const at = Math.min(rateBps.length - 1, Math.max(0, Math.round(atS / samples.intervalS)));
  return rateBps[at] ?? network.links[link].port.rateBps;
}

interface QueueAt {
  readonly id: string;
  readonly label: string;
  /** Target delay (ms); null if there is none or it is unknown. */
  readonly targetMs: number | null;
}

/** Returns the queue discipline of a link at that time, and its target delay. */
export function queueAt({ scenario, network }: RunContext, link: number, atS: number): QueueAt {
  const { id: name, sharesQueue } = network.links[link];
  const { aqm, params } = queueOfLink(scenario, name);
  const isOurs = (change: Change) => change.link === name || (change.link === null && sharesQueue);
  let [id, target] = [aqm, params.target];
  for (const change of scenario.changes) {
    if (change.atS > atS || change.flow !== null || !isOurs(change)) continue;
    if (change.id === "target") target = change.value;
    if (change.id !== "aqm" || change.value === id) continue;
    id = String(change.value);
    target = null;
  }
  const { label } = queueDisciplineById(id, scenario.programs);
  return { id, label, targetMs: typeof target === "number" ? target : null };
}

// Reads series of buckets.

/** Returns the last value up to that time; NaN before the first value. */
function valueAt(series: BucketSeries, atS: number): number {
  const at = Math.floor((atS - series.startS) / series.bucketS);
  return at < 0 || series.length === 0 ? Number.NaN : series.last[Math.min(at, series.length - 1)];
}
