/** Tests the programs of a class, read from files and from lists of hand-ins. */
import { beforeAll, expect, test } from "vitest";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import { idOf, LONGEST_CODE } from "../../../src/engine/custom-programs.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { handInCode } from "../../../src/teaching/answer/hand-in.ts";
import { programsOfList, readEntrants } from "../../../src/teaching/league/entrants.ts";
import { codeKey } from "../../../src/teaching/task/program-answer.ts";
import { ready } from "../../engine/custom/custom-runs.ts";

beforeAll(ready);

const [AIMD, ABE] = TEMPLATES.map(({ code }) => code);
const CODEL = TEMPLATES.find(({ kind }) => kind === "queue")?.code ?? "";

const handIn = (settings: { key: string; text: string }[]) =>
  handInCode({ taskId: "fair", taskDigest: "0".repeat(16), name: "Anna", tries: 3, settings, answers: [] });

test("senders take part by their digest and their own title", () => {
  const { entrants, leftOut } = readEntrants([{ name: "anna", code: AIMD }]);
  expect(leftOut).toEqual([]);
  expect(entrants).toEqual([{ name: "anna", title: "AIMD", code: AIMD, cc: idOf(AIMD) }]);
});

test("a program that is no sender is omitted with the reason, and its name cannot mislead a terminal", () => {
  const { entrants, leftOut } = readEntrants([
    { name: "queue", code: CODEL },
    { name: "\u001b[2Jx", code: "let a" },
    { name: "long", code: "x".repeat(LONGEST_CODE + 1) },
    { name: "gone", code: new Error("This is a symbolic link, not a file.") },
  ]);
  expect(entrants).toEqual([]);
  expect(leftOut.map(({ name }) => name)).toEqual(["queue", "<U+001B>[2Jx", "long", "gone"]);
  expect(leftOut.map(({ why }) => why)).toEqual([
    "It is a queue, but only senders can take part in a league.",
    expect.stringMatching(/^line 1: One line must say what the program is/),
    expect.stringMatching(/^line 1: The program has 64001 characters/),
    "This is a symbolic link, not a file.",
  ]);
});

test("of each student, the last sender takes part, and the others are left out with its name", () => {
  const names = (list: Parameters<typeof readEntrants>[0]) => {
    const { entrants, leftOut } = readEntrants(list);
    return { entrants: entrants.map(({ name }) => name), leftOut: leftOut.map(({ why }) => why) };
  };
  const copies = Array.from({ length: 40 }, (_, i) => ({
    name: `mal ${i}`,
    code: `${AIMD}\n// ${i}`,
    student: "7",
  }));
  const words = "This student has handed in 40 senders, and only the last one takes part: mal 39.";
  expect(names([{ name: "anna", code: AIMD, student: "3" }, ...copies])).toEqual({
    entrants: ["anna", "mal 39"],
    leftOut: Array.from({ length: 39 }, () => words),
  });
  // A file that is no sender replaces none, and students who are not known stay apart.
  const helper = { name: "mal helper", code: "let a", student: "7" };
  const unknown = [1, 2].map((i) => ({ name: `file ${i}`, code: AIMD, student: null }));
  expect(names([copies[0], helper, ...unknown])).toEqual({
    entrants: ["mal 0", "file 1", "file 2"],
    leftOut: [expect.stringMatching(/^line 1/)],
  });
});

test("rows of a list with one number or name are of one student, and the newest is the last", () => {
  const link = `#v=2&program=${packText(AIMD)}&cc=own`;
  const read = (text: string) => readEntrants(programsOfList(text)).entrants.map(({ name }) => name);
  expect(read(`name,number,link\nWei Lee,7,${link}\nWei Lee,8,${link}\nW. Lee,7,${link}\n`)).toEqual([
    "Wei Lee",
    "W. Lee",
  ]);
  expect(read(`name,link\nAna,${link}\nBo,${link}\nana ,${link}\n,${link}\n,${link}\n`)).toHaveLength(4);
  const list = programsOfList(
    `name,time,link\nAna,2026-11-30 12:00,${link}\nAna,2026-11-29 12:00,#v=2&program=${packText(ABE)}&cc=own\n`,
  );
  expect(readEntrants(list).entrants.map(({ title }) => title)).toEqual(["AIMD"]);
});

test("a list contains programs in links of the bench, in codes of tasks, and packed alone", () => {
  const lines = [
    "name,link",
    `Link,https://x.example/#v=2&program=${packText(AIMD)}&cc=own`,
    `Both,#v=2&program=${packText(CODEL)}&aqm=own&program=${packText(AIMD)}&cc=own`,
    `Code,${handIn([{ key: codeKey("own-0123456789abcdef"), text: AIMD }])}`,
    `Alone,${packText(AIMD)}`,
    "None,#v=2&cc=cubic",
    `Settings,${handIn([{ key: "beta-ecn", text: "0.8" }])}`,
    "Damaged,z.abc",
  ];
  const list = programsOfList(lines.join("\n"));
  expect(list.map(({ name, code }) => [name, code instanceof Error ? code.message : code])).toEqual([
    ["Link", AIMD],
    ["Both", AIMD],
    ["Code", AIMD],
    ["Alone", AIMD],
    ["None", "The file contains no program."],
    ["Settings", "The file contains no program."],
    ["Damaged", expect.stringMatching(/^The code is damaged/)],
  ]);
});
