import { expect, test } from "vitest";
import { kwonT4 } from "../../../src/experiments/kwon/kwon-t4.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("the quick runs fill the table, five pairs beside the paper's", () => {
  expectJobs(kwonT4, 25);
  const { tables, claims } = quickOutcome(kwonT4);
  expect(tables.map(({ rows }) => rows.length)).toEqual([10]);
  expect(claims).toHaveLength(10);
  expect(tables[0].rows.map(([label]) => label)).toContain("(0.8, 0.5789)");
});

const ORDER = ["alpha=1 beta=0.5 ", "alpha=0.8", "alpha=0.4", "alpha=0.2", "alpha=1 beta=0.9"];

function madeUp(totals: readonly number[], drops: readonly number[], udp: readonly number[]) {
  return ({ key }: { key: string }) => {
    const i = ORDER.findIndex((part) => key.includes(part));
    return { totalMbps: totals[i], totalDropPercent: drops[i], udpDropPercent: udp[i] };
  };
}

test("the paper's own numbers hold all claims, and others break them", () => {
  const totals = [44.48, 46.56, 45.76, 47.11, 46.8];
  const drops = [1.11, 1.011, 0.909, 0.854, 1.773];
  const udp = [5.797, 5.389, 4.787, 4.146, 9.013];
  const paper = claimsOf(kwonT4, madeUp(totals, drops, udp));
  expect(held(paper)).toEqual(Object.keys(paper));
  const flat = [1, 1, 1, 1, 1];
  expect(held(claimsOf(kwonT4, madeUp(flat, flat, flat)))).toEqual([]);
});

test("(0.2, 0.875) has to lose least, and drops to fall step by step", () => {
  const madeOf = (...drops: number[]) => claimsOf(kwonT4, madeUp([1, 1, 1, 1, 1], drops, [1, 1, 1, 1, 1]));
  const uneven = madeOf(1.1, 0.9, 1, 0.8, 2);
  expect([uneven["drops-least"].holds, uneven["drops-fall"].holds]).toEqual([true, false]);
  expect(madeOf(1.1, 0.9, 0.8, 0.8, 2)["drops-least"].holds).toBe(false);
});
