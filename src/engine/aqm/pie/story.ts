/** Explanations of PIE: the draw, the last step of p, and the burst allowance. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { type StoryPart, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import { actionTaken, explainFull, probed, term, timeTerm, withMore } from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import {
  LARGE_DELAY_NS,
  LARGE_DELAY_STEP,
  LARGEST_STEP,
  MARK_CEILING,
  type PieControl,
  type PiStep,
} from "./control.ts";
import type { PieDiscipline } from "./discipline.ts";
import { ACCUMULATED_MAX, ACCUMULATED_MIN, type PieLaw } from "./law.ts";
import type { PieLinuxLaw } from "./pie-linux.ts";

/** Returns a sentence such as "At the last update the delay was 30 ms …: p went from 0.05 to 0.0541." */
export function stepSentence(
  step: PiStep,
  symbol: string,
  value: number,
  delay = "the delay",
): readonly StoryPart[] {
  const { before, delayNs, delayOldNs, targetNs } = step;
  const [from, to] = [term("p-before", before), term("p", value)];
  const moved =
    numberText(before) === numberText(value)
      ? sentence`stayed at ${to}`
      : sentence`went from ${from} to ${to}`;
  return sentence`At the last update ${delay} was ${timeTerm("delay", delayNs)} against the target of ${timeTerm("target", targetNs)}, and ${timeTerm("delay-old", delayOldNs)} at the previous update: ${symbol} ${moved}.`;
}

/** Returns the formula of the step as text. `notes` are the reasons why the result differs from the formula. */
export function stepFormula(step: PiStep, symbol: string, value: number, notes: readonly string[]): string {
  const { before, scale, delayNs, delayOldNs, alphaPerS, betaPerS, targetNs } = step;
  const terms = `${numberText(alphaPerS)}/s × (${timeText(delayNs)} − ${timeText(targetNs)}) + ${numberText(betaPerS)}/s × (${timeText(delayNs)} − ${timeText(delayOldNs)})`;
  const scaled = scale === 1 ? terms : `1/${1 / scale} × (${terms})`;
  const more = notes.map((note) => `, ${note}`).join("");
  const sum = more === "" ? "" : `${numberText(before + step.unlimited)}${more}: `;
  return `${symbol} = ${numberText(before)} + ${scaled} = ${sum}${numberText(value)}`;
}

/** Returns the reasons why the last step differs from the step computed from the delays. */
function stepNotes(law: PieControl, decay: string): string[] {
  const { before, unlimited, delayNs, delayOldNs } = law.lastStep;
  const notes = [];
  if (before >= MARK_CEILING && unlimited > LARGEST_STEP) notes.push(`${LARGEST_STEP} a step at most`);
  if (delayNs > LARGE_DELAY_NS) notes.push(`${LARGE_DELAY_STEP} more above ${timeText(LARGE_DELAY_NS)}`);
  if (before + unlimited < 0 || before + unlimited > 1) notes.push("kept within 0 and 1");
  if (delayNs === 0 && delayOldNs === 0 && law.p < before + unlimited) notes.push(decay);
  return notes;
}

/**
 * Explains the signal for the current packet. `draw` is the text on how the packet was chosen, and `decay` the text on how
 * p falls without a delay. `who` is the name of the discipline, and `last` holds sentences to append.
 */
function explainControl(
  law: PieControl,
  { draw, decay }: { readonly draw: StoryText; readonly decay: string },
  decision: QueueDecision,
  who = "PIE",
  last?: Explanation["sentences"],
): Explanation {
  const { p, lastStep, settings } = law;
  const above = settings.marking
    ? sentence`p is above ${term("constant", MARK_CEILING)}, where ECN-capable packets are dropped too`
    : undefined;
  const { maxBurstNs } = settings;
  const burst =
    maxBurstNs > 0
      ? [sentence`The burst allowance of ${timeTerm("max-burst", maxBurstNs)} was used up.`]
      : [];
  return {
    sentences: [
      sentence`${draw}, so ${who} ${actionTaken(decision, above)}.`,
      stepSentence(lastStep, "p", p),
      ...(last ?? burst),
    ],
    formula: stepFormula(lastStep, "p", p, stepNotes(law, decay)),
  };
}

/** Explains a signal of PIE's law, in a queue that may belong to a single flow. */
export function explainPie(
  law: PieLaw,
  decision: QueueDecision,
  who?: string,
  last?: Explanation["sentences"],
): Explanation {
  return explainControl(law, { draw: pieDraw(law), decay: "less 1/64 without a delay" }, decision, who, last);
}

function pieDraw(law: PieLaw): readonly StoryPart[] {
  const { accumulatedAtSignal } = law;
  const sum = sentence`The sum of p since the last signal was ${term("accumulated", accumulatedAtSignal)}`;
  return accumulatedAtSignal >= ACCUMULATED_MAX
    ? sentence`${sum}. From ${term("constant", ACCUMULATED_MAX)} on a signal is certain`
    : sentence`${sum}. Above ${term("constant", ACCUMULATED_MIN)} PIE signals at random, with p = ${term("p", law.p)} per packet. This packet was drawn`;
}

function pieLinuxDraw(law: PieLinuxLaw): readonly StoryPart[] {
  return sentence`Each packet that arrives is chosen with probability p = ${term("p", law.p)}, and the draw chose this one`;
}

export const pieStory: QueueStory = {
  explain(queue: PieDiscipline<PieLaw>, decision: QueueDecision): Explanation {
    return decision.event === "overflowDrop"
      ? explainOverflow(queue, decision)
      : explainPie(queue.law, decision);
  },
};

export const pieLinuxStory: QueueStory = {
  explain(queue: PieDiscipline<PieLinuxLaw>, decision: QueueDecision): Explanation {
    if (decision.event === "overflowDrop") return explainOverflow(queue, decision);
    const { law } = queue;
    return explainControl(law, { draw: pieLinuxDraw(law), decay: "× 0.98 without a delay" }, decision);
  },
};

function explainOverflow({ fifo, limit, law }: PieDiscipline, { packet }: QueueDecision): Explanation {
  const full = explainFull(fifo, limit, packet);
  return withMore(full, sentence`At that time PIE's probability p was ${probed("p", law.p)}.`);
}
