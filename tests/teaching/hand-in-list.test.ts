import { describe, expect, test } from "vitest";
import { MOST_ENTRIES, readEntries } from "../../src/teaching/hand-in-list.ts";

const LINK = "https://x.example/#v=2&flow=cc=cubic,ecn=on&flow=cc=newreno&hand-in=z.abc";
const read = (text: string) => readEntries(text).map(({ line, name, text: own }) => [line, name, own]);

describe("a list of hand-ins", () => {
  test("is one a line, with commas inside links", () => {
    expect(read(`z.abc\r\n\n${LINK}\n`)).toEqual([
      [1, "", "z.abc"],
      [3, "", LINK],
    ]);
  });

  test("takes names beside them, before or behind", () => {
    expect(read("Ana: z.abc\nz.def Bruno")).toEqual([
      [1, "Ana", "z.abc"],
      [2, "Bruno", "z.def"],
    ]);
    expect(read("#v=2&rtt=20ms,Ana\nBruno,#v=2")).toEqual([
      [1, "Ana", "#v=2&rtt=20ms"],
      [2, "Bruno", "#v=2"],
    ]);
  });

  test("is a table with columns found by their heads, in any order", () => {
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

  test("without heads is read by what the cells look like", () => {
    expect(read("Ana;z.abc\nBruno;z.def")).toEqual([
      [1, "Ana", "z.abc"],
      [2, "Bruno", "z.def"],
    ]);
    expect(read("name,when,what\nAna,today,z.abc")).toEqual([[2, "Ana", "z.abc"]]);
  });

  test("keeps count of lines where a cell has several", () => {
    expect(read('name,link\n"Ana\nSouza",z.abc\nBruno,z.def')).toEqual([
      [2, "Ana\nSouza", "z.abc"],
      [4, "Bruno", "z.def"],
    ]);
  });

  test("may be empty, or broken, or have quotes that never end", () => {
    expect(read("")).toEqual([]);
    expect(read("\n \n")).toEqual([]);
    expect(read('name,link\n"Ana,z.abc')).toEqual([[2, '"Ana', "z.abc"]]);
  });

  test("has a largest size", () => {
    expect(() => readEntries("z.a\n".repeat(MOST_ENTRIES + 2))).toThrow(/at most 5000/);
  });
});
