/**
 * How much the tests try: "little" in `npm run check`, "usual" in `npm test`, "all" in `npm run test:all`, "rest" in
 * `npm run test:all -- --rest`: the cases of "all" that are not among those of "usual", and "long" in `npm run test:long`.
 */
export const effort = process.env.SAWTOOTH_EFFORT ?? "usual";

const SHARE = effort === "long" ? 10 : effort === "little" ? 0.2 : 1;

/**
 * Marks a test, or all tests of a block, of which `npm test` leaves out cases: `--rest` runs no other test. Each test that
 * uses `triesAll` or one of the functions below it carries the mark (`tests/architecture.test.ts`).
 */
export const MANY = { tags: ["many"] };

/** One number where tests try little or as usual, another one where they try more. */
export function casesOrMore(usual: number, long: number): { numRuns: number } {
  return effort === "long" ? { numRuns: long } : cases(usual);
}

/** The number of random cases. */
export function cases(usual: number): { numRuns: number } {
  return { numRuns: Math.ceil(usual * SHARE) };
}

/** Whether the cases are tried that `npm test` leaves out; scripts/test.ts names the files. */
export const triesAll = effort === "all" || effort === "rest" || effort === "long";

/** Some in `npm test`, many in `npm run test:all`, ten times as many where tests try more still. */
export function casesOfAll(some: number, many: number): { numRuns: number; path?: string } {
  if (effort === "long") return { numRuns: 10 * many };
  // A path of one number skips that many cases: those that remain are the ones that follow with the same seed.
  if (effort === "rest") return { numRuns: many - some, path: String(some) };
  return effort === "all" ? { numRuns: many } : cases(some);
}

/** Whether a case is tried; `npm test` tries the usual ones. */
export function isTried(isUsual: boolean): boolean {
  return effort === "rest" ? !isUsual : isUsual || triesAll;
}

/** The first ones of a list in `npm test`, all where all is tried. */
export function firstOrAll<T>(list: readonly T[], first: number): readonly T[] {
  return list.filter((_, i) => isTried(i < first));
}

/** One in `every` of a list in `npm test`, beginning `offset` places before its first; all where all is tried. */
export function oneInOrAll<T>(list: readonly T[], every: number, offset = 0): readonly T[] {
  return list.filter((_, i) => isTried((i + offset) % every === 0));
}
