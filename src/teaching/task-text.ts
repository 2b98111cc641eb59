/** A task as its canonical file, as one link, and what tells it from others. */
import { scenarioToUrl } from "../engine/index.ts";
import { allowedLine } from "./allowed.ts";
import { conditionText } from "./conditions.ts";
import type { DocumentProblem } from "./document.ts";
import { checksum, isPacked, packText, unpackText } from "./packed-text.ts";
import { type HiddenPath, readTask, type Task, type TaskReading } from "./task.ts";
import { variationLine } from "./variant.ts";

/** Canonical: reads back as the same task, and is written again as the same text. */
export function writeTask(task: Task): string {
  const { id, lang, title, tries, hints, words } = task;
  const head = [
    "kind: task",
    `id: ${id}`,
    `lang: ${lang}`,
    `title: ${title}`,
    ...asked(task),
    ...(tries === null ? [] : [`tries: ${tries}`]),
    ...hints.map((hint) => `hint: ${hint}`),
  ];
  return `---\n${head.join("\n")}\n---\n\n${words}\n`;
}

/** All that decides what comes of an answer. */
function asked({ scenario, changes, counts, seeds, also, vary }: Task): string[] {
  return [
    `scenario: #${scenarioToUrl(scenario)}`,
    ...vary.map((one) => `vary: ${variationLine(one)}`),
    ...changes.map((one) => `change: ${allowedLine(one)}`),
    ...counts.map((one) => `count: ${conditionText(one)}`),
    ...(seeds === 1 ? [] : [`seeds: ${seeds}`]),
    ...also.map((one) => `also: ${hiddenPathText(one)}`),
  ];
}

export function hiddenPathText(path: HiddenPath): string {
  return `#${path.map(({ key, text }) => `${key}=${text.replace(/[\s%&#"<>`]/gu, encodeURIComponent)}`).join("&")}`;
}

/** Words, hints and tries may be mended while students work: hand-ins still belong to the task. */
export function taskDigest(task: Task): string {
  return checksum([task.id, ...asked(task)].join("\n"));
}

/** What stands behind "task=" in a link. Throws a sentence where it is too long. */
export function packTask(task: Task): string {
  return packText(writeTask(task));
}

/** From a file's text, from what stands behind "task=", or from a link that holds it. */
export function readTaskFrom(given: string): TaskReading {
  const text = given.trim();
  if (text.startsWith("---") || text.startsWith("\uFEFF---")) return readTask(text);
  const packed = isPacked(text) ? text : packedIn(text);
  if (packed === null)
    return failed('There is no task in it: a link with "task=z.…", or a file that begins with "---".');
  try {
    return readTask(unpackText(packed));
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function packedIn(link: string): string | null {
  return /[#&?]task=(z\.[A-Za-z0-9_-]*)/.exec(link)?.[1] ?? null;
}

function failed(message: string): { readonly task: null; readonly problems: readonly DocumentProblem[] } {
  return { task: null, problems: [{ line: 0, message }] };
}
