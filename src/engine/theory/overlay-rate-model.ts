/**
 * What the rate models give for the signals that a run measured: Padhye's for losses, Kwon and Fahmy's where there were
 * marks. Per group of long flows of NewReno and its like.
 */

import { readNumber } from "../params/read.ts";
import { delayText } from "../params/value-text.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { FlowResult, RunResults } from "../trace/snapshot.ts";
import { type AimdAnswers, aimdAnswers } from "./aimd-answers.ts";
import { kwonRate } from "./kwon.ts";
import { constant, type Overlay, short } from "./overlay.ts";
import { padhyeRate } from "./padhye.ts";
import { isLong } from "./steady-flows.ts";

/** Growth counts acknowledged segments, so that delayed ACKs do not slow it down: b of the models. */
const SEGMENTS_PER_ACK = 1;
/** Fewer signals than this make no probability. */
const FEWEST_SIGNALS = 10;
/** The models' answer to a loss. */
const HALF = 0.5;
const BITS_PER_MEGABIT = 1e6;

interface Measured {
  /** Signals per packet sent, and the share of marks among them. */
  readonly p: number;
  readonly markShare: number;
  readonly rttS: number;
}

export function rateModelOverlays(scenario: Scenario, results: RunResults | null): Overlay[] {
  if (results === null || scenario.changes.length > 0) return [];
  return scenario.flows.flatMap((spec, group) => {
    // Traffic over UDP keeps the name of a sender, but none of its parameters.
    const answers = isLong(scenario, spec) ? aimdAnswers(spec) : null;
    if (answers === null) return [];
    const measured = measure(results.flows.filter((flow) => flow.group === group));
    if (measured === null) return [];
    const overlay = overlayOf(scenario, answers, group, measured);
    return overlay === null ? [] : [overlay];
  });
}

/** Null where there is too little to go by. */
function measure(flows: readonly FlowResult[]): Measured | null {
  let [marks, losses, packets, rttMs, withRtt] = [0, 0, 0, 0, 0];
  for (const flow of flows) {
    marks += flow.ecnReductions;
    losses += flow.lossReductions + flow.rtos;
    packets += flow.packetsSent;
    if (flow.srttMs === null) continue;
    rttMs += flow.srttMs.mean;
    withRtt++;
  }
  if (marks + losses < FEWEST_SIGNALS || withRtt === 0) return null;
  return { p: (marks + losses) / packets, markShare: marks / (marks + losses), rttS: rttMs / withRtt / 1000 };
}

function overlayOf(
  scenario: Scenario,
  answers: AimdAnswers,
  group: number,
  measured: Measured,
): Overlay | null {
  const { p, markShare, rttS } = measured;
  if (markShare < 1 && answers.toLoss.beta !== HALF) return null;
  const timeoutS = rttS + readNumber(scenario.tcp, "min-rto") / 1000;
  const settings = { timeoutS, segmentsPerAck: SEGMENTS_PER_ACK };
  const given = `From this run: a signal in ${short(1 / p)} packets, round trips of ${delayText(rttS * 1000, short)}`;
  const place = { kind: "rate", link: null, group } as const;
  const megabits = (readNumber(scenario.tcp, "mss") * 8) / BITS_PER_MEGABIT;
  if (markShare === 0) {
    const open = { maxWindow: Number.POSITIVE_INFINITY, timeoutShare: "exact" } as const;
    return {
      ...place,
      id: "padhye-rate",
      label: "Padhye: rate",
      sentence: `${given}. Independent losses, half the window each, timeouts included; payload sent, retransmissions too.`,
      cite: "Padhye et al. 1998, eq. 31",
      value: constant(padhyeRate(p, { ...settings, ...open, rttS }) * megabits),
    };
  }
  const answer = { ...answers.toMark, timeoutsAfter: "losses", variant: "corrected" } as const;
  const rate = kwonRate({ markShare, p, lossP: p, markP: p }, rttS, { ...settings, ...answer });
  return {
    ...place,
    id: "kwon-rate",
    label: "Kwon and Fahmy: rate",
    sentence: `${given}, ${short(markShare * 100)} % of the signals marks. Signals are independent; a mark keeps β_ecn of the window, a loss half.`,
    cite: "Kwon and Fahmy, eqs. 1-15",
    value: constant(rate * megabits),
  };
}
