import { describe, expect, test } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import {
  allowedLine,
  allowedWords,
  amountOf,
  parameterNamed,
  parameterNames,
  parameterWords,
  readAllowed,
  refusal,
} from "../../../src/teaching/document/parameters.ts";

test("parameters are found by name, wherever they are", () => {
  const base = defaultScenario();
  for (const id of [
    "aqm",
    "cc",
    "beta-ecn",
    "rtt",
    "capacity",
    "target",
    "seed",
    "sack",
    "kp",
    "red-min",
    "delay",
  ])
    if (parameterNames(base).includes(id)) expect(parameterNamed(id, base)?.id).toBe(id);
  expect(["aqm", "cc", "beta-ecn", "seed", "sack"].map((id) => parameterNamed(id, base)?.id)).not.toContain(
    undefined,
  );
  expect(parameterNamed("nothing", base)).toBeNull();
  expect(parameterNamed("aqm", base)).toMatchObject({ kind: "enum", label: "Queue" });
  const beta = parameterNamed("beta-ecn", base);
  expect(beta && parameterWords(beta)).toBe("β_ecn");
});

const read = (text: string) => readAllowed(text, defaultScenario());

describe("an allowed change", () => {
  test.each([
    ["beta-ecn 0.5..0.95", "beta-ecn 0.5..0.95", "0.5 to 0.95"],
    ["rtt 0.02s .. 200", "rtt 20ms..200ms", "20 ms to 200 ms"],
    ["limit 10p..200p", "limit 10p..200p", "10 packets to 200 packets"],
    ["aqm codel,pie , red", "aqm codel, pie, red", "CoDel, PIE or RED"],
    ["aqm", "aqm", "any"],
    ["ecn on", "ecn on", "on"],
    ["beta-ecn", "beta-ecn", "0.3 to 0.99"],
    ["target 1ms, 5ms", "target 1ms, 5ms", "1 ms or 5 ms"],
  ])("%s is read as %s: %s", (text, line, words) => {
    expect(allowedLine(read(text))).toBe(line);
    expect(allowedLine(read(line))).toBe(line);
    expect(allowedWords(read(text))).toBe(words);
  });

  test.each([
    ["", /there is no parameter in ""/],
    ["betaecn 0.5", /there is no parameter betaecn; beta-ecn/],
    ["beta-ecn 0.1..0.9", /β_ecn must be 0\.3 to 0\.99, got 0\.1/],
    ["limit 10p..3000B", /the same unit/],
    ["aqm codel..pie", /a list of values, not a range/],
    ["aqm codel, nothing", /must be/],
    [`beta-ecn ${"0.5,".repeat(100)}0.5`, /at most 100 values/],
  ])("%s is refused", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("refuses values outside its range, and says what is allowed", () => {
    const beta = read("beta-ecn 0.5..0.95");
    expect([0.5, 0.95].map((value) => refusal(beta, value))).toEqual([null, null]);
    expect(refusal(beta, 0.96)).toBe("β_ecn is 0.96; the task allows 0.5 to 0.95.");
    expect(refusal(beta, null)).toMatch(/^β_ecn is/);
    expect(refusal(read("aqm codel, pie"), "red")).toBe("Queue is RED; the task allows CoDel or PIE.");
    expect(refusal(read("aqm"), "red")).toBeNull();
    expect(refusal(read("limit 10p..200p"), "100p")).toBeNull();
    expect(refusal(read("limit 10p..200p"), "300p")).toMatch(/allows 10 packets to 200 packets/);
    expect(refusal(read("limit 10p..200p"), "150B")).toMatch(/allows 10 packets/);
  });

  test("handles numbers and lengths", () => {
    expect([3, "40p", "50B", "pie", null].map(amountOf)).toEqual([
      { amount: 3, unit: "" },
      { amount: 40, unit: "p" },
      { amount: 50, unit: "B" },
      null,
      null,
    ]);
  });
});
