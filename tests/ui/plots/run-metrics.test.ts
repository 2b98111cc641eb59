import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import {
  delayChange,
  goodputBps,
  type MetricRows,
  measured,
  metricRows,
  rateText,
  signed,
  waitText,
} from "../../../src/ui/plots/run-metrics.ts";
import { madeMeasured, madeSnapshot } from "../core/made-runs.ts";

describe("goodput of all flows", () => {
  it("covers one time for all, although flows of different ages have their own rates", () => {
    const snapshot = madeSnapshot({ goodputMbps: 8, flows: 2 });
    const [first, late] = snapshot.results.flows;
    const flows = [first, { ...late, goodputBps: 2 * late.goodputBps }];
    const run = {
      scenario: defaultScenario(),
      snapshot: { ...snapshot, results: { ...snapshot.results, flows } },
      link: 0,
    };
    expect(measured(run).seconds).toBe(90);
    expect(goodputBps(measured(run))).toBeCloseTo(8e6);
  });

  it("is absent before the end of the warm-up", () => {
    const run = { scenario: defaultScenario(), snapshot: madeSnapshot({ nowS: 4 }), link: 0 };
    expect(goodputBps(measured(run))).toBe(0);
  });
});

describe("the numbers of a link", () => {
  it("are those of the watched one", () => {
    const snapshot = madeSnapshot({ links: ["a", "b"] });
    expect(measured({ scenario: defaultScenario(), snapshot, link: 1 }).link.id).toBe("b");
  });

  it("distinguish random losses from drops, and only if there are any", () => {
    const textOf = (rows: MetricRows, id: string) => rows.link.find((row) => row.id === id)?.value;
    const lossy = metricRows(madeMeasured({ drops: 3, losses: 40 }), null);
    expect([textOf(lossy, "queue-drops"), textOf(lossy, "random-losses")]).toEqual(["3", "40"]);
    expect(textOf(metricRows(madeMeasured({ drops: 3 }), null), "random-losses")).toBeUndefined();
    expect(textOf(metricRows(madeMeasured(), madeMeasured({ losses: 1 })), "random-losses")).toBe("0");
  });
});

describe("the capacity for results", () => {
  it("is the mean of the samples after the warm-up, because a link's rate may change", () => {
    const snapshot = madeSnapshot();
    const rateBps = Float64Array.from({ length: 20 }, (_, at) => (at < 15 ? 10e6 : 5e6));
    const links = snapshot.links.map((link) => ({ ...link, rateBps }));
    const run = { scenario: defaultScenario(), snapshot: { ...snapshot, links }, link: 0 };
    expect(measured(run).capacityBps).toBe(7.5e6);
    expect(measured({ ...run, snapshot }).capacityBps).toBe(10e6);
  });
});

describe("numbers as text", () => {
  it("have a sign only if they differ", () => {
    expect([signed(1.26, 1), signed(-1.26, 1), signed(0.04, 1), signed(-0.04, 1)]).toEqual([
      "+1.3",
      "−1.3",
      "0.0",
      "0.0",
    ]);
  });

  it("keep about three digits", () => {
    expect([9.014e6, 12.34e6, 123.4e6, 2.5e9, 52_300].map(rateText)).toEqual([
      "9.01 Mbps",
      "12.3 Mbps",
      "123 Mbps",
      "2.50 Gbps",
      "52.3 kbps",
    ]);
    expect([1.23, 1036.2, 0.05, 8e-6].map(waitText)).toEqual(["1.2 ms", "1036 ms", "50 µs", "8 ns"]);
  });

  it("round a difference of delays like the longer of the two delays", () => {
    const changes = [
      [12.34, 12.3399],
      [5, 3.5],
      [0.05, 0.062],
      [8e-6, 6e-6],
      [0.05, 0.05],
      [0.05, 3],
    ].map(([now, pinned]) => delayChange(now, pinned));
    expect(changes).toEqual(["0.0 ms", "+1.5 ms", "−12 µs", "+2 ns", "0.0 ms", "−3.0 ms"]);
  });
});
