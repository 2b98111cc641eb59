/**
 * Compares a case that was measured again with the stored one. Both measurements use the same Linux or ns-3 program, so
 * tolerances are small.
 */
import { isPhase } from "../src/cli/validation/reference-cases.ts";
import { ON_LINK } from "./figures.ts";
import { amount, readFlags, type StoredCase } from "./stored-cases.ts";

/**
 * Tolerances for two measurements of one case. For delays and counts there is an absolute and a relative tolerance; the larger
 * one applies.
 */
interface Tolerance {
  readonly goodput: number;
  readonly delayMs: number;
  readonly delayShare: number;
  readonly count: number;
  readonly countShare: number;
  /** Tolerance for the first group's share of the goodput, if there are two groups of flows. */
  readonly share: number;
}

/**
 * Tolerances for one flow through a queue without randomness. Two measurements differ only in when they start relative to the
 * kernel's ticks.
 */
const CERTAIN: Tolerance = {
  goodput: 0.01,
  delayMs: 0.3,
  delayShare: 0.05,
  count: 2,
  countShare: 0.2,
  share: 0,
};
/**
 * Tolerances for queues that use random numbers, and for several flows: a single packet may then decide which flow reduces its
 * window.
 */
const SCATTERED: Tolerance = {
  goodput: 0.03,
  delayMs: 4,
  delayShare: 0.25,
  count: 5,
  countShare: 0.25,
  share: 0.1,
};
/**
 * Tolerances for cases with few reductions, whose times depend on the start relative to the kernel's ticks. Only the goodput is
 * compared.
 */
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
  // The queue may differ by one packet, because the start relative to the kernel's ticks changes each RTT sample.
  const packetMs = (1.25 * ON_LINK * 8) / (amount(settings, "capacity", ["Mbps"]) * 1000);
  return { ...CERTAIN, delayMs: Math.max(CERTAIN.delayMs, packetMs) };
}

export interface Difference {
  readonly figure: string;
  readonly stored: number;
  readonly remade: number;
  /** Largest difference that is allowed, without sign. */
  readonly allowed: number;
}

export function within({ stored, remade, allowed }: Difference): boolean {
  return Math.abs(remade - stored) <= allowed;
}

/** Returns the differences between all values that both cases have. */
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
    // A stored value that was not measured again counts as a difference (NaN).
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
      // The stored case had no repeat with this event, so the new one must not have any either.
      if (ours?.mean !== null) add(figure, Number.NaN, ours?.mean ?? undefined, () => 0);
      continue;
    }
    // The kernel's own repeats differ in these values, so their range is added to the tolerance.
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

/** Returns the comparison of one case as a table, with its verdict. */
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
