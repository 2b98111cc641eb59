/**
 * COBALT: CoDel and BLUE together on a single queue, as in CAKE. This CoDel has no separate waiting state: it schedules the first
 * signal when it enters the dropping state. Below target, the rate of signals decreases as gradually as it increased. BLUE is for
 * senders that do not respond: it drops packets, ECN-capable or not, with a probability that grows with each overflow. Reference:
 * ns-3's cobalt-queue-disc.cc, which follows Linux sch_cake.c.
 */
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, msToNsOrNever, numberOf } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "../queue-discipline.ts";
import { cobaltCard } from "./card.ts";

/** Returns the interval between signals (ns), interval/√count (control_law, RFC 8289 §5.6). */
function gapNs(intervalNs: number, count: number): number {
  return Math.round(intervalNs / Math.sqrt(Math.max(1, count)));
}

export class Cobalt extends FifoDiscipline {
  // Settings made by the user.
  targetNs = 0;
  intervalNs = 0;
  private marking = true;
  blueUp = 0;
  blueDown = 0;
  blueDelayNs = 0;
  // State of CoDel.
  /** Number of signals, as CoDel counts them: grows with each signal, and decays outside the dropping state. */
  count = 0;
  private dropping = false;
  /** Time of the next signal in the dropping state, or of the next decay otherwise (ns). */
  dropNextNs = 0;
  // State of BLUE.
  pBlue = 0;
  private blueChangedNs = 0;
  /** True while BLUE drops the current packet. */
  blueDrops = false;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(cobalt, values);
  }

  enqueue(packet: Packet): void {
    if (!this.isFullFor(packet)) {
      this.fifo.push(packet);
      return;
    }
    // An overflow raises BLUE's probability, and makes CoDel's next signal due at once (cobalt_queue_full).
    this.raiseBlue();
    this.dropping = true;
    this.dropNextNs = this.clock.nowNs;
    if (this.count === 0) this.count = 1;
    this.dropOverflow(packet);
  }

  override dequeue(): Packet | null {
    for (let packet = this.fifo.shift(); packet !== null; packet = this.fifo.shift()) {
      if (!this.isToDrop(packet)) return packet;
      this.port.drop(packet, DROP_AQM);
      this.blueDrops = false;
    }
    this.onEmpty();
    return null;
  }

  /**
   * Returns true if CoDel or BLUE drops the packet. BLUE decides separately from CoDel, and a packet that BLUE drops
   * is not marked first.
   */
  private isToDrop(packet: Packet): boolean {
    let lateNs = this.clock.nowNs - this.dropNextNs;
    const sojournNs = this.clock.nowNs - packet.enqueuedNs;
    const isDue = this.count > 0 && lateNs >= 0;
    // The sojourn time enters and leaves the dropping state.
    this.followTarget(sojournNs > this.targetNs);
    // In the dropping state a due signal is sent; below target `count` decays instead.
    const signals = isDue && this.dropping;
    if (signals) this.signalled();
    else if (isDue) this.decay();
    if (isDue) lateNs = this.clock.nowNs - this.dropNextNs;
    // BLUE decides separately, after it has grown with an overlong delay.
    if (sojournNs > this.blueDelayNs) this.raiseBlue();
    if (this.pBlue > 0 && this.port.random() < this.pBlue) this.blueDrops = true;
    const isToDrop = this.blueDrops || (signals && !this.tryMark(packet));
    // While `count` is 0, no signal is scheduled, and `dropNextNs` holds the time at which the queue was last in use.
    if (this.count === 0) this.dropNextNs = this.clock.nowNs + this.intervalNs;
    else if (lateNs > 0 && !isToDrop) this.dropNextNs = this.clock.nowNs;
    return isToDrop;
  }

  /** Enters the dropping state, with the first signal scheduled, or leaves it. */
  private followTarget(isAbove: boolean): void {
    if (isAbove && !this.dropping) this.dropNextNs = this.clock.nowNs + this.signalGapNs();
    if (isAbove && this.count === 0) this.count = 1;
    this.dropping = isAbove;
  }

  private signalled(): void {
    this.count++;
    this.dropNextNs += this.signalGapNs();
  }

  /** Lowers `count` outside the dropping state: by one for each signal that would have been due. */
  private decay(): void {
    while (this.count > 0 && this.clock.nowNs >= this.dropNextNs) {
      this.count--;
      this.dropNextNs += this.signalGapNs();
    }
  }

  /** Lowers BLUE's probability and leaves the dropping state (cobalt_queue_empty). */
  private onEmpty(): void {
    if (this.pBlue > 0 && this.mayChangeBlue()) {
      this.pBlue = Math.max(0, this.pBlue - this.blueDown);
      this.blueChangedNs = this.clock.nowNs;
    }
    this.dropping = false;
    if (this.count > 0 && this.clock.nowNs >= this.dropNextNs) {
      this.count--;
      this.dropNextNs += this.signalGapNs();
    }
  }

  private raiseBlue(): void {
    if (!this.mayChangeBlue()) return;
    this.pBlue = Math.min(1, this.pBlue + this.blueUp);
    this.blueChangedNs = this.clock.nowNs;
  }

  private mayChangeBlue(): boolean {
    return this.clock.nowNs - this.blueChangedNs > this.targetNs;
  }

  /** Returns the interval between signals (ns). */
  signalGapNs(): number {
    return gapNs(this.intervalNs, this.count);
  }

  private tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.intervalNs = msToNs(numberOf(value, id));
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "blue-up") this.blueUp = numberOf(value, id);
    else if (id === "blue-down") this.blueDown = numberOf(value, id);
    else if (id === "blue-delay") this.blueDelayNs = msToNsOrNever(value, id);
    else super.configure(id, value);
  }

  override probe(index: number): number {
    return index === 0 ? this.count : index === 1 ? Number(this.dropping) : this.pBlue;
  }
}

export const cobalt: QueueDisciplineDefinition = {
  ...cobaltCard,
  create: (port, values) => new Cobalt(port, values),
};
