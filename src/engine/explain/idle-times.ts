/**
 * When a link had nothing to send. A packet that waited no time found it idle, since the end of the transmission before.
 * A window below the bandwidth-delay product leaves one such pause in each round trip: pauses that follow each other
 * within about a round trip are one stretch in which the queue is empty again and again.
 */
import type { Network } from "../network.ts";

export interface IdleStretch {
  readonly fromNs: number;
  toNs: number;
  /** Of it, in pauses. */
  idleNs: number;
}

const NS_PER_S = 1e9;
const BITS_PER_BYTE = 8;
/** Of the longest round trip: pauses of the same stretch are no further apart. */
const ROUNDS = 1.5;
const MOST_STRETCHES = 100_000;

export class IdleTimes {
  readonly stretches: IdleStretch[] = [];
  private readonly network: Network;
  private readonly link: number;
  private lastLeaveNs = 0;
  private lastBytes = 0;
  private lastRateBps = 1;

  constructor(network: Network, link: number) {
    this.network = network;
    this.link = link;
  }

  /** A packet leaves the queue; the port has not counted it yet. */
  leaves(sojournNs: number): void {
    const { port } = this.network.links[this.link];
    const { nowNs } = this.network.clock;
    if (sojournNs === 0) {
      const sentBits = (port.bytesSent - this.lastBytes) * BITS_PER_BYTE;
      const fromNs = this.lastLeaveNs + Math.round((sentBits * NS_PER_S) / this.lastRateBps);
      if (fromNs < nowNs) this.pause(fromNs, nowNs);
    }
    this.lastLeaveNs = nowNs;
    this.lastBytes = port.bytesSent;
    this.lastRateBps = port.rateBps;
  }

  /** The first stretch that begins, or lasts, between the two. */
  between(fromNs: number, toNs: number): IdleStretch | null {
    return this.stretches.find((one) => one.toNs > fromNs && one.fromNs < toNs) ?? null;
  }

  /** How long it stood idle between the two, pauses spread evenly over their stretches. */
  idleNsWithin(fromNs: number, toNs: number): number {
    let idleNs = 0;
    for (const one of this.stretches) {
      const sharedNs = Math.min(one.toNs, toNs) - Math.max(one.fromNs, fromNs);
      if (sharedNs > 0) idleNs += one.idleNs * (sharedNs / (one.toNs - one.fromNs));
    }
    return idleNs;
  }

  private pause(fromNs: number, toNs: number): void {
    const last = this.stretches.at(-1);
    if (last !== undefined && fromNs - last.toNs <= ROUNDS * this.longestRoundNs()) {
      last.toNs = toNs;
      last.idleNs += toNs - fromNs;
    } else if (this.stretches.length < MOST_STRETCHES) {
      this.stretches.push({ fromNs, toNs, idleNs: toNs - fromNs });
    }
  }

  private longestRoundNs(): number {
    const link = this.network.links[this.link];
    let longestNs = 0;
    for (const group of this.network.groups) {
      if (group.forward.includes(link) && group.propagationNs > longestNs) longestNs = group.propagationNs;
    }
    return longestNs;
  }
}
