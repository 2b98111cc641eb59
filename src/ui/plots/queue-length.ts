/** The number of packets in the watched link's queue over time, with the queue's limit if it is close. */
import { queueOfLink } from "../../engine/index.ts";
import type { RunView } from "../core/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../core/run-view.ts";
import { type ChartModel, type ChartNote, type Reading, shortNumber } from "../shared/chart/chart-model.ts";
import { type Mark, pinnedMarks } from "../shared/chart/marks.ts";
import { niceFromZero } from "../shared/chart/plot-geometry.ts";
import { valueAt } from "../shared/chart/recorded-series.ts";
import type { TimeChartProps } from "./chart-props.ts";
import { queueEvents } from "./QueueDelay.tsx";
import { besidePinned, changeWords, coveredWords, runPaint, sentence } from "./run-facts.ts";
import { warmupS } from "./run-metrics.ts";
import { steadyRange } from "./steady-range.ts";
import type { LazyTimePlot } from "./TimePlot.tsx";

type LengthInput = Pick<TimeChartProps, "run" | "pinned" | "view">;

const LIMIT = { paint: "inkSoft", px: 1, dash: [5, 3] } as const;
/** Ratio to the longest queue above which the limit is not drawn, because the axis would flatten the queue. */
const CLOSE = 1.6;

export function queueLengthModel({ run, pinned, view }: LengthInput): ChartModel {
  const lengthOf = (each: RunView) => watchedLink(each).queue.lengthPackets;
  const peaks = pinned === null ? [lengthOf(run)] : [lengthOf(run), lengthOf(pinned)];
  const range = steadyRange(peaks, view, warmupS(run.scenario)) ?? { steady: 1, whole: 1 };
  const limit = limitPackets(run);
  const isClose = limit !== null && limit <= range.whole * CLOSE;
  const top = isClose ? Math.max(range.steady, limit) : range.steady;
  const line = (each: RunView) => {
    return { mark: "line", data: lengthOf(each), style: { paint: runPaint(each) } } as const;
  };
  const reading = (name: string, each: RunView, timeS: number, paint: Reading["paint"]): Reading => {
    const value = valueAt(lengthOf(each), timeS);
    return { name, value, text: `${shortNumber(value)} packets`, paint };
  };
  const rule: Mark[] = isClose ? [{ mark: "rule", at: { value: limit }, style: LIMIT }] : [];
  const note: ChartNote = {
    text: `limit ${limit}`,
    inFull: `The queue has room for ${limit} packets`,
    ...LIMIT,
  };
  return {
    title: "queue length",
    unit: "packets",
    range,
    yDomain: niceFromZero(top),
    marks: [...pinnedMarks(pinned, (before) => [line(before)]), ...rule, line(run)],
    peaks,
    notes: () => (isClose ? [note] : []),
    readAt: (timeS) => [
      reading(pinned === null ? "queue length" : run.label, run, timeS, runPaint(run)),
      ...(pinned === null ? [] : [reading("pinned", pinned, timeS, "ghost")]),
    ],
    summary: () => lengthWords(run, pinned),
  };
}

/** Returns the limit of the watched queue in packets; null if it is in bytes. */
function limitPackets(run: RunView): number | null {
  const match = /^(\d+)p$/.exec(String(queueOfLink(run.scenario, watchedLink(run).id).params.limit));
  return match === null ? null : Number(match[1]);
}

function lengthWords(run: RunView, pinned: RunView | null): string {
  const { mean, max } = watchedResult(run).queuePackets;
  const place = hasSeveralLinks(run) ? `at ${watchedLink(run).label}: ` : "";
  const own = `${place}mean ${shortNumber(mean)} packets, maximum ${max}, ${coveredWords(run)}`;
  const beside = besidePinned(run, pinned, (before) => {
    const then = watchedResult(before).queuePackets;
    return [
      ...changeWords("mean", mean, then.mean, "packets"),
      ...changeWords("maximum", max, then.max, "packets"),
    ];
  });
  return `${sentence(own)}.${beside}`;
}

export const queueLength: LazyTimePlot<LengthInput> = {
  kind: "queue-length",
  heightPx: 100,
  useInput: ({ run, pinned, view }) => ({ run, pinned, view }),
  model: queueLengthModel,
  asks: { of: "queue", events: queueEvents },
};
