import { describe, expect, test } from "vitest";
import { handInCode, handInOf } from "../../../src/teaching/answer/hand-in.ts";
import { listOfFiles } from "../../../src/teaching/answer/hand-in-files.ts";
import { readHandInList } from "../../../src/teaching/answer/hand-in-list.ts";
import { type CourseRules, gradeList, NO_RULES } from "../../../src/teaching/check/grading.ts";
import { readList } from "../../../src/teaching/check/read-list.ts";
import { readRoster } from "../../../src/teaching/roster/roster.ts";
import { measured, taskOf } from "../example-task.ts";

const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
const code = (name: string, beta = "0.8") =>
  handInCode(handInOf(task, { name, tries: 1 }, [{ key: "beta-ecn", text: beta }]));

type List = ReturnType<typeof readHandInList>;

/** For each line: the first id of the student, the flags, and whether the line counts. */
function checked(list: List, roster: string | null = null, rules: Partial<CourseRules> = {}) {
  const all = { ...NO_RULES, ...rules, roster: roster === null ? null : readRoster(roster) };
  const read = readList(task, list, all);
  return gradeList(task, read, () => measured(100, 1), all).map(({ person, flags, counts, notes }) => ({
    whose: person?.ids[0] ?? null,
    flags,
    counts,
    notes,
  }));
}
const short = (...args: Parameters<typeof checked>) =>
  checked(...args).map(({ whose, flags, counts }) => [whose, flags.join(), counts]);
const table = (head: string, ...lines: readonly string[]) => readHandInList([head, ...lines, ""].join("\n"));
const files = (given: Readonly<Record<string, string>>) =>
  listOfFiles(Object.entries(given).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })));

const ROSTER =
  "Name,Number,Email\nAna Souza,1001,ana@uni.example\nWei Lee,1002,wei@uni.example\nBob Ray,1003,bob@uni.example\nMal Ory,1004,mal@uni.example\nWei Lee,1005,lee@uni.example\n";
const LINK = "https://x.example/#v=2&duration=20s&beta-ecn=0.8";
const USER: Readonly<Record<string, string>> = { s1001: "ana", s1002: "wei", s1004: "mal" };
const FORM = "time,email,number,code";
const line = (email: string, number: string, name = number, at = "10:00") =>
  `2026-11-24 ${at},${email}@uni.example,${number},${code(name)}`;
const HONEST = [line("ana", "1001"), line("wei", "1002"), line("bob", "1003"), line("mal", "1004")];
const CLEAN = ["1001", "1002", "1003", "1004"].map((id) => [id, "", true]);

