import { beforeAll, describe, expect, it } from "vitest";
import { type Snapshot, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import {
  cdfPlot,
  cdfTable,
  cdfTitle,
  distributionWords,
  ghostName,
  percentileLabels,
  tailText,
} from "../../../../src/ui/bench/plots/delay-cdf.ts";
import type { RunView } from "../../../../src/ui/state/run-view.ts";

const { scenario } = scenarioFromUrl("duration=20s&warmup=5s&flow=cc=newreno&flow=cc=cubic");
const snapshots = new Map<number, Snapshot>();

beforeAll(() => {
  const simulation = new Simulation(scenario);
  for (const untilS of [3, 12, 20]) {
    simulation.advance(untilS);
    snapshots.set(untilS, simulation.snapshot());
  }
});

const runAt = (nowS: number): RunView => ({ scenario, snapshot: snapshots.get(nowS)!, label: "", link: 0 });
const picture = (run: RunView, pinned: RunView | null) => ({
  run,
  pinned,
  byFlow: [],
  scale: "linear" as const,
});
const curve = (flow: number) => ({
  flow,
  name: `flow ${flow + 1}`,
  cdf: { ms: Float32Array.of(1, 50), fraction: Float32Array.of(0.5, 1) },
});

describe("what time a distribution covers", () => {
  it("stands in its title and its words where the run is not complete", () => {
    expect([3, 12, 20].map((nowS) => cdfTitle(runAt(nowS), "linear"))).toEqual([
      "queue delay, warm-up",
      "queue delay, so far",
      "queue delay, cumulative",
    ]);
    const words = ([12, 3] as const).map((nowS) => distributionWords(picture(runAt(nowS), null)));
    expect(words[0]).toContain(", after the warm-up of 5 s, so far, 12.0 of 20 s.");
    expect(words[1]).toContain(", in the warm-up, so far, 3.0 of 20 s.");
  });

  it("the ghost's words say that it is whole, and that it is not to be compared yet", () => {
    const [half, whole] = [runAt(12), runAt(20)];
    expect([ghostName(half, whole), ghostName(whole, whole)]).toEqual(["pinned, whole run", "pinned"]);
    expect(distributionWords(picture(half, whole))).toContain(
      "The pinned run is compared with when this one is complete.",
    );
    expect(distributionWords(picture(whole, whole))).toMatch(/Beside the pinned run: median as before; /);
  });
});

describe("curves by flow", () => {
  const byFlow = () => ({ ...picture(runAt(20), null), byFlow: [curve(0), curve(1)] });

  it("have their percentiles beside those of all packets, which say whose they are", () => {
    const plot = cdfPlot({ width: 320, height: 240, dpr: 1 }, byFlow())!;
    expect(percentileLabels(byFlow(), plot).every(({ text }) => text.startsWith("all: p"))).toBe(true);
    expect(percentileLabels(picture(runAt(20), null), plot)[0].text).toMatch(/^p/);
    expect(tailText(curve(0).cdf)).toBe("p99 50.0 ms");
    expect(distributionWords(byFlow())).toContain(" Flow 2: p50 1.00 ms, p90 50.0 ms, p99 50.0 ms.");
  });

  it("write short delays in a unit that fits, at the points, in words and in the table", () => {
    const cdf = { ms: Float32Array.of(8e-6, 0.012), fraction: Float32Array.of(0.9, 1) };
    const run = runAt(20);
    const links = run.snapshot.links.map((link) => ({ ...link, delayCdf: cdf }));
    const short = picture({ ...run, snapshot: { ...run.snapshot, links } }, null);
    const plot = cdfPlot({ width: 320, height: 240, dpr: 1 }, short)!;
    expect(percentileLabels(short, plot).map(({ text }) => text)).toEqual(
      expect.arrayContaining(["p50 8 ns", "p90 8 ns", "p99 12 µs"]),
    );
    expect(distributionWords(short)).toContain("p50 8 ns, p90 8 ns, p99 12 µs");
    expect(cdfTable(short).rows[0]).toEqual(["5 %", "8 ns"]);
    expect(tailText(cdf)).toBe("p99 12 µs");
  });

  it("fit on the axis, and have a column each in the table", () => {
    const plot = cdfPlot({ width: 320, height: 240, dpr: 1 }, byFlow())!;
    expect(plot.x.domain()[1]).toBeGreaterThanOrEqual(50);
    expect(cdfTable(byFlow()).head).toEqual(["packets", "delay at most", "flow 1", "flow 2"]);
  });
});
