/** Hands in programs that fill memory, time or cells to the commands that grade or repeat runs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { packText } from "../../../src/lib/packed-text.ts";
import { scratchFolder } from "../../cli/scratch-folder.ts";
import { senderWith } from "../../engine/custom/custom-runs.ts";
import { flowsFor, SENDERS } from "../attacks.ts";
import { expectLittle } from "../commands.ts";

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

describe.each(["check", "league", "sweep", "lesson"])("%s", (command) => {
  test.each(WORST)("of a sender, %s", (what) => {
    const seen = expectLittle(`${command}, ${what}`, words(command, what));
    process.stdout.write(`        ${seen.said.trim().split("\n").slice(-3).join(" / ").slice(0, 300)}\n`);
  });
});
