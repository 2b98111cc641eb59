/** Under the distribution by flow: what time it covers, and whose percentiles are which. */
import type { RunView } from "../../state/run-view.ts";
import "./delay-legend.css";
import { flowColour, flowDash } from "../../shared/chart/colours.ts";
import { watchedLink } from "../../state/watched-link.ts";
import { cdfCoverage, tailText } from "./cdf-model.ts";
import type { FlowCurve } from "./chart-props.ts";
import { NAMED_FLOWS } from "./flow-names.ts";

interface DelayLegendProps {
  readonly run: RunView;
  readonly byFlow: readonly FlowCurve[];
  readonly isCounting: boolean;
  readonly error: string | null;
}

export function DelayLegend({ run, byFlow, isCounting, error }: DelayLegendProps) {
  const covered = cdfCoverage(run);
  const named = byFlow.slice(0, NAMED_FLOWS);
  const others = byFlow.length - named.length;
  return (
    <ul className="delay-legend" aria-label="Queue delay by flow">
      {covered !== "" && <li>{covered}</li>}
      {error !== null && <li role="alert">{error}</li>}
      {error === null && isCounting && <li>by flow: once the run rests, it is counted again</li>}
      {byFlow.length > 0 && (
        <LegendLine
          name="all packets"
          tail={tailText(watchedLink(run).delayCdf)}
          colour="var(--ink)"
          dash={[]}
        />
      )}
      {named.map(({ flow, name, cdf }) => (
        <LegendLine
          key={flow}
          name={name}
          tail={tailText(cdf)}
          colour={flowColour(flow)}
          dash={flowDash(flow)}
        />
      ))}
      {others > 0 && <li>{`and ${others} more: the numbers per flow have them`}</li>}
    </ul>
  );
}

interface LegendLineProps {
  readonly name: string;
  readonly tail: string;
  readonly colour: string;
  readonly dash: readonly number[];
}

function LegendLine({ name, tail, colour, dash }: LegendLineProps) {
  return (
    <li className="delay-legend__line">
      <svg width="22" height="8" aria-hidden="true">
        <line x1="0" x2="22" y1="4" y2="4" strokeDasharray={dash.join(" ")} style={{ stroke: colour }} />
      </svg>
      <span>{name}</span>
      <span className="delay-legend__tail">{tail}</span>
    </li>
  );
}
