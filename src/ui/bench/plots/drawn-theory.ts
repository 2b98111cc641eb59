/** What theory says of a run, laid over its plots; it comes when a person wants to see it. */

import type { RunView } from "../../state/run-view.ts";
import type { DrawnTheory } from "./chart-props.ts";
import { theoriesOf } from "./theory.ts";
import { cwndTheory, delayTheory, probeTheory, rateTheory, withTheory } from "./theory-lines.ts";

export function drawnTheory(run: RunView): DrawnTheory {
  const theory = theoriesOf(run);
  return {
    overCwnd: (model, highlightFlow) => withTheory(model, cwndTheory({ run, theory, highlightFlow })),
    overRate: (model, highlightFlow) => withTheory(model, rateTheory({ run, theory, highlightFlow })),
    overDelay: (model) => withTheory(model, delayTheory({ run, theory })),
    overProbe: (model, source, probe) => withTheory(model, probeTheory({ run, theory }, source, probe)),
  };
}
