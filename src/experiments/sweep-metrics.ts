/** What a sweep can measure: figures of a link, of flows or of the whole run, by name. */
import type { FlowResult, LinkResult, Percentiles, Responses, RunResults } from "../engine/index.ts";
import { mean } from "./statistics.ts";

/** What a metric is taken of: "goodput@flow2" is the goodput of the second group of flows, "utilisation@wan" of a link. */
export type MetricScope = "link" | "flow" | "run";

export interface Metric {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly scope: MetricScope;
  /** Of the chosen link, of the chosen flows, or of the run. Null where there is nothing to measure. */
  readonly of: (measured: Measured) => number | null;
}

export interface Measured {
  readonly run: RunResults;
  readonly link: LinkResult;
  readonly flows: readonly FlowResult[];
}

/** How a group of flows is called where one is meant: "flow2". */
export function flowName(group: number): string {
  return `flow${group + 1}`;
}

export const METRICS: readonly Metric[] = [
  ofLink("utilisation", "Utilisation", "%", (link) => 100 * link.utilisation),
  ofDelay("delay-mean", "Mean queue delay", (delay) => delay.mean),
  ofDelay("delay-p50", "Median queue delay", (delay) => delay.p50),
  ofDelay("delay-p90", "Queue delay, 90th percentile", (delay) => delay.p90),
  ofDelay("delay-p99", "Queue delay, 99th percentile", (delay) => delay.p99),
  ofDelay("delay-max", "Longest queue delay", (delay) => delay.max),
  ofLink("queue-mean", "Mean queue", "packets", (link) => link.queuePackets.mean),
  ofLink("queue-max", "Longest queue", "packets", (link) => link.queuePackets.max),
  ofLink("marks", "CE marks", "packets", (link) => link.marks),
  ofLink("mark-share", "Share of packets marked", "%", (link) => share(link.marks, link.packets)),
  ofLink("drops", "Drops", "packets", drops),
  ofLink("drop-share", "Share of packets dropped", "%", (link) =>
    share(drops(link), drops(link) + link.packets),
  ),
  ofFlows("goodput", "Goodput", "Mbps", (flows) => sum(flows, (flow) => flow.goodputBps) / 1e6),
  ofFlows("cwnd-mean", "Mean cwnd", "segments", (flows) => meanOf(flows, (flow) => flow.cwndSegments?.mean)),
  ofFlows("srtt-mean", "Mean SRTT", "ms", (flows) => meanOf(flows, (flow) => flow.srttMs?.mean)),
  ofFlows("retransmissions", "Retransmissions", "packets", (flows) =>
    sum(flows, (flow) => flow.retransmissions),
  ),
  ofFlows("rtos", "Retransmission timeouts", "", (flows) => sum(flows, (flow) => flow.rtos)),
  ofFlows("ecn-reductions", "Reductions for ECN", "", (flows) => sum(flows, (flow) => flow.ecnReductions)),
  ofFlows("loss-reductions", "Reductions for loss", "", (flows) => sum(flows, (flow) => flow.lossReductions)),
  ofFlows("fct", "Mean flow completion time", "s", (flows) => meanOf(flows, (flow) => flow.fctS)),
  ofResponses("response-mean", "Mean response time", (responses) => responses.meanS),
  ofResponses("response-p50", "Median response time", (responses) => responses.p50S),
  ofResponses("response-p90", "Response time, 90th percentile", (responses) => responses.p90S),
  ofResponses("response-p99", "Response time, 99th percentile", (responses) => responses.p99S),
  ofRun("jain", "Jain's index", "", ({ fairness }) => fairness.jain),
  ofRun("convergence", "Convergence time of the last flow to join", "s", ({ fairness }) => {
    return fairness.convergenceS.at(-1) ?? null;
  }),
];

function ofLink(id: string, label: string, unit: string, of: (link: LinkResult) => number | null): Metric {
  return { id, label, unit, scope: "link", of: ({ link }) => of(link) };
}

function ofDelay(id: string, label: string, of: (delay: Percentiles) => number): Metric {
  return ofLink(id, label, "ms", ({ sojournMs }) => (sojournMs === null ? null : of(sojournMs)));
}

function ofFlows(
  id: string,
  label: string,
  unit: string,
  of: (flows: readonly FlowResult[]) => number | null,
): Metric {
  return { id, label, unit, scope: "flow", of: ({ flows }) => of(flows) };
}

/** The mean over the flows that make requests. */
function ofResponses(id: string, label: string, of: (responses: Responses) => number): Metric {
  return ofFlows(id, label, "s", (flows) =>
    meanOf(flows, ({ responses }) => (responses === null ? null : of(responses))),
  );
}

function ofRun(id: string, label: string, unit: string, of: (run: RunResults) => number | null): Metric {
  return { id, label, unit, scope: "run", of: ({ run }) => of(run) };
}

function drops({ drops: { overflow, aqm, link } }: LinkResult): number {
  return overflow + aqm + link;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

function sum(flows: readonly FlowResult[], of: (flow: FlowResult) => number): number {
  return flows.reduce((total, flow) => total + of(flow), 0);
}

function meanOf(
  flows: readonly FlowResult[],
  of: (flow: FlowResult) => number | null | undefined,
): number | null {
  return mean(flows.map((flow) => of(flow) ?? null).filter((value) => value !== null));
}
