/** What CoDel says of a signal; apart from its code, which comes with the first plots. */
import type { Explanation } from "../explain/explanation.ts";
import { numberText, timeText } from "../explain/formats.ts";
import type { CodelLaw } from "./codel-law.ts";
import { explainLate } from "./queue-words.ts";

/** Of the law's own signals; `did` says which, `who` whose law it is. */
export function explainCodel(law: CodelLaw, nowNs: number, did: string, who = "CoDel"): Explanation {
  const { count, lastCount, inverseRoot } = law;
  const resumes = count > 1 ? `, count goes on from ${count}` : "";
  const which = count === lastCount ? "first signal" : `signal ${count - lastCount + 1}`;
  const state = `${which} of this dropping state${count === lastCount ? resumes : ""}`;
  const [target, interval] = [timeText(law.targetNs), timeText(law.intervalNs)];
  const gap = timeText(law.signalGapNs());
  const isRoot = gap === timeText(law.intervalNs / Math.sqrt(count));
  return {
    sentences: [
      `The delay had been above the ${target} target for ${timeText(nowNs - law.aboveSinceNs)}, so ${who} ${did} (${state}).`,
      `The next one is due ${gap} after this one was, unless the delay falls below the target.`,
    ],
    formula: isRoot
      ? `${interval} / √${count} = ${gap}`
      : `${interval} × ${numberText(inverseRoot)} = ${gap} (one Newton step towards 1/√${count})`,
  };
}

/** Of a mark for the CE threshold. */
export function explainCeThreshold(waitedNs: number, thresholdNs: number): Explanation {
  return explainLate(waitedNs, thresholdNs, "CE threshold", "it was marked beside CoDel's own signals");
}
