/** Which controlled runs put a claim to the test, and what they showed, in words. */
import type { Experiment, StoredOutcome } from "../experiment.ts";

export function controlsOf(
  experiments: readonly Experiment[],
  experimentId: string,
  claimId: string,
): readonly Experiment[] {
  return experiments.filter(
    ({ control }) => control?.of === experimentId && control.claims.includes(claimId),
  );
}

/** "With PIE's burst allowance at 0, and nothing else changed, it holds."; before that is known, what is changed. */
export function testedWords(control: Experiment, claimId: string, stored: StoredOutcome | null): string {
  const changed = control.control?.changed ?? "";
  const claim = stored?.outcome.claims.find(({ id }) => id === claimId);
  if (claim === undefined) return `Put to the test with ${changed}, and nothing else changed.`;
  const verdict = claim.holds ? `it holds: ${claim.ours}.` : `it does not hold either: ${claim.ours}.`;
  return `With ${changed}, and nothing else changed, ${verdict}`;
}
