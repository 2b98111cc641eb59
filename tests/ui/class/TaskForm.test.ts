import { describe, expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { readCondition } from "../../../src/teaching/conditions.ts";
import { readAllowed } from "../../../src/teaching/parameters.ts";
import { readTaskQuestion } from "../../../src/teaching/questions.ts";
import {
  changeOptions,
  conditionLine,
  firstChange,
  furtherChange,
  metricOptions,
  partsOfCondition,
  partsOfQuestion,
  questionText,
} from "../../../src/ui/class/TaskForm.tsx";

const base = defaultScenario();

import { partsOfLine } from "../../../src/ui/class/task-fields.ts";

describe("the changes that students can be allowed", () => {
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

describe("the conditions that can count", () => {
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

  test("changes its kind without losing the question", () => {
    const parts = partsOfQuestion("why text 30..400 for 2 points: Why?");
    expect(questionText({ ...parts, kind: "choice", details: "", options: ["Yes", "No"] })).toBe(
      "why choice for 2 points: Why? | Yes | No",
    );
  });
});
