import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BenchContext } from "../../../src/ui/core/use-store.ts";
import type { PlotFigure, TimeChartProps } from "../../../src/ui/plots/chart-props.ts";
import { hasPlot, isOff, isOn, PLOTS } from "../../../src/ui/plots/registry.ts";
import type { PlotRecord } from "../../../src/ui/plots/TimePlot.tsx";
import { drawPlot } from "../../../src/ui/shared/chart/chart-drawing.ts";
import { Pen } from "../../../src/ui/shared/chart/pen.ts";
import { drawnAsSvg } from "../../../src/ui/shared/chart/svg-surface.ts";
import { madeBench } from "../core/made-runs.ts";
import { COLOURS } from "../shared/figures/made-figures.ts";
import { runOf } from "./simulated-runs.ts";

/** The last flow of the run for plots that need a kind of traffic. */
const OTHER_FLOW: Readonly<Record<string, string>> = {
  "ping-rtt": "traffic=ping",
  "download-time": "traffic=poisson,arrival-rate=2",
};

/** Returns the chart of a run with `count` flows. */
function chartOf(id: string, count: number): TimeChartProps {
  return {
    run: runOf(`duration=12s&flow=count=${count - 1}&flow=${OTHER_FLOW[id] ?? "count=1"}`),
    pinned: null,
    view: { fromS: 0, toS: 12 },
    onView() {},
    cursorS: null,
    onCursor() {},
    playheadS: 2,
    onPlayhead() {},
    highlightFlow: null,
  };
}

const bench = madeBench();

const drawn = ({ id, Plot }: PlotRecord, flows: number) =>
  renderToStaticMarkup(
    <BenchContext value={bench}>
      <Plot chart={chartOf(id, flows)} />
    </BenchContext>,
  );

/** Returns the plot as it is handed over for drawing outside the page; null if there is nothing to draw. */
function figureOf({ id, Figure }: PlotRecord, flows: number): PlotFigure | null {
  let figure: PlotFigure | null = null;
  renderToStaticMarkup(
    <BenchContext value={bench}>
      <Figure chart={chartOf(id, flows)}>
        {(figureAt) => {
          figure = figureAt?.({ width: 320, height: 300, dpr: 1 }) ?? null;
          return null;
        }}
      </Figure>
    </BenchContext>,
  );
  return figure;
}

const nameOf = (html: string) => /role="(?:slider|img)"[^>]*? aria-label="([^"]*)"/.exec(html)?.[1] ?? "";

describe("the registered plots", () => {
  it("start with the sawtooth, and share a time axis on the stage", () => {
    expect(PLOTS[0].id).toBe("cwnd");
    expect(PLOTS.filter(({ place }) => place === "stage").every(({ isOverTime }) => isOverTime)).toBe(true);
  });

  it.each(PLOTS)(
    "$id draws a run, with a table of its values and its own description as its name",
    async (record) => {
      const plot = (await record.loaded?.()) ?? record;
      const [two, three] = [2, 3].map((flows) => {
        const html = drawn(plot, flows);
        expect(html).toContain(`plot--${plot.id}`);
        expect(html).toContain("Data table: ");
        return nameOf(html);
      });
      for (const name of [two, three]) {
        expect(name).toMatch(/\d.*\.$/);
        expect(name).not.toMatch(/NaN|undefined|Infinity/);
      }
      expect(three).not.toBe(two);
    },
  );

  it.each(PLOTS)("$id is drawn the same outside the page, with the same name", async (record) => {
    const plot = (await record.loaded?.()) ?? record;
    const figure = figureOf(plot, 3);
    if (figure === null) throw new Error("nothing to draw");
    expect(figure.spoken).toBe(nameOf(drawn(plot, 3)).replaceAll("&#x27;", "'"));
    const { kind, drawn: content } = figure;
    const svg = drawnAsSvg(kind, (surface) => drawPlot(new Pen(surface, content.plot, COLOURS), content));
    expect(svg).toMatch(/<g clip-path=.*<path d="M/);
    expect(svg).not.toContain("NaN");
    expect(content.plot).toMatchObject({ width: 320, height: 300 });
  });

  it("are omitted for a run without data for them: one flow, no pings, no transfers that end", () => {
    const omitted = (fragment: string) => {
      const run = runOf(`duration=3s&${fragment}`);
      return PLOTS.filter((plot) => !hasPlot(plot, run)).map(({ id }) => id);
    };
    expect(omitted("")).toEqual(expect.arrayContaining(["phase", "ping-rtt", "download-time"]));
    expect(omitted("")).not.toContain("cwnd");
    const ofTransfers = omitted("flows=2&size=1MB");
    expect(ofTransfers).toContain("ping-rtt");
    for (const id of ["phase", "download-time"]) expect(ofTransfers).not.toContain(id);
    const ofPings = omitted("flow=traffic=ping&flow=traffic=http");
    for (const id of ["phase", "ping-rtt", "download-time"]) expect(ofPings).not.toContain(id);
  });

  it("are on by default, except those that the page shows only once they are switched on", () => {
    const optional = PLOTS.filter(({ shown }) => shown === "off");
    expect(PLOTS.filter(isOff)).toEqual(optional);
    expect(optional.map(({ id }) => id)).toContain("srtt");
    for (const plot of PLOTS) {
      const isDefault = !optional.includes(plot);
      expect(isOn(plot, { more: [], hide: [] }), plot.id).toBe(isDefault);
      expect(isOn(plot, { more: [plot.id], hide: [] }), plot.id).toBe(true);
      expect(isOn(plot, { more: [plot.id], hide: [plot.id] }), plot.id).toBe(false);
    }
  });

  it("have a name in links and a label that no other plot has", () => {
    for (const names of [PLOTS.map(({ id }) => id), PLOTS.map(({ label }) => label)])
      expect(new Set(names).size).toBe(PLOTS.length);
    for (const { id } of PLOTS) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
  });
});
