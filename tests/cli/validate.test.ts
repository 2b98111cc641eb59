import { expect, test } from "vitest";
import type { ReportJson } from "../../src/cli/validation/report.ts";
import { lab } from "./made-up-experiment.ts";

test("--only selects cases by name, with tables by grid and by sender and queue", async () => {
  const { status, out, notes } = await lab("validate --only B4-cubic-reno-fq_codel");
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  const lines = out.split("\n");
  expect(lines.at(-1)).toBe("PASS");
  expect(out).toContain("2 cases: 2 pass, 0 fail, 0 not judged individually");
  expect(out).toMatch(/^B4, Linux 6\.1 +2 .*2 of 2$/m);
  expect(out).toMatch(/^cubic \+ newreno, fq-codel, Linux 6\.1 +2 .*2 of 2$/m);
  expect(out).toMatch(/^shares of 2 pairs: median error \d\.\d percentage points of the link/m);
  expect(out).toMatch(/^linux-breadth B4-cubic-reno-fq_codel-20-40-ecn1-n1 +50\.\d+ % +50\.5 % .* points$/m);
  expect(out).toMatch(
    /^linux-breadth B4-cubic-reno-fq_codel-20-40-ecn1-n1 +\d+ +163 +0 +0 +\d+ +163 +pass$/m,
  );
});

test("--json prints the same as data: by grid, by sender and queue, case by case", async () => {
  const { out } = await lab("validate --grid B2 --only scalable --json");
  const report: ReportJson = JSON.parse(out);
  expect(report).toMatchObject({ schema: 1, passed: true, directions: { agree: 0, of: 0 }, means: [] });
  const spread = {
    median: expect.any(Number),
    p90: expect.any(Number),
    worst: expect.any(Number),
  };
  const summary = { source: "Linux 6.1", cases: 1, judged: 1, passed: 1, goodput: spread, share: null };
  expect(report.grids).toMatchObject([{ grid: "B2", ...summary }]);
  expect(report.senders).toMatchObject([{ sender: "scalable", queue: "codel", ...summary }]);
  expect(report.cases).toMatchObject([
    {
      id: "linux-breadth B2-scalable-codel-100-40-ecn1-n1",
      grid: "B2",
      judged: true,
      referenceDiffers: null,
      failures: [],
      theirs: { goodputBps: 95638400, marks: 78, drops: 0, reductions: 78, shareFirst: null },
    },
  ]);
  expect(report.cases[0].ours.goodputBps / 95638400).toBeCloseTo(1, 2);
});

test("unknown grids and case names are reported", async () => {
  expect(await lab("validate --grid B1,B9")).toMatchObject({
    status: 2,
    notes: [expect.stringContaining('unknown grid "B9". Grids: L')],
  });
  expect(await lab("validate --grid B1 --only fq_codel")).toMatchObject({
    status: 2,
    notes: [expect.stringContaining('--only: no supported case has a name that contains "fq_codel"')],
  });
  expect((await lab("validate --workers 0")).status).toBe(2);
});
