/** A student's work on a task, stored on this device if the browser allows it. */

import * as v from "valibot";
import type { SettingText } from "../../../engine/index.ts";
import { checksum } from "../../../lib/packed-text.ts";
import type { GivenAnswer } from "../../../teaching/task/questions.ts";
import { plainName } from "../../../teaching/task/variant.ts";
import type { Device, Stored } from "../../core/device.ts";
import { asJson } from "../../core/stored-json.ts";

export interface TaskMemory {
  readonly name: string;
  readonly tries: number;
  readonly hints: number;
  /** The latest settings; null if there are none. */
  readonly settings: readonly SettingText[] | null;
  /** The latest answers, by question. */
  readonly answers: readonly GivenAnswer[];
  /** Settings that were replaced by other settings; null if there are none. */
  readonly earlier: readonly SettingText[] | null;
  /** Checksums of the answers that have used an attempt. */
  readonly tried: readonly string[];
}

/** Largest stored number of attempts. */
const MOST_COUNTED = 9999;
const COUNT = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.transform((count) => Math.min(count, MOST_COUNTED)),
);
const MOST_KEPT = 100;
const SHORT = v.pipe(v.string(), v.maxLength(200));
/** Length limit that allows for a program among the settings. */
const LONG = v.pipe(v.string(), v.maxLength(64_000));

const SETTINGS = v.pipe(v.array(v.object({ key: SHORT, text: LONG })), v.maxLength(MOST_KEPT));

const WORK_FORM = v.object({
  tries: COUNT,
  hints: COUNT,
  settings: v.exactOptional(SETTINGS),
  earlier: v.exactOptional(SETTINGS),
  tried: v.exactOptional(v.pipe(v.array(SHORT), v.maxLength(MOST_COUNTED))),
  answers: v.exactOptional(v.pipe(v.array(v.object({ id: SHORT, text: LONG })), v.maxLength(MOST_KEPT))),
});

/**
 * Stored work. The key consists of the task's digest and the student's name, because several students may share a
 * computer.
 */
export const TRIES: Stored<v.InferOutput<typeof WORK_FORM>> = {
  key: "task.",
  what: "the work on a task",
  none: { tries: 0, hints: 0 },
  ...asJson(WORK_FORM),
};

/**
 * Returns the key of the stored work. If there is no name, the key is the digest alone, as in versions that did not
 * separate names.
 */
function placeOf(digest: string, name: string): string {
  return name === "" ? digest : `${digest}.${checksum(plainName(name))}`;
}

/** Returns the work stored under this name. `digest` is the digest of the task. */
export function ownMemory(device: Device, digest: string, name: string): TaskMemory {
  const { tries, hints, settings, answers, earlier, tried } = device.read(TRIES, placeOf(digest, name));
  return {
    name,
    tries,
    hints,
    settings: settings ?? null,
    answers: answers ?? [],
    earlier: earlier ?? null,
    tried: tried ?? [],
  };
}

export function hasWork({ tries, hints, settings, answers, earlier }: TaskMemory): boolean {
  return tries > 0 || hints > 0 || (settings ?? earlier) !== null || answers.length > 0;
}

/** Returns the work under this name, including work done before a name was given, which becomes this student's. */
export function readMemory(device: Device, digest: string, name: string): TaskMemory {
  const own = ownMemory(device, digest, name);
  const before = ownMemory(device, digest, "");
  if (name === "" || !device.list(TRIES).includes(digest)) return own;
  const memory = {
    name,
    tries: own.tries + before.tries,
    hints: Math.max(own.hints, before.hints),
    settings: own.settings ?? before.settings,
    answers: own.answers.length > 0 ? own.answers : before.answers,
    earlier: own.earlier ?? before.earlier,
    tried: [...new Set([...own.tried, ...before.tried])],
  };
  writeMemory(device, digest, memory);
  device.remove(TRIES, digest);
  return memory;
}

export function writeMemory(device: Device, digest: string, memory: TaskMemory): void {
  const { name, tries, hints, settings, answers, earlier, tried } = memory;
  const words = answers.filter(({ text }) => text !== "");
  device.write(
    TRIES,
    {
      tries,
      hints,
      ...(settings !== null && settings.length > 0 && { settings: [...settings] }),
      ...(words.length > 0 && { answers: [...words] }),
      ...(earlier !== null && earlier.length > 0 && { earlier: [...earlier] }),
      ...(tried.length > 0 && { tried: [...tried] }),
    },
    placeOf(digest, name),
  );
}
