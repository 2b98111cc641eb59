import { describe, expect, it } from "vitest";
import { type Overlay, scenarioFromUrl } from "../../../src/engine/index.ts";
import type { WatchedRun } from "../../../src/ui/plots/run-metrics.ts";
import {
  cwndTheory,
  delayTheory,
  probeTheory,
  rateTheory,
  theoriesOf,
  theoryEntries,
  theoryRow,
  withTheory,
} from "../../../src/ui/plots/theory.ts";
import type { ChartModel } from "../../../src/ui/shared/chart/chart-model.ts";
import { madeSnapshot } from "../core/made-runs.ts";
import { runOf } from "./simulated-runs.ts";

const run = runOf("duration=1s");
const overlay = (fields: Partial<Overlay>): Overlay => ({
  id: "made",
  label: "Made",
  sentence: "",
  cite: "",
  kind: "cwnd",
  link: null,
  group: 0,
  value: { form: "constant", value: 12 },
  ...fields,
});

const seen = { run, highlightFlow: null };

describe("the lines of theory", () => {
  it("are on the plot of their kind: a constant as one line, a band as two", () => {
    const theory = [
      overlay({ value: { form: "band", low: 40, high: 80 } }),
      overlay({ kind: "rate", value: { form: "constant", value: 7.5 } }),
      overlay({ kind: "cycle" }),
    ];
    expect(cwndTheory(seen, theory).map(({ text }) => text)).toEqual([
      "Made 80.0 segments",
      "Made 40.0 segments",
    ]);
    expect(rateTheory(seen, theory).map(({ value }) => value)).toEqual([7.5]);
  });

  it("omit what changes over time, which the fair shares draw", () => {
    const steps = { form: "steps", timeS: [0], values: [5] } as const;
    expect(rateTheory(seen, [overlay({ kind: "rate", value: steps })])).toEqual([]);
  });

  it("convert a queue's length to the time that it takes to send", () => {
    const queue = overlay({ kind: "queue", group: null, link: "bottleneck" });
    // The queue holds 12 packets of 1500 B on a 10 Mbps link.
    expect(delayTheory({ run }, [queue])[0].value).toBeCloseTo(14.4, 9);
    expect(delayTheory({ run }, [queue])[0].text).toBe("Made 14.4 ms");
    const short = { ...queue, value: { form: "constant", value: 0.01 } } as const;
    expect(delayTheory({ run }, [short])[0].text).toBe("Made 12 µs");
    expect(delayTheory({ run }, [{ ...queue, link: "other" }])).toEqual([]);
  });

  it.each([
    ["queue", "p", 1],
    ["queue", "alpha", 0],
    [0, "alpha", 1],
    [0, "p", 0],
  ] as const)(
    "are on the probe that they predict, of its link or its group: %s, %s",
    (source, probeId, count) => {
      const ofQueue = overlay({ kind: "probability", probe: "p", link: "bottleneck", group: null });
      const ofFlow = overlay({ kind: "probability", probe: "alpha" });
      expect(probeTheory({ run, source, probeId }, [ofQueue, ofFlow])).toHaveLength(count);
    },
  );

  it("are those of the highlighted flow, in its colour", () => {
    const two = runOf("duration=1s&flow=&flow=");
    const theory = [overlay({}), overlay({ group: 1 })];
    const paints = (highlightFlow: number | null) =>
      cwndTheory({ run: two, highlightFlow }, theory).map(({ paint }) => paint);
    expect([paints(null), paints(1)]).toEqual([[0, 1], [1]]);
  });

  it("of many groups are drawn only for the highlighted one", () => {
    const theory = [0, 1, 2, 3, 4].map((group) => overlay({ group }));
    expect(cwndTheory(seen, theory)).toEqual([]);
    expect(cwndTheory({ run, highlightFlow: 0 }, theory)).toHaveLength(1);
  });
});

it("a plot with theory mentions it in its summary", () => {
  const model = { summary: () => "One flow.", labels: () => [], marks: [] } as unknown as ChartModel;
  expect(withTheory(model, [])).toBe(model);
  expect(withTheory(model, [{ text: "Made 12", value: 12, paint: "ink" }]).summary()).toBe(
    "One flow. Theory: Made 12.",
  );
  expect(withTheory(model, [{ text: "Made 12", value: 12, paint: "ink" }]).marks).toMatchObject([
    { mark: "rule", at: { value: 12 } },
  ]);
});

