/**
 * Theoretical values for a run, which plots draw over the measured ones. An overlay has a name, a sentence with its assumptions,
 * and values in the unit of its kind. Pages show all overlays in the same way and need not know them.
 */

import type { Unit } from "../params/param.ts";
import { readBoolean, readNumber, readText, sizeOf } from "../params/read.ts";
import { delayText } from "../params/value-text.ts";
import { basePropagationMs, linkById, resolvePath, routeOf } from "../scenario/path.ts";
import type { FlowSpec, QueueSpec, Scenario } from "../scenario/scenario.ts";
import type { LinkSpec } from "../topologies/topology.ts";
import type { FlowResult, RunResults } from "../trace/snapshot.ts";
import { type CubicCycle, cubicCycle } from "./cubic-steady-state.ts";
import { dctcpCycle } from "./dctcp-steady-state.ts";
import { kwonRate } from "./kwon.ts";
import { padhyeRate } from "./padhye.ts";
import { type RedCurve, type RedLoad, redEquilibrium, WITH_WAIT, WITHOUT_WAIT } from "./red-equilibrium.ts";
import { sawtoothCycle, sawtoothUtilisation } from "./sawtooth.ts";
import { asGoodput, fairSharesOverTime, limitingShares } from "./scenario-shares.ts";

/** Kind of the values, which determines the chart or number to which they belong. */
export type OverlayKind = "utilisation" | "rate" | "queue" | "probability" | "cwnd" | "cycle";

/**
 * Unit of each kind of values. Utilisation and probability are fractions, a rate is the payload of one flow in Mbps, a queue is
 * in packets, cwnd in segments, the length of a cycle in seconds.
 */
export const OVERLAY_UNITS: Readonly<Record<OverlayKind, Unit>> = {
  utilisation: "ratio",
  rate: "Mbps",
  queue: "count",
  probability: "ratio",
  cwnd: "segments",
  cycle: "s",
};

/** Form of an overlay: a constant, a band, or steps over time. */
export type OverlayValue =
  | { readonly form: "constant"; readonly value: number }
  | { readonly form: "band"; readonly low: number; readonly high: number }
  /**
   * Value i is valid from `timeS[i]` to the next time, the last value to the end of the run. NaN means that nothing
   * is drawn.
   */
  | { readonly form: "steps"; readonly timeS: readonly number[]; readonly values: readonly number[] };

/** A theoretical value for a run. */
export interface Overlay {
  /** Stable name of the overlay. Together with `link` and `group` it is unique in a scenario. */
  readonly id: string;
  readonly label: string;
  /** Sentence with the assumptions and the inputs. */
  readonly sentence: string;
  readonly cite: string;
  readonly kind: OverlayKind;
  /**
   * Id of the link to which the value applies; null if it applies to none. `group` is the index of a group of flows; the value
   * then applies to each flow of the group.
   */
  readonly link: string | null;
  readonly group: number | null;
  readonly value: OverlayValue;
  /** Id of the probe that the value predicts. The probe belongs to the link's queue discipline or the group's congestion control. */
  readonly probe?: string;
}

/** Returns the overlays of a theory; empty if it does not apply to the scenario. `results` is null before the run. */
type OverlayRule = (scenario: Scenario, results: RunResults | null) => readonly Overlay[];

function constant(value: number): OverlayValue {
  return { form: "constant", value };
}

/** Returns a number as text, rounded for a sentence. */
function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** How a sender responds to signals, as far as models of additive increase and multiplicative decrease describe it. */
interface AimdAnswer {
  /** Growth in segments per round trip after the signal, until the next signal. */
  readonly alpha: number;
  /** Fraction of the window that remains after a signal. */
  readonly beta: number;
}

interface AimdAnswers {
  readonly toMark: AimdAnswer;
  readonly toLoss: AimdAnswer;
}

