/**
 * DualPI2: a queue for scalable flows (L), which respond to each mark a little, next to a queue for classic flows
 * (C), which halve their windows. One controller observes both and moves a base probability p'. The C queue signals
 * with p'², the L queue marks with k·p', so that windows of both kinds are about equal although L packets hardly
 * wait. The L queue has priority, with a share reserved for the C queue. Reference: RFC 9332 §2, §A; Linux
 * sch_dualpi2.c. Defaults: card.ts.
 */
import type { Clock } from "../../core/clock.ts";
import { clamp } from "../../core/math.ts";
import { ECT0, ECT1, type Packet, PacketFifo } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, NS_PER_MS, numberOf, type SizeLimit, sizeOf, textOf } from "../../params/read.ts";
import { type PiGains, PiStep, piStep } from "../pie/control.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type InnerQueue,
  type QueueDiscipline,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import { DUALPI2_PARAMS, dualpi2Card } from "./card.ts";

const MAX_PACKET_BYTES = 1514;

/** Returns p_C, the probability of a signal in the C queue: p'² (RFC 9332 §2.4). */
function classicP(p: number): number {
  return p * p;
}

/** Returns p_CL, the probability of a coupled mark in the L queue: k·p' (RFC 9332 §2.4). It exceeds 1 on overload. */
function coupledP(k: number, p: number): number {
  return k * p;
}

/** Causes of a signal. The first three occur in the L queue. CLASSIC is the draw with p'² in the C queue. */
export const BY_STEP = 1;
export const BY_COUPLING = 2;
export const BY_OVERLOAD = 3;
export const CLASSIC = 4;
export type Cause = typeof BY_STEP | typeof BY_COUPLING | typeof BY_OVERLOAD | typeof CLASSIC;

/** Indices in `innerQueues`. */
const L_QUEUE = 0;
const C_QUEUE = 1;
const INNER_QUEUES = ["L", "C"];

export class DualPi2 implements QueueDiscipline, PiGains {
  private readonly port: DisciplinePort;
  readonly clock: Clock;
  readonly l = new PacketFifo();
  readonly c = new PacketFifo();
  // Settings made by the user.
  limit: SizeLimit;
  targetNs = 0;
  private updateNs = 0;
  alphaPerS = 0;
  betaPerS = 0;
  coupling = 0;
  stepNs = 0;
  private stepPackets = 0;
  private classicShare = 0;
  private dropsOnOverload = true;
  /** Bits of the ECN field that select the L queue: a packet with at least one of them belongs there. */
  private lBits = ECT1;
  // State of the controller.
  /** The base probability p' of RFC 9332. */
  p = 0;
  private delayOldNs = 0;
  /**
   * Number of bytes by which the C queue has had less than its share; negative while it has had more. The L queue is then served
   * first.
   */
  private credit = 0;
  /** Sojourn times of the packets that last left the L queue and the C queue (ns). */
  private lDelayNs = 0;
  private cDelayNs = 0;
  readonly innerQueues = INNER_QUEUES;
  servedQueue = L_QUEUE;
  // Values that are stored only for explanations.
  readonly lastStep = new PiStep();
  /** Cause of the last signal. */
  cause: Cause = CLASSIC;

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

  /** Updates p' (RFC 9332 §A.1, dualpi2_update) from the longer of the two queues' delays, as in Linux. */
  onWake(): void {
    const delayNs = Math.max(this.headDelayNs(this.l), this.headDelayNs(this.c));
    this.lastStep.note(this.p, 1, delayNs, this.delayOldNs, this);
    this.p = clamp(this.p + piStep(delayNs, this.delayOldNs, this), 0, this.ceiling());
    this.delayOldNs = delayNs;
    if (this.l.packets === 0) this.lDelayNs = 0;
    if (this.c.packets === 0) this.cDelayNs = 0;
    this.port.wakeAfter(this.updateNs);
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
    // The step marks a packet that has waited too long, whatever p' is.
    const isLate = this.clock.nowNs - packet.enqueuedNs > this.stepNs && this.l.packets >= this.stepPackets;
    let cause: Cause | null = isLate ? BY_STEP : null;
    // Otherwise k·p' marks; when that exceeds 1, packets are dropped with p'² as in the C queue, and all others marked.
    if (!this.isTooShortToSignal()) {
      if (this.isOverloaded()) {
        cause = this.cause = BY_OVERLOAD;
        if (this.squaredDraw()) return true;
      } else if (this.port.random() < coupledP(this.coupling, this.p) && !isLate) {
        cause = BY_COUPLING;
      }
    }
    if (cause === null) return false;
    this.cause = cause;
    return !this.port.mark(packet);
  }

  /** Draws with probability p'²: the larger of two uniform numbers is below p' (RFC 9332 §A.1). */
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
    if (index === 1) return classicP(p);
    if (index === 2) return Math.min(1, coupledP(this.coupling, p));
    return (index === 3 ? this.lDelayNs : this.cDelayNs) / NS_PER_MS;
  }

  queueOf(packet: Packet): InnerQueue {
    return this.isForL(packet)
      ? { name: "the L queue", packets: this.l.packets }
      : { name: "the C queue", packets: this.c.packets };
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
}

export const dualpi2: QueueDisciplineDefinition = {
  ...dualpi2Card,
  create: (port, values) => new DualPi2(port, values),
};
