/** Determines whether a run is similar to cases that were compared with another implementation, and finds the nearest such case. */
import {
  congestionControls,
  declaredParams,
  type FlowSpec,
  getParam,
  type ParamValue,
  queueDisciplines,
  resolvePath,
  type Scenario,
  topologies,
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
  /** Id of the topology. */
  path: string,
  /** Parameters of the path that are not at their default, without those that any case may set. */
  pathParams: Readonly<Record<string, ParamValue>>,
  /** Ids of the parameters that change during the run, separated by " + ". */
  changes: string,
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

/** The properties of a scenario by which it is compared with the cases. */
interface Features {
  readonly senders: readonly string[];
  readonly queue: string;
  readonly mbps: number;
  readonly rttMs: readonly [number, number];
  readonly flows: number;
  readonly ecn: Ecn;
  readonly traffic: readonly string[];
  readonly path: string;
  readonly pathParams: Readonly<Record<string, ParamValue>>;
  readonly changes: readonly string[];
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
  const tcp = scenario.flows.filter(({ traffic }) => !isUdp(traffic));
  const rtts = tcp.map(({ params }) => Number(params.rtt));
  const ecn = new Set(tcp.map(({ params }) => params.ecn === true));
  return {
    senders: distinct(tcp.map(({ cc }) => cc)),
    queue: scenario.queue.aqm,
    mbps: narrowestMbps(scenario),
    rttMs: [Math.min(...rtts), Math.max(...rtts)],
    flows: scenario.flows.reduce((sum, { count }) => sum + count, 0),
    ecn: ecn.size === 2 ? "both" : ecn.has(true) ? "on" : "off",
    traffic: distinct(scenario.flows.map(({ traffic }) => traffic)),
    path: scenario.path.topology,
    pathParams: unusualPathParams(scenario),
    changes: distinct(scenario.changes.map(({ id }) => id)),
  };
}

const isUdp = (traffic: FlowSpec["traffic"]) =>
  trafficKinds.find(({ id }) => id === traffic)?.transport === "udp";

/** Returns the capacity of the slowest link. The way back of a dumbbell has a parameter of its own. */
export function narrowestMbps(scenario: Scenario): number {
  if (scenario.path.topology === "dumbbell") return Number(getParam(scenario, PATH, "capacity"));
  return Math.min(...resolvePath(scenario.path).links.map(({ params }) => Number(params.capacity)));
}

/** Parameters of the path that the cases set to any value: the rates, which are compared, and the token bucket. */
const SET_BY_CASES: ReadonlySet<string> = new Set(["capacity", "bucket", "dc-capacity", "wan-capacity"]);

function unusualPathParams(scenario: Scenario): Readonly<Record<string, ParamValue>> {
  const unusual = declaredParams(scenario, PATH)
    .map(({ id, default: usual }) => ({ id, usual, value: getParam(scenario, PATH, id) }))
    .filter(({ id, usual, value }) => value !== usual && !SET_BY_CASES.has(id));
  return Object.fromEntries(unusual.map(({ id, value }) => [id, value]));
}

/** Returns a comparison in the form in which the file stores it. */
export function comparedCase(
  { id, source }: { readonly id: string; readonly source: string },
  scenario: Scenario,
  errors: CaseErrors,
): ComparedCase {
  const { senders, queue, mbps, rttMs, flows, ecn, traffic, path, pathParams, changes } =
    featuresOf(scenario);
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
    path,
    pathParams,
    changes.join(JOIN),
    rounded(errors.goodputError),
    rounded(errors.p90ErrorMs),
    errors.shareError === null ? null : rounded(errors.shareError),
    errors.marksError === null ? null : rounded(errors.marksError),
  ];
}

/** Compares a scenario with the cases. */
export function standingOf(scenario: Scenario, all: readonly ComparedCase[]): RangeStanding {
  const custom = customIn(scenario);
  return custom.length === 0 ? standingOfBuiltIn(scenario, all) : standingOfCustom(scenario, custom, all);
}

