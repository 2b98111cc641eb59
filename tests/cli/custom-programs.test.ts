/** Tests custom programs in a terminal. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { sweepFromText } from "../../src/experiments/sweep.ts";
import { sweepJobs } from "../../src/experiments/sweep-jobs.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { prepareRun } from "../../src/workers/interpreter.ts";
import { customScenario, ready, senderWith } from "../engine/custom/custom-runs.ts";
import { sim } from "./command-line.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

const [AIMD, ABE] = TEMPLATES;
const CODEL = TEMPLATES.find(({ id }) => id === "codel")?.code ?? "";

let folder = "";
beforeEach(async () => {
  await ready();
  folder = scratchFolder();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("an axis of a sweep can contain programs from files and built-in senders", async () => {
  const out = join(folder, "s.csv");
  const words = [
    "sweep",
    "--duration",
    "3s",
    "--warmup",
    "0s",
    "--x",
    `cc=newreno,@${file("abe.js", ABE.code)}`,
  ];
  const { status, notes } = await lab(...words, "--metric", "goodput,ecn-reductions", "-o", out);
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  const csv = readFileSync(out, "utf8");
  expect(csv).toContain("\nNewReno with ABE,goodput,Mbps,1,");
  // The first line of the file contains the program in a URL, which makes the same runs.
  const { sweep } = sweepFromText(csv.split("\n")[1].replace(/^# #/, ""), PROGRAM_READER);
  const [, own] = sweep === null ? [] : sweepJobs(sweep);
  expect(own.scenario.programs).toMatchObject([{ code: ABE.code }]);
  const { goodputBps } = runScenario(await prepareRun(own.scenario)).results().flows[0];
  expect(csv).toContain(`\nNewReno with ABE,goodput,Mbps,1,${Number((goodputBps / 1e6).toPrecision(7))},`);
});

test("--cc-file and --aqm-file run the programs of files, with the same result as a link that contains the programs", async () => {
  const { status, out, notes } = await sim(
    ...["run", "--json", "--duration", "10s", "--cc-file", file("abe.js", ABE.code)],
    ...["--aqm-file", file("codel.js", CODEL), "--own-beta-ecn", "0.9"],
  );
  expect({ status, notes }).toEqual({ status: 0, notes: [] });
  const json = JSON.parse(out);
  expect(json.scenario.flows[0].params["own-beta-ecn"]).toBe(0.9);
  expect(json.programs.map(({ name }: { name: string }) => name)).toEqual([
    "CoDel by hand",
    "NewReno with ABE",
  ]);
  const again = await sim("run", "--json", "--url", json.url);
  expect(JSON.parse(again.out).digest).toBe(json.digest);
});

test("a program has its own name in the run's results, and in the list of what was never compared", async () => {
  const { out } = await sim(
    "run",
    "--duration",
    "5s",
    "--warmup",
    "1s",
    "--cc-file",
    file("abe.js", ABE.code),
  );
  expect(out).toMatch(/^1 +NewReno with ABE +on /m);
  expect(out).toContain("“NewReno with ABE” is a custom sender, which no other system runs.");
  expect(out.replace(/^link .*$/m, "")).not.toContain("own-");
});

test("a misspelled hook is reported with its line, and the program runs", async () => {
  const path = file("los.js", senderWith("function onLos(tcp) { tcp.cwnd = tcp.minCwnd }", "Almost"));
  const { status, notes } = await sim("run", "--duration", "2s", "--warmup", "1s", "--cc-file", path);
  expect({ status, notes }).toEqual({
    status: 0,
    notes: [
      'Note: In the program "Almost", line 6: onLos is not a hook, and nothing calls it; did you mean onLoss?',
    ],
  });
});

test("a flow group can name its program file, next to other groups", async () => {
  const { status, out } = await sim(
    "run",
    "--duration",
    "10s",
    "--flow",
    `cc=@${file("aimd.js", AIMD.code)},count=2`,
    "--flow",
    "cc=cubic",
  );
  expect(status).toBe(0);
  expect(out).toContain("2 AIMD + 1 CUBIC through CoDel");
});

test("a parameter of the program is an axis of a sweep", async () => {
  const { status, out } = await lab(
    "sweep",
    "--duration",
    "5s",
    "--cc-file",
    file("aimd.js", AIMD.code),
    "--x",
    "own-decrease=0.5,0.9",
    "--metric",
    "utilisation",
  );
  expect(status).toBe(0);
  expect(out).toMatch(/0\.5[\s\S]*0\.9/);
});

test.each([
  [
    "a text that cannot be read",
    "// @sender A\n// @param x = 1\nfunction onAck() {}",
    "--cc-file FILE: line 2: A parameter is written as",
  ],
  ["a queue for a sender", CODEL, "--cc-file FILE: expected a sender, but the program is a queue"],
])("%s is refused with its line", async (_, code, words) => {
  const path = file("a.js", code);
  const { status, notes } = await sim("run", "--cc-file", path);
  expect(status).toBe(2);
  expect(notes.join("\n")).toContain(words.replace("FILE", path));
});

test("a program that ends early is reported with its line, and the other flows have results", async () => {
  const path = file("loop.js", senderWith("function onMark() { for (;;) {} }"));
  const { status, out } = await sim(
    "run",
    "--duration",
    "10s",
    "--flow",
    `cc=@${path}`,
    "--flow",
    "cc=cubic",
  );
  expect(status).toBe(2);
  expect(out).toMatch(
    /Attacker stopped at [\d.]+ s, in flow 1 \(line 6\): One call took more than 1 million steps/,
  );
  expect(out).toContain("cubic");
});

test("a program given as a file gives the same result as in a scenario", async () => {
  const { out } = await sim("run", "--json", "--duration", "8s", "--cc-file", file("a.js", ABE.code));
  expect(JSON.parse(out).digest).toBe(runScenario(customScenario(ABE.code, "cc=own&duration=8s")).digest());
});
