import { describe, expect, it } from "vitest";
import { withFirstFlows } from "../../../../src/ui/parts/runs/first-flows.ts";
import { runOf } from "../../plots/simulated-runs.ts";

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
