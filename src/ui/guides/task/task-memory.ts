/** What the device remembers of a task: who works on it, and how often he has tried. */
import { LONGEST_NAME, tidyName } from "../../../teaching/hand-in.ts";
import { plainJson } from "../../shared/plain-json.ts";
import { readPreference, writePreference } from "../../state/preferences.ts";

export interface TaskMemory {
  readonly name: string;
  readonly tries: number;
  readonly hints: number;
}

export const NO_MEMORY: TaskMemory = { name: "", tries: 0, hints: 0 };

/** `digest`: of the task. The name is remembered for the next task too. */
export function readMemory(digest: string): TaskMemory {
  const name = tidyName(readPreference("student") ?? "").slice(0, LONGEST_NAME);
  try {
    const { tries, hints } = plainJson(readPreference(`task.${digest}`) ?? "{}") as Record<string, unknown>;
    return { name, tries: countOf(tries), hints: countOf(hints) };
  } catch {
    return { ...NO_MEMORY, name };
  }
}

function countOf(value: unknown): number {
  return Number.isInteger(value) && Number(value) >= 0 ? Math.min(Number(value), 9999) : 0;
}

export function writeMemory(digest: string, { name, tries, hints }: TaskMemory): void {
  writePreference("student", name);
  writePreference(`task.${digest}`, JSON.stringify({ tries, hints }));
}