/** Built-in algorithms that example programs equal, by the id of the program, which is a digest of its text. A test derives them. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  "own-668fbcbf1e91c353": "newreno",
  "own-494b41e9340a3486": "newreno",
  "own-5eb9b628c48ad05c": "cubic",
  "own-9946fcdbc2625fc4": "dctcp",
  "own-b145a4395e7fa54f": "vegas",
  "own-b13e685aee513478": "droptail",
  "own-cc6a4034e7d96ad6": "step",
  "own-db963ecb2b086546": "red",
  "own-d6f98bd5d4137b03": "codel",
  "own-4bd4ef24a2191eca": "pie",
};

/** Built-in algorithms that stand in for a custom program, to compare the rest of a run. */
const STAND_INS = { sender: "newreno", queue: "droptail" } as const;

type Custom = NonNullable<Scenario["programs"]>[number];

/** Returns the custom programs that a scenario uses. */
function customIn({ programs = [], flows, queue }: Scenario): readonly Custom[] {
  return programs.filter(({ id }) => queue.aqm === id || flows.some(({ cc }) => cc === id));
}

/** Says what was compared of a run with custom programs: the same run with a built-in algorithm instead of each program. */
function standingOfCustom(
  scenario: Scenario,
  custom: readonly Custom[],
  all: readonly ComparedCase[],
): RangeStanding {
  const instead = ({ id, kind }: Custom) => EXAMPLES[id] ?? STAND_INS[kind];
  const builtIn = (id: string) => {
    const program = custom.find((one) => one.id === id);
    return program === undefined ? id : instead(program);
  };
  const flows = scenario.flows.map((flow) => ({ ...flow, cc: builtIn(flow.cc) }));
  const queue = { ...scenario.queue, aqm: builtIn(scenario.queue.aqm) };
  const rest = standingOfBuiltIn({ ...scenario, flows, queue }, all);
  const names = custom.map(({ kind, card }) => `“${card.label}” is a custom ${kind}`).join(", ");
  const others = custom.map((one) => labelIn([...congestionControls, ...queueDisciplines], instead(one)));
  const areExamples = custom.every(({ id }) => Object.hasOwn(EXAMPLES, id));
  const counterpart = `the built-in ${others.join(" and ")} ${areExamples ? "that it equals" : "in its place"}`;
  const verdict = rest.inside
    ? `With ${counterpart}, this run is validated.`
    : `Nor was this run compared with ${counterpart}: ${rest.why.join(" ")}`;
  return { inside: false, why: [`${names}, which no other system runs.`, verdict], nearest: rest.nearest };
}