/** Returns how a sender responds to losses and marks; null if these models do not describe the sender. */
export function aimdAnswers({ cc, params }: FlowSpec): AimdAnswers | null {
  if (cc !== "newreno" && cc !== "ecn-ab") return null;
  return {
    toMark: {
      alpha: cc === "ecn-ab" ? readNumber(params, "ab-alpha") : 1,
      beta: readNumber(params, "beta-ecn"),
    },
    toLoss: { alpha: 1, beta: readNumber(params, "beta-loss") },
  };
}

const BITS_PER_MEGABIT = 1e6;

/** The link with the lowest capacity on a flow's route, with values for full packets. */
interface Bottleneck {
  readonly link: LinkSpec;
  readonly queue: QueueSpec;
  readonly packetsPerS: number;
  /** RTT while the queue is empty (s). */
  readonly rttS: number;
  readonly bdpPackets: number;
  readonly packetBytes: number;
}

/** Identical flows that use the path alone. */
interface SteadyFlows extends Bottleneck {
  readonly spec: FlowSpec;
  readonly count: number;
}

/**
 * Returns the flows if all are identical and long and the path does not change; otherwise null. Groups with equal parameters
 * count as identical.
 */
export function steadyFlows(scenario: Scenario): SteadyFlows | null {
  const [spec, ...others] = scenario.flows;
  if (spec === undefined || !scenario.flows.every((one) => isLong(scenario, one))) return null;
  if (!others.every((one) => isAlike(one, spec)) || !isSteady(scenario, spec)) return null;
  const count = scenario.flows.reduce((sum, one) => sum + one.count, 0);
  return { ...bottleneckOf(scenario, spec), spec, count };
}

/** Returns true if the flow always has data to send, from the end of the warm-up to the end of the run. */
function isLong({ run }: Scenario, { traffic, params }: FlowSpec): boolean {
  const { size, start, stop } = params;
  const lasts = stop === null || (typeof stop === "number" && stop >= readNumber(run, "duration"));
  return traffic === "bulk" && size === null && lasts && Number(start) <= readNumber(run, "warmup");
}

/** Returns true if there are no changes during the run, and nothing random or time-varying on the flow's path. */
function isSteady(scenario: Scenario, spec: FlowSpec): boolean {
  const topology = resolvePath(scenario.path);
  const route = routeOf(topology, spec);
  return (
    scenario.changes.length === 0 &&
    [...route.forward, ...route.back].every((id) => {
      const {
        loss,
        jitter,
        "capacity-pattern": capacity,
        "delay-pattern": delay,
      } = linkById(topology, id).params;
      return loss === 0 && jitter === 0 && capacity === "" && delay === "";
    })
  );
}

/** Returns the link with the lowest capacity on a flow's route. */
export function bottleneckOf(scenario: Scenario, spec: FlowSpec): Bottleneck {
  const topology = resolvePath(scenario.path);
  const links = routeOf(topology, spec).forward.map((id) => linkById(topology, id));
  const capacity = (link: LinkSpec) => readNumber(link.params, "capacity");
  const link = links.reduce((best, one) => (capacity(one) < capacity(best) ? one : best));
  const packetBytes = readNumber(scenario.tcp, "mss") + readNumber(scenario.tcp, "overhead");
  const packetsPerS = (capacity(link) * BITS_PER_MEGABIT) / (packetBytes * 8);
  const rttS = basePropagationMs(topology, spec) / 1000;
  const queue = link.queue ?? scenario.queue;
  return { link, queue, packetsPerS, rttS, bdpPackets: packetsPerS * rttS, packetBytes };
}

/** Returns the value of the length parameter `id` in packets. A length in bytes is divided by `packetBytes`. */
export function packetsOf(queue: QueueSpec, id: string, packetBytes: number): number {
  const { packets, bytes } = sizeOf(queue.params[id], id);
  return Math.min(packets, bytes / packetBytes);
}

/** Returns true if two groups differ only in the number of flows and their start. */
function isAlike(a: FlowSpec, b: FlowSpec): boolean {
  const ids = Object.keys(a.params);
  return (
    a.cc === b.cc &&
    a.traffic === b.traffic &&
    ids.length === Object.keys(b.params).length &&
    ids.every((id) => id === "start" || a.params[id] === b.params[id])
  );
}

