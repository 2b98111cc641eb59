import { describe, expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import {
  bracesIn,
  conditionText,
  fillBraces,
  holdsNow,
  judge,
  type LessonRuns,
  readCondition,
  readConditions,
  readingText,
  readReading,
  valueText,
} from "../../../src/teaching/document/conditions.ts";

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
    ["drops < 3p", "drops < 3 packets"],
    ["fct < 200 ms", "fct < 0.2 s"],
  ])("%s is read as %s", (text, canonical) => {
    const read = conditionText(readCondition(text, base));
    expect(read).toBe(canonical);
    expect(conditionText(readCondition(read, base))).toBe(canonical);
  });

  test.each([
    ["", /a metric, a sign and a value/],
    ["utilisation = 3", /a metric, a sign and a value/],
    ["utilization >= 95", /there is no utilization; utilisation\?/],
    ["utilisation >= 95 ms", /compared with a number of %; got/],
    ["goodput@flow2 >= 1", /can be @flow1; got @flow2/],
    ["delay-p99 <= ten", /compared with a number of ms, or of s or µs; got "ten"/],
  ])("%s is refused with a sentence", (text, message) => {
    expect(() => readCondition(text, base)).toThrow(message);
  });

  test("is judged on the run itself", () => {
    const used = judge(readCondition("utilisation > 0", base), run);
    expect(used).toEqual({ value: 100 * run.links[0].utilisation, met: true });
    expect(judge(readCondition("utilisation > 100", base), run).met).toBe(false);
  });

  test("is not met if there is nothing to measure", () => {
    expect(judge(readCondition("fct <= 1000", base), run)).toEqual({ value: null, met: false });
  });

  test("shows its value with as many digits as its verdict needs", () => {
    const condition = readCondition("utilisation >= 95 %", base);
    expect(valueText(condition, { value: 94.2, met: false })).toBe("94.2 %");
    expect(valueText(condition, { value: 94.9999, met: false })).toBe("94.9999 %");
    expect(valueText(condition, { value: null, met: false })).toBe("none");
  });

  test("shows a time below 1 s in ms, as plots and tables do", () => {
    const time = readCondition("fct <= 0.02 s", base);
    expect(valueText(time, { value: 0.01741, met: true })).toBe("17.4 ms");
    expect(valueText(time, { value: 0.020004, met: false })).toBe("20.004 ms");
    expect(valueText(time, { value: 1.2345, met: false })).toBe("1.234 s");
  });
});

const SHORT = "v=2&duration=12s&warmup=2s";

function ranOf(fragment: string) {
  const { scenario } = scenarioFromUrl(fragment);
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return { scenario, results: simulation.snapshot().results };
}

const own = ranOf(`${SHORT}&beta-ecn=0.8`);
const before = ranOf(SHORT);
const runs: LessonRuns = {
  scenario: own.scenario,
  run: own.results,
  pinnedScenario: before.scenario,
  pinned: before.results,
};
const alone: LessonRuns = { ...runs, pinnedScenario: null, pinned: null };
const [now, then] = [own, before].map(({ results }) => 100 * results.links[0].utilisation);

const text = (reading: string, from = runs) => readingText(readReading(reading, own.scenario), from);

