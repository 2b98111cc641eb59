/** Checks stories of random runs against the logs of the runs. */
import { describe, expect, test } from "vitest";
import { type Scenario, type Story, scenarioFromUrl } from "../../../src/engine/index.ts";
import { MANY } from "../../effort.ts";
import { tell, tellerOf } from "./asking.ts";
import { expectTrueStories, faultsOf, PARTS } from "./checked-stories.ts";
import { LoggedRun } from "./oracle.ts";

describe("explanations of random runs agree with the log", () => {
  test.each(Array.from({ length: PARTS / 2 }, (_, i) => i + 1))("part %s", MANY, expectTrueStories);
});

describe("a wrong explanation is detected", () => {
  const scenario: Scenario = scenarioFromUrl("v=2&ecn=off&duration=30s").scenario;
  const run = new LoggedRun(scenario);
  const question = { kind: "queue-event", event: "aqmDrop", link: 0, flow: 0, atS: 22.394 } as const;
  const { story } = tell(tellerOf(scenario), question);

  type Part = Story["sentences"][number][number];
  const changed = (change: (part: Part) => Part): Story => ({
    ...story,
    sentences: story.sentences.map((parts) => parts.map(change)),
  });
  const ofKind = (kind: string, change: (part: Exclude<Part, string>) => Part) =>
    changed((part) => (typeof part !== "string" && part.fact?.kind === kind ? change(part) : part));

  test("the original has no error", () => {
    expect(faultsOf(run, story)).toEqual([]);
  });

  test("a reduction before a drop, given as its response", () => {
    const wrong = ofKind("cut-for", (part) => {
      if (part.fact?.kind !== "cut-for") return part;
      const { packet, value, unit } = part.fact;
      return { ...part, fact: { kind: "proof", packet, value, unit } };
    });
    expect(faultsOf(run, wrong).join()).toMatch(/"kind":"proof".*the log has NaN/);
  });

  test("a value that is not in the log, and a text that does not show its value", () => {
    const other = ofKind("sojourn", (part) =>
      part.fact === undefined ? part : { ...part, fact: { ...part.fact, value: part.fact.value + 1e6 } },
    );
    expect(faultsOf(run, other).join()).toContain("the log has");
    const shown = ofKind("sojourn", (part) => ({ ...part, text: "71 ms" }));
    expect(faultsOf(run, shown).join()).toContain("the text shows another value");
  });

  test("a number in plain text, and a number that is not a fact", () => {
    expect(
      faultsOf(
        run,
        changed((part) => (typeof part === "string" ? `${part} 3` : part)),
      ).join(),
    ).toContain("plain text holds a number");
    const bare = ofKind("sojourn", ({ text }) => ({ text }));
    expect(faultsOf(run, bare).join()).toContain("is no fact");
  });
});
