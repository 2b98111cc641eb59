/** The interface of a command: how options are declared and read, and how errors are reported. */
import { parseArgs } from "node:util";
import { nearestNames } from "../engine/index.ts";
import { grouped } from "../lib/counted.ts";
import { visibleJson, visibleText } from "../lib/visible-text.ts";

/** An option of a command. */
export interface Option {
  /** Name without the dashes. */
  readonly name: string;
  /** Short form of one letter, if that is common: "o" for "-o". */
  readonly short?: string;
  /** A second common name of the option, which is not listed. */
  readonly alias?: string;
  /** Name of the value in the help text; null for a switch, which has no value. */
  readonly value: string | null;
  readonly help: string;
  readonly repeatable?: boolean;
  /** True if the name is only the start of names that files declare: "own-" also stands for "own-beta". */
  readonly isBeginning?: true;
}

/** A group of options in the help text. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** A command of the program. */
export interface Command {
  readonly name: string;
  /** Summary of one line for the list of commands. */
  readonly summary: string;
  /** Lines at the end of the command's help. */
  readonly notes?: readonly string[];
  /** Name of the command's operands ("FILES…"); absent if it takes options only. */
  readonly operands?: string;
  readonly groups: readonly OptionGroup[];
  /** Runs the command. Returns its exit status. */
  run(args: Arguments, output: Output): number | Promise<number>;
}

/** Output of a command: `out` for results, `note` for everything else. */
export interface Terminal {
  out(text: string): void;
  note(text: string): void;
  /** Shows a text on the progress. The next text replaces it. */
  progress(text: string): void;
}

/** Output channels for a command. */
export interface Output extends Terminal {
  /** Prints a result as JSON for other programs. Special characters are escaped; the data stays the same. */
  json(value: unknown): void;
}

/** Returns an output on which characters that could change a terminal or mislead a reader are replaced by their codes. */
export function outputTo({ out, note, progress }: Terminal): Output {
  return {
    out: (text) => out(visibleText(text)),
    note: (text) => note(visibleText(text)),
    progress: (text) => progress(visibleText(text)),
    json: (value) => out(visibleJson(JSON.stringify(value, null, 2))),
  };
}

/** Exit statuses. `interrupted` is used after Ctrl-C or another signal; shells and schedulers expect 130. */
export const EXIT = { done: 0, failed: 1, wrongRequest: 2, interrupted: 130 } as const;

/** Limit on the number of words of a command line. It allows the maximum number of shards and all options. */
const MOST_WORDS = 20_000;

/** An option as given on the command line. A switch has the text "". */
export interface GivenOption {
  readonly name: string;
  readonly text: string;
}

/** The options and operands given to a command. */
export class Arguments {
  readonly given: readonly GivenOption[];
  /** Operands: words that do not belong to an option, if the command accepts any. */
  readonly operands: readonly string[];

  constructor(given: readonly GivenOption[], operands: readonly string[] = []) {
    this.given = given;
    this.operands = operands;
  }

  has(name: string): boolean {
    return this.given.some((one) => one.name === name);
  }

  /** Returns the value of an option. If it was given several times, returns the last value; null if it was not given. */
  text(name: string): string | null {
    return this.given.findLast((one) => one.name === name)?.text ?? null;
  }
}

/** Maximum number of letters of an unknown option that a message repeats. */
const MOST_NAME = 60;
/** Maximum number of letters after a single "-". */
const MOST_LETTERS = 20;

/** Reads `--name value`, `--name=value`, `-n value` and `--switch`, and the operands between them. */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  if (words.length > MOST_WORDS)
    throw new UsageError(`The command line has ${words.length} words; the limit is ${MOST_WORDS}.`);
  const options = withDeclared(
    command.groups.flatMap((group) => group.options),
    words,
  );
  // A long word such as "-abc" is refused first. parseArgs splits it into letters, which takes quadratic time.
  const long = words.find((word) => word.length > MOST_LETTERS + 1 && /^-[^-]/.test(word));
  if (long !== undefined) throw unknownFlag(command, long, options);
  // Strict mode is off. Unknown options are reported below, with similar names.
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
  // If two options have the same name, the first one is used.
  const byName = new Map(
    options
      .toReversed()
      .flatMap((option) => [option.name, option.alias].map((name) => [name, option] as const)),
  );
  const given: GivenOption[] = [];
  const names = new Set<string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional" && command.operands !== undefined) {
      operands.push(token.value);
      continue;
    }
    const option = token.kind === "option" ? byName.get(token.name) : undefined;
    if (token.kind !== "option" || option === undefined)
      throw unknownFlag(command, words[token.index], options);
    if (option.repeatable !== true && names.has(option.name)) {
      throw new UsageError(`--${option.name} is given more than once.`);
    }
    names.add(option.name);
    given.push({ name: option.name, text: textOfValue(option, token) });
  }
  return new Arguments(given, operands);
}

/** Returns the options. For each word on the command line that starts with a declared prefix, there is an option of this name. */
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
    throw new UsageError(`--${option.name} requires a value: ${option.value}.`, option.help);
  return value;
}

function unknownFlag(command: Command, word: string, options: readonly Option[]): UsageError {
  const help = `See: ${command.name} --help`;
  if (!word.startsWith("-"))
    return new UsageError(`${command.name} accepts only flags, got "${word}". ${help}`);
  const whole = word.replace(/^-+/, "").split("=", 1)[0];
  const name = whole.length > MOST_NAME ? `${whole.slice(0, MOST_NAME)}…` : whole;
  const near = nearestNames(
    name,
    options.map((option) => option.name),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.map((one) => `--${one}`).join(", ")}?` : "";
  return new UsageError(`Unknown flag --${name}.${hint} ${help}`);
}

/** Returns true if a word is a usual form of "--help". */
export function asksForHelp(words: readonly string[]): boolean {
  return words.includes("--help") || words.includes("-h");
}

/** Maximum number of lines of a usage error. The others are counted: a damaged file may have thousands of errors. */
const MOST_ERROR_LINES = 20;

/** Error in what the user has asked for. Its lines say what is wrong, where, and what is allowed. The exit status is 2. */
export class UsageError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    const more = lines.length - MOST_ERROR_LINES;
    const shown = more > 0 ? [...lines.slice(0, MOST_ERROR_LINES), `and ${grouped(more)} more`] : lines;
    super(shown.join("\n"));
    this.lines = shown;
  }
}

/** Messages for operating-system errors, by errno code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "another program is using the file",
  EDQUOT: "your disk quota is exceeded",
  EEXIST: "a file with this name already exists",
  EFBIG: "the file would be too large for this disk",
  EIO: "the disk reported an input/output error",
  EISDIR: "this is a folder, not a file",
  ELOOP: "too many levels of symbolic links",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the file name is too long",
  ENOENT: "no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file, not a folder",
  ENXIO: "this is a socket or a device without a connection, not a file",
  EPERM: "operation not permitted",
  EROFS: "the disk is read-only",
};

/** Returns a message for an error of the operating system; null for an error in the program. */
export function systemErrorText(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  const refusal = REFUSALS[String(error.code)];
  if (refusal === undefined) return null;
  return `${refusal} (${String(error.code)})`;
}

/** Calls `act`. Errors become UsageErrors whose message starts with `what`. */
export function orUsageError<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const why = systemErrorText(error) ?? (error instanceof Error ? error.message : String(error));
    throw new UsageError(`${what}: ${why}`);
  }
}
