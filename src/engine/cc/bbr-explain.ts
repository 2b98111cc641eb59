/** What BBRs say of themselves: the phase, what they believe of the path, and of v2 and v3 which bounds signals lower, and when. */

import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import { numberText, percent, quantity, segmentRate, timeText } from "../explain/formats.ts";
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { TIMEOUT } from "./backoff.ts";
import { BBR_MIN_WINDOW } from "./bbr-params.ts";
import { type BbrPathModel, STARTUP } from "./bbr-path-model.ts";

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

/** In the order of BbrMode. */
const PHASES = [
  "STARTUP",
  "DRAIN",
  "PROBE_BW (DOWN)",
  "PROBE_BW (CRUISE)",
  "PROBE_BW (REFILL)",
  "PROBE_BW (UP)",
  "PROBE_RTT",
] as const;

/** What ended STARTUP: the bandwidth that grew no more, or one of the signals. */
export type StartupEnd = "plateau" | "marks" | "losses";

interface BbrBounded {
  readonly model: BbrPathModel;
  readonly pacingGain: number;
  readonly savedCwnd: number;
  readonly startupEnd: StartupEnd;
}

export function explainBbrBounds(bbr: BbrBounded, state: SenderState, decision: SenderDecision): Explanation {
  const { model, savedCwnd } = bbr;
  const seen = seenOf(bbr);
  const bounds = boundsText(model);
  if (decision.event === "rto") return explainBbrTimeout(seen, savedCwnd, bounds);
  const path = pathSentence(seen);
  if (decision.event === "slowStartExit") {
    const drain = drainSentence(model.settings.drainGain, state.ssthresh);
    return { sentences: [endSentence(bbr), drain, path], ...pathFormula(seen) };
  }
  const rule = decision.event === "ecnReduction" ? markSentence(model) : lossSentence(model);
  return {
    sentences: [path, rule, bounds === "" ? "No bound is in force now." : `In force now: ${bounds}.`],
    ...pathFormula(seen),
  };
}

function seenOf({ model, pacingGain }: BbrBounded): BbrSeen {
  const { bw, minRtt, mode, rules, quantum, least } = model;
  const isRoomMore = least > BBR_MIN_WINDOW && least > minRtt.bdp(bw, 1);
  return {
    name: rules.name,
    phase: PHASES[mode],
    pacingGain,
    bw,
    minRttNs: minRtt.minRttNs,
    burst: quantum.burst,
    ...(isRoomMore ? { leastWindow: least } : {}),
  };
}

/** Those in force: "inflight_hi = 67 segments and bw_lo = 600 segments/s"; empty: none. */
function boundsText({ inflightHi, inflightLo, bwLo }: BbrPathModel): string {
  const [hi, lo] = [inflightHi, inflightLo].map((bound) => quantity(bound, "segments"));
  const all = [
    [inflightHi, `inflight_hi = ${hi}`],
    [inflightLo, `inflight_lo = ${lo}`],
    [bwLo, `bw_lo = ${segmentRate(bwLo)}`],
  ] as const;
  const inForce = all.filter(([bound]) => bound < Number.POSITIVE_INFINITY).map(([, text]) => text);
  return inForce.join(" and ");
}

function endSentence({ model: { settings, rules }, startupEnd }: BbrBounded): string {
  if (startupEnd === "plateau") return PLATEAU;
  const why =
    startupEnd === "marks"
      ? `Two rounds in a row had ${percent(settings.ecnThresh)} or more of their segments marked`
      : `A round had losses at ${rules.startupLossEvents} ACKs or more, and a flight lost more than ${percent(settings.lossThresh)}`;
  return `${why}, so STARTUP is over before the bandwidth has stopped growing.`;
}

function markSentence({ ecn, minRtt, mode, isProbing, settings }: BbrPathModel): string {
  const most = timeText(settings.ecnMaxRttNs);
  if (!ecn.isEligible && minRtt.minRttNs > settings.ecnMaxRttNs)
    return `Marks count where the smallest RTT is at most ${most}, so this one changes nothing.`;
  if (!ecn.isEligible) return "Marks count once a round of data has shown the smallest RTT.";
  const share = percent(settings.ecnThresh);
  if (mode === STARTUP)
    return `Two rounds in a row with ${share} or more of their segments marked end STARTUP.`;
  if (isProbing)
    return `A probed flight of which ${share} or more is marked ends the probe and sets inflight_hi.`;
  return `A round with marks leaves 1 − α × ${numberText(settings.ecnFactor)} = ${numberText(ecn.kept)} of inflight_lo; α = ${numberText(ecn.alpha)} is the average share of marks.`;
}

function lossSentence({ mode, isProbing, rules, settings }: BbrPathModel): string {
  const share = percent(settings.lossThresh);
  if (mode === STARTUP)
    return `Losses at ${rules.startupLossEvents} ACKs of a round, with more than ${share} of a flight lost, end STARTUP.`;
  if (isProbing) return `A probed flight that loses more than ${share} ends the probe and sets inflight_hi.`;
  return `A round with losses leaves β_bbr = ${numberText(settings.beta)} of inflight_lo and bw_lo, but no less than it delivered.`;
}
