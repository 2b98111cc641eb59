/**
 * The panel next to the stage: the distribution of the delay, the numbers, fairness, and internals of the algorithms.
 */

import { memo, useState } from "react";
import {
  congestionControls,
  type ProbeSeries,
  queueDisciplines,
  queueOfLink,
} from "../../../engine/index.ts";
import type { RunView } from "../../core/run-view.ts";
import { hasSeveralLinks, watchedLink } from "../../core/run-view.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import { useTimeChartProps } from "../../plots/chart-props.ts";
import { flowName } from "../../plots/flow-names.ts";
import { hasPlot, isOff, isOn, PLOTS } from "../../plots/registry.ts";
import type { PlotPlace, PlotRecord } from "../../plots/TimePlot.tsx";
import { type TheoryEntry, theoriesOf, theoryEntries } from "../../plots/theory.ts";
import { Button, Check } from "../../shared/Button.tsx";
import { LazyPlace, lazyPart } from "../../shared/lazy.tsx";
import { useRovingTabindex } from "../../shared/roving-tabindex.ts";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { usePlace } from "../feature.ts";
import { FlowGoodputs, Numbers, ResponseTimes } from "./Numbers.tsx";

interface SidePanelProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export const SidePanel = memo(function SidePanel({ run, pinned }: SidePanelProps) {
  const several = run.snapshot.results.flows.length > 1;
  return (
    <>
      <PlotsAt place="over-numbers" run={run} pinned={pinned} />
      <Numbers run={run} pinned={pinned} />
      <Lists several={several} />
      <MorePlots run={run} />
      <ResponseTimes run={run} />
      {several && <FlowGoodputs run={run} pinned={pinned} />}
      <PlotsAt place="under-numbers" run={run} pinned={pinned} />
      <TheoryPanel run={run} />
      <InsidePanel run={run} pinned={pinned} />
    </>
  );
});

/** Buttons that open lists of the run. They share one Tab stop. */
function Lists({ several }: { readonly several: boolean }) {
  const bench = useBench();
  const group = useRovingTabindex("button", "row");
  const RunLists = usePlace("lists");
  return (
    <p ref={group} className="side__lists">
      {RunLists && <RunLists />}
      {several && (
        <Button look="small" aria-haspopup="dialog" onClick={() => bench.showDialog("flows")}>
          Numbers per flow
        </Button>
      )}
    </p>
  );
}

/** A menu of the plots that are not always on. A link hides those that are off by default from the menu, too. */
function MorePlots({ run }: Pick<SidePanelProps, "run">) {
  const { store } = useBench();
  const frame = useBenchState((state) => state.frame);
  const offered = PLOTS.filter(
    (plot) =>
      (plot.shown === "with data" || (isOff(plot) && !frame.hide.includes(plot.id))) && hasPlot(plot, run),
  );
  if (offered.length === 0) return null;
  const onTicked = (plot: PlotRecord, on: boolean) => {
    const listOf = (list: readonly string[], isListed: boolean) => {
      const others = list.filter((one) => one !== plot.id);
      return isListed ? [...others, plot.id] : others;
    };
    store.set(({ frame: now }) => {
      const changed = isOff(plot) ? { more: listOf(now.more, on) } : { hide: listOf(now.hide, !on) };
      return { frame: { ...now, ...changed } };
    });
  };
  return (
    <details className="more-plots">
      <summary>More plots</summary>
      {offered.map((plot) => (
        <Check key={plot.id} checked={isOn(plot, frame)} onCheck={(on) => onTicked(plot, on)}>
          {plot.label}
        </Check>
      ))}
    </details>
  );
}

function PlotsAt({ place, run, pinned }: SidePanelProps & { readonly place: PlotPlace }) {
  const chart = useTimeChartProps(run, pinned);
  const frame = useBenchState((state) => state.frame);
  return PLOTS.filter((plot) => plot.place === place && hasPlot(plot, run) && isOn(plot, frame)).map(
    ({ id, Plot }) => <Plot key={id} chart={chart} />,
  );
}

export interface InsidePanelProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
}

export interface Inside {
  readonly source: "queue" | number;
  readonly label: string;
  readonly probes: readonly ProbeSeries[];
}

/** The plots of an algorithm's probes are loaded when they are first opened. */
const InsideCharts = lazyPart<InsidePanelProps & { readonly sources: readonly Inside[] }>(
  async () => (await import("./InsideCharts.tsx")).InsideCharts,
);

function InsidePanel(props: InsidePanelProps) {
  const [open, setOpen] = useState(false);
  const sources = insides(props.run);
  if (sources.length === 0) return null;
  return (
    <details className="inside" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Inside the algorithm</summary>
      {open && (
        <LazyPlace part="The plots inside the algorithm">
          <InsideCharts {...props} sources={sources} />
        </LazyPlace>
      )}
    </details>
  );
}

/** Returns the parts of the run that have probes: the watched queue, and flows. */
export function insides(run: RunView): Inside[] {
  const { id, label, queue: recorded } = watchedLink(run);
  const aqm = labelOf(queueDisciplines, queueOfLink(run.scenario, id).aqm, run.scenario.programs);
  const queue: Inside = {
    source: "queue",
    label: hasSeveralLinks(run) ? `${aqm} at ${label}` : aqm,
    probes: recorded.probes,
  };
  const flows = run.snapshot.flows.map(({ flow, group, probes }): Inside => {
    const { cc } = run.scenario.flows[group];
    const [name, control] = [flowName(run, flow), labelOf(congestionControls, cc, run.scenario.programs)];
    return { source: flow, label: name.includes(control) ? name : `${name}, ${control}`, probes };
  });
  return [queue, ...flows].filter(({ probes }) => probes.length > 0);
}

/** Theoretical predictions for the run, each with its assumptions. They are drawn over the plots on demand. */
function TheoryPanel({ run }: { readonly run: RunView }) {
  const [open, setOpen] = useState(false);
  const entries = theoryEntries(run);
  if (entries.length === 0) return null;
  return (
    <details className="inside" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Theory</summary>
      {open && isDrawable(run) && <DrawSwitch />}
      {open && (
        <dl className="theory">
          {entries.map((entry, index) => (
            <Entry key={entry.id} entry={entry} before={entries[index - 1]} />
          ))}
        </dl>
      )}
    </details>
  );
}

/** Returns whether a prediction adds lines to the plots. Fair shares over time are always drawn. */
function isDrawable(run: RunView): boolean {
  return theoriesOf(run).some(({ value }) => value.form !== "steps");
}

function DrawSwitch() {
  const { store } = useBench();
  const drawn = useBenchState((state) => state.view.theory);
  return (
    <Check checked={drawn} onCheck={(theory) => store.set(({ view }) => ({ view: { ...view, theory } }))}>
      Draw theory over the plots
    </Check>
  );
}

/** One prediction. Assumptions that equal those of the previous entry are not repeated. */
function Entry({ entry, before }: { readonly entry: TheoryEntry; readonly before: TheoryEntry | undefined }) {
  const { label, value, sentence, cite } = entry;
  const isNew = sentence !== before?.sentence || cite !== before.cite;
  return (
    <div>
      <dt>
        <SymbolText text={label} />
      </dt>
      <dd className="theory__value">{value}</dd>
      {isNew && (
        <dd className="theory__note">
          <SymbolText text={`${sentence} ${cite}.`.trim()} />
        </dd>
      )}
    </div>
  );
}
