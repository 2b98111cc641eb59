/** The results of a run as text for users. */
import {
  congestionControls,
  declaredParams,
  defaultScenario,
  type FlowSpec,
  formatValue,
  getParam,
  originOf,
  originText,
  type Place,
  type ProgramReport,
  programEnd,
  programLabel,
  queueDisciplines,
  type RunResults,
  type Scenario,
  scenarioToUrl,
  topologies,
  traceWords,
  trafficKinds,
} from "../engine/index.ts";
import { type RangeStanding, standingWords } from "../experiments/compared-cases.ts";
import {
  convergenceText,
  countedFlows,
  METRICS,
  type MeasuredRun,
  type MetricId,
  numberText,
  slowestJoin,
} from "../experiments/metrics.ts";
import { originFigures } from "../experiments/origin-figures.ts";
import { projectBuild } from "./project.ts";
import type { FinishedRun } from "./run-files.ts";
import { textTable } from "./text-tables.ts";

/** If there are more flows, they are summarised by group. */
const FLOWS_LISTED = 20;
const NONE = "–";

/** Returns a value in the format of its metric, without the unit. */
function figure(id: MetricId, measured: MeasuredRun): string {
  const value = METRICS[id].of(measured);
  return value === null || Number.isNaN(value) ? NONE : numberText(METRICS[id], value);
}

function threeDigits(value: number): string {
  return numberText({ precision: "three" }, value);
}

type Column = readonly [head: string, text: MetricId | ((subject: MeasuredRun) => string)];

const LINK_COLUMNS: readonly Column[] = [
  ["link", ({ link }) => link.id],
  ["Mbps", ({ link }) => threeDigits(link.rateBps / 1e6)],
  ["utilisation", (one) => `${figure("utilisation", one)} %`],
  ["packets", ({ link }) => String(link.packets)],
  ["marks", "marks"],
  ["drops AQM/overflow/random", ({ link: { drops } }) => `${drops.aqm}/${drops.overflow}/${drops.link}`],
  ["queue mean", "queue-mean"],
  ["p50 ms", "delay-p50"],
  ["p90 ms", "delay-p90"],
];

/** Returns the columns of the table of flows. */
const flowColumns = ({ programs }: Scenario): readonly Column[] => [
  ["flow", ({ flows: [flow] }) => String(flow.id + 1)],
  ["cc", ({ flows: [flow] }) => programLabel(flow.cc, programs) ?? flow.cc],
  ["ECN", ({ flows: [flow] }) => (flow.withoutEcn === true ? "lost" : flow.ecn ? "on" : "off")],
  ["RTT ms", ({ flows: [flow] }) => threeDigits(flow.rttMs)],
  ["goodput Mbps", "goodput"],
  ["cwnd", "cwnd-mean"],
  ["SRTT ms", "srtt-mean"],
  ["retrans", "retransmissions"],
  ["RTOs", "rtos"],
  ["cuts ECN/loss", (one) => `${figure("ecn-reductions", one)}/${figure("loss-reductions", one)}`],
  ["FCT s", "fct"],
];

/** Returns rows of a table: the heads, then one row per item. */
function rowsOf(columns: readonly Column[], all: readonly MeasuredRun[]): string[][] {
  const cell = (source: MeasuredRun, text: Column[1]) =>
    typeof text === "string" ? figure(text, source) : text(source);
  return [columns.map(([head]) => head), ...all.map((given) => columns.map(([, text]) => cell(given, text)))];
}

/**
 * Returns the summary of a run as text. `standing` says whether the run is in the range that was compared with other
 * implementations.
 */
