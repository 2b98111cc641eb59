import { expect, test } from "vitest";
import { smoothedRttModel } from "../../../src/ui/plots/smoothed-rtt.ts";
import { extentIn } from "../../../src/ui/shared/chart/recorded-series.ts";
import { runOf } from "./simulated-runs.ts";

const run = runOf("v=2&duration=40s&beta-ecn=0.8");
const seen = { run, pinned: null, view: { fromS: 0, toS: 40 }, highlightFlow: null };

test("the smoothed RTT is the propagation delay and the queue's delay on top", () => {
  const model = smoothedRttModel(seen);
  const [reading] = model.readAt(30);
  expect(reading.name).toBe("smoothed RTT");
  expect(reading.value).toBeGreaterThan(100);
  expect(reading.value).toBeLessThan(120);
  expect(model.summary()).toMatch(
    /^Between [\d.]+ and [\d.]+ ms, mean [\d.]+ ms, after the warm-up of 10 s\.$/,
  );
  // The queue of slow start is cut off, and labelled by the axis.
  expect(model.yDomain[1]).toBeLessThan(extentIn(run.snapshot.flows[0].srttMs, seen.view)?.high ?? 0);
});

test("each flow has a line and a name, and the pinned run is grey behind them", () => {
  const two = runOf("v=2&duration=20s&flow=cc=newreno&flow=cc=cubic,rtt=50ms");
  const model = smoothedRttModel({ ...seen, run: two, pinned: run, view: { fromS: 0, toS: 20 } });
  expect(model.marks.map((mark) => "isPinned" in mark && mark.isPinned === true)).toEqual([
    true,
    false,
    false,
  ]);
  expect(model.notes?.(800)).toHaveLength(2);
  expect(
    model
      .readAt(15)
      .map(({ name }) => name)
      .at(-1),
  ).toBe("pinned");
});
