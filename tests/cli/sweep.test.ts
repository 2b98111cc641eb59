import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runScenario } from "../../src/engine/simulator.ts";
import type { StoredSweep } from "../../src/experiments/stored-outcome.ts";
import { sweepFromText } from "../../src/experiments/sweep.ts";
import { sweepJobs } from "../../src/experiments/sweep-jobs.ts";
import { lab } from "./made-up-experiment.ts";
import { filesIn, scratchFolder } from "./scratch-folder.ts";

const QUICK = "--capacity 2Mbps --duration 3s --warmup 0s".split(" ");

async function swept(name: string, ...words: string[]) {
  const folder = scratchFolder();
  const file = join(folder, name);
  const { status, out, notes } = await lab("sweep", ...QUICK, ...words, "-o", file);
  expect({ status, out, notes }).toEqual({ status: 0, out: "", notes: [] });
  expect(Object.keys(filesIn(folder))).toEqual([name]);
  return readFileSync(file, "utf8");
}

test("without -o, prints a table", async () => {
  const { status, out } = await lab("sweep", ...QUICK, "--x", "beta-ecn=0.5,0.9");
  expect(status).toBe(0);
  expect(out).toMatch(/^beta-ecn {2}utilisation \(%\)\n0\.5 +\d+(\.\d+)?\n0\.9 +\d+(\.\d+)?$/);
});

test("writes CSV: one long table, with the link that repeats the sweep", async () => {
  const csv = await swept(
    "s.csv",
    "--x",
    "rtt=10ms:30ms:10ms",
    "--y",
    "aqm=codel,pie",
    "--metric",
    "marks,delay-p90",
  );
  const lines = csv.trimEnd().split("\n");
  expect(lines[1]).toBe(
    "# #v=2&capacity=2Mbps&duration=3s&warmup=0s&x=rtt=10ms:30ms:10ms&y=aqm=codel,pie&metric=marks,delay-p90",
  );
  expect(lines[3]).toBe("# Varied: RTT and aqm");
  expect(lines[4]).toBe("rtt_ms,aqm,metric,unit,seeds,mean,sd,ci95_low,ci95_high,min,max");
  expect(lines.slice(5).map((line) => line.split(",").slice(0, 5).join(" "))).toEqual(
    ["codel", "pie"].flatMap((aqm) =>
      [10, 20, 30].flatMap((rtt) => [`${rtt} ${aqm} marks packets 1`, `${rtt} ${aqm} delay-p90 ms 1`]),
    ),
  );
});

test("writes JSON: the outcome as in experiments; each point equals its run's result", async () => {
  const stored: StoredSweep = JSON.parse(
    await swept(
      "s.json",
      "--x",
      "beta-ecn=0.5:0.9:0.2",
      "--y",
      "rtt=20ms,40ms",
      "--seeds",
      "2",
      "--flows",
      "2",
    ),
  );
  expect(stored.jobs).toBe(12);
  const [map] = stored.outcome.heatMaps;
  expect(map).toMatchObject({ xs: [0.5, 0.7, 0.9], ys: [20, 40], unit: "%" });
  const { sweep } = sweepFromText(stored.sweep);
  if (sweep === null) throw new Error("the sweep cannot be read back");
  const runs = sweepJobs(sweep).filter(({ key }) => key.startsWith("beta-ecn=0.7 rtt=40ms "));
  expect(runs.map(({ key }) => key.slice(-6))).toEqual(["seed=1", "seed=2"]);
  const used = runs.map(({ scenario }) => 100 * runScenario(scenario).results().links[0].utilisation);
  expect(map.values[1][1]).toBeCloseTo((used[0] + used[1]) / 2, 4);
  // The JSON file contains the same values as the CSV file, with the same names.
  expect(stored.points).toHaveLength(6);
  expect(stored.points[4]).toMatchObject({ beta_ecn: 0.7, rtt_ms: 40, metric: "utilisation", seeds: 2 });
  expect(stored.points[4].mean).toBe(map.values[1][1]);
});

test("reports replaced settings, also in the file", async () => {
  const folder = scratchFolder();
  const file = join(folder, "s.csv");
  const flows = ["--flow", "cc=newreno,rtt=20ms", "--flow", "cc=newreno,rtt=80ms"];
  const replaced = "RTT of all flows: each value replaces 20 ms (flow 1), 80 ms (flow 2).";
  const { status, notes } = await lab("sweep", ...QUICK, ...flows, "--x", "rtt=10ms,30ms", "-o", file);
  expect({ status, notes }).toEqual({ status: 0, notes: [replaced] });
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.slice(3, 5)).toEqual(["# Varied: RTT of all flows", `# ${replaced}`]);
  expect(lines[5]).toMatch(/^rtt_ms,metric,/);
  const each = await lab("sweep", ...QUICK, ...flows, "--x", "each-flow.rtt=0.5,1");
  expect(each.notes).toEqual(["RTT of each flow is multiplied: 20 ms (flow 1), 80 ms (flow 2)."]);
  expect(each.out).toMatch(/^each-flow\.rtt {2}utilisation \(%\)\n0\.5 .*\n1 /);
});

