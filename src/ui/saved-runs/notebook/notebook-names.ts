/** What a run is called when it is kept, until a person names it. */
import { congestionControls, queueDisciplines, type Scenario } from "../../../engine/index.ts";
import { labelOf, settingDifferences } from "../../bench/setting-differences.ts";

/** How many settings a name spells out. */
const SPELLED_OUT = 2;

/** By what differs from the run kept before, where that is little; otherwise by senders and queue. Taken names are numbered. */
export function suggestedName(scenario: Scenario, before: Scenario | null, taken: readonly string[]): string {
  const name = (nameByDifference(scenario, before) ?? nameByKind(scenario)).replaceAll("_", " ");
  let [free, number] = [name, 2];
  for (; taken.includes(free); number++) free = `${name} (${number})`;
  return free;
}

function nameByDifference(scenario: Scenario, before: Scenario | null): string | null {
  const differences = before === null ? [] : settingDifferences(before, scenario);
  if (differences.length === 0 || differences.length > SPELLED_OUT) return null;
  return differences.map(({ label, now }) => `${label} ${now}`.trim()).join(", ");
}

function nameByKind({ flows, queue }: Scenario): string {
  const senders = [...new Set(flows.map(({ cc }) => labelOf(congestionControls, cc)))];
  const sent = senders.length > SPELLED_OUT ? `${senders.length} senders` : senders.join(" and ");
  return [sent, labelOf(queueDisciplines, queue.aqm)].filter((word) => word !== "").join(", ");
}
