import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packTask } from "../../src/teaching/task/task.ts";
import { taskOf } from "../teaching/example-task.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

const TASK = (count: string) => `---
kind: task
id: busy
title: Busy
scenario: #v=2&duration=6s&capacity=5Mbps
vary: rtt 60ms, 100ms
change: beta-ecn 0.5..0.95
count: ${count}
---

Do it.
`;

function fileOf(text: string): string {
  const file = join(scratchFolder(), "task.md");
  writeFileSync(file, text);
  return file;
}

test("tries every variant and reports problems of the task", async () => {
  const file = fileOf(TASK("utilisation >= 85 %"));
  const { status, out } = await lab("task", file);
  expect(out).toMatch(/^rtt=60ms +Solved by β_ecn /m);
  expect(out).toMatch(/^wrong: One answer solves all 2 variants/m);
  expect(status).toBe(1);
  const json = JSON.parse((await lab("task", file, "--json")).out);
  expect(json).toMatchObject({
    schema: 1,
    task: "busy",
    variants: [{ text: "rtt=60ms" }, { text: "rtt=100ms" }],
  });
  expect(json.findings.some(({ isFault }: { isFault: boolean }) => isFault)).toBe(true);
});

test("names the first 20 problems of a file and counts the others", async () => {
  const { status, notes } = await lab("task", fileOf(`---\nkind: task\n${"odd: 1\n".repeat(3000)}---\n`));
  const named = notes.filter((line) => line.includes('There is no "odd"'));
  expect([status, named.length]).toEqual([2, 20]);
  expect(named[0]).toContain("task.md, line 3: ");
  // The other 2,980, and the lines of the head that are missing.
  expect(notes.at(-1)).toMatch(/^and 2,98\d more$/);
});

test("exits with status 0 for a task without problems", async () => {
  const text = TASK("delay-p99 <= 900 ms")
    .replace("vary: rtt 60ms, 100ms\n", "")
    .replace("delay-p99 <= 900 ms", "utilisation >= 85 %");
  const { status, out } = await lab("task", fileOf(text));
  expect([status, out.split("\n").at(-1)]).toEqual([0, "The task can be solved."]);
});

test("refuses a file that is not a task, with its lines, and accepts a link", async () => {
  const wrong = await lab("task", fileOf(TASK("utilisation >= much")));
  expect([wrong.status, wrong.notes.join()]).toEqual([2, expect.stringMatching(/task\.md, line 8: count: /)]);
  expect((await lab("task")).status).toBe(2);
  const cut = await lab("task", `#task=${packTask(taskOf()).slice(0, -9)}`);
  expect([cut.status, cut.notes.join()]).toEqual([2, expect.stringContaining("damaged")]);
});
