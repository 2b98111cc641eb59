import { describe, expect, it } from "vitest";
import type { Job } from "../../../src/experiments/experiment.ts";
import { experiments } from "../../../src/experiments/experiments.ts";
import { jobsOf, type Point, urlOf } from "../../../src/experiments/grid.ts";
import { leftOutWords, seedWords } from "../../../src/ui/papers/quick-words.ts";

const byKey = (jobs: readonly Job[]) => new Map(jobs.map((job) => [job.key, job]));
const jobs = (points: readonly Point[], rest = "") =>
  byKey(jobsOf(points, ({ seed, rtt }) => urlOf({ seed, rtt: `${rtt}ms` }) + rest));

const FULL = [1, 2, 3].flatMap((seed) => [10, 20].map((rtt) => ({ rtt, seed })));

describe("what a quick look leaves out", () => {
  it("is said: points, seeds, and the length of its runs", () => {
    const quick = jobs([{ rtt: 10, seed: 1 }], "&duration=30s");
    expect(leftOutWords(quick, jobs(FULL))).toBe(
      "The quick size takes 1 of 6 runs. It leaves out 1 of 2 values of RTT and 2 of 3 seeds. Runs last 30 s instead of 100 s.",
    );
    expect(seedWords(quick, jobs(FULL))).toBe("1 of 3 seeds, spread not known");
    const two = jobs(FULL.slice(0, 4));
    expect(leftOutWords(two, jobs(FULL))).toBe(
      "The quick size takes 4 of 6 runs. It leaves out 1 of 3 seeds.",
    );
    expect(seedWords(two, jobs(FULL))).toBe("2 of 3 seeds");
  });

  it("is nothing where the sizes are the same", () => {
    expect(leftOutWords(jobs(FULL), jobs(FULL))).toBe("The quick size takes 6 of 6 runs.");
    expect(seedWords(jobs(FULL), jobs(FULL))).toBe("");
  });

  it("is known of each figure that has a quick size of its own", () => {
    for (const { id, jobs: jobsAt } of experiments) {
      const [quick, full] = [byKey(jobsAt("quick")), byKey(jobsAt("full"))];
      if (quick.size === full.size) continue;
      expect(leftOutWords(quick, full), id).toMatch(/ It leaves out \d+ of \d+ /);
    }
  });
});
