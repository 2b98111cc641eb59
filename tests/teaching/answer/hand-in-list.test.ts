import { describe, expect, test } from "vitest";
import { MOST_ENTRIES, readHandInList, rowsOf } from "../../../src/teaching/answer/hand-in-list.ts";

const LINK = "https://x.example/#v=2&flow=cc=cubic,ecn=on&flow=cc=newreno&hand-in=z.abc";
const read = (text: string) =>
  readHandInList(text).entries.map(({ line, name, text: own }) => [line, name, own]);

describe("a list of hand-ins", () => {
  test("has one per line, with commas inside links", () => {
    expect(read(`z.abc\r\n\n${LINK}\n`)).toEqual([
      [1, "", "z.abc"],
      [3, "", LINK],
    ]);
  });

  test("accepts names beside them, before or after", () => {
    expect(read("Ana: z.abc\nz.def Bruno")).toEqual([
      [1, "Ana", "z.abc"],
      [2, "Bruno", "z.def"],
    ]);
    expect(read("#v=2&rtt=20ms,Ana\nBruno,#v=2")).toEqual([
      [1, "Ana", "#v=2&rtt=20ms"],
      [2, "Bruno", "#v=2"],
    ]);
  });

  test("is a table with columns found by their headings, in any order", () => {
    expect(read(`Code,Group,Name\nz.abc,7,"Souza, Ana ""A"""\n"${LINK}",8,Bruno\n,9,Carla\n`)).toEqual([
      [2, 'Souza, Ana "A"', "z.abc"],
      [3, "Bruno", LINK],
      [4, "Carla", ""],
    ]);
    expect(read("\uFEFFNúmero;Link\n7;z.abc\n8;nothing")).toEqual([
      [2, "7", "z.abc"],
      [3, "8", "nothing"],
    ]);
    expect(read("student\tdate\tanswer\nana\t1\tz.abc")).toEqual([[2, "ana", "z.abc"]]);
  });

  test("without headings is read by the content of the cells", () => {
    expect(read("Ana;z.abc\nBruno;z.def")).toEqual([
      [1, "Ana", "z.abc"],
      [2, "Bruno", "z.def"],
    ]);
    expect(read("name,when,what\nAna,today,z.abc")).toEqual([[2, "Ana", "z.abc"]]);
  });

  test.each([
    ["first names and surnames", ["Ana,Souza", "Ana,Lima", "Bo,Li"], ["Ana Souza", "Ana Lima", "Bo Li"]],
    [
      "numbers before them",
      ["7001,Ana,Souza", "7002,Ana,Lima", "7003,Bo,Li"],
      ["Ana Souza", "Ana Lima", "Bo Li"],
    ],
    [
      "two first names in one cell",
      ["Ana Rita,Souza", "Ana,Lima", "Bo,Li"],
      ["Ana Rita Souza", "Ana Lima", "Bo Li"],
    ],
    ["a remark", ["Ana,see my notes", "Bo,no idea why", "Cy,it works"], ["Ana", "Bo", "Cy"]],
  ])("without headings may have two columns of names: %s", (_, lines, names) => {
    for (const separator of [",", ";", "\t"]) {
      const text = lines.map((line, i) => `${line},z.a${i}`.replaceAll(",", separator)).join("\n");
      expect(read(text).map(([, name]) => name)).toEqual(names);
    }
  });

  test("has first names and surnames also if each student has several lines", () => {
    const lines = ["Ana,Souza", "Ana,Lima", "Bo,Li"].flatMap((name) => Array(3).fill(`${name},z.abc`));
    for (const heads of ["First name,Surname,Code\n", ""])
      expect(new Set(read(heads + lines.join("\n")).map(([, name]) => name))).toEqual(
        new Set(["Ana Souza", "Ana Lima", "Bo Li"]),
      );
  });

  test("keeps line numbers if a cell has several lines", () => {
    expect(read('name,link\n"Ana\nSouza",z.abc\nBruno,z.def')).toEqual([
      [2, "Ana\nSouza", "z.abc"],
      [4, "Bruno", "z.def"],
    ]);
  });

  test("may be empty, or broken, or have unclosed quotes", () => {
    expect(read("")).toEqual([]);
    expect(read("\n \n")).toEqual([]);
    expect(read('name,link\n"Ana,z.abc')).toEqual([[2, '"Ana', "z.abc"]]);
  });

  test("accepts the headings of learning platforms and forms", () => {
    const moodle = `Identifier,"Full name","ID number","Email address",Status,"Last modified (submission)","Online text"\n"Participant 71","Ana Souza",2026001,ana@x.example,"Submitted for grading","Monday, 3 May","<p dir=""ltr"">z.abc<br></p>"\n"Participant 72","Bo Li",2026002,b2@x.example,"No submission",-,\n`;
    expect(read(moodle)).toEqual([
      [2, "Ana Souza", "z.abc"],
      [3, "Bo Li", ""],
    ]);
    expect(readHandInList(moodle).entries[0].names).toEqual([
      "Ana Souza",
      "Participant 71",
      "2026001",
      "ana@x.example",
      "ana",
    ]);
    const quiz = `"Last name","First name",Username,"Response 1"\nSouza,Ana,a1,z.abc\n`;
    expect(readHandInList(quiz).entries[0]).toMatchObject({
      name: "Souza Ana",
      names: ["Souza Ana", "Ana Souza", "Souza", "Ana", "a1"],
    });
    expect(read("Nome;Sobrenome;Resposta\nAna;Souza;z.abc")).toEqual([[2, "Ana Souza", "z.abc"]]);
    const canvas = `name,id,sis_id,section,submitted,attempt,"101: Paste your code, please",1.0,score\nAna,77,2026001,A,2026-05-03 10:00:00 UTC,1,<p>z.abc</p>,1.0,1.0\n`;
    expect(readHandInList(canvas).entries[0]).toMatchObject({ name: "Ana", names: ["Ana", "77", "2026001"] });
    expect(read("Timestamp,Your name,Your code\n5/3/2026 10:00:00,Ana,z.abc")).toEqual([[2, "Ana", "z.abc"]]);
    expect(read("ID\tStart time\tEmail\tName\tCode\n1\t5/3/26\tana@x.example\tAna\tz.abc")).toEqual([
      [2, "Ana", "z.abc"],
    ]);
    expect(read("时间,谁,什么\n2026/5/3 10:00,王小明,z.abc")).toEqual([[2, "王小明", "z.abc"]]);
  });

  test("may name its separator, and have commas and semicolons in quoted headings", () => {
    expect(read("sep=;\r\nName;Code\r\nAna;z.abc\r\n")).toEqual([[3, "Ana", "z.abc"]]);
    expect(read('"Name", "User", "Code"\n"Souza, Ana", "s1", "z.abc"')).toEqual([[2, "Souza, Ana", "z.abc"]]);
    expect(read('Name;"Code, or link"\nAna;z.abc')).toEqual([[2, "Ana", "z.abc"]]);
    expect(read('Name,"Code; or link"\nAna,z.abc')).toEqual([[2, "Ana", "z.abc"]]);
  });

  test("keeps a line of words that are no headings", () => {
    expect(read("Ana Souza,no answer\nBo,z.abc").map(([line]) => line)).toEqual([1, 2]);
    expect(read("Here is my answer to it\nz.abc").map(([line]) => line)).toEqual([1, 2]);
  });

  test("has a maximum size", () => {
    expect(() => readHandInList("z.a\n".repeat(MOST_ENTRIES + 2)).entries).toThrow(/at most 5000/);
  });
});