/** Length at which a queue signals, and whether it signals by marks. */
interface SignalPoint {
  readonly bufferPackets: number;
  readonly byMarks: boolean;
  /** The length as a phrase for a sentence. */
  readonly where: string;
}

type Cycle = Pick<CubicCycle, "utilisation" | "peak" | "trough" | "periodS">;

/** One cycle of a sender with its description. */
interface Description {
  readonly id: string;
  readonly label: string;
  readonly cite: string;
  readonly growth: string;
  readonly cycle: Cycle;
}

/**
 * Returns overlays for one long flow over a queue that signals at a known length: utilisation, windows of the
 * sawtooth and length of the cycle. NewReno and similar senders use the ABE paper's sawtooth, CUBIC uses its own
 * cycle.
 */
export function oneFlowOverlays(scenario: Scenario): Overlay[] {
  const flow = steadyFlows(scenario);
  if (flow === null || flow.count !== 1) return [];
  const signal = signalPoint(flow);
  const described = signal === null ? null : describe(flow, signal);
  if (signal === null || described === null) return [];
  const { bufferPackets, byMarks, where } = signal;
  const { utilisation, peak, trough, periodS } = described.cycle;
  const share = short(bufferPackets / flow.bdpPackets);
  const common = {
    sentence: `A fluid: ${described.growth}, cut at once by ${byMarks ? "β_ecn" : "β_loss"} when the queue holds ${where} (${share} × BDP).`,
    cite: described.cite,
  };
  const { id, label } = described;
  const ofFlow = { ...common, link: null, group: 0 };
  return [
    {
      ...common,
      id: `${id}-utilisation`,
      label: `${label}: utilisation`,
      kind: "utilisation",
      link: flow.link.id,
      group: null,
      value: constant(utilisation),
    },
    {
      ...ofFlow,
      id: `${id}-cwnd`,
      label: `${label}: cwnd`,
      kind: "cwnd",
      value: { form: "band", low: trough, high: peak },
    },
    { ...ofFlow, id: `${id}-period`, label: `${label}: period`, kind: "cycle", value: constant(periodS) },
  ];
}

/** Returns the cycle of the flow with a description; null if no model describes the sender. */
function describe(flow: SteadyFlows, { bufferPackets, byMarks }: SignalPoint): Description | null {
  const { spec, packetsPerS, rttS, bdpPackets } = flow;
  const path = { packetsPerS, rttS, bufferPackets };
  if (spec.cc === "cubic") {
    const beta = readNumber(spec.params, byMarks ? "beta-ecn" : "beta-loss");
    return {
      id: "cubic-cycle",
      label: "CUBIC's cycle",
      cite: "RFC 9438 §4.2-4.3, §5.1",
      growth: "growth along the cubic curve or, where that is more, the Reno-friendly one",
      cycle: cubicCycle(path, { beta, c: readNumber(spec.params, "cubic-c"), wholeSegments: true }),
    };
  }
  const answers = aimdAnswers(spec);
  if (answers === null) return null;
  const { alpha, beta } = byMarks ? answers.toMark : answers.toLoss;
  return {
    id: "sawtooth",
    label: "Sawtooth",
    cite: "Khademi et al. 2017 (ABE), eqs. 1-2",
    growth: alpha === 1 ? "one segment more per round trip" : `${short(alpha)} segments more per round trip`,
    cycle: {
      ...sawtoothCycle(path, alpha, beta),
      utilisation: sawtoothUtilisation(beta, bufferPackets / bdpPackets),
    },
  };
}

/** Returns the length at which the queue signals; null if there is no fixed length, for example with random signals. */
function signalPoint({ queue, spec, packetsPerS, packetBytes }: SteadyFlows): SignalPoint | null {
  const limit = packetsOf(queue, "limit", packetBytes);
  const full: SignalPoint = { bufferPackets: limit, byMarks: false, where: "its limit" };
  if (queue.aqm === "droptail") return full;
  const { target, "aqm-ecn": marking, "step-time": stepMs } = queue.params;
  if (typeof marking !== "boolean") return null;
  const byMarks = marking && spec.params.ecn === true;
  const atLength = (bufferPackets: number, where: string) =>
    bufferPackets < limit ? { bufferPackets, byMarks, where } : full;
  if (typeof target === "number") return atLength((target / 1000) * packetsPerS, "target times capacity");
  if (queue.aqm !== "step") return null;
  if (typeof stepMs === "number") return atLength((stepMs / 1000) * packetsPerS, "the threshold");
  return atLength(packetsOf(queue, "step", packetBytes), "the threshold");
}

