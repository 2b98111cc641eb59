import { describe, expect, test } from "vitest";
import { handInCode, handInOf } from "../../../src/teaching/answer/hand-in.ts";
import { readHandInList, rowsOf } from "../../../src/teaching/answer/hand-in-list.ts";
import {
  type Checked,
  canvasTitleFault,
  type Platform,
  tableCsv,
  tableHead,
  tableRow,
} from "../../../src/teaching/check/check-table.ts";
import {
  type CourseRules,
  gradeList,
  markingWords,
  NO_RULES,
  resultOf,
  tableLines,
  tallyWords,
  unmarkedWords,
} from "../../../src/teaching/check/grading.ts";
import { distinctRuns, readList } from "../../../src/teaching/check/read-list.ts";
import { handInKey, NO_MARKS, withMark } from "../../../src/teaching/check/teacher-marks.ts";
import { readRoster } from "../../../src/teaching/roster/roster.ts";
import { type LateRule, readDeadline } from "../../../src/teaching/tables/submission-time.ts";
import { measured, taskOf } from "../example-task.ts";
import {
  CANVAS_ROSTER,
  CLASS_TASK,
  DEADLINE,
  FORM_LIST,
  HAND_INS,
  KINDS,
  MOODLE_LIST,
} from "../made-class.ts";

const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
const code = (name: string, beta: string, tries = 1) =>
  handInCode(handInOf(task, { name, tries }, [{ key: "beta-ecn", text: beta }]));

/** Results (utilisation and delay) that depend on the answer. The initial state meets no condition. */
function checkedOf(
  text: string,
  rules: Partial<CourseRules> = {},
  values: Readonly<Record<string, readonly [number, number | null]>> = {},
): Checked {
  const all = { ...NO_RULES, ...rules };
  const list = readHandInList(text);
  const read = readList(task, list, all);
  const of = (key: string) => {
    const beta = /beta-ecn=([\d.]+)/.exec(key)?.[1] ?? "";
    return measured(...(values[beta] ?? [0, null]));
  };
  return { task, list, roster: all.roster, entries: gradeList(task, read, of, all) };
}

const VALUES = { "0.8": [96.5, 12.25], "0.81": [90, null], "0.82": [99, 90] } as const;
const rows = (csv: string) => rowsOf(csv.replace(/^\uFEFF/, ""), () => false).map(({ cells }) => cells);
const grades = (checked: Checked, platform: Platform, column: string) => {
  const [head, ...lines] = rows(tableCsv(checked, platform));
  return lines.map((cells) => cells[head.indexOf(column)]);
};