describe("a line with the numbers of two students", () => {
  const forged = line("mal", "1001", "1001", "18:00");

  test("does not replace a line without a contradiction, and has a flag, in any order of the lines", () => {
    for (const roster of [ROSTER, null]) {
      expect(short(table(FORM, ...HONEST, forged), roster)).toEqual([
        ...CLEAN,
        ["1001", "another's name", false],
      ]);
      expect(short(table(FORM, forged, ...HONEST), roster)).toEqual([
        ["1001", "another's name", false],
        ...CLEAN,
      ]);
    }
    expect(checked(table(FORM, ...HONEST, forged), ROSTER)[4].notes).toEqual([
      "The list points to different students: “1001” to Ana Souza, “mal@uni.example” to Mal Ory. This hand-in counts for Ana Souza only if no other one does.",
      "The same answer as Wei Lee (line 3), Bob Ray (line 4), Mal Ory (line 5).",
      "It does not count. Line 2 counts instead, which has no other student's name or number.",
    ]);
  });

  test("counts for the student that most of its texts identify, with the code if this is undecided", () => {
    const head = "name,email,number,code";
    const typed = (name: string, email: string, number: string, said: string) =>
      short(
        table(
          head,
          `Bob Ray,bob@uni.example,1003,${code("1003")}`,
          `${name},${email}@uni.example,${number},${code(said)}`,
        ),
        ROSTER,
      )[1].slice(0, 2);
    expect(typed("Mal Ory", "mal", "1001", "")).toEqual(["1004", "another's name"]);
    expect(typed("Ana Souza", "mal", "1001", "")).toEqual(["1001", "another's name"]);
    expect(typed("M.", "mal", "1001", "1004")).toEqual(["1004", "another's name"]);
    expect(typed("M.", "mal", "1001", "")).toEqual(["1001", "another's name"]);
    // An unknown number contradicts nothing.
    expect(typed("Mal Ory", "mal", "9999", "1004")).toEqual(["1004", ""]);
  });

  test("is no contradiction if another text is an alias, shared, or only part of an address", () => {
    const alias = [line("ana", "1001"), line("ana", "1001").replace("uni.example", "mail.example")];
    expect(short(table(FORM, ...HONEST.slice(1), ...alias))).toEqual([
      ...CLEAN.slice(1),
      ["1001", "", false],
      ["1001", "", true],
    ]);
    expect(short(table(FORM, ...HONEST.slice(1), alias[1]), ROSTER)).toEqual([
      ...CLEAN.slice(1),
      ["1001", "", true],
    ]);
    // The private address of Wei Lee starts like the address of another student at the university.
    const other = line("ana", "1002").replace("ana@uni.example", "ana@mail.example");
    expect(short(table(FORM, HONEST[0], ...HONEST.slice(2), other), ROSTER)[3]).toEqual(["1002", "", true]);
    const shared = ["1001", "1002", "1003"].map((number) => line("lab", number));
    expect(short(table(FORM, ...shared))).toEqual(CLEAN.slice(0, 3));
  });

  test("is two students without a roster if a number was mistyped once", () => {
    expect(short(table(FORM, line("bob", "10003"), line("bob", "1003")))).toEqual([
      ["10003", "", true],
      ["1003", "", true],
    ]);
  });

  test("is as usual if a column has the numbers of partners", () => {
    const partners = ["1002", "1001", "1004", "1003"];
    const lines = partners.map((partner, i) => `s${1001 + i},s${partner},${code(`s${1001 + i}`)}`);
    const roster = ROSTER.replace(/,(\d{4}),/g, ",s$1,");
    expect(short(table("number,partner,code", ...lines), roster)).toEqual(
      ["s1001", "s1002", "s1003", "s1004"].map((id) => [id, "", true]),
    );
  });
});

