import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { linuxScript } from "../../src/measured/linux/script.ts";
import { withSetting } from "../../src/teaching/answer/answer.ts";
import { allRuns, type KeptResults, measureRun, trialOf, verdictOf } from "../../src/teaching/check/check.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { readLesson } from "../../src/teaching/document/lesson.ts";
import { readTask, type Task } from "../../src/teaching/task/task.ts";
import { storedLabs } from "../../src/ui/parts/guide/guide-documents.ts";
import { LAB_ANSWERS } from "./lab-answers.ts";
import { runOf } from "./lesson-runs.ts";

const names = readdirSync("labs")
  .filter((name) => !name.endsWith("-task.md"))
  .map((name) => name.replace(/\.md$/, ""));
const textOf = (name: string) => readFileSync(`labs/${name}.md`, "utf8");

const known = new Map<string, KeptResults>();

/** Returns whether settings meet every condition of a task. */
function isMet(task: Task, settings: string): boolean {
  const scenario = settings.split("&").reduce((made, one) => {
    const [key, text] = one.split("=");
    return withSetting(made, { key, text });
  }, task.scenario);
  const trial = trialOf(task, task.scenario, scenario);
  for (const { key } of allRuns(trial))
    if (!known.has(`${task.id} ${key}`))
      known.set(`${task.id} ${key}`, measureRun(task, { results: runOf(key).results, ended: [] }));
  const verdict = verdictOf(task, trial, (key) => known.get(`${task.id} ${key}`));
  if (verdict === null) throw new Error("a run is missing");
  return verdict.passed;
}

describe.each(names)("%s", (name) => {
  const { task } = readTask(textOf(`${name}-task`));

  test("is a lab of 10 to 15 minutes with a task and a run for Linux", () => {
    const { lesson } = readLesson(textOf(name), { pieces: null });
    expect(lesson).toMatchObject({ kind: "lab", id: name });
    expect(lesson?.minutes).toBeGreaterThanOrEqual(10);
    expect(lesson?.minutes).toBeLessThanOrEqual(15);
    expect(lesson?.steps.some(({ asked }) => asked.length > 0)).toBe(true);
    expect(task?.id).toBe(`${name}-task`);
    expect(task?.questions.length).toBeGreaterThanOrEqual(2);
    const offered = lesson?.steps.filter(({ onLinux }) => onLinux) ?? [];
    expect(offered.length).toBeGreaterThan(0);
    for (const { inForce } of offered) {
      const { scenario } = scenarioFromUrl(inForce, PROGRAM_READER);
      const made = { program: "sawtooth", link: "#v=2" };
      expect(linuxScript(scenario, () => runOf(inForce).results, made)).toContain("#!/usr/bin/env bash");
    }
  });

  test("has a task whose page checks the answers and explains each of them", () => {
    expect(task?.feedback).toBe("answers");
    expect(task?.explanations.map(({ id }) => id)).toEqual(task?.questions.map(({ id }) => id));
  });

  test("has a task that its start and a wrong idea do not meet, and a right answer does", () => {
    if (task === null) throw new Error("the task cannot be read");
    const { right, wrong } = LAB_ANSWERS[name];
    expect({ right: isMet(task, right), wrong: isMet(task, wrong) }).toEqual({ right: true, wrong: false });
    expect(isMet(task, `seed=${task.scenario.run.seed}`)).toBe(false);
  });
});

test("the texts ask to drag a file onto the page, because in them a drop is a lost packet", () => {
  for (const name of names) expect(textOf(name)).not.toMatch(/\bDrop (?:the|its|a|that) /);
});

test("the shelf has every lab with its task", async () => {
  expect((await storedLabs()).map(({ lesson }) => lesson.id).sort()).toEqual([...names].sort());
  expect(Object.keys(LAB_ANSWERS).sort()).toEqual([...names].sort());
});
