/** What the screen for teachers says around its numbers. */
import type { CheckedEntry } from "../../teaching/check-list.ts";
import type { Task } from "../../teaching/task.ts";

export function faultCountWords(count: number): string {
  return count === 1
    ? "One thing has to be put right before there is a link:"
    : `${count} things have to be put right before there is a link:`;
}

/** Mail programs and learning platforms cut long links. */
const LONG_LINK = 2000;

export function linkLengthWords(letters: number): string {
  const said = `The whole task is in the link: ${letters} letters.`;
  return letters <= LONG_LINK
    ? said
    : `${said} Some programs cut links of more than ${LONG_LINK}: shorten the words, or give the file.`;
}

export function checkedTaskWords(task: Task | null, isWritten: boolean): string {
  if (task === null)
    return isWritten ? "The task under “Set a task” is not finished." : "This task cannot be read.";
  return isWritten ? `“${task.title}”, the one under “Set a task”.` : `“${task.title}”.`;
}

export function whyNoCheck(hasTask: boolean, hasHandIns: boolean): string | null {
  if (!hasTask) return "There is no task to check against.";
  return hasHandIns ? null : "There are no hand-ins yet.";
}

export function failedRunsWords(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "One run failed." : `${count} runs failed.`;
}

export function whoWords({ entry, name }: Pick<CheckedEntry, "entry" | "name">): string {
  return entry.name || name || "no name";
}

export function openLabel(who: string): string {
  return `Open the answer of ${who} on the bench`;
}

/** "Measure 2": the fields of one line among several. */
export function numbered(what: string, number: number): string {
  return `${what} ${number}`;
}

export function addLabel(one: string): string {
  return `Add a ${one}`;
}

export function removeLabel(one: string, number: number): string {
  return `Remove ${one} ${number}`;
}
