/** A word of the field. */
export interface Term {
  /** As the field writes it; `_` starts a subscript. */
  readonly term: string;
  /** Other spellings, abbreviations and forms; a plural in "s" goes without saying. */
  readonly also?: readonly string[];
  /** What it means, in one plain sentence. */
  readonly text: string;
  /** Where it comes from. */
  readonly source: string;
  /** In so many sentences that it is explained in the list alone, not under the word. */
  readonly isCommon?: true;
}

/** All ways in which it is written. */
export function formsOf({ term, also = [] }: Term): readonly string[] {
  return [term, ...also];
}
