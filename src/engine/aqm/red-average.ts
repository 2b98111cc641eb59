/**
 * RED's average queue: an exponentially weighted moving average over arrivals, not over time, so a queue that lay idle is
 * aged by the packets that could have been sent meanwhile. Reference: Floyd and Jacobson 1993, figure 2.
 */
import { exp, ln } from "../core/math.ts";

const NS_PER_S = 1e9;
const BUSY = -1;

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
  /** Since when the link finds nothing to send. */
  private idleSinceNs: number;

  constructor(nowNs: number) {
    this.idleSinceNs = nowNs;
  }

  tune(weight: number, packetsPerS: number): void {
    this.packetsPerS = packetsPerS;
    if (weight === this.weight) return;
    this.weight = weight;
    this.lnKept = ln(1 - weight);
  }

  /** The link found nothing to send. */
  startIdle(nowNs: number): void {
    if (this.idleSinceNs === BUSY) this.idleSinceNs = nowNs;
  }

  /** A packet arrives at a queue of this length, of which it is not a part yet. */
  update(length: number, nowNs: number): number {
    if (this.idleSinceNs !== BUSY) {
      this.value = this.at(nowNs);
      this.idleSinceNs = BUSY;
    }
    this.value += this.weight * (length - this.value);
    return this.value;
  }

  /** As it would be found at this moment. */
  at(nowNs: number): number {
    if (this.idleSinceNs === BUSY || this.value === 0) return this.value;
    const sendable = Math.floor(((nowNs - this.idleSinceNs) / NS_PER_S) * this.packetsPerS);
    return sendable === 0 ? this.value : this.value * exp(sendable * this.lnKept);
  }
}
