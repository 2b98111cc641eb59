/** The contract of a command: what it is called with, and what it may touch. */

export interface Option {
  /** Without the dashes. */
  readonly name: string;
  /** One letter, for a flag that people know as such: "o" for "-o". */
  readonly short?: string;
  /** What its value is called in the help text; null for a switch, which has none. */
  readonly value: string | null;
  readonly help: string;
  readonly repeatable?: boolean;
}

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** What a command line said, in its order; switches have the text "". */
export interface Given {
  readonly name: string;
  readonly text: string;
}

export class Arguments {
  readonly given: readonly Given[];
  /** Words that belong to no flag, where the command takes any. */
  readonly operands: readonly string[];

  constructor(given: readonly Given[], operands: readonly string[] = []) {
    this.given = given;
    this.operands = operands;
  }

  has(name: string): boolean {
    return this.given.some((one) => one.name === name);
  }

  /** The last value, or null. */
  text(name: string): string | null {
    return this.given.findLast((one) => one.name === name)?.text ?? null;
  }
}

/** Where words go: results to `out`, everything else to `note`. */
export interface Output {
  out(text: string): void;
  note(text: string): void;
  /** Shown in place, only on a terminal. */
  progress(text: string): void;
}

/** `interrupted`: by Ctrl-C or a signal, as shells and schedulers expect it. */
export const EXIT = { done: 0, failed: 1, wrongRequest: 2, interrupted: 130 } as const;

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Lines at the foot of its help. */
  readonly notes?: readonly string[];
  /** What its words beside the flags are called ("FILES…"); absent: it takes flags only. */
  readonly operands?: string;
  readonly groups: readonly OptionGroup[];
  /** Returns the exit status. */
  run(args: Arguments, output: Output): number | Promise<number>;
}
