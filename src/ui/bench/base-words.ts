/** The scenario of a sweep in a line or two: what it is, and what of it is unusual. */
import {
  defaultScenario,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
  setTopology,
  topologies,
} from "../../engine/index.ts";
import { flowName, flowsTotal } from "./flow-words.ts";
import { labelOf, settingDifferences } from "./setting-differences.ts";

const MOST_FLOWS = 2;
const MOST_SETTINGS = 6;

export function scenarioWords(base: Scenario): string {
  const { flows, queue, path } = base;
  const who = flows.length <= MOST_FLOWS ? flows.map(flowName).join(" and ") : flowsTotal(flows);
  const where = `${labelOf(queueDisciplines, queue.aqm)}, ${labelOf(topologies, path.topology).toLowerCase()}`;
  const others = settingDifferences(plainScenario(base), base)
    .filter(({ label }) => label !== "")
    .map(({ label, now }) => `${label} ${now}`);
  const shown = others.slice(0, MOST_SETTINGS).join(", ");
  const more = others.length > MOST_SETTINGS ? ` and ${others.length - MOST_SETTINGS} more` : "";
  return `${who}; ${where}${shown === "" ? "" : `; ${shown}${more}`}`;
}

/** The usual run with the same algorithms: their own defaults need no word. */
function plainScenario({ path, queue, flows }: Scenario): Scenario {
  const plain = setAqm(setTopology(defaultScenario(), path.topology), queue.aqm);
  return flows.length === 1 && plain.flows.length === 1 ? setCc(plain, 0, flows[0].cc) : plain;
}
