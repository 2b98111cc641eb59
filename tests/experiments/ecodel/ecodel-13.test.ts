import { expect, test } from "vitest";
import { ecodel13 } from "../../../src/experiments/ecodel/ecodel-13.ts";
import { madeReadings, readRuns, verdicts } from "../experiment-checks.ts";

test("reads its runs and handles missing ones", () => {
  const readings = readRuns(ecodel13, () => true);
  const { figures, claims } = ecodel13.reduce(readings, "quick");
  expect(figures[0].series.map(({ source }) => source ?? "ours")).toEqual([
    "ours",
    "ours",
    "ours",
    "paper",
    "paper",
  ]);
  expect(claims.map(({ id, holds }) => [id, holds])).toEqual([["fewer-100ms", true]]);
});

test("only the chosen round trip is the paper's claim", () => {
  const { claims } = ecodel13.reduce(
    madeReadings(ecodel13, "full", () => ({ lost: 1 })),
    "full",
  );
  expect(claims.map(({ id, basis }) => [id, basis])).toEqual([
    ["fewer-20ms", "ours"],
    ["fewer-60ms", "ours"],
    ["fewer-100ms", undefined],
  ]);
});

test("the claim requires fewer losses in each scenario", () => {
  const made = (lostOfTen: number) =>
    verdicts(ecodel13, ({ key }) => {
      if (key.includes("queue=original")) return { lost: 50 };
      return { lost: key.startsWith("flows=10 ") ? lostOfTen : 10 };
    });
  const all = (holds: boolean) => ({ "fewer-20ms": holds, "fewer-60ms": holds, "fewer-100ms": holds });
  expect(made(20)).toEqual(all(true));
  expect(made(60)).toEqual(all(false));
});
