import { expect, it } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../../src/engine/index.ts";
import type { RunView } from "../../../../src/ui/core/run-view.ts";
import { reportNumbers } from "../../../../src/ui/features/notebook/ReportNumbers.tsx";
import { madeSnapshot, withBeta } from "../../core/made-runs.ts";

type Made = Parameters<typeof madeSnapshot>[0];

const runOf = (made: Made, scenario = defaultScenario()): RunView => ({
  scenario,
  snapshot: madeSnapshot(made),
  label: "",
  link: 0,
});

const row = (run: RunView, pinned: RunView | null, id: string) =>
  reportNumbers(run, pinned)
    .groups.flatMap(({ rows }) => rows)
    .find((one) => one.id === id);

it("shows this run's numbers beside the pinned one's, with their difference", () => {
  const [run, pinned] = [
    runOf({ goodputMbps: 9, utilisation: 0.9, marks: 12 }, withBeta(0.8)),
    runOf({ goodputMbps: 6, utilisation: 0.6, marks: 10 }),
  ];
  expect(row(run, pinned, "total-goodput")).toMatchObject({
    value: "9.00 Mbps",
    pinned: "6.00 Mbps",
    difference: "+50.0 %",
  });
  expect(row(run, pinned, "utilisation")).toMatchObject({
    value: "90.0 %",
    pinned: "60.0 %",
    difference: "+30.0 pt",
  });
  expect(reportNumbers(run, pinned).remarks).toEqual([
    "All numbers cover 10 s to 100 s, after 10 s of warm-up.",
  ]);
  expect(row(run, null, "marks")).toMatchObject({ value: "12", pinned: null, difference: null });
});

it("shows no difference between runs of different lengths, and says why", () => {
  const [run, pinned] = [runOf({ done: false, nowS: 50 }, withBeta(0.8)), runOf({})];
  expect(row(run, pinned, "marks")).toMatchObject({ value: "10", pinned: "10", difference: null });
  expect(reportNumbers(run, pinned).remarks).toEqual([
    "All numbers cover 10 s to 50 s, after 10 s of warm-up.",
    "The run is not complete: so far, 50.0 of 100 s.",
    "No differences from the pinned run are given: so far, 50.0 of 100 s.",
  ]);
});

it("separates the watched link's numbers if there are several links, under its name", () => {
  const run = runOf({ links: ["a", "b"] });
  expect(reportNumbers(run, null).groups.map(({ title }) => title)).toEqual(["All flows", "At a"]);
  expect(reportNumbers(runOf({}), null).groups.map(({ title }) => title)).toEqual([null]);
});

it("states what numbers cover, or that there are none yet", () => {
  const remark = (made: Made, link: string) =>
    reportNumbers(runOf(made, scenarioFromUrl(link).scenario), null).remarks[0];
  expect(remark({ nowS: 13.25 }, "v=2&warmup=0s")).toBe("All numbers cover 0 s to 13.25 s.");
  expect(remark({ nowS: 3, done: false }, "v=2&warmup=10s")).toBe(
    "The run is warming up: numbers count from 10 s on.",
  );
});
