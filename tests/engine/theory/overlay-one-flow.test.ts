import { describe, expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import type { Overlay } from "../../../src/engine/theory/overlay.ts";
import { oneFlowOverlays } from "../../../src/engine/theory/overlay-one-flow.ts";
import { sawtoothUtilisation } from "../../../src/engine/theory/sawtooth-utilisation.ts";
import { made } from "./made-scenario.ts";

const BDP = 1e6 / 12_000;

function numberOf(overlays: readonly Overlay[], kind: string): number {
  const value = overlays.find((one) => one.kind === kind)?.value;
  return value?.form === "constant" ? value.value : Number.NaN;
}

describe("theory of one flow", () => {
  test("a discipline with a target: the buffer is target times capacity, cut by β_ecn where it marks", () => {
    const overlays = oneFlowOverlays(made("beta-ecn=0.7&target=10ms"));
    expect(numberOf(overlays, "utilisation")).toBeCloseTo(sawtoothUtilisation(0.7, 0.1), 12);
    expect(overlays[0].sentence).toContain("β_ecn when the queue holds target times capacity (0.1 × BDP)");
    expect(overlays[0].link).toBe("bottleneck");
  });

  test("where it does not mark, the cut is for a loss", () => {
    for (const url of ["ecn=off&beta-loss=0.6", "aqm-ecn=off&beta-loss=0.6"]) {
      const overlays = oneFlowOverlays(made(url));
      expect(numberOf(overlays, "utilisation")).toBeCloseTo(sawtoothUtilisation(0.6, 0.05), 12);
    }
  });

  test("the limit counts where it is below the target, and for DropTail", () => {
    for (const url of ["limit=20p&target=50ms", "aqm=droptail&limit=20p"]) {
      const overlays = oneFlowOverlays(made(url));
      expect(numberOf(overlays, "utilisation")).toBeCloseTo(sawtoothUtilisation(0.5, 20 / BDP), 12);
      expect(overlays[0].sentence).toContain("β_loss when the queue holds its limit (0.24 × BDP)");
    }
  });

  test("step marking: its threshold", () => {
    const overlays = oneFlowOverlays(made("aqm=step&step=20p&beta-ecn=0.6"));
    expect(numberOf(overlays, "utilisation")).toBeCloseTo(sawtoothUtilisation(0.6, 20 / BDP), 12);
    const inTime = oneFlowOverlays(made("aqm=step&step-time=10ms&beta-ecn=0.6"));
    expect(numberOf(inTime, "utilisation")).toBeCloseTo(sawtoothUtilisation(0.6, 0.1), 12);
  });

  test("the windows of the sawtooth: from β of the peak to the peak", () => {
    const [, cwnd] = oneFlowOverlays(made("aqm=droptail&limit=20p"));
    expect(cwnd.value).toEqual({
      form: "band",
      low: expect.closeTo((BDP + 20) / 2, 9),
      high: expect.closeTo(BDP + 20, 9),
    });
    expect(cwnd.group).toBe(0);
  });

  test("nothing of several flows, other senders, or queues without a length at which they signal", () => {
    for (const url of ["flow=count=2", "aqm=infinite", "aqm=red", "aqm=pi", "aqm=ecn-codel", "cc=bbr1"]) {
      expect(oneFlowOverlays(made(url))).toEqual([]);
    }
  });

  // Of the period: a signal takes a round trip to arrive and the reduction another one, in which cwnd does not grow. With
  // PRR a threshold marks on while cwnd slides, so that cuts come in pairs; hence reductions at once.
  test.each([
    "aqm=droptail&limit=30p&ecn=off",
    "aqm=droptail&limit=30p&ecn=off&cc=cubic&fast-convergence=off",
    "aqm=step&step=20p&beta-ecn=0.7",
    "beta-ecn=0.7",
  ])("the simulation agrees, in utilisation and period: %s", (url) => {
    const scenario = made(`${url}&recovery=classic&duration=300s`);
    const overlays = oneFlowOverlays(scenario);
    const { links, flows } = runScenario(scenario).results();
    expect(Math.abs(links[0].utilisation - numberOf(overlays, "utilisation"))).toBeLessThan(0.02);
    const cuts = flows[0].ecnReductions + flows[0].lossReductions;
    const periodS = (Number(scenario.run.duration) - Number(scenario.run.warmup)) / cuts;
    expect(Math.abs(periodS / numberOf(overlays, "cycle") - 1)).toBeLessThan(0.15);
  });
});
