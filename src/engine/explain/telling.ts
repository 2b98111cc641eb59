/** What every story is made from: the run, what the survey knows of it, and how far it may be told. */

import { congestionControlById } from "../algorithms.ts";
import type { Network } from "../network.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Stage, stagesOf } from "../theory/scenario-stages.ts";
import type { MakeReplay } from "../trace/replay.ts";
import type { FlowTrace } from "../trace/snapshot.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { FlowFact, RunIndex } from "./run-index.ts";
import { valueAt } from "./series.ts";
import type { Story } from "./story.ts";
import { Moments } from "./text.ts";

export type Telling = Generator<undefined, Story>;

const NS_PER_S = 1e9;
const NS_PER_MS = 1e6;

export class Known {
  readonly scenario: Scenario;
  readonly make: MakeReplay;
  readonly survey: RunIndex;
  /** From change to change. */
  readonly stages: readonly Stage[];
  /** Nothing after that is told. */
  readonly untilNs: number;

  constructor(scenario: Scenario, make: MakeReplay, survey: RunIndex, seenS: number) {
    this.scenario = scenario;
    this.make = make;
    this.survey = survey;
    this.stages = stagesOf(scenario);
    this.untilNs = Math.min(survey.untilNs, seenS * NS_PER_S);
  }

  get network(): Network {
    return this.survey.network;
  }

  /** Series of a flow; null of one that is not traced. */
  trace(flow: number): FlowTrace | null {
    return this.survey.snapshot.flows.find((one) => one.flow === flow) ?? null;
  }

  /** How long a flow's packet and its ACK may take at that time, queues included: a guess from above. */
  roundNs(flow: number, atNs: number): number {
    const { propagationNs } = this.network.groups[this.network.flows[flow].group];
    const trace = this.trace(flow);
    const srttMs = trace === null ? Number.NaN : valueAt(trace.srttMs, atNs / NS_PER_S);
    return Math.max(2 * propagationNs, Number.isNaN(srttMs) ? 0 : 1.5 * srttMs * NS_PER_MS, NS_PER_MS);
  }

  /** Its receivers echo CE until the sender says that it has cut (RFC 3168). */
  hasClassicEcho(flow: number): boolean {
    const { spec } = this.network.groups[this.network.flows[flow].group];
    return (congestionControlById(spec.cc).feedback ?? "classic") === "classic";
  }

  /** The last cut, timeout or end of slow start up to then. */
  lastEvent(flow: number, atNs: number): FlowFact | undefined {
    const { events } = this.survey;
    for (let i = events.length - 1; i >= 0; i--) {
      const { flow: whose, timeNs, kind } = events[i];
      if (whose === flow && timeNs <= atNs && kind <= FLOW_EVENT.slowStartExit) return events[i];
    }
    return undefined;
  }

  moments(flow: number): Moments {
    return new Moments(this.network.groups[this.network.flows[flow].group].propagationNs);
  }

  /** "the queue", or, where there are several links, "the queue of WAN". */
  queueName(link: number): string {
    const { links } = this.network;
    return links.length === 1 ? "the queue" : `the queue of ${links[link].label}`;
  }

  linkName(link: number): string {
    const { links } = this.network;
    return links.length === 1 ? "the link" : `the link ${links[link].label}`;
  }
}

export const flowName = (flow: number): string => `flow ${flow + 1}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
