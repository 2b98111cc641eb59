import { describe, expect, test } from "vitest";
import { zipFile } from "../../../src/lib/file-text.ts";
import {
  filesOfZip,
  handInTexts,
  isZip,
  listOfFiles,
  listOfTexts,
  refusalOfFiles,
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
    expect(list({ "HW_zed4_attempt_2025-03-03-10-15-00_1002_x.txt": HAND_IN })[0][1]).toEqual(["HW", "zed4"]);
  });

  test("but folders of sections are around the students' folders", () => {
    expect(list({ "a/Ana Souza_101/h.txt": HAND_IN, "b/Zoe Zed_104/h.txt": HAND_IN })).toEqual([ana, zoe]);
    expect(list({ "a/ana.txt": HAND_IN, "b/bo.txt": HAND_IN }).map(([name]) => name)).toEqual(["ana", "bo"]);
  });

  test("paths of many folders take time in proportion to their length", () => {
    const deep = "a/".repeat(20_000);
    const names = Array.from({ length: 10 }, (_, i) => `s${i}`);
    const files = names.map((name) => ({ path: `${deep}${name}_x.txt`, bytes: new Uint8Array() }));
    expect(listOfFiles(files).entries.map(({ name }) => name)).toEqual(names);
    // Otherwise this takes half a minute.
  }, 10_000);
});

describe("a file that is not what the directory of its zip says is refused by its name", () => {
  const CODE = `${HAND_IN}&comment=${"more ".repeat(200)}`;
  const zip = () => zipFile({ "Ana_1_a.txt": CODE });
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

  test.each([
    ["too small a size", 24, -1, "has a different size than the zip directory states, 1056 bytes"],
    ["too large a size", 24, 1, "has a different size than the zip directory states, 1058 bytes"],
    ["another checksum", 16, 1, "has a wrong checksum"],
    ["data that are cut off", 20, 100_000, "is incomplete"],
    ["a password", 8, 1, "is protected by a password"],
    ["another way of packing", 10, 1, "uses a compression method that is not supported"],
    ["no header of its own", 42, 1, "is missing"],
  ])("%s", (_, offset, add, words) => {
    expect(() => filesOfZip(spoiled(offset, add))).toThrow(`The zip is damaged: Ana_1_a.txt ${words}.`);
  });

  test("more data than it says, at the cost of what it says", () => {
    const bytes = zipFile({ "Ana_1_a.txt": new Uint8Array(50_000_000) });
    const { view, at } = directory(bytes);
    view.setUint32(at + 24, 50_000, true);
    expect(() => filesOfZip(bytes)).toThrow(/a different size than the zip directory states, 50000 bytes/);
    view.setUint32(at + 24, 10, true);
    expect(() => filesOfZip(bytes)).toThrow(
      "The zip is damaged: Ana_1_a.txt has 48800 bytes when packed, too many for its size of 10 bytes.",
    );
  });

  test("data of another file, also in part", () => {
    const bytes = zipFile({ "Ana_1_a.txt": CODE, "Bo_2_b.txt": CODE });
    const { view, at } = directory(bytes);
    const second = at + 46 + view.getUint16(at + 28, true);
    const share = "The zip is damaged: Ana_1_a.txt and Bo_2_b.txt share data.";
    expect(filesOfZip(bytes)).toHaveLength(2);
    const packed = view.getUint32(at + 20, true);
    view.setUint32(at + 20, packed + 1, true);
    expect(() => filesOfZip(bytes)).toThrow(share);
    view.setUint32(at + 20, packed, true);
    view.setUint32(second + 42, 0, true);
    expect(() => filesOfZip(bytes)).toThrow(share);
  });

  test("and so is a path of more than 1,000 characters", () => {
    expect(filesOfZip(zipFile({ [`${"a/".repeat(499)}a`]: CODE }))).toHaveLength(1);
    expect(() => filesOfZip(zipFile({ [`${"a/".repeat(500)}a`]: CODE }))).toThrow(
      /^The zip has a file whose path has 1001 characters; at most 1000 are allowed\. The path starts with (a\/){100}\.$/,
    );
  });

  test("and so are two files of one name", () => {
    const bytes = zipFile({ "Ana_1_a.txt": CODE, "Ana_1_b.txt": CODE });
    const { at } = directory(bytes);
    const second = new TextDecoder("latin1").decode(bytes).indexOf("Ana_1_b", at);
    bytes[second + "Ana_1_".length] = "a".charCodeAt(0);
    expect(() => filesOfZip(bytes)).toThrow("The zip has two files called Ana_1_a.txt.");
  });
});

describe("long files", () => {
  const file = (text: string) => ({ path: "Ana_1_a.txt", bytes: new TextEncoder().encode(text) });
  const prose = " a".repeat(70_000);
  const OTHER = "#v=2&duration=30s&beta-ecn=0.7";

  test("are reduced to their hand-ins, of which several are found again", () => {
    const texts = handInTexts([file(`${HAND_IN} ${prose} ${OTHER}`)]);
    expect(texts[0].text.length).toBeLessThan(HAND_IN.length + OTHER.length + 10);
    const [entry] = listOfTexts(texts).entries;
    expect([entry.text, entry.isOneOfSeveral]).toEqual([HAND_IN, true]);
    expect(handInTexts([file(`${prose} ${HAND_IN} ${prose}`)])[0].text).toBe(HAND_IN);
  });

  test("are refused before they are read if they are too many or too large together", () => {
    expect(refusalOfFiles([100_000, 3_000_000_000, 1])).toBe(null);
    expect(refusalOfFiles(Array.from({ length: 5001 }, () => 1))).toBe(
      "These are 5,001 files; at most 5,000 are allowed.",
    );
    expect(refusalOfFiles(Array.from({ length: 501 }, () => 300_000))).toBe(
      "These files have 150,300,000 bytes together; at most 150,000,000 are allowed.",
    );
  });

  test("of one student do not stop the check of the others", () => {
    const others = Array.from({ length: 20 }, (_, i) => [`Mal_7_${i}.txt`, "a ".repeat(950_000)]);
    const pictures = Array.from({ length: 20 }, (_, i) => [`Mal_7_p${i}.png`, new Uint8Array(9).fill(0xff)]);
    const files = { "Ana_1_a.txt": HAND_IN, ...Object.fromEntries([...others, ...pictures]) };
    const read = filesOfZip(zipFile(files));
    expect(read.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(HAND_IN.length);
    expect(listOfFiles(read).entries.find(({ name }) => name === "Ana")?.text).toBe(HAND_IN);
  });

  test("are refused if they have more text than is searched in time", () => {
    const long = file("a".repeat(300_000));
    expect(() => handInTexts(Array.from({ length: 201 }, () => long))).toThrow(
      "The files have more than 60,000,000 characters of text. Open fewer at a time.",
    );
  });
});
