/** What the screen for teachers says around its numbers. */
import { counted } from "../../../experiments/counted.ts";
import type { CheckedEntry } from "../../../teaching/check-list.ts";
import type { Task } from "../../../teaching/task.ts";

export function faultCountWords(count: number): string {
  return count === 1
    ? "One thing has to be put right before there is a link:"
    : `${counted(count, "thing")} have to be put right before there is a link:`;
}

/** Mail programs and learning platforms cut long links. */
const LONG_LINK = 2000;

export function linkLengthWords(letters: number): string {
  const said = `The whole task is in the link: ${counted(letters, "letter")}.`;
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
  return count === 1 ? "One run failed." : `${counted(count, "run")} failed.`;
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

/** As a message calls a part of the screen that could not be drawn. */
export function partName(label: string): string {
  return `The part “${label}”`;
}

/** Of the package that needs no other server. */
export function insideLabel(size: string): string {
  return `Package with Sawtooth inside (.zip, ${size} unpacked)`;
}

export const SCORM_HELP =
  "With Sawtooth inside, the platform needs no other server. With a link the package is small, and this page has to be reachable for students.";
export const NO_ADDRESS = "This page was opened from a disk: students could not reach it";
export const NOT_FETCHED = "Sawtooth as one file could not be fetched; the page seems to be offline.";
