/** Explanations of RED: the part of the curve, and how the signal was spread. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { type StoryPart, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import { actionTaken, explainFull, probed, term, withMore } from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import type { RedDiscipline } from "./discipline.ts";
import type { RedLaw } from "./law.ts";

function tellChance(law: RedLaw, count: number): StoryText {
  if (!law.waits)
    return sentence`count·p_b had reached ${term("drawn", law.drawnAtSignal)}, which had been drawn at random between ${term("constant", 0)} and ${term("constant", 1)}`;
  const spread = law.spread(count);
  return spread < 1
    ? sentence`the draw with p_a = ${term("p-a", spread)} chose it`
    : "a signal had become certain";
}

/** Describes the part of RED's curve that gave p_b. Above th_max the curve continues to rise in ns-2's gentle mode. */
function tellRegion(
  law: RedLaw,
  average: number,
  long: (name: string, value: number) => StoryPart,
): StoryText {
  const [min, max] = [long("min", law.min), long("max", law.max)];
  const [none, most, all] = [term("constant", 0), term("max-p", law.maxP), term("constant", 1)];
  return average < law.max
    ? sentence`between th_min = ${min} and th_max = ${max}, where p_b rises from ${none} to max_p = ${most}`
    : sentence`between th_max = ${max} and ${term("constant", 2)}·th_max = ${long("twice-max", 2 * law.max)}, where p_b continues to rise from max_p = ${most} to ${all} (gentle mode)`;
}

/** Returns the formula of p_b as text, in the unit of the average. */
function tellBase(law: RedLaw, average: number): string {
  const [avg, min, max, maxP] = [average, law.min, law.max, law.maxP].map((value) => numberText(value));
  return average < law.max
    ? `p_b = ${maxP} × (${avg} − ${min}) / (${max} − ${min})`
    : `p_b = ${maxP} + (1 − ${maxP}) × (${avg} − ${max}) / ${max}`;
}

/** Returns the formula that leads from p_b to the signal, as text. */
function tellSpread(law: RedLaw, count: number): string {
  const p = numberText(law.probability);
  if (!law.waits) {
    const reached = numberText(count * law.probability);
    return `${count} × ${p} = ${reached} ≥ ${numberText(law.drawnAtSignal)}`;
  }
  const spread = law.spread(count);
  return spread < 1
    ? `p_a = ${p} / (2 − ${count} × ${p}) = ${numberText(spread)}`
    : `p_a = 1, as ${count} × ${p} leaves less than ${p} of 2`;
}

/**
 * Explains the signal of the last packet that was judged. `did` is the text for its effect; `length` formats an average or a
 * threshold.
 */
function explainRed(
  law: RedLaw,
  average: number,
  did: StoryText,
  length: (value: number) => string,
): Explanation {
  const long = (name: string, value: number) => term(name, value, length(value));
  if (average >= law.certainFrom) {
    const bound = `${law.gentle ? "2·" : ""}th_max`;
    const most = length(law.certainFrom);
    return {
      sentences: [
        sentence`The average queue was ${long("average", average)}, and from ${bound} = ${long("certain-from", law.certainFrom)} on every packet carries a signal, so RED ${did}.`,
      ],
      formula: `avg = ${length(average)} ≥ ${bound} = ${most}`,
    };
  }
  const { countAtSignal: count, probability } = law;
  return {
    sentences: [
      sentence`The average queue was ${long("average", average)}, ${tellRegion(law, average, long)}: it was ${probed("p", probability)}.`,
      sentence`It was packet ${term("count", count)} since the last signal or since the average rose above th_min: ${tellChance(law, count)}, so RED ${did}.`,
    ],
    formula: `${tellBase(law, average)} = ${numberText(probability)}; ${tellSpread(law, count)}`,
  };
}

export const redStory = {
  explain(queue: RedDiscipline, decision: QueueDecision): Explanation {
    const { law, average, settings } = queue;
    const length = (value: number) =>
      queue.inBytes ? `${numberText(value / 1000)} kB` : `${numberText(value)} packets`;
    if (decision.event === "overflowDrop") {
      const long = (name: string, value: number) => term(name, value, length(value));
      const thresholds = sentence`th_min = ${long("min", law.min)} and th_max = ${long("max", law.max)}`;
      const slow = sentence`At that time RED's average queue was ${long("average", average.value)}, with ${thresholds}.`;
      return withMore(explainFull(queue.fifo, queue.limit, decision.packet), slow);
    }
    const high = settings.marking ? "ECN-capable packets are also dropped at such an average" : undefined;
    return explainRed(law, average.value, actionTaken(decision, high), length);
  },
} satisfies QueueStory;
