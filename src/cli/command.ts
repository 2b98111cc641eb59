/** The contract of a command: how its flags are declared and read, and how it refuses. */
import { parseArgs } from "node:util";
import { nearestNames } from "../engine/index.ts";
import { visibleJson, visibleText } from "../experiments/visible-text.ts";

export interface Option {
  /** Without the dashes. */
  readonly name: string;
  /** One letter, for a flag that people know as such: "o" for "-o". */
  readonly short?: string;
  /** Another name that people know it by; it stands in no list of flags. */
  readonly alias?: string;
  /** What its value is called in the help text; null for a switch, which has none. */
  readonly value: string | null;
  readonly help: string;
  readonly repeatable?: boolean;
  /** Its name is how flags begin whose names a file declares: "own-" stands for "own-beta" too. */
  readonly isBeginning?: true;
}

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

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

/** Where lines go: results to `out`, everything else to `note`. */
export interface Terminal {
  out(text: string): void;
  note(text: string): void;
  /** Shown in place. */
  progress(text: string): void;
}

export interface Output extends Terminal {
  /** A result for programs: the same data, whatever its texts hold. */
  json(value: unknown): void;
}

/** The one way out of a command: what could fool a terminal or its reader is written out. */
export function outputTo({ out, note, progress }: Terminal): Output {
  return {
    out: (text) => out(visibleText(text)),
    note: (text) => note(visibleText(text)),
    progress: (text) => progress(visibleText(text)),
    json: (value) => out(visibleJson(JSON.stringify(value, null, 2))),
  };
}

/** `interrupted`: by Ctrl-C or a signal, as shells and schedulers expect it. */
export const EXIT = { done: 0, failed: 1, wrongRequest: 2, interrupted: 130 } as const;

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

/** `--name value`, `--name=value`, `-n value` or `--switch`, and the words beside them. */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const options = withDeclared(
    command.groups.flatMap((group) => group.options),
    words,
  );
  // Not strict: what is wrong is said in words of ours, with the nearest names.
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      options.flatMap(({ name, short, alias, value }) => {
        const type = value === null ? ("boolean" as const) : ("string" as const);
        const own = [name, { type, ...(short !== undefined && { short }) }] as const;
        return alias === undefined ? [own] : [own, [alias, { type }] as const];
      }),
    ),
  });
  const given: Given[] = [];
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional" && command.operands !== undefined) {
      operands.push(token.value);
      continue;
    }
    const option = options.find(
      ({ name, alias }) => token.kind === "option" && [name, alias].includes(token.name),
    );
    if (token.kind !== "option" || option === undefined)
      throw unknownFlag(command, words[token.index], options);
    if (option.repeatable !== true && given.some(({ name }) => name === option.name)) {
      throw new UsageError(`--${option.name} was given twice; it may stand once.`);
    }
    given.push({ name: option.name, text: textOfValue(option, token) });
  }
  return new Arguments(given, operands);
}

/** A flag of its own for each word that begins as one of those whose names are not known beforehand. */
function withDeclared(options: readonly Option[], words: readonly string[]): Option[] {
  const named = options
    .filter(({ isBeginning }) => isBeginning === true)
    .flatMap((option) =>
      words
        .map((word) => /^--([a-z][a-z0-9-]*)/.exec(word)?.[1] ?? "")
        .filter((name) => name !== option.name && name.startsWith(option.name))
        .map((name): Option => ({ ...option, name })),
    );
  return [...options.filter(({ isBeginning }) => isBeginning !== true), ...named];
}

function textOfValue(
  option: Option,
  { value, inlineValue }: { value: string | undefined; inlineValue: boolean | undefined },
): string {
  if (option.value === null) {
    if (value !== undefined) throw new UsageError(`--${option.name} takes no value, got ${value}.`);
    return "";
  }
  if (value === undefined || (!inlineValue && value.startsWith("--")))
    throw new UsageError(`--${option.name} needs a value: ${option.value}.`, option.help);
  return value;
}

function unknownFlag(command: Command, word: string, options: readonly Option[]): UsageError {
  const help = `See: ${command.name} --help`;
  if (!word.startsWith("-"))
    return new UsageError(`${command.name} takes flags only, got "${word}". ${help}`);
  const name = word.replace(/^-+/, "").split("=", 1)[0];
  const near = nearestNames(
    name,
    options.map((option) => option.name),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.map((one) => `--${one}`).join(", ")}?` : "";
  return new UsageError(`Unknown flag --${name}.${hint} ${help}`);
}

/** Whether a word says "--help" in one of its usual ways. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.includes("--help") || words.includes("-h");
}

/** The request was wrong: exit status 2, and lines that say what, where and what is allowed. */
export class UsageError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** What a machine refuses, by the system's code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: "this may not be read or written by you",
  EDQUOT: "your share of the disk is full",
  EEXIST: "there is something of this name already",
  EFBIG: "the file would be too large for this disk",
  EIO: "the disk reports an error",
  EISDIR: "this is a folder, not a file",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "there is no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file, not a folder",
  EPERM: "this is not permitted",
  EROFS: "the disk may only be read",
};

/** For people; null where the error is of the program, not of the machine. */
export function systemErrorText(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  const refusal = REFUSALS[String(error.code)];
  if (refusal === undefined) return null;
  return `${refusal} (${String(error.code)})`;
}

/** What fails in `act` is a wrong request; the message begins with `what`. */
export function orUsageError<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const why = systemErrorText(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UsageError(`${what}: ${why}`);
  }
}
