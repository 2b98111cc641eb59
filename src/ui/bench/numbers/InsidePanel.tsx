/** "Inside the algorithm": the declared probes of the queue discipline and of the senders, drawn when asked for. */
import { useId, useState } from "react";
import {
  congestionControls,
  type ProbeSeries,
  queueDisciplines,
  queueOfLink,
} from "../../../engine/index.ts";
import { InSight } from "../../shared/chart/InSight.tsx";
import { hasSeveralLinks, watchedLink } from "../../state/watched-link.ts";
import type { RunView, TimeChartProps } from "../plots/chart-props.ts";
import { flowName } from "../plots/flow-names.ts";
import { ProbeChart } from "../plots/ProbeChart.tsx";
import { useTimeChartProps } from "../plots/use-chart-props.ts";
import { labelOf } from "../setting-differences.ts";
import { queueAt } from "./panel-words.ts";

interface InsidePanelProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export interface Inside {
  readonly source: "queue" | number;
  readonly label: string;
  readonly probes: readonly ProbeSeries[];
}

export function InsidePanel(props: InsidePanelProps) {
  const [open, setOpen] = useState(false);
  const sources = insides(props.run);
  if (sources.length === 0) return null;
  return (
    <details className="inside" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Inside the algorithm</summary>
      {open && <InsideCharts {...props} sources={sources} />}
    </details>
  );
}

/** Who has probes: the queue that is watched, and flows. */
export function insides(run: RunView): Inside[] {
  const { id, label, queue: recorded } = watchedLink(run);
  const aqm = labelOf(queueDisciplines, queueOfLink(run.scenario, id).aqm);
  const queue: Inside = {
    source: "queue",
    label: hasSeveralLinks(run) ? queueAt(aqm, label) : aqm,
    probes: recorded.probes,
  };
  const flows = run.snapshot.flows.map(({ flow, group, probes }): Inside => {
    const { cc } = run.scenario.flows[group];
    const [name, control] = [flowName(run, flow), labelOf(congestionControls, cc)];
    return { source: flow, label: name.includes(control) ? name : `${name}, ${control}`, probes };
  });
  return [queue, ...flows].filter(({ probes }) => probes.length > 0);
}

function InsideCharts({ run, pinned, sources }: InsidePanelProps & { readonly sources: readonly Inside[] }) {
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
  const [ids] = useState(() => [probe.id]);
  return (
    <InSight className="inside__chart">
      <ProbeChart {...chart} source={source} probeIds={ids} />
      <p className="control__note">{probe.help}</p>
    </InSight>
  );
}
