/** Explanations of BBR: the phase, the model of the path and, for v2 and v3, the bounds that signals lower. */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { quantity, segmentRate, timeText } from "../../explain/formats.ts";
import type { Phase } from "../../params/param.ts";
import { NS_PER_S } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { timeoutSentence } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import { type Bbr1, MODES } from "./bbr1.ts";
import { bdpMultiple } from "./core.ts";
import { BBR_BOUND_PHASES, type BbrMachine, type StartupEnd } from "./machine.ts";
import { BBR_MIN_WINDOW, BBR_PHASE, type BbrSettings } from "./params.ts";
import { type BbrPathModel, STARTUP } from "./path-model.ts";

/** State of a BBR sender at one moment, as needed for an explanation. */
interface BbrSeen {
  /** Name, such as "BBRv1". */
  readonly name: string;
  /** Phase, such as "PROBE_BW". */
  readonly phase: string;
  readonly pacingGain: number;
  /** Bandwidth in segments per second; 0 if unknown. */
  readonly bw: number;
  /** Minimum RTT (ns); Infinity if unknown. */
  readonly minRttNs: number;
  /** Number of segments sent back to back. */
  readonly burst: number;
  /** Smallest window (segments), if bursts require a larger window than the path does. */
  readonly leastWindow?: number;
}

const isKnown = ({ bw, minRttNs }: BbrSeen) => bw > 0 && minRttNs < Number.POSITIVE_INFINITY;

/** Returns a sentence on the bandwidth, the minimum RTT and the pacing gain. */
function pathSentence(seen: BbrSeen): StoryText {
  const { name, phase, pacingGain, bw, minRttNs } = seen;
  if (!isKnown(seen)) return `${name} is in ${phase} and has no estimate of the path yet.`;
  const gain = fact.number(pacingGain, "1", own.term("pacing gain"));
  const rate = fact.segmentRate(bw, own.term("bandwidth"));
  const smallest = fact.duration(minRttNs, own.term("min RTT"));
  return sentence`${name} is in ${phase}, at a pacing gain of ${gain}, and estimates the path at ${rate} with a minimum RTT of ${smallest}.${burstText(seen)}`;
}

/**
 * Returns a sentence on the send quantum and the window that it requires; empty if the quantum is at most two
 * segments.
 */
function burstText({ burst, leastWindow }: BbrSeen): StoryText {
  const size = fact.number(burst, "segments", own.term("burst"));
  const bursts = burst > 2 ? sentence` Its segments leave in bursts of ${size}, the send quantum.` : "";
  if (leastWindow === undefined) return bursts;
  const room = fact.segments(leastWindow, own.term("least window"));
  return sentence`${bursts} The window has room for three bursts, ${room} in total, which is more than the bandwidth-delay product.`;
}

/** Returns the formula of the bandwidth-delay product, if that product is known. */
function pathFormula(seen: BbrSeen): { readonly formula?: string } {
  const { bw, minRttNs } = seen;
  if (!isKnown(seen)) return {};
  const product = quantity((bw * minRttNs) / NS_PER_S, "segments");
  return { formula: `BDP = ${segmentRate(bw)} × ${timeText(minRttNs)} = ${product}` };
}

/** Sentence that explains why STARTUP ended: the bandwidth stopped growing. */
const PLATEAU =
  "The bandwidth estimate grew by less than a quarter in three rounds, so the path is full and STARTUP ends.";

/** Returns a sentence on the phase DRAIN. */
function drainSentence(drainGain: number, ssthresh: number): StoryText {
  const gain = fact.number(drainGain, "1", own.term("drain gain"));
  const most = fact.segments(ssthresh, own.state("ssthresh"));
  return sentence`DRAIN paces at ${gain} of the bandwidth until at most ${most} are in flight.`;
}

