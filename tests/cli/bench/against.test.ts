import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type EarlierCase, readEarlier, slowerThan, unmatched } from "../../../src/cli/bench/against.ts";
import { sim } from "../command-line.ts";
import { scratchFolder } from "../scratch-folder.ts";

function made(name: string, ratio: number, lower = ratio - 0.1, upper = ratio + 0.1): EarlierCase {
  return { name, ratio, ratioQuartiles: [lower, upper] };
}

function written(name: string, text: string): string {
  const file = join(scratchFolder(), name);
  writeFileSync(file, text);
  return file;
}

test("a case is slower when the middle halves of its rounds lie apart", () => {
  const earlier = [made("a", 3), made("b", 3), made("c", 3), made("d", 3)];
  const now = [made("a", 3.3), made("b", 3.15), made("c", 2), made("d", 3.5, 3.05, 3.9)];
  expect(slowerThan(earlier, now)).toEqual([
    "slower: a: ratio 3.00 (2.90 to 3.10) before, 3.30 (3.20 to 3.40) now",
  ]);
});

test("cases that only one of both has are named, and not compared", () => {
  const [earlier, now] = [
    [made("a", 3), made("gone", 1)],
    [made("a", 3), made("new", 9)],
  ];
  expect(slowerThan(earlier, now)).toEqual([]);
  expect(unmatched(earlier, now)).toEqual(["only before: gone", "only now: new"]);
});

test("a file is read as --json wrote it, whatever else it says", () => {
  const full = {
    ...made("a", 3),
    packets: 1,
    nsPerPacket: 150,
    floorNsPerPacket: 50,
    garbageBytesPerPacket: 0.5,
  };
  const file = written("earlier.json", JSON.stringify({ cases: [full] }));
  expect(slowerThan(readEarlier(file), [made("a", 4)])).toHaveLength(1);
  expect(slowerThan(readEarlier(file), [made("a", 3)])).toEqual([]);
});

test.each([
  ["not JSON", "ratio 3"],
  ["no cases", "{}"],
  ["a case without its spread", JSON.stringify({ cases: [{ name: "a", ratio: 3 }] })],
])("a file with %s is refused before anything is measured", async (_what, text) => {
  const file = written("wrong.json", text);
  const { status, out, notes } = await sim("bench", "--against", file);
  expect([status, out]).toEqual([2, ""]);
  expect(notes.join("\n")).toContain(`--against ${file}: `);
});

test("so is one that is not there", async () => {
  const { status, notes } = await sim("bench", "--against", join(scratchFolder(), "none.json"));
  expect(status).toBe(2);
  expect(notes.join("\n")).toContain("none.json");
});
