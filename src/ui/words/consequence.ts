/** What the last finished change has led to, for those who hear the page. */
import type { Snapshot } from "../../engine/index.ts";
import { withChosenFlows } from "../state/chosen-flows.ts";
import { runView } from "../state/run-view.ts";
import type { AppState } from "../state/store.ts";
import { differenceSentence, plainText, settingsSentence } from "./difference.ts";
import { goodputBps, measured, rateText, waitText } from "./metrics.ts";

export function consequence(state: AppState): string {
  const { watch, pinned } = state;
  const among = (snapshot: Snapshot | null) => snapshot && withChosenFlows(snapshot, state.view.chosenFlows);
  const run = runView({ ...state.run, snapshot: among(state.run.snapshot) }, "", watch);
  if (run === null) return "";
  if (state.mode === "live") return liveChange(state, run.snapshot.nowS);
  const before = pinned && runView({ ...pinned, snapshot: among(pinned.snapshot) }, "", watch);
  if (before !== null) {
    const sentence = plainText(differenceSentence(run, before));
    return sentence === "" ? "The same as the pinned run." : `${sentence}.`;
  }
  const { link, ...totals } = measured(run);
  const delay = link.sojournMs?.p50;
  const words = delay === undefined ? "" : `, median queue delay ${waitText(delay)}`;
  return `Goodput ${rateText(goodputBps(totals))}${words}.`;
}

function liveChange({ past, settings }: AppState, nowS: number): string {
  const before = past.at(-1)?.settings;
  const words = before === undefined ? "" : plainText(settingsSentence(before, settings));
  return words === "" ? "" : `${words}, from ${nowS.toFixed(1)} s.`;
}
