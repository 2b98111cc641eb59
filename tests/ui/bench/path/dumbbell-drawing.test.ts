import { describe, expect, it } from "vitest";
import { drawDumbbell } from "../../../../src/ui/bench/path/dumbbell-drawing.ts";
import { pathEnds, pathLayout, pathWays } from "../../../../src/ui/bench/path/dumbbell-layout.ts";
import { BasicPen } from "../../../../src/ui/shared/chart/pen.ts";
import { drawnAsSvg } from "../../../../src/ui/shared/chart/svg-surface.ts";
import { COLOURS } from "../../shared/figures/made-figures.ts";
import { CAPACITY, madeScene, RTT } from "./made-path-states.ts";

/** Returns the static part of a path with flows of these round trips, and the texts in it. */
function drawn(rttsMs: readonly number[], queueNames: readonly string[] = [], targetMs: number | null = 5) {
  const ends = pathEnds(rttsMs.map((rttMs, group) => ({ group, rttMs })));
  const layout = pathLayout(800, ends, RTT, CAPACITY);
  const handle = { ...RTT, onDrag() {} };
  const ground = {
    ...{ layout, ends, ways: pathWays(layout, ends), queueNames, mbps: 12, queueLabel: "PIE" },
    queue: madeScene(rttsMs.length).queues[0],
    rtt: handle,
    capacity: handle,
    target: targetMs === null ? null : { ...handle, value: targetMs },
  };
  const svg = drawnAsSvg("path", (surface) => drawDumbbell(new BasicPen(surface, COLOURS), ground));
  return { svg, texts: [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, text]) => text) };
}

/** Counts the circles with an edge in the hue of a flow. */
const nodes = (svg: string, flow: number) =>
  svg.match(new RegExp(`fill="none" stroke="${COLOURS.flows[flow]}"`, "g"))?.length ?? 0;

describe("the static part of a path with one link", () => {
  it("names the rate at the time of the packets, the round trip and the target", () => {
    const { texts, svg } = drawn([100]);
    expect(texts.sort()).toEqual(["12 Mbps", "PIE target 5 ms", "RTT 100 ms", "receiver"].sort());
    expect(svg).toContain(`stroke="${COLOURS.mark}"`);
    expect(drawn([100], [], null).svg).not.toContain(COLOURS.mark);
  });

  it("draws a sender and a receiver of each flow in its hue, with its own round trip where they differ", () => {
    const { svg, texts } = drawn([20, 200]);
    expect([0, 1, 2].map((flow) => nodes(svg, flow))).toEqual([2, 2, 0]);
    for (const text of ["20 ms", "200 ms", "2 receivers with different RTTs"]) expect(texts).toContain(text);
  });

  it("draws a box with its name for each queue of a discipline", () => {
    const boxes = (svg: string) => svg.match(new RegExp(`stroke="${COLOURS.ink}"`, "g"))?.length;
    expect(boxes(drawn([100]).svg)).toBe(1);
    const { svg, texts } = drawn([100], ["L", "C"]);
    expect(boxes(svg)).toBe(2);
    expect(texts).toEqual(expect.arrayContaining(["L", "C"]));
  });
});
