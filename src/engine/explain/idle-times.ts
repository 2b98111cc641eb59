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
/** Of pauses, each with two ends: more come of a run of hours only. */
const MOST_ENDS = 2_000_000;

export class IdleTimes {
  readonly stretches: { -readonly [Key in keyof IdleStretch]: IdleStretch[Key] }[] = [];
  /** Of each pause, first to last: from and to, in turns. */
  private readonly pauses: number[] = [];
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

  /** In pauses that have ended, between the two. */
  idleNsWithin(fromNs: number, toNs: number): number {
    const { pauses } = this;
    let idleNs = 0;
    for (let i = 0; i < pauses.length && pauses[i] < toNs; i += 2)
      idleNs += Math.max(0, Math.min(pauses[i + 1], toNs) - Math.max(pauses[i], fromNs));
    return idleNs;
  }

  private pause(fromNs: number, toNs: number): void {
    if (this.pauses.length < MOST_ENDS) this.pauses.push(fromNs, toNs);
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
