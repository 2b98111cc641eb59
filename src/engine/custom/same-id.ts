/** Programs are known by their ids. This tells two programs apart that have the same one. */

interface Identified {
  readonly id: string;
  readonly code: string;
}

/**
 * Returns true if two programs have one id but different texts. An id is a short digest, so a text can be made
 * that has the id of another program. One of the two would then run in place of the other.
 */
export function isOtherText(one: Identified, other: Identified): boolean {
  return one.id === other.id && one.code !== other.code;
}

/** Message for programs of which `isOtherText` is true. */
export const SAME_ID =
  "Two different programs have the same id, so that one would run in place of the other: change a letter of one of them.";
