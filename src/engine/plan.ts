/** Fills the agenda of a run with everything that is known at its start: starts and stops of flows, and the steps of patterns. */
import type { Agenda } from "./core/agenda.ts";
import type { Flow } from "./flow.ts";
import type { Link } from "./net/link.ts";
import { delayPattern, type Pattern, ratePattern } from "./net/pattern.ts";
import type { ParamValues } from "./params/param.ts";
import { msToNs, readText, secondsToNs } from "./params/read.ts";

/**
 * Rank of starts and stops in the agenda. They come after changes of the same time, so that live runs and replays have the same
 * order.
 */
const AFTER_CHANGES = 1;

/** Returns the stop time of a flow with these parameters (ns); Infinity if it never stops. */
export function stopNsOf({ stop }: ParamValues): number {
  return typeof stop === "number" ? secondsToNs(stop) : Number.POSITIVE_INFINITY;
}

/** Plans the start of a flow, unless the flow stops before it starts. */
export function planStart(flow: Flow, agenda: Agenda): void {
  const start = () => {
    if (flow.nowNs < flow.stopNs) flow.start();
  };
  agenda.add(flow.startNs, start, AFTER_CHANGES);
}

/** Plans the stop of a flow, if it has one. */
export function planStop(flow: Flow, agenda: Agenda): void {
  if (flow.stopNs === Number.POSITIVE_INFINITY) return;
  const stop = () => {
    // Another change may have moved the stop to a later time; then this entry has no effect.
    if (flow.nowNs >= flow.stopNs && flow.hasStarted) flow.stop();
  };
  agenda.add(Math.max(flow.stopNs, flow.nowNs), stop, AFTER_CHANGES);
}

/** Plans the first steps of a link's patterns. */
export function planPatterns(link: Link, agenda: Agenda): void {
  const rate = ratePattern(readText(link.params, "capacity-pattern"));
  if (rate !== null) planPattern(rate, 0, 0, agenda, (value) => link.setRateFactor(value));
  const delay = delayPattern(readText(link.params, "delay-pattern"));
  if (delay !== null) planPattern(delay, 0, 0, agenda, (value) => link.setAddedDelay(msToNs(value)));
}

/** Plans the i-th step of a pattern. When the step happens, it plans the next one. `baseNs` is the start of the current period. */
function planPattern(
  pattern: Pattern,
  i: number,
  baseNs: number,
  agenda: Agenda,
  apply: (value: number) => void,
): void {
  const step = pattern.steps[i];
  agenda.add(baseNs + step.atNs, () => {
    apply(step.value);
    if (i + 1 < pattern.steps.length) planPattern(pattern, i + 1, baseNs, agenda, apply);
    else if (pattern.repeatNs !== null) planPattern(pattern, 0, baseNs + pattern.repeatNs, agenda, apply);
  });
}
