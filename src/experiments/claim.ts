/** Statements checked against numbers. */
import type { Claim } from "./experiment.ts";

/** A statement, and what is known in case it does not hold. */
export type Statement = Omit<Claim, "ours" | "holds">;

export interface Verdict {
  readonly ours: string;
  readonly holds: boolean;
}

/** One claim, or none where a number that it takes is missing; the cause only where it does not hold. */
export function checked(
  statement: Statement,
  numbers: readonly (number | null)[],
  judge: (...numbers: number[]) => Verdict,
): Claim[] {
  const there = numbers.filter((value) => value !== null);
  if (there.length < numbers.length || there.length === 0) return [];
  const { ours, holds } = judge(...there);
  const { id, text, basis, paper, tolerance, cause } = statement;
  const claim = { id, text, ...(basis !== undefined && { basis }), paper, ours, holds, tolerance };
  return [holds || cause === undefined ? claim : { ...claim, cause }];
}
