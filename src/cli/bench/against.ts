/** `--against FILE`: what has become slower since an earlier `--json`. */
import { readFileSync } from "node:fs";
import { UsageError } from "../usage-error.ts";

/** What is read of a case. */
export interface EarlierCase {
  readonly name: string;
  readonly ratio: number;
  readonly ratioQuartiles: readonly [lower: number, upper: number];
}

export function readEarlier(file: string): EarlierCase[] {
  return earlierCases(file, () => readFileSync(file, "utf8"));
}

/** `file`: its name, for messages. */
export function earlierCases(file: string, read: () => string): EarlierCase[] {
  const cases = casesIn(file, read);
  if (!Array.isArray(cases) || !cases.every(isEarlierCase)) {
    throw new UsageError(`--against ${file}: not what bench --json prints`);
  }
  return cases.map(({ name, ratio, ratioQuartiles }) => ({ name, ratio, ratioQuartiles }));
}

/**
 * A line for each case that is slower by more than the noise of its rounds: three quarters of them took longer, beside the
 * floor, than three quarters of the earlier ones.
 */
export function slowerThan(earlier: readonly EarlierCase[], now: readonly EarlierCase[]): string[] {
  const before = new Map(earlier.map((one) => [one.name, one]));
  return now.flatMap(({ name, ratio, ratioQuartiles }) => {
    const then = before.get(name);
    if (then === undefined || ratioQuartiles[0] <= then.ratioQuartiles[1]) return [];
    return [`slower: ${name}: ratio ${ratioText(then)} before, ${ratioText({ ratio, ratioQuartiles })} now`];
  });
}

/** Names of earlier cases that are no longer measured, and of new ones: nothing is said of their speed. */
export function unmatched(earlier: readonly EarlierCase[], now: readonly EarlierCase[]): string[] {
  const missing = (from: readonly EarlierCase[], there: readonly EarlierCase[]) =>
    from.map(({ name }) => name).filter((name) => !there.some((one) => one.name === name));
  return [
    ...missing(earlier, now).map((name) => `only before: ${name}`),
    ...missing(now, earlier).map((name) => `only now: ${name}`),
  ];
}

function ratioText({ ratio, ratioQuartiles: [lower, upper] }: Omit<EarlierCase, "name">): string {
  return `${ratio.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`;
}

function casesIn(file: string, read: () => string): unknown {
  try {
    const data: unknown = JSON.parse(read());
    return typeof data === "object" && data !== null && "cases" in data ? data.cases : null;
  } catch (error) {
    throw new UsageError(`--against ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isEarlierCase(value: unknown): value is EarlierCase {
  if (typeof value !== "object" || value === null) return false;
  const { name, ratio, ratioQuartiles } = value as Partial<EarlierCase>;
  const areNumbers = Array.isArray(ratioQuartiles) && ratioQuartiles.every(Number.isFinite);
  return typeof name === "string" && Number.isFinite(ratio) && areNumbers && ratioQuartiles.length === 2;
}
