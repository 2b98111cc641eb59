/** Prints the data from which a page would build its menus and controls, and the pages of the reference. */
import "../../../src/engine/simulator.ts";
import { referencePages } from "../../../src/cli/reference-pages.ts";
import {
  congestionControls,
  declaredParams,
  defaultScenario,
  queueDisciplines,
  setAqm,
  setCc,
} from "../../../src/engine/index.ts";

const scenario = setCc(setAqm(defaultScenario(), "made-up"), 0, "made-up");
const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
const menus = {
  queues: idsOf(queueDisciplines),
  senders: idsOf(congestionControls),
  queueControls: idsOf(declaredParams(scenario, { scope: "queue" })),
  flowControls: idsOf(declaredParams(scenario, { scope: "flow", flow: 0 })),
};
process.stdout.write(JSON.stringify({ ...menus, reference: Object.fromEntries(referencePages()) }));
