/** Determines whether a run is similar to cases that were compared with another implementation, and finds the nearest such case. */
import {
  congestionControls,
  declaredParams,
  type FlowSpec,
  getParam,
  type ParamValue,
  programLabel,
  queueDisciplines,
  type Scenario,
  trafficKinds,
} from "../engine/index.ts";
import { counted } from "../lib/counted.ts";

/** A comparison with a reference, as stored in compared-cases.json. Errors are the simulator's values minus those of the reference. */
export type ComparedCase = readonly [
  id: string,
  source: string,
  /** Ids of the senders in order, separated by " + ". */
  senders: string,
  queue: string,
  mbps: number,
  rttMinMs: number,
  rttMaxMs: number,
  flows: number,
  ecn: Ecn,
  traffic: string,
  /** Relative error of the goodput. */
  goodputError: number,
  p90ErrorMs: number,
  /** Error of the first group's share of the goodput, as a difference of shares; null if there are not two groups. */
  shareError: number | null,
  /** Relative error of the number of marks; null if too few packets were marked. */
  marksError: number | null,
];

/**
 * Errors of a comparison. If several flows fill a link, their total goodput is right in any case, so the errors of their shares
 * are given instead.
 */
export interface CaseErrors {
  readonly goodputError: number;
  readonly p90ErrorMs: number;
  readonly shareError: number | null;
  readonly marksError: number | null;
}

type Ecn = "on" | "off" | "both";

const PATH = { scope: "path" } as const;

const isOneBottleneck = ({ path }: Scenario) => path.topology === "dumbbell";

/** The properties of a scenario by which it is compared with the cases. */
interface Features {
  readonly senders: readonly string[];
  readonly queue: string;
  readonly mbps: number;
  readonly rttMs: readonly [number, number];
  readonly flows: number;
  readonly ecn: Ecn;
  readonly traffic: readonly string[];
}

/** The compared case nearest to a run. */
interface NearestCase extends CaseErrors {
  readonly id: string;
  /** Name of the reference, such as "Linux 6.1". */
  readonly source: string;
  readonly capacityMbps: number;
  readonly rttMs: readonly [number, number];
  readonly flows: number;
  readonly senders: string;
  readonly queue: string;
}

/** Result for a run: whether it is in the compared range, and the nearest case. */
export interface RangeStanding {
  readonly inside: boolean;
  /** Reasons why the run is outside the range, as sentences. */
  readonly why: readonly string[];
  /** The nearest case; null if no sender of this run was ever compared. */
  readonly nearest: NearestCase | null;
}

const JOIN = " + ";

/** Returns the properties of a scenario. */
function featuresOf(scenario: Scenario): Features {
  const tcp = scenario.flows.filter(({ traffic }) => traffic !== "cbr");
  const rtts = tcp.map(({ params }) => Number(params.rtt));
  const ecn = new Set(tcp.map(({ params }) => params.ecn === true));
  return {
    senders: distinct(tcp.map(({ cc }) => cc)),
    queue: scenario.queue.aqm,
    mbps: isOneBottleneck(scenario) ? Number(getParam(scenario, PATH, "capacity")) : Number.NaN,
    rttMs: [Math.min(...rtts), Math.max(...rtts)],
    flows: scenario.flows.reduce((sum, { count }) => sum + count, 0),
    ecn: ecn.size === 2 ? "both" : ecn.has(true) ? "on" : "off",
    traffic: distinct(scenario.flows.map(({ traffic }) => traffic)),
  };
}

/** Returns a comparison in the form in which the file stores it. */
export function comparedCase(
  { id, source }: { readonly id: string; readonly source: string },
  scenario: Scenario,
  errors: CaseErrors,
): ComparedCase {
  const { senders, queue, mbps, rttMs, flows, ecn, traffic } = featuresOf(scenario);
  const rounded = (value: number) => Number(value.toPrecision(3));
  return [
    id,
    source,
    senders.join(JOIN),
    queue,
    mbps,
    ...rttMs,
    flows,
    ecn,
    traffic.join(JOIN),
    rounded(errors.goodputError),
    rounded(errors.p90ErrorMs),
    errors.shareError === null ? null : rounded(errors.shareError),
    errors.marksError === null ? null : rounded(errors.marksError),
  ];
}

