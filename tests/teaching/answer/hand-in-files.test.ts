import { describe, expect, test } from "vitest";
import { zipFile } from "../../../src/lib/files.ts";
import { filesOfZip, isZip, listOfFiles } from "../../../src/teaching/answer/hand-in-files.ts";

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

  test("in Moodle's folders, including files that are no text", () => {
    expect(
      list({
        "Ana Souza_101_assignsubmission_onlinetext/onlinetext.html": HAND_IN,
        "Bo Li_102_assignsubmission_file/essay.pdf": new Uint8Array([0xff, 0xfe, 0xfd]),
      }),
    ).toEqual([
      ["Ana Souza", ["101", "onlinetext"], HAND_IN],
      ["Bo Li", ["102", "file"], ""],
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
    expect(list({ [alone]: HAND_IN })).toEqual([["Ana Souza", ["101", "assignsubmission", "file"], HAND_IN]]);
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
    view.setUint32(at + 24, 10, true);
    expect(() => filesOfZip(bytes)).toThrow(/a different size than the zip directory states, 10 bytes/);
  });

  test("and so are two files of one name", () => {
    const bytes = zipFile({ "Ana_1_a.txt": CODE, "Ana_1_b.txt": CODE });
    const { at } = directory(bytes);
    const second = new TextDecoder("latin1").decode(bytes).indexOf("Ana_1_b", at);
    bytes[second + "Ana_1_".length] = "a".charCodeAt(0);
    expect(() => filesOfZip(bytes)).toThrow("The zip has two files called Ana_1_a.txt.");
  });
});
