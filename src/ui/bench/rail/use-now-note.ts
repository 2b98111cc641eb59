/** What a control says where another value is in force at the playhead than at the start. */
import type { Param, Scenario } from "../../../engine/index.ts";
import { nowNote } from "../../state/in-force.ts";
import { isMixed, type RailPlace, readAt } from "../../state/rail.ts";
import { useBenchState } from "../../state/use-store.ts";
import { valueText } from "../setting-differences.ts";

export function useNowNote(textOf: (scenario: Scenario) => string | null): string | null {
  return useBenchState((state) => nowNote(state, textOf));
}

export function useParamNowNote(place: RailPlace, param: Param): string | null {
  return useNowNote((scenario) => {
    const value = readAt(scenario, place, param.id);
    if (value === undefined) return null;
    return isMixed(scenario, place, param.id) ? "mixed" : valueText(param, value);
  });
}

/** With what else there is to be said. */
export function joinedNotes(...notes: readonly (string | null | undefined)[]): string | null {
  const said = notes.filter((note) => note !== null && note !== undefined && note !== "");
  return said.length === 0 ? null : said.join(" · ");
}