describe("a line with less evidence for its student", () => {
  const sent = (address: string, text: string, at: string) => `2026-11-24 ${at},${address},1001,${text}`;
  const own = sent("ana@uni.example", code("1001"), "10:00");
  const later = (address: string, text: string) =>
    checked(table(FORM, ...HONEST.slice(1), own, sent(address, text, "18:00")), ROSTER).slice(3);

  test.each([
    ["a private address", "ana.s@mail.example"],
    ["the same user name elsewhere", "ana@mail.example"],
    ["no address", ""],
  ])("does not replace the one with the address on the roster, and has a flag: %s", (_, address) => {
    for (const text of [LINK, code("1001", "0.7"), code("Ana Souza", "0.7"), code("", "0.7")]) {
      const [first, last] = later(address, text);
      expect([first.whose, first.flags, first.counts]).toEqual(["1001", [], true]);
      expect([last.whose, last.flags, last.counts]).toEqual(["1001", ["less certain"], false]);
      const less = address === "" ? "has no address" : `has “${address}”, which is not on the roster`;
      expect(last.notes).toContain(
        `Line 5 has the address of Ana Souza on the roster, and this one ${less}. Compare the two: this one does not replace line 5.`,
      );
      expect(last.notes.at(-1)).toBe(
        "It does not count. Line 5 counts instead, which is more certainly from this person.",
      );
    }
  });

  test("does not replace one with the student's name in the code if its own address is unknown, too", () => {
    const lines = (first: string, second: string) =>
      short(
        table(
          FORM,
          ...HONEST.slice(1),
          sent("a@mail.example", code("1001"), "10:00"),
          sent(first, second, "18:00"),
        ),
        ROSTER,
      ).slice(3);
    expect(lines("b@mail.example", LINK)).toEqual([
      ["1001", "", true],
      ["1001", "less certain", false],
    ]);
    // The same account, or the student's code again, is no reason for doubt.
    for (const [address, text] of [
      ["a@mail.example", LINK],
      ["b@mail.example", code("Ana Souza", "0.7")],
      ["ana@uni.example", LINK],
    ])
      expect(lines(address, text)).toEqual([
        ["1001", "", false],
        ["1001", "", true],
      ]);
  });

  test("with the name alone belongs to no student, and says which address is unknown", () => {
    const list = table(
      "name,email,code",
      `Ana Souza,ana@uni.example,${code("Ana Souza")}`,
      `Bob Ray,bob@uni.example,${code("Bob Ray", "0.7")}`,
      `Ana Souza,ana.s@mail.example,${code("Ana Souza", "0.6")}`,
    );
    const [ana, , last] = checked(list, ROSTER);
    expect([ana.whose, ana.flags, ana.counts]).toEqual(["1001", [], true]);
    expect([last.whose, last.flags, last.notes[0]]).toEqual([
      null,
      ["not on the roster"],
      "“ana.s@mail.example” is not on the roster, but the name Ana Souza is. If it is this student, correct “ana.s@mail.example” in the list.",
    ]);
  });

  test("counts without a flag if it is the only one, the earlier one, or the only one that can count", () => {
    const privately = sent("ana.s@mail.example", LINK, "09:00");
    const rest = HONEST.slice(1);
    expect(short(table(FORM, ...rest, privately), ROSTER)[3]).toEqual(["1001", "", true]);
    expect(short(table(FORM, ...rest, own, privately), ROSTER).slice(3)).toEqual([
      ["1001", "", true],
      ["1001", "", false],
    ]);
    for (const text of [code("1001", "0.99"), "z.x", ""])
      expect(
        short(table(FORM, ...rest, sent("ana@uni.example", text, "08:00"), privately), ROSTER).slice(3),
      ).toEqual([
        ["1001", "", false],
        ["1001", "", true],
      ]);
    // The best of all hand-ins may be an earlier one.
    expect(short(table(FORM, ...rest, own, privately), ROSTER, { attempts: "best" })[4]).toEqual([
      "1001",
      "less certain",
      false,
    ]);
  });

  test("is not known without addresses in list and roster", () => {
    const twice = [own, sent("ana.s@mail.example", LINK, "18:00")];
    for (const roster of [null, "Name,Number\nAna Souza,1001\nWei Lee,1002\nBob Ray,1003\nMal Ory,1004\n"])
      expect(short(table(FORM, ...HONEST.slice(1), ...twice), roster).slice(3)).toEqual([
        ["1001", "", false],
        ["1001", "", true],
      ]);
    const typed = table(
      "number,code",
      `1001,${code("1001")}`,
      `1001,${LINK}`,
      `1001,${code("Annie", "0.7")}`,
    );
    expect(short(typed, ROSTER)).toEqual([
      ["1001", "", false],
      ["1001", "", false],
      ["1001", "", true],
    ]);
  });
});

