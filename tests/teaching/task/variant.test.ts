import { describe, expect, test } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import { plainName, readVariation, variantOf, variationLine } from "../../../src/teaching/task/variant.ts";
import { taskOf } from "../example-task.ts";

const read = (text: string) => readVariation(text, defaultScenario());

describe("variants", () => {
  test.each([
    ["rtt 40ms..200ms step 20ms", [40, 60, 80, 100, 120, 140, 160, 180, 200], "rtt 40ms..200ms step 20ms"],
    ["rtt 40..100 step 0.03s", [40, 70, 100], "rtt 40ms..100ms step 0.03s"],
    ["beta-ecn 0.5..0.6 step 0.05", [0.5, 0.55, 0.6], "beta-ecn 0.5..0.6 step 0.05"],
    ["aqm codel, pie", ["codel", "pie"], "aqm codel, pie"],
    ["seed 1..5 step 2", [1, 3, 5], "seed 1..5 step 2"],
  ])("%s are %j", (text, values, line) => {
    expect(read(text).values).toEqual(values);
    expect(variationLine(read(text))).toBe(line);
    expect(read(line).values).toEqual(values);
  });

  test.each([
    ["rtt", /a parameter and its values/],
    ["rtt 40ms..200ms", /must be|RTT/],
    ["rtt 40ms..50ms step 20ms", /at least two values/],
    ["seed 1..1001 step 1", /at most 1000 values/],
    ["seed 1..9e9 step 1e-9", /at most 1000|no step|must be/],
    ["seed 1..3 step 0.5", /Seed must be/],
    ["aqm codel..pie step 1", /a list of values, not steps/],
    ["rtt 40ms..80ms step 0", /not a valid step from the first value/],
    ["rtt 80ms..40ms step 10", /not a valid step from the first value/],
  ])("%s is refused", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test("are the same for the same name in any spelling, in every version", () => {
    const task = taskOf([
      "vary: rtt 40ms..80ms step 20ms",
      "vary: rtt 40ms..200ms step 1ms\nvary: seed 1..1000 step 1",
    ]);
    const of = (name: string) => variantOf(task, name).values.map(({ value }) => value);
    expect(of("Ana  Souza")).toEqual(of(" ana souza "));
    expect([of("Ana Souza"), of("2026001"), of("2026002"), of("李雷")]).toEqual([
      [55, 176],
      [108, 759],
      [105, 603],
      [184, 801],
    ]);
    expect(plainName(" ANA\u00a0\u0053ouza ")).toBe("ana souza");
  });

  test.each([
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u00ad",
    "\u034f",
    "\u2060",
    "\u202e",
    "\u3164",
    "\ufe0f",
    "\u{e0041}",
    "\u0001",
    " \u200b ",
  ])("cannot be chosen by a character that shows nothing: %j", (unseen) => {
    const task = taskOf(["rtt 40ms..80ms step 20ms", "seed 1..1000 step 1"]);
    const of = (name: string) => variantOf(task, name).values[0].value;
    for (const name of [`${unseen}José`, `José${unseen}`, `Jos${unseen.trim()}e\u0301`])
      expect(of(name)).toBe(of("José"));
  });

  test("are distributed evenly over students with consecutive numbers", () => {
    const task = taskOf(["40ms..80ms step 20ms", "10ms..160ms step 10ms"]);
    const count = new Map<unknown, number>();
    for (let i = 0; i < 1600; i++) {
      const [{ value }] = variantOf(task, `2026${i}`).values;
      count.set(value, (count.get(value) ?? 0) + 1);
    }
    expect(count.size).toBe(16);
    for (const times of count.values()) expect(Math.abs(times - 100)).toBeLessThan(40);
  });

  test("are applied to the task's scenario", () => {
    const { scenario, values } = variantOf(taskOf(), "Ana");
    expect(scenario.flows[0].params.rtt).toBe(values[0].value);
    expect(scenario.run.duration).toBe(20);
  });
});
