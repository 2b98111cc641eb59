import { expect, test } from "vitest";
import { grid } from "../../src/experiments/grid.ts";
import { readingsOf, sumOfRuns } from "../../src/experiments/stored-outcome.ts";

const jobs = grid("duration=1s", { seed: [1, 2] });
const record = (digest: string) => ({ digest, packets: 10, reading: { value: 1 } });
const [one, two] = jobs.map(({ key }) => key);

test("the digest covers all runs in the order of the jobs, whatever the order in which they ended", () => {
  const sum = sumOfRuns(
    jobs,
    new Map([
      [one, record("a")],
      [two, record("b")],
    ]),
  );
  expect(sum).toMatchObject({ jobs: 2, packets: 20 });
  expect(
    sumOfRuns(
      jobs,
      new Map([
        [two, record("b")],
        [one, record("a")],
      ]),
    ),
  ).toEqual(sum);
  expect(
    sumOfRuns(
      jobs,
      new Map([
        [one, record("b")],
        [two, record("a")],
      ]),
    ).digest,
  ).not.toBe(sum.digest);
});

test("an incomplete set is not summed up", () => {
  expect(() => sumOfRuns(jobs, new Map([[one, record("a")]]))).toThrow('the run "seed=2" is missing');
  expect(readingsOf(new Map([[one, record("a")]])).get(one)).toEqual({ value: 1 });
});
