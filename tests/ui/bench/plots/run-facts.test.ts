import { describe, expect, it } from "vitest";
import { defaultScenario, setParam } from "../../../../src/engine/index.ts";
import { coverTheSame, isWarmingUp, soFar } from "../../../../src/ui/bench/numbers/metrics.ts";
import { withFirstFlows } from "../../../../src/ui/bench/plots/run-facts.ts";
import { runOf } from "./simulated-runs.ts";

const scenario = defaultScenario();
const at = (nowS: number, of = scenario) => ({
  scenario: of,
  snapshot: { nowS, done: nowS === of.run.duration },
});

it("states the progress of an unfinished run", () => {
  expect(soFar(at(13.94))).toBe("so far, 13.9 of 100 s");
  expect(soFar(at(100))).toBeNull();
});

it("results cover the time after the warm-up", () => {
  expect([4, 10, 10.1, 100].map((nowS) => isWarmingUp(at(nowS)))).toEqual([true, true, false, false]);
});

it("runs are compared if their results cover the same time", () => {
  expect(coverTheSame(at(100), at(100))).toBe(true);
  expect(coverTheSame(at(50), at(100))).toBe(false);
  expect(coverTheSame(at(5), at(5))).toBe(false);
  const shorter = setParam(scenario, { scope: "run" }, "duration", 50);
  expect(coverTheSame(at(100), at(50, shorter))).toBe(false);
  const later = setParam(scenario, { scope: "run" }, "warmup", 20);
  expect(coverTheSame(at(100), at(100, later))).toBe(false);
});

describe("a run whose later flows are not revealed yet", () => {
  const run = runOf("v=2&duration=12s&flow=cc=newreno&flow=cc=cubic&flow=cc=newreno");

  it("shows the first ones unchanged, and nothing of the others", () => {
    const { snapshot } = withFirstFlows(run, 2);
    expect(snapshot.flows.map(({ flow }) => flow)).toEqual([0, 1]);
    expect(snapshot.results.flows).toEqual(run.snapshot.results.flows.slice(0, 2));
    expect(snapshot.samples.receivedBytes).toHaveLength(2);
    const { flowEvents } = snapshot;
    expect(new Set(flowEvents.flow)).toEqual(new Set([0, 1]));
    const all = run.snapshot.flowEvents;
    const kept = [...all.flow.keys()].filter((index) => all.flow[index] < 2);
    for (const column of ["timeS", "kind", "before", "after"] as const)
      expect([...flowEvents[column]]).toEqual(kept.map((index) => all[column][index]));
    expect(kept.length).toBeLessThan(all.flow.length);
  });

  it("is the run itself if all flows are visible", () => {
    expect(withFirstFlows(run, null)).toBe(run);
    expect(withFirstFlows(run, 3)).toBe(run);
  });
});
