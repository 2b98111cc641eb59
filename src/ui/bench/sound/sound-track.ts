/** What there is to hear of a run: a window, the watched link's delay, and what happened, at any time. */
import { FLOW_EVENT, QUEUE_EVENT } from "../../../engine/index.ts";
import { valueAt } from "../../shared/chart/columns.ts";
import { firstAtOrAfter } from "../../shared/chart/event-symbols.ts";
import { watchedLink } from "../../state/watched-link.ts";
import type { RunView } from "../plots/chart-props.ts";
import { type Reach, roundReach, type TickKind } from "./sound-mapping.ts";

export interface Tick {
  readonly atS: number;
  readonly kind: TickKind;
}

export interface SoundTrack {
  /** In segments; NaN where there is none. */
  windowAt(timeS: number): number;
  /** In ms; NaN where no packet has left the queue yet. */
  delayAt(timeS: number): number;
  /** From a time on and before another one, in order. */
  ticksIn(fromS: number, toS: number): Tick[];
  /** Null where there is no window. */
  readonly reach: Reach | null;
  /** Out to a power of two; 0 where nothing has waited. */
  readonly longestMs: number;
}

type Heard = Pick<RunView, "snapshot" | "link">;

/** `flow`: whose window and events; null: all recorded windows together, and everybody's events. */
export function soundTrack(run: Heard, flow: number | null): SoundTrack {
  const windows = run.snapshot.flows
    .filter((trace) => flow === null || trace.flow === flow)
    .map(({ cwnd }) => cwnd);
  const { sojournMs } = watchedLink(run).queue;
  const windowAt = (timeS: number) => {
    let sum = 0;
    for (const cwnd of windows) sum += valueAt(cwnd, timeS) || 0;
    return sum > 0 ? sum : Number.NaN;
  };
  const delayAt = (timeS: number) => valueAt(sojournMs, timeS);
  const [lowest, highest] = extremes(windowAt, run.snapshot.nowS);
  const [, longest] = extremes(delayAt, run.snapshot.nowS);
  return {
    windowAt,
    delayAt,
    ticksIn: (fromS, toS) => ticksIn(run, flow, fromS, toS),
    reach: roundReach(lowest, highest),
    longestMs: longest > 0 ? 2 ** Math.ceil(Math.log2(longest)) : 0,
  };
}

/** As finely as a plot of this many px shows it. */
const LOOKS = 2000;

function extremes(read: (timeS: number) => number, endS: number): [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let look = 0; look < LOOKS; look++) {
    const value = read((endS * look) / LOOKS);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return [lowest, highest];
}

const QUEUE_TICKS: Readonly<Record<number, TickKind>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "loss",
  [QUEUE_EVENT.overflowDrop]: "loss",
  [QUEUE_EVENT.linkLoss]: "loss",
};
const FLOW_TICKS: Readonly<Record<number, TickKind>> = { [FLOW_EVENT.rto]: "timeout" };

interface Log {
  readonly timeS: Float64Array;
  readonly flow: Uint16Array;
  readonly kind: Uint8Array;
}

function ticksIn(run: Heard, flow: number | null, fromS: number, toS: number): Tick[] {
  const of = (log: Log, kinds: Readonly<Record<number, TickKind>>): Tick[] => {
    const ticks: Tick[] = [];
    const end = firstAtOrAfter(log.timeS, toS);
    for (let i = firstAtOrAfter(log.timeS, fromS); i < end; i++) {
      const kind = kinds[log.kind[i]];
      if (kind !== undefined && (flow === null || log.flow[i] === flow))
        ticks.push({ atS: log.timeS[i], kind });
    }
    return ticks;
  };
  const ticks = [...of(watchedLink(run).events, QUEUE_TICKS), ...of(run.snapshot.flowEvents, FLOW_TICKS)];
  return ticks.sort((a, b) => a.atS - b.atS);
}
