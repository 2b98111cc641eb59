/** What taking an algorithm's suggestion has changed. */
import type { Scenario } from "../../../engine/index.ts";
import { settingDifferences } from "../setting-differences.ts";

/** "a 0.00002 instead of 0.00001, b …", or that nothing had to change. */
export function takenSentence(before: Scenario, after: Scenario): string {
  const changed = settingDifferences(before, after).map(({ label, now, before: was }) =>
    `${label} ${now} instead of ${was}`.trim(),
  );
  return changed.length === 0 ? "These values fit the path already." : `${changed.join(", ")}.`;
}