const rows = (text: string, holdsCommas = false) =>
  rowsOf(text, () => holdsCommas).map(({ line, cells }) => [line, ...cells]);

test("rows are split by the separator that the first line has outside quotes", () => {
  expect(rows('a,"b;c"\r\nd,e')).toEqual([
    [1, "a", "b;c"],
    [2, "d", "e"],
  ]);
  expect(rows('a;"b,c"')).toEqual([[1, "a", "b,c"]]);
  expect(rows("a\tb,c;d")).toEqual([[1, "a", "b,c;d"]]);
  expect(rows("a,b;c")).toEqual([[1, "a", "b;c"]]);
  expect(rows("a,b;c", true)).toEqual([[1, "a,b", "c"]]);
});

test("empty rows are left out as they are read, and count for no limit", () => {
  const rows = rowsOf(`${"\n".repeat(100_000)} , \na\n\nb\nc`, () => false, 2);
  expect(rows).toEqual([
    { line: 100_002, cells: ["a"] },
    { line: 100_004, cells: ["b"] },
  ]);
  expect(readHandInList(`${"\n".repeat(6000)}name;code\n\nAna;z.a\n`).entries).toMatchObject([
    { line: 6003, name: "Ana", text: "z.a" },
  ]);
});

test("a text may name its separator, and lines keep their numbers", () => {
  expect(rows('sep=;\r\na,b;"c\nd"\re;f')).toEqual([
    [2, "a,b", "c\nd"],
    [4, "e", "f"],
  ]);
});
