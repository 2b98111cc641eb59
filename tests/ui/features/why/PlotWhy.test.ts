import { beforeAll, describe, expect, it } from "vitest";
import { addFlow, defaultScenario, type Scenario, setParam } from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { type EventKind, joinEvent } from "../../../../src/ui/core/run-events.ts";
import type { RunView } from "../../../../src/ui/core/run-view.ts";
import { eventTitle, windowText } from "../../../../src/ui/features/why/event-words.ts";
import {
  type AskedPlot,
  chainMarks,
  eventsOf,
  nearestInTime,
  nearestPainted,
  neighbourTime,
  stretchOf,
} from "../../../../src/ui/features/why/PlotWhy.tsx";
import { cwnd } from "../../../../src/ui/plots/Cwnd.tsx";
import { fairness } from "../../../../src/ui/plots/Fairness.tsx";
import { queueDelay } from "../../../../src/ui/plots/QueueDelay.tsx";
import { throughput } from "../../../../src/ui/plots/Throughput.tsx";
import { makePlot, type Plot, sharedMargins } from "../../../../src/ui/shared/chart/plot-geometry.ts";

const size = { width: 700, height: 240, dpr: 1 };

function plotOf(top: number): Plot {
  return makePlot(size, sharedMargins(size.width, true), [0, 30], [0, top]);
}

describe("the questions on the plots of a real run", () => {
  let run: RunView;
  const asked = ({ asks }: Pick<AskedPlot, "asks">, only: number | null = null): AskedPlot => {
    return { asks, run, only };
  };
  const paintedEvents = ({ asks, only }: AskedPlot, plot: Plot) => asks.painted?.(run, only, plot) ?? [];

  beforeAll(() => {
    const two: Scenario = addFlow(setParam(defaultScenario(), { scope: "run" }, "duration", 30));
    const scenario = setParam(two, { scope: "flow", flow: 1 }, "start", 8);
    run = { scenario, snapshot: runScenario(scenario).snapshot(), label: "", link: 0 };
  });

  it("include each symbol of the sawtooth at its position, with its event", () => {
    const plot = plotOf(120);
    const painted = paintedEvents(asked(cwnd), plot);
    expect(painted.length).toBeGreaterThan(5);
    for (const { event, x, y } of painted) {
      expect(x).toBeCloseTo(plot.x(event.atS), 6);
      expect(y).toBeCloseTo(Math.max(plot.top + 4.2, plot.y(event.before ?? 0) - 9), 6);
    }
    expect(new Set(painted.map(({ event }) => event.kind))).toContain("ecnReduction");
    expect(paintedEvents(asked(cwnd, 1), plot).every(({ event }) => event.flow === 1)).toBe(true);
  });

  it("include the marks at the upper edge of the queue's plot, and joins as lines on the fairness plot", () => {
    const marks = paintedEvents(asked(queueDelay), plotOf(20));
    expect(marks.length).toBeGreaterThan(5);
    for (const { event, y } of marks) expect([event.kind, event.link, y]).toEqual(["mark", 0, 6]);
    const joins = paintedEvents(asked(fairness), plotOf(1));
    expect(joins.map(({ event, y }) => [event, y])).toEqual([[joinEvent(1, 8), null]]);
  });

  it("have no symbols on other plots, but keys find the senders' events", () => {
    expect(paintedEvents(asked(throughput), plotOf(10))).toEqual([]);
    expect(eventsOf(asked(throughput)).length).toBe(run.snapshot.flowEvents.timeS.length);
    expect(eventsOf(asked(throughput, 0)).every(({ flow }) => flow === 0)).toBe(true);
  });

  it("include by keyboard all logged events: of the link for the queue's plot, also joins for the fairness plot, in order", () => {
    expect(eventsOf(asked(queueDelay)).map(({ atS }) => atS)).toEqual([
      ...run.snapshot.links[0].events.timeS,
    ]);
    const inOrder = eventsOf(asked(fairness));
    expect(inOrder.map(({ atS }) => atS)).toEqual(inOrder.map(({ atS }) => atS).sort((a, b) => a - b));
    expect(inOrder).toContainEqual(joinEvent(1, 8));
  });

  it("state the event, its time and its flow", () => {
    const cut = eventsOf(asked(cwnd)).find(({ kind }) => kind === "ecnReduction");
    if (cut === undefined) throw new Error("the run has no cut");
    expect(eventTitle(run, cut)).toMatch(/^cut for a CE mark at \d+\.\d\d s, flow [12]$/);
    expect(windowText(cut)).toMatch(/^\d+ → \d+$/);
    expect(windowText(joinEvent(1, 8))).toBe("");
    // The values of these events, in which a connection opens, are numbers of SYNs.
    const opening = (kind: EventKind, before: number, after: number) =>
      windowText({ ...cut, kind, before, after });
    expect(opening("synTimeout", 2, 3)).toBe("3 SYNs");
    expect([opening("notOpened", 3, 0), opening("notOpened", 1, 0)]).toEqual(["3 SYNs", "1 SYN"]);
  });

  it("include a range of the link, and of the highlighted flow", () => {
    expect(stretchOf(asked(throughput, 1), { fromS: 3, toS: 9 })).toEqual({
      kind: "stretch",
      of: "throughput",
      link: 0,
      flow: 1,
      fromS: 3,
      toS: 9,
    });
  });
});

