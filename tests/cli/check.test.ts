import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { handInCode, handInOf } from "../../src/teaching/hand-in.ts";
import { packTask, writeTask } from "../../src/teaching/task.ts";
import { taskOf } from "../teaching/example-task.ts";
import { lab } from "./made-up-experiment.ts";
import { scratchFolder } from "./scratch-folder.ts";

const task = taskOf(
  ["#v=2&duration=20s", "#v=2&capacity=2Mbps&duration=6s&warmup=1s"],
  ["also: #capacity=20Mbps\n", ""],
  ["utilisation >= 95 %", "utilisation >= 50 %"],
  ["delay-p99 <= 30 ms", "delay-p99 <= 60 ms"],
);
const LINK = `https://x.example/#task=${packTask(task)}`;
const code = (name: string, settings: Record<string, string>) =>
  handInCode(
    handInOf(
      task,
      { name, tries: 1 },
      Object.entries(settings).map(([key, text]) => ({ key, text })),
    ),
  );

function fileWith(...lines: readonly string[]): string {
  const file = join(scratchFolder(), "hand-ins.csv");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

describe("check", () => {
  const good = code("Ana", { "beta-ecn": "0.8" });
  const bad = code("Bo", { "beta-ecn": "0.99" });

  test("prints who met what, and fails where somebody did not", async () => {
    const file = fileWith("link,name", `${good},Ana`, `${bad},Bo`, "z.x,Cy");
    const { status, out } = await lab("check", file, "--task", LINK);
    expect(status).toBe(1);
    const lines = out.split("\n");
    expect(lines[0]).toMatch(/^name +line +result +score +utilisation >= 50 % +met on, of 2 runs/);
    expect(lines[1]).toMatch(/^Ana +2 +met +100 +[\d.]+ +2 +[\d.]+ +2 +1 +beta-ecn=0\.8$/);
    expect(lines[2]).toMatch(/^Bo +3 +not counted +0 /);
    expect(out).toContain("Line 3, Bo: β_ecn is 0.99; the task allows 0.5 to 0.95.");
    expect(out).toContain("Line 4, Cy: The code is damaged");
    expect(lines.at(-1)).toBe("3 hand-ins: 1 met everything, 0 did not, 2 could not be counted.");
  });

  test("is done where everybody met everything; the task may be a file", async () => {
    const taskFile = join(scratchFolder(), "task.md");
    writeFileSync(taskFile, writeTask(task));
    const { status, out } = await lab("check", fileWith(good), "--task", taskFile);
    expect([status, out.split("\n").at(-1)]).toEqual([0, "1 hand-in: 1 met everything, 0 did not."]);
  });

  test("writes CSV and JSON", async () => {
    const file = join(scratchFolder(), "out.csv");
    const { out, notes } = await lab("check", fileWith(good), "--task", LINK, "-o", file, "--json");
    expect(readFileSync(file, "utf8")).toMatch(/^\uFEFFname,line,result,score,.*\r\nAna,1,met,100,/);
    expect(notes).toEqual(["1 hand-in: 1 met everything, 0 did not."]);
    const json = JSON.parse(out);
    expect(json).toMatchObject({
      schema: 1,
      task: { id: "choose-beta", conditions: ["utilisation >= 50 %", "delay-p99 <= 60 ms"] },
    });
    expect(json.handIns[0]).toMatchObject({
      name: "Ana",
      result: "met",
      score: 100,
      answer: { "beta-ecn": "0.8" },
    });
    expect(json.handIns[0].variant).toMatch(/^rtt=\d+ms$/);
    expect(json.handIns[0].conditions[0].runs.map(({ run }: { run: string }) => run)).toEqual([
      "seed 1",
      "seed 2",
    ]);
  });

  test.each<[readonly string[], RegExp]>([
    [[], /--task is missing/],
    [["--task", LINK], /file with the hand-ins is missing/],
    [["a", "b", "--task", LINK], /takes one file, got 2/],
    [["nowhere.csv", "--task", LINK], /nowhere\.csv: there is no such file/],
    [["a", "--task", "nowhere.md"], /--task nowhere\.md: there is no such file/],
    [["a", "--task", LINK.slice(0, -4)], /--task: The link is damaged/],
  ])("%j is refused with a sentence", async (words, message) => {
    const { status, notes } = await lab("check", ...words);
    expect(status).toBe(2);
    expect(notes.join("\n")).toMatch(message);
  });

  test("names the line of the task's file that is wrong", async () => {
    const taskFile = join(scratchFolder(), "task.md");
    writeFileSync(taskFile, writeTask(task).replace("seeds: 2", "seeds: two"));
    const { status, notes } = await lab("check", fileWith(good), "--task", taskFile);
    expect(status).toBe(2);
    expect(notes).toEqual([expect.stringMatching(/^--task: line \d+: seeds: must be a whole number/)]);
  });

  test("refuses an empty list", async () => {
    expect((await lab("check", fileWith(""), "--task", LINK)).notes).toEqual([
      expect.stringMatching(/no hand-in in it/),
    ]);
  });
});