describe("the table", () => {
  const checked = checkedOf(
    `student,code\n"=Ana, ""A""",${code("Ana", "0.8")}\nBo,${code("Bo", "0.81")}\nCy,z.x\n`,
    {},
    VALUES,
  );

  test("states which conditions are met by the least favourable run", () => {
    expect(tableHead(task)).toEqual([
      ...["name", "line", "result", "score", "flags", "counts", "points, of 2"],
      ...[
        "utilisation >= 95 %",
        "number of runs that meet it, of 4",
        "delay-p99 <= 30 ms",
        "number of runs that meet it, of 4",
      ],
      ...["try", "variant", "answer", "remarks"],
    ]);
    expect(checked.entries.map((one) => tableRow(task, one))).toEqual([
      [
        ...[
          '=Ana, "A"',
          "2",
          "met",
          "100",
          "list and hand-in disagree",
          "yes",
          "2",
          "96.5",
          "4",
          "12.25",
          "4",
        ],
        ...["1", "", "beta-ecn=0.8", 'The list says =Ana, "A", the hand-in says Ana.'],
      ],
      [
        ...["Bo", "3", "not met", "0", "", "yes", "0", "90", "0", "none", "0"],
        ...["1", "", "beta-ecn=0.81", ""],
      ],
      [...["Cy", "4", "not counted", "0", "", "yes", ...Array(8).fill("")], expect.stringMatching(/damaged/)],
    ]);
    expect(tallyWords(checked.entries)).toBe(
      "3 hand-ins: 1 met everything, 1 did not, 1 could not be counted. 1 has a flag: 1 list and hand-in disagree.",
    );
  });

  test("includes every column of list and roster, with unique names", () => {
    const roster = readRoster("Name,ID,Group\nAna,s1,A\nBo,s2,B\nCy,s3,B\n");
    const both = checkedOf(
      `Group,line,ID,code\nx,7,s2,${code("s2", "0.8")}\ny,8,s9,${code("s9", "0.8")}\n`,
      { roster },
      VALUES,
    );
    const [head, ...lines] = rows(tableCsv(both, "plain"));
    expect(head.slice(-7)).toEqual([
      "Name (roster)",
      "ID",
      "Group",
      "Group (list)",
      "line (list)",
      "ID (list)",
      "code",
    ]);
    expect(new Set(head).size).toBe(head.length - 1); // The heading "met on" occurs once for each condition.
    expect(lines.map((cells) => [cells[0], cells[2], ...cells.slice(-7, -1)])).toEqual([
      ["Ana", "no hand-in", "Ana", "s1", "A", "", "", ""],
      ["Bo", "met", "Bo", "s2", "B", "x", "7", "s2"],
      ["Cy", "no hand-in", "Cy", "s3", "B", "", "", ""],
      ["s9", "met", "", "", "", "y", "8", "s9"],
    ]);
  });

  test("is CSV in which no name is a formula and no character is hidden", () => {
    const csv = tableCsv(checked, "plain");
    expect(csv).toMatch(/^\uFEFFname,line,result,score,flags,counts,"points, of 2"/);
    expect(csv).toContain(`"'=Ana, ""A""",2,met,100,`);
    const hidden = checkedOf(`student,code\nAna\u202E,${code("Ana", "0.8")}\n`, {}, VALUES);
    expect(tableCsv(hidden, "plain")).toContain("Ana<U+202E>,2,met");
    for (const platform of ["moodle"] as const) expect(tableCsv(hidden, platform)).toContain("Ana<U+202E>");
  });

  test("distinguishes what was not run from what cannot be counted", () => {
    const of = readList(task, checked.list, NO_RULES);
    const cancelled = gradeList(task, of, () => undefined, NO_RULES);
    expect(tallyWords(cancelled)).toContain("1 could not be counted, 2 were not run to the end.");
    const row = tableRow(task, cancelled[1]);
    expect([row[2], row[3], row.at(-1)]).toEqual([
      "not run",
      "",
      "Its runs are not complete: check it again.",
    ]);
  });
});

describe("the rules of a course", () => {
  const twice = `time,id,code\n2026-12-01 08:00,s1,${code("s1", "0.8")}\n2026-11-30 08:00,s1,${code("s1", "0.82")}\n2026-11-30 09:00,s1,${code("s1", "0.81")}\n`;
  const counting = (rules: Partial<CourseRules>, list = twice) =>
    checkedOf(list, rules, VALUES).entries.map(({ counts, score }) => [counts, score]);

  test("decide which hand-in of a student counts", () => {
    expect(counting({})).toEqual([
      [true, 100],
      [false, 50],
      [false, 0],
    ]);
    expect(counting({ attempts: "best" }).map(([counts]) => counts)).toEqual([true, false, false]);
    // A hand-in that was refused does not replace an earlier one that came in time.
    const refuse = { deadline: readDeadline("2026-11-30 12:00"), late: "refuse" } as const;
    expect(counting(refuse)).toEqual([
      [false, 0],
      [false, 50],
      [true, 0],
    ]);
    expect(checkedOf(twice, refuse, VALUES).entries[0].notes.at(-1)).toBe(
      "It does not count. Line 4 counts instead, which was handed in on time.",
    );
    const remarks = checkedOf(twice, {}, VALUES).entries[1].notes;
    expect(remarks).toContain("It does not count. Line 2 counts instead, the last of this person.");
    // Without times, a line further down counts as later. An empty line is no hand-in.
    expect(counting({}, `id,code\ns1,${code("s1", "0.8")}\ns1,\n`).map(([counts]) => counts)).toEqual([
      true,
      false,
    ]);
    // What cannot be read replaces no hand-in, in time or not, and a readable one replaces it.
    const damaged = code("s1", "0.81").slice(0, -6);
    for (const text of [damaged, "https://x.example/#Slow_start"]) {
      const list = `time,id,code\n2026-11-29,s1,${code("s1", "0.8")}\n2026-11-30,s1,${text}\n`;
      expect(counting({}, list)).toEqual([
        [true, 100],
        [false, 0],
      ]);
      expect(checkedOf(list, {}, VALUES).entries[1].notes).toContain(
        "It does not count. Line 2 counts instead, which can be read.",
      );
    }
    // A hand-in that changes too much can be read: the last one counts.
    expect(counting({}, `id,code\ns1,${code("s1", "0.8")}\ns1,${code("s1", "0.99")}\n`)).toEqual([
      [false, 100],
      [true, 0],
    ]);
    // Hand-ins without a name do not belong to the same student.
    expect(counting({}, `${code("", "0.8")}\n${code("", "0.81")}`).map(([counts]) => counts)).toEqual([
      true,
      true,
    ]);
  });

  test("deduct points for lateness", () => {
    const list = `time,id,code\n2026-12-01 08:00,s1,${code("s1", "0.8")}\n`;
    const deadline = readDeadline("2026-11-30");
    const of = (late: LateRule) => checkedOf(list, { deadline, late }, VALUES).entries[0];
    expect([of("none").score, of("refuse").score]).toEqual([100, 0]);
    expect([of("none").flags, of("refuse").notes.at(-1)]).toEqual([["late"], "No points: it was late."]);
  });

  test("give no points to a flagged hand-in in strict mode, except for lateness, which has its own rule", () => {
    const copied = `id,code\ns1,${code("s1", "0.8")}\ns2,${code("s1", "0.8")}\n`;
    const of = (strict: boolean) => checkedOf(copied, { strict }, VALUES).entries.map(({ score }) => score);
    expect([of(false), of(true)]).toEqual([
      [100, 100],
      [100, 0],
    ]);
    const late = `time,id,code\n2026-12-01 08:00,s1,${code("s1", "0.8")}\n`;
    const kept = checkedOf(late, { strict: true, deadline: readDeadline("2026-11-30") }, VALUES);
    expect([kept.entries[0].flags, kept.entries[0].score]).toEqual([["late"], 100]);
  });
});

