import { expect, test } from "vitest";
import type { Job } from "../../../src/experiments/experiment.ts";
import { paperTotalMbps } from "../../../src/experiments/kwon/gfc-table.ts";
import { kwonT2, TABLE_II } from "../../../src/experiments/kwon/kwon-t2.ts";
import type { Sender } from "../../../src/experiments/kwon/senders.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("the quick runs fill a table for each direction, ours and the paper's row by row", () => {
  expectJobs(kwonT2, 30);
  const { tables, claims } = quickOutcome(kwonT2);
  expect(tables.map(({ rows }) => rows.length)).toEqual([6, 6]);
  expect(claims).toHaveLength(14);
});

function madeUp(times: Partial<Record<Sender, number>>) {
  return ({ key }: Job) => {
    const sender = (key.match(/sender=(\S+)/)?.[1] ?? "") as Sender;
    const row = TABLE_II[sender];
    const factor = times[sender] ?? 1;
    return {
      ...row,
      responseMeanS: row.responseMeanS * factor,
      totalMbps: paperTotalMbps(row) / factor,
      totalDropPercent: row.totalDropPercent * factor,
      ftpDropPercent: row.ftpDropPercent * factor,
    };
  };
}

test("the paper's sums are those of its text, and its own numbers hold all claims", () => {
  const totals = Object.values(TABLE_II).map((row) => paperTotalMbps(row).toFixed(2));
  expect(totals).toEqual(["43.14", "44.48", "47.11"]);
  const claims = claimsOf(kwonT2, madeUp({}));
  expect(held(claims)).toEqual(Object.keys(claims));
});

test("an ECN(α, β) that does worse than Reno breaks all claims about it, with their causes", () => {
  const claims = claimsOf(kwonT2, madeUp({ "ecn-ab": 8 }));
  expect(held(claims)).toEqual([]);
  expect(claims["drops-ab-one-way"].cause).toContain("slow start");
});
