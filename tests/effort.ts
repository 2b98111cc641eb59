/**
 * How much the tests try: "little" in `npm run check`, "usual" in `npm test`, "all" in `npm run test:all`, "rest" in `npm run
 * test:all -- --rest` (the cases of "all" that are not in "usual"), and "long" in `npm run test:long`.
 */
export const effort = process.env.SAWTOOTH_EFFORT ?? "usual";

const SHARE = effort === "long" ? 10 : effort === "little" ? 0.2 : 1;

/**
 * Marks a test, or all tests of a block, of which `npm test` omits cases. `--rest` runs only such tests. Each test that uses
 * `triesAll` or one of the functions below has the mark (`tests/architecture.test.ts`).
 */
export const MANY = { tags: ["many"] };

/** Returns one number for little or usual effort, and another for more. */
export function casesOrMore(usual: number, long: number): { numRuns: number } {
  return effort === "long" ? { numRuns: long } : cases(usual);
}

/** Returns the number of random cases. */
export function cases(usual: number): { numRuns: number } {
  return { numRuns: Math.ceil(usual * SHARE) };
}

/** True if the cases that `npm test` omits are tried. scripts/test.ts names the files. */
export const triesAll = effort === "all" || effort === "rest" || effort === "long";

/** Returns few cases in `npm test`, many in `npm run test:all`, and ten times as many with long effort. */
export function casesOfAll(some: number, many: number): { numRuns: number; path?: string } {
  if (effort === "long") return { numRuns: 10 * many };
  // A path of one number skips that many cases. The remaining ones are those that follow with the same seed.
  if (effort === "rest") return { numRuns: many - some, path: String(some) };
  return effort === "all" ? { numRuns: many } : cases(some);
}

/** Returns whether a case is tried; `npm test` tries the usual ones. */
export function isTried(isUsual: boolean): boolean {
  return effort === "rest" ? !isUsual : isUsual || triesAll;
}

/** Returns the first items of a list in `npm test`, all items with more effort. */
export function firstOrAll<T>(list: readonly T[], first: number): readonly T[] {
  return list.filter((_, i) => isTried(i < first));
}

/** Returns one in `every` items of a list in `npm test`, starting `offset` items before its first; all items with more effort. */
export function oneInOrAll<T>(list: readonly T[], every: number, offset = 0): readonly T[] {
  return list.filter((_, i) => isTried((i + offset) % every === 0));
}
