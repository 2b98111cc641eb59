/** Flows whose connections could not be opened: an error of the flow, not of the run. */
import { counted, ofNumber } from "../../../experiments/counted.ts";
import type { RunView } from "../plots/chart-props.ts";
import { flowName } from "../plots/flow-names.ts";

/** So many flows are named. */
const NAMED = 3;

/** "Flow 2: 1 connection failed, nobody answered its SYNs." Empty where none did. */
export function failedStarts(run: RunView): string[] {
  const failed = run.snapshot.results.flows.filter(({ notOpened = 0 }) => notOpened > 0);
  const lines = failed.slice(0, NAMED).map(({ id, notOpened = 0 }) => {
    const whose = ofNumber(notOpened, "its", "their");
    return `${flowName(run, id)}: ${counted(notOpened, "connection")} failed, nobody answered ${whose} SYNs.`;
  });
  const left = failed.length - lines.length;
  return left === 0 ? lines : [...lines, `So did connections of ${left} more.`];
}

/** For the sentence over the plots: "flow 2 failed to connect", "3 flows failed to connect"; null where none did. */
export function failedInShort(run: RunView): string | null {
  const failed = run.snapshot.results.flows.filter(({ notOpened = 0 }) => notOpened > 0);
  if (failed.length === 0) return null;
  const who = failed.length === 1 ? flowName(run, failed[0].id) : counted(failed.length, "flow");
  return `${who} failed to connect`;
}
