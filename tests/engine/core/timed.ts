/** What holds a clock, made together with one that the test puts forward. */
import { Clock } from "../../../src/engine/core/clock.ts";

export interface Timed<T> {
  readonly clock: Clock;
  /** What was made, at that time. */
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
