/** Start times of the selected flows, and the times at which all of them had then reached an even share. */
import { CONVERGED } from "./jain.ts";
import type { JoinResult, Turns } from "./snapshot.ts";

/**
 * Returns each time at which selected flows started while other flows competed or together with other flows. Starts within one
 * second count as one join, at the time of the last start. The return of a flow after a pause is not a join. But it resets the
 * counts of F, and therefore ends the observation of the previous join.
 */
export function joinsAmong(
  turns: Turns,
  counts: Uint8Array,
  running: Float32Array,
  intervalS: number,
): JoinResult[] {
  const moments = momentsOf(turns, counts);
  return moments.flatMap(({ startS, newcomers, others }, i) => {
    if (newcomers.length === 0 || newcomers.length + others < 2) return [];
    const untilS = moments[i + 1]?.startS ?? Number.POSITIVE_INFINITY;
    return [{ startS, flows: newcomers, ...convergence(running, intervalS, startS, untilS) }];
  });
}

interface Moment {
  startS: number;
  /** Flows that start for the first time. */
  readonly newcomers: number[];
  /** Number of flows that competed before, or that return at this time after a pause. */
  others: number;
}

/** Time within which successive joins count as one. */
const TOGETHER_S = 1;

function momentsOf({ timeS, flow, joined }: Turns, counts: Uint8Array): Moment[] {
  const moments: Moment[] = [];
  const known = new Set<number>();
  const competing = new Set<number>();
  for (let i = 0; i < timeS.length; i++) {
    if (counts[flow[i]] === 0) continue;
    if (joined[i] === 0) {
      competing.delete(flow[i]);
      continue;
    }
    const moment = momentAt(timeS[i], moments, competing.size);
    if (known.has(flow[i])) moment.others++;
    else moment.newcomers.push(flow[i]);
    known.add(flow[i]);
    competing.add(flow[i]);
  }
  return moments;
}

/** Returns the last join if it is less than TOGETHER_S before `timeS`, and moves it to `timeS`. Otherwise adds a new join. */
function momentAt(timeS: number, moments: Moment[], others: number): Moment {
  const last = moments.at(-1);
  if (last !== undefined && timeS - last.startS < TOGETHER_S) {
    last.startS = timeS;
    return last;
  }
  const moment: Moment = { startS: timeS, newcomers: [], others };
  moments.push(moment);
  return moment;
}

/** The series has single precision, so the threshold is rounded to single precision as well. */
const FAIR = Math.fround(CONVERGED);
/**
 * Tolerance for comparing a join with a sample's time, in sampling intervals. A sample at exactly the time of a join counts as
 * taken after the join.
 */
const ROUNDING = 1e-6;

function convergence(
  running: Float32Array,
  intervalS: number,
  startS: number,
  untilS: number,
): Pick<JoinResult, "firstS" | "settledS"> {
  let first = -1;
  let settled = -1;
  const end = Math.min(running.length, Math.ceil(untilS / intervalS - ROUNDING));
  for (let at = Math.ceil(startS / intervalS - ROUNDING); at < end; at++) {
    const isFair = running[at] >= FAIR;
    if (isFair && first < 0) first = at;
    if (!isFair) settled = -1;
    else if (settled < 0) settled = at;
  }
  const since = (at: number) => (at < 0 ? null : at * intervalS - startS);
  return { firstS: since(first), settledS: since(settled) };
}
