/** Statements checked against numbers. */
import type { Claim } from "./experiment.ts";

/** A statement, and what is known in case it does not hold. */
export type Statement = Omit<Claim, "ours" | "holds">;

export interface Verdict {
  readonly ours: string;
  readonly holds: boolean;
}

/** One claim, or none where a value that it takes is missing; the cause only where it does not hold. */
export function checked<Value = number>(
  statement: Statement,
  values: readonly (Value | null)[],
  judge: (...values: Value[]) => Verdict,
): Claim[] {
  const there = values.filter((value) => value !== null);
  if (there.length < values.length || there.length === 0) return [];
  const { ours, holds } = judge(...there);
  const { id, text, basis, paper, tolerance, cause } = statement;
  const claim = { id, text, ...(basis !== undefined && { basis }), paper, ours, holds, tolerance };
  return [holds || cause === undefined ? claim : { ...claim, cause }];
}
