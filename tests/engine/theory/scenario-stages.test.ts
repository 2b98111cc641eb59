import { describe, expect, test } from "vitest";
import { stageAt, stagesOf } from "../../../src/engine/theory/scenario-stages.ts";
import { made } from "./made-scenario.ts";

describe("a run cut at its changes", () => {
  test("without changes it is one stage", () => {
    expect(stagesOf(made(""))).toHaveLength(1);
  });

  test("each change holds from its time on, for the flows that it names", () => {
    const scenario = made("flow=cc=newreno&flow=cc=newreno&set=20s:capacity=5&set=30s:flow2.rtt=50ms");
    const stages = stagesOf(scenario);
    expect(stages.map(({ fromS }) => fromS)).toEqual([0, 20, 30]);
    expect(stageAt(stages, 19).path.params.capacity).toBe(10);
    expect(stageAt(stages, 20).path.params.capacity).toBe(5);
    expect(stageAt(stages, 29).flows.map(({ params }) => params.rtt)).toEqual([100, 100]);
    expect(stageAt(stages, 30).flows.map(({ params }) => params.rtt)).toEqual([100, 50]);
  });

  test("changes at one time make one stage", () => {
    const stages = stagesOf(made("set=20s:capacity=5&set=20s:beta-ecn=0.8"));
    expect(stages.map(({ fromS }) => fromS)).toEqual([0, 20]);
    expect(stages[1].path.params.capacity).toBe(5);
    expect(stages[1].flows[0].params["beta-ecn"]).toBe(0.8);
  });
});
