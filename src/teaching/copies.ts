/** Answers that are the same although the names differ: told only where chance would hardly bring that about. */
import { type Param, type ParamValue, parseValue, type Setting } from "../engine/index.ts";
import { type Allowed, amountOf } from "./allowed.ts";
import { idOf } from "./answer.ts";
import type { Entry } from "./hand-in-list.ts";
import type { Task } from "./task.ts";
import { plainName, variantOf } from "./variant.ts";

export interface Answered {
  readonly entry: Entry;
  readonly name: string;
  readonly tries: number | null;
  readonly settings: readonly Setting[];
  readonly answer: unknown;
}

/** Below one such pair in twenty classes of this size, if everybody chose blindly. */
const CHANCE = 1 / 20;

/** For each entry the sentences to be said of it. */
export function sameAnswers(task: Task, list: readonly Answered[]): string[][] {
  const groups = new Map<string, Answered[]>();
  const groupOf = new Map<Answered, readonly Answered[]>();
  for (const one of list) {
    if (one.answer === null) continue;
    const key = keyOf(task, one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
    groupOf.set(one, group);
  }
  // Each once, not for each pair.
  const who = new Map(list.map((one) => [one, whoOf(one)]));
  const pairs = (list.length * (list.length - 1)) / 2;
  return list.map((one) => {
    const others = (groupOf.get(one) ?? []).filter((other) => who.get(other) !== who.get(one));
    const copied = others.filter(({ entry, tries }) => tries !== null && entry.text === one.entry.text);
    if (copied.length > 0) return [`The very same hand-in as ${whoWords(copied)}.`];
    const isRare = pairs / waysToChoose(task, one.settings) < CHANCE;
    return others.length > 0 && isRare ? [`The same answer as ${whoWords(others)}.`] : [];
  });
}

/** Who handed it in: by the list, where that says so. */
export function whoOf({ entry, name }: Pick<Answered, "entry" | "name">): string {
  return plainName(entry.name === "" ? name : entry.name);
}

/** The answer, and the variant that it answers. */
function keyOf(task: Task, { name, settings }: Answered): string {
  const { values } = variantOf(task, name);
  const answer = settings.map(({ key, text }) => `${key}=${text}`).sort();
  return JSON.stringify([values.map(({ value }) => value), answer]);
}

const MOST_NAMED = 4;

function whoWords(others: readonly Answered[]): string {
  const words = others
    .slice(0, MOST_NAMED)
    .map(({ name, entry }) => `${entry.name || name || "no name"} (line ${entry.line})`);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  return words.join(", ") + more;
}

/** How many answers of this kind there are: of each parameter that may be changed, values written as finely as this one. */
export function waysToChoose(task: Pick<Task, "changes">, settings: readonly Setting[]): number {
  return task.changes.reduce((ways, allowed) => {
    const own = settings.filter(({ key }) => idOf(key) === allowed.param.id);
    if (own.length === 0) return ways * valuesOf(allowed, allowed.param.default);
    return own.reduce((product, { text }) => {
      const read = parseValue(allowed.param, text);
      return product * valuesOf(allowed, "error" in read ? null : read.value);
    }, ways);
  }, 1);
}

function valuesOf({ param, range, values }: Allowed, value: ParamValue): number {
  if (values !== null) return values.length;
  if (param.kind === "enum") return param.options.length;
  if (param.kind === "boolean") return 2;
  const own = amountOf(value)?.amount ?? null;
  const [low, high] = range?.map((end) => amountOf(end)?.amount ?? 0) ?? reachOf(param);
  return Math.max(1, Math.floor((high - low) / fineness(own, stepOf(param)) + 1e-9) + 1);
}

function reachOf(param: Param): readonly [number, number] {
  if (param.kind === "number") return [param.sliderMin ?? param.min, param.sliderMax ?? param.max];
  return param.kind === "size" ? [param.minPackets, param.maxPackets] : [0, 0];
}

function stepOf(param: Param): number {
  return param.kind === "number" ? param.step : 1;
}

/** The slider's step, or as many decimals more as it takes to write the value. */
function fineness(value: number | null, step: number): number {
  let fine = step;
  for (let digits = 0; value !== null && digits < 9; digits++) {
    const steps = value / fine;
    if (Math.abs(steps - Math.round(steps)) < 1e-6) break;
    fine /= 10;
  }
  return fine;
}
