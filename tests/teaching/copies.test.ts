import { describe, expect, test } from "vitest";
import { readAllowed } from "../../src/teaching/allowed.ts";
import { sameAnswers, waysToChoose, whoOf } from "../../src/teaching/copies.ts";
import { taskOf } from "./example-task.ts";

const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
const answered = (line: number, name: string, beta: string, text = `z.${line}`, listed = name) => ({
  entry: { line, name: listed, names: [listed], text },
  name,
  tries: 1,
  settings: [{ key: "beta-ecn", text: beta }],
  answer: {},
});

describe("the same answer", () => {
  test("is told where chance would hardly bring it about", () => {
    const said = sameAnswers(task, [
      answered(1, "Ana", "0.7313"),
      answered(2, "Bo", "0.7313"),
      answered(3, "Cy", "0.7"),
    ]);
    expect(said).toEqual([["The same answer as Bo (line 2)."], ["The same answer as Ana (line 1)."], []]);
  });

  test("is not told where few answers are possible", () => {
    const list = ["Ana", "Bo", "Cy", "Di", "Ed"].map((name, i) => answered(i + 1, name, "0.8"));
    expect(sameAnswers(task, list)).toEqual([[], [], [], [], []]);
  });

  test("of the same person is a second hand-in", () => {
    expect(sameAnswers(task, [answered(1, "Ana", "0.7313"), answered(2, " ANA", "0.7313")])).toEqual([
      [],
      [],
    ]);
  });

  test("to another variant is another answer", () => {
    const varied = taskOf(["40ms..80ms step 20ms", "40ms..400ms step 1ms"]);
    expect(sameAnswers(varied, [answered(1, "Ana", "0.7313"), answered(2, "Bo", "0.7313")])).toEqual([
      [],
      [],
    ]);
  });

  test("by the very same code is a copy, however few answers there are", () => {
    const list = [answered(1, "Ana", "0.8", "z.a"), answered(2, "Ana", "0.8", "z.a", "Bo")];
    expect(sameAnswers(task, list)).toEqual([
      ["The very same hand-in as Bo (line 2)."],
      ["The very same hand-in as Ana (line 1)."],
    ]);
    expect(whoOf(list[1])).toBe("bo");
  });

  test("of many names some", () => {
    const list = Array.from({ length: 7 }, (_, i) => answered(i + 1, `n${i}`, "0.7313137"));
    expect(sameAnswers(task, list)[0][0]).toBe(
      "The same answer as n1 (line 2), n2 (line 3), n3 (line 4), n4 (line 5) and 2 more.",
    );
  });

  test("is left alone where there is no answer", () => {
    const none = { ...answered(1, "Ana", "0.7313"), answer: null };
    expect(
      sameAnswers(task, [
        none,
        { ...none, name: "Bo", entry: { line: 2, name: "Bo", names: ["Bo"], text: "" } },
      ]),
    ).toEqual([[], []]);
  });
});

describe("ways to choose", () => {
  const ways = (lines: readonly string[], settings: Record<string, string>) =>
    waysToChoose(
      { changes: lines.map((line) => readAllowed(line, task.scenario)) },
      Object.entries(settings).map(([key, text]) => ({ key, text })),
    );

  test.each<[readonly string[], Record<string, string>, number]>([
    [["beta-ecn 0.5..0.95"], { "beta-ecn": "0.8" }, 46],
    [["beta-ecn 0.5..0.95"], { "beta-ecn": "0.825" }, 451],
    [["beta-ecn 0.5..0.95"], {}, 46],
    [["aqm codel, pie"], { aqm: "pie" }, 2],
    [["ecn"], {}, 2],
    [["beta-ecn 0.5..0.95", "aqm codel, pie"], { "beta-ecn": "0.8" }, 92],
    [["beta-ecn 0.5..0.95"], { "flow1.beta-ecn": "0.8", "flow2.beta-ecn": "0.7" }, 2116],
    [["limit 10p..19p"], { limit: "12p" }, 10],
  ])("of %j with %j are %d", (lines, settings, count) => {
    expect(ways(lines, settings)).toBe(count);
  });
});
