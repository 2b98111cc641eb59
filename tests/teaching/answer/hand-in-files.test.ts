import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { zipFile } from "../../../src/lib/file-text.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import {
  filesLeftOut,
  filesOfZip,
  handInTexts,
  isOfficeFile,
  isZip,
  listOfFiles,
  listOfTexts,
  refusalOfFiles,
  studentsOfPaths,
} from "../../../src/teaching/answer/hand-in-files.ts";

const HAND_IN = "https://x.example/#v=2&duration=20s&beta-ecn=0.8";
const list = (files: Readonly<Record<string, string | Uint8Array>>) =>
  listOfFiles(filesOfZip(zipFile(files))).entries.map(({ name, ids, text }) => [name, ids, text]);

describe("files of hand-ins identify the student", () => {
  test("in Canvas's zip", () => {
    expect(
      list({
        "doea_5001_771_code.txt": HAND_IN,
        "roebo_LATE_5002_772_text.html": `<div>${HAND_IN.replaceAll("&", "&amp;")}</div>`,
        "roebo_LATE_5002_773_photo.png": new Uint8Array([0x89, 0x50, 0xff, 0xfe]),
        "__MACOSX/._doea_5001_771_code.txt": "x",
      }),
    ).toEqual([
      ["doea", ["doea", "5001", "771"], HAND_IN],
      ["roebo", ["roebo", "5002", "772"], HAND_IN],
    ]);
  });

  test("in folders of students, even if one has most of the files and gives them names of Moodle's form", () => {
    const evil = Array.from({ length: 6 }, (_, i) => `Evil_E_4/Ana_Berg_1_assignsubmission_file_/z${i}.txt`);
    const paths = ["Ana_Berg_1/code.txt", "Bob_C_2/code.txt", "Carl_D_3/code.txt", ...evil];
    const names = list(Object.fromEntries(paths.map((path) => [path, HAND_IN]))).map(([name]) => name);
    expect(names).toEqual(["Ana", "Bob", "Carl", ...evil.map(() => "Evil")]);
  });

  test("in Moodle's folders, including files that are no text", () => {
    expect(
      list({
        "Ana Souza_101_assignsubmission_onlinetext/onlinetext.html": HAND_IN,
        "Bo Li_102_assignsubmission_file/essay.pdf": new Uint8Array([0xff, 0xfe, 0xfd]),
      }),
    ).toEqual([
      ["Ana Souza", ["101"], HAND_IN],
      ["Bo Li", ["102"], ""],
    ]);
  });

  test("in a folder around all files, whose name is no student's", () => {
    expect(
      list({ "net_101/doea_5001_771_code.txt": HAND_IN, "net_101/roebo_LATE_5002_772_text.txt": HAND_IN }),
    ).toEqual([
      ["doea", ["doea", "5001", "771"], HAND_IN],
      ["roebo", ["roebo", "5002", "772"], HAND_IN],
    ]);
    expect(list({ "net_101/ana.txt": HAND_IN, "net_101/bo.txt": HAND_IN })).toEqual([
      ["ana", ["ana"], HAND_IN],
      ["bo", ["bo"], HAND_IN],
    ]);
    expect(list({ "doea_5001/code.txt": HAND_IN })).toEqual([["doea", ["doea", "5001"], HAND_IN]]);
    const alone = "net_101/Ana Souza_101_assignsubmission_file/my_answer.txt";
    expect(list({ [alone]: HAND_IN })).toEqual([["Ana Souza", ["101"], HAND_IN]]);
  });

  test("in Blackboard's files, and if the name is only a number", () => {
    expect(
      list({
        "Homework 1_adoe1_attempt_2025-03-03-10-15-00_a.txt": HAND_IN,
        "Homework 1_broe2_attempt_2025-03-04-10-15-00_b.txt": HAND_IN,
      }).map(([name, ids]) => [name, (ids as string[])[0]]),
    ).toEqual([
      ["adoe1", "adoe1"],
      ["broe2", "broe2"],
    ]);
    expect(list({ "s1011.txt": HAND_IN })[0]).toEqual(["s1011", ["s1011"], HAND_IN]);
  });

  test("in Blackboard's files, also if a student's own file name looks like one of Moodle", () => {
    const path = (user: string, own: string) => `hw1_${user}_attempt_2026-11-01-10-10-10_${own}.txt`;
    const files = { [path("s2001", "a")]: HAND_IN, [path("s2002", "b")]: HAND_IN };
    const others = list({ ...files, [path("s2004", "q3_assignsubmission_x")]: HAND_IN });
    expect(others.map(([name, ids]) => [name, ids])).toEqual(
      ["s2001", "s2002", "s2004"].map((user) => [user, [user]]),
    );
  });

  test("in Blackboard's files with such a title, also for one hand-in, and beside another file", () => {
    const path = (user: string) => `Lab_2_3_${user}_attempt_2026-11-24-13-15-07_code.txt`;
    const idsOf = (files: Record<string, string>) =>
      list(files).map(([name, ids]) => [name, ...(ids as string[])]);
    expect(idsOf({ [path("s1001")]: HAND_IN })).toEqual([["s1001", "s1001"]]);
    expect(
      idsOf({ [path("s1001")]: HAND_IN, [path("s1002")]: HAND_IN, "readme_1_2_x.txt": "words" }).slice(0, 2),
    ).toEqual([
      ["s1001", "s1001"],
      ["s1002", "s1002"],
    ]);
  });

  test("in numbered folders of students or groups, around folders of their own", () => {
    const own = ["s01/run1/code.txt", "s02/run2/code.txt", "s02/run3/code.txt"];
    const names = list(Object.fromEntries(own.map((path) => [path, HAND_IN]))).map(([name]) => name);
    expect(names).toEqual(["s01", "s02", "s02"]);
  });

  test("in Blackboard's files, also if the title of the assignment looks like a name in Canvas", () => {
    for (const title of ["Lab_2_3", "lab_late_2_3", "Lab_2_3_4"])
      expect(
        list({
          [`${title}_adoe1_attempt_2025-03-03-10-15-00_a.txt`]: HAND_IN,
          [`${title}_adoe1_attempt_2025-03-03-10-15-00.txt`]: "Name: A Doe",
          [`${title}_broe_attempt_2025-03-04-10-15-00_1_2.txt`]: HAND_IN,
        }).map(([name, ids]) => [name, ids]),
        title,
      ).toEqual([
        ["adoe1", ["adoe1"]],
        ["broe", ["broe"]],
      ]);
  });
});

