import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Scenario } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { readLesson } from "../../../src/teaching/document/lesson.ts";
import { tryLesson, tryLessonWith } from "../../../src/teaching/document/lesson-trial.ts";
import { ready, runnable } from "../../engine/custom/custom-runs.ts";

const TEXT = readFileSync(join(import.meta.dirname, "../../../lessons/pairs-of-cuts.md"), "utf8");
const lessonOf = (text: string) => {
  const { lesson } = readLesson(text, { pieces: null });
  if (lesson === null) throw new Error("it cannot be read");
  return lesson;
};
const run = (scenario: Scenario) => runScenario(runnable(scenario)).snapshot();

test("a lesson is tried in the same way with asynchronous runs, each run once", async () => {
  for (const text of [TEXT, TEXT.replace(/^holds: .*$/m, "holds: utilisation > 101 %")]) {
    const asked: string[] = [];
    const later = async (scenario: Scenario) => {
      asked.push(JSON.stringify(scenario));
      return run(scenario);
    };
    const claims = await tryLessonWith(lessonOf(text), later);
    expect(claims).toEqual(tryLesson(lessonOf(text), run));
    expect(claims?.every(({ isTrue }) => isTrue)).toBe(text === TEXT);
    expect(new Set(asked).size).toBe(asked.length);
  }
});

test("a statement that is not true names the program that stopped in its run", async () => {
  await ready();
  const text = `---
kind: lesson
id: endless
lang: en
title: Endless
minutes: 5
learn: What an endless program does.
---

A lesson with a program.

\`\`\`program endless
// @sender Endless
function onAck() { for (;;) {} }
\`\`\`

## One step

step: run
bench: #cc=@endless&duration=10s&warmup=1s
holds: utilisation > 50 %

It is run.
`;
  const [claim] = tryLesson(lessonOf(text), run);
  expect(claim.isTrue).toBe(false);
  expect(claim.ended).toEqual([
    expect.stringMatching(/^Endless stopped at [\d.]+ s, in flow 1 \(line 2\): One call took more than/),
  ]);
});

test("is cancelled with its runs", async () => {
  expect(await tryLessonWith(lessonOf(TEXT), async () => null)).toBeNull();
});
