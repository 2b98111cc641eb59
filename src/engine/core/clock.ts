/**
 * What time it is, in whole nanoseconds. Components hold a clock instead of being handed the time: a time in nanoseconds
 * fits no small integer, so that each call it is an argument of could cost an object on the heap. Durations below two
 * seconds do fit, and are handed on freely.
 */
export class Clock {
  nowNs = 0;
  /**
   * Of a part that is brought up to the run's time later: the place of what happens now among all that happens late at
   * this time; IN_TIME while it is not behind.
   */
  order = IN_TIME;
}

export const IN_TIME = -1;