test.each([
  [
    "numbers of partners, with links",
    "number,partner,code",
    (own: string, partner: string) => [own, partner],
  ],
  [
    "addresses of partners",
    "number,partner email,code",
    (own: string, p: string) => [own, `${USER[p]}@uni.example`],
  ],
])("a column with %s contradicts nothing, also if few students have a partner", (_, head, cells) => {
  for (const pairs of [{ s1001: "s1002" }, { s1001: "s1002", s1002: "s1001", s1003: "s1004" }]) {
    const partners: Readonly<Record<string, string>> = pairs;
    const lines = ["s1001", "s1002", "s1003", "s1004"].map((own) => {
      const partner = partners[own];
      return [...(partner === undefined ? [own, ""] : cells(own, partner)), LINK].join(",");
    });
    const roster = ROSTER.replace(/,(\d{4}),/g, ",s$1,");
    expect(short(table(head, ...lines), roster)).toEqual(
      ["s1001", "s1002", "s1003", "s1004"].map((id) => [id, "", true]),
    );
  }
});

test("a line with two members of a group belongs to the first, also if the other wrote the code", () => {
  const roster = ROSTER.replace(/,(\d{4}),/g, ",s$1,");
  const lines = [`s1001,s1002,${code("s1001")}`, `s1003,s1004,${code("s1004")}`];
  expect(checked(table("member 1,member 2,code", ...lines), roster).map(({ whose }) => whose)).toEqual([
    "s1001",
    "s1003",
  ]);
});

test("a private address that starts like another student's identifies no student, and a claimed one is no reason for a flag", () => {
  const withPrivateAddress = (name: string) =>
    short(
      table("name,email,code", `Wei Lee,wei@uni.example,${LINK}`, `${name},ana@mail.example,${LINK}`),
      ROSTER,
    )[1].slice(0, 2);
  expect(withPrivateAddress("Anabel Ott")).toEqual([null, "not on the roster"]);
  expect(withPrivateAddress("Bob Ray")).toEqual(["1003", ""]);
  const claimed = [`s1001,ana@uni.example,${LINK}`, `s1001,,${LINK}`, `s1004,ana@uni.example,${LINK}`];
  expect(short(table("number,email,code", ...claimed)).map(([, flags]) => flags)).toEqual(["", "", ""]);
});

test("of a student's files a code counts before a link, unless it belongs to another task", () => {
  const otherTask = taskOf(["id: choose-beta", "id: week-one"], ["duration=20s", "duration=10s"]);
  const older = handInCode(handInOf(otherTask, { name: "Wei Lee", tries: 1 }, []));
  const given = files({
    "leewei_2_13_week1.txt": older,
    "leewei_2_14_week2.txt": LINK,
    "souzaana_1_11_code.txt": code("Ana Souza"),
    "souzaana_1_12_notes.txt": LINK,
  });
  expect(checked(given).map(({ counts }) => counts)).toEqual([false, true, true, false]);
});

