/**
 * When a timer of Linux runs that is set for so long: the kernel counts ticks, and its wheel of timers rounds up by a
 * slot, so that none runs early. A slot is a tick for up to 63 ticks, and eight times as long for each eightfold beyond.
 * Set anew each time it runs, it always starts at a slot's edge. Reference: Linux 4.8 and later, kernel/time/timer.c
 * (calc_index).
 */
const LARGEST_SLOT_INDEX = 63;
const NEXT_LEVEL = 8;

export function wheelPeriodNs(setNs: number, tickNs: number): number {
  const ticks = Math.ceil(setNs / tickNs);
  let slot = 1;
  while (ticks > LARGEST_SLOT_INDEX * slot) slot *= NEXT_LEVEL;
  return (Math.floor(ticks / slot) + 1) * slot * tickNs;
}
