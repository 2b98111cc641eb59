import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { MANY_KEYS, MOST_LINES, readTask, SINGLE_KEYS } from "../../src/teaching/task.ts";
import { packTask } from "../../src/teaching/task-text.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/tasks.md"), "utf8");

test("the task that docs/tasks.md shows is one, and fits into a link", () => {
  const [, file = ""] = /^```markdown\n([\s\S]*?)^```/m.exec(page) ?? [];
  const { task, problems } = readTask(file);
  expect(problems).toEqual([]);
  expect(task === null ? "" : packTask(task).length).toBeLessThan(1000);
});

test("docs/tasks.md names every key, and how often it may stand", () => {
  for (const key of [...SINGLE_KEYS, ...MANY_KEYS])
    expect(page).toMatch(new RegExp(`^\\| \`${key}\` \\|`, "m"));
  for (const [key, most] of Object.entries(MOST_LINES))
    expect(page).toMatch(new RegExp(`^\\| \`${key}\` \\| (?:1 to|up to) ${most} \\|`, "m"));
});