describe("a name and a number in one line", () => {
  const head = "name,number,code";
  const of = (name: string, number: string, said = "") =>
    short(table(head, `${name},${number},${code(said)}`), ROSTER)[0].slice(0, 2);

  test("may belong to different students: the code decides, otherwise the number", () => {
    expect(of("Mal Ory", "1001", "1004")).toEqual(["1004", "another's name"]);
    expect(of("Mal Ory", "1001", "1001")).toEqual(["1001", "another's name"]);
    expect(of("Mal Ory", "1001")).toEqual(["1001", "another's name"]);
    // A nickname is no contradiction, also if it is another student's user name.
    expect(of("Mal", "1001")).toEqual(["1001", ""]);
  });

  test.each([
    ["Wei Lee", "1002"],
    ["Wei Lee", "1005"],
    ["Souza, Ana", "1001"],
    ["Ana Lima", "1001"],
    ["A. Souza", "1001"],
    ["Ana Maria Souza", "1001"],
    ["王小明", "1001"],
  ])("are no contradiction: %s, %s", (name, number) => {
    expect(of(name, number)).toEqual([number, ""]);
  });

  test("are no contradiction if the student has a short form of another's name", () => {
    const roster = "Name,Number\nAna Maria Souza,1001\nAna Souza,1002\nZoë Müller,1003\n";
    const read = (...lines: readonly string[]) => short(table(head, ...lines), roster);
    expect(
      read(
        `Ana Souza,1001,${code("")}`,
        `Ana Souza,1002,${code("", "0.7")}`,
        `Zoe Muller,1003,${code("1003")}`,
      ),
    ).toEqual(["1001", "1002", "1003"].map((id) => [id, "", true]));
  });

  test("contradict each other also if the name has no spaces", () => {
    const roster = "姓名,学号\n王小明,1001\n李娜,1002\n张伟,1003\n陈晨,1004\n";
    const rest = [`张伟,1003,${code("1003", "0.6")}`, `陈晨,1004,${code("1004", "0.7")}`];
    const of1001 = (name: string) =>
      short(table("姓名,学号,代码", ...rest, `${name},1001,${code("")}`), roster)[2].slice(0, 2);
    expect(of1001("李娜")).toEqual(["1001", "another's name"]);
    for (const name of ["王小明", "小明", "Li Na", "Wang Xiaoming"])
      expect(of1001(name)).toEqual(["1001", ""]);
  });

  test("identify students also if one of them writes the name in two ways", () => {
    const roster = `${ROSTER}Eva Kim,1006,eva@uni.example\n`;
    const list = table(
      head,
      `Wei Lee,1002,${code("1002")}`,
      `Wei Lee,1005,${code("1005", "0.6")}`,
      `Ana Souza,1001,${code("1001", "0.7")}`,
      `souza ana maría,1001,${code("1001", "0.75")}`,
      `Evi,1006,${code("1006", "0.65")}`,
    );
    expect(short(list, roster)).toEqual([
      ["1002", "", true],
      ["1005", "", true],
      ["1001", "", false],
      ["1001", "", true],
      ["1006", "", true],
    ]);
    // The names of a group's members have other words.
    const groups = table(head, `Ana Souza,g7,${code("Ana Souza")}`, `Bob Ray,g7,${code("Bob Ray", "0.7")}`);
    expect(checked(groups).map(({ counts }) => counts)).toEqual([true, true]);
  });

  test("are as usual if the column of names has those of tutors or partners", () => {
    const names = ["Bob Ray", "Mal Ory", "Ana Souza"];
    const lines = names.map((name, i) => `${name},${1001 + i},${code(String(1001 + i))}`);
    expect(short(table(head, ...lines), ROSTER)).toEqual(CLEAN.slice(0, 3));
  });
});

describe("numbers of a platform that are also in the roster", () => {
  const names = ["Ana Souza", "Wei Lee", "Bob Ray", "Mal Ory", "Eva Kim", "Tom Day"];
  const roster = `Name,Number\n${names.map((name, i) => `${name},${101 + i}\n`).join("")}`;
  const own = (list: List) => short(list, roster);
  const whole = names.map((_, i) => [String(101 + i), "", true]);

  test("are ignored in files of Moodle and Canvas if they contradict the names", () => {
    const moodle = (from: number) =>
      files(
        Object.fromEntries(
          names.map((name, i) => [
            `${name}_${from + i}_assignsubmission_file_/code.txt`,
            code(name, `0.${i + 3}`),
          ]),
        ),
      );
    const sorted = (list: List) => own(list).toSorted();
    for (const from of [100, 101, 106, 500]) expect(sorted(moodle(from)), String(from)).toEqual(whole);
    const run = (name: string) => name.toLowerCase().split(" ").reverse().join("");
    const canvas = (from: number) =>
      files(
        Object.fromEntries(
          names.map((name, i) => [`${run(name)}_${50 + i}_${from + i}_code.txt`, code(name, `0.${i + 3}`)]),
        ),
      );
    for (const from of [100, 101, 106, 500]) expect(sorted(canvas(from)), String(from)).toEqual(whole);
  });

  test("are the numbers of the roster if they are in Moodle's worksheet", () => {
    const worksheet = `Identifier,Full name,Email\n${names.map((name, i) => `Participant ${300 + i},${name},s${i}@x.example\n`).join("")}`;
    const list = files({
      "Ana Souza_300_assignsubmission_file_/a.txt": code("Ana Souza"),
      "Wei Lee_301_assignsubmission_file_/a.txt": code("Wei Lee", "0.7"),
    });
    expect(short(list, worksheet)).toEqual([
      ["s0@x.example", "", true],
      ["s1@x.example", "", true],
    ]);
  });

  test("do not contradict the student numbers beside them in a worksheet", () => {
    const head = "Identifier,Full name,ID number,Status,Grade,Maximum grade,Online text";
    const lines = names.map(
      (name, i) =>
        `Participant ${101 + ((i + 1) % 6)},${name},${101 + i},x,,10.00,${code(name, `0.${i + 3}`)}`,
    );
    expect(own(table(head, ...lines))).toEqual(whole);
  });

  test("keep two students of one name apart in files of Canvas", () => {
    const list = files({
      "leewei_51_900_a.txt": code("51"),
      "leewei_51_902_b.txt": code("51", "0.6"),
      "leewei_52_901_a.txt": code("52", "0.7"),
      "raybob_902_903_b.txt": code("902", "0.65"),
    });
    expect(checked(list).map(({ counts, flags }) => [counts, flags])).toEqual([
      [false, []],
      [true, []],
      [true, []],
      [true, []],
    ]);
  });
});

