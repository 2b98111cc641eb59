import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { sim } from "./command-line.ts";
import { scratchFolder } from "./scratch-folder.ts";

let folder = "";
beforeEach(() => {
  folder = scratchFolder();
});
const inFolder = (name: string) => join(folder, name);
const TRACE = "public/traces/linux-newreno-codel-rtt100-beta0.5.csv";

test("prints a kernel's trace next to the run, as text and in --json with units in the names", async () => {
  const { status, out } = await sim("run", "--duration", "30s", "--over", TRACE);
  expect(status).toBe(0);
  expect(out).toContain(`over ${TRACE}: a table of TCP_INFO (CSV), flow 0, compared with flow 1`);
  expect(out).toMatch(/cwnd, mean \(segments\) +\d+\.?\d* +\d+\.?\d* +[+−]?\d/);
  expect(out).toContain("Both values cover the same time: 10 s to 30 s of the run, after the warm-up.");
  expect(out).toMatch(/read {6}1,400 rows: t, flow, cwnd, ssthresh, srtt_us, unacked\./);
  const { over } = JSON.parse((await sim("run", "--json", "--duration", "30s", "--over", TRACE)).out);
  expect(Object.keys(over)).toEqual([
    ...["file", "format", "connection", "connections", "flow", "beginsS", "fromS", "toS"],
    ...["cwndSegments", "srttMs", "cuts", "read", "skipped", "assumed", "notCompared"],
  ]);
  expect(Object.keys(over.cwndSegments)).toEqual(["measured", "run", "coveredS"]);
  // In the comparison with Linux, this case deviates by at most 2 %.
  expect(Math.abs(over.cwndSegments.run.mean / over.cwndSegments.measured.mean - 1)).toBeLessThan(0.02);
  expect(over.cuts.pairs.length).toBe(over.cuts.runS.length);
});

test("a run compared with its own files shows no difference, for each flow", async () => {
  const flags = ["--duration", "12s", "--flow", "cc=cubic", "--flow", "cc=newreno,start=2s"];
  const write = await sim("run", ...flags, "--packets", inFolder("p.csv"), "--pcap", inFolder("p.pcapng"));
  expect(write.status).toBe(0);
  const overOf = async (file: string, connection: number, flow: number) => {
    const words = ["--over-flow", String(flow), "--over-connection", String(connection)];
    const { out } = await sim("run", "--json", ...flags, "--over", inFolder(file), ...words);
    return JSON.parse(out).over;
  };
  for (const [file, connection, flow] of [
    ["p.csv", 1, 1],
    ["p.csv", 2, 2],
    ["p.pcapng", 1, 1],
    ["p.pcapng", 2, 2],
  ] as const) {
    const over = await overOf(file, connection, flow);
    expect(over.flow).toBe(flow - 1);
    expect(over.connections).toBe(2);
    for (const of of ["srttMs", "throughputBps"])
      expect(over[of].run.mean / over[of].measured.mean).toBeCloseTo(1, 1);
    expect(over.cuts.runS.length).toBe(over.cuts.measuredS.length);
  }
});

test("a folder of a run on Linux is compared flow by flow", async () => {
  const record = join(import.meta.dirname, "linux-record");
  const link = `#${readFileSync(join(record, "scenario.txt"), "utf8").trim()}`;
  const { status, out } = await sim("run", "--url", link, "--over", record);
  expect(status).toBe(0);
  expect(out).toMatch(/^ +Linux +run +difference$/m);
  // The folder's own summary has 1.085 and 8.566 Mbps from all of its samples.
  expect(out).toMatch(/^flow 1: goodput \(Mbps\) +1\.022 +2\.647 /m);
  expect(out).toMatch(/^flow 2: share of the goodput \(%\) +89\.4 +72\.6 +−16\.8 points$/m);
  expect(out).not.toContain("other settings");
  const other = await sim("run", "--json", "--url", link, "--over", record, "--over-flow", "2");
  const { over } = JSON.parse(other.out);
  expect(over).toMatchObject({ flow: 1, connections: 2, connection: "10.1.2.2:20002 → 10.2.2.2:10002" });
  expect(over.record[0]).toEqual({
    id: "goodput",
    flow: 0,
    link: null,
    unit: "Mbps",
    measured: expect.any(Number),
    run: expect.any(Number),
  });
  for (const [words, why] of [
    [["--over-flow", "3"], "--over-flow 3: the folder has no such TCP flow. Allowed: 1, 2."],
    [["--over-from", "1s"], "--over-from is for a file"],
  ] as const) {
    const refused = await sim("run", "--url", link, "--over", record, ...words);
    expect({ status: refused.status, notes: refused.notes.join() }).toEqual({
      status: 2,
      notes: expect.stringContaining(why),
    });
  }
  const nothing = await sim("run", "--over", folder);
  expect(nothing.notes.join()).toContain("the folder has no flows.txt and scenario.txt");
});

test("the start of the measurement can be set", async () => {
  const at = async (...words: string[]) =>
    JSON.parse((await sim("run", "--json", "--duration", "30s", "--over", TRACE, ...words)).out).over;
  expect((await at()).beginsS).toBe(0);
  const later = await at("--over-from", "5s");
  expect([later.beginsS, later.fromS, later.toS]).toEqual([5, 10, 30]);
  // The trace has rows up to 99.98 s, so that fewer than 80 s remain.
  expect((await at("--over-from=-80s")).toS).toBeCloseTo(19.98, 6);
});

test("an unreadable file is refused before the run, with its line and what is allowed", async () => {
  writeFileSync(inFolder("bad.csv"), "t,cwnd\n1,2\n2,abc\n");
  writeFileSync(inFolder("text.txt"), "hello\n");
  const cases: readonly (readonly [string, string])[] = [
    [`--over ${inFolder("bad.csv")}`, "Line 3: “cwnd” is “abc”; expected a number or an empty cell."],
    [`--over ${inFolder("text.txt")}`, "Supported: output of ss -ti"],
    [`--over ${inFolder("none")}`, "no such file or folder"],
    [`--over ${TRACE} --over-flow 2`, "--over-flow 2: the run has 1 flow. Allowed: 1 to 1."],
    [`--over ${TRACE} --over-flow 0`, "--over-flow 0: expected a whole number of at least 1."],
    [`--over ${TRACE} --over-connection 2`, "the file has 1 connection. Allowed: 1 to 1."],
    [`--over ${TRACE} --over-from later`, "--over-from later: expected a time, such as 2.5s."],
    ["--over-flow 2", "--over-flow requires --over FILE."],
  ];
  for (const [flags, why] of cases) {
    const { status, notes, out } = await sim("run", "--duration", "1s", ...flags.split(" "));
    expect({ flags, status, said: notes.join(" ").includes(why), out }).toEqual({
      flags,
      status: 2,
      said: true,
      out: "",
    });
  }
});

test("the help and the documents contain its flags", () => {
  const text = readFileSync("docs/measurements.md", "utf8");
  for (const flag of ["--over FILE", "--over-flow", "--over-connection", "--over-from"])
    expect(text).toContain(flag);
});
