import { expect, test } from "vitest";
import { comparisonOf, describeComparison } from "../../../src/cli/benchmark/against.ts";
import { MANY, triesAll } from "../../effort.ts";
import { sim } from "../command-line.ts";

const slower = [
  { now: [110, 120, 130], before: [100, 100, 100] },
  { now: [140, 300], before: [100, 200] },
];

test("the ratio is the median over all rounds and processes, and its spread is the middle half of the rounds' ratios", () => {
  expect(comparisonOf("a", slower)).toEqual({
    name: "a",
    nsPerPacket: 130,
    nsPerPacketBefore: 100,
    ratio: 1.3,
    ratioQuartiles: [1.2, 1.4],
  });
  expect(comparisonOf("a", [null, null])).toBeNull();
});

test("a line contains both times, the ratio with its spread, and the limit when the ratio is above it", () => {
  const comparison = comparisonOf("a", slower);
  if (comparison === null) throw new Error("nothing was compared");
  expect(describeComparison(comparison, 1.3)).toMatch(
    /^a +100 ns\/packet before +130 now +ratio 1\.30 \(1\.20 to 1\.40\)$/,
  );
  expect(describeComparison(comparison, 1.29)).toMatch(/ratio 1\.30 \(1\.20 to 1\.40\) +over 1\.29$/);
});

// The commit is built and measured in separate processes. The ratio of a commit to itself must exceed the limit,
// which is very low here.
test.runIf(triesAll)(
  "bench --against exits with status 1 when a ratio is above the limit",
  MANY,
  async () => {
    const { status, out, notes } = await sim(
      ...["bench", "--against", "HEAD", "--only", "1 NewReno, DropTail", "--limit", "0.01"],
    );
    expect(out).toMatch(/^1 NewReno, DropTail, 10 Mbps.* ratio \d/);
    expect(notes.at(-1)).toBe("1 of 1 are above the limit of 0.01");
    expect(status).toBe(1);
  },
);
