import { describe, expect, test } from "vitest";
import { defaultScenario } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { conditionText, judge, readCondition, valueText } from "../../src/teaching/conditions.ts";

const base = defaultScenario();
const run = runScenario({ ...base, run: { ...base.run, duration: 20 } }).results();

describe("a condition", () => {
  test.each([
    ["utilisation >= 95 %", "utilisation >= 95 %"],
    ["utilisation>=95", "utilisation >= 95 %"],
    ["delay-p99 ≤ 0.01s", "delay-p99 <= 10 ms"],
    ["goodput@flow1 > 9500 kbps", "goodput@flow1 > 9.5 Mbps"],
    ["jain ≥ 0.9", "jain >= 0.9"],
    ["drops < 3 packets", "drops < 3 packets"],
  ])("%s is read as %s", (text, canonical) => {
    const read = conditionText(readCondition(text, base));
    expect(read).toBe(canonical);
    expect(conditionText(readCondition(read, base))).toBe(canonical);
  });

  test.each([
    ["", /a metric, a sign and a value/],
    ["utilisation = 3", /a metric, a sign and a value/],
    ["utilization >= 95", /there is no utilization; utilisation\?/],
    ["utilisation >= 95 ms", /compared with a number of %/],
    ["goodput@flow2 >= 1", /can be @flow1; got @flow2/],
    ["delay-p99 <= ten", /compared with a number of ms/],
  ])("%s is refused with a sentence", (text, message) => {
    expect(() => readCondition(text, base)).toThrow(message);
  });

  test("is judged on the run itself", () => {
    const used = judge(readCondition("utilisation > 0", base), run);
    expect(used).toEqual({ value: 100 * run.links[0].utilisation, met: true });
    expect(judge(readCondition("utilisation > 100", base), run).met).toBe(false);
  });

  test("is not met where there is nothing to measure", () => {
    expect(judge(readCondition("fct <= 1000", base), run)).toEqual({ value: null, met: false });
  });

  test("says its value with as many digits as its verdict needs", () => {
    const condition = readCondition("utilisation >= 95 %", base);
    expect(valueText(condition, { value: 94.2, met: false })).toBe("94.2 %");
    expect(valueText(condition, { value: 94.9999, met: false })).toBe("94.9999 %");
    expect(valueText(condition, { value: null, met: false })).toBe("none");
  });
});
