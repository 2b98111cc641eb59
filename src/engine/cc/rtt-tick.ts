/**
 * Linux's H-TCP and Westwood+ read their clock in jiffies: an RTT takes so many whole ticks, rounded up, a span those
 * that fall into it. Results depend on it: H-TCP forgets a queue sooner, Westwood+ takes a path for longer than it is.
 */
import { type NumberParam, range } from "../params/param.ts";

export const RTT_TICK: NumberParam = {
  id: "rtt-tick",
  label: "Clock tick",
  unit: "ms",
  ...range({ default: 4, min: 0, max: 10, step: 1 }),
  help: "Its RTTs are whole ticks, rounded up, as the kernel's: 4 ms with 250 ticks a second, as Debian and Ubuntu build it, 1 ms with 1000. 0: exact.",
  cite: "Linux tcp_htcp.c, tcp_westwood.c: usecs_to_jiffies",
  detail: true,
};

/** A time that was measured by microseconds, as so many ticks (usecs_to_jiffies rounds up). */
export function inTicks(ns: number, tickNs: number): number {
  return tickNs > 0 ? Math.ceil(ns / tickNs) * tickNs : ns;
}

/** A time that is counted by the ticks themselves: when the last one was, or what a constant comes to. */
export function wholeTicks(ns: number, tickNs: number): number {
  return tickNs > 0 ? Math.floor(ns / tickNs) * tickNs : ns;
}
