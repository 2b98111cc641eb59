import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { runScenario } from "../../src/engine/simulator.ts";
import { withSetting } from "../../src/teaching/answer/answer.ts";
import { allRuns, type KeptResults, measureRun, trialOf, verdictOf } from "../../src/teaching/check/check.ts";
import { codeKey } from "../../src/teaching/task/program-answer.ts";
import { readTask, type Task, taskDigest, withTeacherFile, writeTask } from "../../src/teaching/task/task.ts";
import { MANY, triesAll } from "../effort.ts";
import { ready, runnable } from "../engine/custom/custom-runs.ts";
import { CHALLENGE_ANSWERS } from "./challenge-answers.ts";

const FOLDER = "challenges";
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md") && !name.endsWith("-teacher.md"))
  .map((name) => name.replace(/\.md$/, ""));

beforeAll(ready);

function challenge(name: string): { readonly part: Task; readonly whole: Task } {
  const text = (file: string) => readFileSync(`${FOLDER}/${file}.md`, "utf8");
  const { task: part, problems } = readTask(text(name));
  if (part === null) throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join(" "));
  const read = withTeacherFile(part, text(`${name}-teacher`));
  if (read.task === null) throw new Error(read.problems.map(({ message }) => message).join(" "));
  return { part, whole: read.task };
}

const known = new Map<string, KeptResults>();

/** Tries an answer to a task; `code` is null for the task's own template. */
function tried(task: Task, code: string | null) {
  const key = codeKey(task.code?.id ?? "");
  const answer = code === null ? task.scenario : withSetting(task.scenario, { key, text: code });
  const trial = trialOf(task, task.scenario, answer);
  for (const run of allRuns(trial)) {
    if (known.has(run.key)) continue;
    const simulation = runScenario(runnable(run.scenario));
    const ended = simulation.programs().flatMap(({ stopped }) => (stopped === null ? [] : [stopped]));
    known.set(run.key, measureRun(task, { results: simulation.results(), ended }));
  }
  const verdict = verdictOf(task, trial, (one) => known.get(one));
  if (verdict === null) throw new Error("a run is missing");
  return verdict;
}

test("each challenge has its answers here", () => {
  expect(Object.keys(CHALLENGE_ANSWERS).sort()).toEqual([...names].sort());
});

describe.each(names)("%s", (name) => {
  const { solution, wrong } = CHALLENGE_ANSWERS[name];

  test("has two files, and students have no hidden path", () => {
    const { part, whole } = challenge(name);
    expect(part).toMatchObject({ isPart: true, also: [], keys: [], code: { id: part.code?.id } });
    expect(whole.also.length).toBeGreaterThan(1);
    expect(taskDigest(whole)).toBe(taskDigest(part));
    expect(readTask(writeTask(part)).task).toEqual(part);
  });

  test.runIf(triesAll)("is not met by its initial state, as its page shows", MANY, () => {
    const { part, whole } = challenge(name);
    const start = tried(whole, null);
    expect(start.passed).toBe(false);
    const seen = tried(part, null).conditions.filter(({ met }) => !met);
    expect(seen.length).toBeGreaterThan(0);
  });

  test("can be solved", () => {
    const verdict = tried(challenge(name).whole, solution);
    expect(verdict.conditions.map(({ met, worst }) => ({ met, worst: worst.value }))).toEqual(
      verdict.conditions.map(({ worst }) => ({ met: true, worst: worst.value })),
    );
    expect(verdict).toMatchObject({ passed: true, ended: [] });
  });

  test.runIf(triesAll).each(Object.entries(wrong))("is not solved by %s", MANY, (_, code) => {
    expect(tried(challenge(name).whole, code)).toMatchObject({ passed: false, ended: [] });
  });
});

test("hidden paths matter: some wrong answers pass on the students' path", () => {
  const { part, whole } = challenge("codel-challenge");
  const code = CHALLENGE_ANSWERS["codel-challenge"].wrong["the count begins anew each time"];
  expect([tried(part, code).passed, tried(whole, code).passed]).toEqual([true, false]);
});
