/** Creates an object with a clock that the test advances. */
import { Clock } from "../../../src/engine/core/clock.ts";

export interface Timed<T> {
  readonly clock: Clock;
  /** Sets the clock and returns the object. */
  at(nowNs: number): T;
}

export function timed<T>(make: (clock: Clock) => T): Timed<T> {
  const clock = new Clock();
  const made = make(clock);
  const at = (nowNs: number) => {
    clock.nowNs = nowNs;
    return made;
  };
  return { clock, at };
}
