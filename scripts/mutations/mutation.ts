/** One small fault that a test has to notice. */
export interface Mutation {
  /** From the repository's root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly instead: string;
  /** What is wrong with it, for people. */
  readonly breaks: string;
}

/** The source with the fault in it; null where its text is gone or no longer the only one. */
export function withFault(source: string, { text, instead }: Mutation): string | null {
  const [before, after, ...more] = source.split(text);
  return after === undefined || more.length > 0 ? null : before + instead + after;
}

/** [text, what stands there instead, what that breaks], all of one file. */
export function inFile(file: string, ...faults: readonly (readonly [string, string, string])[]): Mutation[] {
  return faults.map(([text, instead, breaks]) => ({ file, text, instead, breaks }));
}
