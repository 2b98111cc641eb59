import { describe, expect, it } from "vitest";
import type { Figure, HeatMap, Job, Outcome, Series } from "../../../../src/experiments/experiment.ts";
import { experiments } from "../../../../src/experiments/experiments.ts";
import { type GridPoint, jobsOf, urlOf } from "../../../../src/experiments/grid.ts";
import { besidePublished, leftOutWords, seedWords } from "../../../../src/ui/features/papers/quick-look.ts";
import { MANY, oneInOrAll } from "../../../effort.ts";

const axis = { label: "", unit: "", scale: "linear" } as const;
const figure = (...series: Series[]): Figure => ({
  id: "f",
  title: "F",
  kind: "lines",
  x: axis,
  y: axis,
  series,
});
const outcome = (figures: Figure[], heatMaps: HeatMap[] = []): Outcome => ({
  figures,
  heatMaps,
  tables: [],
  claims: [],
});
const shown = (quick: Figure, full: Figure | null, seeds = "") =>
  besidePublished(outcome([quick]), full && outcome([full]), seeds).figures[0].series;

const FULL = figure(
  { label: "a", x: [1, 2, 3], y: [1, 2, 3], low: [0, 1, 2], high: [2, 3, 4] },
  { label: "b", x: [1, 2, 3], y: [3, 2, 1] },
  { label: "paper", x: [2], y: [2], source: "paper" },
);

describe("a quick look beside the published figure", () => {
  it("has gaps where nothing was run, so that no line is drawn over them", () => {
    const quick = figure({ label: "b", x: [1, 3], y: [4, 2], low: [3, 1], high: [5, 3], jobs: ["p", "q"] });
    expect(shown(quick, FULL)).toEqual([
      { label: "a", x: [1, 2, 3], y: [null, null, null] },
      {
        label: "b",
        x: [1, 2, 3],
        y: [4, null, 2],
        low: [3, null, 1],
        high: [5, null, 3],
        jobs: ["p", null, "q"],
      },
    ]);
  });

  it("states the number of seeds at each point; the paper's points stay the paper's", () => {
    const paper: Series = { label: "paper", x: [2], y: [2], source: "paper" };
    const list = shown(
      figure({ label: "a", x: [1], y: [1] }, paper),
      FULL,
      "1 of 10 seeds, spread not known",
    );
    expect(list[0].covers).toEqual([
      "1 of 10 seeds, spread not known",
      "1 of 10 seeds, spread not known",
      "1 of 10 seeds, spread not known",
    ]);
    expect(list.at(-1)).toEqual(paper);
  });

  it("leaves curves at other positions unchanged, and everything if nothing is published", () => {
    const other: Series = { label: "a", x: [1.5, 2.5], y: [1, 2] };
    expect(shown(figure(other), FULL)[0]).toEqual(other);
    expect(shown(figure(other), null)).toEqual([other]);
    const many = Array.from({ length: 60 }, (_, i) => i);
    const curve: Series = { label: "a", x: [0, 1], y: [0, 1] };
    expect(shown(figure(curve), figure({ label: "a", x: many, y: many }))[0]).toEqual(curve);
  });

  it("keeps the cells of a map", () => {
    const map = (xs: number[], values: number[][]): HeatMap => ({
      ...{ id: "m", title: "M", x: axis, y: axis, label: "", unit: "", xs, ys: [1], values },
      jobs: values.map((row) => row.map((_, i) => `${xs[i]}`)),
    });
    const { heatMaps } = besidePublished(
      outcome([], [map([1, 3], [[5, 7]])]),
      outcome([], [map([1, 2, 3], [[1, 2, 3]])]),
      "1 of 2 seeds",
    );
    expect(heatMaps[0]).toMatchObject({
      xs: [1, 2, 3],
      values: [[5, null, 7]],
      jobs: [["1", null, "3"]],
      covers: [["1 of 2 seeds", "1 of 2 seeds", "1 of 2 seeds"]],
    });
  });
});

const byKey = (jobs: readonly Job[]) => new Map(jobs.map((job) => [job.key, job]));
const jobs = (points: readonly GridPoint[], rest = "") =>
  byKey(jobsOf(points, ({ seed, rtt }) => urlOf({ seed, rtt: `${rtt}ms` }) + rest));

const FULL_POINTS = [1, 2, 3].flatMap((seed) => [10, 20].map((rtt) => ({ rtt, seed })));

describe("the omissions of a quick look", () => {
  it("are stated: points, seeds, and the length of its runs", () => {
    const quick = jobs([{ rtt: 10, seed: 1 }], "&duration=30s");
    expect(leftOutWords(quick, jobs(FULL_POINTS))).toBe(
      "The quick size takes 1 of 6 runs. It leaves out 1 of 2 values of RTT and 2 of 3 seeds. Runs last 30 s instead of 100 s.",
    );
    expect(seedWords(quick, jobs(FULL_POINTS))).toBe("1 of 3 seeds, spread not known");
    const two = jobs(FULL_POINTS.slice(0, 4));
    expect(leftOutWords(two, jobs(FULL_POINTS))).toBe(
      "The quick size takes 4 of 6 runs. It leaves out 1 of 3 seeds.",
    );
    expect(seedWords(two, jobs(FULL_POINTS))).toBe("2 of 3 seeds");
  });

  it("are none if the sizes are equal", () => {
    expect(leftOutWords(jobs(FULL_POINTS), jobs(FULL_POINTS))).toBe("The quick size takes 6 of 6 runs.");
    expect(seedWords(jobs(FULL_POINTS), jobs(FULL_POINTS))).toBe("");
  });

  it("are known for each figure with a separate quick size", MANY, () => {
    for (const { id, jobs: jobsAt } of oneInOrAll(experiments, 10)) {
      const [quick, full] = [byKey(jobsAt("quick")), byKey(jobsAt("full"))];
      if (quick.size === full.size) continue;
      expect(leftOutWords(quick, full), id).toMatch(/ It leaves out \d+ of \d+ /);
    }
  });
});