test("a nickname in the code that is a word of another student's is a remark at most", () => {
  const roster = `${ROSTER}Rob,1006,rob@uni.example\n`;
  for (const nickname of ["Wei", "mal", "Rob", "lee"]) {
    const list = table(
      "number,code",
      `1001,${code("1001")}`,
      `1003,${code("1003", "0.6")}`,
      `1001,${code(nickname, "0.7")}`,
    );
    expect(short(list, roster), nickname).toEqual([
      ["1001", "", false],
      ["1003", "", true],
      ["1001", "", true],
    ]);
    expect(checked(list, roster)[2].notes[0]).toBe(`The list says 1001, the hand-in says ${nickname}.`);
  }
});

test("a code with another's name does not replace a hand-in of the student's own", () => {
  const list = table(
    "number,code",
    `1001,${code("1001")}`,
    `1002,${code("1002", "0.7")}`,
    `1001,${code("1002")}`,
  );
  expect(short(list, ROSTER)).toEqual([
    ["1001", "", true],
    ["1002", "", true],
    ["1001", "another's name", false],
  ]);
});

test("a copy has a flag, whatever name its student types into the form", () => {
  const row = (name: string, email: string, text: string) => `${name},${email}@uni.example,${text}`;
  const own = [row("Ana Souza", "ana", code("Ana Souza")), row("Mal Ory", "mal", code("Mal Ory", "0.6"))];
  for (const name of ["Ana Souza", "Mal Ory", "M."]) {
    const list = table("name,email,code", ...own, row(name, "mal", code("Ana Souza")));
    const [ana, , copy] = checked(list, ROSTER, { strict: true });
    expect([ana.flags, ana.counts], name).toEqual([[], true]);
    expect([copy.flags[0], copy.counts], name).toEqual(["another's name", false]);
  }
  // No student of the roster has the name that the student uses in the list and in the code.
  const nickname = table(
    "name,email,code",
    own[0],
    row("Mally", "mal", code("Mally")),
    row("Ray", "bob", code("Mally")),
  );
  expect(short(nickname, ROSTER)).toEqual([
    ["1001", "", true],
    ["1004", "", true],
    ["1003", "copy", true],
  ]);
});

test("a group's code is no contradiction", () => {
  const list = table(
    "number,team,code",
    `1001,A,${code("1001")}`,
    `1003,A,${code("1001")}`,
    `1004,B,${code("1004", "0.7")}`,
  );
  expect(short(list, ROSTER)).toEqual([
    ["1001", "", true],
    ["1003", "", true],
    ["1004", "", true],
  ]);
});
