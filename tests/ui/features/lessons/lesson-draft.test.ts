import { describe, expect, test } from "vitest";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { packText } from "../../../../src/lib/packed-text.ts";
import { tryLesson } from "../../../../src/teaching/document/lesson-trial.ts";
import { readTalk } from "../../../../src/teaching/document/talk.ts";
import { programsOf, stepAt, trialWords } from "../../../../src/ui/features/lessons/LessonWriter.tsx";
import { LESSON_TEMPLATE, LessonRunner } from "../../../../src/ui/features/lessons/lesson-draft.ts";
import { TALK_TEMPLATE } from "../../../../src/ui/features/talks/TalkTab.tsx";
import { readLessonFile, SHOWABLE } from "../../../../src/ui/parts/guide/guide-documents.ts";
import type { WorkerPool } from "../../../../src/ui/shared/runs/run-batch.ts";

const lessonOf = (text: string) => {
  const { lesson, problems } = readLessonFile(text);
  expect(problems).toEqual([]);
  if (lesson === null) throw new Error("no lesson");
  return lesson;
};

/** A pool that runs in this thread and records the requested runs. */
function madePool() {
  const asked: string[] = [];
  const pool = {
    size: 1,
    run: async ({ key, scenario }: { key: string; scenario: Parameters<typeof runScenario>[0] }) => {
      asked.push(key);
      return { ok: true, value: { snapshot: runScenario(scenario).snapshot() } };
    },
  } as unknown as WorkerPool;
  return { pool, asked };
}

describe("the templates", () => {
  test("are a lesson and a talk without problems, with true claims", async () => {
    const lesson = lessonOf(LESSON_TEMPLATE);
    const tried = tryLesson(lesson, (scenario) => runScenario(scenario).snapshot());
    expect(tried.length).toBeGreaterThan(1);
    expect(tried.filter(({ isTrue }) => !isTrue)).toEqual([]);
    const { talk, problems } = readTalk(TALK_TEMPLATE, SHOWABLE);
    expect(problems).toEqual([]);
    expect(talk?.scenes).toHaveLength(3);
  });
});

describe("a lesson that is tried", () => {
  test("runs each state once, and reports false claims with their lines", async () => {
    const { pool, asked } = madePool();
    const runner = new LessonRunner(pool);
    const text = LESSON_TEMPLATE.replace("utilisation < 85 %", "utilisation < 60 %");
    const claims = await runner.tried(lessonOf(text), new AbortController().signal);
    const wrong = claims?.filter(({ isTrue }) => !isTrue) ?? [];
    const line = text.split("\n").findIndex((one) => one.includes("< 60 %")) + 1;
    expect(wrong.map((claim) => claim.line)).toEqual([line]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(trialWords(claims ?? [])).toMatch(/^\d claims: \d true, 1 not\.$/);
    expect(trialWords([])).toMatch(/^The lesson has no claims/);
    // A run whose result is known is not requested again.
    const before = asked.length;
    await runner.tried(lessonOf(LESSON_TEMPLATE), new AbortController().signal);
    const runs = await runner.runsAt("v=2&beta-ecn=0.8&pin=v%3D2", new AbortController().signal);
    expect([asked.length, runs?.pinned !== null]).toEqual([before, true]);
  });
});

test("the step of the cursor", () => {
  const lesson = lessonOf(LESSON_TEMPLATE);
  const [, second] = lesson.steps;
  expect([1, second.line - 1, second.line, 999].map((line) => stepAt(lesson, line))).toEqual([0, 0, 1, 3]);
});

test("the programs of a lesson are those of its blocks, of its links and of their pinned runs", () => {
  const code = (name: string) => `// @sender ${name}\nfunction onAck(tcp) { tcp.cwnd += 1 }`;
  const [a, b, c] = ["A", "B", "C"].map((name) => packText(code(name)));
  const pin = encodeURIComponent(`v=2&program=${b}&cc=own`);
  const head = LESSON_TEMPLATE.slice(0, LESSON_TEMPLATE.indexOf("## What will"));
  const lesson = lessonOf(
    `${head}## One\n\nstep: explain\nbench: #v=2&program=${a}&cc=own&pin=${pin}\n\n## Two\n\nstep: explain\nbench: #v=2&cc=@c\n\n\`\`\`program c\n${code("C")}\n\`\`\`\n`,
  );
  expect(programsOf(lesson).toSorted()).toEqual([a, b, c].toSorted());
});
