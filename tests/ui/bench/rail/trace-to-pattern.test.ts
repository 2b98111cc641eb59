import { describe, expect, it } from "vitest";
import { linkParams } from "../../../../src/engine/index.ts";
import { type TracePattern, traceToPattern } from "../../../../src/ui/bench/rail/trace-to-pattern.ts";

const pattern = linkParams.find(({ id }) => id === "capacity-pattern");

function read(text: string): TracePattern {
  const reading = traceToPattern(text);
  if ("error" in reading) throw new Error(reading.error);
  return reading;
}

/** What the declared parameter makes of the pattern: the same text. */
function accepted({ pattern: text }: TracePattern): string | null {
  return pattern?.kind === "text" && text.length <= pattern.maxLength ? pattern.read(text) : null;
}

function errorOf(text: string): string {
  const reading = traceToPattern(text);
  return "error" in reading ? reading.error : "";
}

const times = (text: string) => text.split(";").map((step) => Number(step.split(":")[0]));
const factors = (text: string) => text.split(";").map((step) => Number(step.split(":")[1]));

describe("a trace of rates", () => {
  it("becomes factors of its highest rate, at its own times", () => {
    const reading = read("time_s,Mbps\n0,10\n2.5,40\n4,20\n");
    expect(reading).toMatchObject({ capacity: 40, pattern: "0:0.25;2.5:1;4:0.5" });
    expect(accepted(reading)).toBe(reading.pattern);
    expect(reading.said).toBe(
      "Trace of 3 rates: 3 steps as factors of 40 Mbps, its highest rate; the last rate stays after 4 s.",
    );
  });

  it("is read with semicolons, tabs, spaces, remarks and the line ends of every system", () => {
    for (const text of ["0;1\r\n1;2", "0\t1\r1\t2", "# a drive\n\n0 1 # start\n1   2\n"])
      expect(read(text)).toMatchObject({ capacity: 2, pattern: "0:0.5;1:1" });
  });

  it("may have decimal commas where something else parts the numbers", () => {
    for (const text of [
      "0;1,5\n0,5;3",
      "0\t1,5\n0,5\t3",
      "0 1,5\n0,5 3",
      "s;Mbps\n0; 1,5\n0,5; 3",
      "0, 1.5\n0.5, 3",
    ])
      expect(read(text)).toMatchObject({ capacity: 3, pattern: "0:0.5;0.5:1" });
  });

  it("is refused where commas could be both", () => {
    expect(errorOf("0,5,2\n1,5,3")).toBe(
      'Line 1 is "0,5,2"; expected two numbers; put semicolons between them if commas are decimal.',
    );
    expect(errorOf("0,1\n0,5,3")).toContain("put semicolons");
    expect(read("time,rate,cell\n0,5,2\n1,10,2").pattern).toBe("0:0.5;1:1");
    expect(read("0,5,2.0\n1,10,2.0").pattern).toBe("0:0.5;1:1");
  });

  it("counts from its first line", () => {
    const reading = read("1480000000.0,5\n1480000001.5,10");
    expect(reading.pattern).toBe("0:0.5;1.5:1");
    expect(reading.said).toContain("counted from its first line");
  });

  it("has one step where the rate stays", () => {
    expect(read("0,5\n1,5\n2,5\n3,10").pattern).toBe("0:0.5;3:1");
  });

  it("of more rates than a pattern may have is averaged: as many bytes as before", () => {
    const rates = Array.from({ length: 5000 }, (_, i) => 1 + ((i * 7) % 10));
    const reading = read(rates.map((rate, i) => `${(i * 0.1).toFixed(1)},${rate}`).join("\n"));
    expect(accepted(reading)).toBe(reading.pattern);
    const steps = times(reading.pattern);
    expect(steps.length).toBeLessThanOrEqual(500);
    expect(reading.said).toContain("averaged over 2 s");
    const megabits = rates.reduce((sum, rate) => sum + rate * 0.1, 0);
    const ofPattern = factors(reading.pattern).reduce((sum, factor, i) => {
      const untilS = steps[i + 1] ?? 500;
      return sum + factor * reading.capacity * (untilS - steps[i]);
    }, 0);
    expect(ofPattern / megabits).toBeCloseTo(1, 2);
  });

  it("that stands still leaves a thousandth, and says so", () => {
    const reading = read("0,10\n5,0\n6,10");
    expect(reading.pattern).toBe("0:1;5:0.001;6:1");
    expect(reading.said).toContain("a thousandth of the capacity is left");
  });

  it("is cut off after an hour", () => {
    const reading = read("0,1\n3000,2\n4000,8");
    expect(reading).toMatchObject({ capacity: 2, pattern: "0:0.5;3000:1" });
  });
});

