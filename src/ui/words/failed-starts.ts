/** Flows whose connections could not be opened: an error of the flow, not of the run. */
import type { RunView } from "../charts/chart-props.ts";
import { flowName } from "../charts/flow-names.ts";

/** So many flows are named. */
const NAMED = 3;

/** "Flow 2: 1 connection failed, nobody answered its SYNs." Empty where none did. */
export function failedStarts(run: RunView): string[] {
  const failed = run.snapshot.results.flows.filter(({ notOpened = 0 }) => notOpened > 0);
  const lines = failed.slice(0, NAMED).map(({ id, notOpened = 0 }) => {
    const [what, whose] = notOpened === 1 ? ["1 connection", "its"] : [`${notOpened} connections`, "their"];
    return `${flowName(run, id)}: ${what} failed, nobody answered ${whose} SYNs.`;
  });
  const left = failed.length - lines.length;
  return left === 0 ? lines : [...lines, `So did connections of ${left} more.`];
}