/** The parameter b of the models. In the simulator, growth counts acknowledged segments, so delayed ACKs do not slow it down. */
const SEGMENTS_PER_ACK = 1;
/** Fewest signals from which a probability is computed. With fewer it would not be reliable. */
const FEWEST_SIGNALS = 10;
/** Factor by which the models reduce the window at a loss. */
const HALF = 0.5;

interface Measured {
  /** Number of signals per packet sent, and the share of marks among them. */
  readonly p: number;
  readonly markShare: number;
  readonly rttS: number;
}

/**
 * Returns the rates that the models predict for the measured signals of a run: Padhye's for losses, Kwon and Fahmy's
 * if there were marks. One overlay per group of long flows of NewReno and similar senders.
 */
export function rateModelOverlays(scenario: Scenario, results: RunResults | null): Overlay[] {
  if (results === null || scenario.changes.length > 0) return [];
  return scenario.flows.flatMap((spec, group) => {
    // The FlowSpec of UDP traffic still names a congestion control, but does not have its parameters.
    const answers = isLong(scenario, spec) ? aimdAnswers(spec) : null;
    if (answers === null) return [];
    const measured = measure(results.flows.filter((flow) => flow.group === group));
    if (measured === null) return [];
    const overlay = overlayOf(scenario, answers, group, measured);
    return overlay === null ? [] : [overlay];
  });
}

/** Returns the measured signals; null if the run has too few of them. */
function measure(flows: readonly FlowResult[]): Measured | null {
  let [marks, losses, packets, rttMs, withRtt] = [0, 0, 0, 0, 0];
  for (const flow of flows) {
    marks += flow.ecnReductions;
    losses += flow.lossReductions + flow.rtos;
    packets += flow.packetsSent;
    if (flow.srttMs === null) continue;
    rttMs += flow.srttMs.mean;
    withRtt++;
  }
  if (marks + losses < FEWEST_SIGNALS || withRtt === 0) return null;
  return { p: (marks + losses) / packets, markShare: marks / (marks + losses), rttS: rttMs / withRtt / 1000 };
}

function overlayOf(
  scenario: Scenario,
  answers: AimdAnswers,
  group: number,
  measured: Measured,
): Overlay | null {
  const { p, markShare, rttS } = measured;
  if (markShare < 1 && answers.toLoss.beta !== HALF) return null;
  const timeoutS = rttS + readNumber(scenario.tcp, "min-rto") / 1000;
  const settings = { timeoutS, segmentsPerAck: SEGMENTS_PER_ACK };
  const given = `From this run: a signal in ${short(1 / p)} packets, round trips of ${delayText(rttS * 1000, short)}`;
  const place = { kind: "rate", link: null, group } as const;
  const megabits = (readNumber(scenario.tcp, "mss") * 8) / BITS_PER_MEGABIT;
  if (markShare === 0) {
    const open = { maxWindow: Number.POSITIVE_INFINITY, timeoutShare: "exact" } as const;
    return {
      ...place,
      id: "padhye-rate",
      label: "Padhye: rate",
      sentence: `${given}. Losses are independent, each halves the window, and timeouts are included. The rate is the payload sent, including retransmissions.`,
      cite: "Padhye et al. 1998, eq. 31",
      value: constant(padhyeRate(p, { ...settings, ...open, rttS }) * megabits),
    };
  }
  const answer = { ...answers.toMark, timeoutsAfter: "losses", variant: "corrected" } as const;
  const rate = kwonRate({ markShare, p, lossP: p, markP: p }, rttS, { ...settings, ...answer });
  return {
    ...place,
    id: "kwon-rate",
    label: "Kwon and Fahmy: rate",
    sentence: `${given}, ${short(markShare * 100)} % of the signals are marks. Signals are independent; a mark keeps β_ecn of the window, a loss half of it.`,
    cite: "Kwon and Fahmy, eqs. 1-15",
    value: constant(rate * megabits),
  };
}

