import { beforeAll, describe, expect, it, test } from "vitest";
import { defaultScenario, type Snapshot, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { Simulation } from "../../../../src/engine/simulator.ts";
import {
  cdfDomain,
  cdfNotes,
  cdfPlot,
  cdfPoints,
  cdfTable,
  cdfTitle,
  distributionWords,
  fractionAt,
  ghostName,
  LOG_FLOOR_MS,
  percentileLabels,
  quantileMs,
  tailText,
} from "../../../../src/ui/bench/plots/delay-cdf.ts";
import { phaseNotes } from "../../../../src/ui/bench/plots/Phase.tsx";
import type { RunView } from "../../../../src/ui/state/run-view.ts";

const usual = defaultScenario();

function runOf(flows: number, done = true): RunView {
  const snapshot = {
    done,
    nowS: 20,
    links: [{}],
    flows: Array(flows).fill({}),
    results: { flows: Array(flows).fill({}) },
  };
  return { scenario: usual, snapshot, label: "", link: 0 } as unknown as RunView;
}

test("a distribution's legend names all packets, the flows and the pinned run", () => {
  const cdf = { ms: new Float32Array(), fraction: new Float32Array() } as never;
  const byFlow = [{ flow: 1, name: "CUBIC", shortName: "CUBIC", cdf }];
  const notes = cdfNotes({ run: runOf(2, false), pinned: runOf(2), byFlow, scale: "linear" });
  expect(notes.map(({ text, paint }) => [text, paint])).toEqual([
    ["all packets", "ink"],
    ["CUBIC", 1],
    ["pinned, whole run", "ghost"],
  ]);
  const alone = cdfNotes({ run: runOf(1), pinned: null, byFlow: [], scale: "linear" });
  expect(alone).toEqual([{ text: "all packets", paint: 0, dash: [] }]);
});

test("a phase plot's legend says what is older, what the dot is, and what is grey", () => {
  expect(phaseNotes(12.345, false).map(({ text }) => text)).toEqual([
    "rates over time, the older the paler",
    "at 12.35 s",
  ]);
  expect(phaseNotes(1, true).at(-1)).toMatchObject({ text: "pinned", paint: "ghost" });
});

const cdf = {
  ms: Float32Array.from([0, 1, 2, 10]),
  fraction: Float32Array.from([0.25, 0.5, 0.99, 1]),
};

describe("the points of a distribution", () => {
  it("are as recorded on linear axes", () => {
    expect(cdfPoints(cdf, "linear")[0]).toEqual({ ms: 0, fraction: 0.25 });
  });

  it("move a delay of zero to the floor of a log axis", () => {
    expect(cdfPoints(cdf, "log")[0].ms).toBe(LOG_FLOOR_MS);
  });

  it("turn into shares above, without the last, for the tail", () => {
    const tail = cdfPoints(cdf, "tail");
    expect(tail).toHaveLength(3);
    expect(tail[0].fraction).toBeCloseTo(0.75);
    expect(tail[2].fraction).toBeCloseTo(0.01);
  });
});

describe("a quantile", () => {
  it("is the smallest delay that so many packets do not exceed", () => {
    expect(quantileMs(cdf, 0.5)).toBe(1);
    expect(quantileMs(cdf, 0.51)).toBe(2);
    expect(quantileMs(cdf, 0.99)).toBe(2);
    expect(quantileMs(cdf, 1)).toBe(10);
  });

  it("does not exist without packets", () => {
    expect(quantileMs({ ms: new Float32Array(), fraction: new Float32Array() }, 0.5)).toBeNaN();
  });
});

describe("the axes", () => {
  it("end near p99 on the linear scale, whatever one late packet did", () => {
    expect(cdfDomain([cdf], "linear")?.toMs).toBeLessThan(5);
  });

  it("begin at a whole decade and hold the longest delay on the log scales", () => {
    for (const scale of ["log", "tail"] as const) {
      const domain = cdfDomain([cdf], scale);
      expect(domain?.fromMs).toBe(1);
      expect(domain?.toMs).toBeGreaterThanOrEqual(10);
    }
  });

  it("reach down to the rarest recorded share in the tail", () => {
    expect(cdfDomain([cdf], "tail")?.fromFraction).toBeCloseTo(0.01);
  });

  it("do not exist without packets", () => {
    expect(cdfDomain([{ ms: new Float32Array(), fraction: new Float32Array() }], "linear")).toBeNull();
  });

  it("hold both runs", () => {
    const later = { ms: Float32Array.from([50]), fraction: Float32Array.from([1]) };
    expect(cdfDomain([cdf, later], "linear")?.toMs).toBeGreaterThan(50);
  });
});

describe("the fraction at a delay", () => {
  it("counts the packets that waited at most so long", () => {
    expect(fractionAt(cdf, -1)).toBe(0);
    expect(fractionAt(cdf, 0)).toBeCloseTo(0.25);
    expect(fractionAt(cdf, 1.5)).toBeCloseTo(0.5);
    expect(fractionAt(cdf, 99)).toBe(1);
  });
});

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
  shortName: `${flow + 1}`,
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
