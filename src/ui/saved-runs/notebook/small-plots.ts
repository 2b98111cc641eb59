/** The plots of a notebook as paths: each run's small ones on scales that all share, or on its own. */
import type { BucketSeries, DelayCdf } from "../../../engine/index.ts";
import { warmupS } from "../../bench/numbers/metrics.ts";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { steadyRange } from "../../bench/plots/steady-range.ts";
import { linearScale, niceDomain, type Scale } from "../../shared/chart/scale.ts";
import { watchedLink } from "../../state/watched-link.ts";

export const SMALL = { width: 360, height: 140, left: 40, right: 346, top: 8, bottom: 118 } as const;
/** Further flows of a run would be no more than a tangle. */
export const SHOWN_FLOWS = 4;

type Watched = Pick<RunView, "scenario" | "snapshot" | "link">;

export interface SmallScales {
  readonly time: Scale;
  readonly cwnd: Scale;
  readonly delay: Scale;
  /** x of the distribution, in ms. */
  readonly delays: Scale;
  /** y of the distribution. */
  readonly share: Scale;
}

/** That fit all of these runs: of several they are shared, of one they are its own. */
export function scalesOf(runs: readonly Watched[]): SmallScales {
  const most = (values: readonly number[]) => Math.max(1e-3, ...values.filter(Number.isFinite));
  const upTo = (value: number): Scale => linearScale(niceDomain([0, value], 4), [SMALL.bottom, SMALL.top]);
  const along = (value: number): Scale => linearScale([0, value], [SMALL.left, SMALL.right]);
  const cwnds = ({ snapshot }: Watched) => snapshot.flows.slice(0, SHOWN_FLOWS).map(({ cwnd }) => cwnd);
  return {
    time: along(most(runs.map(({ snapshot }) => snapshot.nowS))),
    cwnd: upTo(most(runs.map((run) => steadyTop(run, cwnds(run))))),
    delay: upTo(most(runs.map((run) => steadyTop(run, [watchedLink(run).queue.sojournMs])))),
    delays: along(most(runs.map((run) => watchedLink(run).delayCdf.ms.at(-1) ?? 0))),
    share: upTo(1),
  };
}

/** As the bench's plots: slow start's peak would flatten all the rest. */
function steadyTop({ scenario, snapshot }: Watched, series: readonly BucketSeries[]): number {
  return steadyRange(series, { fromS: 0, toS: snapshot.nowS }, warmupS(scenario))?.steady ?? 0;
}

/** Each px's extremes on the way to its last value; a gap lifts the pen. */
export function seriesPath(series: BucketSeries, x: Scale, y: Scale): string {
  const { startS, bucketS, length, min, max, last } = series;
  const steps: string[] = [];
  let pen = false;
  for (let from = 0; from < length; ) {
    const px = Math.floor(x(startS + from * bucketS));
    let to = from;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (; to < length && (to === from || Math.floor(x(startS + to * bucketS)) === px); to++) {
      low = Math.min(low, Number.isNaN(min[to]) ? low : min[to]);
      high = Math.max(high, Number.isNaN(max[to]) ? high : max[to]);
    }
    const end = last[to - 1];
    from = to;
    if (Number.isNaN(end)) {
      pen = false;
      continue;
    }
    const extremes = high > low ? `V${short(y(high))}V${short(y(low))}` : "";
    steps.push(`${pen ? "L" : "M"}${px},${short(y(end))}${extremes}V${short(y(end))}`);
    pen = true;
  }
  return steps.join("");
}

export function distributionPath({ ms, fraction }: DelayCdf, x: Scale, y: Scale): string {
  const steps = [`M${short(x(0))},${short(y(0))}`];
  for (let i = 0; i < ms.length; i++) steps.push(`L${short(x(ms[i]))},${short(y(fraction[i]))}`);
  return ms.length === 0 ? "" : steps.join("");
}

function short(value: number): string {
  return String(Number(value.toFixed(1)));
}
