/**
 * CoDel. It signals when the minimum sojourn time of an interval stays above the target, then more and more often until the minimum
 * falls below the target. It decides when a packet leaves, from the packet's timestamp. First the control law, which FQ-CoDel uses
 * for each of its queues, then the discipline with a single queue.
 *
 * RFC 8289 §5 with Linux's details (codel_impl.h): the next signal is at drop_next + interval/√count, and no signal occurs while at
 * most one full packet waits. If the law re-enters the dropping state within 16 intervals, `count` continues from the number of
 * signals of the last dropping state. 1/√count is updated by one Newton step per change.
 */
import type { Clock } from "../../core/clock.ts";
import { CE, type Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, msToNsOrNever, numberOf, textOf } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import {
  AQM_ECN,
  CE_THRESHOLD,
  CODEL_INTERVAL,
  CODEL_PROBES,
  CODEL_SQRT,
  CODEL_TARGET,
} from "../shared-params.ts";

/** Full packet of Ethernet with its header (Linux psched_mtu). */
const ETHERNET_BYTES = 1514;

/** Returns the interval between signals (ns), interval/√count (control_law, RFC 8289 §5.6). */
function gapNs(intervalNs: number, inverseRoot: number): number {
  return Math.round(intervalNs * inverseRoot);
}

/**
 * Returns 1/√count after one Newton step from `v`, v·(3 − count·v²)/2 (Linux codel_Newton_step). From the third signal on, the
 * result is within 3 % of 1/√count. At the second signal it is 0.5 instead of 0.71, so with the default interval the third signal
 * comes 50 ms after the second, not 71 ms.
 */
function newtonStep(v: number, count: number): number {
  return (v * (3 - count * v * v)) / 2;
}

/** Functions that the law needs from its queue. */
export interface CodelHost {
  /** Removes and returns the head packet; null if the queue is empty. */
  takeHead(): Packet | null;
  /** Returns the bytes waiting after the last removal. */
  backlogBytes(): number;
  /** Marks the packet if marking is on and the packet is ECN-capable. Returns true if it was marked. */
  tryMark(packet: Packet): boolean;
  dropSignal(packet: Packet): void;
}

/** CoDel's state and control law for one queue. */
export class CodelLaw {
  // Settings made by the user.
  targetNs: number;
  intervalNs: number;
  // State of the law.
  /**
   * Time at which the sojourn time will have been above target for a whole interval (ns), if it stays above; 0 while it is below
   * target.
   */
  firstAboveNs = 0;
  /** Time at which the sojourn time rose above target (ns); valid while `firstAboveNs` is not 0. */
  aboveSinceNs = 0;
  /** Time of the next signal in the dropping state (ns). */
  dropNextNs = 0;
  /** Signals sent in this dropping state. */
  count = 0;
  /** `count` at the start of the dropping state. */
  lastCount = 0;
  dropping = false;
  /**
   * True if 1/√count is computed exactly (RFC 8289 §5.6) instead of by one Newton step per change, as in Linux and
   * ns-3.
   */
  exact: boolean;
  /** 1/√count as the law uses it. */
  inverseRoot = 1;
  /** Largest packet of the device (bytes). A backlog of at most this size is no standing queue, however many small packets wait. */
  private mtuBytes = ETHERNET_BYTES;

  private readonly clock: Clock;

  constructor(clock: Clock, targetNs: number, intervalNs: number, exact: boolean) {
    this.clock = clock;
    this.targetNs = targetNs;
    this.intervalNs = intervalNs;
    this.exact = exact;
  }

  /** Returns the next packet to send, after the signals of the law (RFC 8289 §5.5); null if the queue is empty. */
  dequeue(host: CodelHost): Packet | null {
    let packet = host.takeHead();
    // An empty queue leaves the dropping state.
    if (packet === null) {
      this.firstAboveNs = 0;
      this.dropping = false;
      return null;
    }
    let ok = this.okToSignal(packet, host);
    // In the dropping state signals follow at intervals that shrink with √count, until the sojourn time is below target.
    if (this.dropping) {
      if (!ok) this.dropping = false;
      while (this.dropping && packet !== null && this.clock.nowNs >= this.dropNextNs) {
        this.count++;
        this.stepInverseRoot();
        if (host.tryMark(packet)) {
          // A mark ends the loop, because the marked packet is the one to send.
          this.dropNextNs += this.signalGapNs();
          return packet;
        }
        host.dropSignal(packet);
        packet = host.takeHead();
        ok = packet !== null && this.okToSignal(packet, host);
        if (ok) this.dropNextNs += this.signalGapNs();
        else this.dropping = false;
      }
      if (packet === null) this.firstAboveNs = 0;
      return packet;
    }
    // Outside it, the first signal comes when the sojourn time has been above target for an interval.
    if (!ok) return packet;
    this.enterDropping();
    if (!host.tryMark(packet)) {
      host.dropSignal(packet);
      packet = host.takeHead();
      if (packet === null) this.firstAboveNs = 0;
      else this.okToSignal(packet, host);
    }
    return packet;
  }