test("names in a zip are UTF-8 if they can be, whether the zip says so or not", () => {
  const bytes = zipFile({ "Jörg Müller_1_a.txt": HAND_IN, "Zoë_2_b.txt": HAND_IN });
  const names = () => filesOfZip(bytes).map(({ path }) => path);
  expect(names()).toEqual(["Jörg Müller_1_a.txt", "Zoë_2_b.txt"]);
  const view = new DataView(bytes.buffer);
  let at = view.getUint32(bytes.length - 6, true);
  for (let i = 0; i < 2; i++) {
    view.setUint16(at + 8, 0, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true);
  }
  expect(names()).toEqual(["Jörg Müller_1_a.txt", "Zoë_2_b.txt"]);
  // Other names are Latin-1.
  const first = view.getUint32(bytes.length - 6, true) + 46;
  bytes.set([0xe9, 0x72], first);
  expect(names()[0].slice(0, 2)).toBe("ér");
});

test("an invalid zip archive is refused, and a text is no archive", () => {
  expect(() => filesOfZip(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]))).toThrow(
    "The zip is damaged: it cannot be unpacked.",
  );
  expect(isZip(new TextEncoder().encode("name,code"))).toBe(false);
});

describe("names that a student has chosen do not identify the student", () => {
  const ana = ["Ana Souza", ["101"], HAND_IN];
  const zoe = ["Zoe Zed", ["104"], HAND_IN];

  test.each([
    ["a folder in Moodle's folder", "Zoe Zed_104_assignsubmission_file/Bo Li_102_x/h.txt"],
    ["a folder of Moodle's form", "Zoe Zed_104_assignsubmission_file/Bo Li_102_assignsubmission_file/h.txt"],
    ["a file in Moodle's folder", "Zoe Zed_104_assignsubmission_file/Bo Li_102_assignsubmission_file_h.txt"],
    ["a file without Moodle's folders", "Zoe Zed_104_assignsubmission_file_1002_x.txt"],
    ["a file of Moodle's form", "Zoe Zed_104_assignsubmission_file_Bo Li_102_assignsubmission_file_x.txt"],
  ])("%s", (_, path) => {
    expect(list({ "Ana Souza_101_assignsubmission_file/h.txt": HAND_IN, [path]: HAND_IN })).toEqual([
      ana,
      zoe,
    ]);
    expect(list({ [`all/a_b/${path}`]: HAND_IN })).toEqual([zoe]);
  });

  test("a folder or file in another folder of the student", () => {
    for (const own of ["Bo Li_102/h.txt", "Bo Li_102_assignsubmission_file/h.txt", "Bo_1_2_x.txt"])
      expect(
        list({
          "hw_1/Ana Souza_101/h.txt": HAND_IN,
          "hw_1/Cy Ng_103/h.txt": HAND_IN,
          [`hw_1/Zoe Zed_104/${own}`]: HAND_IN,
        }),
        own,
      ).toEqual([ana, ["Cy Ng", ["103"], HAND_IN], zoe]);
  });

  test("a file in Canvas's and Blackboard's zip", () => {
    for (const own of ["7004_x", "1_2_3", "x_assignsubmission_file", "Bo_102_attempt_2025-03-03-10-15-00_a"])
      expect(list({ "doea_5001_771_code.txt": HAND_IN, [`zed_LATE_5004_774_${own}.txt`]: HAND_IN })).toEqual([
        ["doea", ["doea", "5001", "771"], HAND_IN],
        ["zed", ["zed", "5004", "774"], HAND_IN],
      ]);
    expect(list({ "HW_zed4_attempt_2025-03-03-10-15-00_1002_x.txt": HAND_IN })[0][1]).toEqual(["zed4"]);
  });

  test("but folders of sections are around the students' folders", () => {
    expect(list({ "a/Ana Souza_101/h.txt": HAND_IN, "b/Zoe Zed_104/h.txt": HAND_IN })).toEqual([ana, zoe]);
    expect(list({ "a/ana.txt": HAND_IN, "b/bo.txt": HAND_IN }).map(([name]) => name)).toEqual(["ana", "bo"]);
  });

  test("and folders of students do, if the names of the files in them are the same", () => {
    const paths = [
      "Ana Souza/code.txt",
      "Wei Lee/code.txt",
      "Bob Ray/answer.txt",
      "Bob Ray/code.txt",
      "Eva Kim/x.txt",
    ];
    const names = (all: readonly string[]) =>
      list(Object.fromEntries(all.map((path) => [path, HAND_IN]))).map(([name]) => name);
    expect(names(paths)).toEqual(["Ana Souza", "Bob Ray", "Bob Ray", "Eva Kim", "Wei Lee"]);
    const own = Array.from({ length: 9 }, (_, i) => `Eva Kim/own${i}.txt`);
    expect(new Set(names([...paths, ...own])).size).toBe(4);
    // Folders of parts of the class or of weeks have many files.
    const weeks = ["1/ana.txt", "1/bo.txt", "1/cy.txt", "2/ana.txt", "2/bo.txt", "2/cy.txt"];
    expect(names(weeks)).toEqual(["ana", "bo", "cy", "ana", "bo", "cy"]);
    expect(names(["a/ana.txt", "a/bo.txt", "a/cy.txt", "b/ana.txt", "b/di.txt", "b/eva.txt"])).toHaveLength(
      6,
    );
  });

  test("and those inside folders of weeks or sections do", () => {
    const names = (...paths: readonly string[]) =>
      list(Object.fromEntries(paths.map((path) => [path, HAND_IN]))).map(([name]) => name);
    const students = ["ana", "bo", "cy"];
    for (const [first, second] of [
      ["week 1", "week 2"],
      ["Week1", "week2"],
      ["all/1", "all/2"],
    ]) {
      const paths = [first, second].flatMap((week) => students.map((name) => `${week}/${name}/code.txt`));
      expect(names(...paths), first).toEqual([...students, ...students]);
    }
    expect(names("section 1/ana/code.txt", "section 1/bo/code.txt", "section 2/cy/code.txt")).toEqual(
      students,
    );
    // Folders inside those of students do not.
    const own = ["1001", "1002", "1003"].flatMap((id) => [`${id}/src/code.txt`, `${id}/try 2/code.txt`]);
    expect(names(...own)).toEqual(["1001", "1001", "1002", "1002", "1003", "1003"]);
    expect(names("1001/a/code.txt", "1002/b/code.txt", "1002/c/code.txt")).toEqual(["1001", "1002", "1002"]);
    expect(names("team 1/src/code.txt", "team 2/src/code.txt")).toEqual(["team 1", "team 2"]);
    const tries = ["ana", "bo"].flatMap((name) => [1, 2, 3].map((i) => `${name}/try ${i}/code.txt`));
    expect(names(...tries)).toEqual(["ana", "ana", "ana", "bo", "bo", "bo"]);
  });

  test("paths of many folders take time in proportion to their length", () => {
    const deep = "a/".repeat(20_000);
    const names = Array.from({ length: 10 }, (_, i) => `s${i}`);
    const files = names.map((name) => ({ path: `${deep}${name}_x.txt`, bytes: new Uint8Array() }));
    expect(listOfFiles(files).entries.map(({ name }) => name)).toEqual(names);
    // Otherwise this takes half a minute.
  }, 10_000);
});

