/** A small fault that a test should notice. */
export interface Mutation {
  /** Path from the repository's root. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly text: string;
  readonly instead: string;
  /** Description of the fault. */
  readonly breaks: string;
}

/** Returns the source with the fault; null if the fault's text is missing or occurs more than once. */
export function withFault(source: string, { text, instead }: Mutation): string | null {
  const [before, after, ...more] = source.split(text);
  return after === undefined || more.length > 0 ? null : before + instead + after;
}

/** Returns faults of one file. Each is given as [text, replacement, description]. */
export function inFile(file: string, ...faults: readonly (readonly [string, string, string])[]): Mutation[] {
  return faults.map(([text, instead, breaks]) => ({ file, text, instead, breaks }));
}