describe("for Moodle", () => {
  const HEAD =
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Online text,Last modified (grade),Feedback comments";
  const worksheetLine = (id: string, name: string, text: string) =>
    `Participant 7,${name},${id},${id}@x.example,Submitted for grading,,20.00,Yes,-,${text},-,\n`;
  const worksheet = `\uFEFF${HEAD}\nParticipant 71,Ana Souza,s1,ana@x.example,Submitted for grading,,20.00,Yes,"Monday, 30 November 2026, 9:15 PM","<p>${code("s1", "0.82")}</p>",-,\nParticipant 72,Bo Li,s2,bo@x.example,No submission,,20.00,Yes,-,,-,\n`;

  test("the grading worksheet is returned with its own columns, grades and comments filled in", () => {
    const csv = tableCsv(checkedOf(worksheet, {}, VALUES), "moodle");
    expect(csv.startsWith("Identifier,")).toBe(true);
    const [head, ana, bo] = rows(csv);
    expect(head.join(",")).toBe(HEAD);
    // The grade is half of 20 points. Moodle's own cells are kept, and a student without a hand-in gets no grade.
    expect([ana[0], ana[5], ana[10]]).toEqual(["Participant 71", "10", "-"]);
    expect(bo).toEqual([
      "Participant 72",
      "Bo Li",
      "s2",
      "bo@x.example",
      "No submission",
      "",
      "20.00",
      "Yes",
      "-",
      "",
      "-",
      "",
    ]);
  });

  test("students read which conditions were met, what cost points and the teacher's comments, and nothing about others", () => {
    const asking = taskOf(
      ["vary: rtt 40ms..80ms step 20ms\n", ""],
      ["seeds: 2", "seeds: 2\nquestion: why text 400 for 4 points: Why?"],
    );
    const own = handInCode(
      handInOf(
        asking,
        { name: "s1", tries: 1 },
        [{ key: "beta-ecn", text: "0.82" }],
        [{ id: "why", text: "x" }],
      ),
    );
    const list = readHandInList(
      `${HEAD}\n${worksheetLine("s1", "Ana Souza", own)}${worksheetLine("s2", "Bo Li", own)}`,
    );
    const marks = withMark(NO_MARKS, handInKey(own) ?? "", "why", { points: 3, comment: "Say more." });
    const all = { ...NO_RULES, strict: true, marks };
    const entries = gradeList(asking, readList(asking, list, all), () => measured(99, 90), all);
    expect(entries[1].notes.join(" ")).toMatch(/Ana Souza/);
    const MEASURED =
      "Utilisation at least 95 %: measured 99.0 %; 0 of 1 point. Queue delay, 99th percentile, at most 30 ms: measured 90 ms; 0 of 1 point.";
    // Answers that are not marked yet are counted, and their grades may stay empty.
    const waiting = gradeList(asking, readList(asking, list, NO_RULES), () => measured(99, 90), NO_RULES);
    expect(unmarkedWords(waiting)).toBe("2 answers of 2 hand-ins are not marked yet.");
    expect(unmarkedWords(entries)).toBe("");
    // Without their runs, hand-ins do not count as marked.
    const unfinished = gradeList(asking, readList(asking, list, all), () => undefined, all);
    expect(markingWords(unfinished)).toBe("0 of 2 hand-ins marked. 2 are not run yet.");
    expect(markingWords(waiting)).toBe("0 of 2 hand-ins marked.");
    expect(markingWords([...entries, { ...entries[0], problems: ["It is damaged."] }])).toBe(
      "2 of 2 hand-ins marked. 1 cannot count and needs no mark.",
    );
    const empty = { task: asking, list, roster: null, entries: waiting, unmarked: "empty" } as const;
    expect(grades(empty, "moodle", "Grade")).toEqual(["", ""]);
    expect(grades({ ...empty, unmarked: "zero" }, "moodle", "Grade")).toEqual(["0", "0"]);
    expect(grades({ task: asking, list, roster: null, entries }, "moodle", "Feedback comments")).toEqual([
      `1 of 2 conditions are met. ${MEASURED} why: 3 of 4 points. Say more.`,
      `1 of 2 conditions are met. ${MEASURED} No points: another's name, copy. why: 3 of 4 points. Say more.`,
    ]);
  });

  test("grades are computed from the exact share and rounded once; twelve of them equal those computed by hand", () => {
    const thirds = taskOf(
      ["vary: rtt 40ms..80ms step 20ms\n", ""],
      ["count: utilisation >= 95 %\n", "count: utilisation >= 95 % for 1 point\n"],
      ["count: delay-p99 <= 30 ms\n", "count: delay-p99 <= 30 ms for 2 points, part from 60 ms\n"],
    );
    const entriesOf = (
      list: string,
      roster: string | null,
      of: readonly (readonly [number, number])[],
    ): Checked => {
      const own = { ...NO_RULES, roster: roster === null ? null : readRoster(roster) };
      const read = readHandInList(list);
      const judged = readList(thirds, read, own);
      const value = (key: string) => {
        const beta = Number(/beta-ecn=([\d.]+)/.exec(key)?.[1] ?? 0);
        return beta === 0 ? measured(0, 90) : measured(...of[Math.round((beta - 0.6) * 100)]);
      };
      return { task: thirds, list: read, roster: own.roster, entries: gradeList(thirds, judged, value, own) };
    };
    /**
     * Conditions on utilisation and delay: 1 point from 95 % on, and 2 points, of which a share is earned between 60
     * ms and 30 ms.
     */
    const byHand = [
      [95, 61, 1 / 3],
      [94, 30, 2 / 3],
      [96, 30, 1],
      [90, 60, 0],
      [95, 45, 2 / 3],
      [94, 50, 2 / 9],
      [95, 50, 5 / 9],
      [99, 59, (1 + 1 / 15) / 3],
      [94, 35, 5 / 9],
      [95, 31, (1 + 29 / 15) / 3],
      [94, 59.5, 1 / 90],
      [95, 44.5, (1 + 31 / 30) / 3],
    ] as const;
    const handIn = (i: number) =>
      handInCode(
        handInOf(thirds, { name: `s${100 + i}`, tries: 1 }, [
          { key: "beta-ecn", text: String((60 + i) / 100) },
        ]),
      );
    const values = byHand.map(([utilisation, delay]) => [utilisation, delay] as const);
    const cents = (most: number) => byHand.map(([, , share]) => Number((share * most + 1e-9).toFixed(2)));
    for (const [written, most] of [
      ["3.00", 3],
      ["7,50", 7.5],
      ["100,00", 100],
      ["1.000,00", 1000],
    ] as const) {
      const lines = byHand.map((_, i) => `Participant ${i};N;s${100 + i};;${written};${handIn(i)};-;\n`);
      const sheet = `Identifier;Full name;ID number;Grade;Maximum grade;Online text;Last modified (grade);Feedback comments\n${lines.join("")}`;
      expect(grades(entriesOf(sheet, null, values), "moodle", "Grade").map(Number), written).toEqual(
        cents(most),
      );
    }
    for (const [written, most] of [
      ['"1,000.00"', 1000],
      ["12.50", 12.5],
    ] as const) {
      const people = byHand.map((_, i) => `"N, ${i}",${5000 + i},s${100 + i},l${i},A,,0.50\n`);
      const book = `Student,ID,SIS User ID,SIS Login ID,Section,Choose β_ecn (77),Other (78)\n    Points Possible,,,,,${written},1.00\n${people.join("")}`;
      const list = `id,code\n${byHand.map((_, i) => `s${100 + i},${handIn(i)}\n`).join("")}`;
      const filled = grades(entriesOf(list, book, values), "canvas", "Choose β_ecn (77)").slice(1);
      expect(filled.map(Number), written).toEqual(cents(most));
    }
  });

  test("an ambiguous or missing maximum is refused with its line", () => {
    const sheet = (most: string) =>
      `Identifier;Full name;ID number;Grade;Maximum grade;Online text;Last modified (grade);Feedback comments\nParticipant 1;N;s1;;${most};${code("s1", "0.8")};-;\n`;
    expect(() => tableCsv(checkedOf(sheet("1,000")), "moodle")).toThrow(
      "Line 2: the maximum grade “1,000” can mean 1000 or 1; write it as 1000 or 1.00.",
    );
    expect(() => tableCsv(checkedOf(sheet("Scale")), "moodle")).toThrow(
      /columns for the grade and the highest grade were not found/,
    );
  });

  test("any other table gets two columns after its own", () => {
    const roster = readRoster(
      "First name,Surname,Email address\nAna,Souza,ana@x.example\nBo,Li,bo@x.example\n",
    );
    const csv = tableCsv(
      checkedOf(`email,code\nana@x.example,${code("ana@x.example", "0.8")}`, { roster }, VALUES),
      "moodle",
    );
    expect(rows(csv)).toEqual([
      ["First name", "Surname", "Email address", "Grade", "Feedback comments"],
      [
        ...["Ana", "Souza", "ana@x.example", "100"],
        "Both conditions are met. Utilisation at least 95 %: measured 96.5 %; 1 of 1 point. Queue delay, 99th percentile, at most 30 ms: measured 12.3 ms; 1 of 1 point.",
      ],
      ["Bo", "Li", "bo@x.example", "", ""],
    ]);
    expect(() => tableCsv(checkedOf(code("s1", "0.8")), "moodle")).toThrow(
      /Moodle identifies students by a column/,
    );
  });
});

