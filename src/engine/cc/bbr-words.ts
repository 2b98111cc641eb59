/** What all BBRs say of themselves: the phase, what they believe of the path, and what a timeout does. */
import { NS_PER_S } from "../params/read.ts";
import type { Explanation } from "../why/explanation.ts";
import { numberText, quantity, segmentRate, timeText } from "../why/formats.ts";
import { TIMEOUT } from "./backoff-words.ts";

/** A BBR at one moment. */
export interface BbrSeen {
  /** "BBRv1". */
  readonly name: string;
  /** "PROBE_BW". */
  readonly phase: string;
  readonly pacingGain: number;
  /** In segments per second; 0: not known yet. */
  readonly bw: number;
  /** Infinity: not known yet. */
  readonly minRttNs: number;
  /** Segments that leave at once. */
  readonly burst: number;
  /** The least window, where the room for bursts makes it more than the path asks for. */
  readonly leastWindow?: number;
}

const isKnown = ({ bw, minRttNs }: BbrSeen) => bw > 0 && minRttNs < Number.POSITIVE_INFINITY;

export function pathSentence(seen: BbrSeen): string {
  const { name, phase, pacingGain, bw, minRttNs } = seen;
  if (!isKnown(seen)) return `${name} is in ${phase} and has no estimate of the path yet.`;
  return `${name} is in ${phase}, at a pacing gain of ${numberText(pacingGain)}, and takes the path for ${segmentRate(bw)} with a smallest RTT of ${timeText(minRttNs)}.${burstText(seen)}`;
}

/** The send quantum, where it is more than a pair, and what room it asks for. */
function burstText({ burst, leastWindow }: BbrSeen): string {
  const bursts = burst > 2 ? ` Its segments leave in bursts of ${burst}, the send quantum.` : "";
  if (leastWindow === undefined) return bursts;
  return `${bursts} The window has room for three bursts, ${quantity(leastWindow, "segments")} in all, more than the bandwidth-delay product.`;
}

/** The bandwidth-delay product, where there is one. */
export function pathFormula(seen: BbrSeen): { readonly formula?: string } {
  const { bw, minRttNs } = seen;
  if (!isKnown(seen)) return {};
  const product = quantity((bw * minRttNs) / NS_PER_S, "segments");
  return { formula: `BDP = ${segmentRate(bw)} × ${timeText(minRttNs)} = ${product}` };
}

export const PLATEAU =
  "The bandwidth estimate grew by less than a quarter in three rounds, so the pipe is full and STARTUP over.";

export function drainSentence(drainGain: number, ssthresh: number): string {
  return `DRAIN paces at ${numberText(drainGain)} of the bandwidth until no more than ${quantity(ssthresh, "segments")} are in flight.`;
}

/** `savedCwnd`: the window before the repair; `bounds`: what may hold it down, if anything. */
export function explainBbrTimeout(seen: BbrSeen, savedCwnd: number, bounds = ""): Explanation {
  const within = bounds === "" ? "" : `, as far as allowed by ${bounds}`;
  const back = `The window from before, ${quantity(savedCwnd, "segments")}, is back when the repair is over${within}.`;
  return { sentences: [TIMEOUT, pathSentence(seen), back], ...pathFormula(seen) };
}
