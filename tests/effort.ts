/** How much the tests try: little in `npm run check`, more in `npm run test:long`. */
export const effort = process.env.SAWTOOTH_EFFORT ?? "usual";

const SHARE = effort === "long" ? 10 : effort === "little" ? 0.2 : 1;

/** So many random cases. */
export function cases(usual: number): { numRuns: number } {
  return { numRuns: Math.ceil(usual * SHARE) };
}