describe("for Canvas", () => {
  /** Canvas's importer accepts a row if the student's columns start with "Student" and "ID" and end with "Section". */
  const isAccepted = (row: readonly string[]) => {
    if (!(row.length > 3 && row[0].includes("Student") && row[1].includes("ID"))) return false;
    const both = /SIS\s+User\s+ID/.test(row[2]) && /SIS\s+Login\s+ID/.test(row[3]);
    return row[/SIS\s+Login\s+ID/.test(row[2]) ? 3 : both ? 4 : 2].includes("Section");
  };
  const book = (title: string) =>
    `Student,ID,SIS User ID,SIS Login ID,Section,Notes,Quiz 1 (23)${title},Current Score\n"    Points Possible",,,,,,10.00${title === "" ? "" : ",5.00"},(read only)\n"Souza, Ana",11,s1,ana,A,x,8.00${title === "" ? "" : ","},80\n"Student, Test",12,,t1,A,,${title === "" ? "" : ","},\n`;
  const of = (title: string) =>
    rows(
      tableCsv(
        checkedOf(`id,code\ns1,${code("s1", "0.82")}`, { roster: readRoster(book(title)) }, VALUES),
        "canvas",
      ),
    );

  test("the grade book is returned with the scores under the assignment's name", () => {
    const [head, possible, ana, nobody] = of(",Choose β_ecn (7788)");
    expect(isAccepted(head)).toBe(true);
    expect(head[7]).toBe("Choose β_ecn (7788)");
    expect([possible[7], ana[7], nobody[7]]).toEqual(["5.00", "2.5", ""]);
    expect(ana).toEqual(["Souza, Ana", "11", "s1", "ana", "A", "x", "8.00", "2.5", "80"]);
  });

  test("without such an assignment one column is added with a maximum of 100", () => {
    const [head, possible, ana] = of("");
    expect(isAccepted(head)).toBe(true);
    expect(head).toEqual([
      ...["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Notes", "Choose β_ecn", "Quiz 1 (23)"],
      "Current Score",
    ]);
    expect([possible[6], ana[6]]).toEqual(["100", "50"]);
  });

  test("a title that Canvas takes for its own column is reported", () => {
    for (const title of ["Final exam", "Current score", "final Points"])
      expect(canvasTitleFault(title)).toMatch(/Canvas computes/);
    for (const title of ["Choose β_ecn", "A final task", "Finality"])
      expect(canvasTitleFault(title)).toBeNull();
  });

  test("another table is refused with a sentence", () => {
    const roster = readRoster("Name,ID\nAna,s1\n");
    expect(() => tableCsv(checkedOf(`id,code\ns1,${code("s1", "0.8")}`, { roster }), "canvas")).toThrow(
      /Canvas accepts only the table that its grade book exports/,
    );
  });
});