/** Minimum number of flows for a mean-field model. */
const FEWEST_FLOWS = 2;

/**
 * Returns the equilibrium of identical flows of NewReno or similar senders with a RED queue: mean queue and signal
 * probability.
 */
export function redOverlays(scenario: Scenario): Overlay[] {
  const flows = steadyFlows(scenario);
  if (flows === null || flows.count < FEWEST_FLOWS) return [];
  const { spec, queue, count, packetsPerS, rttS } = flows;
  const answers = aimdAnswers(spec);
  if (answers === null || queue.aqm !== "red") return [];
  const curve = curveOf(flows);
  const markUpTo = marksUpTo(queue, curve, spec.params.ecn === true);
  if (markUpTo < 1 && answers.toLoss.beta !== HALF) return [];
  const load: RedLoad = {
    flows: count,
    packetsPerS,
    baseRttS: rttS,
    markUpTo,
    sender: {
      ...answers.toMark,
      timeoutS: rttS + readNumber(scenario.tcp, "min-rto") / 1000,
      timeoutsAfter: "losses",
      // In the simulator, growth counts acknowledged segments, so delayed ACKs do not slow it down.
      segmentsPerAck: 1,
      variant: "corrected",
    },
  };
  const waits = readBoolean(queue.params, "red-wait");
  const { p, queuePackets } = redEquilibrium(curve, load, waits ? WITH_WAIT : WITHOUT_WAIT);
  const common = {
    sentence: `${count} equal flows send exactly what the link carries, at the p_b that RED's curve gives for their mean queue, ${waits ? "with" : "without"} its wait between signals; round trips of ${short(rttS * 1000)} ms beside the queue.`,
    cite: "Kwon and Fahmy, eqs. 16-19",
    link: flows.link.id,
    group: null,
  };
  return [
    {
      ...common,
      id: "red-queue",
      label: "RED equilibrium: queue",
      kind: "queue",
      value: constant(queuePackets),
    },
    {
      ...common,
      id: "red-p",
      label: "RED equilibrium: probability",
      kind: "probability",
      value: constant(p),
      probe: "p",
    },
  ];
}

function curveOf({ queue, packetBytes }: SteadyFlows): RedCurve {
  const minTh = packetsOf(queue, "red-min", packetBytes);
  return {
    minTh,
    maxTh: Math.max(minTh, packetsOf(queue, "red-max", packetBytes)),
    maxP: readNumber(queue.params, "red-pmax"),
    gentle: readBoolean(queue.params, "gentle"),
  };
}

/** Returns the probability up to which RED marks the packets that get a signal. Above it, RED drops them. */
function marksUpTo(queue: QueueSpec, curve: RedCurve, isEct: boolean): number {
  if (!isEct || !readBoolean(queue.params, "aqm-ecn")) return 0;
  const above = readText(queue.params, "red-above-max");
  return above === "mark" || (above === "mark-unforced" && curve.gentle) ? 1 : curve.maxP;
}

/**
 * Returns overlays for identical DCTCP flows over a step threshold: oscillation of the queue, marked share, length of
 * a cycle.
 */
