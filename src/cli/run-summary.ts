/** The figures of a run for people. */
import {
  congestionControls,
  declaredParams,
  defaultScenario,
  type FlowResult,
  type FlowSpec,
  formatValue,
  getParam,
  type LinkResult,
  type Percentiles,
  type Place,
  queueDisciplines,
  type Scenario,
  scenarioToUrl,
  topologies,
  trafficKinds,
} from "../engine/index.ts";
import type { FinishedRun } from "./run-json.ts";
import { textTable } from "./text-table.ts";

/** More flows than this are summed up by group. */
const FLOWS_LISTED = 20;
const NONE = "–";

export function runSummary({ simulation, wallMs }: FinishedRun): string {
  const { scenario } = simulation;
  const results = simulation.results();
  const fairness = results.flows.length > 1 ? ["", fairnessLine(results.fairness)] : [];
  return [
    headline(scenario),
    "",
    ...(results.links.length === 1 ? linkLines(results.links[0]) : [textTable(linkRows(results.links))]),
    "",
    textTable(flowRows(results.flows)),
    ...responseLines(results.flows),
    ...fairness,
    "",
    `digest ${simulation.digest()}`,
    `link   #${scenarioToUrl(scenario)}`,
    `${results.packets} packets, ${results.events} events in ${wallMs.toFixed(0)} ms`,
  ].join("\n");
}

function headline(scenario: Scenario): string {
  const at = (place: Place, id: string) => {
    const param = declaredParams(scenario, place).find((one) => one.id === id);
    return param === undefined ? "" : formatValue(param, getParam(scenario, place, id));
  };
  const flows = scenario.flows.map((spec) => `${spec.count} ${kindOf(spec)}`).join(" + ");
  const queue = labelOf(queueDisciplines, scenario.queue.aqm);
  const path = [
    labelOf(topologies, scenario.path.topology),
    at({ scope: "path" }, "capacity"),
    `limit ${at({ scope: "queue" }, "limit")}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
  const time = `${at({ scope: "run" }, "duration")}, figures after ${at({ scope: "run" }, "warmup")}`;
  return `${flows} through ${queue} · ${path} · ${time} · seed ${at({ scope: "run" }, "seed")}`;
}

function labelOf(list: readonly { readonly id: string; readonly label: string }[], id: string): string {
  return list.find((one) => one.id === id)?.label ?? id;
}

/** What a group of flows is: its congestion control, and its traffic where that is not bulk data. */
function kindOf({ cc, traffic }: FlowSpec): string {
  const kind = trafficKinds.find((one) => one.id === traffic);
  if (kind === undefined || kind.id === defaultScenario().flows[0].traffic)
    return labelOf(congestionControls, cc);
  return kind.transport === "udp" ? kind.label : `${labelOf(congestionControls, cc)} (${kind.label})`;
}

function linkRows(links: readonly LinkResult[]): string[][] {
  const head = [
    "link",
    "Mbps",
    "utilisation",
    "packets",
    "marks",
    "drops AQM/overflow/random",
    "queue mean",
    "p50 ms",
    "p90 ms",
  ];
  const rows = links.map((link) => [
    link.id,
    ms(link.rateBps / 1e6),
    `${(100 * link.utilisation).toFixed(1)} %`,
    String(link.packets),
    String(link.marks),
    `${link.drops.aqm}/${link.drops.overflow}/${link.drops.link}`,
    link.queuePackets.mean.toFixed(1),
    link.sojournMs === null ? NONE : ms(link.sojournMs.p50),
    link.sojournMs === null ? NONE : ms(link.sojournMs.p90),
  ]);
  return [head, ...rows];
}

/** Of traffic that makes requests. */
function responseLines(flows: readonly FlowResult[]): string[] {
  const lines = flows.flatMap(({ id, responses }) => {
    if (responses === null) return [];
    const { n, meanS, p50S, p90S, maxS, refused } = responses;
    const times = `mean ${ms(meanS)}, p50 ${ms(p50S)}, p90 ${ms(p90S)}, max ${ms(maxS)} s`;
    return [`responses of flow ${id + 1}: ${n}, ${times}${refused > 0 ? `; ${refused} refused` : ""}`];
  });
  const left = lines.length - FLOWS_LISTED;
  return left <= 0 ? lines : [...lines.slice(0, FLOWS_LISTED), `… and of ${left} more (--json has them all)`];
}

function linkLines(link: LinkResult): string[] {
  const { overflow, aqm, link: random } = link.drops;
  const { mean, max } = link.queuePackets;
  return [
    `utilisation  ${(100 * link.utilisation).toFixed(1)} %`,
    `packets      ${link.packets}, ${link.marks} marked, ${aqm} dropped by the queue discipline, ${overflow} by overflow${random > 0 ? `, ${random} lost at random` : ""}`,
    `queue        ${mean.toFixed(1)} packets on average, ${max} at most`,
    `queue delay  ${link.sojournMs === null ? "no packet" : delayText(link.sojournMs)}`,
  ];
}

function delayText(delay: Percentiles): string {
  const parts = (["p50", "p90", "p99", "max"] as const).map((name) => `${name} ${ms(delay[name])}`);
  return `mean ${ms(delay.mean)}, ${parts.join(", ")} ms`;
}

function ms(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function flowRows(flows: readonly FlowResult[]): string[][] {
  const head = [
    "flow",
    "cc",
    "ECN",
    "RTT ms",
    "goodput Mbps",
    "cwnd",
    "SRTT ms",
    "retrans",
    "RTOs",
    "cuts ECN/loss",
    "FCT s",
  ];
  const rows = flows
    .slice(0, FLOWS_LISTED)
    .map((flow) => [
      String(flow.id + 1),
      flow.cc,
      flow.ecn ? "on" : "off",
      ms(flow.rttMs),
      (flow.goodputBps / 1e6).toFixed(3),
      flow.cwndSegments === null ? NONE : flow.cwndSegments.mean.toFixed(1),
      flow.srttMs === null ? NONE : flow.srttMs.mean.toFixed(1),
      String(flow.retransmissions),
      String(flow.rtos),
      `${flow.ecnReductions}/${flow.lossReductions}`,
      flow.fctS === null ? NONE : flow.fctS.toFixed(3),
    ]);
  const left = flows.length - FLOWS_LISTED;
  return [head, ...rows, ...(left > 0 ? [[`… and ${left} more (--json has them all)`]] : [])];
}

function fairnessLine({
  jain,
  convergenceS,
}: {
  jain: number;
  convergenceS: readonly (number | null)[];
}): string {
  const index = Number.isNaN(jain) ? NONE : jain.toFixed(4);
  const reached = convergenceS.filter((s) => s !== null);
  if (reached.length === 0) return `Jain's index ${index}; F(t) of joining flows did not reach 0.95`;
  const sorted = [...reached].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)].toFixed(1);
  return `Jain's index ${index}; F(t) reached 0.95 for ${reached.length} of ${convergenceS.length} joining flows, median after ${median} s`;
}