export function runSummary({ simulation, wallMs, stopped }: FinishedRun, standing: RangeStanding): string {
  const { scenario } = simulation;
  const results = simulation.results();
  const digest = simulation.digest();
  const made =
    stopped === null ? `&made=${originText(originOf(projectBuild(), digest, originFigures(results)))}` : "";
  const { links, flows } = results;
  const ofLinks = links.map((link): MeasuredRun => ({ run: results, link, flows }));
  const ofFlows = flows.map((flow): MeasuredRun => ({ run: results, link: links[0], flows: [flow] }));
  const left = flows.length - FLOWS_LISTED;
  return [
    headline(scenario),
    "",
    ...(links.length === 1 ? linkLines(ofLinks[0]) : [textTable(rowsOf(LINK_COLUMNS, ofLinks))]),
    "",
    textTable([
      ...rowsOf(flowColumns(scenario), ofFlows.slice(0, FLOWS_LISTED)),
      ...(left > 0 ? [[`… and ${left} more (use --json for all)`]] : []),
    ]),
    ...responseLines(ofFlows),
    ...failureLines(results),
    ...lostEcnLines(results),
    ...deafLines(results, scenario),
    ...simulation.programs().flatMap(programLines),
    ...(flows.length > 1 ? ["", fairnessLine(ofLinks[0])] : []),
    "",
    ...standingWords(standing),
    `digest ${digest}`,
    `link   #${scenarioToUrl(scenario)}${made}`,
    `${results.packets} packets, ${results.events} events in ${wallMs.toFixed(0)} ms`,
  ].join("\n");
}

const LOG_LINES_SHOWN = 20;

