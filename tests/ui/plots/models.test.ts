import { describe, expect, it } from "vitest";
import { FLOW_EVENT } from "../../../src/engine/index.ts";
import type { RunView } from "../../../src/ui/core/run-view.ts";
import { plainText, presentState } from "../../../src/ui/parts/words/run-sentences.ts";
import { cwnd, cwndModel } from "../../../src/ui/plots/Cwnd.tsx";
import { fairness } from "../../../src/ui/plots/Fairness.tsx";
import { dropLabels, eventNotes, factorText, symbolY } from "../../../src/ui/plots/flow-events.ts";
import { probeModel } from "../../../src/ui/plots/Probe.tsx";
import { stripEvent } from "../../../src/ui/plots/phase-strip.ts";
import { queueDelayModel } from "../../../src/ui/plots/QueueDelay.tsx";
import { measured, metricRows } from "../../../src/ui/plots/run-metrics.ts";
import { capacityLine } from "../../../src/ui/plots/sliding-rates.ts";
import { labelsOf } from "../../../src/ui/plots/steady-range.ts";
import { rateModel } from "../../../src/ui/plots/Throughput.tsx";
import type { ChartModel } from "../../../src/ui/shared/chart/chart-model.ts";
import { valueAxis } from "../../../src/ui/shared/chart/PlotLayers.tsx";
import { Pen } from "../../../src/ui/shared/chart/pen.ts";
import { makePlot, sharedMargins } from "../../../src/ui/shared/chart/plot-geometry.ts";
import { eventColumnsOf, eventStepS, meanAt } from "../../../src/ui/shared/chart/recorded-series.ts";
import { COLOURS } from "../shared/figures/made-figures.ts";
import { runOf } from "./simulated-runs.ts";

const size = { width: 760, height: 200, dpr: 1 };
const run: RunView = { ...runOf("duration=40s&beta-ecn=0.8"), label: "β_ecn 0.80", words: undefined };

/** Returns the run with a different capacity of its link over time. */
function withRates(of: RunView, rateAt: (timeS: number) => number): RunView {
  const { samples, links } = of.snapshot;
  const rateBps = Float64Array.from({ length: samples.length }, (_, i) => rateAt(i * samples.intervalS));
  return { ...of, snapshot: { ...of.snapshot, links: links.map((link) => ({ ...link, rateBps })) } };
}

const view = { fromS: 0, toS: 40 };
const plotOf = (fromS: number, toS: number) =>
  makePlot(size, sharedMargins(size.width, true), [fromS, toS], [0, 100]);
