import { expect, test } from "vitest";
import { kwonT3 } from "../../../src/experiments/kwon/kwon-t3.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("the quick runs fill the table", () => {
  expectJobs(kwonT3, 15);
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

test("ten more flows from 20 s to 40 s, and twice the UDP: on each link one more", () => {
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
