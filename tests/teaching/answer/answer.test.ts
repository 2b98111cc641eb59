import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addFlow, scenarioFromUrl, scenarioToUrl, setLinkAqm, setParam } from "../../../src/engine/index.ts";
import { answerOf, refusals, withSetting } from "../../../src/teaching/answer/answer.ts";
import { readAllowed } from "../../../src/teaching/document/parameters.ts";
import { anyScenario } from "../../contract/random-scenarios.ts";

const of = (fragment: string) => scenarioFromUrl(`v=2&${fragment}`).scenario;
const base = of("");
const answer = (from: string, to: string) =>
  answerOf(of(from), of(to)).settings.map(({ key, text }) => `${key}=${text}`);

describe("an answer", () => {
  test.each([
    ["", "beta-ecn=0.8", ["beta-ecn=0.8"]],
    ["", "aqm=pie&target=20ms", ["aqm=pie", "target=20ms"]],
    ["", "cc=cubic&rtt=20ms&seed=7", ["cc=cubic", "seed=7", "rtt=20ms"]],
    ["flow=cc=newreno&flow=cc=cubic", "flow=cc=newreno&flow=cc=cubic,beta-ecn=0.9", ["flow2.beta-ecn=0.9"]],
    ["flow=cc=newreno&flow=cc=cubic", "flow=cc=cubic&flow=cc=cubic", ["cc=cubic"]],
    ["path=parking-lot", "path=parking-lot&link=id=hop1,aqm=pie", ["link.hop1.aqm=pie"]],
    ["beta-ecn=0.8", "beta-ecn=0.8", []],
  ])("from %j to %j is %j, and converts back", (from, to, settings) => {
    expect(answer(from, to)).toEqual(settings);
    const reached = answerOf(of(from), of(to)).settings.reduce(withSetting, of(from));
    expect(scenarioToUrl(reached)).toBe(scenarioToUrl(of(to)));
  });

  test("between any two scenarios converts back, or states that there is more", () => {
    fc.assert(
      fc.property(anyScenario, anyScenario, (from, to) => {
        const { settings, others } = answerOf(from, to);
        if (others.length > 0) return;
        expect(scenarioToUrl(settings.reduce(withSetting, from))).toBe(scenarioToUrl(to));
      }),
      { numRuns: 40 },
    );
  });

  test("gives a link the path's queue again", () => {
    const own = of("path=parking-lot&link=id=hop1,aqm=pie");
    const back = setLinkAqm(own, "hop1", null);
    const { settings } = answerOf(own, back);
    expect(settings[0]).toEqual({ key: "link.hop1.aqm", text: "" });
    expect(scenarioToUrl(settings.reduce(withSetting, own))).toBe(scenarioToUrl(back));
  });

  test.each([
    ["The path", "path=parking-lot"],
    ["The list of changes during the run", "set=20s:beta-ecn=0.9"],
    ["The number of flows, or their traffic,", "flows=2"],
    ["The number of flows, or their traffic,", "traffic=cbr"],
  ])("reports that %s was changed", (others, fragment) => {
    expect(answerOf(base, of(fragment)).others).toEqual([others]);
  });

  test("reports a change that only differs in notation", () => {
    const given = of("path=parking-lot");
    const now = of("path=parking-lot&link=id=hop1,capacity=10Mbps");
    expect(answerOf(given, now).others).toEqual(["Another part of the scenario"]);
  });

  test("reports a flow that joined", () => {
    expect(answerOf(base, addFlow(base)).others).toEqual(["The number of flows, or their traffic,"]);
  });

  test.each([
    ["beta-ecn", "5", /β_ecn must be/],
    ["flow9.rtt", "20ms", /no flow9/],
    ["link.x.loss", "1", /no link\.x/],
    ["kp", "1", /no setting kp/],
    ["aqm", "none", /must be/],
  ])("with %s=%s cannot be applied to a scenario", (key, text, message) => {
    expect(() => withSetting(base, { key, text })).toThrow(message);
  });
});

describe("the refusals of a task", () => {
  const allowed = ["beta-ecn 0.5..0.95", "aqm codel, pie"].map((text) => readAllowed(text, base));
  const changes = { changes: allowed, code: null };
  const refused = (to: string) => refusals(answerOf(base, of(to)), changes, base);

  test("are named", () => {
    expect(refused("beta-ecn=0.95&aqm=pie")).toEqual([]);
    expect(refused("beta-ecn=0.96&aqm=red&rtt=20ms")).toEqual([
      "Queue is RED; the task allows CoDel or PIE.",
      "β_ecn is 0.96; the task allows 0.5 to 0.95.",
      "RTT was changed; the task does not allow this.",
    ]);
    expect(refused("flows=3")).toEqual([
      "The number of flows, or their traffic, was changed; the task does not allow this.",
    ]);
    const two = of("flow=cc=newreno&flow=cc=newreno");
    const one = setParam(two, { scope: "flow", flow: 1 }, "rtt", 7);
    expect(refusals(answerOf(two, one), changes, two)).toEqual([
      "RTT of flow 2 was changed; the task does not allow this.",
    ]);
    expect(refusals({ settings: [{ key: "x", text: "1" }], others: [] }, changes, base)).toEqual([
      "There is no setting x.",
    ]);
  });
});
