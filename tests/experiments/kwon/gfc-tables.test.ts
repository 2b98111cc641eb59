import { expect, test } from "vitest";
import type { Job } from "../../../src/experiments/experiment.ts";
import {
  COLUMNS,
  kwonT2,
  kwonT3,
  kwonT4,
  paperTotalMbps,
  TABLE_II,
} from "../../../src/experiments/kwon/gfc-tables.ts";
import type { KwonSender } from "../../../src/experiments/kwon/paper.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

test("the quick runs fill a table for each direction; claims cover bulk flows in one direction", () => {
  expect(kwonT2.jobs("full")).toHaveLength(30);
  const { tables, claims } = quickOutcome(kwonT2);
  expect(tables.map(({ rows }) => rows.length)).toEqual([6, 6]);
  expect(claims.map(({ id }) => id)).toEqual([
    "goodput-order",
    "goodput-size",
    "gain",
    "drops-ecn",
    "drops-ab",
    "drops-ftp",
    "response",
    "goodput-udp",
    "goodput-ftp",
    "drops-udp",
    "drops-http",
    "drops-ftp-size",
  ]);
});

function madeUp(times: Partial<Record<KwonSender, number>>) {
  return ({ key }: Job) => {
    const sender = (key.match(/sender=(\S+)/)?.[1] ?? "") as KwonSender;
    const row = TABLE_II[sender];
    const factor = times[sender] ?? 1;
    return {
      ...Object.fromEntries(COLUMNS.map(([field], i) => [field, row[i] * factor])),
      totalMbps: paperTotalMbps(row) / factor,
    };
  };
}

test("the paper's sums match its text, and its own numbers meet all claims", () => {
  const totals = Object.values(TABLE_II).map((row) => paperTotalMbps(row).toFixed(2));
  expect(totals).toEqual(["43.14", "44.48", "47.11"]);
  const claims = claimsOf(kwonT2, madeUp({}));
  expect(held(claims)).toEqual(Object.keys(claims));
});

test("an ECN(α, β) that does worse than Reno breaks all claims about it, with their causes", () => {
  const claims = claimsOf(kwonT2, madeUp({ "ecn-ab": 8 }));
  expect(held(claims)).toEqual([]);
  expect(claims["drops-ftp-size"].cause).toContain("slow start");
});

test("Reno's row, to which the network was fitted, does not count in the columns' sizes", () => {
  const sizes = ["goodput-udp", "goodput-ftp", "drops-udp", "drops-http", "drops-ftp-size"];
  const off = (sender: KwonSender) => {
    const claims = claimsOf(kwonT2, madeUp({ [sender]: 1.5 }));
    return sizes.filter((id) => !claims[id].holds);
  };
  expect(off("reno")).toEqual([]);
  expect(off("reno-ecn")).toEqual(sizes);
});

test("the quick runs fill the table", () => {
  expect(kwonT3.jobs("full")).toHaveLength(15);
  const { tables, claims } = quickOutcome(kwonT3);
  expect(tables[0].rows).toHaveLength(6);
  expect(claims.map(({ id }) => id)).toEqual([
    "goodput-order",
    "goodput-size",
    "drops-ecn",
    "drops-ab",
    "goodput-udp",
    "goodput-ftp",
    "drops-udp",
    "drops-http",
    "drops-ftp-size",
  ]);
});

test("ten more flows from 20 s to 40 s, and twice the UDP: one more on each link", () => {
  const { flows } = kwonT3.jobs("full")[0].scenario;
  expect(flows.at(-1)).toMatchObject({ count: 10, params: { start: 20, stop: 40, route: "A2" } });
  const udp = flows.filter(({ traffic }) => traffic === "cbr");
  expect(udp.reduce((sum, { count }) => sum + count, 0)).toBe(12);
});

test("the order of goodput and drops decides", () => {
  const madeUp =
    (totals: readonly number[], drops: readonly number[]) =>
    ({ key }: { key: string }) => {
      const i = key.includes("ecn-ab") ? 2 : key.includes("reno-ecn") ? 1 : 0;
      return { totalMbps: totals[i], totalDropPercent: drops[i] };
    };
  const paper = claimsOf(kwonT3, madeUp([42.2, 44.3, 45.3], [1.8, 1.16, 0.9]));
  expect(held(paper)).toEqual(Object.keys(paper));
  expect(held(claimsOf(kwonT3, madeUp([42.2, 45.3, 44.3], [1.8, 0.9, 1.16])))).toEqual([
    "goodput-size",
    "drops-ecn",
  ]);
  expect(held(claimsOf(kwonT3, madeUp([60, 50, 40], [1, 2, 3])))).toEqual([]);
});

test("the quick runs fill the table, with five pairs beside the paper's", () => {
  expect(kwonT4.jobs("full")).toHaveLength(25);
  const { tables, claims } = quickOutcome(kwonT4);
  expect(tables.map(({ rows }) => rows.length)).toEqual([10]);
  expect(claims).toHaveLength(10);
  expect(tables[0].rows.map(([label]) => label)).toContain("(0.8, 0.5789)");
});

const ORDER = ["alpha=1 beta=0.5 ", "alpha=0.8", "alpha=0.4", "alpha=0.2", "alpha=1 beta=0.9"];

function pairsMadeUp(totals: readonly number[], drops: readonly number[], udp: readonly number[]) {
  return ({ key }: { key: string }) => {
    const i = ORDER.findIndex((part) => key.includes(part));
    return { totalMbps: totals[i], totalDropPercent: drops[i], udpDropPercent: udp[i] };
  };
}

test("the paper's own numbers meet all claims, and others break them", () => {
  const totals = [44.48, 46.56, 45.76, 47.11, 46.8];
  const drops = [1.11, 1.011, 0.909, 0.854, 1.773];
  const udp = [5.797, 5.389, 4.787, 4.146, 9.013];
  const paper = claimsOf(kwonT4, pairsMadeUp(totals, drops, udp));
  expect(held(paper)).toEqual(Object.keys(paper));
  const flat = [1, 1, 1, 1, 1];
  expect(held(claimsOf(kwonT4, pairsMadeUp(flat, flat, flat)))).toEqual([]);
});

test("(0.2, 0.875) must lose least, and drops must fall step by step", () => {
  const madeOf = (...drops: number[]) =>
    claimsOf(kwonT4, pairsMadeUp([1, 1, 1, 1, 1], drops, [1, 1, 1, 1, 1]));
  const uneven = madeOf(1.1, 0.9, 1, 0.8, 2);
  expect([uneven["drops-least"].holds, uneven["drops-fall"].holds]).toEqual([true, false]);
  expect(madeOf(1.1, 0.9, 0.8, 0.8, 2)["drops-least"].holds).toBe(false);
});
