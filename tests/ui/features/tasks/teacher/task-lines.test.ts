import { describe, expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../../../src/engine/index.ts";
import { readCondition } from "../../../../../src/teaching/document/conditions.ts";
import { parameterNamed, readAllowed } from "../../../../../src/teaching/document/parameters.ts";
import { readTaskQuestion } from "../../../../../src/teaching/task/questions.ts";
import { readVariation } from "../../../../../src/teaching/task/variant.ts";
import { partsOfLine } from "../../../../../src/ui/features/tasks/teacher/task-fields.ts";
import {
  changeOptions,
  conditionLine,
  firstChange,
  firstVariation,
  furtherChange,
  keyText,
  lengthText,
  metricOptions,
  partsOfCondition,
  partsOfLength,
  partsOfPath,
  partsOfQuestion,
  partsOfValues,
  pathText,
  questionText,
  settingOptions,
  unitOf,
  usualOf,
  valuesAs,
  valuesText,
  withoutUnit,
  withUnit,
} from "../../../../../src/ui/features/tasks/teacher/task-lines.ts";

const base = defaultScenario();

describe("what can be left to students", () => {
  test("include every parameter of the run, each with bounds that can be read", () => {
    const options = changeOptions(base);
    const groups = [...new Set(options.map(({ group }) => group))];
    expect(groups).toEqual(["Algorithms", "Sender", "Path", "Queue", "TCP", "Run"]);
    for (const { value } of options) expect(readAllowed(firstChange(value, base), base).param.id).toBe(value);
    expect(firstChange("aqm", base)).toMatch(/^aqm codel, \S+, \S+$/);
    expect(firstChange("nothing", base)).toBe("nothing");
    expect(options[2]).toMatchObject({ value: "beta-ecn", label: "β ecn, backoff on a mark" });
  });

  test("start, for a further line, with a parameter without a line", () => {
    const lines = [firstChange("beta-ecn", base)];
    for (const id of ["aqm", "cc", "beta-loss"]) {
      const next = furtherChange(lines, base);
      expect(partsOfLine(next)[0]).toBe(id);
      lines.push(next);
    }
  });

  test("are an id and its values", () => {
    expect([partsOfLine("aqm codel, pie"), partsOfLine("aqm")]).toEqual([
      ["aqm", "codel, pie"],
      ["aqm", ""],
    ]);
  });
});

describe("values of a parameter", () => {
  test.each(["", "0.5..0.95", "60ms..160ms step 20ms", "codel, pie", "..", "0.5..", "60ms..160ms step"])(
    "%j is shown in fields and written as it was",
    (text) => expect(valuesText(partsOfValues(text))).toBe(text.replace(/ step$/, "")),
  );

  test("keep as many values as possible in another form", () => {
    const beta = parameterNamed("beta-ecn", base);
    expect(valuesText(valuesAs("list", partsOfValues("0.5..0.9"), beta))).toBe("0.5, 0.9");
    expect(valuesText(valuesAs("range", partsOfValues("0.5, 0.9"), beta))).toBe("0.5..0.9");
    expect(valuesText(valuesAs("range", partsOfValues(""), beta))).toMatch(/^0\.\d+\.\.0\.\d+$/);
    expect(valuesText(valuesAs("all", partsOfValues("0.5, 0.9"), beta))).toBe("");
    const queue = parameterNamed("aqm", base);
    expect(valuesText(valuesAs("list", partsOfValues(""), queue)).split(", ")).toContain("codel");
  });

  test("of a variation are at least two of every parameter that a menu offers", () => {
    for (const { value } of settingOptions(base)) {
      const line = firstVariation(value, base);
      expect(() => readVariation(line, base), line).not.toThrow();
    }
  });

  test("of a hidden path are settings as in a link", () => {
    expect(partsOfPath("#rtt=200ms&flow=cc=cubic,start=5s")).toEqual([
      { key: "rtt", text: "200ms" },
      { key: "flow", text: "cc=cubic,start=5s" },
    ]);
    for (const text of ["#rtt=200ms&aqm=pie", "#rtt=", "#rtt=10%20ms"])
      expect(pathText(partsOfPath(text))).toBe(text);
    expect(pathText([{ key: "rtt", text: "1 & 2" }])).toBe("#rtt=1%20%26%202");
  });
});

test("a menu begins with the ten parameters that teachers choose most", () => {
  const options = changeOptions(base);
  const usual = usualOf(options);
  expect(usual).toHaveLength(10);
  expect(usual.slice(0, 3).map(({ value }) => value)).toEqual(["aqm", "cc", "beta-ecn"]);
  expect(options).toEqual(expect.arrayContaining(usual.map((one) => expect.objectContaining(one))));
  expect(usualOf(metricOptions(base))[0].value).toBe("utilisation");
});

describe("what can be a condition", () => {
  test("has the unit beside the number, unless another unit is typed", () => {
    expect([unitOf("utilisation"), unitOf("delay-p99@uplink"), unitOf("jain"), unitOf("x")]).toEqual([
      "%",
      "ms",
      "",
      "",
    ]);
    expect([withoutUnit("10 ms", "ms"), withoutUnit("0.1 s", "ms"), withoutUnit("95,5 %", "%")]).toEqual([
      "10",
      "0.1 s",
      "95,5",
    ]);
    expect([withUnit("10", "ms"), withUnit("0.1 s", "ms"), withUnit("", "ms"), withUnit("1", "")]).toEqual([
      "10 ms",
      "0.1 s",
      "",
      "1",
    ]);
  });

  test("include every metric, at each of its places", () => {
    const two = scenarioFromUrl("v=2&flow=cc=newreno&flow=cc=cubic").scenario;
    const ids = metricOptions(two).map(({ value }) => value);
    expect(ids).toContain("goodput@flow2");
    for (const id of ids) expect(readCondition(`${id} >= 1`, two).measure.id).toBe(id);
  });

  test("are a measure, a comparison and a bound", () => {
    expect(partsOfCondition("delay-p99 ≤ 10 ms")).toEqual({
      metric: "delay-p99",
      sign: "<=",
      bound: "10 ms",
      points: "",
      part: "",
    });
    expect(partsOfCondition("")).toEqual({ metric: "", sign: ">=", bound: "", points: "", part: "" });
    for (const line of [
      "delay-p99 <= 10 ms for 2.5 points",
      "delay-p99 <= 10 ms for 1 points, part from 60 ms",
      "utilisation >= 95 % for 3 points, part from 80 %",
    ])
      expect(conditionLine(partsOfCondition(line))).toBe(line);
    expect(conditionLine({ metric: "jain", sign: ">", bound: "0.9", points: "", part: "" })).toBe(
      "jain > 0.9",
    );
  });
});

describe("a question is a card", () => {
  test.each([
    "why text 30..400 for 2 points: Why: for example, does it?",
    "first choice for 1 points: Which one marks first? | CoDel | PIE | Neither",
    "wait number ms: How long do they wait?",
    "cut evidence story for 0.5 points: Pin the story.",
    "q1 text: Why?",
  ])("%s", (line) => {
    expect(questionText(partsOfQuestion(line))).toBe(line);
    expect(readTaskQuestion(line).id).toBe(partsOfQuestion(line).id);
  });

  test("has the ends of a length and the tolerance of an answer in fields of their own", () => {
    for (const length of ["20..400", "400", ""]) expect(lengthText(partsOfLength(length))).toBe(length);
    expect([keyText("25", "2"), keyText("", "")]).toEqual(["25 within 2", ""]);
  });

  test("changes its kind without losing the question", () => {
    const parts = partsOfQuestion("why text 30..400 for 2 points: Why?");
    expect(questionText({ ...parts, kind: "choice", details: "", options: ["Yes", "No"] })).toBe(
      "why choice for 2 points: Why? | Yes | No",
    );
  });
});
