import { expect, test } from "vitest";
import type { Job } from "../../../src/experiments/experiment.ts";
import { paperTotalMbps } from "../../../src/experiments/kwon/gfc-table.ts";
import { kwonT2, TABLE_II } from "../../../src/experiments/kwon/kwon-t2.ts";
import type { Sender } from "../../../src/experiments/kwon/senders.ts";
import { claimsOf, expectJobs, held, quickOutcome } from "./runs.ts";

test("the quick runs fill a table for each direction; claims are about bulk flows one way", () => {
  expectJobs(kwonT2, 30);
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

function madeUp(times: Partial<Record<Sender, number>>) {
  return ({ key }: Job) => {
    const sender = (key.match(/sender=(\S+)/)?.[1] ?? "") as Sender;
    const row = TABLE_II[sender];
    const factor = times[sender] ?? 1;
    return {
      ...Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value * factor])),
      totalMbps: paperTotalMbps(row) / factor,
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
  expect(claims["drops-ftp-size"].cause).toContain("slow start");
});

test("Reno's row, to which the network was fitted, is no part of the columns' sizes", () => {
  const sizes = ["goodput-udp", "goodput-ftp", "drops-udp", "drops-http", "drops-ftp-size"];
  const off = (sender: Sender) => {
    const claims = claimsOf(kwonT2, madeUp({ [sender]: 1.5 }));
    return sizes.filter((id) => !claims[id].holds);
  };
  expect(off("reno")).toEqual([]);
  expect(off("reno-ecn")).toEqual(sizes);
});