/** Returns the lines that a custom program has logged, and where it ended. */
function programLines({ name, lines, leftOut, stopped }: ProgramReport): string[] {
  const more = lines.length - LOG_LINES_SHOWN + leftOut;
  return [
    ...(stopped === null ? [] : ["", programEnd(name, stopped)]),
    ...(lines.length === 0 ? [] : ["", `log of ${name}:`]),
    ...lines
      .slice(0, LOG_LINES_SHOWN)
      .map(({ place, atS, line, text }) => `  ${atS.toFixed(6)} s  ${place}, line ${line}: ${text}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function headline(scenario: Scenario): string {
  const at = (place: Place, id: string) => {
    const param = declaredParams(scenario, place).find((one) => one.id === id);
    return param === undefined ? "" : formatValue(param, getParam(scenario, place, id));
  };
  const flows = scenario.flows.map((spec) => `${spec.count} ${kindOf(spec, scenario)}`).join(" + ");
  const queue = labelOf(queueDisciplines, scenario.queue.aqm, scenario);
  const path = [
    labelOf(topologies, scenario.path.topology, scenario),
    recordedCapacity(scenario) ?? at({ scope: "path" }, "capacity"),
    `limit ${at({ scope: "queue" }, "limit")}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
  const time = `${at({ scope: "run" }, "duration")}, results after ${at({ scope: "run" }, "warmup")}`;
  return `${flows} through ${queue} · ${path} · ${time} · seed ${at({ scope: "run" }, "seed")}`;
}

/** Returns a description of recorded capacities: "capacity recorded, mean 5.06 Mbps, repeats". Null if no capacity is a recording. */
function recordedCapacity({ path }: Scenario): string | null {
  const words = traceWords(String(path.params["capacity-pattern"] ?? ""));
  return words === null ? null : `capacity ${words}`;
}

function labelOf(
  list: readonly { readonly id: string; readonly label: string }[],
  id: string,
  { programs }: Scenario,
): string {
  return list.find((one) => one.id === id)?.label ?? programLabel(id, programs) ?? id;
}

/**
 * Returns what a group of flows is, as text: the congestion control, and the traffic if it is not bulk data. For traffic over
 * UDP, only the traffic.
 */
function kindOf({ cc, traffic }: FlowSpec, scenario: Scenario): string {
  const kind = trafficKinds.find((one) => one.id === traffic);
  if (kind === undefined || kind.id === defaultScenario().flows[0].traffic)
    return labelOf(congestionControls, cc, scenario);
  return kind.transport === "udp"
    ? kind.label
    : `${labelOf(congestionControls, cc, scenario)} (${kind.label})`;
}

/** Returns lines on connections that could not be opened, because no SYN was answered. */
function failureLines(run: RunResults): string[] {
  return run.flows.flatMap(({ id, notOpened = 0 }) =>
    notOpened === 0
      ? []
      : [
          `flow ${id + 1}: no host answered the SYNs of ${notOpened} ${notOpened === 1 ? "connection" : "connections"}`,
        ],
  );
}

/**
 * Returns lines on flows that use no ECN because their SYN was retransmitted; a retransmitted SYN does not request ECN (RFC 3168
 * §6.1.1.1).
 */
function lostEcnLines({ flows }: RunResults): string[] {
  return flows
    .filter(({ withoutEcn }) => withoutEcn === true)
    .map(
      ({ id }) =>
        `flow ${id + 1}: no ECN, because its SYN was lost and the retransmitted SYN does not request ECN`,
    );
}

/** Returns lines on senders that request ECN but do not respond to marks. */
function deafLines({ flows, links }: RunResults, scenario: Scenario): string[] {
  if (links.every(({ marks }) => marks === 0)) return [];
  return flows.flatMap(({ id, cc, ecn, group, rttMs, withoutEcn }) => {
    const control = congestionControls.find((one) => one.id === cc);
    const why = control?.ignoresMarks?.(scenario.flows[group].params, rttMs) ?? null;
    return why === null || !ecn || withoutEcn === true ? [] : [`flow ${id + 1}: ignores marks: ${why}`];
  });
}

/** Returns lines on response times, for traffic that makes requests. */
function responseLines(all: readonly MeasuredRun[]): string[] {
  const lines = all.flatMap((measured) => {
    const [{ id, responses, refused: none }] = measured.flows;
    const item = `responses of flow ${id + 1}:`;
    if (responses === null) return none === undefined ? [] : [`${item} none; ${none} refused`];
    const { n, maxS, refused } = responses;
    const value = (name: "mean" | "p50" | "p90") => `${name} ${figure(`response-${name}`, measured)}`;
    const times = `${value("mean")}, ${value("p50")}, ${value("p90")}, max ${threeDigits(maxS)} s`;
    return [`${item} ${n}, ${times}${refused > 0 ? `; ${refused} refused` : ""}`];
  });
  const left = lines.length - FLOWS_LISTED;
  return left <= 0
    ? lines
    : [...lines.slice(0, FLOWS_LISTED), `… and of ${left} more flows (use --json for all)`];
}

function linkLines(measured: MeasuredRun): string[] {
  const { packets, drops, queues = [] } = measured.link;
  const { overflow, aqm, link: random } = drops;
  const value = (id: MetricId) => figure(id, measured);
  const delays = (shown: MeasuredRun) =>
    shown.link.sojournMs === null
      ? "no packet left the queue"
      : `${DELAYS.map((name) => `${name} ${figure(`delay-${name}`, shown)}`).join(", ")} ms`;
  return [
    `utilisation  ${value("utilisation")} %`,
    `packets      ${packets}, ${value("marks")} marked, ${aqm} dropped by the queue discipline, ${overflow} by overflow${random > 0 ? `, ${random} lost at random` : ""}`,
    `queue        ${value("queue-mean")} packets on average, ${value("queue-max")} at most`,
    `queue delay  ${delays(measured)}`,
    ...queues.map(({ name, sojournMs }) => {
      return `  ${name} queue    ${delays({ ...measured, link: { ...measured.link, sojournMs } })}`;
    }),
  ];
}

const DELAYS = ["mean", "p50", "p90", "p99", "max"] as const;

function fairnessLine(measured: MeasuredRun): string {
  const { sharing } = measured.run.fairness;
  const index = `Jain's index ${figure("jain", measured)} ${countedFlows(sharing)}`;
  const slowest = slowestJoin(sharing);
  if (slowest === null) return index;
  const ofAll = sharing.joins.length > 1 ? ` (slowest of ${sharing.joins.length} joins)` : "";
  return `${index}; convergence to F(t) 0.95: ${convergenceText(slowest)}${ofAll}`;
}
