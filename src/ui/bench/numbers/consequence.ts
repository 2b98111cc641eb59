/** Describes the effect of the last finished change, for screen readers. */
import type { Scenario, Snapshot } from "../../../engine/index.ts";
import { runView, withChosenFlows } from "../../core/run-view.ts";
import { type AppState, durationOf } from "../../core/store.ts";
import { differenceSentence, plainText, settingsSentence } from "../../parts/words/run-sentences.ts";
import { goodputBps, measured, medianWords, rateText } from "../../plots/run-metrics.ts";
import { liveEndSpoken, liveEndWords } from "../player/LiveEnd.tsx";

/** Describes the effect of the last change. `settings` are the settings at the last announcement. */
export function consequence(state: AppState, settings: Scenario): string {
  const { watch, pinned } = state;
  const among = (snapshot: Snapshot | null) => snapshot && withChosenFlows(snapshot, state.view.chosenFlows);
  const run = runView({ ...state.run, snapshot: among(state.run.snapshot) }, "", watch);
  if (run === null) return "";
  if (state.mode === "live") return liveChange(state, settings, run.snapshot.nowS);
  const before = pinned && runView({ ...pinned, snapshot: among(pinned.snapshot) }, "", watch);
  if (before !== null) {
    const sentence = plainText(differenceSentence(run, before));
    return sentence === "" ? "The same as the pinned run." : `${sentence}, compared with the pinned run.`;
  }
  const { link, ...totals } = measured(run);
  const delay = medianWords(link);
  const words = delay === null ? "" : `, ${delay}`;
  return `${changeWords(settings, state.settings)}Goodput ${rateText(goodputBps(totals))}${words}.`;
}

/** Returns the settings that changed, for runs without a pinned run to compare with. */
function changeWords(before: Scenario, now: Scenario): string {
  const words = plainText(settingsSentence(before, now));
  return words === "" ? "" : `${words}. `;
}

function liveChange(state: AppState, before: Scenario, nowS: number): string {
  const ended = liveEndWords(state);
  if (ended !== null) return liveEndSpoken(ended);
  const { past, settings } = state;
  const last = past.at(-1);
  const endS = durationOf(settings);
  // A different run has replaced the run that had ended.
  if (last?.leftS !== undefined)
    return endS > durationOf(last.settings) ? `The run now continues to ${endS} s.` : "The run starts again.";
  const words = plainText(settingsSentence(before, settings));
  return words === "" ? "" : `${words}, from ${nowS.toFixed(1)} s.`;
}