/** Explains the current phase. `window` is cwnd in PROBE_RTT; `priorCwnd` is the cwnd that is restored after loss recovery. */
function explainBbrPhase(
  seen: BbrSeen,
  phase: Phase,
  settings: Pick<BbrSettings, "probeRttIntervalNs" | "probeRttTimeNs">,
  { window, priorCwnd }: { readonly window: number; readonly priorCwnd: number },
): Explanation {
  const gain = fact.number(seen.pacingGain, "1", own.term("pacing gain"));
  const path = pathSentence(seen);
  const rest = pathFormula(seen);
  switch (phase) {
    case BBR_PHASE.probeRtt: {
      const age = fact.duration(settings.probeRttIntervalNs, own.term("interval"));
      const lasts = fact.duration(settings.probeRttTimeNs, own.term("duration"));
      const small = fact.segments(window, own.term("window of PROBE_RTT"));
      return {
        sentences: [
          sentence`${seen.name} had measured no smaller RTT for ${age}, so PROBE_RTT holds cwnd at ${small} for ${lasts} and at least one round trip: the queue drains, the minimum RTT becomes visible again, and then the old window is restored.`,
        ],
        ...rest,
      };
    }
    case BBR_PHASE.conserving: {
      const back = fact.segments(priorCwnd, own.term("saved window"));
      return {
        sentences: [
          sentence`In the first round of loss recovery ${seen.name} conserves packets: cwnd equals the data in flight, and one segment leaves for each one that arrives. After loss recovery the previous window, ${back}, is restored.`,
        ],
        ...rest,
      };
    }
    case BBR_PHASE.startup:
      return {
        sentences: [
          sentence`STARTUP paces at ${gain} times the bandwidth measured so far, until the bandwidth grows by less than a quarter in three rounds.`,
        ],
        ...rest,
      };
    case BBR_PHASE.drain:
    case BBR_PHASE.down:
      return {
        sentences: [
          sentence`${phase.label} paces at ${gain} of the bandwidth, so that the queue built in the previous phase drains.`,
        ],
        ...rest,
      };
    case BBR_PHASE.up:
      return {
        sentences: [
          sentence`${phase.label} paces at ${gain} times the bandwidth to see whether the path carries more.`,
        ],
        ...rest,
      };
    case BBR_PHASE.policed:
      return {
        sentences: [
          "BBR has detected a policer and uses its rate as the bandwidth, so it does not probe for a while.",
          path,
        ],
        ...rest,
      };
    default:
      return { sentences: [path], ...rest };
  }
}

/** Explains a timeout. `priorCwnd` is the window before loss recovery; `bounds` describes the bounds in force, if any. */
function explainBbrTimeout(
  seen: BbrSeen,
  decision: SenderDecision,
  priorCwnd: number,
  bounds: StoryText = "",
): Explanation {
  const within = bounds === "" ? "" : sentence`, as far as allowed by ${bounds}`;
  const saved = fact.segments(priorCwnd, own.term("saved window"));
  const back = sentence`The previous window, ${saved}, is restored after loss recovery${within}.`;
  return { sentences: [timeoutSentence(decision), pathSentence(seen), back], ...pathFormula(seen) };
}

/** Phase names in the order of BbrMode. */
const PHASES = [
  "STARTUP",
  "DRAIN",
  "PROBE_BW (DOWN)",
  "PROBE_BW (CRUISE)",
  "PROBE_BW (REFILL)",
  "PROBE_BW (UP)",
  "PROBE_RTT",
] as const;

interface BbrBounded {
  readonly model: BbrPathModel;
  readonly pacingGain: number;
  readonly priorCwnd: number;
  readonly startupEnd: StartupEnd;
}

/** Explains a decision of BBRv2 or v3: the bounds in force, and the signals that lower them. */
export function explainBbrBounds(bbr: BbrBounded, state: SenderState, decision: SenderDecision): Explanation {
  const { model, priorCwnd } = bbr;
  const seen = seenOf(bbr);
  const bounds = boundsText(model);
  if (decision.event === "rto") return explainBbrTimeout(seen, decision, priorCwnd, bounds);
  const path = pathSentence(seen);
  if (decision.event === "slowStartExit") {
    const drain = drainSentence(model.settings.drainGain, state.ssthresh);
    return { sentences: [endSentence(bbr), drain, path], ...pathFormula(seen) };
  }
  const rule = decision.event === "ecnReduction" ? markSentence(model) : lossSentence(model);
  return {
    sentences: [path, rule, bounds === "" ? "No bound is in force." : sentence`In force now: ${bounds}.`],
    ...pathFormula(seen),
  };
}

