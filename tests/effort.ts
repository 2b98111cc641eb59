/** How much the tests try: little in `npm run check`, more in `npm run test:long`. */
export const effort = process.env.SAWTOOTH_EFFORT ?? "usual";

const SHARE = effort === "long" ? 10 : effort === "little" ? 0.2 : 1;

/** One number where tests try little or as usual, another one where they try more. */
export function casesOrMore(usual: number, long: number): { numRuns: number } {
  return effort === "long" ? { numRuns: long } : cases(usual);
}

/** So many random cases. */
export function cases(usual: number): { numRuns: number } {
  return { numRuns: Math.ceil(usual * SHARE) };
}

/** Some in `npm test`, many in `npm run test:all`, ten times as many where tests try more still. */
export function casesOfAll(some: number, many: number): { numRuns: number } {
  if (effort === "long") return { numRuns: 10 * many };
  return effort === "all" ? { numRuns: many } : cases(some);
}

/** In `npm run test:all` and `npm run test:long`, not in `npm test`; scripts/test.ts names the files. */
export const triesAll = effort === "all" || effort === "long";

/** Of a list the first ones in `npm test`, all where all is tried. */
export function firstOrAll<T>(list: readonly T[], first: number): readonly T[] {
  return triesAll ? list : list.slice(0, first);
}

/** Of a list one in so many in `npm test`, all where all is tried. */
export function oneInOrAll<T>(list: readonly T[], every: number): readonly T[] {
  return triesAll ? list : list.filter((_, i) => i % every === 0);
}
