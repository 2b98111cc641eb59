/** Models the rounding of Linux's timers, which makes an update period longer than the configured period. */
import { type NumberParam, range } from "../params/param.ts";

const LARGEST_SLOT_INDEX = 63;
const NEXT_LEVEL = 8;

/**
 * Returns the period (ns) of a Linux timer that is set to `setNs`. The kernel counts ticks, and its timer wheel rounds up to a
 * slot, so no timer runs early. A slot lasts one tick for timers of up to 63 ticks; each further factor of eight makes it eight
 * times as long. A timer that is set again whenever it runs always starts at the edge of a slot. Reference: Linux 4.8 and later,
 * kernel/time/timer.c (calc_index).
 */
export function wheelPeriodNs(setNs: number, tickNs: number): number {
  const ticks = Math.ceil(setNs / tickNs);
  let slot = 1;
  while (ticks > LARGEST_SLOT_INDEX * slot) slot *= NEXT_LEVEL;
  return (Math.floor(ticks / slot) + 1) * slot * tickNs;
}

/**
 * Declares the tick length of kernels since 4.8; older kernels and the RFCs have no such rounding. `example`
 * describes the effect on a period.
 */
export function kernelTick(example: string): NumberParam {
  return {
    id: "update-tick",
    label: "Kernel tick",
    unit: "ms",
    ...range({ default: 4, noneLabel: "none", min: 1, max: 10, step: 1 }),
    help: `Linux's timers expire in whole ticks, one tick later than set. At 250 Hz a tick is 4 ms: ${example}. None: exactly the set period.`,
    cite: "Linux 6.1 kernel/time/timer.c (calc_index)",
    detail: true,
  };
}
