/**
 * Clock ticks of Linux's H-TCP and Westwood+, which measure time in jiffies. An RTT is rounded up to whole ticks; an interval is
 * the number of ticks in it. The rounding affects results: H-TCP forgets a queue sooner, and Westwood+ overestimates the RTT of
 * the path.
 */
import { type NumberParam, range } from "../params/param.ts";

export const RTT_TICK: NumberParam = {
  id: "rtt-tick",
  label: "Clock tick",
  unit: "ms",
  ...range({ default: 4, min: 0, max: 10, step: 1 }),
  help: "RTTs are rounded up to whole ticks, as in the kernel: 4 ms at 250 Hz (Debian, Ubuntu), 1 ms at 1000 Hz. 0: RTTs are exact.",
  cite: "Linux tcp_htcp.c, tcp_westwood.c: usecs_to_jiffies",
  detail: true,
};

/** Rounds a time that was measured in microseconds up to whole ticks (usecs_to_jiffies rounds up). */
export function inTicks(ns: number, tickNs: number): number {
  return tickNs > 0 ? Math.ceil(ns / tickNs) * tickNs : ns;
}

/** Rounds a time that is counted in ticks down: the time of the last tick, or a constant. */
export function wholeTicks(ns: number, tickNs: number): number {
  return tickNs > 0 ? Math.floor(ns / tickNs) * tickNs : ns;
}