function standingOfBuiltIn(scenario: Scenario, all: readonly ComparedCase[]): RangeStanding {
  const features = featuresOf(scenario);
  const cases = all.filter((one) => one[10] === features.path);
  if (cases.length === 0)
    return {
      inside: false,
      why: [`${pathLabel(features.path)}: no path like this was compared.`],
      nearest: null,
    };
  if (features.senders.length === 0)
    return { inside: false, why: ["No flow here has a TCP sender."], nearest: null };
  const never = features.senders.filter((id) => !all.some((one) => sendersOf(one).includes(id)));
  const senders = features.senders.join(JOIN);
  const sameSenders = cases.filter((one) => one[2] === senders);
  const same = sameSenders.filter((one) => one[3] === features.queue);
  const why = [
    ...never.map((id) => neverCompared(senderLabel(id))),
    ...(never.length > 0 || same.length > 0 ? [] : [togetherNever(features)]),
    ...(same.length > 0 ? outsideOf(features, same) : []),
    ...besides(scenario, features, all),
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

/** Returns the properties of a scenario that no case has, whatever its senders are. */
function besides(
  scenario: Scenario,
  { traffic, path, pathParams, changes }: Features,
  all: readonly ComparedCase[],
): string[] {
  const values = (id: string) =>
    all.flatMap((one) => (one[10] === path && id in one[11] ? [one[11][id]] : []));
  const unusual = declaredParams(scenario, PATH)
    .filter(({ id }) => id in pathParams && !isAmong(pathParams[id], values(id)))
    .map(({ label }) => label);
  const has = (field: 9 | 12, id: string) => all.some((one) => one[field].split(JOIN).includes(id));
  const others = traffic.filter((id) => !has(9, id)).map(trafficLabel);
  const changed = changes.filter((id) => !has(12, id));
  return [
    ...(unusual.length === 0 ? [] : [`${unusual.join(", ")}: no compared case has this.`]),
    ...others.map((label) => `Traffic “${label}”: never compared.`),
    ...(changed.length === 0 ? [] : [`A change of ${changed.join(", ")} during the run was never compared.`]),
  ];
}

/** Returns true if a value is one of the cases' values, or between two of them, or a milder square wave of the capacity. */
function isAmong(value: ParamValue, values: readonly ParamValue[]): boolean {
  if (values.includes(value)) return true;
  const numbers = values.filter((one) => typeof one === "number");
  if (typeof value === "number")
    return numbers.length > 0 && value >= Math.min(...numbers) && value <= Math.max(...numbers);
  const wave = squareOf(value);
  return (
    wave !== null &&
    values.map(squareOf).some((one) => one !== null && wave.periodS >= one.periodS && isMilder(wave, one))
  );
}

const isMilder = (wave: Square, one: Square) => wave.factor >= one.factor && wave.factor <= 1;

/** A capacity that is multiplied by a factor in the second half of each period. */
interface Square {
  readonly periodS: number;
  readonly factor: number;
}

function squareOf(value: ParamValue): Square | null {
  const read = /^square:([\d.]+):([\d.]+)$/.exec(String(value));
  return read === null ? null : { periodS: Number(read[1]), factor: Number(read[2]) };
}

function nearestOf(features: Features, cases: readonly ComparedCase[]): NearestCase {
  const [first, ...others] = cases;
  const best = others.reduce(
    (near, one) => (distance(features, one) < distance(features, near) ? one : near),
    first,
  );
  const [id, source, senders, queue, capacityMbps, rttMin, rttMax, flows, , , , , , ...errors] = best;
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
      ? `Validated against Linux or ns-3 with these senders, this queue, rate, RTT and number of flows. ${addedWords(nearest)}Other settings, such as β or the queue’s target, are not considered.`
      : `Not validated against Linux or ns-3. ${why.join(" ")}`,
    nearest === null
      ? "No compared case is near this run."
      : `Nearest compared case: ${nearestWords(nearest)}`,
  ];
}

/** Senders and queues that neither Linux nor ns-3 has. For the comparison they were added to Linux from their papers. */
const ADDED_TO_LINUX: Readonly<Record<string, string>> = {
  "ecn-ab": "Kwon & Fahmy",
  pi: "Hollot et al.",
  "ecn-codel": "Alwahab and Laki",
};

function addedWords(nearest: NearestCase | null): string {
  if (nearest === null) return "";
  return [...nearest.senders.split(JOIN), nearest.queue]
    .filter((id) => id in ADDED_TO_LINUX)
    .map(
      (id) =>
        `${labelIn([...congestionControls, ...queueDisciplines], id)} is not part of Linux: it was written for the kernel from the paper of ${ADDED_TO_LINUX[id]}, so this comparison tests all but the reading of the paper. `,
    )
    .join("");
}

/** Returns a sentence such as "BBRv3 has never been compared with Linux or ns-3." */
export function neverCompared(name: string): string {
  return `${name} has never been compared with Linux or ns-3.`;
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
const pathLabel = (id: string) => labelIn(topologies, id);
const trafficLabel = (id: FlowSpec["traffic"]) => trafficKinds.find((one) => one.id === id)?.label ?? id;
