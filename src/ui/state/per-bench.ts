/** One of a feature's stores for each bench: what it holds outlives the screen that shows it. */
import type { Bench } from "./bench.ts";

export function perBench<T extends object>(make: (bench: Bench) => T): (bench: Bench) => T {
  const made = new WeakMap<Bench, T>();
  return (bench) => {
    const known = made.get(bench) ?? make(bench);
    made.set(bench, known);
    return known;
  };
}
