/** The changes in mid-run that are part of the scenario; in a whole run each can be taken out again. */
import {
  type Change,
  congestionControls,
  queueDisciplines,
  resolvePath,
  type Scenario,
} from "../../engine/index.ts";
import { useBench, useBenchState } from "../hooks/use-store.ts";
import { SymbolText } from "../SymbolText.tsx";
import { unionParam } from "../state/rail.ts";
import { labelOf, nameOf, valueText } from "../words/setting-differences.ts";
import { Icon } from "./Icon.tsx";

export function ChangesList() {
  const { edits, store } = useBench();
  const changes = useBenchState((state) => state.scenario.changes);
  const live = useBenchState((state) => state.mode === "live");
  if (changes.length === 0) return null;
  const remove = (index: number) => {
    const { scenario } = store.get();
    edits.edit({ ...scenario, changes: scenario.changes.filter((_, i) => i !== index) });
  };
  return (
    <div className="changes">
      <h3>Changes in mid-run</h3>
      <ol>
        {changes.map((change, index) => (
          <li key={`${change.atS} ${change.id} ${change.flow} ${change.link}`}>
            <span className="changes__time">{timeText(change.atS)}</span>
            <span>
              <SymbolText text={changeText(store.get().scenario, change)} />
            </span>
            {!live && (
              <button
                type="button"
                className="quiet"
                aria-label={`Remove: ${timeText(change.atS)}`}
                onClick={() => remove(index)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

export function timeText(seconds: number): string {
  return `${Number(seconds.toFixed(3))} s`;
}

export function changeText(scenario: Scenario, change: Change): string {
  const where = placeText(scenario, change);
  const value = String(change.value);
  if (change.id === "aqm") return `${where}${labelOf(queueDisciplines, value)}`;
  if (change.id === "cc") return `${where}${labelOf(congestionControls, value)}`;
  const param = unionParam(scenario, change.id);
  return param === null
    ? `${where}${change.id} ${value}`
    : `${where}${nameOf(param)} ${valueText(param, change.value)}`;
}

function placeText({ path, flows }: Scenario, { flow, link }: Change): string {
  if (link !== null) {
    const { links } = resolvePath(path);
    return links.length === 1 ? "" : `${links.find(({ id }) => id === link)?.label ?? link}: `;
  }
  return flow === null || flows.length === 1 ? "" : `flow ${flow + 1}: `;
}
