/** Help texts, written from the declarations. */
import type { Command, OptionGroup } from "./command.ts";

const INDENT = 2;
const FLAG_COLUMN = 30;
const WIDTH = 110;

export function programHelp(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(12)}${command.summary}`);
  return [
    "Sawtooth: a packet-level simulator of TCP, ECN and queue management.",
    "",
    "Usage: npm run -s sim -- COMMAND [FLAGS]",
    "",
    ...lines,
    "",
    "COMMAND --help lists its flags. Exit status: 0 done, 1 a check or claim failed, 2 the request was wrong,",
    "130 interrupted.",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const words = [command.name, ...(command.operands === undefined ? [] : [command.operands]), "[FLAGS]"];
  const lines = [`Usage: npm run -s sim -- ${words.join(" ")}`, "", command.summary];
  for (const group of command.groups) lines.push("", ...groupHelp(group));
  if (command.notes !== undefined) lines.push("", ...command.notes);
  return lines.join("\n");
}

function groupHelp(group: OptionGroup): string[] {
  const lines = [`${group.title}:`];
  for (const option of group.options) {
    const short = option.short === undefined ? "" : `-${option.short}, `;
    const flag = `${short}--${option.name}${option.value === null ? "" : ` ${option.value}`}`;
    const [first, ...more] = wrapped(option.help, WIDTH - FLAG_COLUMN);
    const head = " ".repeat(INDENT) + flag;
    if (head.length < FLAG_COLUMN) lines.push(head.padEnd(FLAG_COLUMN) + first);
    else lines.push(head, " ".repeat(FLAG_COLUMN) + first);
    for (const line of more) lines.push(" ".repeat(FLAG_COLUMN) + line);
  }
  return lines;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    if (lines[last] === "") lines[last] = word;
    else if (lines[last].length + 1 + word.length <= width) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