describe("a measure", () => {
  test("is a number of the runs on the screen, with its unit", () => {
    expect(text("utilisation")).toBe(`${now.toFixed(1)} %`);
    expect(text("utilisation of pinned")).toBe(`${then.toFixed(1)} %`);
    expect(text("utilisation change")).toBe(`+${(now - then).toFixed(1)} points`);
    expect(text("utilisation times")).toBe(String(Number((now / then).toPrecision(2))));
    expect(text("goodput@flow1")).toMatch(/^\d\.\d{3} Mbps$/);
    expect(
      readingText(readReading("utilisation change", own.scenario), {
        ...runs,
        run: before.results,
        pinned: own.results,
      }),
    ).toBe(`−${(now - then).toFixed(1)} points`);
    expect(readingText(readReading("drops change", own.scenario), { ...runs, pinned: own.results })).toBe(
      "±0 packets",
    );
  });

  test("stays open while it is unknown", () => {
    expect(text("utilisation change", alone)).toBe("…");
    expect(text("utilisation of pinned", alone)).toBe("…");
    expect(text("utilisation", { ...runs, run: null })).toBe("…");
    expect(text("setting beta-ecn of pinned", alone)).toBe("…");
    expect(text("drops times")).toBe("…");
  });

  test("may be a setting of every flow that has it", () => {
    expect(text("setting beta-ecn")).toBe("0.8");
    expect(text("setting beta-ecn of pinned")).toBe("0.5");
    expect(text("setting aqm")).toBe("CoDel");
    expect(text("setting capacity")).toBe("10 Mbps");
    expect(text("setting seed")).toBe("1");
    const two = scenarioFromUrl("v=2&flow=beta-ecn=0.6&flow=beta-ecn=0.7").scenario;
    const of = (name: string) => readingText(readReading(name, two), { ...runs, scenario: two });
    expect([of("setting beta-ecn"), of("setting flow2.beta-ecn"), of("setting link.bottleneck.aqm")]).toEqual(
      ["0.6, 0.7", "0.7", "CoDel"],
    );
  });

  test.each([
    ["utilization", /there is no utilization; utilisation\?/],
    ["goodput@flow3", /goodput can be @flow1/],
    ["setting speed", /no setting speed/],
    ["setting beta-ecn change", /a setting has no "change"/],
    ["delay p99", /expected a metric/],
  ])("%j is refused with a sentence", (reading, message) => {
    expect(() => readReading(reading, own.scenario)).toThrow(message);
  });

  test("is written in braces in a text", () => {
    expect(bracesIn("a {b c} d {e}, {}, {\n}")).toEqual(["b c", "e"]);
    expect(bracesIn("a {b\nc} d")).toEqual(["b\nc"]);
    expect(fillBraces("a {b} d {e}", (inside) => inside.toUpperCase())).toBe("a B d E");
  });
});

describe("a condition of a lesson", () => {
  const holds = (condition: string, said = { right: null as boolean | null, done: false }, from = runs) =>
    readConditions(condition, own.scenario).every((one) => holdsNow(one, from, said));

  test("compares numbers of this run, the pinned one, or both", () => {
    expect(holds(`utilisation > ${now - 0.01} % and utilisation < ${now + 0.01} %`)).toBe(true);
    expect(holds(`utilisation of pinned >= ${now} %`)).toBe(false);
    expect(holds("utilisation change > 1 %")).toBe(true);
    expect(holds("utilisation times <= 1")).toBe(false);
    expect(holds("utilisation change > 1 %", undefined, alone)).toBe(false);
  });

  test("compares settings", () => {
    expect(holds("setting beta-ecn >= 0.8")).toBe(true);
    expect(holds("setting beta-ecn of pinned ≥ 0.8")).toBe(false);
    expect(holds("setting aqm is codel and setting aqm is not pie")).toBe(true);
    expect(holds("setting capacity is 10000kbps")).toBe(true);
    expect(holds("setting limit is 1000p")).toBe(true);
  });

  test("depends on the student's answers and actions", () => {
    expect(["right", "wrong", "done", "not done"].map((one) => holds(one))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const said = { right: false, done: true };
    expect(["right", "wrong", "done", "not done"].map((one) => holds(one, said))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ["utilisation", /a condition must be like/],
    ["utilisation is 3 %", /a metric is compared with >=/],
    ["utilisation > high", /compared with a number of %/],
    ["utilisation times > 3 %", /"times" must be compared with a number/],
    ["setting aqm > codel", /"is" or "is not"/],
    ["setting limit > 20p", /"is" or "is not"/],
    ["setting beta-ecn > 7", /must be 0\.3 to 0\.99/],
  ])("%j is refused with a sentence", (condition, message) => {
    expect(() => readConditions(condition, own.scenario)).toThrow(message);
  });
});
