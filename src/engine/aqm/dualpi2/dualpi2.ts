/**
 * DualPI2: a queue for scalable flows (L), which respond to each mark a little, next to a queue for classic flows
 * (C), which halve their windows. One controller observes both and moves a base probability p'. The C queue signals
 * with p'², the L queue marks with k·p', so that windows of both kinds are about equal although L packets hardly
 * wait. The L queue has priority, with a share reserved for the C queue. Reference: RFC 9332 §2, §A; Linux
 * sch_dualpi2.c.
 */
import type { Clock } from "../../core/clock.ts";
import { clamp } from "../../core/math.ts";
import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import { ECT0, ECT1, type Packet, PacketFifo } from "../../net/packet.ts";
import type { PathSummary } from "../../params/algorithm.ts";
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type Param,
  type ParamValue,
  type ParamValues,
  type Probe,
  range,
} from "../../params/param.ts";
import {
  booleanOf,
  msToNs,
  NS_PER_MS,
  NS_PER_S,
  numberOf,
  readNumber,
  type SizeLimit,
  sizeOf,
  textOf,
} from "../../params/read.ts";
import {
  actionTaken,
  explainFull,
  probed,
  setting,
  term,
  timesApart,
  timeTerm,
  withMore,
} from "../explain-signals.ts";
import { type PiGains, PiStep } from "../pie/control.ts";
import { delayTarget, updatePeriod } from "../pie/settings.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type OwnQueue,
  type QueueDiscipline,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import { AQM_ECN } from "../shared-params.ts";

const TARGET = delayTarget(15, "RFC 9332 §A.1");
const UPDATE = updatePeriod(16, "RFC 9332 §A.1");

const ALPHA: NumberParam = {
  id: "dual-alpha",
  symbol: "α",
  label: "Integral gain",
  unit: "per-s",
  ...range({ default: 0.16, min: 0, max: 100, sliderMax: 2, step: 0.01 }),
  help: "Weight of the distance from the target in p', in 1/s.",
  cite: "RFC 9332 §A.1",
  detail: true,
};

const BETA: NumberParam = {
  id: "dual-beta",
  symbol: "β",
  label: "Proportional gain",
  unit: "per-s",
  ...range({ default: 3.2, min: 0, max: 500, sliderMax: 20, step: 0.1 }),
  help: "Weight of the change of delay since the last update in p', in 1/s.",
  cite: "RFC 9332 §A.1",
  detail: true,
};

const COUPLING: NumberParam = {
  id: "dual-k",
  symbol: "k",
  label: "Coupling factor",
  unit: "ratio",
  ...range({ default: 2, min: 0, max: 100, sliderMax: 4, step: 0.1 }),
  help: "The L queue marks with k times the base probability p'. With k = 2, classic and scalable flows with the same round-trip time get similar windows. With 0 the two queues are independent.",
  cite: "RFC 9332 §2.1",
};

const STEP: NumberParam = {
  id: "dual-step",
  label: "L step",
  unit: "ms",
  ...range({ default: 1, min: 0.01, max: 100, step: 0.1, scale: "log" }),
  help: "Packets that waited longer than this in the L queue are marked.",
  cite: "RFC 9332 §A.1; Linux sch_dualpi2.c (step_thresh)",
};

const STEP_PACKETS: NumberParam = {
  id: "dual-step-packets",
  label: "L step from",
  unit: "count",
  ...range({ default: 1, min: 0, max: 1000, sliderMax: 20, step: 1, integer: true }),
  help: "The step marks a packet only if at least this many packets remain behind it in the L queue. On a slow link the transmission of one packet takes longer than the step, so with 0 a single packet that had to wait for another is marked.",
  cite: "RFC 9332 §A.1 (Th_len); Linux sch_dualpi2.c (min_qlen_step)",
  detail: true,
};

const L_TAKES: EnumParam = {
  kind: "enum",
  id: "dual-l-ect",
  label: "The L queue takes",
  default: "ect1",
  help: "Which packets go into the L queue. In an unmodified Linux 7.3 no sender uses ECT(1), so DCTCP waits in the C queue unless the L queue accepts any ECN-capable packet.",
  cite: "RFC 9332 §2.3, §2.5.1.1; Linux sch_dualpi2.c (ecn_mask)",
  options: [
    { value: "ect1", label: "ECT(1)", help: "ECT(1) and CE: RFC 9332, and Linux by default." },
    {
      value: "any",
      label: "any ECT",
      help: "ECT(0) too, for a network in which all ECN senders are scalable, such as DCTCP in a data centre. A classic sender with ECN then gets the many marks of the L queue.",
    },
  ],
};

