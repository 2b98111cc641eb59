/** What is in force where the playhead stands, where changes in mid-run make it another thing than at the start. */
import type { Scenario } from "../../engine/index.ts";
import { settingsAt } from "./live-changes.ts";
import { inForceWords } from "./news-words.ts";
import type { AppState } from "./store.ts";

type Said = Pick<AppState, "mode" | "scenario" | "settings" | "playback">;

/** A live run's controls show what is in force at its present. */
export function inForceNow({ mode, scenario, settings, playback }: Said): Scenario {
  return mode === "live" ? settings : settingsAt(scenario, playback.playheadS);
}

/**
 * "now 5 Mbps, 10 Mbps at the start"; null where they are the same, or where there was nothing at the start. `textOf`
 * says a value, and null where a scenario has none.
 */
export function nowNote(state: Said, textOf: (scenario: Scenario) => string | null): string | null {
  if (state.scenario.changes.length === 0) return null;
  const atStart = textOf(state.scenario);
  const now = textOf(inForceNow(state));
  if (atStart === null || now === atStart) return null;
  return inForceWords(now, atStart);
}
