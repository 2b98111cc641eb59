/** The request was wrong: exit status 2, and lines that say what, where and what is allowed. */
export class UsageError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}
