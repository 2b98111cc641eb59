/**
 * When a link had nothing to send. A packet that waited no time found it idle, since the end of the transmission before.
 * A window below the bandwidth-delay product leaves one such pause in each round trip: pauses that follow each other
 * within about a round trip are one stretch in which the queue is empty again and again.
 */
import type { Network } from "../network.ts";

interface IdleStretch {
  readonly fromNs: number;
  toNs: number;
  /** Of it, in pauses. */
  idleNs: number;
}

/** Of the longest round trip: pauses of the same stretch are no further apart. */
const ROUNDS = 1.5;
const MOST_STRETCHES = 100_000;

export class IdleTimes {
  readonly stretches: IdleStretch[] = [];
  private readonly roundNs: () => number;
  /** When what was sent last was on the link whole. */
  private sentNs = 0;

  /** `roundNs`: the longest round trip over the link, as it is now. */
  constructor(roundNs: () => number) {
    this.roundNs = roundNs;
  }

  /** A packet leaves the queue. */
  leaves(atNs: number, sojournNs: number, transmissionNs: number): void {
    if (sojournNs === 0 && this.sentNs < atNs) this.pause(this.sentNs, atNs);
    this.sentNs = atNs + transmissionNs;
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
    if (last !== undefined && fromNs - last.toNs <= ROUNDS * this.roundNs()) {
      last.toNs = toNs;
      last.idleNs += toNs - fromNs;
    } else if (this.stretches.length < MOST_STRETCHES) {
      this.stretches.push({ fromNs, toNs, idleNs: toNs - fromNs });
    }
  }
}

/** Of the flows whose data takes the link. */
export function longestRoundNs({ links, groups }: Network, link: number): number {
  const rounds = groups.map((one) => (one.forward.includes(links[link]) ? one.propagationNs : 0));
  return Math.max(0, ...rounds);
}
