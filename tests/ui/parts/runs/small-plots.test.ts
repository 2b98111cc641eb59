import { describe, expect, test } from "vitest";
import {
  drawSmall,
  notebookScales,
  ownWords,
  SMALL_PLOTS,
  smallPicture,
} from "../../../../src/ui/parts/runs/small-plots.ts";
import { drawMarks } from "../../../../src/ui/shared/chart/marks.ts";
import { Pen } from "../../../../src/ui/shared/chart/pen.ts";
import { drawnAsSvg } from "../../../../src/ui/shared/chart/svg-surface.ts";
import { runOf } from "../../plots/simulated-runs.ts";
import { COLOURS } from "../../shared/figures/made-figures.ts";

const ONE = "v=2&duration=40s&beta-ecn=0.8";
const one = runOf(ONE);
const wide = runOf("v=2&duration=40s&capacity=100Mbps&aqm=droptail&limit=20p&ecn=off");
const eight = runOf("v=2&duration=20s&flow=cc=newreno,count=8");
const recordOf = (id: string) => SMALL_PLOTS.find((plot) => plot.id === id) ?? SMALL_PLOTS[0];
const made = (id: string, run = one, choice: "auto" | "shared" | "own" = "auto", others = [run]) =>
  smallPicture(recordOf(id), run, notebookScales(others, choice));

describe("a small plot", () => {
  test("of each kind draws the marks of the plot on the page, without symbols", () => {
    expect(SMALL_PLOTS.map(({ id }) => id)).toEqual(["cwnd", "delay", "throughput", "distribution"]);
    for (const { id } of SMALL_PLOTS) {
      const small = made(id);
      const svg = drawnAsSvg("a", (surface) => drawSmall(surface, small, COLOURS));
      const curves = small.still.marks.filter(({ mark }) => mark !== "events" && mark !== "boxes");
      const alone = drawnAsSvg("a", (surface) =>
        drawMarks(new Pen(surface, small.plot, { ...COLOURS, line: 1.5 }), curves, 1),
      );
      const paths = [...alone.matchAll(/<path d="([^"]*)"[^>]* stroke=/g)].map(([, path]) => path);
      expect(paths.length, id).toBeGreaterThan(0);
      for (const path of paths) expect(svg, id).toContain(path);
      expect(svg, id).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test("has a description and the labels of its axes", () => {
    expect(made("delay").words).toMatch(/^Median [\d.]+ ms, .*\.$/);
    expect(made("distribution")).toMatchObject({ title: "share of packets", xWords: "queue delay (ms)" });
    expect(made("cwnd").title).toBe("cwnd (segments)");
    expect(made("cwnd", eight).title).toBe("cwnd (segments), first 4 flows");
    expect(made("delay", eight).title).toBe("queue delay (ms)");
    expect(made("throughput").notes.map(({ text }) => text)).toEqual(["capacity"]);
  });

  test("has room for labels with five digits", () => {
    const [SIZE_PX, DIGIT_EM, COMMA_EM] = [14, 0.556, 0.278];
    const svg = drawnAsSvg("a", (surface) => drawSmall(surface, made("cwnd"), COLOURS));
    const ends = [...svg.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="end"/g)].map(([, x]) => Number(x));
    expect(ends.length).toBeGreaterThan(2);
    for (const x of ends) expect(x).toBeGreaterThan((5 * DIGIT_EM + COMMA_EM) * SIZE_PX);
  });

  test("is drawn in the run's colour if it has one", () => {
    const small = smallPicture(recordOf("delay"), one, notebookScales([one], "auto"), 5);
    const svg = drawnAsSvg("a", (surface) => drawSmall(surface, small, COLOURS));
    expect(svg).toContain(`stroke="${COLOURS.flows[5]}"`);
    expect(small.notes.every(({ paint }) => paint === 5)).toBe(true);
  });

  test("fits the time after the warm-up and states a higher peak", () => {
    const { plot, still } = made("cwnd");
    expect(plot.y.domain()[1]).toBeLessThan(140);
    const svg = drawnAsSvg("a", (surface) => drawSmall(surface, { ...made("cwnd"), plot, still }, COLOURS));
    expect(svg).toContain("↑ 253");
  });

  test("shares scales with the other runs unless a run would look flat there", () => {
    const both = [one, wide];
    const shared = both.map((run) => made("cwnd", run, "shared", both).plot.y.domain()[1]);
    expect(shared[0]).toBe(shared[1]);
    const auto = notebookScales(both, "auto");
    expect(auto.own.has("cwnd")).toBe(true);
    const [ofOne, ofWide] = both.map((run) => made("cwnd", run, "auto", both));
    expect(ofOne.plot.y.domain()[1]).toBeLessThan(ofWide.plot.y.domain()[1] / 4);
    expect(ofOne.title).toBe("cwnd (segments), own scale");
    expect(notebookScales(both, "own").own.size).toBe(SMALL_PLOTS.length + 1);
    expect(notebookScales(both, "shared").own.size).toBe(0);
  });
});

test("a sentence states which heights can be compared", () => {
  const none = notebookScales([one], "auto");
  expect(ownWords(none, "auto")).toBe("All runs have the same scales.");
  expect(ownWords({ ...none, own: new Set(["cwnd"]) }, "auto")).toBe(
    "One run would flatten the others, so each run has its own scale for cwnd. Compare the numbers on these axes.",
  );
  const three = { ...none, own: new Set(["cwnd", "delay", "distribution"]) };
  expect(ownWords(three, "auto")).toContain(" for cwnd, queue delay and distribution of queue delay. ");
});