it("of a real run match each plot's kind", () => {
  const linesOf = (url: string) => {
    const real = runOf(url);
    const theory = theoriesOf(real);
    const input = { run: real, highlightFlow: null, source: "queue", probeId: "p" } as const;
    return {
      cwnd: cwndTheory(input, theory),
      rate: rateTheory(input, theory),
      delay: delayTheory(input, theory),
      probe: probeTheory(input, theory),
    };
  };
  const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text).join(", ");
  const alone = linesOf("duration=40s&aqm=droptail&ecn=off");
  expect(texts(alone.cwnd)).toMatch(/segments/);
  expect([alone.delay, alone.rate, alone.probe]).toEqual([[], [], []]);
  expect(texts(linesOf("duration=30s&loss=0.01&aqm=infinite").rate)).toMatch(/Mbps/);
  const equal = linesOf("duration=1s&aqm=red&flow=count=10");
  expect(texts(equal.delay)).toMatch(/RED equilibrium.* ms/);
  expect(texts(equal.probe)).toMatch(/RED equilibrium: probability/);
});

/** Returns a run in progress that has no results yet. */
function running(fragment: string, link = 0, links = ["bottleneck"]): WatchedRun {
  const { scenario } = scenarioFromUrl(fragment);
  return { scenario, snapshot: madeSnapshot({ done: false, links }), link };
}

describe("the theory's utilisation", () => {
  it.each([
    // The utilisation is m²(1 − β²) / (m² + 1 − 2β·m) with m = 1.05 and β = 0.5.
    ["v=2", "78.6 %"],
    // β_ecn only has an effect if ECN is on at both ends.
    ["beta-ecn=0.96", "100.0 %"],
    ["beta-ecn=0.96&ecn=off", "78.6 %"],
    ["beta-ecn=0.96&aqm-ecn=off", "78.6 %"],
  ])("of %s is %s", (fragment, text) => {
    expect(theoryRow(running(fragment))?.value).toBe(text);
  });

  it("names its source: for CUBIC, CUBIC's cycle", () => {
    expect(theoryRow(running("v=2"))?.help).toContain("target times capacity (0.05 × BDP)");
    expect(theoryRow(running("cc=cubic"))?.help).toMatch(/^CUBIC/);
  });

  it.each(["flow=&flow=", "aqm=red", "stop=50s", "start=50s", "set=50s:capacity=20Mbps"])(
    "is absent if it does not apply: %s",
    (fragment) => {
      expect(theoryRow(running(fragment))).toBeNull();
    },
  );
});

describe("the list of theories", () => {
  it("lists each once, with its assumptions", () => {
    const entries = theoryEntries(running("v=2"));
    expect(entries.map(({ label, value }) => `${label} ${value}`)).toEqual([
      "Sawtooth: utilisation 78.6 %",
      "Sawtooth: cwnd 43.8 to 87.5 segments",
      "Sawtooth: period 4.39 s",
    ]);
    for (const { sentence, cite } of entries) expect([sentence, cite]).not.toContain("");
  });

  it("combines flow groups, from the smallest to the largest value", () => {
    const entries = theoryEntries(running("path=gfc-2", 0, ["R1-R2"]));
    expect(entries.map(({ id }) => id)).toEqual(["max-min-share", "proportional-share"]);
    expect(entries[0].value).toMatch(/^0\.\d+ to \d\.\d+ Mbps$/);
  });

  it("covers the watched link only", () => {
    const ten = "aqm=red&flow=count=10";
    expect(theoriesOf(running(ten)).some(({ link }) => link === "bottleneck")).toBe(true);
    const elsewhere = running(ten, 1, ["bottleneck", "other"]);
    expect(theoriesOf(elsewhere).every(({ link }) => link === null)).toBe(true);
  });

  it("waits for the end of the run if it needs measured values", () => {
    const done = runOf("v=2");
    const ids = (isDone: boolean) =>
      theoryEntries({ ...done, snapshot: { ...done.snapshot, done: isDone } }).map(({ id }) => id);
    const [measured, before] = [ids(true), ids(false)];
    expect(measured).toEqual(expect.arrayContaining(before));
    expect(measured.length).toBeGreaterThan(before.length);
  });
});
