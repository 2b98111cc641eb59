/** The drop of one tooth as a handle: its depth is β_ecn. */

import { declaredParams, FLOW_EVENT, type FlowEvents, type NumberParam } from "../../../engine/index.ts";
import { flowColour } from "../../shared/chart/colours.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { firstAtOrAfter } from "../../shared/chart/symbols.ts";
import type { RunView } from "../../state/run-view.ts";

import { betaValue } from "./chart-words.ts";
import { numberOr } from "./run-facts.ts";
import { ValueHandle } from "./ValueHandle.tsx";

/** One drop, kept as it was when the hand took it. */
export interface HeldDrop {
  readonly timeS: number;
  readonly before: number;
}

export interface BetaHandleProps {
  readonly plot: Plot;
  readonly run: RunView;
  readonly flow: number;
  readonly held: HeldDrop | null;
  onHold(drop: HeldDrop | null): void;
  onBeta(beta: number, final: boolean): void;
}

/** The handle keeps this distance from the right edge, where the labels are. */
const CLEAR_OF_LABELS_PX = 110;
const TOUCH_WIDTH_PX = 44;
/** For the label under the knob: the next plot is not to be written over. */
const BELOW_PX = 16;

export function BetaHandle({ plot, run, flow, held, onHold, onBeta }: BetaHandleProps) {
  const group = run.snapshot.results.flows[flow]?.group ?? 0;
  const param = betaParam(run, group);
  const drop = held ?? dropInView(run.snapshot.flowEvents, flow, plot);
  if (param === null || drop === null) return null;
  const beta = numberOr(run.scenario.flows[group].params[param.id], numberOr(param.default, param.min));
  const x = plot.x(drop.timeS);
  const colour = flowColour(flow);
  const isLow = plot.y(drop.before * beta) > plot.bottom - BELOW_PX;
  return (
    <>
      <span
        className="chart-rule chart-drop"
        style={{
          left: x,
          top: plot.y(drop.before),
          height: plot.y(drop.before * beta) - plot.y(drop.before),
          color: colour,
        }}
      />
      <ValueHandle
        plot={plot}
        label="β ecn, the depth of the drop on a CE mark"
        value={beta}
        valueText={betaValue(beta)}
        scale={param}
        toAxis={(kept) => drop.before * kept}
        fromAxis={(cwnd) => cwnd / drop.before}
        x={x}
        width={TOUCH_WIDTH_PX}
        onHold={(grabbed) => onHold(grabbed ? drop : null)}
        onChange={onBeta}
      >
        <span className="chart-knob" style={{ borderColor: colour }} />
        <span
          className={`chart-knob-label${isLow ? " chart-knob-label-above" : ""}`}
          style={{ color: colour }}
        >
          {`×${beta.toFixed(2)}`}
        </span>
      </ValueHandle>
    </>
  );
}

function betaParam(run: RunView, group: number): NumberParam | null {
  if (run.scenario.flows[group] === undefined) return null;
  const param = declaredParams(run.scenario, { scope: "flow", flow: group }).find(
    ({ id }) => id === "beta-ecn",
  );
  return param?.kind === "number" ? param : null;
}

/** The last drop on a mark that is in view, clear of the labels, and not off the axis. */
function dropInView(events: FlowEvents, flow: number, plot: Plot): HeldDrop | null {
  const from = plot.x.invert(plot.left);
  const to = plot.x.invert(Math.max(plot.left, plot.right - CLEAR_OF_LABELS_PX));
  const top = plot.y.domain()[1];
  for (let index = firstAtOrAfter(events.timeS, to) - 1; index >= 0 && events.timeS[index] >= from; index--) {
    const isDrop = events.kind[index] === FLOW_EVENT.ecnReduction && events.flow[index] === flow;
    if (isDrop && events.before[index] <= top)
      return { timeS: events.timeS[index], before: events.before[index] };
  }
  return null;
}
