/** Tests the command with a simulated guest and a simulated dumbbell that return recordings made earlier. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedCases } from "../../testbed/stored-cases.ts";

const root = resolve(import.meta.dirname, "../..");
const recording = resolve(import.meta.dirname, "recording");
const RENO = "linux-breadth B1-reno-codel-10-20-ecn1-n1";
const NS3 = "ns3 G1 newreno codel rtt=20 betaEcn=0.5";
let dir = "";
let short = "";

function testbed(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "testbed/main.ts", ...words],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return { status, out: stdout, problem: stderr };
}

function program(path: string, lines: readonly string[]): void {
  writeFileSync(path, `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(path, 0o755);
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "testbed-"));
  mkdirSync(join(dir, "build-6.1"));
  writeFileSync(join(dir, "build-6.1", "release"), "6.1.192\n");
  writeFileSync(join(dir, "packets"), gunzipSync(readFileSync(join(recording, "packets.gz"))));
  program(join(dir, "build-6.1", "linux"), [
    'run=$(printf "%s\\n" "$@" | sed -n "s/^RUN=//p")',
    `cp "${join(dir, "packets")}" "$run/packets" && cp "${join(recording, "log")}" "$run/log"`,
  ]);
  // The recording has 4 s, so the stored case gets that length.
  const one = storedCases().find(({ id }) => id === RENO);
  const args = one?.args.map((word) => ({ "100s": "4s", "10s": "1s" })[word] ?? word);
  short = join(dir, "short.json");
  writeFileSync(short, JSON.stringify([{ ...one, args }]));
});
afterAll(() => rmSync(dir, { recursive: true }));

test("a case of the kernel is measured again and compared", () => {
  const file = join(dir, "remade.json");
  const made = testbed("run", RENO, "--cases", short, "--dir", dir, "--repeats", "1", "-o", file);
  expect(made).toEqual({ status: 0, out: "", problem: "" });
  const [remade] = storedCases([file]);
  expect(remade).toMatchObject({ id: RENO, seeds: 1, marks: 8, madeWith: "6.1.192" });
  const runs = join(dir, "runs", "linux-breadth_B1-reno-codel-10-20-ecn1-n1-1");
  expect(readFileSync(join(runs, "spec"), "utf8")).toMatch(
    /^seconds 4\nphase \d+\nflow reno 1 0 0\.000000 0 0 0 s d 10\.0\.3\.2\n$/,
  );
  // The recording has 8 marks in 3 s and the stored case has 251 in 90 s. The command must report that the rates
  // differ.
  const compared = testbed("compare", file);
  expect(compared.status).toBe(1);
  expect(compared.out).toMatch(/marks .* DIFFERS/);
  expect(compared.out).toMatch(/sojourn p90, ms +9\.088 +9\.066 +1\.514\n/);
});

test("a case of ns-3 is measured again and compared", () => {
  const [p50, p90] = [2.787, 8.795];
  const run = {
    utilisation: 0.958,
    jain: 1,
    marks: 228,
    drops: 0,
    sojournMs: { p50, p90, p95: 10, p99: 10, mean: 4 },
  };
  program(join(dir, "dumbbell"), [`echo '${JSON.stringify({ ...run, flowGoodputBps: [9237467.7] })}'`]);
  const file = join(dir, "ns3.json");
  expect(testbed("run", NS3, "--dir", dir, "-o", file).status).toBe(0);
  expect(testbed("compare", file)).toMatchObject({ status: 0, problem: "" });
  expect(testbed("recipe", NS3).out).toContain("--groups=n=1,cc=newreno,ecn=1,betaEcn=0.5");
});

test("mistakes are reported in one line, with status 2", () => {
  const said = (...words: string[]) => {
    const { status, problem } = testbed(...words);
    expect(status).toBe(2);
    expect(problem.trim().split("\n")).toHaveLength(1);
    return problem.trim();
  };
  expect(said("run", "linux B99", "--dir", dir)).toMatch(/^no case "linux B99" in tests\/reference/);
  expect(said("run", RENO)).toMatch(/^run: --dir says where/);
  expect(said("run", RENO, "--dir", dir, "--repeats", "0")).toMatch(
    /^--repeats is a whole number from 1, got "0"/,
  );
  expect(said("run", "linux-breadth B1-cubic-codel-10-200-ecn1-n1", "--dir", join(dir, "empty"))).toMatch(
    /linux is not there: testbed\/linux\/build\.sh 6\.1 .* makes it$/,
  );
  program(join(dir, "build-6.1", "linux"), ["exit 1"]);
  expect(said("run", RENO, "--dir", dir)).toMatch(/the guest did not get to its end; .*console says why$/);
});
