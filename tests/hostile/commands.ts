/**
 * Part of `npm run hostile`. Hands in programs that fill memory, time or cells to each command that runs programs, and
 * reads captures of the largest size. For each of them, the whole process may use at most 600 MB and 10 s of processor
 * time, and must end with one message.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { idOf, MOST_PROGRAMS } from "../../src/engine/custom-programs.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { ready, senderWith } from "../engine/custom/custom-runs.ts";
import { CAPTURES, capture, flowsFor, MOST_BYTES, MOST_CPU_S, QUEUES, SENDERS } from "./attacks.ts";

const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
/** Prints, when the process ends, the resources that the process and its threads have used. */
const METER = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(2, "\\nUSED " + JSON.stringify(process.resourceUsage()) + "\\n"))',
)}`;

function used(words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--import", METER, main, ...words],
    { encoding: "utf8", maxBuffer: 1e8 },
  );
  const told = JSON.parse(/^USED (.*)$/m.exec(stderr)?.[1] ?? "{}");
  const cpuS = (told.userCPUTime + told.systemCPUTime) / 1e6;
  const bytes = told.maxRSS * 1024;
  const said = `${stdout}\n${stderr.replace(/^USED .*$/m, "")}`;
  return { said, status, cpuS, bytes };
}

/** The worst program of each kind, for the commands that run a program in the same way as `run`. */
const WORST = ["memory: typed arrays", "time: JSON", "cells: windows"] as const;

const pathFor = (what: string) => `capacity=50Mbps&duration=20s&flows=${flowsFor(what)}`;

/** Returns the code block that contains the program in a lesson or a task. */
const inFile = (code: string) => `\`\`\`program attacker\n${code}\n\`\`\`\n`;
const lesson = (code: string, path: string) => `---
kind: lesson
id: attack
lang: en
title: Attack
minutes: 5
learn: What an attack costs.
---

A lesson of a stranger.

${inFile(code)}
## One step

step: run
bench: #cc=@attacker&${path}
holds: utilisation >= 0 %
done: setting ecn is on
solved with: ecn=on

It is run.
`;

const task = (path: string) => `---
kind: task
id: attack
lang: en
title: Attack
scenario: #cc=@attacker&${path}
change: code
count: utilisation >= 1 %
---

Write a sender.

${inFile(senderWith("", "Calm"))}`;

function words(command: string, what: keyof typeof SENDERS): string[] {
  const [code, path] = [SENDERS[what], pathFor(what)];
  const folder = scratchFolder();
  const file = join(folder, "attack.js");
  writeFileSync(file, code);
  if (command === "league") {
    const programs = join(folder, "programs");
    mkdirSync(programs);
    writeFileSync(join(programs, "attack.js"), code);
    return [
      "league",
      programs,
      "--against",
      "none",
      "--paths",
      "droptail",
      "--seeds",
      "1",
      "--duration",
      "20s",
    ];
  }
  if (command === "sweep")
    return [
      "sweep",
      "--cc-file",
      file,
      "--flows",
      String(flowsFor(what)),
      "--x",
      "capacity=41Mbps:60Mbps:1Mbps",
      "--duration",
      "20s",
    ];
  if (command === "lesson") {
    const lessonFile = join(folder, "lesson.md");
    writeFileSync(lessonFile, lesson(code, path));
    return ["lesson", lessonFile];
  }
  const [taskFile, hands] = [join(folder, "task.md"), join(folder, "hands.csv")];
  writeFileSync(taskFile, task(path));
  writeFileSync(hands, `name,code\nAna,#v=2&${path}&program=${packText(code)}&cc=own\n`);
  return ["check", hands, "--task", taskFile];
}

const line = (what: string, { cpuS, bytes, status }: ReturnType<typeof used>) =>
  process.stdout.write(
    `${cpuS.toFixed(1).padStart(6)} s ${(bytes / 1e6).toFixed(0).padStart(5)} MB  ${what}, exit status ${status}\n`,
  );

function expectLittle(what: string, seen: ReturnType<typeof used>): void {
  line(what, seen);
  expect(seen.said).not.toMatch(/^\s+at /m);
  expect(seen.bytes).toBeLessThan(MOST_BYTES);
  expect(seen.cpuS).toBeLessThan(MOST_CPU_S);
}

describe("run", () => {
  beforeAll(ready);

  test.each(["memory: typed arrays", "memory: what it catches", "time: JSON"])(
    "of as many senders as a run may have, %s",
    (what) => {
      const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => `${SENDERS[what]}\n// ${i}`);
      const link = [
        "v=2&capacity=50Mbps&duration=20s",
        ...codes.map((code) => `program=${packText(code)}`),
        ...codes.map((code) => `flow=cc=${idOf(code)}`),
      ].join("&");
      const seen = used(["run", "--url", `#${link}`]);
      expectLittle(`run, ${MOST_PROGRAMS} programs, ${what}`, seen);
      expect(seen.said).toMatch(/stopped at|was stopped after/);
    },
  );

  test.each(Object.entries(SENDERS))("of a sender, %s", (what, code) => {
    const file = join(scratchFolder(), "attack.js");
    writeFileSync(file, code);
    const seen = used([
      "run",
      "--cc-file",
      file,
      "--flows",
      String(flowsFor(what)),
      "--capacity",
      "50Mbps",
      "--duration",
      "20s",
    ]);
    expectLittle(`run, ${what}`, seen);
    expect(seen.said.match(/stopped at|was stopped after/g) ?? []).toHaveLength(1);
  });

  test.each(Object.entries(QUEUES))("of a queue, %s", (what, code) => {
    const file = join(scratchFolder(), "attack.js");
    writeFileSync(file, code);
    expectLittle(
      `run, queue, ${what}`,
      used(["run", "--aqm-file", file, "--capacity", "50Mbps", "--duration", "20s"]),
    );
  });
});

describe.each(["check", "league", "sweep", "lesson"])("%s", (command) => {
  test.each(WORST)("of a sender, %s", (what) => {
    const seen = used(words(command, what));
    expectLittle(`${command}, ${what}`, seen);
    process.stdout.write(`        ${seen.said.trim().split("\n").slice(-3).join(" / ").slice(0, 300)}\n`);
  });
});

describe("run --over", () => {
  test.each(CAPTURES)("of a capture of 127 MB, %s", (what, seqOf, payload) => {
    const file = join(scratchFolder(), "large.pcap");
    writeFileSync(file, capture(seqOf, payload));
    const seen = used(["run", "--duration", "5s", "--over", file]);
    expectLittle(`run --over, ${what}`, seen);
    expect(seen.status).toBe(0);
  });
});
