/**
 * PIE's control law, separate from the queue that hosts it: PIE has one, FQ-PIE one a bucket. Reference: RFC 8033, with
 * Linux 6.1's details (sch_pie.c, timestamps): the burst allowance runs down as packets leave, p does not decay while
 * packets wait although the delay is 0, the decay is 1/64, and a delay above 250 ms adds 2 %.
 */

import { type StoryPart, sentence } from "../explain/facts.ts";
import type { Packet } from "../net/packet.ts";
import { term } from "./explain-signals.ts";
import { type PieBacklog, PieControl } from "./pie-control.ts";
import type { DisciplinePort } from "./queue-discipline.ts";

/** RFC 8033 §5.4: derandomisation leaves accumulated probabilities below this alone… */
const ACCUMULATED_MIN = 0.85;
/** …and signals for certain above this. */
const ACCUMULATED_MAX = 8.5;

/** RFC 8033 §4.2: the step is scaled down while p is small. Each decade below 10 % divides by 4 more, down to 1/2048. */
export function gainScale(p: number): number {
  if (p >= 0.1) return 1;
  let scale = 1 / 2;
  for (let bound = 0.01; p < bound && bound > 5e-7; bound /= 10) scale /= 4;
  return scale;
}

export class PieLaw extends PieControl {
  // Maintained by the controller, beside what all PIEs maintain; the delay is the sojourn time of the packet that left
  // last, 0 when it left nothing behind.
  private accumulated = 0;
  /** `accumulated` at the last signal, before it was set back. */
  private accumulatedAtSignal = 0;
  private lastDequeueNs = -1;
  protected readonly decay = "less 1/64 without a delay";

  /** RFC 8033 §4.1, with the derandomisation of §5.4. */
  signals(backlog: PieBacklog, port: DisciplinePort): boolean {
    if (this.acceptsAnyway(backlog.bytes)) return false;
    this.accumulated = this.p === 0 ? 0 : this.accumulated + this.p;
    if (this.accumulated < ACCUMULATED_MIN) return false;
    if (this.accumulated >= ACCUMULATED_MAX) {
      this.accumulatedAtSignal = this.accumulated;
      return true;
    }
    if (port.random() >= this.p) return false;
    this.accumulatedAtSignal = this.accumulated;
    this.accumulated = 0;
    return true;
  }

  protected tellDraw(): readonly StoryPart[] {
    const { accumulatedAtSignal } = this;
    const sum = sentence`The probabilities since the last signal had added up to ${term("accumulated", accumulatedAtSignal)}`;
    return accumulatedAtSignal >= ACCUMULATED_MAX
      ? sentence`${sum}, and from ${term("constant", ACCUMULATED_MAX)} on a signal is certain`
      : sentence`${sum}, past ${term("constant", ACCUMULATED_MIN)}, and the draw with p = ${term("p", this.p)} chose this packet`;
  }

  onDrop(): void {
    this.accumulated = 0;
  }

  onDeparture(packet: Packet, backlog: PieBacklog): void {
    // RFC 8033 §4.3, alternative: the delay of the packet that leaves, by its time stamp.
    this.delayNs = backlog.packets === 0 ? 0 : this.clock.nowNs - packet.enqueuedNs;
    if (this.lastDequeueNs >= 0 && this.burstNs > 0) {
      this.burstNs = Math.max(0, this.burstNs - (this.clock.nowNs - this.lastDequeueNs));
    }
    this.lastDequeueNs = this.clock.nowNs;
  }

  /** RFC 8033 §4.2, with the cap of §5.5. */
  update(backlog: PieBacklog): void {
    const { delayNs } = this;
    // Delay 0 while packets wait: the backlog is too small to judge by.
    const judged = delayNs !== 0 || backlog.packets === 0;
    this.p = this.movedProbability(delayNs, gainScale(this.p));
    if (delayNs === 0 && this.delayOldNs === 0 && judged) this.p -= this.p / 64;
    if (this.isCalm(delayNs)) this.restart();
    this.delayOldNs = delayNs;
  }

  /** With nothing waiting it stays as a new law is, whatever updates come. */
  get isAtRest(): boolean {
    const isQuiet = this.p === 0 && this.delayNs === 0 && this.delayOldNs === 0;
    return isQuiet && this.lastDequeueNs < 0 && this.burstNs === this.settings.maxBurstNs;
  }

  /** RFC 8033 §4.4: after a quiet time a burst is let through again. */
  private restart(): void {
    this.burstNs = this.settings.maxBurstNs;
    this.accumulated = 0;
    this.lastDequeueNs = -1;
  }
}
