import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defaultScenario, type RunResults } from "../../../../src/engine/index.ts";
import type { Condition, LessonRuns } from "../../../../src/teaching/document/conditions.ts";
import { holdsNow, readConditions } from "../../../../src/teaching/document/conditions.ts";
import { readYardstick } from "../../../../src/teaching/document/drawing.ts";
import type { LessonStep } from "../../../../src/teaching/document/lesson.ts";
import {
  AskedList,
  askedWords,
  comparisonWords,
  nowWords,
  yardstickWords,
} from "../../../../src/ui/features/lessons/StepView.tsx";

const scenario = defaultScenario();
const asked = (text: string) =>
  askedWords(readConditions(text, scenario)[0], scenario).replaceAll("\u00a0", " ");

function runs(utilisation: number, pinned: number | null = null): LessonRuns {
  const of = (share: number) =>
    ({ links: [{ id: "bottleneck", utilisation: share }], flows: [{}] }) as unknown as RunResults;
  return {
    scenario,
    run: of(utilisation),
    pinnedScenario: pinned === null ? null : scenario,
    pinned: pinned === null ? null : of(pinned),
  };
}
const now = (text: string, of: LessonRuns) => nowWords(readConditions(text, scenario)[0], of);

describe("the exercise of a lesson", () => {
  it("shows which goals the run on the screen meets, also before anything was changed", () => {
    const texts = ["utilisation >= 95 %", "utilisation >= 99 %"];
    const step = {
      asked: texts.map((text) => ({ text, condition: readConditions(text, scenario)[0] })),
    } as unknown as LessonStep;
    const session = {
      holds: (condition: Condition, of: LessonRuns) => holdsNow(condition, of, { right: null, done: false }),
      solve: () => {},
    };
    const markup = renderToStaticMarkup(
      createElement(AskedList, { session, step, answer: {}, index: 0, runs: runs(0.97) }),
    );
    const signs = [...markup.matchAll(/, (met|not met yet)</g)].map(([, words]) => words);
    expect(signs).toEqual(["met", "not met yet"]);
  });

  it("is described with the field's names and units", () => {
    expect(asked("utilisation >= 95 %")).toBe("Utilisation ≥ 95 %");
    expect(asked("delay-p99 < 20 ms")).toBe("Queue delay, 99th percentile < 20 ms");
    expect(asked("fct <= 0.03 s")).toBe("Mean flow completion time ≤ 30 ms");
    expect(asked("fct <= 1.5 s")).toContain("≤ 1.5 s");
    expect(asked("goodput@flow1 > 2")).toBe("Goodput of flow 1 > 2 Mbps");
    expect(asked("utilisation times > 2")).toBe("Utilisation: more than 2 times the previous value");
    expect(asked("goodput@flow1 times <= 0.5")).toBe(
      "Goodput of flow 1: at most 0.5 times the previous value",
    );
    expect(asked("utilisation of pinned > 2")).toBe("Utilisation before > 2 %");
    expect(asked("setting beta-ecn >= 0.8")).toBe("β_ecn ≥ 0.8");
    expect(asked("setting aqm is not codel")).toBe("Queue is not CoDel");
    expect(asked("setting flow1.cc is cubic")).toBe("Congestion control is CUBIC");
    expect(asked("setting ecn is on")).toBe("ECN on");
    expect(asked("setting rtt <= 50 ms")).toBe("RTT ≤ 50 ms");
    expect(asked("right")).toBe("");
  });

  it.each([
    ["utilisation change > 5", "Utilisation: more than 5 points more than before"],
    ["delay-p50 change <= -3 ms", "Median queue delay: at least 3 ms less than before"],
    ["delay-p50 change >= -3 ms", "Median queue delay: at most 3 ms less than before"],
    ["delay-p50 change <= 3 ms", "Median queue delay: at most 3 ms more than before"],
    ["jain change >= 0", "Jain's index: no less than before"],
    ["jain change < 0", "Jain's index: less than before"],
  ])("states a change as more or less: %s", (text, words) => expect(asked(text)).toBe(words));

  it("is beside the current value, and rounding never hides which side it is on", () => {
    expect(now("utilisation >= 95 %", runs(0.912))).toBe("now 91.2 %");
    expect(now("utilisation >= 95 %", runs(0.94996))).toBe("now 94.996 %");
    expect(now("utilisation change >= 5 %", runs(0.9, 0.8))).toBe("now +10.0 points");
    expect(now("utilisation change >= 5 %", runs(0.9))).toBe("");
    expect(now("utilisation times >= 2", runs(0.9, 0.3))).toBe("now 3 times");
    expect(now("setting aqm is codel", runs(0.9))).toBe("now CoDel");
    expect(now("right", runs(0.9))).toBe("");
  });
});

describe("a drawing", () => {
  it("states how it will be judged, and the result", () => {
    expect(yardstickWords(readYardstick("mean within 40 ms", "delay"), "delay")).toBe(
      "mean height, within 40 ms",
    );
    expect(yardstickWords(readYardstick("teeth within 2", "cwnd"), "cwnd")).toBe("number of teeth, within 2");
    const yardstick = readYardstick("mean within 40 ms", "delay");
    expect(
      comparisonWords({ yardstick, drawn: 120.4, run: 1020.6, apart: 900.2, right: false }, "delay"),
    ).toBe("Mean height: you drew 120 ms, the run has 1021 ms, 900 ms apart; 40 ms would be near enough.");
    const deviation = readYardstick("deviation within 4 segments", "cwnd");
    expect(
      comparisonWords({ yardstick: deviation, drawn: null, run: null, apart: 3.456, right: true }, "cwnd"),
    ).toBe("Mean distance between the two curves: 3.46 segments apart; within 4 segments.");
  });
});
