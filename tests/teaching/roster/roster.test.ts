import { describe, expect, test } from "vitest";
import { readRoster } from "../../../src/teaching/roster/roster.ts";

describe("a roster", () => {
  test("has any columns, and students by their numbers and addresses", () => {
    const { heads, rows } = readRoster(
      "Group;Name;Matrícula;E-mail\nA;Wei Wang;1001;wei@x.example\nB;Wei Wang;1002;\n",
    );
    expect(heads).toEqual(["Group", "Name", "Matrícula", "E-mail"]);
    expect(rows.map(({ person }) => person && [person.line, person.name, person.ids])).toEqual([
      [2, "Wei Wang", ["1001", "wei@x.example", "wei"]],
      [3, "Wei Wang", ["1002"]],
    ]);
    expect(rows[0].cells).toEqual(["A", "Wei Wang", "1001", "wei@x.example"]);
  });

  test("may be the grade book of Canvas, whose second line belongs to no student", () => {
    const { rows } = readRoster(
      'Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1 (23)\n"    Points Possible",,,,,10.00\n"Souza, Ana",11,S1,ana,A,8.00\n',
    );
    expect(rows.map(({ person }) => person?.ids ?? null)).toEqual([null, ["S1", "ana", "11"]]);
  });

  test.each([
    ["", /The first line of a roster must contain the names of its columns/],
    ["Ana,1\nBo,2", /The first line of a roster/],
    ["Name,Group\nAna,A", /No person in the roster has a number or an e-mail address/],
    ["Name,ID\nAna,1\nBo,2\nCy,1", /1 occurs twice in the roster: in lines 2 and 4/],
  ])("%j is refused with a sentence", (text, sentence) => {
    expect(() => readRoster(text)).toThrow(sentence);
  });
});
