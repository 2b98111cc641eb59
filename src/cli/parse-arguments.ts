/** Command-line words to named options: `--name value`, `--name=value`, `-n value` or `--switch`; and to the words beside them. */
import { nearestNames } from "../engine/index.ts";
import { Arguments, type Command, type Given, type Option } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const options = command.groups.flatMap((group) => group.options);
  const given: Given[] = [];
  const operands: string[] = [];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    if (command.operands !== undefined && !word.startsWith("-")) {
      operands.push(word);
      continue;
    }
    const [name, attached] = splitFlag(word);
    const option = options.find((one) => one.name === name || word === `-${one.short}`);
    if (option === undefined) throw unknownFlag(command, word, options);
    if (option.repeatable !== true && given.some((one) => one.name === option.name)) {
      throw new UsageError(`--${option.name} was given twice; it may stand once.`);
    }
    given.push({ name: option.name, text: takeValue(option, attached, rest) });
  }
  return new Arguments(given, operands);
}

/** Whether a word says "--help" in one of its usual ways. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.includes("--help") || words.includes("-h");
}

function splitFlag(word: string): [string, string | null] {
  if (!word.startsWith("--")) return ["", null];
  const at = word.indexOf("=");
  return at < 0 ? [word.slice(2), null] : [word.slice(2, at), word.slice(at + 1)];
}

function takeValue(option: Option, attached: string | null, rest: string[]): string {
  if (option.value === null) {
    if (attached !== null) throw new UsageError(`--${option.name} takes no value, got ${attached}.`);
    return "";
  }
  if (attached !== null) return attached;
  const next = rest.shift();
  if (next === undefined || next.startsWith("--")) {
    throw new UsageError(`--${option.name} needs a value: ${option.value}.`, option.help);
  }
  return next;
}

function unknownFlag(command: Command, word: string, options: readonly Option[]): UsageError {
  const help = `See: ${command.name} --help`;
  if (!word.startsWith("-")) {
    return new UsageError(`${command.name} takes flags only, got "${word}". ${help}`);
  }
  const name = splitFlag(`--${word.replace(/^-+/, "")}`)[0];
  const near = nearestNames(
    name,
    options.map((option) => option.name),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.map((one) => `--${one}`).join(", ")}?` : "";
  return new UsageError(`Unknown flag --${name}.${hint} ${help}`);
}
