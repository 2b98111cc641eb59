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
  type Place,
  queueDisciplines,
  type RunResults,
  type Scenario,
  scenarioToUrl,
  topologies,
  trafficKinds,
} from "../engine/index.ts";
import {
  convergenceText,
  countedFlows,
  METRICS,
  type Measured,
  type MetricId,
  numberText,
  slowestJoin,
} from "../experiments/metrics.ts";
import type { FinishedRun } from "./run-files.ts";
import { textTable } from "./tables.ts";

/** More flows than this are summed up by group. */
const FLOWS_LISTED = 20;
const NONE = "–";

/** A figure as it is declared, without its unit. */
function figure(id: MetricId, measured: Measured): string {
  const value = METRICS[id].of(measured);
  return value === null || Number.isNaN(value) ? NONE : numberText(METRICS[id], value);
}

function ofLink(run: RunResults, link: LinkResult): Measured {
  return { run, link, flows: run.flows };
}

function ofFlow(run: RunResults, flow: FlowResult): Measured {
  return { run, link: run.links[0], flows: [flow] };
}

export function runSummary({ simulation, wallMs }: FinishedRun): string {
  const { scenario } = simulation;
  const results = simulation.results();
  const fairness = results.flows.length > 1 ? ["", fairnessLine(results)] : [];
  return [
    headline(scenario),
    "",
    ...(results.links.length === 1
      ? linkLines(ofLink(results, results.links[0]))
      : [textTable(linkRows(results))]),
    "",
    textTable(flowRows(results)),
    ...responseLines(results),
    ...failureLines(results),
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

const LINK_COLUMNS: readonly (readonly [head: string, id: MetricId])[] = [
  ["queue mean", "queue-mean"],
  ["p50 ms", "delay-p50"],
  ["p90 ms", "delay-p90"],
];

function linkRows(run: RunResults): string[][] {
  const head = [
    "link",
    "Mbps",
    "utilisation",
    "packets",
    "marks",
    "drops AQM/overflow/random",
    ...LINK_COLUMNS.map(([name]) => name),
  ];
  const rows = run.links.map((link) => {
    const measured = ofLink(run, link);
    return [
      link.id,
      threeDigits(link.rateBps / 1e6),
      `${figure("utilisation", measured)} %`,
      String(link.packets),
      figure("marks", measured),
      `${link.drops.aqm}/${link.drops.overflow}/${link.drops.link}`,
      ...LINK_COLUMNS.map(([, id]) => figure(id, measured)),
    ];
  });
  return [head, ...rows];
}

/** Connections that nobody answered: an error of the flow. */
function failureLines(run: RunResults): string[] {
  return run.flows.flatMap(({ id, notOpened = 0 }) =>
    notOpened === 0
      ? []
      : [
          `flow ${id + 1}: nobody answered the SYNs of ${notOpened} ${notOpened === 1 ? "connection" : "connections"}`,
        ],
  );
}

/** Of traffic that makes requests. */
function responseLines(run: RunResults): string[] {
  const lines = run.flows.flatMap((flow) => {
    if (flow.responses === null)
      return flow.refused === undefined
        ? []
        : [`responses of flow ${flow.id + 1}: none; ${flow.refused} refused`];
    const { n, maxS, refused } = flow.responses;
    const [mean, p50, p90] = (["response-mean", "response-p50", "response-p90"] as const).map((id) =>
      figure(id, ofFlow(run, flow)),
    );
    const times = `mean ${mean}, p50 ${p50}, p90 ${p90}, max ${threeDigits(maxS)} s`;
    return [`responses of flow ${flow.id + 1}: ${n}, ${times}${refused > 0 ? `; ${refused} refused` : ""}`];
  });
  const left = lines.length - FLOWS_LISTED;
  return left <= 0 ? lines : [...lines.slice(0, FLOWS_LISTED), `… and of ${left} more (--json has them all)`];
}

function linkLines(measured: Measured): string[] {
  const { packets, drops, sojournMs } = measured.link;
  const { overflow, aqm, link: random } = drops;
  const said = (id: MetricId) => figure(id, measured);
  return [
    `utilisation  ${said("utilisation")} %`,
    `packets      ${packets}, ${said("marks")} marked, ${aqm} dropped by the queue discipline, ${overflow} by overflow${random > 0 ? `, ${random} lost at random` : ""}`,
    `queue        ${said("queue-mean")} packets on average, ${said("queue-max")} at most`,
    `queue delay  ${sojournMs === null ? "no packet" : `${DELAYS.map((name) => `${name} ${said(`delay-${name}`)}`).join(", ")} ms`}`,
  ];
}

const DELAYS = ["mean", "p50", "p90", "p99", "max"] as const;

function threeDigits(value: number): string {
  return numberText({ precision: "three" }, value);
}

function flowRows(run: RunResults): string[][] {
  const head =
    "flow | cc | ECN | RTT ms | goodput Mbps | cwnd | SRTT ms | retrans | RTOs | cuts ECN/loss | FCT s".split(
      " | ",
    );
  const rows = run.flows.slice(0, FLOWS_LISTED).map((flow) => {
    const said = (id: MetricId) => figure(id, ofFlow(run, flow));
    return [
      String(flow.id + 1),
      flow.cc,
      flow.ecn ? "on" : "off",
      threeDigits(flow.rttMs),
      said("goodput"),
      said("cwnd-mean"),
      said("srtt-mean"),
      said("retransmissions"),
      said("rtos"),
      `${said("ecn-reductions")}/${said("loss-reductions")}`,
      said("fct"),
    ];
  });
  const left = run.flows.length - FLOWS_LISTED;
  return [head, ...rows, ...(left > 0 ? [[`… and ${left} more (--json has them all)`]] : [])];
}

function fairnessLine(run: RunResults): string {
  const { sharing } = run.fairness;
  const index = `Jain's index ${figure("jain", ofLink(run, run.links[0]))} ${countedFlows(sharing)}`;
  const slowest = slowestJoin(sharing);
  if (slowest === null) return index;
  const ofAll = sharing.joins.length > 1 ? ` (slowest of ${sharing.joins.length} joins)` : "";
  return `${index}; convergence to F(t) 0.95: ${convergenceText(slowest)}${ofAll}`;
}