test("writes a row per seed and differences to a chosen value, and accepts --jobs as a synonym of --workers", async () => {
  const words = ["--x", "rtt=10ms,20ms", "--aqm", "pie", "--seeds", "3", "--against", "rtt=10ms"];
  const csv = await swept("s.csv", ...words, "--per-seed", "--jobs", "1");
  const rows = csv.split("\n").filter((line) => /^\d/.test(line));
  const seedsOf = (of: readonly string[]) => of.map((line) => line.split(",")[4]);
  expect(seedsOf(rows)).toEqual(["", "1", "2", "3", "", "1", "2", "3", "", "1", "2", "3"]);
  expect(rows.filter((line) => line.includes("rtt=10ms"))).toHaveLength(4);
  expect((await swept("s.csv", ...words)).split("\n").filter((line) => /^\d/.test(line))).toHaveLength(3);
  const twice = await lab("sweep", ...QUICK, ...words, "--jobs", "1", "--workers", "1");
  expect(twice.notes.join()).toContain("--workers is given more than once");
});

test("reports seeds without effect on the terminal and in the file", async () => {
  const words = [...QUICK, "--cc", "cubic", "--x", "rtt=10ms,20ms", "--seeds", "3"];
  const { notes, out } = await lab("sweep", ...words);
  expect(notes[0]).toMatch(/^These seeds change nothing: all 3 runs/);
  expect(out).toMatch(/\n10ms +[\d.]+ +– +– +–/);
  const file = join(scratchFolder(), "s.csv");
  await lab("sweep", ...words, "-o", file);
  expect(readFileSync(file, "utf8")).toContain(`\n# ${notes[0]}\n`);
});

test("compares the names of an axis with the first name in the output", async () => {
  const { out } = await lab("sweep", ...QUICK, "--aqm", "pie", "--x", "cc=newreno,cubic", "--seeds", "3");
  expect(out).toMatch(
    /Difference to cc newreno, seed by seed: mean and 95 % interval\ncc .*\ncubic +-?[\d.]+/,
  );
});

test.each([2, 5])(
  "%i shards merge to the same bytes as a computation on one machine, as CSV and as JSON",
  async (n) => {
    const own = ["--x", "beta-ecn=0.5:0.9:0.2", "--aqm", "pie", "--seeds", "2", "--against", "beta-ecn=0.5"];
    const words = [...QUICK, ...own];
    const folder = scratchFolder();
    const shards = Array.from({ length: n }, (_, i) => join(folder, `part-${i + 1}`));
    for (const [i, file] of shards.entries()) {
      expect(await lab("sweep", ...words, "--shard", `${i + 1}/${n}`, "-o", file)).toMatchObject({
        status: 0,
      });
    }
    for (const name of ["s.csv", "s.json"]) {
      for (const more of [[], ["--per-seed"]]) {
        expect((await lab("merge", ...shards, "-o", join(folder, name), ...more)).status).toBe(0);
        expect(readFileSync(join(folder, name), "utf8")).toBe(await swept(name, ...own, ...more));
      }
    }
  },
);

test("usage errors name the flag and what is allowed", async () => {
  const refused = async (...words: string[]) => {
    const { status, out, notes } = await lab("sweep", ...words);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    return notes.join("\n");
  };
  expect(await refused()).toContain("--x is missing");
  expect(await refused("--x", "beta-ecn")).toContain("--x: must be NAME=FROM:TO:STEP");
  expect(await refused("--x", "beta=0.5,0.6")).toBe("--x: there is no setting beta");
  expect(await refused("--x", "beta-ecn=0.5,2")).toBe("--x: β_ecn must be 0.3 to 0.99, got 2");
  expect(await refused("--x", "rtt=1ms:400ms:1ms", "--y", "beta-ecn=0.5:0.9:0.01", "--seeds", "3")).toBe(
    "--x: 400 × 41 points × 3 seeds are 49200 runs; at most 10000 are allowed",
  );
  expect(await refused("--x", "rtt=10ms,20ms", "--metric", "utilization")).toContain(
    "there is no utilization; utilisation?",
  );
  expect(await refused("--x", "rtt=10ms,20ms", "--seeds", "0")).toContain("--seeds: must be a whole number");
  expect(await refused("--x", "rtt=10ms,20ms", "--capacity", "fast")).toContain("--capacity: ");
  expect(await refused("--x", "rtt=10ms,20ms", "-o", "points.txt")).toContain("-o must end in .csv or .json");
  expect(await refused("--x", "rtt=10ms,20ms", "--shard", "1/2")).toContain("--shard requires -o FILE");
});

test("names the run and the line of a custom program that ended early", async () => {
  const file = join(scratchFolder(), "p.js");
  writeFileSync(file, "// @sender P\nfunction onAck(tcp) { tcp.cwnd = nothing }\n");
  const { status, notes } = await lab("sweep", ...QUICK, "--cc-file", file, "--x", "rtt=10ms,20ms");
  expect(status).toBe(0);
  expect(notes).toEqual([
    expect.stringMatching(/^In 2 runs a program ended early\. The first, "rtt=10ms seed=1": .*\(line 2\): /),
  ]);
});
