import { expect, test } from "vitest";
import { feedback4 } from "../../../src/experiments/feedback/feedback-4.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { ratesAtShares } from "./rates-made.ts";

test("its runs are sound", () => {
  expectSoundJobs(feedback4);
});

test("reads a run and makes do with a part of them", () => {
  const readings = readRuns(feedback4, ({ key }) => key.startsWith("way=cubic-pi"));
  expectTotal(feedback4, readings, "quick");
  const [{ series }] = feedback4.reduce(readings, "quick").figures;
  expect(series.map(({ source }) => source ?? "ours")).toEqual(["ours", "ours", "ours", "model"]);
  // Alone in the end, S1 has the whole WAN.
  expect(Number(series[2].y.at(-1))).toBeGreaterThan(45);
});

test("the table has the ratios of each phase", () => {
  const readings = madeReadings(
    feedback4,
    "full",
    ratesAtShares((_, phase) => (phase.includes("all") ? 0.5 : 1)),
  );
  const [{ head, rows }] = feedback4.reduce(readings, "full").tables;
  const column = head.indexOf("S1 and all flows");
  for (const row of rows)
    expect(row.slice(1)).toEqual(head.slice(1).map((_, i) => (i + 1 === column ? 0.5 : 1)));
});

test("claims: BBRv2 with ECN below its share, PI near it and nearer", () => {
  const made = (bbr: number, pi: number) =>
    verdicts(
      feedback4,
      ratesAtShares((_flow, _phase, { key }) => (key.startsWith("way=cubic-pi") ? pi : bbr)),
    );
  expect(made(0.6, 0.95)).toEqual({ "ecn-below": true, "pi-near": true, "pi-nearer": true });
  expect(made(1, 0.75)).toEqual({ "ecn-below": false, "pi-near": false, "pi-nearer": false });
});

test("the comparison of PI with the threshold is a check of our own", () => {
  const readings = madeReadings(
    feedback4,
    "full",
    ratesAtShares(() => 1),
  );
  const { claims } = feedback4.reduce(readings, "full");
  expect(claims.map(({ id, basis }) => [id, basis])).toEqual([
    ["ecn-below", undefined],
    ["pi-near", undefined],
    ["pi-nearer", "ours"],
  ]);
});