/** Compares a scenario with the cases. */
export function standingOf(scenario: Scenario, cases: readonly ComparedCase[]): RangeStanding {
  if (!isOneBottleneck(scenario))
    return { inside: false, why: ["Only paths with one bottleneck were compared."], nearest: null };
  const features = featuresOf(scenario);
  if (features.senders.length === 0)
    return { inside: false, why: ["No flow here has a TCP sender."], nearest: null };
  const never = features.senders.filter((id) => !cases.some((one) => sendersOf(one).includes(id)));
  const senders = features.senders.join(JOIN);
  const sameSenders = cases.filter((one) => one[2] === senders);
  const same = sameSenders.filter((one) => one[3] === features.queue);
  const why = [
    ...never.map((id) => neverCompared(programLabel(id, scenario.programs) ?? senderLabel(id))),
    ...(never.length > 0 || same.length > 0 ? [] : [togetherNever(features)]),
    ...(same.length > 0 ? outsideOf(features, same) : []),
    ...besides(scenario, features, cases),
  ];
  const alike = same.length > 0 ? same : sameSenders;
  const near = alike.length > 0 ? alike : cases.filter((one) => sharesSender(one, features));
  return { inside: why.length === 0, why, nearest: near.length === 0 ? null : nearestOf(features, near) };
}

const sendersOf = ([, , senders]: ComparedCase) => senders.split(JOIN);

const sharesSender = (one: ComparedCase, { senders }: Features) =>
  sendersOf(one).some((id) => senders.includes(id));

function togetherNever({ senders, queue }: Features): string {
  return `${senders.map(senderLabel).join(" beside ")} through ${queueLabel(queue)}: never compared.`;
}

/** Returns the properties of a run that are outside the range of the cases with the same senders and queue, as texts. */
function outsideOf({ mbps, rttMs, flows, ecn }: Features, same: readonly ComparedCase[]): string[] {
  const rates = same.map((one) => one[4]);
  const rtts = same.flatMap((one) => [one[5], one[6]]);
  const counts = same.map((one) => one[7]);
  const isWithin = (value: number, list: readonly number[]) =>
    value >= Math.min(...list) && value <= Math.max(...list);
  const outside = (text: string, list: readonly number[], unit: string) =>
    `${text}: compared at ${rangeText(list, unit)}.`;
  const hasEcn = same.some((one) => one[8] === ecn || one[8] === "both");
  return [
    ...(isWithin(mbps, rates) ? [] : [outside(`${numberOf(mbps)} Mbps`, rates, " Mbps")]),
    ...rttMs
      .filter((rtt, i) => (i === 0 || rtt !== rttMs[0]) && !isWithin(rtt, rtts))
      .map((rtt) => outside(`RTT ${numberOf(rtt)} ms`, rtts, " ms")),
    ...(isWithin(flows, counts)
      ? []
      : [`${counted(flows, "flow")}: compared with ${rangeText(counts, "")}.`]),
    ...(hasEcn
      ? []
      : [ecn === "off" ? "Without ECN: compared with ECN." : "With ECN: compared without ECN."]),
  ];
}

/** Parameters of the path that the cases set to any value. */
const SET_BY_CASES: ReadonlySet<string> = new Set(["capacity", "bucket"]);

/** Parameters of the path that only some cases set, with the least and the greatest of their values. */
export const RANGES_OF_CASES: Readonly<Record<string, readonly [number, number]>> = {
  loss: [0.002, 0.01],
  "reverse-capacity": [0.1, 1],
};

function isSetByCases(id: string, value: ParamValue): boolean {
  const range = RANGES_OF_CASES[id];
  return (
    SET_BY_CASES.has(id) || (range !== undefined && Number(value) >= range[0] && Number(value) <= range[1])
  );
}

/** Returns the properties of a scenario that no case has, whatever its senders are. */
function besides(scenario: Scenario, { traffic }: Features, cases: readonly ComparedCase[]): string[] {
  const unusual = declaredParams(scenario, PATH)
    .filter(({ id, default: usual }) => {
      const value = getParam(scenario, PATH, id);
      return value !== usual && !isSetByCases(id, value);
    })
    .map(({ label }) => label);
  const others = traffic
    .filter((id) => !cases.some((one) => one[9].split(JOIN).includes(id)))
    .map(trafficLabel);
  return [
    ...(unusual.length === 0 ? [] : [`${unusual.join(", ")}: no compared case has this.`]),
    ...others.map((label) => `Traffic “${label}”: never compared.`),
    ...(scenario.changes.some(({ id }) => id !== "capacity")
      ? ["Changes during the run, other than of the capacity, were never compared."]
      : []),
  ];
}