describe("a file that is not what the directory of its zip says", () => {
  const CODE = `${HAND_IN}&comment=${"more ".repeat(200)}`;
  const zip = () => zipFile({ "Ana_1_a.txt": CODE, "Bo_2_b.txt": HAND_IN });
  const directory = (bytes: Uint8Array) => {
    const view = new DataView(bytes.buffer);
    return { view, at: view.getUint32(bytes.length - 6, true) };
  };
  const spoiled = (offset: number, add: number) => {
    const bytes = zip();
    const { view, at } = directory(bytes);
    view.setUint32(at + offset, view.getUint32(at + offset, true) + add, true);
    return bytes;
  };
  const read = (bytes: Uint8Array) =>
    listOfFiles(filesOfZip(bytes)).entries.map(({ name, text, fault }) => [name, text, fault]);

  test.each([
    ["too small a size", 24, -1, "its size is not 1056 bytes, as the zip states"],
    ["too large a size", 24, 1, "its size is not 1058 bytes, as the zip states"],
    ["another checksum", 16, 1, "its checksum is wrong"],
    ["a password", 8, 1, "it is protected by a password"],
    ["another way of packing", 10, 1, "its compression method is not supported"],
    ["no header of its own", 42, 1, "the zip does not contain its data"],
  ])("is named, and the others are read: %s", (_, offset, add, words) => {
    expect(read(spoiled(offset, add))).toEqual([
      ["Ana", "", `The file “Ana_1_a.txt” cannot be read: ${words}.`],
      ["Bo", HAND_IN, undefined],
    ]);
  });

  test("is named if its data are cut off", () => {
    const bytes = zipFile({ "Ana_1_a.txt": CODE });
    const { view, at } = directory(bytes);
    view.setUint32(at + 20, 100_000, true);
    view.setUint32(at + 24, 100_000, true);
    expect(read(bytes)[0][2]).toBe(
      "The file “Ana_1_a.txt” cannot be read: the zip contains only a part of its data.",
    );
  });

  test("is a remark at the student's hand-in if another file of the student has one", () => {
    const bytes = zipFile({ "Ana_1_a.txt": CODE, "Ana_1_b.txt": HAND_IN, "Bo_2_b.txt": HAND_IN });
    const { view, at } = directory(bytes);
    view.setUint32(at + 16, 0, true);
    expect(read(bytes)).toEqual([
      ["Ana", HAND_IN, "The file “Ana_1_a.txt” cannot be read: its checksum is wrong."],
      ["Bo", HAND_IN, undefined],
    ]);
  });

  test("costs what it says if it has more data", () => {
    const bytes = zipFile({ "Ana_1_a.txt": new Uint8Array(50_000_000) });
    const { view, at } = directory(bytes);
    view.setUint32(at + 24, 50_000, true);
    expect(filesOfZip(bytes)[0].fault).toBe("its size is not 50000 bytes, as the zip states");
    view.setUint32(at + 24, 10, true);
    expect(filesOfZip(bytes)[0].fault).toBe(
      "it has 48800 bytes when packed, too many for its size of 10 bytes",
    );
  });

  test("is named if it has data of another file, also in part", () => {
    const bytes = zip();
    const { view, at } = directory(bytes);
    const second = at + 46 + view.getUint16(at + 28, true);
    const faults = () => filesOfZip(bytes).map(({ fault }) => fault);
    const shares = "it shares data with another file";
    expect(faults()).toEqual([undefined, undefined]);
    const packed = view.getUint32(at + 20, true);
    view.setUint32(at + 20, packed + 1, true);
    expect(faults()).toEqual([shares, undefined]);
    view.setUint32(at + 20, packed, true);
    view.setUint32(second + 42, 0, true);
    expect(faults()).toEqual([shares, shares]);
  });

  test("is named if its path has more than 1,000 characters", () => {
    const long = `Mal_7_x/${"a/".repeat(500)}a`;
    expect(read(zipFile({ [`Mal_7_x/${"a/".repeat(490)}a.txt`]: CODE, "Bo_2_b/b.txt": HAND_IN }))).toEqual([
      ["Bo", HAND_IN, undefined],
      ["Mal", CODE.split(" ")[0], undefined],
    ]);
    expect(read(zipFile({ [long]: CODE, [`${long}b`]: CODE, "Bo_2_b/b.txt": HAND_IN }))).toEqual([
      ["Bo", HAND_IN, undefined],
      [
        "Mal",
        "",
        `The file “${long.slice(0, 200)}…” cannot be read: its path has 1,009 characters, and at most 1,000 are allowed. 1 more file of this student cannot be read either.`,
      ],
    ]);
  });

  test("is read like any other if another file has the same path", () => {
    const other = `${HAND_IN}&aqm=pie`;
    const bytes = zipFile({ "Ana_1_a.txt": HAND_IN, "Ana_1_b.txt": other, "Bo_2_b.txt": HAND_IN });
    const { at } = directory(bytes);
    const second = new TextDecoder("latin1").decode(bytes).indexOf("Ana_1_b", at);
    bytes[second + "Ana_1_".length] = "a".charCodeAt(0);
    expect(read(bytes)).toEqual([
      ["Ana", HAND_IN, undefined],
      ["Ana", other, undefined],
      ["Bo", HAND_IN, undefined],
    ]);
  });

  test("may have a name that looks like a part of the directory's end", () => {
    const sign = "PK\u0006\u0007";
    expect(read(zipFile({ "Ana_1_a.txt": HAND_IN, [`Zed_9_${sign}${"x".repeat(16)}`]: HAND_IN }))).toEqual([
      ["Ana", HAND_IN, undefined],
      ["Zed", HAND_IN, undefined],
    ]);
  });

  test("may have the name of a part of a workbook", () => {
    const files = filesOfZip(zipFile({ "[Content_Types].xml": HAND_IN, "ana.txt": HAND_IN }));
    expect(isOfficeFile(files)).toBe(false);
    expect(isOfficeFile(filesOfZip(zipFile({ "[Content_Types].xml": "", "xl/workbook.xml": "" })))).toBe(
      true,
    );
  });
});

