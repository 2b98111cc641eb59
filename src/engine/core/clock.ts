/**
 * Simulated time in whole nanoseconds. Components hold a clock instead of taking the time as an argument: a time in
 * nanoseconds exceeds V8's small integers, so passing it could allocate an object per call. Durations below two
 * seconds fit and are passed freely.
 */
export class Clock {
  nowNs = 0;
  /**
   * Order of the current event among those processed late at this time, for a part that catches up with the run's
   * time; IN_TIME while the clock is not behind.
   */
  order = IN_TIME;
}

/** Value of `order` while a clock is not behind the run's time. */
export const IN_TIME = -1;