describe("the nearest event", () => {
  const at = (x: number, y: number | null) => ({ event: joinEvent(0, x), x, y });

  it("to the pointer is within reach in both directions; for an event drawn as a line only along time", () => {
    const painted = [at(100, 50), at(110, 50), at(200, null)];
    expect(nearestPainted(painted, 104, 52, 12)?.x).toBe(100);
    expect(nearestPainted(painted, 106, 52, 12)?.x).toBe(110);
    expect(nearestPainted(painted, 100, 62, 12)?.x).toBe(100);
    expect(nearestPainted(painted, 100, 62.1, 12)).toBeNull();
    expect(nearestPainted(painted, 209, 999, 12)?.x).toBe(200);
  });

  it("in time is within reach; of two at the same distance the first one", () => {
    const events = [joinEvent(0, 10), joinEvent(1, 12), joinEvent(2, 12)];
    expect(nearestInTime(events, 11.4, 1)?.flow).toBe(1);
    expect(nearestInTime(events, 11, 1)?.flow).toBe(0);
    expect(nearestInTime(events, 14, 1)).toBeNull();
  });

  it("after or before a time never has that time itself", () => {
    const events = [joinEvent(0, 10), joinEvent(1, 12)];
    expect(neighbourTime(events, 10, 1, 1e-6)).toBe(12);
    expect(neighbourTime(events, 12, -1, 1e-6)).toBe(10);
    expect(neighbourTime(events, 12, 1, 1e-6)).toBeNull();
  });
});

const chainSize = { width: 1060, height: 200, dpr: 1 };
/** The plot has 10 px per second. */
const chainPlot = makePlot(chainSize, sharedMargins(chainSize.width, true), [0, 100], [0, 1]);
const chain = (...times: number[]) => times.map((atS) => ({ atS, label: "", link: null, flow: null }));

describe("the chain of numbered moments on a plot", () => {
  it("has a number and a hairline for each moment", () => {
    const marks = chainMarks(chain(10, 20), chainPlot);
    expect(marks.map(({ text, xs, x }) => [text, xs, x])).toEqual([
      ["1", [146], 146],
      ["2", [246], 246],
    ]);
  });

  it("joins moments too close for two labels, and keeps one hairline per px", () => {
    const [first, last, ...rest] = chainMarks(chain(10, 10.1, 10.11, 50), chainPlot);
    expect([first.text, last.text, rest.length]).toEqual(["1–3", "4", 0]);
    expect(first.xs).toEqual([146, 147]);
  });

  it("also joins moments that only touch the wider label of joined ones", () => {
    expect(chainMarks(chain(10, 11, 12.95), chainPlot).map(({ text }) => text)).toEqual(["1–3"]);
    expect(chainMarks(chain(10, 12, 12.1), chainPlot).map(({ text }) => text)).toEqual(["1–3"]);
    expect(chainMarks(chain(10, 12), chainPlot).map(({ text }) => text)).toEqual(["1", "2"]);
  });

  it("omits moments out of view, and keeps the numbers", () => {
    const near = makePlot(chainSize, sharedMargins(chainSize.width, true), [15, 25], [0, 1]);
    expect(chainMarks(chain(10, 20, 30), near).map(({ text }) => text)).toEqual(["2"]);
  });

  it("keeps a label at the edge inside", () => {
    const [mark] = chainMarks(chain(0), chainPlot);
    expect(mark.x - mark.widthPx / 2).toBe(chainPlot.left);
  });
});
