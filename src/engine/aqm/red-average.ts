/**
 * RED's average queue: an exponentially weighted moving average over arrivals, not over time, so a queue that lay idle is
 * aged by the packets that could have been sent meanwhile. Reference: Floyd and Jacobson 1993, figure 2.
 */
import type { Clock } from "../core/clock.ts";
import { exp, ln } from "../core/math.ts";

const NS_PER_S = 1e9;
const BUSY = -1;
/** In packets. */
const SHORT = 64;

/** The weight that gives the average a time constant of one second: Floyd, Gummadi and Shenker 2001. */
export function secondWeight(packetsPerS: number): number {
  return 1 - exp(-1 / packetsPerS);
}

export class RedAverage {
  /** In the unit of the lengths it is given, packets or bytes. */
  value = 0;
  /** Packets that the link can send a second. */
  private packetsPerS = 0;
  private weight = 0;
  /** ln(1 - weight): what one packet sent from an idle queue leaves of the average. */
  private lnKept = 0;
  /** The same of so many packets; longer idle times are rare. */
  private readonly kept = new Float64Array(SHORT);
  /** Since when the link finds nothing to send. */
  private idleSinceNs: number;

  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
    this.idleSinceNs = clock.nowNs;
  }

  tune(weight: number, packetsPerS: number): void {
    this.packetsPerS = packetsPerS;
    if (weight === this.weight) return;
    this.weight = weight;
    this.lnKept = ln(1 - weight);
    for (let packets = 1; packets < SHORT; packets++) this.kept[packets] = exp(packets * this.lnKept);
  }

  /** The link found nothing to send. */
  startIdle(): void {
    if (this.idleSinceNs === BUSY) this.idleSinceNs = this.clock.nowNs;
  }

  /** A packet arrives at a queue of this length, of which it is not a part yet. */
  update(length: number): void {
    const missed = this.missedPackets();
    if (missed >= SHORT) this.value *= exp(missed * this.lnKept);
    else if (missed > 0) this.value *= this.kept[missed];
    this.idleSinceNs = BUSY;
    this.value += this.weight * (length - this.value);
  }

  /** As it would be found at this moment. */
  at(): number {
    const missed = this.missedPackets();
    return missed === 0 ? this.value : this.value * exp(missed * this.lnKept);
  }

  /** That the link could have sent while it lay idle. */
  private missedPackets(): number {
    if (this.idleSinceNs === BUSY) return 0;
    return Math.floor(((this.clock.nowNs - this.idleSinceNs) / NS_PER_S) * this.packetsPerS);
  }
}
