import { beforeAll, describe, expect, it } from "vitest";
import type { FlowTrace } from "../../../src/engine/index.ts";
import { runEvents } from "../../../src/ui/core/run-events.ts";
import type { RunView } from "../../../src/ui/core/run-view.ts";
import { questionOf } from "../../../src/ui/features/why/asking.tsx";
import { cwnd, cwndModel } from "../../../src/ui/plots/Cwnd.tsx";
import {
  stripBoxes,
  stripEvent,
  stripFlows,
  stripLabels,
  stripNotes,
  stripPx,
} from "../../../src/ui/plots/phase-strip.ts";
import { makePlot, sharedMargins, type TimeView } from "../../../src/ui/shared/chart/plot-geometry.ts";
import { runOf } from "./simulated-runs.ts";

const size = { width: 900, height: 200, dpr: 1 };
const whole = { fromS: 0, toS: 20 };

function plotOf(run: RunView, { fromS, toS } = whole, only: number | null = null) {
  const footPx = stripPx(stripFlows(run, only));
  return makePlot(size, sharedMargins(size.width, true), [fromS, toS], [0, 200], undefined, footPx);
}

describe("the strip of phases under cwnd", () => {
  let bbr: RunView;
  let two: RunView;
  beforeAll(() => {
    bbr = runOf("v=2&cc=bbr1&duration=20s&aqm=droptail&limit=100p");
    two = runOf("v=2&duration=20s&flow=cc=cubic&flow=cc=newreno");
  });

  const notesOf = (run: RunView, view: TimeView, widthPx: number) =>
    stripNotes(run, stripFlows(run, null), view, widthPx).map(({ text }) => text);

  it("is below the lowest window, names phases that have room, and its legend has the others in view", () => {
    const view = { fromS: 10, toS: 11 };
    const plot = plotOf(bbr, view);
    expect(plot.y(0)).toBe(plot.bottom - plot.footPx);
    const names = stripLabels(bbr, stripFlows(bbr, null), plot).map(({ text }) => text);
    expect(names).toContain("PROBE_RTT");
    const beside = notesOf(bbr, view, plot.right - plot.left);
    for (const name of names) expect(beside).not.toContain(name);
    expect(beside).not.toContain("STARTUP");
    // If the strip has no room for names, the legend lists every phase.
    const notes = notesOf(bbr, whole, 10);
    for (const name of ["STARTUP", "DRAIN", "PROBE_BW CRUISE", "PROBE_BW UP", "PROBE_BW DOWN", "PROBE_RTT"])
      expect(notes).toContain(name);
    expect(notesOf(bbr, { fromS: 0, toS: 0.5 }, 10)).toEqual(["STARTUP"]);
    // The strips of several flows show no names, so the legend does.
    expect(notesOf(two, whole, 5000)).toContain("slow start");
  });

  it("returns the phase at a position, asked about from its start to its end", () => {
    const probe = runEvents(bbr.snapshot).find(({ phase }) => phase?.words.startsWith("PROBE_RTT"));
    if (probe?.phase === undefined) throw new Error("there is no PROBE_RTT");
    const plot = plotOf(bbr, { fromS: 10, toS: 11 });
    const event = stripEvent(bbr, null, plot, plot.x(probe.atS + 0.1), plot.bottom - 4);
    expect(event).toEqual(probe);
    expect(questionOf(probe)).toEqual({
      kind: "stretch",
      of: "cwnd",
      link: 0,
      flow: 0,
      fromS: probe.atS,
      toS: probe.phase.untilS,
    });
    expect(cwnd.asks.foot).toBe(stripEvent);
  });

  it("shows each phase at its time, also where rare phases follow each other closely", () => {
    const times = Array.from({ length: 400 }, (_, i) => 0.05 * i);
    const phases = {
      ...bbr.snapshot.flows[0].phases,
      timeS: times,
      phase: times.map((_, i) => i % 2),
      phases: [
        { id: "a", label: "repair", tone: "repair" },
        { id: "b", label: "climb", tone: "grow" },
      ],
    } as unknown as FlowTrace["phases"];
    const plot = makePlot(
      { ...size, width: 200 },
      sharedMargins(200, true),
      [0, 20],
      [0, 200],
      undefined,
      20,
    );
    const boxes = [...stripBoxes(bbr, [{ ...bbr.snapshot.flows[0], phases }], plot)];
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(plot.right);
    const inFirstHalf = boxes.filter(({ left }) => left < (plot.left + plot.right) / 2);
    expect(inFirstHalf.length / boxes.length).toBeCloseTo(0.5, 1);
  });

  it("has a row for each of a few flows, and a labelled one for the highlighted flow", () => {
    expect(stripFlows(two, null)).toHaveLength(2);
    expect(stripLabels(two, stripFlows(two, null), plotOf(two))).toEqual([]);
    const plot = plotOf(two);
    const [first, second] = [plot.footPx - 5, 3].map((up) =>
      stripEvent(two, null, plot, plot.x(10), plot.bottom - up),
    );
    expect([first?.flow, second?.flow]).toEqual([0, 1]);
    expect(stripFlows(two, 1).map(({ flow }) => flow)).toEqual([1]);
  });
});

describe("the axis of cwnd", () => {
  const cubic = () => runOf("v=2&capacity=50Mbps&cc=cubic&duration=30s");
  const domainOf = (run: RunView, fromS: number, toS: number) =>
    cwndModel({ run, pinned: null, view: { fromS, toS }, highlightFlow: null, wholeRange: false }).yDomain;

  it("follows the zoom if the window stays high, so that its curvature is visible", () => {
    const run = cubic();
    expect(domainOf(run, 0, 30)[0]).toBe(0);
    const [low, high] = domainOf(run, 18, 22.5);
    expect(low).toBeGreaterThan(280);
    expect(high).toBeLessThan(420);
  });

  it("starts at 0 if the view has deep teeth", () => {
    expect(domainOf(runOf("v=2&cc=newreno&duration=30s&rtt=20ms&beta-ecn=0.3"), 10, 20)[0]).toBe(0);
  });

  it("draws W_max, W_est and the curve on request", () => {
    const run = cubic();
    const model = cwndModel({
      run,
      pinned: null,
      view: { fromS: 0, toS: 30 },
      highlightFlow: null,
      wholeRange: false,
      inner: true,
    });
    const names = model.notes?.(900).map(({ text }) => text);
    expect(names).toEqual(expect.arrayContaining(["W_max", "W_est", "W_cubic"]));
  });
});
