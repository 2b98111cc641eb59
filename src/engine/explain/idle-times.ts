/**
 * When a link had nothing to send. A packet that waited no time found it idle, since the end of the transmission before.
 * A window below the bandwidth-delay product leaves one such pause in each round trip: pauses that follow each other
 * within about a round trip are one stretch in which the queue is empty again and again.
 */
import type { Network } from "../network.ts";

export interface IdleStretch {
  readonly fromNs: number;
  /** Infinity: nothing has been sent since. */
  readonly toNs: number;
  /** Of it, in pauses. */
  readonly idleNs: number;
  readonly pauses: number;
  /** The longest wait of a packet that left the queue in it. */
  readonly longestWaitNs: number;
}

/** Of the longest round trip: pauses of the same stretch are no further apart. */
const ROUNDS = 1.5;
const MOST_STRETCHES = 100_000;

export class IdleTimes {
  readonly stretches: { -readonly [Key in keyof IdleStretch]: IdleStretch[Key] }[] = [];
  private readonly roundNs: () => number;
  /** When what was sent last was on the link whole. */
  private sentNs = 0;
  /** The longest wait since the last pause. */
  private longestWaitNs = 0;

  /** `roundNs`: the longest round trip over the link, as it is now. */
  constructor(roundNs: () => number) {
    this.roundNs = roundNs;
  }

  /** A packet leaves the queue. */
  leaves(atNs: number, sojournNs: number, transmissionNs: number): void {
    if (sojournNs === 0 && this.sentNs < atNs) this.pause(this.sentNs, atNs);
    if (sojournNs > this.longestWaitNs) this.longestWaitNs = sojournNs;
    this.sentNs = atNs + transmissionNs;
  }

  /** The first stretch that begins, or lasts, between the two; `toNs` has been reached. */
  between(fromNs: number, toNs: number): IdleStretch | null {
    const found = this.stretches.find((one) => one.toNs > fromNs && one.fromNs < toNs);
    if (found !== undefined || this.sentNs >= toNs) return found ?? null;
    const idleNs = Number.POSITIVE_INFINITY;
    return { fromNs: this.sentNs, toNs: idleNs, idleNs, pauses: 1, longestWaitNs: 0 };
  }

  private pause(fromNs: number, toNs: number): void {
    const last = this.stretches.at(-1);
    const idleNs = toNs - fromNs;
    if (last !== undefined && fromNs - last.toNs <= ROUNDS * this.roundNs()) {
      last.toNs = toNs;
      last.idleNs += idleNs;
      last.pauses++;
      last.longestWaitNs = Math.max(last.longestWaitNs, this.longestWaitNs);
    } else if (this.stretches.length < MOST_STRETCHES) {
      this.stretches.push({ fromNs, toNs, idleNs, pauses: 1, longestWaitNs: 0 });
    }
    this.longestWaitNs = 0;
  }
}

/** Of the flows whose data takes the link. */
export function longestRoundNs({ links, groups }: Network, link: number): number {
  const rounds = groups.map((one) => (one.forward.includes(links[link]) ? one.propagationNs : 0));
  return Math.max(0, ...rounds);
}