describe("long files", () => {
  const file = (text: string, path = "Ana_1_a.txt") => ({ path, bytes: new TextEncoder().encode(text) });
  const prose = " a".repeat(70_000);
  const OTHER = "#v=2&duration=30s&beta-ecn=0.7";

  test("are reduced to their hand-ins, of which several are found again", () => {
    const texts = handInTexts([file(`${HAND_IN} ${prose} ${OTHER}`)]);
    expect(texts[0].text.length).toBeLessThan(HAND_IN.length + OTHER.length + 10);
    const [entry] = listOfTexts(texts).entries;
    expect([entry.text, entry.isOneOfSeveral]).toEqual([HAND_IN, true]);
    expect(handInTexts([file(`${prose} ${HAND_IN} ${prose}`)])[0].text).toBe(HAND_IN);
  });

  test("of one student do not stop the check of the others", () => {
    const others = Array.from({ length: 20 }, (_, i) => [`Mal_7_${i}.txt`, "a ".repeat(950_000)]);
    const pictures = Array.from({ length: 20 }, (_, i) => [`Mal_7_p${i}.png`, new Uint8Array(9).fill(0xff)]);
    const files = { "Ana_1_a.txt": HAND_IN, ...Object.fromEntries([...others, ...pictures]) };
    const read = filesOfZip(zipFile(files));
    expect(read.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(HAND_IN.length);
    expect(listOfFiles(read).entries.find(({ name }) => name === "Ana")?.text).toBe(HAND_IN);
  });
});

describe("many files", () => {
  const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
  const numbered = <T>(count: number, make: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i));

  test("without a hand-in are one entry of their student, and none beside a hand-in", () => {
    const picture = new Uint8Array([0x89, 0x50, 0xff, 0xfe]);
    const files = [
      { path: "Ana_1_a.txt", bytes: new TextEncoder().encode(HAND_IN) },
      ...numbered(6000, (i) => ({ path: `Ana_1_${i}.png`, bytes: picture })),
      ...numbered(6000, (i) => ({ path: `Bo_2_${i}.png`, bytes: picture })),
    ];
    const { entries } = listOfFiles(files);
    expect(entries.map(({ name, text, fault }) => [name, text, fault])).toEqual([
      ["Ana", HAND_IN, undefined],
      ["Bo", "", undefined],
    ]);
  });

  test("with hand-ins of one student leave the others in the list, and the last of that student", () => {
    const texts = [
      ...numbered(5500, (i) => ({ path: `Mal_7_${10_000 + i}.txt`, text: "z.a" })),
      { path: "Ana_1_a.txt", text: HAND_IN },
      ...numbered(30, (i) => ({ path: `Bo_2_${10 + i}.txt`, text: "z.a" })),
    ];
    const { entries } = listOfTexts(texts);
    expect(entries).toHaveLength(5000);
    expect(names(entries.slice(0, 32))).toEqual(["Ana", ...numbered(30, () => "Bo"), "Mal"]);
    expect(entries.at(-1)).toMatchObject({
      cells: ["Mal_7_15499.txt"],
      fault: "531 more files of this student are left out, because a list has at most 5,000 entries.",
    });
    expect(entries.filter(({ fault }) => fault !== undefined)).toHaveLength(1);
    // Files that identify no student may be those of a student each.
    expect(() => listOfTexts(numbered(5001, (i) => ({ path: `s${i}.txt`, text: "z.a" })))).toThrow(
      "These are hand-ins of 5,001 students; at most 5,000 are allowed. Open fewer at a time.",
    );
    // Files without a hand-in are no students if there are too many of them.
    const pictures = numbered(5001, (i) => ({ path: `p${i}.png`, text: "" }));
    expect(names(listOfTexts([...pictures, { path: "ana.txt", text: "z.a" }]).entries)).toEqual(["ana"]);
  });

  test("are refused before they are read if they are more than any class has", () => {
    expect(refusalOfFiles(100_000)).toBe(null);
    expect(refusalOfFiles(100_001)).toBe(
      "These are 100,001 files; at most 100,000 are allowed. Open fewer at a time.",
    );
  });

  test("with much text are read in shares: each student's smallest first, and pictures do not count", () => {
    const logs = numbered(400, (i) => ({ path: `Mal_7_log${i}.txt`, size: 290_000 }));
    const own = { path: "Mal_7_code.txt", size: 2000 };
    const honest = numbered(50, (i) => ({ path: `n${i}_${i}_code.txt`, size: 300_000 }));
    const pictures = numbered(1000, (i) => ({ path: `n${i % 50}_${i % 50}_${i}.png`, size: 0 }));
    const left = filesLeftOut([...logs, own, ...honest, ...pictures]);
    // The honest students have 15 MB, so 45 MB are left for the other one.
    expect([left.size, left.has(own), honest.some((one) => left.has(one))]).toEqual([245, false, false]);
    expect(filesLeftOut([...honest, ...honest, ...honest, ...pictures]).size).toBe(0);
  });

  test("are not unpacked if they are pictures, however large they are together", () => {
    const picture = new Uint8Array(290_000).fill(0xff);
    const files = Object.fromEntries(numbered(530, (i) => [`n${i % 40}_${i % 40}_${i}.png`, picture]));
    const read = filesOfZip(zipSync({ "Ana_1_a.txt": strToU8(HAND_IN), ...files }, { level: 1 }));
    expect(read.filter(({ bytes }) => bytes.length > 0)).toHaveLength(1);
    expect(read.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });
});

describe("of the files of one student,", () => {
  const CODE = packText("hand-in 1\nt\n0\nAna\n1\nbeta-ecn=0.8");
  const WIKI = "https://en.wikipedia.org/wiki/TCP_congestion_control#Slow_start";
  const texts = (files: Readonly<Record<string, string>>) =>
    listOfTexts(Object.entries(files).map(([path, text]) => ({ path, text }))).entries.map(
      ({ name, text }) => [name, text],
    );

  test("codes and links to runs are kept, because only the check knows the task of each", () => {
    expect(
      texts({ "Ana_1_a.txt": CODE, "Ana_1_report.txt": WIKI, "Ana_1_z.txt": HAND_IN, "Bo_2_a.txt": HAND_IN }),
    ).toEqual([
      ["Ana", CODE],
      ["Ana", HAND_IN],
      ["Bo", HAND_IN],
    ]);
  });

  test("a link to a run is preferred to one of another page, which stays if it is all there is", () => {
    expect(texts({ "Ana_1_a.txt": HAND_IN, "Ana_1_z.txt": WIKI, "Bo_2_a.txt": WIKI })).toEqual([
      ["Ana", HAND_IN],
      ["Bo", WIKI],
    ]);
  });

  test("several codes stay, also one that is damaged", () => {
    const [other, damaged] = [packText("hand-in 1\nt\n0\nAna\n2\nbeta-ecn=0.7"), `${CODE.slice(0, -4)}AAAA`];
    expect(
      texts({ "Ana_1_a.txt": CODE, "Ana_1_b.txt": other, "Bo_2_a.txt": damaged, "Bo_2_b.txt": HAND_IN }),
    ).toEqual([
      ["Ana", CODE],
      ["Ana", other],
      ["Bo", damaged],
      ["Bo", HAND_IN],
    ]);
  });

  test("files that identify no student are not compared", () => {
    expect(
      texts({ "hw_x.txt": CODE, "hw_y.txt": HAND_IN, "hw_z.txt": WIKI }).map(([, text]) => text),
    ).toEqual([CODE, HAND_IN, WIKI]);
  });
});

test.each([
  [
    "Canvas, with late files",
    ["lee_12_99_a.js", "lee_late_12_100_b.js", "lee_13_5_a.js"],
    ["lee_12", "lee_12", "lee_13"],
  ],
  [
    "Moodle; what is inside a folder was named by the student",
    ["Ana_7_assignsubmission_file/a.js", "Ana_7_assignsubmission_file/Bo_8_assignsubmission_file/b.js"],
    ["Ana_7", "Ana_7"],
  ],
  [
    "Blackboard, with a title of the form of Canvas",
    ["jo", "li"].map((name) => `Lab_2_3_${name}_attempt_2026-11-30-10-00-00_a.js`),
    ["Lab_2_3_jo", "Lab_2_3_li"],
  ],
  [
    "Canvas, with a file whose own name has the form of Moodle",
    ["lee_12_99_Bo_8_assignsubmission_a.js", "lee_12_100_b.js", "ray_13_101_c.js"],
    ["lee_12", "lee_12", "ray_13"],
  ],
  ["Blackboard", ["Lab_jo_attempt_2026-11-30-10-00-00_a.js"], ["Lab_jo"]],
  [
    "Blackboard, if the title or a student's own name has the form of another platform",
    [
      "Lab_2_3_jo_attempt_2026-11-30-10-00-00_a.js",
      "Lab_2_3_bo_attempt_2026-11-30-10-00-00_b_assignsubmission_b.js",
      "Lab_2_3_cy_attempt_2026-11-30-10-00-00_c.js",
    ],
    ["Lab_2_3_jo", "Lab_2_3_bo", "Lab_2_3_cy"],
  ],
  ["numbered plain files", ["lab_3_1001_ana.js", "lab_3_1002_ben.js"], []],
  ["plain files of one name", ["a/reno_1_2_x.js", "b/reno_1_2_x.js", "b/vegas_1_3_x.js"], []],
  [
    "plain files",
    ["ana.js", "reno_fast_1.js", "reno_fast_2.js", "reno_1_2_final.js", "reno_1_3_final.js"],
    [],
  ],
  ["folders of parts of a class", ["monday/ana.js", "monday/bo.js", "tuesday/cy.js"], []],
])("the students in paths: %s", (_, paths, students) => {
  expect(studentsOfPaths(paths)).toEqual(paths.map((_path, i) => students[i] ?? null));
});