describe("a trace of Mahimahi", () => {
  it("is 1500 B for each line, over and over", () => {
    // 100 opportunities in the first second (the last one of all counts there), 50 in the second: 1.2 and 0.6 Mbps.
    const lines = [
      ...Array.from({ length: 99 }, (_, i) => 15 + i * 10),
      ...Array.from({ length: 50 }, (_, i) => 1010 + i * 20),
      2000,
    ];
    const reading = read(lines.join("\n"));
    expect(reading.capacity).toBeCloseTo(1.2, 6);
    expect(reading.pattern).toBe("0:1;1:0.5;repeat:2");
    expect(accepted(reading)).toBe("square:2:0.5");
    expect(reading.said).toContain("over and over every 2 s");
  });

  it("of ten minutes has at most 500 steps", () => {
    const lines = Array.from({ length: 60_000 }, (_, i) =>
      Math.floor(i * 10 + 300 * Math.sin(i / 500) + 300),
    );
    const reading = read(lines.toSorted((a, b) => a - b).join("\n"));
    expect(accepted(reading)).toBe(reading.pattern);
    expect(times(reading.pattern).length).toBeLessThanOrEqual(501);
    expect(reading.said).toContain("60,000 opportunities");
  });
});

describe("what is no trace", () => {
  it("is refused with the line and what was expected", () => {
    expect(errorOf("")).toBe("The file has no lines with numbers.");
    // A first line with numbers is no headline.
    for (const first of ["0,Infinity", "0,NaN", "0s,5", "-inf,3", "0,-5"])
      expect(errorOf(`${first}\n1,5\n2,6`)).toContain(`Line 1 is "${first}"; expected a time in s`);
    expect(read("nanoseconds,info\n0,1\n1,5").pattern).toBe("0:0.2;1:1");
    expect(errorOf("0,1\n1,abc")).toBe('Line 2 is "1,abc"; expected a time in s and a rate in Mbps.');
    expect(errorOf("1\n2\n-3")).toBe('Line 3 is "-3"; expected whole milliseconds.');
    expect(errorOf("5\n4")).toBe("Line 2 goes back in time: 4 ms.");
    expect(errorOf("0,1\n0,2")).toBe("Line 2 is not later than the one before: 0 s.");
    expect(errorOf("a,b")).toBe("The file has no lines with a time in s and a rate in Mbps.");
    expect(errorOf("0,0\n1,0")).toBe("All rates of the trace are zero.");
    expect(errorOf("0,20000")).toContain("at most 10000 Mbps");
    expect(errorOf("5\n5")).toBe("The trace is shorter than 10 ms.");
  });
});

it("is read or refused as quickly as any other of its length, whatever blanks it has", () => {
  // Were it not in linear time, this would take longer than any test may.
  const blanks = " ".repeat(1_000_000);
  expect(traceToPattern(`0${blanks};${blanks}5\n1${blanks}7${blanks}x y`)).toHaveProperty("capacity");
  expect(traceToPattern(`0${blanks}5\n1${blanks},${blanks}7`)).toMatchObject({ capacity: 7 });
});