export function dctcpOverlays(scenario: Scenario): Overlay[] {
  const flows = steadyFlows(scenario);
  if (flows === null || flows.spec.cc !== "dctcp" || flows.queue.aqm !== "step") return [];
  const { queue, packetsPerS, rttS, count, packetBytes } = flows;
  const { "step-time": stepMs, "aqm-ecn": marking } = queue.params;
  if (marking !== true) return [];
  const inTime = typeof stepMs === "number";
  const threshold = inTime ? (stepMs / 1000) * packetsPerS : packetsOf(queue, "step", packetBytes);
  const { window, alpha, queue: swing, periodS } = dctcpCycle({ flows: count, packetsPerS, rttS, threshold });
  const common = {
    sentence: `Windows move together and are ${short(window)} segments when the queue reaches ${short(threshold)} packets; one round trip of each cycle is marked.`,
    cite: "Alizadeh et al. 2010 (DCTCP), §3.3",
  };
  const { id: link } = flows.link;
  return [
    {
      ...common,
      id: "dctcp-queue",
      label: "DCTCP's cycle: queue",
      kind: "queue",
      link,
      group: null,
      value: { form: "band", low: swing.min, high: swing.max },
    },
    {
      ...common,
      id: "dctcp-alpha",
      label: "DCTCP's cycle: α",
      kind: "probability",
      link: null,
      group: 0,
      value: constant(alpha),
      probe: "dctcp-alpha",
    },
    {
      ...common,
      id: "dctcp-period",
      label: "DCTCP's cycle: period",
      kind: "cycle",
      link: null,
      group: 0,
      value: constant(periodS),
    },
  ];
}

/** Relative tolerance within which rates count as equal; the proportional shares are exact to about ten digits. */
const SAME = 1e-6;
const IGNORED =
  "ACKs, losses and slow start are left out; a transfer of a given size counts until it is stopped; short flows and web pages want their mean load.";

interface Fairness {
  readonly id: string;
  readonly label: string;
  readonly sentence: string;
  readonly cite: string;
}

const MAX_MIN: Fairness = {
  id: "max-min-share",
  label: "Max-min share",
  sentence: `Payload per flow if no flow can get more without taking from a flow that has less. ${IGNORED}`,
  cite: "Bertsekas and Gallager §6.5.2",
};
const PROPORTIONAL: Fairness = {
  id: "proportional-share",
  label: "Proportionally fair share",
  sentence: `Payload per flow when the sum of the logarithms of all rates is largest: long routes get less. ${IGNORED}`,
  cite: "Kelly et al. 1998",
};
const BOTH: Fairness = {
  id: "fair-share",
  label: "Fair share",
  sentence: `Payload per flow under max-min fairness, which here is proportional fairness too. ${IGNORED}`,
  cite: `${MAX_MIN.cite}; ${PROPORTIONAL.cite}`,
};

/**
 * Returns the rate of each flow in a fair network over the run; a single overlay if both kinds of fairness agree. Flows that
 * always get all that they want have no overlay.
 */
export function fairShareOverlays(scenario: Scenario): Overlay[] {
  const flows = scenario.flows.reduce((sum, { count }) => sum + count, 0);
  if (flows < 2) return [];
  const shares = limitingShares(asGoodput(scenario, fairSharesOverTime(scenario)));
  const { timeS, maxMinBps, proportionalBps } = shares;
  const lines = (fairness: Fairness, bps: readonly (readonly number[])[]): Overlay[] =>
    bps.flatMap((rates, group) => {
      if (!rates.some((rate) => Number.isFinite(rate))) return [];
      const values = rates.map((rate) => rate / BITS_PER_MEGABIT);
      return [{ ...fairness, kind: "rate", link: null, group, value: { form: "steps", timeS, values } }];
    });
  const agree = maxMinBps.every((rates, group) =>
    rates.every((rate, i) => isSame(rate, proportionalBps[group][i])),
  );
  if (agree) return lines(BOTH, maxMinBps);
  return [...lines(MAX_MIN, maxMinBps), ...lines(PROPORTIONAL, proportionalBps)];
}

function isSame(a: number, b: number): boolean {
  return Number.isNaN(a) || Math.abs(a - b) <= SAME * a;
}

/** Theories in the order in which pages show them. */
const RULES: readonly OverlayRule[] = [
  oneFlowOverlays,
  rateModelOverlays,
  redOverlays,
  dctcpOverlays,
  fairShareOverlays,
];

/** Returns the overlays of a validated scenario. Without `results`, theories that need measured values are omitted. */
export function overlaysFor(scenario: Scenario, results: RunResults | null = null): readonly Overlay[] {
  return RULES.flatMap((rule) => rule(scenario, results));
}
