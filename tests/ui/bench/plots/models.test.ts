import { describe, expect, it } from "vitest";
import { FLOW_EVENT } from "../../../../src/engine/index.ts";
import { cwndModel } from "../../../../src/ui/bench/plots/Cwnd.tsx";
import { dropLabels, eventNotes, factorText, symbolY } from "../../../../src/ui/bench/plots/flow-events.ts";
import { probeModel } from "../../../../src/ui/bench/plots/Probe.tsx";
import { queueDelayModel } from "../../../../src/ui/bench/plots/QueueDelay.tsx";
import { capacityLine } from "../../../../src/ui/bench/plots/rates.ts";
import { rateModel } from "../../../../src/ui/bench/plots/Throughput.tsx";
import { makePlot, sharedMargins } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import type { RunView } from "../../../../src/ui/state/run-view.ts";
import { runOf } from "./simulated-runs.ts";

const size = { width: 760, height: 200, dpr: 1 };
const run: RunView = { ...runOf("duration=40s&beta-ecn=0.8"), label: "β_ecn 0.80", words: undefined };

/** The run with other capacities of its link. */
function withRates(of: RunView, rateAt: (timeS: number) => number): RunView {
  const { samples, links } = of.snapshot;
  const rateBps = Float64Array.from({ length: samples.length }, (_, i) => rateAt(i * samples.intervalS));
  return { ...of, snapshot: { ...of.snapshot, links: links.map((link) => ({ ...link, rateBps })) } };
}

const view = { fromS: 0, toS: 40 };
const plotOf = (fromS: number, toS: number) =>
  makePlot(size, sharedMargins(size.width, true), [fromS, toS], [0, 100]);
const seen = { run, pinned: null, view, highlightFlow: null };
const cwndInput = (wholeRange: boolean) => ({ ...seen, overlay: null, wholeRange });

describe("the cwnd chart of a real run", () => {
  it("scales to the teeth and shows the peak on request", () => {
    const steady = cwndModel(cwndInput(false));
    const whole = cwndModel(cwndInput(true));
    expect(steady.yDomain[1]).toBeLessThan(130);
    expect(whole.yDomain[1]).toBeGreaterThan(steady.range.whole);
    expect(steady.range.whole).toBeGreaterThan(1.5 * steady.range.steady);
  });

  it("reads cwnd at the cursor", () => {
    const [reading] = cwndModel(cwndInput(false)).readAt(30);
    expect(reading.name).toBe("cwnd");
    expect(reading.value).toBeGreaterThan(60);
  });

  it("names the pinned run beside its curve and at the cursor", () => {
    const model = cwndModel({ ...cwndInput(false), pinned: { ...run, label: "β_ecn 0.50" } });
    expect(model.labels?.(plotOf(0, 40)).map((label) => label.text)).toContain("pinned: β_ecn 0.50");
    expect(model.readAt(30).map((reading) => reading.name)).toEqual(["β_ecn 0.80", "pinned"]);
  });
});

describe("the symbols of events", () => {
  it("say the factor that was set, not what whole segments made of it", () => {
    const { kind } = run.snapshot.flowEvents;
    const marks = [...kind.keys()].filter((index) => kind[index] === FLOW_EVENT.ecnReduction);
    expect(new Set(marks.map((index) => factorText(run, index)))).toEqual(new Set(["×0.80"]));
  });

  it("carry labels only where there is room for all of them", () => {
    expect(dropLabels(run, plotOf(0, 40), null)).toEqual([]);
    expect(dropLabels(run, plotOf(20, 30), null).length).toBeGreaterThan(2);
  });

  it("say in the note how many-th is drawn", () => {
    expect(eventNotes(run, view, 700)[0].text).toBe("CE mark, cwnd ×0.80");
    expect(eventNotes(run, view, 90)[0].text).toMatch(/^every \d+(st|nd|rd|th) CE mark$/);
  });

  it("of an opening stand over the axis and have no factor: SYNs are counted there, no window", () => {
    const opening = runOf("duration=10s&handshake=on&syn-retries=1&loss=0.5&flow=cc=newreno,count=8");
    const events = opening.snapshot.flowEvents;
    const texts = eventNotes(opening, { fromS: 0, toS: 10 }, 700).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["SYN sent again", "connection failed"]));
    const plot = makePlot(size, sharedMargins(size.width, true), [0, 10], [0, 100]);
    for (const kind of [FLOW_EVENT.synTimeout, FLOW_EVENT.notOpened])
      expect(symbolY(events, events.kind.indexOf(kind), plot)).toBe(plot.bottom - 30);
  });
});

describe("the other time charts of a real run", () => {
  it("keep the target line in sight", () => {
    const model = queueDelayModel({ ...seen, targetMs: 50, wholeRange: false });
    expect(model.yDomain[1]).toBeGreaterThan(60);
  });

  it("keep the capacity in sight, and the pinned run's too", () => {
    const input = { ...seen, capacity: capacityLine(run, 10, "first"), shares: [], withGoodput: false };
    expect(rateModel(input).yDomain[1]).toBeGreaterThan(10);
    const faster = withRates(run, () => 40e6);
    expect(rateModel({ ...input, pinned: faster }).yDomain[1]).toBeGreaterThan(40);
    expect(rateModel(input).readAt(30)[0].value).toBeGreaterThan(7);
    const later = withRates(run, (timeS) => (timeS < 20 ? 10e6 : 30e6));
    const widened = capacityLine(later, 12, "first");
    expect(rateModel({ ...input, capacity: widened }).yDomain[1]).toBeGreaterThan(30);
  });

  it("say short delays in a unit that fits", () => {
    const ns = Float32Array.of(8e-6);
    const series = {
      startS: 0,
      bucketS: 40,
      length: 1,
      min: ns,
      max: ns,
      last: ns,
      mean: ns,
      count: Uint32Array.of(1),
    };
    const [link] = run.snapshot.links;
    const probe = { id: "made", label: "made delay", unit: "ms", help: "" } as const;
    const queue = { ...link.queue, sojournMs: series, probes: [{ probe, series }] };
    const [result] = run.snapshot.results.links;
    const sojournMs = result.sojournMs && { ...result.sojournMs, p50: 8e-6, p90: 0.012, max: 2.5 };
    const results = { ...run.snapshot.results, links: [{ ...result, sojournMs }] };
    const short = { ...run, snapshot: { ...run.snapshot, results, links: [{ ...link, queue }] } };
    const model = queueDelayModel({ run: short, pinned: null, view, targetMs: null, wholeRange: false });
    expect(model.readAt(20)[0].text).toBe("8 ns");
    expect(model.summary()).toContain("Median 8 ns, 90th percentile 12 µs, longest 2.50 ms");
    const probed = probeModel({ run: short, pinned: null, view, source: "queue", probeId: "made" });
    expect(probed?.readAt(20)[0].text).toBe("8 ns");
  });

  it("draw any declared probe, and nothing for an unknown one", () => {
    const { probe } = run.snapshot.links[0].queue.probes[0];
    const input = { run, pinned: null, view, source: "queue" as const };
    expect(probeModel({ ...input, probeId: probe.id })?.title).toBe(probe.symbol ?? probe.label);
    expect(probeModel({ ...input, probeId: "no-such-probe" })).toBeNull();
  });
});
