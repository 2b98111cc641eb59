import { describe, expect, it } from "vitest";
import { declaredParams, defaultScenario, type Param, type Place } from "../../../src/engine/index.ts";
import { RATE_PATTERN } from "../../../src/engine/net/pattern.ts";
import { parseTyped, pointed, pointedList, withoutDoubt } from "../../../src/engine/params/typed-numbers.ts";
import { COUNT } from "../../../src/engine/traffic/flow-params.ts";

function param(place: Place, id: string): Param {
  const found = declaredParams(defaultScenario(), place).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

const beta = param({ scope: "flow", flow: 0 }, "beta-ecn");
const capacity = param({ scope: "path" }, "capacity");
const limit = param({ scope: "queue" }, "limit");

describe("a typed number", () => {
  it("may have a decimal comma, with or without a unit", () => {
    expect(parseTyped(beta, "0,8125")).toEqual({ value: 0.8125 });
    expect(parseTyped(beta, ",5")).toEqual({ value: 0.5 });
    expect(parseTyped(beta, "0,812")).toEqual({ value: 0.812 });
    expect(parseTyped(capacity, "2,5 Mbps")).toEqual({ value: 2.5 });
    expect(parseTyped(capacity, "2500,5 kbps")).toEqual({ value: 2.5005 });
    expect(parseTyped(capacity, "1,5e1")).toEqual({ value: 15 });
    expect(parseTyped(limit, "1,5 MB")).toEqual({ value: "1500000B" });
    expect(parseTyped(RATE_PATTERN, "0:1;20,5:0,25")).toEqual({ value: "0:1;20.5:0.25" });
  });

  it("keeps a decimal point", () => {
    for (const [text, value] of [
      ["1.5", 1.5],
      ["0.125", 0.125],
      ["1.5000", 1.5],
      ["1000.125", 1000.125],
    ] as const)
      expect(parseTyped(capacity, text)).toEqual({ value });
    expect(pointed("10.25 ms")).toEqual({ text: "10.25 ms" });
    expect(parseTyped(RATE_PATTERN, "0:1;1.500:0.5")).toHaveProperty("value");
  });

  it("is refused as ambiguous if its point or comma could separate thousands", () => {
    expect(parseTyped(capacity, "1.000")).toEqual({ error: "1.000 can mean 1000 or 1; write 1000 or 1" });
    expect(parseTyped(capacity, "1,500")).toEqual({ error: "1,500 can mean 1500 or 1.5; write 1500 or 1.5" });
    expect(parseTyped(capacity, "1.544 Mbps")).toEqual({
      error: "1.544 can mean 1544 or 1.544; write 1544 or 1.5440",
    });
    expect(parseTyped(limit, "10.000p")).toHaveProperty("error");
    expect(withoutDoubt("1.125..2.250 step 0.5")).toBe("1.1250..2.2500 step 0.5");
    for (const text of ["1,000,000", "1.000,5", "1,000.5"])
      expect(pointed(text)).toEqual({
        error: expect.stringContaining(`${text} has more than one point or comma`),
      });
  });

  it("is refused with the allowed range, like a number with a point", () => {
    expect(parseTyped(beta, "1,5")).toEqual({ error: "β_ecn must be 0.3 to 0.99, got 1.5" });
    expect(parseTyped(COUNT, "2,5")).toHaveProperty("error");
  });
});

describe("a typed list", () => {
  const list = (text: string, isWhole = false) => pointedList(text, isWhole);

  it("may be separated by semicolons, with any decimals", () => {
    expect(list("0,5; 0,8;0.9")).toEqual({ text: "0.5,0.8,0.9" });
  });

  it("may be separated by commas followed by a space, beside decimal commas in every value", () => {
    expect(list("0,5, 1,5")).toEqual({ text: "0.5,1.5" });
    expect(list("0.5, 0.8, 1")).toEqual({ text: "0.5,0.8,1" });
    expect(list("10ms, 2,5ms")).toHaveProperty("error");
  });

  it("may be separated by commas alone if there is no other reading", () => {
    for (const text of ["0.5,0.8", "10ms,20ms", "1,2,4", "7"]) expect(list(text)).toEqual({ text });
    expect(list("2,5", true)).toEqual({ text: "2,5" });
  });

  it("is refused as ambiguous if all its points could separate thousands", () => {
    expect(list("1.000; 2.000")).toEqual({ error: "1.000 can mean 1000 or 1; write 1000 or 1" });
    expect(list("1.000ms,2.000ms")).toHaveProperty("error");
    expect(list("0.875,1.125")).toEqual({ text: "0.875,1.125" });
  });

  it("is refused if a comma could be a decimal comma or a separator", () => {
    for (const text of ["1,5", "0,5,0,8", "0,5,1", "0,5ms,1ms", "1,2, 3", "10, 20, 50,100"])
      expect(list(text)).toEqual({ error: expect.stringContaining("separate values by semicolons") });
    expect(list("1,500; 2")).toEqual({ error: expect.stringContaining("1500 or 1.5") });
  });
});
