import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { originOf } from "../../src/engine/index.ts";
import { zipFile } from "../../src/lib/file-text.ts";
import { handInCode, handInOf } from "../../src/teaching/answer/hand-in.ts";
import { variantText } from "../../src/teaching/check/check.ts";
import { handInKey } from "../../src/teaching/check/teacher-marks.ts";
import { packTask, studentsPart, teacherFile, writeTask } from "../../src/teaching/task/task.ts";
import { variantOf } from "../../src/teaching/task/variant.ts";
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

  test("prints which students met the conditions, and fails if one did not", async () => {
    const file = fileWith("link,name", `${good},Ana`, `${bad},Bo`, "z.x,Cy");
    const { status, out } = await lab("check", file, "--task", LINK);
    expect(status).toBe(1);
    const lines = out.split("\n");
    expect(lines[0]).toMatch(
      /^name +line +result +score +flags +counts +points, of 2 +utilisation >= 50 % +number of runs that meet it, of 2/,
    );
    expect(lines[1]).toMatch(/^Ana +2 +met +100 +yes +2 +[\d.]+ +2 +[\d.]+ +2 +1 +rtt=\d+ms +beta-ecn=0\.8$/);
    expect(lines[2]).toMatch(/^Bo +3 +not counted +0 /);
    expect(out).toContain("Line 3, Bo: β_ecn is 0.99; the task allows 0.5 to 0.95.");
    expect(out).toContain("Line 4, Cy: The code is damaged");
    expect(lines.at(-1)).toBe("3 hand-ins: 1 met everything, 0 did not, 2 could not be counted.");
  });

  test("flags a hand-in whose result differs between versions, and uses the figures of the hand-in on request", async () => {
    const settings = [{ key: "beta-ecn", text: "0.8" }];
    const record = {
      origin: originOf("0.1.0", "1a2b3c4d"),
      runs: [
        [10, 5],
        [60, 5],
      ],
    };
    const old = handInCode(handInOf(task, { name: "Ana", tries: 1 }, settings, [], record));
    const args = ["check", fileWith("link,name", `${old},Ana`), "--task", LINK];
    const today = await lab(...args, "--json");
    const [one] = JSON.parse(today.out).handIns;
    expect(one).toMatchObject({
      result: "met",
      score: 100,
      flags: ["another version"],
      made: { version: "0.1.0", digest: "1a2b3c4d", figures: record.runs },
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    const [then] = JSON.parse((await lab(...args, "--json", "--figures", "handed-in")).out).handIns;
    expect([then.result, then.score]).toEqual(["not met", 50]);
    expect((await lab(...args)).out).toContain(
      "It was made by Sawtooth 0.1.0, where the run had the digest 1a2b3c4d…",
    );
  });

  test("accepts marks for written answers, and reports missing ones", async () => {
    const asked = taskOf(
      ["#v=2&duration=20s", "#v=2&capacity=2Mbps&duration=6s&warmup=1s"],
      ["also: #capacity=20Mbps\n", ""],
      ["utilisation >= 95 %", "utilisation >= 50 %"],
      ["delay-p99 <= 30 ms", "delay-p99 <= 60 ms"],
      ["seeds: 2", "seeds: 2\nquestion: why text 400 for 2 points: Why?"],
    );
    const answered = handInCode(
      handInOf(
        asked,
        { name: "Ana", tries: 1 },
        [{ key: "beta-ecn", text: "0.8" }],
        [{ id: "why", text: "So." }],
      ),
    );
    const [taskFile, marks] = ["task.md", "marks.csv"].map((name) => join(scratchFolder(), name));
    writeFileSync(taskFile, writeTask(asked));
    const one = async (...more: string[]) => {
      const { out } = await lab("check", fileWith(answered), "--task", taskFile, "--json", ...more);
      return JSON.parse(out).handIns[0];
    };
    expect(await one()).toMatchObject({
      result: "met",
      score: 50,
      remarks: ["1 answer in words is not marked yet."],
    });
    writeFileSync(marks, `hand-in,question,points\n${handInKey(answered)},why,1\n`);
    expect(await one("--marks", marks)).toMatchObject({ score: 75, remarks: [] });
    // Marks of an earlier version.
    writeFileSync(marks, `hand-in,question,points\n${answered.slice(2, 9)},why,1\n`);
    expect(await one("--marks", marks)).toMatchObject({ score: 75, remarks: [] });
    writeFileSync(marks, "hand-in,question,points\n0123456789abcdef0123456789abcdef,why,9\n");
    const wrong = await lab("check", fileWith(answered), "--task", taskFile, "--marks", marks);
    expect([wrong.status, wrong.notes.join()]).toEqual([
      2,
      expect.stringContaining("Line 2: The points must be a number"),
    ]);
  });

  test("succeeds if every student met everything; the task may be given as a file", async () => {
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
    [["a", "b", "--task", LINK], /expects one file, got 2/],
    [["nowhere.csv", "--task", LINK], /nowhere\.csv: no such file/],
    [["a", "--task", "nowhere.md"], /--task nowhere\.md: no such file/],
    [["a", "--task", LINK.slice(0, -4)], /--task: The link is damaged/],
  ])("%j is refused with a sentence", async (words, message) => {
    const { status, notes } = await lab("check", ...words);
    expect(status).toBe(2);
    expect(notes.join("\n")).toMatch(message);
  });

  test("names the faulty line of the task's file", async () => {
    const taskFile = join(scratchFolder(), "task.md");
    writeFileSync(taskFile, writeTask(task).replace("seeds: 2", "seeds: two"));
    const { status, notes } = await lab("check", fileWith(good), "--task", taskFile);
    expect(status).toBe(2);
    expect(notes).toEqual([expect.stringMatching(/^--task: line \d+: seeds: must be a whole number/)]);
  });

  test("refuses an empty list", async () => {
    expect((await lab("check", fileWith(""), "--task", LINK)).notes).toEqual([
      expect.stringMatching(/contains no hand-in/),
    ]);
  });

  test("uses a roster, reports flags, and gives flagged hand-ins no points in strict mode", async () => {
    const one = code("s1001", { "beta-ecn": "0.8" });
    const list = fileWith("id,code", `s1001,${one}`, `s1011,${one}`);
    const roster = join(scratchFolder(), "class.csv");
    writeFileSync(roster, "Name,ID number,Group\nWei Wang,s1001,A\nWei Wang,s1002,B\nAna,s1011,A\n");
    const flags = ["--roster", roster, "--strict", "--json"];
    const { status, out, notes } = await lab("check", list, "--task", LINK, ...flags);
    expect(status).toBe(1);
    expect(notes.at(-1)).toMatch(/^2 hand-ins: 2 met everything, 0 did not\. 1 has a flag: 1 another's name/);
    const { handIns, missing } = JSON.parse(out);
    const told = handIns.map(({ person, score, flags: own }: Record<string, unknown>) => ({
      person,
      score,
      own,
    }));
    expect(told).toMatchObject([
      { person: { line: 2, id: "s1001" }, score: 100, own: [] },
      { person: { line: 4, id: "s1011" }, score: 0, own: expect.arrayContaining(["another's name", "copy"]) },
    ]);
    expect(missing).toEqual([{ line: 3, id: "s1002" }]);
  });

  test("fails if all conditions are met but a hand-in has a flag", async () => {
    const late = fileWith("id,submitted,code", `s1,2026-12-01 10:00,${code("s1", { "beta-ecn": "0.8" })}`);
    const { status, out } = await lab("check", late, "--task", LINK, "--deadline", "2026-11-30");
    expect([status, out.split("\n").at(-1)]).toEqual([
      1,
      "1 hand-in: 1 met everything, 0 did not. 1 has a flag: 1 late.",
    ]);
  });

  test("writes out hidden characters of a name", async () => {
    const { out } = await lab("check", fileWith(`name,code`, `Ana\u202E\u200B,${good}`), "--task", LINK);
    expect(out).toContain("Ana<U+202E><U+200B>");
    expect(out).not.toMatch(/[\u202E\u200B]/);
  });

  test("cuts a long name in the table of the terminal, but not in a file", async () => {
    const long = `${"a".repeat(78)}😀${"b".repeat(5000)}`;
    const list = fileWith("name,code", `${long},${good}`);
    const { out } = await lab("check", list, "--task", LINK);
    expect(out.split("\n")[1]).toMatch(/^a{78}… {2}/);
    const file = join(scratchFolder(), "checked.csv");
    await lab("check", list, "--task", LINK, "-o", file);
    expect(readFileSync(file, "utf8")).toContain(long);
  });

  test("prints a table for Moodle, and refuses before the runs what Canvas would not accept", async () => {
    const list = fileWith(
      "Identifier,ID number,Grade,Online text",
      `Participant 7,s1,,${code("s1", { "beta-ecn": "0.8" })}`,
    );
    const { status, out, notes } = await lab("check", list, "--task", LINK, "--for", "moodle");
    expect([status, out.split("\n")]).toEqual([
      0,
      [
        "Identifier,ID number,Grade,Online text,Feedback comments",
        expect.stringMatching(/^Participant 7,s1,100,z\./),
      ],
    ]);
    expect(notes).toEqual(["1 hand-in: 1 met everything, 0 did not."]);
    const refused = await lab("check", list, "--task", LINK, "--for", "canvas");
    expect([refused.status, refused.notes[0]]).toEqual([
      2,
      expect.stringMatching(/^--for canvas: Canvas accepts only the table/),
    ]);
  });

  test.each<[readonly string[], RegExp]>([
    [["--for", "blackboard"], /--for must be one of plain, moodle, canvas; got "blackboard"/],
    [["--attempts", "all"], /--attempts must be one of best, last; got "all"/],
    [["--late", "refuse"], /--late requires --deadline/],
    [["--late", "ten", "--deadline", "2026-11-30"], /--late must be one of none, refuse; got "ten"/],
    [["--deadline", "tomorrow"], /--deadline: a deadline must be like/],
    [["--deadline", "2026-11-30"], /no column with the time of each hand-in/],
    [["--roster", "nowhere.csv"], /--roster nowhere\.csv: .*no such file/],
  ])("%j is refused with a sentence too", async (words, message) => {
    const { status, notes } = await lab("check", fileWith(good), "--task", LINK, ...words);
    expect(status).toBe(2);
    expect(notes.join("\n")).toMatch(message);
  });

  test("accepts a folder or a zip archive, corrected columns, and a choice for answers without marks", async () => {
    const files = {
      "ana_5001_1_a.txt": code("5001", { "beta-ecn": "0.8" }),
      "bo_5002_2_b.txt": code("5002", { "beta-ecn": "0.8" }),
    };
    const folder = scratchFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const zip = join(scratchFolder(), "submissions.zip");
    writeFileSync(zip, zipFile(files));
    const roster = fileWith("Name,ID", "Ana,5001", "Bo,5002", "Cy,5003");
    for (const given of [folder, zip]) {
      const { status, out } = await lab("check", given, "--task", LINK, "--roster", roster);
      expect([status, out.split("\n").at(-1)]).toEqual([0, "2 hand-ins: 2 met everything, 0 did not."]);
    }
    const asked = taskOf(
      ["#v=2&duration=20s", "#v=2&capacity=2Mbps&duration=6s&warmup=1s"],
      ["also: #capacity=20Mbps\n", "question: why text 200 for 2 points: Why?\n"],
    );
    const answered = handInCode(
      handInOf(
        asked,
        { name: "s1", tries: 1 },
        [{ key: "beta-ecn", text: "0.8" }],
        [{ id: "why", text: "So." }],
      ),
    );
    const list = fileWith("id,code,punkte", `s1,${answered},`);
    const of = (...more: readonly string[]) =>
      lab("check", list, "--task", `#task=${packTask(asked)}`, "--for", "moodle", ...more);
    const refused = await of();
    expect([refused.status, refused.notes[0]]).toEqual([
      2,
      expect.stringMatching(/1 answer of 1 hand-in is not marked yet.*--unmarked/),
    ]);
    const empty = await of("--unmarked", "empty", "--columns", "grade=punkte");
    expect(empty.out.split("\n")[0]).toBe("id,code,punkte,Feedback comments");
    expect((await of("--columns", "mark=punkte")).notes[0]).toMatch(/--columns: it must be like/);
  });

  test("requires both files of a task that consists of two", async () => {
    const whole = taskOf(
      ["#v=2&duration=20s", "#v=2&capacity=2Mbps&duration=6s&warmup=1s"],
      ["also: #capacity=20Mbps", "also: #rtt=400ms\nsecret: k3x9-7fqd"],
      ["utilisation >= 95 %", "utilisation >= 50 %"],
      ["delay-p99 <= 30 ms", "delay-p99 <= 60 ms"],
    );
    const folder = scratchFolder();
    const [students, teachers] = ["task.md", "teacher.md"].map((name) => join(folder, name));
    writeFileSync(students, writeTask(studentsPart(whole)));
    writeFileSync(teachers, teacherFile(whole));
    const handIn = handInCode(handInOf(whole, { name: "Ana", tries: 1 }, [{ key: "beta-ecn", text: "0.8" }]));
    const alone = await lab("check", fileWith(handIn), "--task", students);
    expect([alone.status, alone.notes[0]]).toEqual([
      2,
      expect.stringMatching(/--teacher is missing: this task consists of two files/),
    ]);
    const both = await lab("check", fileWith(handIn), "--task", students, "--teacher", teachers, "--json");
    const [one] = JSON.parse(both.out).handIns;
    expect(one.problems).toEqual([]);
    expect(one.variant).toBe(variantText(variantOf(whole, "Ana")));
    expect(one.conditions[0].runs.map(({ run }: { run: string }) => run)).toContain(
      "hidden path 1 (rtt=400ms), seed 2",
    );
    writeFileSync(teachers, teacherFile(whole).replace("#rtt=400ms", "#rtt"));
    const wrong = await lab("check", fileWith(handIn), "--task", students, "--teacher", teachers);
    expect([wrong.status, wrong.notes[0]]).toEqual([2, expect.stringMatching(/^--teacher: line 5: also: /)]);
  });

  test("reads standard input", () => {
    const taskFile = join(scratchFolder(), "task.md");
    writeFileSync(taskFile, writeTask(task));
    const main = join(import.meta.dirname, "../../src/cli/main.ts");
    const told = spawnSync(process.execPath, ["--import", "tsx", main, "check", "-", "--task", taskFile], {
      encoding: "utf8",
      input: `id,code\ns1,${code("s1", { "beta-ecn": "0.8" })}\n`,
    });
    expect([told.status, told.stdout.trim().split("\n").at(-1), told.stderr]).toEqual([
      0,
      "1 hand-in: 1 met everything, 0 did not.",
      "",
    ]);
  });
});
