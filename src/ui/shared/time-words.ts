/** Texts about long work: durations, counts and progress. */
import { counted, grouped } from "../../lib/counted.ts";

/** Returns a duration as text: "12 s", "4 min", "1.5 h". */
export function timeWords(seconds: number): string {
  if (seconds < 100) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

const large = new Intl.NumberFormat("en", {
  notation: "compact",
  compactDisplay: "long",
  maximumFractionDigits: 1,
});

/** Returns a large number as text: "3.2 billion". */
export function largeNumber(value: number): string {
  return large.format(value);
}

interface RunsFacts {
  readonly status: string;
  readonly done: number;
  /** Number of runs; 0 until it is determined. */
  readonly total: number;
  /** Remaining time in s; null while it cannot be estimated. */
  readonly leftS: number | null;
  readonly failed: number;
}

/** Returns the progress as text: "120 of 600 runs, about 4 min left, 1 run failed". */
export function runsWords({ status, done, total, leftS, failed }: RunsFacts): string {
  return [
    total > 0 ? partOfRuns(done, total) : "preparing the runs",
    ...(status === "paused" ? ["paused"] : []),
    ...(leftS === null ? [] : [`about ${timeWords(leftS)} left`]),
    ...(failed === 0 ? [] : [`${counted(failed, "run")} failed`]),
  ].join(", ");
}

/** Returns the number of runs as text: "120 of 600 runs". */
export function partOfRuns(done: number, total: number): string {
  return `${grouped(done)} of ${counted(total, "run")}`;
}

/** Describes failed runs by the first failure. */
export function failuresWords(
  failures: readonly { readonly key: string; readonly message: string }[],
): string {
  if (failures.length === 0) return "";
  const [{ key, message }] = failures;
  const first = failures.length === 1 ? key : `the first of them, ${key}`;
  return `${counted(failures.length, "run")} failed; ${first}: ${message}`;
}

export function cancelledWords(done: number, total: number): string {
  return `Cancelled after ${partOfRuns(done, total)}.`;
}
