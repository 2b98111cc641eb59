/** The plots of a notebook as paths: each run's small ones on scales that all of them share. */
import type { BucketSeries, DelayCdf } from "../../engine/index.ts";
import type { RunView } from "../charts/chart-props.ts";
import { linearScale, niceDomain, type Scale } from "../charts/scale.ts";
import { watchedLink } from "../charts/watched-link.ts";

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

export function sharedScales(runs: readonly Watched[]): SmallScales {
  const most = (values: readonly number[]) => Math.max(1e-3, ...values.filter(Number.isFinite));
  const flows = runs.flatMap(({ snapshot }) => snapshot.flows.slice(0, SHOWN_FLOWS));
  const links = runs.map(watchedLink);
  const upTo = (value: number): Scale => linearScale(niceDomain([0, value], 4), [SMALL.bottom, SMALL.top]);
  const along = (value: number): Scale => linearScale([0, value], [SMALL.left, SMALL.right]);
  return {
    time: along(most(runs.map(({ snapshot }) => snapshot.nowS))),
    cwnd: upTo(most(flows.map(({ cwnd }) => largest(cwnd)))),
    delay: upTo(most(links.map(({ queue }) => largest(queue.sojournMs)))),
    delays: along(most(links.map(({ delayCdf: { ms } }) => ms.at(-1) ?? 0))),
    share: upTo(1),
  };
}

function largest({ max, length }: BucketSeries): number {
  let most = 0;
  for (let i = 0; i < length; i++) if (max[i] > most) most = max[i];
  return most;
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