/** Returns the labels of a model's y axis. */
function ticksOf({ yDomain, yFormat }: ChartModel): string[] {
  const { ticks, format } = valueAxis(
    makePlot(size, sharedMargins(size.width, true), [0, 1], yDomain),
    yFormat,
  );
  return ticks.map(format);
}

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

  it("has the depth of the last drop in view as a value that sets β_ecn, where that can be set", () => {
    const nothing = () => undefined;
    const others = { inner: false, onInner: nothing, onWholeRange: nothing };
    const dropWith = (onBeta?: (beta: number) => void) =>
      cwnd.drop?.({ ...cwndInput(false), ...others, onBeta });
    const asked: number[] = [];
    const drop = dropWith((beta) => asked.push(beta));
    expect(drop).toMatchObject({ share: 0.8, text: "×0.80", paint: 0 });
    const placeIn = (fromS: number, toS: number) =>
      drop?.placeIn(makePlot(size, sharedMargins(size.width, true), [fromS, toS], [0, 300]));
    const place = placeIn(20, 40);
    const { timeS, kind, before } = run.snapshot.flowEvents;
    const at = timeS.indexOf(place?.timeS ?? Number.NaN);
    expect([kind[at], before[at]]).toEqual([FLOW_EVENT.ecnReduction, place?.height]);
    expect(placeIn(0, 0.01)).toBeNull();
    drop?.onDrag(0.7, true);
    expect(asked).toEqual([0.7]);
    expect(dropWith()).toBeNull();
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
  it("state the factor that was set, not the ratio of whole segments", () => {
    const { kind } = run.snapshot.flowEvents;
    const marks = [...kind.keys()].filter((index) => kind[index] === FLOW_EVENT.ecnReduction);
    expect(new Set(marks.map((index) => factorText(run, index)))).toEqual(new Set(["×0.80"]));
  });

  it("have labels only if there is room for all of them", () => {
    expect(dropLabels(run, plotOf(0, 40), null)).toEqual([]);
    expect(dropLabels(run, plotOf(20, 30), null).length).toBeGreaterThan(2);
  });

  it("state in the note which share is drawn", () => {
    expect(eventNotes(run, view, 700)[0].text).toBe("CE mark, cwnd ×0.80");
    expect(eventNotes(run, view, 90)[0].text).toMatch(/^every \d+(st|nd|rd|th) CE mark$/);
  });

  it("at the end of slow start have no factor, because the second number is ssthresh and not a window", () => {
    const bbr = runOf("v=2&cc=bbr1&duration=10s");
    expect(eventNotes(bbr, { fromS: 0, toS: 10 }, 700).map(({ text }) => text)).toEqual(["slow start ends"]);
    expect(dropLabels(bbr, plotOf(0, 1), null)).toEqual([]);
  });

  it("of timeouts that leave a window of one segment show no factor", () => {
    const lossy = runOf("v=2&ecn=off&loss=0.3&duration=30s");
    const { kind, before, after, timeS } = lossy.snapshot.flowEvents;
    const still = [...kind.keys()].find(
      (i) => kind[i] === FLOW_EVENT.rto && before[i] === 1 && after[i] === 1,
    );
    const atS = timeS[still ?? Number.NaN];
    const [note] = eventNotes(lossy, { fromS: atS - 0.001, toS: atS + 0.001 }, 700);
    expect(note.text).not.toContain("0.50");
  });

  it("of opening a connection are above the axis without a factor, because they count SYNs and not a window", () => {
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
  it("keep the target line in view", () => {
    const model = queueDelayModel({ ...seen, targetMs: 50, wholeRange: false });
    expect(model.yDomain[1]).toBeGreaterThan(60);
  });

  it("keep the capacity in view, and the pinned run's too", () => {
    const input = { ...seen, capacity: capacityLine(run, 10, "first"), shares: [], withGoodput: false };
    expect(rateModel(input).yDomain[1]).toBeGreaterThan(10);
    const faster = withRates(run, () => 40e6);
    expect(rateModel({ ...input, pinned: faster }).yDomain[1]).toBeGreaterThan(40);
    expect(rateModel(input).readAt(30)[0].value).toBeGreaterThan(7);
    const later = withRates(run, (timeS) => (timeS < 20 ? 10e6 : 30e6));
    const widened = capacityLine(later, 12, "first");
    expect(rateModel({ ...input, capacity: widened }).yDomain[1]).toBeGreaterThan(30);
  });

  it("write short delays in a suitable unit", () => {
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
    expect(ticksOf(model)).toEqual(["0", "2 ns", "4 ns", "6 ns", "8 ns"]);
    expect(model.summary()).toContain("Median 8 ns, 90th percentile 12 µs, maximum 2.50 ms");
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

const readings = (model: Pick<ChartModel, "readAt">, untilS: number, name: string) =>
  Array.from(
    { length: 20 * untilS },
    (_, i) => model.readAt(i / 20).find((one) => one.name === name)?.value ?? 0,
  );

describe("throughput", () => {
  const drops = runOf("v=2&aqm=droptail&ecn=off");
  const seenDrops = {
    run: drops,
    pinned: null,
    view: { fromS: 0, toS: 100 },
    highlightFlow: null,
    shares: [],
  };
  const input = { ...seenDrops, capacity: capacityLine(drops, 10, "first") };

  it("counts arrivals: it neither exceeds the capacity nor falls to 0 behind a gap", () => {
    const rates = readings(rateModel({ ...input, withGoodput: false }), 100, "throughput").slice(40);
    expect(Math.max(...rates)).toBeLessThanOrEqual(10);
    expect(Math.min(...rates)).toBeGreaterThan(8);
  });

  it("has optional goodput, which exceeds the capacity and falls to 0", () => {
    const model = rateModel({ ...input, withGoodput: true });
    const rates = readings(model, 100, "goodput").slice(40);
    expect(Math.max(...rates)).toBeGreaterThan(10.5);
    expect(Math.min(...rates)).toBeLessThan(1);
    expect(model.yDomain[1]).toBeGreaterThanOrEqual(Math.max(...rates));
    const names = (withGoodput: boolean) =>
      rateModel({ ...input, withGoodput })
        .notes?.(800)
        .map(({ text }) => text) ?? [];
    expect(names(true)).toContain("goodput");
    expect(names(false)).not.toContain("goodput");
  });
});

describe("queue delay", () => {
  const { sojournMs } = run.snapshot.links[0].queue;

  it("is drawn as means with a band from the shortest to the longest, each with a legend entry", () => {
    const model = queueDelayModel({ run, pinned: null, view, targetMs: 5, wholeRange: false });
    const [line, band] = model.notes?.(800) ?? [];
    expect([line.text, line.dash, band.text, band.isBand]).toEqual([
      "mean per 100 ms",
      [],
      "shortest to longest",
      true,
    ]);
    const { mean, min, max } = eventColumnsOf(sojournMs, view);
    expect([...mean.keys()].filter((i) => mean[i] < min[i] - 1e-4 || mean[i] > max[i] + 1e-4)).toEqual([]);
  });

  it("has the same shape on every screen, independent of px", () => {
    const shape = (width: number) => {
      const places: [number, number][] = [];
      const plot = makePlot({ width, height: 200, dpr: 1 }, sharedMargins(width, true), [0, 40], [0, 100]);
      const share = (x: number) => Math.round((1000 * (x - plot.left)) / (plot.right - plot.left));
      const context = new Proxy({} as CanvasRenderingContext2D, {
        get: (_, name) =>
          name === "lineTo" ? (x: number, y: number) => places.push([share(x), Math.round(y)]) : () => {},
        set: () => true,
      });
      new Pen(context, plot, COLOURS).events(sojournMs, { paint: 0 }, 0.2);
      return places;
    };
    expect(shape(400).length).toBeGreaterThan(500);
    expect(shape(1200)).toEqual(shape(400));
  });

  it("shows the drawn value at the cursor", () => {
    const model = queueDelayModel({ run, pinned: null, view, targetMs: 5, wholeRange: false });
    const columns = eventColumnsOf(sojournMs, view);
    const at = Math.floor(columns.length / 2);
    expect(model.readAt(columns.timeS[at])[0]).toMatchObject({ name: "queue delay, mean" });
    expect(meanAt(sojournMs, view, columns.timeS[at])).toBeCloseTo(columns.mean[at], 5);
    expect(eventStepS(sojournMs, view)).toBeCloseTo(0.1);
  });
});

describe("a discipline with two queues", () => {
  const two = runOf("v=2&aqm=dualpi2&flow=cc=prague&flow=cc=cubic&duration=40s");
  const model = queueDelayModel({ run: two, pinned: null, view, targetMs: 15, wholeRange: false });

  it("has a line for each", () => {
    expect(
      model
        .notes?.(800)
        .slice(0, 3)
        .map(({ text }) => text),
    ).toEqual(["L queue, mean", "C queue, mean", "shortest to longest"]);
    const [l, c] = model.readAt(30);
    expect([l.name, c.name]).toEqual([
      "queue delay in the L queue, mean",
      "queue delay in the C queue, mean",
    ]);
    expect(c.value).toBeGreaterThan(2 * l.value);
    expect(model.summary()).toMatch(/^In the L queue median .*; in the C queue median /);
  });

  it("has its numbers and its headline by queue", () => {
    expect(plainText(presentState(two))).toMatch(
      /, median queue delay [\d.]+ ms in the L queue and [\d.]+ ms in the C queue$/,
    );
    expect(
      metricRows(measured(two), null).link.flatMap(({ label }) => (label.startsWith("Delay") ? [label] : [])),
    ).toEqual([
      "Delay p50, L",
      "Delay p50, C",
      "Delay p90, L",
      "Delay p90, C",
      "Delay p99, L",
      "Delay p99, C",
    ]);
  });
});

it("each curve of fairness has its entry, and the thin one differs from the pinned run's", () => {
  const notes = fairness
    .model({ run: runOf("v=2&flow=cc=newreno&flow=cc=cubic,start=5s&duration=20s"), pinned: null })
    ?.notes?.(800);
  expect(notes?.slice(0, 2).map(({ text, dash = [] }) => [text, dash.length])).toEqual([
    ["F(t)", 0],
    ["last second", 2],
  ]);
  expect(notes?.at(-1)?.text).toMatch(/after the join/);
});

it("a peak that the axis cuts off is labelled there, on the page as in a file; one that is drawn is not", () => {
  const words = (wholeRange: boolean) => {
    const models = [
      cwndModel(cwndInput(wholeRange)),
      queueDelayModel({ run, pinned: null, view, targetMs: 5, wholeRange }),
    ];
    return models.map((model) => {
      const plot = makePlot(size, sharedMargins(size.width, true), [0, 40], model.yDomain);
      return labelsOf(model, plot).flatMap(({ text, x }) =>
        text.startsWith("↑") ? [[text, x < plot.x(3)]] : [],
      );
    });
  };
  expect(words(false)).toEqual([[["↑ 253", true]], [["↑ 204", true]]]);
  expect(words(true)).toEqual([[], []]);
});

it("the axis of delay has short numbers in a zoomed view, also where no packet waited", () => {
  const link = "v=2&aqm=droptail&limit=100p&ecn=off&flow=start=0s,stop=20s&flow=start=60s";
  for (const zoom of [
    { fromS: 30, toS: 50 },
    { fromS: 19.9, toS: 20.4 },
    { fromS: 0.2, toS: 0.25 },
  ]) {
    const model = queueDelayModel({
      run: runOf(link),
      pinned: null,
      view: zoom,
      targetMs: null,
      wholeRange: false,
    });
    for (const tick of ticksOf(model)) expect(tick).toMatch(/^\d{1,3}(\.\d{1,2})?( [nµ]s)?$/);
  }
});

describe("a time without packets", () => {
  const silent = () => runOf("v=2&aqm=droptail&limit=100p&ecn=off&flow=start=0s,stop=20s&flow=start=60s");
  const shown = { fromS: 0, toS: 100 };

  it("has no delay, even if a packet waited before it", () => {
    const { sojournMs } = silent().snapshot.links[0].queue;
    expect(meanAt(sojournMs, shown, 19)).toBeGreaterThan(1);
    expect(meanAt(sojournMs, shown, 40)).toBeNaN();
    expect(meanAt(sojournMs, shown, 70)).toBeGreaterThan(1);
    const { last, timeS } = eventColumnsOf(sojournMs, shown);
    const at = (s: number) => last[timeS.findIndex((one) => one >= s)];
    expect([at(40), at(70)].map(Number.isNaN)).toEqual([true, false]);
  });

  it("has no phase of a flow that has ended", () => {
    const run = silent();
    const plot = makePlot(size, sharedMargins(size.width, true), [0, 100], [0, 200], undefined, 17);
    const phaseAt = (timeS: number, up: number) =>
      stripEvent(run, null, plot, plot.x(timeS), plot.bottom - up)?.flow;
    expect([phaseAt(15, 10), phaseAt(40, 10), phaseAt(40, 3), phaseAt(80, 3)]).toEqual([
      0,
      undefined,
      undefined,
      1,
    ]);
  });

  it("has no window of a flow that has ended", () => {
    const run = silent();
    const model = cwndModel({ run, pinned: null, view: shown, highlightFlow: null, wholeRange: false });
    const values = (timeS: number) => model.readAt(timeS).map(({ value }) => value > 0);
    expect([values(15), values(40), values(80)]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });
});
