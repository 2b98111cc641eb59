/**
 * PI: a proportional-integral controller moves a marking probability so that the length of the queue meets a
 * reference. Reference: Hollot, Misra, Towsley and Gong, "On designing improved controllers for AQM routers
 * supporting TCP flows", INFOCOM 2001. The gains are designed as described there: p(k) = p(k-1) + a·(q - q_ref) -
 * b·(q_old - q_ref), limited to 0…1.
 */
import { clamp } from "../../core/math.ts";
import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import type { Packet } from "../../net/packet.ts";
import type { PathSummary } from "../../params/algorithm.ts";
import {
  type NumberParam,
  type Param,
  type ParamValue,
  type ParamValues,
  type Probe,
  range,
} from "../../params/param.ts";
import { booleanOf, NS_PER_S, numberOf, readNumber } from "../../params/read.ts";
import { actionTaken, explainFull, probed, term, withMore } from "../explain-signals.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import { AQM_ECN } from "../shared-params.ts";

const PAPER = "Hollot et al. 2001";

const PI_A: NumberParam = {
  id: "pi-a",
  symbol: "a",
  label: "Gain on the present length",
  unit: "ratio",
  ...range({
    default: 1.822e-5,
    min: 1e-18,
    max: 1,
    sliderMin: 1e-6,
    sliderMax: 1e-2,
    step: 1e-8,
    scale: "log",
  }),
  help: "Weight of the queue's current distance from the reference. It must be larger than b; the difference is the integral gain.",
  cite: PAPER,
};

const PI_B: NumberParam = {
  ...PI_A,
  id: "pi-b",
  symbol: "b",
  label: "Gain on the last length",
  default: 1.816e-5,
  help: "Weight of the distance from the reference at the previous sample.",
};

const PI_RATE: NumberParam = {
  id: "pi-rate",
  symbol: "ω",
  label: "Sampling rate",
  unit: "per-s",
  ...range({ default: 160, min: 1, max: 10_000, sliderMin: 10, sliderMax: 2000, step: 1, scale: "log" }),
  help: "Updates of the probability per second; the gains are designed for this rate.",
  cite: PAPER,
};

const PI_QREF: NumberParam = {
  id: "pi-qref",
  symbol: "q_ref",
  label: "Reference length",
  unit: "count",
  ...range({ default: 50, min: 0, max: 100_000, sliderMax: 500, step: 1, integer: true }),
  help: "Queue length in packets that the controller aims for.",
  cite: PAPER,
  main: {},
};

const PARAMS: readonly Param[] = [PI_QREF, PI_A, PI_B, PI_RATE, AQM_ECN];

const PROBES: readonly Probe[] = [
  {
    id: "p",
    symbol: "p",
    label: "marking probability",
    unit: "ratio",
    help: "Probability that an arriving packet is marked or dropped.",
  },
];

class Pi extends FifoDiscipline {
  // Values of the user's parameters.
  private a = 0;
  private b = 0;
  private periodNs = 0;
  private referencePackets = 0;
  private marking = true;
  // State of the controller.
  private p = 0;
  /** Length of the queue at the previous sample (packets). */
  private oldPackets = 0;
  /** Inputs of the last step, stored to explain p. */
  private pBefore = 0;
  private olderPackets = 0;
  private aThen = 0;
  private bThen = 0;
  private referenceThen = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(pi, values);
    port.wakeAfter(this.periodNs);
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else if (!this.signals() || (this.marking && this.port.mark(packet))) this.fifo.push(packet);
    else this.port.drop(packet, DROP_AQM);
  }

  override onWake(): void {
    const { a, b, referencePackets, oldPackets } = this;
    const { packets } = this.fifo;
    const step = a * (packets - referencePackets) - b * (oldPackets - referencePackets);
    this.pBefore = this.p;
    this.p = clamp(this.p + step, 0, 1);
    this.olderPackets = oldPackets;
    // The parameters may change before p is explained, so the values of the step are stored.
    this.aThen = a;
    this.bThen = b;
    this.referenceThen = referencePackets;
    this.oldPackets = packets;
    this.port.wakeAfter(this.periodNs);
  }

  explain(decision: QueueDecision): Explanation {
    const { aThen: a, bThen: b, referenceThen: reference, oldPackets: q, olderPackets: qOld } = this;
    const [p, before] = [numberText(this.p), numberText(this.pBefore)];
    if (decision.event === "overflowDrop") {
      return withMore(
        explainFull(this.fifo, this.limit, decision.packet),
        sentence`At that time PI's probability p was ${probed("p", this.p)}.`,
      );
    }
    const sum = this.pBefore + a * (q - reference) - b * (qOld - reference);
    const terms = `${before} + ${rounded(a, 6)} × (${q} − ${reference}) − ${rounded(b, 6)} × (${qOld} − ${reference})`;
    const bounds = sum < 0 || sum > 1 ? `${numberText(sum)}, kept within 0 and 1: ` : "";
    const moved =
      before === p
        ? sentence`stayed at ${probed("p", this.p)}`
        : sentence`went from ${term("p-before", this.pBefore)} to ${probed("p", this.p)}`;
    return {
      sentences: [
        sentence`Each packet that arrives is chosen with probability p = ${probed("p", this.p)}, and the draw chose this one, so PI ${actionTaken(decision)}.`,
        sentence`At the last sample ${term("q", q, String(q))} packets waited against the reference of ${term("reference", reference, String(reference))}, and ${term("q-old", qOld, String(qOld))} at the previous sample: p ${moved}.`,
      ],
      formula: `p = ${terms} = ${bounds}${p}`,
    };
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "pi-a") this.a = numberOf(value, id);
    else if (id === "pi-b") this.b = numberOf(value, id);
    else if (id === "pi-rate") this.periodNs = Math.round(NS_PER_S / numberOf(value, id));
    else if (id === "pi-qref") this.referencePackets = numberOf(value, id);
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else super.configure(id, value);
  }

  override probe(): number {
    return this.p;
  }

  private signals(): boolean {
    return this.p > 0 && this.port.random() < this.p;
  }
}

