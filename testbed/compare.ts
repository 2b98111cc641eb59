/** A case made anew beside the stored one: the same program on another day, so the tolerances are narrow. */
import { isPhase } from "../src/cli/validation/reference-cases.ts";
import { ON_LINK } from "./figures.ts";
import { amount, readFlags, type StoredCase } from "./stored-cases.ts";

/** How far two measurements of one case may be apart. Delays and counts: the larger of the two. */
interface Tolerance {
  readonly goodput: number;
  readonly delayMs: number;
  readonly delayShare: number;
  readonly count: number;
  readonly countShare: number;
  /** Of what two groups got, what the first has. */
  readonly share: number;
}

/** One flow through a queue without chance: only the start's phase against the kernel's ticks differs. */
const CERTAIN: Tolerance = {
  goodput: 0.01,
  delayMs: 0.3,
  delayShare: 0.05,
  count: 2,
  countShare: 0.2,
  share: 0,
};
/** Random numbers in the queue, or several flows, of which one packet decides who is cut. */
const SCATTERED: Tolerance = {
  goodput: 0.03,
  delayMs: 4,
  delayShare: 0.25,
  count: 5,
  countShare: 0.25,
  share: 0.1,
};
/** A few reductions in all: they shift with the phase, and nothing but goodput is held. */
const UNSETTLED: Tolerance = {
  goodput: 0.15,
  delayMs: Number.POSITIVE_INFINITY,
  delayShare: 0,
  count: Number.POSITIVE_INFINITY,
  countShare: 0,
  share: 1,
};

export function toleranceOf(stored: StoredCase): Tolerance {
  const { args, settled } = stored;
  if (settled === false || isPhase(stored)) return UNSETTLED;
  const { settings, flows } = readFlags(args);
  const oneFlow = flows.length === 1 && !flows[0].has("count");
  if (!oneFlow || /pie|pi2|red/.test(settings.get("aqm") ?? "")) return SCATTERED;
  // A queue of whole packets may stand one packet higher: each sample of the round trip has the start's phase in it.
  const packetMs = (1.25 * ON_LINK * 8) / (amount(settings, "capacity", ["Mbps"]) * 1000);
  return { ...CERTAIN, delayMs: Math.max(CERTAIN.delayMs, packetMs) };
}

export interface Difference {
  readonly figure: string;
  readonly stored: number;
  readonly remade: number;
  /** Absolute. */
  readonly allowed: number;
}

export function within({ stored, remade, allowed }: Difference): boolean {
  return Math.abs(remade - stored) <= allowed;
}

/** Each figure that both have. */
export function differencesOf(stored: StoredCase, remade: StoredCase): Difference[] {
  if (stored.id !== remade.id) throw new Error(`"${remade.id}" is not "${stored.id}"`);
  const tolerance = toleranceOf(stored);
  const found: Difference[] = [];
  const add = (
    figure: string,
    theirs: number | undefined,
    ours: number | undefined,
    allowed: (x: number) => number,
  ) => {
    if (theirs === undefined) return;
    // A figure that is stored and was not measured anew is a difference, not a gap.
    found.push({ figure, stored: theirs, remade: ours ?? Number.NaN, allowed: allowed(theirs) });
  };
  const relative = (x: number) => tolerance.goodput * x;
  const delay = (x: number) => Math.max(tolerance.delayMs, tolerance.delayShare * x);
  const count = (x: number) => Math.max(tolerance.count, tolerance.countShare * x);
  add("goodput, bit/s", stored.goodputBps.mean, remade.goodputBps.mean, relative);
  add("sojourn p50, ms", stored.sojournMs.p50, remade.sojournMs.p50, delay);
  add("sojourn p90, ms", stored.sojournMs.p90, remade.sojournMs.p90, delay);
  add("marks", stored.marks, remade.marks, count);
  add("drops", stored.drops, remade.drops, count);
  add("reductions", stored.reductions, remade.reductions, count);
  add("first group's share", firstShare(stored), firstShare(remade), () => tolerance.share);
  for (const side of ["L", "C"] as const) {
    const [theirs, ours] = [stored.perQueue?.[side], remade.perQueue?.[side]];
    add(`${side} queue's p90, ms`, theirs?.sojournMs.p90, ours?.sojournMs.p90, delay);
    add(`${side} queue's marks`, theirs?.marks, ours?.marks, count);
    add(`${side} queue's drops`, theirs?.drops, ours?.drops, count);
  }
  for (const [figure, { mean, min, max }] of Object.entries(stored.dynamics ?? {})) {
    const ours = remade.dynamics?.[figure];
    if (mean === null || min === null || max === null) {
      // It came about in no repeat: nor may it now.
      if (ours?.mean !== null) add(figure, Number.NaN, ours?.mean ?? undefined, () => 0);
      continue;
    }
    // Over time the kernel's own repeats differ: their range counts beside the tolerance.
    const beside = /Ms(_|$)/.test(figure)
      ? delay(mean)
      : /eductions/.test(figure)
        ? count(mean)
        : 0.15 * mean;
    add(figure, mean, ours?.mean ?? undefined, () => max - min + beside);
  }
  return found;
}

function firstShare({ groupGoodputBps }: StoredCase): number | undefined {
  if (groupGoodputBps === undefined) return undefined;
  return groupGoodputBps[0] / groupGoodputBps.reduce((sum, x) => sum + x, 0);
}

/** A table of one case, and its verdict. */
export function reportOf(stored: StoredCase, remade: StoredCase): { text: string; passed: boolean } {
  const differences = differencesOf(stored, remade);
  const outside = differences.filter((one) => !within(one));
  const number = (x: number) => (Math.abs(x) >= 1000 ? x.toFixed(0) : x.toFixed(3));
  const rows = differences.map((one) => {
    const cells = [number(one.stored), number(one.remade), number(one.allowed)].map((cell) =>
      cell.padStart(12),
    );
    return `  ${one.figure.padEnd(26)}${cells.join("")}${within(one) ? "" : "  DIFFERS"}`;
  });
  const head = `  ${"".padEnd(26)}${["stored", "made anew", "may differ"].map((cell) => cell.padStart(12)).join("")}`;
  const verdict =
    outside.length === 0
      ? `${differences.length} figures agree`
      : `${outside.length} of ${differences.length} figures differ`;
  return { text: `${[stored.id, head, ...rows].join("\n")}\n${verdict}`, passed: outside.length === 0 };
}
