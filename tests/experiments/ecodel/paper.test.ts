import { expect, test } from "vitest";
import { ecodel13 } from "../../../src/experiments/ecodel/ecodel-13.ts";

const jobsOf = (size: "quick" | "full", scenario: string, queue = "enhanced") =>
  ecodel13.jobs(size).filter(({ key }) => key.startsWith(`flows=${scenario} queue=${queue} rtt=100`));

const startsOf = (size: "quick" | "full", index: number) => {
  const jobs = jobsOf(size, "10");
  return jobs[index].scenario.flows.map(({ params }) => params.start);
};

test("flows start as in Table 1 in the first run, up to half a second later in the others", () => {
  const table = [1, 3, 2, 6, 10, 10, 3, 3, 3, 3];
  expect(startsOf("quick", 0)).toEqual(table);
  expect(startsOf("full", 0)).toEqual(table);
  const later = startsOf("full", 3).map((start, i) => Number(start) - table[i]);
  for (const s of later) expect(s).toBeGreaterThanOrEqual(0);
  for (const s of later) expect(s).toBeLessThan(0.5);
  expect(new Set(later.map((s) => s.toFixed(3))).size).toBeGreaterThan(5);
});

test("both queues get the same flows", () => {
  const jobs = ["original", "enhanced"].flatMap((queue) => jobsOf("quick", "5", queue));
  expect(jobs[0].scenario.flows).toEqual(jobs[1].scenario.flows);
  expect(jobs.map(({ scenario }) => scenario.queue.aqm)).toEqual(["codel", "ecn-codel"]);
});

test("senders are NewReno, the default of the kernel that ns-3 DCE loads", () => {
  const [{ scenario }] = jobsOf("quick", "2", "original");
  expect(scenario.flows.map(({ cc }) => cc)).toEqual(["newreno", "newreno"]);
});