interface PiDesign {
  readonly a: number;
  readonly b: number;
  /**
   * Exact value of a − b, which is the integral gain. It is stored separately, because a and b may differ only in their last
   * digits.
   */
  readonly difference: number;
}

/**
 * Returns the frequency (rad/s) at which the loop of `path` has unit gain. Hollot places it at the corner of TCP's
 * window dynamics.
 */
function piCrossover(path: PathSummary): number {
  return (2 * path.flows) / (path.rttS * path.rttS * path.packetsPerS);
}

/**
 * Hollot's design for N flows with round-trip time R, queueing included, on a link of C packets/s. The controller
 * C(s) = K·(s/z + 1)/s cancels the pole of TCP's window at z = 2N/(R²C), and K gives unit gain at ω_g = z. The
 * bilinear transform then yields a and b.
 */
export function designPiGains(path: PathSummary, rateHz: number): PiDesign {
  const { packetsPerS, rttS, flows } = path;
  const z = piCrossover(path);
  const windowGain = (2 * flows) / (packetsPerS * packetsPerS);
  const k = z * z * windowGain * Math.sqrt(z * z + 1 / (rttS * rttS));
  const halfPeriodS = 1 / (2 * rateHz);
  return { a: k * (1 / z + halfPeriodS), b: k * (1 / z - halfPeriodS), difference: 2 * k * halfPeriodS };
}

/** Sampling frequency relative to the loop's bandwidth; Hollot uses ten to twenty. */
const SAMPLES_PER_BANDWIDTH = 20;

function suggestedGains(path: PathSummary, values: ParamValues): ParamValues {
  const rttS = path.rttS + readNumber(values, PI_QREF.id) / path.packetsPerS;
  const loaded = { ...path, rttS };
  const leastHz = (SAMPLES_PER_BANDWIDTH * piCrossover(loaded)) / (2 * Math.PI);
  const rateHz = clamp(
    Math.max(readNumber(values, PI_RATE.id), Math.ceil(leastHz)),
    PI_RATE.min,
    PI_RATE.max,
  );
  const design = designPiGains(loaded, rateHz);
  const a = clamp(rounded(design.a, 4), PI_A.min, PI_A.max);
  // The difference a − b is rounded instead of b, because it may be smaller than the last digit of a.
  const b = clamp(rounded(a - rounded(design.difference, 4), 14), PI_B.min, a);
  return { [PI_A.id]: a, [PI_B.id]: b, [PI_RATE.id]: rateHz };
}

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

export const piCard: QueueDisciplineCard = {
  id: "pi",
  label: "PI",
  family: "By queue length",
  summary:
    "Compares the length of the queue with a reference at a fixed rate, and raises or lowers the probability of a mark (a proportional-integral controller, PI). Its gains suit one path only: change them for another path.",
  cite: PAPER,
  params: PARAMS,
  probes: PROBES,
  suggestion: {
    label: "design gains for this path",
    help: "Sets a and b, and a faster sampling rate where needed, by the paper's design rule for the link's rate, round-trip time and flows at the reference length.",
    values: suggestedGains,
  },
};

export const pi: QueueDisciplineDefinition = {
  ...piCard,
  create: (port, values) => new Pi(port, values),
};
