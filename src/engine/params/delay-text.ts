/**
 * A delay for people, in a unit that fits: in ms as long as their first decimal says something, and then written as
 * `inMs` has it; below that "12 µs", "8 ns". What is read by programs stays in one unit.
 */
export function delayText(ms: number, inMs: (ms: number) => string): string {
  if (!(ms > 0 && ms < LEAST_MS)) return `${inMs(ms)} ms`;
  const [perMs, unit] = ms < LEAST_MS / 1000 ? [1e6, "ns"] : [1e3, "µs"];
  return `${Number((ms * perMs).toPrecision(3))} ${unit}`;
}

const LEAST_MS = 0.1;
