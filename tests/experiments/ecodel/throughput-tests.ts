/** What holds of each figure of throughput, whichever scenario it is of. */
import { expect, test } from "vitest";
import type { Experiment, Job } from "../../../src/experiments/experiment.ts";
import { expectSoundJobs, expectTotal, readRuns } from "../experiment-checks.ts";

/** `isRead`: the runs that stand for all of them. */
export function testThroughputFigure(
  experiment: Experiment,
  flows: number,
  isRead: (job: Job) => boolean = () => true,
): void {
  test("its runs are sound", () => {
    expectSoundJobs(experiment);
  });

  test("reads its runs and makes do with a part of them", () => {
    const readings = readRuns(experiment, isRead);
    expectTotal(experiment, readings, "quick");
    const { figures } = experiment.reduce(readings, "quick");
    expect(figures.map(({ series }) => series.length)).toEqual([flows, flows]);
    // The second flow sends from 3 s to 40 s.
    const [, second] = figures[1].series;
    expect(second.y.slice(0, 3)).toEqual([0, 0, 0]);
    expect(Number(second.y[20])).toBeGreaterThan(0);
    expect(second.y.slice(42)).toEqual(second.y.slice(42).map(() => 0));
  });
}
