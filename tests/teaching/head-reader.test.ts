import { expect, test } from "vitest";
import { HeadReader, wholeNumber } from "../../src/teaching/head-reader.ts";

const head = (...lines: readonly string[]) =>
  new HeadReader(
    lines.map((line, i) => ({
      key: line.split(":")[0],
      value: line.slice(line.indexOf(":") + 1).trim(),
      line: i + 2,
    })),
    { single: ["id", "seeds"], many: ["count"] },
  );

test("a head is read key by key, and every fault has its line", () => {
  const read = head("id: a", "count: 1", "count: x", "seed: 1", "id: b", "zzzzzz: 1");
  expect(read.one("id", (text) => text)).toBe("a");
  expect(read.one("seeds", Number, 7)).toBe(7);
  expect(read.one("seeds", Number)).toBeUndefined();
  expect(read.all("count", 5, (text) => wholeNumber(text, 1, 9))).toEqual([{ line: 3, value: 1 }]);
  expect(read.all("count", 1, (text) => text)).toHaveLength(2);
  expect([read.lineOf("count"), read.lineOf("seeds")]).toEqual([3, 0]);
  expect(read.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '5: There is no "seed"; "seeds"?',
    '6: "id" stands twice; it may stand once.',
    '7: There is no "zzzzzz"; there are id, seeds, count.',
    '0: The head has no line "seeds: …".',
    '4: count: must be a whole number from 1 to 9, got "x"',
    '4: "count" may stand 1 times at most.',
  ]);
});
