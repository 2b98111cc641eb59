import { expect, it } from "vitest";
import { plotFigures as figuresOfRun, isShown } from "../../../../src/ui/features/notebook/ReportFigures.tsx";
import { PLOTS } from "../../../../src/ui/plots/registry.ts";
import { runOf } from "../../plots/simulated-runs.ts";

/** Returns the figures of a run in which the last of `count` flows sends pings, or of one plain flow. */
const plotFigures = (count: number) =>
  figuresOfRun(runOf(count < 2 ? "duration=3s" : "duration=3s&flow=traffic=http&flow=traffic=ping"));

it("every registered plot can be a figure, and has a name", () => {
  const plots: string[] = PLOTS.map(({ id }) => id);
  const figures = plotFigures(2);
  expect(figures.map(({ id }) => id).sort()).toEqual([...plots, "path"].sort());
  for (const { id, label } of figures) expect(label, id).not.toBe(id === "cwnd" ? "" : id);
});

it("plots that compare flows are available if there are several; path and plane of rates only on request", () => {
  const usual = (flows: number) =>
    plotFigures(flows)
      .filter((one) => isShown(one, []))
      .map(({ id }) => id);
  expect(usual(2).sort()).toEqual(["cwnd", "delay", "distribution", "fairness", "ping-rtt", "throughput"]);
  expect(usual(1).sort()).toEqual(["cwnd", "delay", "distribution", "throughput"]);
  const [fairness] = plotFigures(1).filter(({ id }) => id === "fairness");
  expect(isShown(fairness, ["fairness"])).toBe(true);
  expect(isShown({ id: "cwnd", isUsual: true }, ["cwnd"])).toBe(false);
});
