/**
 * When a timer of Linux runs that is set for so long: the kernel counts ticks, and its wheel of timers rounds up by a
 * slot, so that none runs early. A slot is a tick for up to 63 ticks, and eight times as long for each eightfold beyond.
 * Set anew each time it runs, it always starts at a slot's edge. Reference: Linux 4.8 and later, kernel/time/timer.c
 * (calc_index).
 */
import { type NumberParam, range } from "../params/param.ts";

const LARGEST_SLOT_INDEX = 63;
const NEXT_LEVEL = 8;

export function wheelPeriodNs(setNs: number, tickNs: number): number {
  const ticks = Math.ceil(setNs / tickNs);
  let slot = 1;
  while (ticks > LARGEST_SLOT_INDEX * slot) slot *= NEXT_LEVEL;
  return (Math.floor(ticks / slot) + 1) * slot * tickNs;
}

/** How long a tick is, of a kernel since 4.8; older ones and the texts have none. `example` says what that makes of a period. */
export function kernelTick(example: string): NumberParam {
  return {
    id: "update-tick",
    label: "Kernel tick",
    unit: "ms",
    ...range({ default: 4, noneLabel: "none", min: 1, max: 10, step: 1 }),
    help: `Linux's timers run a tick later than they are set for, in whole ticks. At 250 Hz a tick is 4 ms: ${example}. None: the period as it is set.`,
    cite: "Linux 6.1 kernel/time/timer.c (calc_index)",
    detail: true,
  };
}
