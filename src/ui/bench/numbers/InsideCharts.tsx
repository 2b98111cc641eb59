/** "Inside the algorithm": the choice of the queue or a flow, and a plot for each of its probes. */

import { useId, useState } from "react";
import type { ProbeSeries } from "../../../engine/index.ts";
import { type TimeChartProps, useTimeChartProps } from "../../plots/chart-props.ts";
import { ProbePlot } from "../../plots/Probe.tsx";
import { InSight } from "../../shared/chart/InSight.tsx";
import type { Inside, InsidePanelProps } from "./SidePanel.tsx";

export function InsideCharts({
  run,
  pinned,
  sources,
}: InsidePanelProps & { readonly sources: readonly Inside[] }) {
  const chart = useTimeChartProps(run, pinned);
  const menuId = useId();
  const [wanted, setWanted] = useState<string>("queue");
  const chosen = sources.find(({ source }) => String(source) === wanted) ?? sources[0];
  return (
    <>
      {sources.length > 1 && (
        <div className="inside__menu">
          <label htmlFor={menuId}>of</label>
          <select
            id={menuId}
            className="menu"
            value={String(chosen.source)}
            onChange={(event) => setWanted(event.currentTarget.value)}
          >
            {sources.map(({ source, label }) => (
              <option key={String(source)} value={String(source)}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      {chosen.probes.map(({ probe }) => (
        <OneProbe key={`${chosen.source} ${probe.id}`} chart={chart} source={chosen.source} probe={probe} />
      ))}
    </>
  );
}

interface OneProbeProps {
  readonly chart: TimeChartProps;
  readonly source: "queue" | number;
  readonly probe: ProbeSeries["probe"];
}

function OneProbe({ chart, source, probe }: OneProbeProps) {
  return (
    <InSight className="inside__chart">
      <ProbePlot chart={chart} source={source} probeId={probe.id} />
      <p className="control__note">{probe.help}</p>
    </InSight>
  );
}
