/** What a quick look leaves out of a figure, in words: seeds, points, and the length of its runs. */

import { counted } from "../../experiments/counted.ts";
import type { Job } from "../../experiments/experiment.ts";
import { pointOf } from "../../experiments/study.ts";

type Jobs = ReadonlyMap<string, Job>;

/** What names in the keys of runs stand for. */
const NAMES: Readonly<Record<string, string>> = {
  beta: "β",
  alpha: "α",
  rtt: "RTT",
  rttMs: "RTT",
  kB: "size",
  aqm: "queue",
};

interface Sides {
  readonly name: string;
  readonly quick: readonly string[];
  readonly full: readonly string[];
}

/** "The quick size takes 10 of 600 runs. It leaves out 9 of 10 seeds and 10 of 12 values of RTT. Runs last …" */
export function leftOutWords(quick: Jobs, full: Jobs): string {
  const fewer = sidesOf(quick, full).filter((one) => one.quick.length < one.full.length);
  const parts = fewer.map((one) => {
    const missing = one.full.length - one.quick.length;
    const what = one.name === "seed" ? "seeds" : `values of ${NAMES[one.name] ?? one.name}`;
    return `${missing} of ${one.full.length} ${what}`;
  });
  return [
    `The quick size takes ${quick.size} of ${counted(full.size, "run")}.`,
    ...(parts.length === 0 ? [] : [`It leaves out ${listed(parts)}.`]),
    ...durationWords(quick, full),
  ].join(" ");
}

/** "1 of 10 seeds, spread not known"; empty where none is left out. */
export function seedWords(quick: Jobs, full: Jobs): string {
  const seeds = sidesOf(quick, full).find(({ name }) => name === "seed");
  if (seeds === undefined || seeds.quick.length === seeds.full.length) return "";
  const { length } = seeds.quick;
  return `${length} of ${seeds.full.length} seeds${length === 1 ? ", spread not known" : ""}`;
}

function sidesOf(quick: Jobs, full: Jobs): Sides[] {
  const [few, all] = [valuesOf(quick), valuesOf(full)];
  return [...all].map(([name, values]) => ({ name, quick: [...(few.get(name) ?? [])], full: [...values] }));
}

function valuesOf(jobs: Jobs): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const key of jobs.keys()) {
    for (const [name, value] of Object.entries(pointOf(key))) {
      const values = found.get(name) ?? new Set();
      found.set(name, values.add(value));
    }
  }
  return found;
}

/** Of the runs that both sizes have. */
function durationWords(quick: Jobs, full: Jobs): string[] {
  const pairs = [...quick].flatMap(([key, { scenario }]) => {
    const whole = full.get(key)?.scenario.run.duration;
    const { duration } = scenario.run;
    return whole === undefined || whole === duration ? [] : [[Number(duration), Number(whole)] as const];
  });
  if (pairs.length === 0) return [];
  const range = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? `${least} s` : `${least} to ${most} s`;
  };
  return [`Runs last ${range(pairs.map(([s]) => s))} instead of ${range(pairs.map(([, s]) => s))}.`];
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}
