/**
 * Simulated time in whole nanoseconds. Components hold a clock object; the time is not passed as an argument. A time in
 * nanoseconds exceeds V8's small integers, so passing it could allocate an object per call. Durations below two seconds fit into
 * small integers and are passed as arguments.
 */
export class Clock {
  nowNs = 0;
  /**
   * Position of the current event among the events of this time that were scheduled late (see `EventQueue.scheduleBy`); IN_TIME
   * while this clock is not behind the run's time.
   */
  order = IN_TIME;
}

/** Value of `order` while the clock is not behind the run's time. */
export const IN_TIME = -1;