const CLASSIC_SHARE: NumberParam = {
  id: "dual-c-share",
  label: "Share of the C queue",
  unit: "ratio",
  ...range({ default: 0.1, min: 0, max: 1, sliderMax: 0.5, step: 0.01 }),
  help: "Share of the link that the C queue gets while the L queue, which has priority, is busy.",
  cite: "RFC 9332 §4.2.2; Linux sch_dualpi2.c (c_protection)",
};

const DROP_OVERLOAD: BooleanParam = {
  kind: "boolean",
  id: "dual-drop-overload",
  label: "Drop on overload",
  default: true,
  help: "On: when marking every L packet is not enough, packets of both queues are dropped. Off: the queues grow up to the limit.",
  cite: "RFC 9332 §4.2.3",
  detail: true,
};

const MARKING: BooleanParam = {
  ...AQM_ECN,
  fixed: { value: true, why: "The L queue is for flows that receive their signals as marks." },
};

export const DUALPI2_PARAMS: readonly Param[] = [
  TARGET,
  UPDATE,
  COUPLING,
  STEP,
  L_TAKES,
  CLASSIC_SHARE,
  MARKING,
  STEP_PACKETS,
  ALPHA,
  BETA,
  DROP_OVERLOAD,
];

const DUALPI2_PROBES: readonly Probe[] = [
  {
    id: "p",
    symbol: "p'",
    label: "base probability",
    unit: "ratio",
    help: "The output of the controller: it rises while the delay is above the target or grows. The probabilities of both queues are derived from it.",
  },
  {
    id: "p-c",
    symbol: "p_C",
    label: "probability in the C queue",
    unit: "ratio",
    help: "p' squared: the share of packets of classic flows that are marked (ECN-capable) or dropped (others). It is squared because a classic sender responds more strongly to each signal.",
  },
  {
    id: "p-cl",
    symbol: "p_CL",
    label: "coupled probability in the L queue",
    unit: "ratio",
    help: "k times p': the share of packets in the L queue that are marked because of the C queue. Marks by the step are added.",
  },
  {
    id: "l-delay",
    label: "delay of the L queue",
    unit: "ms",
    help: "Sojourn time of the L packet that left last.",
  },
  {
    id: "c-delay",
    label: "delay of the C queue",
    unit: "ms",
    help: "Sojourn time of the C packet that left last.",
  },
];

const MS_PER_S = 1000;
/**
 * Smallest step, as a number of packet transmission times. With a shorter step, the second of two consecutive packets would
 * always be marked.
 */
const STEP_IN_PACKETS = 2;

/**
 * Suggests settings for a path: derives sampling period and gains from the largest RTT (RFC 9332 §A.1), and a longer step for a
 * slow link.
 */
export function suggestedDualpi2(path: PathSummary, values: ParamValues): ParamValues {
  const rttS = Math.max(path.rttS, 1 / MS_PER_S);
  const periodMs = within(UPDATE, Math.min(readNumber(values, TARGET.id), (rttS * MS_PER_S) / 3));
  const packetMs = MS_PER_S / path.packetsPerS;
  return {
    [UPDATE.id]: periodMs,
    [ALPHA.id]: within(ALPHA, (0.1 * periodMs) / MS_PER_S / (rttS * rttS)),
    [BETA.id]: within(BETA, 0.3 / rttS),
    [STEP.id]: within(STEP, Math.max(STEP.default ?? 0, STEP_IN_PACKETS * packetMs)),
  };
}

/** Limits a value to the declared range and rounds it to three digits. */
function within({ min, max }: NumberParam, value: number): number {
  return clamp(Number(value.toPrecision(3)), min, max);
}

const MAX_PACKET_BYTES = 1514;
const ROUNDING = 1e-12;

/** Causes of a signal. The first three occur in the L queue. CLASSIC is the draw with p'² in the C queue. */
const BY_STEP = 1;
const BY_COUPLING = 2;
const BY_OVERLOAD = 3;
const CLASSIC = 4;
type Cause = typeof BY_STEP | typeof BY_COUPLING | typeof BY_OVERLOAD | typeof CLASSIC;

/** Indices in `ownQueues`. */
const L_QUEUE = 0;
const C_QUEUE = 1;
const OWN_QUEUES = ["L", "C"];

