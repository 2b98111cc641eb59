/** The smoothed RTT of each sender over time (RFC 6298 §2), as the sender measures it with the queue's delay. */
import type { RunView } from "../core/run-view.ts";
import { type ChartModel, type Reading, shortNumber } from "../shared/chart/chart-model.ts";
import { type Mark, pinnedMarks } from "../shared/chart/marks.ts";
import { niceFromZero } from "../shared/chart/plot-geometry.ts";
import { valueAt } from "../shared/chart/recorded-series.ts";
import { flowLines } from "./Cwnd.tsx";
import type { TimeChartProps } from "./chart-props.ts";
import {
  flowCount,
  flowName,
  flowNotes,
  NAMED_FLOWS,
  readTraces,
  shortFlowName,
  tracesOfSenders,
} from "./flow-names.ts";
import { besidePinned, changeWords, coveredWords, namedOf, sentence } from "./run-facts.ts";
import { warmupS } from "./run-metrics.ts";
import { steadyRange } from "./steady-range.ts";
import type { LazyTimePlot } from "./TimePlot.tsx";

type RttInput = Pick<TimeChartProps, "run" | "pinned" | "view" | "highlightFlow">;

export function smoothedRttModel({ run, pinned, view, highlightFlow }: RttInput): ChartModel {
  const seriesOf = ({ snapshot }: RunView) => snapshot.flows.map(({ srttMs }) => srttMs);
  const peaks = [...seriesOf(run), ...(pinned === null ? [] : seriesOf(pinned))];
  const reading = (name: string, value: number, paint: Reading["paint"], shortName = name): Reading => {
    return { name, shortName, value, text: `${shortNumber(value)} ms`, paint };
  };
  return {
    title: "smoothed RTT",
    unit: "ms",
    yDomain: niceFromZero(steadyRange(peaks, view, warmupS(run.scenario))?.steady ?? 1),
    marks: [
      ...pinnedMarks(pinned, ({ snapshot }) =>
        snapshot.flows.map(({ flow, srttMs }) => ({ mark: "line", data: srttMs, style: { paint: flow } })),
      ),
      ...flowLines(run, run.snapshot.flows, highlightFlow).map(([{ srttMs }, style]): Mark => {
        return { mark: "line", data: srttMs, style };
      }),
    ],
    peaks,
    notes: () => flowNotes(run, tracesOfSenders(run)),
    readAt(timeS) {
      const isLone = run.snapshot.flows.length === 1;
      const lone = pinned === null ? "smoothed RTT" : run.label;
      const ghost = pinned?.snapshot.flows[0];
      return [
        ...readTraces(run, highlightFlow).map(({ flow, srttMs }) => {
          const value = valueAt(srttMs, timeS);
          return isLone
            ? reading(lone, value, flow)
            : reading(flowName(run, flow), value, flow, shortFlowName(run, flow));
        }),
        ...(ghost === undefined ? [] : [reading("pinned", valueAt(ghost.srttMs, timeS), "ghost")]),
      ];
    },
    summary: () => smoothedRttWords(run, pinned),
  };
}

/** Describes the range and the mean of each sender's smoothed RTT. */
function smoothedRttWords(run: RunView, pinned: RunView | null): string {
  const { flows } = run.snapshot.results;
  const each = namedOf(tracesOfSenders(run), NAMED_FLOWS, "recorded flow", ({ flow }) => {
    const name = flowCount(run) > 1 ? `${flowName(run, flow)} ` : "";
    const rtt = flows[flow]?.srttMs ?? null;
    if (rtt === null) return `${name}no RTT measured`;
    const [min, max, mean] = [rtt.min, rtt.max, rtt.mean].map(shortNumber);
    return `${name}between ${min} and ${max} ms, mean ${mean} ms`;
  });
  const measured = each.length === 0 ? "no sender is recorded" : each.join("; ");
  const beside = besidePinned(run, pinned, (before) =>
    tracesOfSenders(run)
      .slice(0, NAMED_FLOWS)
      .flatMap(({ flow }) => {
        const name = flowCount(run) > 1 ? `${flowName(run, flow)} mean` : "mean";
        const then = before.snapshot.results.flows[flow]?.srttMs?.mean;
        return changeWords(name, flows[flow]?.srttMs?.mean, then, "ms");
      }),
  );
  return `${sentence(measured)}, ${coveredWords(run)}.${beside}`;
}

export const smoothedRtt: LazyTimePlot<RttInput> = {
  kind: "srtt",
  heightPx: 100,
  useInput: ({ run, pinned, view, highlightFlow }) => ({ run, pinned, view, highlightFlow }),
  model: smoothedRttModel,
  asks: { of: "cwnd" },
};
