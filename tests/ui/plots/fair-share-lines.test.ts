import { describe, expect, it } from "vitest";
import { fairShareLines } from "../../../src/ui/plots/fair-share-lines.ts";
import { runOf } from "./simulated-runs.ts";

const PAYLOAD = 1448 / 1500;

describe("the lines of the fair share", () => {
  it("do not exist for a single flow on a single link", () => {
    expect(fairShareLines(runOf("duration=4s"), null)).toEqual([]);
  });

  it("are one if all flows share one link equally, where both definitions of fairness agree", () => {
    const [line, ...others] = fairShareLines(runOf("duration=4s&flow=&flow=start=2s"), 0);
    expect(others).toEqual([]);
    expect(line.fairness).toBe("max-min");
    expect(line.steps.map(({ fromS }) => fromS)).toEqual([0, 2]);
    expect(line.steps.map(({ value }) => value / PAYLOAD)).toEqual([
      expect.closeTo(10, 6),
      expect.closeTo(5, 6),
    ]);
  });

  it("differ if a flow passes several links: proportional fairness gives it less", () => {
    const lines = fairShareLines(runOf("duration=4s&path=parking-lot"), null);
    const mbps = (fairness: string) =>
      lines.filter((line) => line.fairness === fairness).map(({ steps }) => steps[0].value / PAYLOAD);
    expect(mbps("max-min")).toEqual([expect.closeTo(5, 5)]);
    expect(mbps("proportional")).toEqual([expect.closeTo(2.5, 5), expect.closeTo(7.5, 5)]);
    expect(lines.map(({ paint }) => paint)).toEqual(["inkSoft", 0, 1]);
  });

  it("are those of the highlighted flow, wherever it runs", () => {
    const run = runOf("duration=4s&path=gfc-2");
    const lines = fairShareLines(run, 21);
    expect(new Set(lines.map(({ flow }) => run.snapshot.results.flows[flow].route))).toEqual(new Set(["H"]));
    expect(lines.every(({ paint }) => typeof paint === "number")).toBe(true);
  });

  it("belong only to flows that the network limits: pings have none, and leave the long flow the rest", () => {
    const run = runOf("duration=4s&flow=&flow=traffic=ping");
    const [line, ...others] = fairShareLines(run, null);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ flow: 0, paint: 0 });
    expect(line.steps[0].value / PAYLOAD).toBeCloseTo(10, 1);
    expect(fairShareLines(run, 1)).toEqual([]);
  });

  it("belong to a sender of a constant rate only if it wants more than its share", () => {
    const shares = (rate: string) =>
      fairShareLines(runOf(`duration=4s&flow=&flow=traffic=cbr,cbr-rate=${rate}`), 1).map(
        ({ steps }) => steps[0].value,
      );
    expect(shares("1Mbps")).toEqual([]);
    expect(shares("8Mbps")).toHaveLength(1);
  });

  it("are few, however many groups there are", () => {
    const run = runOf("duration=4s&path=gfc-2", { link: 4 });
    expect(fairShareLines(run, null).length).toBeLessThanOrEqual(8);
  });
});