describe("a class of 200 made-up hand-ins", () => {
  const rules: CourseRules = { ...NO_RULES, deadline: readDeadline(DEADLINE) };
  const checkedClass = (text: string, more: Partial<CourseRules> = {}): Checked => {
    const own = { ...rules, ...more };
    const list = readHandInList(text);
    const read = readList(CLASS_TASK, list, own);
    const of = () => measured(96, 12);
    return { task: CLASS_TASK, list, roster: own.roster, entries: gradeList(CLASS_TASK, read, of, own) };
  };

  test.each([
    ["Moodle's worksheet", MOODLE_LIST, null],
    ["a form's answers, with Canvas's grade book as the roster", FORM_LIST, CANVAS_ROSTER],
  ])("has the flags of its thirty kinds, by %s", (_, list, roster) => {
    const checked = checkedClass(list, { roster: roster === null ? null : readRoster(roster) });
    expect([KINDS.length, checked.entries.length]).toEqual([30, 200]);
    const found = checked.entries.map(({ flags, ...one }, i) => [
      HAND_INS[i].kind.what,
      one.person?.ids.includes(HAND_INS[i].own.id),
      flags.filter((flag) => flag !== "another's variant").sort(),
      one.problems.length > 0 ? "not counted" : "counted",
    ]);
    expect(found).toEqual(
      HAND_INS.map(({ kind }) => [kind.what, true, [...kind.flags].sort(), kind.result ?? "counted"]),
    );
    const varied = checked.entries.flatMap(({ flags }, i) =>
      flags.includes("another's variant") && HAND_INS[i].kind.isByName !== true
        ? [HAND_INS[i].kind.flags.length]
        : [],
    );
    expect(varied.length).toBeGreaterThan(0);
    expect(varied).not.toContain(0);
  });

  test("is returned to both platforms line by line", () => {
    const moodle = checkedClass(MOODLE_LIST);
    expect(
      tableLines(moodle.roster, moodle.entries)
        .map(({ entry }) => entry && resultOf(entry))
        .filter((one) => one === "met"),
    ).toHaveLength(moodle.entries.filter(({ passed }) => passed).length);
    expect(grades(moodle, "moodle", "Grade").slice(0, 3)).toEqual(["10", "10", "10"]);
    const canvas = checkedClass(FORM_LIST, { roster: readRoster(CANVAS_ROSTER) });
    expect(grades(canvas, "canvas", "Choose β_ecn (7788)").slice(0, 3)).toEqual(["5.00", "5", "5"]);
    expect(rows(tableCsv(moodle, "moodle"))).toHaveLength(201);
    expect(rows(tableCsv(canvas, "canvas"))).toHaveLength(202);
  });

  test("needs no more runs than it has different answers", () => {
    const read = readList(CLASS_TASK, readHandInList(MOODLE_LIST), rules);
    expect(distinctRuns(read).length).toBeLessThan(60);
  });
});
