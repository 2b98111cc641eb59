/**
 * How many cases the tests try: "little" in `npm run check`, "usual" in `npm test`, "all" in `npm run test:all`,
 * "rest" in `npm run test:all -- --rest` (the cases of "all" that are not in "usual"), and "long" in `npm run
 * test:long`.
 */
export const effort = process.env.SAWTOOTH_EFFORT ?? "usual";

const SHARE = effort === "long" ? 10 : effort === "little" ? 0.2 : 1;

/**
 * Mark of a test, or a block of tests, of which `npm test` omits cases. `--rest` runs only such tests. Each test that
 * uses `triesAll` or one of the functions below has this mark, which `tests/architecture.test.ts` checks.
 */
export const MANY = { tags: ["many"] };

/** Returns one number for little or usual effort, and another for more. */
export function casesOrMore(usual: number, long: number): { numRuns: number } {
  return effort === "long" ? { numRuns: long } : cases(usual);
}

/** Returns the options for a property test with this many random cases in `npm test`. */
export function cases(usual: number): { numRuns: number } {
  return { numRuns: Math.ceil(usual * SHARE) };
}

/** True if the cases that `npm test` omits are tried. scripts/test.ts lists the files with such cases. */
export const triesAll = effort === "all" || effort === "rest" || effort === "long";

/**
 * Returns options for a property test with few cases in `npm test`, many in `npm run test:all`, and ten times as many
 * with long effort.
 */
export function casesOfAll(some: number, many: number): { numRuns: number; path?: string } {
  if (effort === "long") return { numRuns: 10 * many };
  // A path of one number makes fast-check skip that many cases. The cases that remain are those that follow with the
  // same seed.
  if (effort === "rest") return { numRuns: many - some, path: String(some) };
  return effort === "all" ? { numRuns: many } : cases(some);
}

/** Returns whether a case is tried with the current effort; `npm test` tries only usual cases. */
export function isTried(isUsual: boolean): boolean {
  return effort === "rest" ? !isUsual : isUsual || triesAll;
}

/** Returns the first items of a list in `npm test`, all items with more effort. */
export function firstOrAll<T>(list: readonly T[], first: number): readonly T[] {
  return list.filter((_, i) => isTried(i < first));
}

/**
 * Returns every `every`-th item of a list in `npm test`, starting `offset` items before its first; all items with
 * more effort.
 */
export function oneInOrAll<T>(list: readonly T[], every: number, offset = 0): readonly T[] {
  return list.filter((_, i) => isTried((i + offset) % every === 0));
}
