import { describe, expect, test } from "vitest";
import { isCut } from "../../../src/engine/index.ts";
import { openingView, teethView } from "../../../src/ui/plots/teeth.ts";
import { runOf } from "./simulated-runs.ts";

const DENSE = runOf("v=2&rtt=20ms&duration=60s");

function teethIn({ fromS, toS }: { fromS: number; toS: number }): number {
  const { timeS, kind } = DENSE.snapshot.flowEvents;
  return timeS.filter((atS, i) => isCut(kind[i]) && atS >= fromS && atS < toS).length;
}

test("shows about ten sawtooth cycles of a run that would be a solid bar, right after the warm-up", () => {
  const view = teethView(DENSE);
  expect(view?.fromS).toBe(DENSE.scenario.run.warmup);
  const teeth = teethIn(view ?? { fromS: 0, toS: 0 });
  expect(teeth).toBeGreaterThanOrEqual(8);
  expect(teeth).toBeLessThanOrEqual(30);
});

test("has a given moment in its middle, and stays within the run", () => {
  const view = teethView(DENSE, 30);
  expect(((view?.fromS ?? 0) + (view?.toS ?? 0)) / 2).toBeCloseTo(30, 6);
  expect(teethView(DENSE, 60)?.toS).toBeLessThanOrEqual(60);
  expect(teethView(DENSE, 0)?.fromS).toBe(0);
});

test("shows the whole run if its cycles can be told apart, or if it has none", () => {
  expect(teethView(runOf("v=2&duration=60s"))).toBeNull();
  // DCTCP reduces its window in each round trip. These reductions are not teeth.
  expect(teethView(runOf("v=2&cc=dctcp&aqm=step&rtt=20ms&duration=20s"))).toBeNull();
  expect(teethView(runOf("v=2&cc=unresponsive&duration=5s"))).toBeNull();
});

describe("opening a run", () => {
  test("shows ten sawtooth cycles around the playhead if the whole run would be a solid bar", () => {
    const solid = runOf("v=2&rtt=20ms");
    const view = openingView(solid, 20);
    expect(view).toEqual(teethView(solid, 20));
    expect((view?.fromS ?? 0) < 20 && 20 < (view?.toS ?? 0)).toBe(true);
  });

  test("shows the whole run if its cycles are dense but can be told apart", () => {
    expect(openingView(DENSE, 12)).toBeNull();
  });

  test.each([
    ["a change", "v=2&rtt=10ms&duration=60s&set=30s:capacity=5Mbps"],
    ["a flow that joins", "v=2&rtt=10ms&duration=60s&flow=&flow=start=30s"],
    ["a flow that stops", "v=2&rtt=10ms&duration=60s&flow=&flow=stop=30s"],
    ["a flow with few teeth", "v=2&duration=60s&flow=rtt=10ms&flow=rtt=200ms"],
  ])("shows the whole run if it has %s", (_, link) => {
    const run = runOf(link);
    expect(teethView(run, 12)).not.toBeNull();
    expect(openingView(run, 12)).toBeNull();
  });
});
