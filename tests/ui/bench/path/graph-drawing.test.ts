import { describe, expect, it } from "vitest";
import { pathAt } from "../../../../src/ui/bench/path/PathFigure.tsx";
import { createStore } from "../../../../src/ui/core/store.ts";
import { drawnAsSvg } from "../../../../src/ui/shared/chart/svg-surface.ts";
import { runOf } from "../../plots/simulated-runs.ts";
import { COLOURS as PAGE } from "../../shared/figures/made-figures.ts";

const COLOURS = { ...PAGE, accent: "#00f" };

/** Returns a path of several links as it is drawn outside the page, before its packets are known. */
function drawn(highlightFlow: number | null = null) {
  const path = pathAt(
    {
      run: runOf("path=parking-lot&duration=3s"),
      pathStates: createStore({ pathState: null }),
      ...{ reducedMotion: true, rtt: null, capacity: null, target: null, queueLabel: "CoDel", highlightFlow },
      onHighlight() {},
      onWatch() {},
    },
    900,
  );
  if (path === null) throw new Error("nothing to draw");
  return { ...path, svg: drawnAsSvg("path", (surface) => path.draw(surface, COLOURS)) };
}

describe("the drawing of a path with several links", () => {
  it("names nodes, links and groups, and the rate of each link", () => {
    const { svg, spoken } = drawn();
    for (const text of ["R1", "long", "10 Mbps"]) expect(svg).toContain(`>${text}<`);
    expect(svg.match(/>10 Mbps</g)).toHaveLength(3);
    expect(spoken).toMatch(/^Parking lot.*Links: .*Routes: /);
  });

  it("draws the watched queue in the accent colour, and the others in soft ink", () => {
    const { svg } = drawn();
    expect(svg.match(/stroke="#00f"/g)).toHaveLength(1);
  });

  it("draws the lanes of other groups paler while a flow is highlighted, names included", () => {
    const pale = (svg: string) => svg.match(/<text[^>]* opacity="0.2"/g)?.length ?? 0;
    expect(pale(drawn().svg)).toBe(0);
    expect(pale(drawn(0).svg)).toBe(3);
  });

  it("explains the symbols of packets in its legend", () => {
    expect(drawn().key.map(({ text }) => text)).toContain("ACK");
  });
});