/** Returns the current state of a BBRv2 or v3 sender. */
function seenOf({ model, pacingGain }: BbrBounded): BbrSeen {
  const { bw, minRtt, mode, rules, quantum, least } = model;
  const isRoomMore = least > BBR_MIN_WINDOW && least > bdpMultiple(bw, minRtt.minRttNs, 1);
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

/** Lists the bounds in force: "inflight_hi = 67 segments and bw_lo = 600 segments/s"; empty if none. */
function boundsText({ inflightHi, inflightLo, bwLo }: BbrPathModel): StoryText {
  const all = [
    [inflightHi, sentence`inflight_hi = ${fact.segments(inflightHi, own.term("inflight_hi"))}`],
    [inflightLo, sentence`inflight_lo = ${fact.segments(inflightLo, own.term("inflight_lo"))}`],
    [bwLo, sentence`bw_lo = ${fact.segmentRate(bwLo, own.term("bw_lo"))}`],
  ] as const;
  const inForce = all.filter(([bound]) => bound < Number.POSITIVE_INFINITY).map(([, text]) => text);
  return inForce.reduce<StoryText>((list, one) => (list === "" ? one : sentence`${list} and ${one}`), "");
}

function endSentence({ model: { settings, rules }, startupEnd }: BbrBounded): StoryText {
  if (startupEnd === "plateau") return PLATEAU;
  const why =
    startupEnd === "marks"
      ? sentence`Two rounds in a row had ${thresholds(settings).marked} or more of their segments marked`
      : sentence`A round had losses at ${lossEvents(rules)} ACKs or more, and a flight lost more than ${thresholds(settings).lost}`;
  return sentence`${why}, so STARTUP ends before the bandwidth has stopped growing.`;
}

/** Returns a sentence on the shares of lost or marked segments above which the flight counts as too large. */
function thresholds({ ecnThresh, lossThresh }: BbrPathModel["settings"]) {
  return {
    marked: fact.share(ecnThresh, own.term("marked share")),
    lost: fact.share(lossThresh, own.term("lost share")),
  };
}

function lossEvents({ startupLossEvents }: BbrPathModel["rules"]): StoryText {
  return fact.number(startupLossEvents, "times", own.term("constant"));
}

function markSentence({ ecn, minRtt, mode, isProbing, settings }: BbrPathModel): StoryText {
  const most = fact.duration(settings.ecnMaxRttNs, own.term("most RTT of marks"));
  if (!ecn.isEligible && minRtt.minRttNs > settings.ecnMaxRttNs)
    return sentence`Marks count only if the minimum RTT is at most ${most}, so this mark has no effect.`;
  if (!ecn.isEligible) return "Marks count only after a round of data has measured the minimum RTT.";
  const share = thresholds(settings).marked;
  if (mode === STARTUP)
    return sentence`Two rounds in a row with ${share} or more of their segments marked end STARTUP.`;
  if (isProbing)
    return sentence`A probed flight of which ${share} or more is marked ends the probe and sets inflight_hi.`;
  const factor = fact.number(settings.ecnFactor, "1", own.term("factor of marks"));
  const kept = fact.number(ecn.kept, "1", own.term("kept"));
  const alpha = fact.number(ecn.alpha, "1", own.term("α"));
  return sentence`A round with marks reduces inflight_lo to 1 − α × ${factor} = ${kept} of its value; α = ${alpha} is the average share of marks.`;
}

function lossSentence({ mode, isProbing, rules, settings }: BbrPathModel): StoryText {
  const share = thresholds(settings).lost;
  if (mode === STARTUP)
    return sentence`Losses at ${lossEvents(rules)} ACKs of a round, with more than ${share} of a flight lost, end STARTUP.`;
  if (isProbing)
    return sentence`A probed flight that loses more than ${share} ends the probe and sets inflight_hi.`;
  const beta = fact.number(settings.beta, "1", own.term("β_bbr"));
  return sentence`A round with losses reduces inflight_lo and bw_lo to β_bbr = ${beta} of their values, but not below what the round delivered.`;
}

function seenOfV1(bbr: Bbr1): BbrSeen {
  const { bw, mode, minRtt, pacing, quantum } = bbr;
  return {
    name: "BBRv1",
    phase: MODES[mode],
    pacingGain: pacing.gain,
    bw,
    minRttNs: minRtt.minRttNs,
    burst: quantum.burst,
  };
}

export const bbr1Story: SenderStory = {
  explain(bbr: Bbr1, state: SenderState, decision: SenderDecision): Explanation {
    const { event, before } = decision;
    const seen = seenOfV1(bbr);
    if (event === "rto") return explainBbrTimeout(seen, decision, bbr.priorCwnd);
    const [path, formula] = [pathSentence(seen), pathFormula(seen)];
    if (event === "slowStartExit") {
      const drain = drainSentence(bbr.settings.drainGain, state.ssthresh);
      return { sentences: [PLATEAU, drain, path], ...formula };
    }
    const cwnd = fact.segments(before, own.before);
    const stays =
      event === "ecnReduction"
        ? sentence`BBRv1 does not treat a mark as a congestion signal: cwnd stays at ${cwnd}.`
        : sentence`BBRv1 does not treat a loss as a congestion signal: in the first round of loss recovery only as much leaves as arrives, then cwnd returns to ${cwnd}.`;
    return { sentences: [path, stays], ...formula };
  },

  explainPhase(bbr: Bbr1): Explanation {
    const { settings, priorCwnd } = bbr;
    return explainBbrPhase(seenOfV1(bbr), bbr.phaseNow, settings, { window: BBR_MIN_WINDOW, priorCwnd });
  },
};

const machineStory: SenderStory = {
  explain(bbr: BbrMachine, state: SenderState, decision: SenderDecision): Explanation {
    const { model, pacing, priorCwnd, startupEnd } = bbr;
    return explainBbrBounds({ model, pacingGain: pacing.gain, priorCwnd, startupEnd }, state, decision);
  },

  explainPhase(bbr: BbrMachine): Explanation {
    const { model, pacing, priorCwnd, settings, startupEnd } = bbr;
    const seen = seenOf({ model, pacingGain: pacing.gain, priorCwnd, startupEnd });
    const phase = BBR_BOUND_PHASES[model.mode];
    return explainBbrPhase(seen, phase, settings, { window: model.probeRttCwnd, priorCwnd });
  },
};

export const bbr2Story: SenderStory = machineStory;
export const bbr3Story: SenderStory = machineStory;
