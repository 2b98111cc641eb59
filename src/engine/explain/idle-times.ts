/**
 * Times when a link had nothing to send. If a packet did not wait, the link had been idle since the end of the previous
 * transmission. A window below the bandwidth-delay product causes such a pause in each round trip. Pauses within about a round
 * trip of each other are combined to one interval, in which the queue is repeatedly empty.
 */
import type { Network } from "../network.ts";

/** An interval in which a link is repeatedly idle. */
export interface IdleStretch {
  readonly fromNs: number;
  /** End of the interval (ns); Infinity if nothing has been sent since the last pause started. */
  readonly toNs: number;
  /** Total length of the pauses (ns). */
  readonly idleNs: number;
  readonly pauses: number;
  /** Longest waiting time of a packet that left the queue in the interval (ns). */
  readonly longestWaitNs: number;
}

/** Two pauses with at most this distance belong to the same interval (in multiples of the longest RTT). */
const ROUNDS = 1.5;
const MOST_STRETCHES = 100_000;
/** Limit on the stored starts and ends of pauses. Only runs of several hours reach it. */
const MOST_ENDS = 2_000_000;

/** The idle times of one link, recorded while packets leave its queue. */
export class IdleTimes {
  readonly stretches: { -readonly [Key in keyof IdleStretch]: IdleStretch[Key] }[] = [];
  /** Start and end of each pause in turn (ns). */
  private readonly pauses: number[] = [];
  private readonly roundNs: () => number;
  /** End of the last transmission (ns). */
  private sentNs = 0;
  /** Longest waiting time since the last pause (ns). */
  private longestWaitNs = 0;

  /** `roundNs` returns the longest RTT over the link at the current time. */
  constructor(roundNs: () => number) {
    this.roundNs = roundNs;
  }

  /** Must be called when a packet leaves the queue. */
  leaves(atNs: number, sojournNs: number, transmissionNs: number): void {
    if (sojournNs === 0 && this.sentNs < atNs) this.pause(this.sentNs, atNs);
    if (sojournNs > this.longestWaitNs) this.longestWaitNs = sojournNs;
    this.sentNs = atNs + transmissionNs;
  }

  /** Returns the first interval that overlaps the given times; null if there is none. The run must have reached `toNs`. */
  between(fromNs: number, toNs: number): IdleStretch | null {
    const found = this.stretches.find((one) => one.toNs > fromNs && one.fromNs < toNs);
    if (found !== undefined || this.sentNs >= toNs) return found ?? null;
    const idleNs = Number.POSITIVE_INFINITY;
    return { fromNs: this.sentNs, toNs: idleNs, idleNs, pauses: 1, longestWaitNs: 0 };
  }

  /** Returns the total length of completed pauses between the given times. */
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

/** Returns the longest RTT of the flows whose data passes the link (ns). */
export function longestRoundNs({ links, groups }: Network, link: number): number {
  const rounds = groups.map((one) => (one.forward.includes(links[link]) ? one.propagationNs : 0));
  return Math.max(0, ...rounds);
}