class DualPi2 implements QueueDiscipline, PiGains {
  private readonly port: DisciplinePort;
  private readonly clock: Clock;
  private readonly l = new PacketFifo();
  private readonly c = new PacketFifo();
  // Settings made by the user.
  private limit: SizeLimit;
  targetNs = 0;
  private updateNs = 0;
  alphaPerS = 0;
  betaPerS = 0;
  private coupling = 0;
  private stepNs = 0;
  private stepPackets = 0;
  private classicShare = 0;
  private dropsOnOverload = true;
  /** Bits of the ECN field that select the L queue: a packet with at least one of them belongs there. */
  private lBits = ECT1;
  // State of the controller.
  /** The base probability p' of RFC 9332. */
  private p = 0;
  private delayOldNs = 0;
  /**
   * Number of bytes by which the C queue has had less than its share; negative while it has had more. The L queue is then served
   * first.
   */
  private credit = 0;
  /** Sojourn times of the packets that last left the L queue and the C queue (ns). */
  private lDelayNs = 0;
  private cDelayNs = 0;
  readonly ownQueues = OWN_QUEUES;
  servedQueue = L_QUEUE;
  // Values that are stored only for explanations.
  private readonly lastStep = new PiStep();
  /** Cause of the last signal. */
  private cause: Cause = CLASSIC;

  constructor(port: DisciplinePort, values: ParamValues) {
    this.port = port;
    this.clock = port.clock;
    for (const { id } of DUALPI2_PARAMS) this.configure(id, values[id] ?? null);
    this.limit = sizeOf(values.limit, "limit");
    port.wakeAfter(this.updateNs);
  }

  get packets(): number {
    return this.l.packets + this.c.packets;
  }

  get bytes(): number {
    return this.l.bytes + this.c.bytes;
  }

  enqueue(packet: Packet): void {
    const isFull = this.packets >= this.limit.packets || this.bytes + packet.bytes > this.limit.bytes;
    if (isFull) this.port.drop(packet, DROP_OVERFLOW);
    else if (this.isForL(packet)) this.l.push(packet);
    else this.c.push(packet);
  }

  dequeue(): Packet | null {
    for (;;) {
      const fromL = this.isTurnOfL();
      const packet = (fromL ? this.l : this.c).shift();
      if (packet === null) {
        this.restartCredit();
        return null;
      }
      if (fromL ? !this.dropsFromL(packet) : !this.dropsFromC(packet)) {
        this.account(packet, fromL);
        this.servedQueue = fromL ? L_QUEUE : C_QUEUE;
        return packet;
      }
      this.port.drop(packet, DROP_AQM);
    }
  }

  takeAny(): Packet | null {
    return this.l.shift() ?? this.c.shift();
  }

  /** Visits the L queue first, in order of service. */
  packetsIn(queue: number): number {
    return (queue === L_QUEUE ? this.l : this.c).packets;
  }

  visit(visitor: (packet: Packet) => boolean): void {
    let packet = this.l.head;
    while (packet !== null && visitor(packet)) packet = packet.next;
    if (packet !== null) return;
    packet = this.c.head;
    while (packet !== null && visitor(packet)) packet = packet.next;
  }

  /** Updates p' (RFC 9332 §A.1, dualpi2_update) from the longer of the two queues' delays, as in Linux. */
  onWake(): void {
    const delayNs = Math.max(this.headDelayNs(this.l), this.headDelayNs(this.c));
    const error = this.alphaPerS * (delayNs - this.targetNs) + this.betaPerS * (delayNs - this.delayOldNs);
    this.lastStep.note(this.p, 1, delayNs, this.delayOldNs, this);
    this.p = clamp(this.p + error / NS_PER_S, 0, this.ceiling());
    this.delayOldNs = delayNs;
    if (this.l.packets === 0) this.lDelayNs = 0;
    if (this.c.packets === 0) this.cDelayNs = 0;
    this.port.wakeAfter(this.updateNs);
  }

