import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allowedText,
  type BooleanParam,
  canonicalText,
  formatValue,
  type NumberParam,
  type Param,
  parseValue,
  type TextParam,
} from "../../../src/engine/index.ts";
import { delayText, fitJson, fitText, isAllowed } from "../../../src/engine/params/value-text.ts";
import { flowwiseParams, sharedParams } from "../../../src/engine/scenario/names.ts";
import { arbitraryValue } from "../scenario/arbitrary-scenario.ts";

const everyParam: readonly Param[] = [...sharedParams(undefined), ...flowwiseParams(undefined)];

function param(id: string): Param {
  const found = everyParam.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no parameter ${id}`);
  return found;
}

describe("parseValue", () => {
  test("accepts a value with or without unit", () => {
    expect(parseValue(param("rtt"), "80ms")).toEqual({ value: 80 });
    expect(parseValue(param("rtt"), "0.08 s")).toEqual({ value: 80 });
    expect(parseValue(param("rtt"), "80")).toEqual({ value: 80 });
    expect(parseValue(param("capacity"), "10 Mbit/s")).toEqual({ value: 10 });
    expect(parseValue(param("limit"), "168kB")).toEqual({ value: "168000B" });
    expect(parseValue(param("sack"), "off")).toEqual({ value: false });
    expect(parseValue(param("recovery"), "classic")).toEqual({ value: "classic" });
    expect(parseValue(param("stop"), "end")).toEqual({ value: null });
    expect(parseValue(param("size"), "Endless")).toEqual({ value: null });
  });

  test.each([
    ["beta-ecn", "1.5", "β_ecn must be 0.3 to 0.99, got 1.5"],
    ["rtt", "5s", "RTT must be 0.001 to 2000 ms, got 5s"],
    ["rtt", "soon", "RTT must be 0.001 to 2000 ms, got soon"],
    ["rtt", "", "RTT must be 0.001 to 2000 ms, got nothing"],
    ["seed", "1.5", "Seed must be a whole number 1 to 2147483647, got 1.5"],
    ["initial-window", "0", "Initial window must be 1 to 100 segments, got 0"],
    ["stop", "never", 'Stop must be 0 to 3600 s or "end", got never'],
    ["sack", "maybe", "SACK must be on or off, got maybe"],
    ["recovery", "slow", "A reduction must be prr or classic, got slow"],
    ["limit", "1p", "Limit must be 2 to 100000 packets (1000p) or 3000 B to 150 MB, got 1p"],
  ])("refuses %s = %j with the allowed range", (id, text, error) => {
    expect(parseValue(param(id), text)).toEqual({ error });
  });

  test("never throws, and what it accepts is allowed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyParam), fc.string(), (one, text) => {
        const read = parseValue(one, text);
        if ("value" in read) expect(isAllowed(one, read.value)).toBe(true);
        else expect(read.error).toContain(" must be ");
      }),
    );
  });
});

describe("text of a value", () => {
  test("for people has a unit and readable numbers", () => {
    expect(formatValue(param("target"), 5)).toBe("5 ms");
    expect(formatValue(param("capacity"), 10)).toBe("10 Mbps");
    expect(formatValue(param("limit"), "1000p")).toBe("1000 packets");
    expect(formatValue(param("limit"), "168000B")).toBe("168 kB");
    expect(formatValue(param("stop"), null)).toBe("end");
    expect(formatValue(param("sack"), true)).toBe("on");
    expect(formatValue(param("recovery"), "prr")).toBe("slides (PRR)");
  });

  test("canonical text of any allowed value of any parameter reads back as the same value", () => {
    const valued = fc
      .constantFrom(...everyParam)
      .chain((one) => arbitraryValue(one).map((value) => ({ one, value })));
    fc.assert(
      fc.property(valued, ({ one, value }) => {
        expect(isAllowed(one, value)).toBe(true);
        expect(parseValue(one, canonicalText(one, value))).toEqual({ value });
      }),
    );
  });
});

describe("the nearest allowed value", () => {
  const beta = param("beta-ecn") as NumberParam;

  test("is the nearest end of the range for a number outside it, and the default for anything else", () => {
    expect(fitText(beta, "1.5")).toEqual({ value: beta.max, exact: false });
    expect(fitText(beta, "-3")).toEqual({ value: beta.min, exact: false });
    expect(fitText(beta, "much")).toEqual({ value: beta.default, exact: false });
    expect(fitJson(param("seed"), 2.4)).toEqual({ value: 2, exact: false });
    expect(fitJson(beta, Number.NaN)).toEqual({ value: beta.default, exact: false });
    expect(fitJson(beta, Number.POSITIVE_INFINITY)).toEqual({ value: beta.default, exact: false });
    expect(fitText(param("limit"), "1B")).toEqual({ value: "3000B", exact: false });
  });

  test("is found for JSON numbers, switches and texts as people write them", () => {
    expect(fitJson(param("rtt"), "0.08s")).toEqual({ value: 80, exact: true });
    expect(fitJson(param("sack"), "off")).toEqual({ value: false, exact: true });
    expect(fitJson(param("delayed-ack"), 1)).toEqual({ value: "1", exact: true });
    expect(fitJson(param("stop"), null)).toEqual({ value: null, exact: true });
    expect(fitJson(param("rtt"), null)).toEqual({ value: 100, exact: false });
  });

  test("is allowed for any input", () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyParam), fc.anything(), (one, given) => {
        expect(isAllowed(one, fitJson(one, given).value)).toBe(true);
      }),
    );
  });
});

describe("text with its own syntax", () => {
  const pattern = param("capacity-pattern");

  test("is accepted in its canonical form, and otherwise refused with what is allowed", () => {
    expect(parseValue(pattern, " square:10s:0.50 ")).toEqual({ value: "square:10:0.5" });
    expect(parseValue(pattern, "none")).toEqual({ value: "" });
    expect(parseValue(pattern, "zigzag")).toEqual({
      error: `Capacity over time must be ${allowedText(pattern)}, got zigzag`,
    });
    expect([isAllowed(pattern, "square:10:0.5"), isAllowed(pattern, "square:10s:0.50")]).toEqual([
      true,
      false,
    ]);
  });

  test("is refused if it is too long, whatever its content", () => {
    const short: TextParam = { ...(pattern as TextParam), maxLength: 5 };
    expect(fitText(short, "0:0.5")).toEqual({ value: "0:0.5", exact: true });
    expect(fitText(short, "0:0.25")).toEqual({ value: "", exact: false });
  });

  test('is shown as "none" to people if it is empty', () => {
    expect(formatValue(pattern, "")).toBe("none");
    expect(canonicalText(pattern, "")).toBe("");
    expect(fitJson(pattern, 5)).toEqual({ value: "", exact: false });
  });
});

describe("a switch with only one valid value", () => {
  const fixed: BooleanParam = {
    ...(param("ecn") as BooleanParam),
    fixed: { value: true, why: "DCTCP reads congestion from marks." },
  };

  test("refuses the other value with the reason", () => {
    expect(parseValue(fixed, "on")).toEqual({ value: true });
    expect(parseValue(fixed, "off")).toEqual({
      error: "ECN must be on (DCTCP reads congestion from marks), got off",
    });
    expect(fitJson(fixed, false)).toEqual({ value: true, exact: false });
    expect(fitText(fixed, "perhaps")).toEqual({ value: true, exact: false });
  });
});

describe("declarations", () => {
  test("every default is allowed, and every range can be written", () => {
    for (const one of everyParam) {
      expect(isAllowed(one, one.default), one.id).toBe(true);
      expect(allowedText(one), one.id).not.toBe("");
      expect(one.help.endsWith("."), `${one.id}: help is a sentence`).toBe(true);
    }
  });

  test("ids are kebab case, and have one meaning wherever they are declared", () => {
    for (const one of everyParam) {
      expect(one.id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      const { kind } = one;
      for (const other of everyParam.filter(({ id }) => id === one.id)) expect(other.kind, one.id).toBe(kind);
    }
  });

  test("no id is used both for a shared parameter and for a flow's parameter, nor as a key of the link", () => {
    const shared = new Set(sharedParams(undefined).map(({ id }) => id));
    // Custom programs that other test files in this thread have registered have prefixed ids.
    const declared = flowwiseParams(undefined).filter(({ id }) => !id.startsWith("own-"));
    expect(declared.filter(({ id }) => shared.has(id))).toEqual([]);
    const reserved = [
      "v",
      "aqm",
      "cc",
      "flow",
      "flows",
      "count",
      "set",
      "pin",
      "mode",
      "trace",
      "url",
      "scenario",
      "json",
    ];
    expect(everyParam.filter(({ id }) => reserved.includes(id))).toEqual([]);
  });

  test("a parameter that cannot change during a run says why", () => {
    for (const one of everyParam) if (one.live === false) expect(one.whyNotLive, one.id).toBeTruthy();
  });
});

const oneDecimal = (ms: number) => ms.toFixed(1);

test("delays are in ms if ms have a meaningful decimal, and otherwise in µs or ns", () => {
  expect([1036.2, 5, 0.1, 0].map((ms) => delayText(ms, oneDecimal))).toEqual([
    "1036.2 ms",
    "5.0 ms",
    "0.1 ms",
    "0.0 ms",
  ]);
  expect([0.0999, 0.012, 0.00012, 0.0000999, 8e-6].map((ms) => delayText(ms, oneDecimal))).toEqual([
    "99.9 µs",
    "12 µs",
    "0.12 µs",
    "99.9 ns",
    "8 ns",
  ]);
});

test("NaN is formatted by the caller", () => {
  expect(delayText(Number.NaN, () => "–")).toBe("– ms");
});