  /** Returns true while the sojourn time is above target but has not yet been above it for a whole interval. */
  isWaiting(): boolean {
    return !this.dropping && this.firstAboveNs > this.clock.nowNs;
  }

  /** Counts packets dropped by overflow as signals, as in Linux's fq_codel. */
  addSignals(count: number): void {
    this.count += count;
    // 1/√count is computed exactly here, because one Newton step would not converge after a large change of `count`.
    this.inverseRoot = 1 / Math.sqrt(this.count);
  }

  /** Returns true once the sojourn time has been above target for an interval (RFC 8289 §5.6, dodequeue). */
  private okToSignal(packet: Packet, host: CodelHost): boolean {
    if (packet.bytes > this.mtuBytes) this.mtuBytes = packet.bytes;
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    if (sojournNs < this.targetNs || host.backlogBytes() <= this.mtuBytes) {
      this.firstAboveNs = 0;
      return false;
    }
    if (this.firstAboveNs === 0) {
      this.aboveSinceNs = this.clock.nowNs;
      this.firstAboveNs = this.clock.nowNs + this.intervalNs;
      return false;
    }
    return this.clock.nowNs >= this.firstAboveNs;
  }

  private enterDropping(): void {
    this.dropping = true;
    // Linux's re-entry rule: `count` continues from its last value if the last dropping state is recent.
    const delta = this.count - this.lastCount;
    const resumes = delta > 1 && this.clock.nowNs - this.dropNextNs < 16 * this.intervalNs;
    this.count = resumes ? delta : 1;
    if (resumes) this.stepInverseRoot();
    else this.inverseRoot = 1;
    this.lastCount = this.count;
    this.dropNextNs = this.clock.nowNs + this.signalGapNs();
  }

  /** Returns the interval between signals (ns): their rate grows with √count (RFC 8289 §5.6). */
  signalGapNs(): number {
    return gapNs(this.intervalNs, this.exact ? 1 / Math.sqrt(this.count) : this.inverseRoot);
  }

  private stepInverseRoot(): void {
    this.inverseRoot = newtonStep(this.inverseRoot, this.count);
  }
}

/** Base class of disciplines with CoDel on a single queue. It provides the queue to the law and stores the law's settings. */
export abstract class CodelDiscipline extends FifoDiscipline implements CodelHost {
  readonly law = new CodelLaw(this.clock, 0, 0, false);

  abstract tryMark(packet: Packet): boolean;

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else this.fifo.push(packet);
  }

  takeHead(): Packet | null {
    return this.fifo.shift();
  }

  backlogBytes(): number {
    return this.fifo.bytes;
  }

  dropSignal(packet: Packet): void {
    this.port.drop(packet, DROP_AQM);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.law.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.law.intervalNs = msToNs(numberOf(value, id));
    else if (id === "codel-sqrt") this.law.exact = textOf(value, id) === "exact";
    else super.configure(id, value);
  }

  override probe(index: number): number {
    return index === 0 ? this.law.count : this.law.dropping ? 1 : 0;
  }
}

export class Codel extends CodelDiscipline {
  private marking = true;
  ceThresholdNs = 0;
  /** True if the current mark comes from the CE threshold, not from CoDel's law. */
  isLate = false;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(codel, values);
  }

  override dequeue(): Packet | null {
    const packet = this.law.dequeue(this);
    if (packet !== null && this.clock.nowNs - packet.enqueuedNs > this.ceThresholdNs) this.markOnce(packet);
    return packet;
  }

  tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  /** Marks a packet unless it already carries CE, for example from CoDel's law. */
  private markOnce(packet: Packet): void {
    if (packet.ecn === CE) return;
    this.isLate = true;
    this.tryMark(packet);
    this.isLate = false;
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "ce-threshold") this.ceThresholdNs = msToNsOrNever(value, id);
    else super.configure(id, value);
  }
}

export const codelCard: QueueDisciplineCard = {
  id: "codel",
  label: "CoDel",
  family: "By queue delay",
  summary:
    "Measures how long each packet has waited when it leaves. If even the shortest wait in a whole interval was above the target, CoDel marks or drops a packet. It then signals more and more often until the wait is below the target.",
  cite: "RFC 8289",
  params: [CODEL_TARGET, CODEL_INTERVAL, AQM_ECN, CE_THRESHOLD, CODEL_SQRT],
  probes: CODEL_PROBES,
};

export const codel: QueueDisciplineDefinition = {
  ...codelCard,
  create: (port, values) => new Codel(port, values),
};