  configure(id: string, value: ParamValue): void {
    if (id === "limit") this.limit = sizeOf(value, id);
    else if (id === "target") this.targetNs = msToNs(numberOf(value, id));
    else if (id === "update") this.updateNs = msToNs(numberOf(value, id));
    else if (id === "dual-alpha") this.alphaPerS = numberOf(value, id);
    else if (id === "dual-beta") this.betaPerS = numberOf(value, id);
    else if (id === "dual-k") this.coupling = numberOf(value, id);
    else if (id === "dual-step") this.stepNs = msToNs(numberOf(value, id));
    else if (id === "dual-step-packets") this.stepPackets = numberOf(value, id);
    else if (id === "dual-c-share") this.setClassicShare(numberOf(value, id));
    else if (id === "dual-l-ect") this.setLBits(textOf(value, id));
    else if (id === "dual-drop-overload") this.dropsOnOverload = booleanOf(value, id);
    else if (id !== "aqm-ecn") throw new Error(`the queue has no parameter ${id}`);
  }

  probe(index: number): number {
    const { p } = this;
    if (index === 0) return p;
    if (index === 1) return p * p;
    if (index === 2) return Math.min(1, this.coupling * p);
    return (index === 3 ? this.lDelayNs : this.cDelayNs) / NS_PER_MS;
  }

  queueOf(packet: Packet): OwnQueue {
    return this.isForL(packet)
      ? { name: "the L queue", packets: this.l.packets }
      : { name: "the C queue", packets: this.c.packets };
  }

  explain(decision: QueueDecision): Explanation {
    const { packet, event } = decision;
    if (event === "overflowDrop") {
      const [inL, inC] = [this.l.packets, this.c.packets];
      const queues = sentence`The L queue held ${term("l-packets", inL, String(inL))} of these, the C queue ${term("c-packets", inC, String(inC))}.`;
      return withMore(explainFull(this, this.limit, packet), queues);
    }
    const { cause } = this;
    return cause === BY_STEP ? this.explainStep(packet) : this.explainDraw(decision, cause);
  }

  private explainDraw(decision: QueueDecision, cause: Exclude<Cause, typeof BY_STEP>): Explanation {
    const { p, lastStep, coupling } = this;
    const squared = `p'² = ${numberText(p * p)}`;
    const coupled = `k·p' = ${numberText(coupling)} × ${numberText(p)} = ${numberText(coupling * p)}`;
    const sum = lastStep.before + lastStep.asked;
    // If p' is below the computed sum, it was limited to the ceiling at that time.
    const notes = sum > p + ROUNDING ? [`kept within 0 and ${numberText(p)}`] : [];
    const pC = sentence`p'² = ${probed("p-c", p * p)}`;
    const pL = sentence`k·p' = ${setting("dual-k", coupling)} × ${probed("p", p)} = ${term("k-p", coupling * p)}`;
    const one = term("constant", 1);
    const rules = {
      [CLASSIC]: sentence`the C queue, whose packets are chosen with probability ${pC}, and the draw chose this one`,
      [BY_COUPLING]: sentence`the L queue, whose packets are marked with probability ${pL}, and the draw chose this one`,
      [BY_OVERLOAD]: sentence`the L queue, and ${pL} is above ${one}: then L packets are dropped with probability ${pC}, and the remaining L packets are marked`,
    };
    const spared = sentence`k·p' is above ${one}, and then ECN-capable packets are dropped too`;
    return {
      sentences: [
        sentence`It was in ${rules[cause]}, so DualPI2 ${actionTaken(decision, spared)}.`,
        lastStep.sentence("p'", p, "the longer delay of the two queues"),
      ],
      formula: `${lastStep.formula("p'", p, notes)}; ${cause === CLASSIC ? squared : coupled}`,
    };
  }

  private explainStep({ enqueuedNs }: Packet): Explanation {
    const waitedNs = this.clock.nowNs - enqueuedNs;
    const [waited, step] = timesApart(waitedNs, this.stepNs);
    const coupled = sentence`k·p' = ${probed("p-cl", Math.min(1, this.coupling * this.p))}`;
    return {
      sentences: [
        sentence`It was in the L queue and had waited ${timeTerm("sojourn", waitedNs, waited)}, longer than the step of ${timeTerm("step", this.stepNs, step)}, so DualPI2 marked it.`,
        sentence`In addition, L packets are marked with probability ${coupled}, which is coupled to the C queue.`,
      ],
      formula: `${waited} > ${step}`,
    };
  }

  /**
   * Returns true for ECT(1) and CE, which have the last bit of the ECN field set (RFC 9331 §5.1, RFC 9332 §2.3).
   * §2.5.1.1 allows operators to use other rules.
   */
  private isForL(packet: Packet): boolean {
    return (packet.ecn & this.lBits) !== 0;
  }