function nearestOf(features: Features, cases: readonly ComparedCase[]): NearestCase {
  const [first, ...others] = cases;
  const best = others.reduce(
    (near, one) => (distance(features, one) < distance(features, near) ? one : near),
    first,
  );
  const [id, source, senders, queue, capacityMbps, rttMin, rttMax, flows, , , ...errors] = best;
  const [goodputError, p90ErrorMs, shareError, marksError] = errors;
  const rttMs = [rttMin, rttMax] as const;
  const off = { goodputError, p90ErrorMs, shareError, marksError };
  return { id, source, senders, queue, capacityMbps, rttMs, flows, ...off };
}

/**
 * Returns the distance of a scenario from a case. Numbers are compared by their ratio. At equal distance, cases of the Linux
 * kernel are preferred.
 */
function distance({ mbps, rttMs, flows, ecn, queue }: Features, one: ComparedCase): number {
  const factor = (a: number, b: number) => Math.abs(Math.log(Math.max(a, 1e-3) / Math.max(b, 1e-3)));
  return (
    factor(mbps, one[4]) +
    factor(rttMs[0], one[5]) +
    factor(rttMs[1], one[6]) +
    factor(flows, one[7]) +
    (one[3] === queue ? 0 : 2) +
    (one[8] === ecn ? 0 : 0.5) +
    (one[1].startsWith("Linux") ? 0 : 0.01)
  );
}

/** Returns the result as two sentences. The second one names the nearest case. */
export function standingWords({ inside, why, nearest }: RangeStanding): readonly [string, string] {
  return [
    inside
      ? "Validated against Linux or ns-3 with these senders, this queue, rate, RTT and number of flows. Other settings, such as β or the queue’s target, are not considered."
      : `${why[0]?.startsWith(NOT_VALIDATED) ? "" : `${NOT_VALIDATED} against Linux or ns-3. `}${why.join(" ")}`,
    nearest === null
      ? "No compared case is near this run."
      : `Nearest compared case: ${nearestWords(nearest)}`,
  ];
}

const NOT_VALIDATED = "Not validated";

/** Returns a sentence such as "Not validated: BBRv3 has never been compared with Linux or ns-3." */
export function neverCompared(name: string): string {
  return `${NOT_VALIDATED}: ${name} has never been compared with Linux or ns-3.`;
}

/**
 * Returns a sentence such as "Linux 6.1: CUBIC through CoDel, 10 Mbps, RTT 100 ms, 1 flow: 90th percentile of queue
 * delay off by 0.1 ms, marks by 2 %, goodput by 0.02 %."
 */
function nearestWords(near: NearestCase): string {
  const { source, senders, queue, capacityMbps, rttMs, flows } = near;
  const names = senders.split(JOIN).map(senderLabel).join(" beside ");
  const where = `${numberOf(capacityMbps)} Mbps, RTT ${rangeText(rttMs, " ms")}, ${counted(flows, "flow")}`;
  return `${source}: ${names} through ${queueLabel(queue)}, ${where}: ${offWords(near)}.`;
}

/**
 * Returns a text on the errors. The goodput is mentioned only for a single flow: several flows on a full link have the right
 * total in any case.
 */
function offWords({ flows, goodputError, p90ErrorMs, shareError, marksError }: NearestCase): string {
  const percent = (share: number, digits: number) => `${(Math.abs(share) * 100).toFixed(digits)} %`;
  return [
    ...(shareError === null
      ? []
      : [`the first flow’s share off by ${(Math.abs(shareError) * 100).toFixed(1)} points`]),
    `the 90th percentile of queue delay off by ${Math.abs(p90ErrorMs).toFixed(2)} ms`,
    ...(marksError === null ? [] : [`the number of marks by ${percent(marksError, 1)}`]),
    ...(flows === 1 ? [`goodput by ${percent(goodputError, 2)}`] : []),
  ].join(", ");
}

function rangeText(list: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...list), Math.max(...list)];
  return least === most ? `${numberOf(least)}${unit}` : `${numberOf(least)} to ${numberOf(most)}${unit}`;
}

const numberOf = (value: number) => String(Number(value.toPrecision(4)));

const distinct = (ids: readonly string[]) => [...new Set(ids)].sort();

const labelIn = (list: readonly { readonly id: string; readonly label: string }[], id: string) =>
  list.find((one) => one.id === id)?.label ?? id;
const senderLabel = (id: string) => labelIn(congestionControls, id);
const queueLabel = (id: string) => labelIn(queueDisciplines, id);
const trafficLabel = (id: FlowSpec["traffic"]) => trafficKinds.find((one) => one.id === id)?.label ?? id;
