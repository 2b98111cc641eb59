/**
 * Two plots of response times, with a dot for each response at the time of its last byte: RTTs of pings, and download times of
 * web pages, short flows and transfers of a given size.
 */
import type { EventSeries, FlowResult } from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import type { RunView } from "../core/run-view.ts";
import { type ChartModel, type ChartNote, type Reading, shortNumber } from "../shared/chart/chart-model.ts";
import { type Mark, type Place, pinnedMarks } from "../shared/chart/marks.ts";
import { niceFromZero, type Plot, type TimeView, viewOf } from "../shared/chart/plot-geometry.ts";
import { valueAt } from "../shared/chart/recorded-series.ts";
import type { TimeChartProps } from "./chart-props.ts";
import { flowCount, flowName, NAMED_FLOWS, shortFlowName } from "./flow-names.ts";
import {
  besidePinned,
  changeWords,
  coveredWords,
  isPing,
  isTransfer,
  namedOf,
  sentence,
} from "./run-facts.ts";
import { warmupS } from "./run-metrics.ts";
import { steadyRange } from "./steady-range.ts";
import type { LazyTimePlot } from "./TimePlot.tsx";

type ResponseInput = Pick<TimeChartProps, "run" | "pinned" | "view" | "highlightFlow">;

/** Response times that share a place of the plot (ms). */
interface Group {
  readonly timeS: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** The response times of one flow. */
interface ResponsesOfFlow {
  readonly flow: number;
  /** Returns the responses in a view in about `most` groups. */
  groups(view: TimeView, most: number): readonly Group[];
  /** Returns the last response time at a time (ms); NaN before the first response. */
  lastMs(timeS: number): number;
}

/** Groups start at multiples of their length in every view, so that panning does not move the dots. */
function recorded(flow: number, series: EventSeries): ResponsesOfFlow {
  const { startS, bucketS, length, min, max, count } = series;
  return {
    flow,
    lastMs: (timeS) => valueAt(series, timeS),
    groups({ fromS, toS }, most) {
      const step = Math.max(1, Math.ceil((toS - fromS) / bucketS / most));
      const first = step * Math.max(0, Math.floor((fromS - startS) / bucketS / step));
      const end = Math.min(length, Math.ceil((toS - startS) / bucketS) + 1);
      const groups: Group[] = [];
      for (let from = first; from < end; from += step) {
        const to = Math.min(end, from + step);
        let [low, high, responses] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
        for (let bucket = from; bucket < to; bucket++) {
          // A bucket without responses repeats the last value.
          if (count[bucket] === 0) continue;
          low = Math.min(low, min[bucket]);
          high = Math.max(high, max[bucket]);
          responses += count[bucket];
        }
        const timeS = startS + ((from + to) / 2) * bucketS;
        if (responses > 0) groups.push({ timeS, low, high, count: responses });
      }
      return groups;
    },
  };
}

/** Returns the single response of a flow that ends once its transfer is complete; null while it is not. */
function completed({ id, startS, fctS, responses }: FlowResult): ResponsesOfFlow | null {
  if (fctS === null || responses !== null) return null;
  const [timeS, ms] = [startS + fctS, fctS * 1000];
  return {
    flow: id,
    lastMs: (atS) => (atS >= timeS ? ms : Number.NaN),
    groups: ({ fromS, toS }) =>
      timeS >= fromS && timeS <= toS ? [{ timeS, low: ms, high: ms, count: 1 }] : [],
  };
}

type OfKind = (run: RunView, group: number) => boolean;

function seriesOf(run: RunView, isOfKind: OfKind): EventSeries[] {
  return run.snapshot.flows.flatMap(({ group, responseMs }) =>
    responseMs !== undefined && isOfKind(run, group) ? [responseMs] : [],
  );
}

function responsesOf(run: RunView, isOfKind: OfKind): ResponsesOfFlow[] {
  const { flows, results } = run.snapshot;
  const ofTraces = flows.flatMap(({ flow, group, responseMs }) =>
    responseMs !== undefined && isOfKind(run, group) ? [recorded(flow, responseMs)] : [],
  );
  const once = results.flows.flatMap((flow) => (isOfKind(run, flow.group) ? (completed(flow) ?? []) : []));
  return [...ofTraces, ...once].sort((a, b) => a.flow - b.flow);
}

/** Width of a group of responses (px). */
const COLUMN_PX = 2;
const DOT_PX = 2.1;
const HIGHLIGHTED_DOT_PX = 2.8;

/** Returns a dot for each response. Where more than two share a place, a bar joins the shortest and the longest. */
function responseMarks(
  { flow, groups }: ResponsesOfFlow,
  msPerUnit: number,
  highlightFlow: number | null = null,
) {
  const inPlot = (plot: Plot) => groups(viewOf(plot), (plot.right - plot.left) / COLUMN_PX);
  const bars = (plot: Plot) =>
    inPlot(plot).flatMap(({ timeS, low, high, count }): Place[] => {
      const x = plot.x(timeS);
      if (count < 3) return [];
      return [
        [x, plot.y(low / msPerUnit)],
        [x, plot.y(high / msPerUnit)],
        [x, Number.NaN],
      ];
    });
  const places = (plot: Plot) =>
    inPlot(plot).flatMap(({ timeS, low, high }): Place[] =>
      [...new Set([low, high])].map((ms) => [plot.x(timeS), plot.y(ms / msPerUnit)]),
    );
  const radiusPx = flow === highlightFlow ? HIGHLIGHTED_DOT_PX : DOT_PX;
  return [
    { mark: "line", data: bars, style: { paint: flow, px: 1, alpha: 0.5 } },
    { mark: "dots", places, radiusPx, style: { paint: flow } },
  ] as const;
}

interface ResponsePlot {
  readonly title: string;
  /** One response, such as "ping". */
  readonly word: string;
  readonly isOfKind: OfKind;
  /** Returns the highest value that the axis shows (ms). */
  topMs(all: readonly ResponsesOfFlow[], input: ResponseInput): number;
  /** Marks behind the dots, and their entries in the legend. */
  reference?(
    run: RunView,
    responses: readonly ResponsesOfFlow[],
    msPerUnit: number,
  ): { readonly marks: readonly Mark[]; readonly notes: readonly ChartNote[] };
}

const MS_PER_S = 1000;

function responseModel(
  { title, word, isOfKind, topMs, reference }: ResponsePlot,
  input: ResponseInput,
): ChartModel {
  const { run, pinned, highlightFlow } = input;
  const responses = responsesOf(run, isOfKind);
  const before = pinned === null ? [] : responsesOf(pinned, isOfKind);
  const highest = topMs([...responses, ...before], input);
  const msPerUnit = highest >= MS_PER_S ? MS_PER_S : 1;
  const behind = reference?.(run, responses, msPerUnit) ?? { marks: [], notes: [] };
  const reading = (name: string, shortName: string, ms: number, paint: Reading["paint"]): Reading => {
    return { name, shortName, value: ms / msPerUnit, text: timeText(ms), paint };
  };
  const seen = responses.filter(({ flow }, place) =>
    highlightFlow === null ? place < NAMED_FLOWS : flow === highlightFlow,
  );
  // The only flow with responses needs no word for each of them, and the only flow of a run needs no name.
  const isLone = responses.length < 2;
  const isNamed = flowCount(run) > 1;
  const last = `last ${word}`;
  return {
    title,
    unit: msPerUnit === 1 ? "ms" : "s",
    yDomain: niceFromZero(highest / msPerUnit),
    marks: [
      ...pinnedMarks(pinned && before, (all) => all.flatMap((each) => responseMarks(each, msPerUnit))),
      ...behind.marks,
      ...responses.flatMap((each) => responseMarks(each, msPerUnit, highlightFlow)),
    ],
    peaks: msPerUnit === 1 ? [...seriesOf(run, isOfKind), ...(pinned ? seriesOf(pinned, isOfKind) : [])] : [],
    notes: () => [
      ...responses.map(({ flow }, place): ChartNote => {
        const whose = (name: string) => (isNamed ? (isLone ? name : `${word}, ${name}`) : word);
        return {
          text: whose(shortFlowName(run, flow)),
          inFull: `${word}, ${flowName(run, flow)}`,
          glyph: "●",
          paint: flow,
          isAside: place >= NAMED_FLOWS,
        };
      }),
      ...behind.notes,
    ],
    readAt: (timeS) => [
      ...seen.map(({ flow, lastMs }) =>
        isLone
          ? reading(last, last, lastMs(timeS), flow)
          : reading(`${last}, ${flowName(run, flow)}`, shortFlowName(run, flow), lastMs(timeS), flow),
      ),
      ...before.slice(0, 1).map(({ lastMs }) => reading("pinned", "pinned", lastMs(timeS), "ghost")),
    ],
    summary: () => responseWords(run, pinned, responses, word),
  };
}

/** Returns a time with three digits, in s from one second on. */
function timeText(ms: number): string {
  return ms >= MS_PER_S ? `${shortNumber(ms / MS_PER_S)} s` : `${shortNumber(ms)} ms`;
}

function responseWords(
  run: RunView,
  pinned: RunView | null,
  responses: readonly ResponsesOfFlow[],
  word: string,
): string {
  const { flows } = run.snapshot.results;
  const nameOf = (flow: number) => (flowCount(run) > 1 ? `${flowName(run, flow)}: ` : "");
  const each = namedOf(responses, NAMED_FLOWS, "flow", ({ flow }) => {
    const { responses: numbers, fctS } = flows[flow];
    if (numbers === null)
      return `${nameOf(flow)}${fctS === null ? `no ${word}` : `one ${word} in ${timeText(fctS * MS_PER_S)}`}`;
    const [mean, p90, max] = [numbers.meanS, numbers.p90S, numbers.maxS].map((s) => timeText(s * MS_PER_S));
    return `${nameOf(flow)}${counted(numbers.n, word)}, mean ${mean}, 90th percentile ${p90}, longest ${max}`;
  });
  if (each.length === 0) return `${sentence(`no ${word} is complete`)}, ${coveredWords(run)}.`;
  const beside = besidePinned(run, pinned, (before) =>
    responses.slice(0, NAMED_FLOWS).flatMap(({ flow }) => {
      const [now, then] = [run, before].map((its) => {
        const found = its.snapshot.results.flows[flow];
        const meanS = found?.responses?.meanS ?? found?.fctS ?? undefined;
        return meanS === undefined ? undefined : meanS * MS_PER_S;
      });
      return changeWords(`${nameOf(flow)}mean`, now, then, "ms");
    }),
  );
  return `${sentence(each.join("; "))}, ${coveredWords(run)}.${beside}`;
}

/** Returns the longest response time in view (ms). */
function longestMs(all: readonly ResponsesOfFlow[], { view }: ResponseInput): number {
  return Math.max(0, ...all.flatMap(({ groups }) => groups(view, 1).map(({ high }) => high)));
}

const PING: ResponsePlot = {
  title: "ping RTT",
  word: "ping",
  isOfKind: isPing,
  topMs(_, { run, pinned, view }) {
    const series = [run, ...(pinned === null ? [] : [pinned])].flatMap((each) => seriesOf(each, isPing));
    const { steady, whole } = steadyRange(series, view, warmupS(run.scenario)) ?? { steady: 1, whole: 1 };
    // An axis in s shows the whole peak, because the label of a peak that is cut off would be in ms.
    return steady >= MS_PER_S ? whole : steady;
  },
  reference(run, responses, msPerUnit) {
    const paths = [...new Set(responses.map(({ flow }) => run.snapshot.results.flows[flow].rttMs))];
    if (paths.length !== 1) return { marks: [], notes: [] };
    const style = { paint: "inkSoft", px: 1, dash: [5, 3] } as const;
    return {
      marks: [{ mark: "rule", at: { value: paths[0] / msPerUnit }, style }],
      notes: [
        {
          text: "path",
          inFull: `path without a queue, ${Number(paths[0].toPrecision(3))} ms`,
          paint: style.paint,
          dash: style.dash,
        },
      ],
    };
  },
};

const DOWNLOAD: ResponsePlot = {
  title: "download time",
  word: "download",
  isOfKind: isTransfer,
  topMs: longestMs,
};

function plotOf(kind: string, plot: ResponsePlot, of: "queue" | "throughput"): LazyTimePlot<ResponseInput> {
  return {
    kind,
    heightPx: 100,
    useInput: ({ run, pinned, view, highlightFlow }) => ({ run, pinned, view, highlightFlow }),
    model: (input) => responseModel(plot, input),
    asks: { of },
  };
}

export const pingRtt = plotOf("ping-rtt", PING, "queue");
export const downloadTimes = plotOf("download-time", DOWNLOAD, "throughput");