  /**
   * Returns true if the L queue is served next: it has packets, and the C queue is empty or has no credit (RFC 9332
   * §4.2.2 as in Linux's weighted round robin).
   */
  private isTurnOfL(): boolean {
    return this.l.packets > 0 && (this.c.packets === 0 || this.credit <= 0);
  }

  private headDelayNs(queue: PacketFifo): number {
    return queue.head === null ? 0 : this.clock.nowNs - queue.head.enqueuedNs;
  }

  /** Updates the credit of the C queue after a packet was sent. While both queues wait, the queue that does not send earns credit. */
  private account(packet: Packet, fromL: boolean): void {
    if (fromL) {
      if (this.c.packets > 0) this.credit += this.classicShare * packet.bytes;
      this.lDelayNs = this.clock.nowNs - packet.enqueuedNs;
    } else {
      if (this.l.packets > 0) this.credit -= (1 - this.classicShare) * packet.bytes;
      this.cDelayNs = this.clock.nowNs - packet.enqueuedNs;
    }
  }

  /**
   * Returns true if a C packet is dropped. A signal has the probability p'², by two draws (RFC 9332 §A.1). On
   * overload ECN-capable packets are dropped too (§4.2.3).
   */
  private dropsFromC(packet: Packet): boolean {
    if (this.isTooShortToSignal() || !this.squaredDraw()) return false;
    this.cause = CLASSIC;
    return this.isOverloaded() || !this.port.mark(packet);
  }

  /**
   * Returns true if an L packet is dropped. An L packet is marked by the step or by the coupling (RFC 9332 §A.1); on
   * overload it may be dropped like a C packet (§4.2.3).
   */
  private dropsFromL(packet: Packet): boolean {
    const isLate = this.clock.nowNs - packet.enqueuedNs > this.stepNs && this.l.packets >= this.stepPackets;
    let cause: Cause | null = isLate ? BY_STEP : null;
    if (!this.isTooShortToSignal()) {
      if (this.isOverloaded()) {
        cause = this.cause = BY_OVERLOAD;
        if (this.squaredDraw()) return true;
      } else if (this.port.random() < this.coupling * this.p && !isLate) {
        cause = BY_COUPLING;
      }
    }
    if (cause === null) return false;
    this.cause = cause;
    return !this.port.mark(packet);
  }

  private squaredDraw(): boolean {
    return this.port.random() < this.p && this.port.random() < this.p;
  }

  /** Returns true if the backlog is too small for the controller to signal. The L queue's step applies nevertheless. */
  private isTooShortToSignal(): boolean {
    return this.bytes < 2 * MAX_PACKET_BYTES;
  }

  /** Returns true if k·p' exceeds 1. */
  private isOverloaded(): boolean {
    return this.p > this.overloadP();
  }

  /**
   * Returns the upper limit of p'. If drops on overload are off, k·p' must not exceed 1, because the L queue could not signal any
   * more often.
   */
  private ceiling(): number {
    return this.dropsOnOverload ? 1 : Math.min(1, this.overloadP());
  }

  private overloadP(): number {
    return 1 / this.coupling;
  }

  /** Changes which packets belong to the L queue. Packets that already wait stay in their queue, as in Linux. */
  private setLBits(takes: string): void {
    this.lBits = takes === "any" ? ECT0 | ECT1 : ECT1;
  }

  private setClassicShare(share: number): void {
    this.classicShare = share;
    this.restartCredit();
  }

  /** Resets the credit so that the queue with the larger share is ahead by one packet. */
  private restartCredit(): void {
    this.credit = (2 * this.classicShare - 1) * MAX_PACKET_BYTES;
  }
}

export const dualpi2Card: QueueDisciplineCard = {
  id: "dualpi2",
  label: "DualPI2",
  family: "Data centres and L4S",
  summary:
    "Two queues share one link. Packets of scalable senders (ECT(1)) use the L queue and hardly wait; packets of classic senders use the C queue, with a target delay. The signals of the queues are coupled, so that both kinds of flows get similar windows. This is the queue for L4S.",
  cite: "RFC 9332",
  params: DUALPI2_PARAMS,
  separates: true,
  probes: DUALPI2_PROBES,
  suggestion: {
    label: "fit to this path",
    help: "Sets update period and gains by RFC 9332's rule for the path's longest round trip, and a step of at least two packets' time on the link.",
    values: suggestedDualpi2,
  },
};

export const dualpi2: QueueDisciplineDefinition = {
  ...dualpi2Card,
  create: (port, values) => new DualPi2(port, values),
};
