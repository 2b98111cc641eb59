/** What BBRv2 and v3 say of signals: which bounds they lower, and when. */
import type { SenderState } from "../tcp/sender-state.ts";
import type { Explanation, SenderDecision } from "../why/explanation.ts";
import { numberText, percent, quantity, segmentRate, timeText } from "../why/formats.ts";
import type { BbrBoundSettings } from "./bbr-bound-params.ts";
import { BBR_MIN_WINDOW } from "./bbr-params.ts";
import { type BbrPathModel, STARTUP } from "./bbr-path-model.ts";
import {
  type BbrSeen,
  drainSentence,
  explainBbrTimeout,
  PLATEAU,
  pathFormula,
  pathSentence,
} from "./bbr-words.ts";

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

export interface BbrBounded {
  readonly model: BbrPathModel;
  readonly settings: BbrBoundSettings;
  readonly pacingGain: number;
  readonly savedCwnd: number;
  readonly startupEnd: StartupEnd;
}

export function explainBbrBounds(bbr: BbrBounded, state: SenderState, decision: SenderDecision): Explanation {
  const { model, settings, savedCwnd } = bbr;
  const seen = seenOf(bbr);
  const bounds = boundsText(model);
  if (decision.event === "rto") return explainBbrTimeout(seen, savedCwnd, bounds);
  const path = pathSentence(seen);
  if (decision.event === "slowStartExit") {
    const drain = drainSentence(settings.drainGain, state.ssthresh);
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

function endSentence({ model, settings, startupEnd }: BbrBounded): string {
  if (startupEnd === "plateau") return PLATEAU;
  const why =
    startupEnd === "marks"
      ? `Two rounds in a row had ${percent(settings.ecnThresh)} or more of their segments marked`
      : `A round had losses at ${model.rules.startupLossEvents} ACKs or more, and a flight lost more than ${percent(settings.lossThresh)}`;
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
