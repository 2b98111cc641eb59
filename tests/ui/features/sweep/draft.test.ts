import { describe, expect, it } from "vitest";
import { defaultScenario, getParam, NO_PROGRAMS, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { sweepFromText, sweepToText } from "../../../../src/experiments/sweep.ts";
import {
  draftFromText,
  draftToText,
  firstDraft,
  meaningOf,
  rebased,
  runsOf,
} from "../../../../src/ui/features/sweep/draft.ts";
import { scenarioWords } from "../../../../src/ui/parts/words/setting-differences.ts";

const TEXT = "v=2&aqm=pie&rtt=50ms&x=beta-ecn=0.5:0.9:0.1&y=cc=newreno,cubic&metric=delay-p90&seeds=3";

describe("a sweep while it is edited", () => {
  it("reads back from the fragment, which contains all of it", () => {
    const { draft, notices } = draftFromText(TEXT, NO_PROGRAMS);
    expect(notices).toEqual([]);
    expect(draft).toMatchObject({
      x: { name: "beta-ecn", text: "0.5:0.9:0.1" },
      y: { name: "cc", text: "newreno,cubic" },
      metric: "delay-p90",
      seeds: "3",
    });
    expect(draftToText(draft)).toBe(TEXT);
    expect(draftFromText(draftToText(draft), NO_PROGRAMS).draft).toEqual(draft);
  });

  it("is the text that the command line accepts", () => {
    const { sweep } = meaningOf(draftFromText(TEXT, NO_PROGRAMS).draft);
    expect(sweep).not.toBeNull();
    expect(sweepToText(sweep!)).toBe(TEXT);
    expect(sweepFromText(TEXT).sweep).toEqual(sweep);
    expect(runsOf(sweep!)).toBe(5 * 2 * 3);
  });

  it("starts with β_ecn if there is one, and with another setting otherwise", () => {
    expect(draftToText(firstDraft(defaultScenario()))).toBe(
      "v=2&x=beta-ecn=0.5:0.95:0.05&metric=utilisation",
    );
    const udp = scenarioFromUrl("v=2&flow=traffic=cbr").scenario;
    expect(meaningOf(firstDraft(udp)).sweep).not.toBeNull();
  });

  it("keeps errors as typed, and reports each at its field", () => {
    const { draft, notices } = draftFromText(
      "v=2&beta-ecn=7&x=nope=1,2&y=rtt=1:2&metric=bla&seeds=0",
      NO_PROGRAMS,
    );
    expect(notices.join()).toContain("0.3 to 0.99");
    expect(draft.x).toEqual({ name: "nope", text: "1,2" });
    const { sweep, problems } = meaningOf(draft);
    expect(sweep).toBeNull();
    expect(problems.map(({ key }) => key).sort()).toEqual(["metric", "seeds", "x", "y"]);
    expect(draftFromText("x=rtt", NO_PROGRAMS).draft.x).toEqual({ name: "rtt", text: "" });
  });

  it("can be applied to another scenario", () => {
    const other = scenarioFromUrl("v=2&capacity=40Mbps").scenario;
    const draft = rebased(draftFromText(TEXT, NO_PROGRAMS).draft, other);
    expect(getParam(draft.base, { scope: "path" }, "capacity")).toBe(40);
    expect(draft.x.text).toBe("0.5:0.9:0.1");
  });
});

describe("the scenario in words", () => {
  it("states its kind and its unusual settings", () => {
    expect(scenarioWords(defaultScenario())).toBe("NewReno, ECN; CoDel, dumbbell");
    expect(scenarioWords(scenarioFromUrl("v=2&aqm=pie&rtt=50ms").scenario)).toBe(
      "NewReno, ECN; PIE, dumbbell; RTT 50 ms",
    );
  });

  it("counts what is too much to list", () => {
    expect(scenarioWords(scenarioFromUrl("v=2&path=gfc-2").scenario)).toMatch(/flows in \d+ groups/);
  });
});
