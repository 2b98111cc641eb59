/** The distribution of queue delay on the scale that is chosen, under the choice of the link; by flow where that is asked. */

import { type ReactNode, useMemo, useState } from "react";
import { queueDisciplines, queueOfLink, type Scenario } from "../../../engine/index.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/watched-link.ts";
import type { CdfScale, DelayCdfProps, FlowCurve } from "./chart-props.ts";
import { DelayCdf } from "./DelayCdf.tsx";
import { DelayLegend } from "./DelayLegend.tsx";
import { flowCount, flowName } from "./flow-names.ts";
import { useFlowDelays } from "./use-flow-delays.ts";

interface DistributionProps extends Pick<DelayCdfProps, "run" | "pinned"> {
  readonly menu: ReactNode;
}

export function Distribution({ run, pinned, menu }: DistributionProps) {
  const [scale, setScale] = useState<CdfScale>("linear");
  const [chosen, setChosen] = useState<boolean | null>(null);
  const hasFlows = flowCount(run) > 1;
  const isByFlow = hasFlows && (chosen ?? separatesFlows(run.scenario, watchedLink(run).id));
  const { delays, error } = useFlowDelays(run, isByFlow);
  const byFlow = useMemo(() => (delays === null ? [] : curvesOf(run, delays.flows)), [run, delays]);
  return (
    <>
      {(menu || hasFlows) && (
        <p className="plot__link">
          {menu}
          {hasFlows && (
            <label className="check plot__by-flow">
              <input
                type="checkbox"
                checked={isByFlow}
                onChange={(event) => setChosen(event.currentTarget.checked)}
              />
              by flow
            </label>
          )}
        </p>
      )}
      <DelayCdf run={run} pinned={pinned} byFlow={byFlow} scale={scale} onScale={setScale} />
      {isByFlow && <DelayLegend run={run} byFlow={byFlow} isCounting={delays === null} error={error} />}
    </>
  );
}

/** Curves of more flows would be a thicket. */
const DRAWN_FLOWS = 20;

function curvesOf(
  run: RunView,
  flows: readonly { readonly flow: number; readonly delayCdf: FlowCurve["cdf"] }[],
): FlowCurve[] {
  return flows
    .filter(({ delayCdf }) => delayCdf.ms.length > 0)
    .slice(0, DRAWN_FLOWS)
    .map(({ flow, delayCdf }) => ({ flow, name: flowName(run, flow), cdf: delayCdf }));
}

/** Where flows wait in queues of their own, one curve for all says of none how long it waits. */
function separatesFlows(scenario: Scenario, link: string): boolean {
  const { aqm } = queueOfLink(scenario, link);
  return queueDisciplines.some(({ id, separates }) => id === aqm && separates === true);
}
