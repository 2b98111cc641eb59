/**
 * Simulated time in whole nanoseconds. Components hold a clock instead of taking the time as an argument: a time in
 * nanoseconds exceeds V8's small integers, so passing a time could allocate an object per call. Durations below two
 * seconds fit and are passed as arguments.
 */
export class Clock {
  nowNs = 0;
  /**
   * Position of the current event among the late events of this time, for a component that catches up with the run's
   * time; IN_TIME while the clock is not behind.
   */
  order = IN_TIME;
}

/** Value of `order` while the clock is not behind the run's time. */
export const IN_TIME = -1;
