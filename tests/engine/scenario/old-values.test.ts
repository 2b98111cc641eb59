import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defaultScenario,
  type ParamValues,
  scenarioFromUrl,
  scenarioToUrl,
  validateScenario,
} from "../../../src/engine/index.ts";
import { namesInFile } from "../../../src/engine/scenario/json.ts";
import { asInVersion1, keptWords, readVersion } from "../../../src/engine/scenario/old-values.ts";
import { Problems } from "../../../src/engine/scenario/problems.ts";
import { namesInTexts } from "../../../src/engine/scenario/texts.ts";
import { cases } from "../../effort.ts";
import { arbitraryScenario } from "./arbitrary-scenario.ts";

const NOTHING: ReadonlySet<string> = new Set();
/** As if these had had other defaults once: of TCP, of queues, of senders, of links, of the run. */
const OLD: ParamValues = {
  "min-rto": 1000,
  target: 7,
  "beta-ecn": 0.6,
  "fast-convergence": false,
  loss: 0.5,
  "start-jitter": 0,
};

function asOld(fragment: string, old: ParamValues = OLD) {
  const { scenario, problems } = scenarioFromUrl(`v=2&${fragment}`);
  expect(problems).toEqual([]);
  return asInVersion1(scenario, NOTHING, old);
}

const textOf = (fragment: string, old?: ParamValues) => scenarioToUrl(asOld(fragment, old).scenario);

describe("the old values stand wherever the setting is declared", () => {
  test("TCP's, the run's, the path's, the queue's, a flow's", () => {
    expect(textOf("seed=1")).toBe("v=2&loss=0.5&target=7ms&beta-ecn=0.6&min-rto=1000ms&start-jitter=0ms");
  });

  test("every group has its own, as its sender declares them", () => {
    expect(textOf("flow=cc=cubic&flow=cc=bbr1&flow=traffic=cbr", { "fast-convergence": false })).toBe(
      "v=2&flow=cc=cubic,fast-convergence=off&flow=cc=bbr1&flow=traffic=cbr",
    );
  });

  test("a link's own queue has its own, and one that shares the scenario's stays so", () => {
    expect(textOf("path=parking-lot&aqm=red&link=id=hop2,aqm=codel", { target: 7 })).toBe(
      "v=2&path=parking-lot&aqm=red&link=id=hop2,aqm=codel,target=7ms",
    );
  });

  test("the flows that a path comes with", () => {
    const { scenario } = asOld("path=parking-lot", { "beta-ecn": 0.6 });
    expect(scenario.flows.map(({ params }) => params["beta-ecn"])).toEqual([0.6, 0.6, 0.6, 0.6]);
    expect(scenarioFromUrl(scenarioToUrl(scenario)).scenario).toEqual(scenario);
  });

  test("an algorithm that comes in mid-run, at the same moment", () => {
    expect(
      textOf("aqm=red&set=20s:aqm=codel&set=30s:cc=cubic", { target: 7, "fast-convergence": false }),
    ).toBe("v=2&aqm=red&set=20s:aqm=codel&set=20s:target=7ms&set=30s:cc=cubic&set=30s:fast-convergence=off");
  });
});

describe("what is kept is said", () => {
  test("once each, with the setting's label and value", () => {
    const { kept } = asOld("flow=cc=cubic&flow=cc=cubic", { "fast-convergence": false, "min-rto": 1000 });
    expect(kept.map(({ id, text }) => [id, text])).toEqual([
      ["min-rto", "1000ms"],
      ["fast-convergence", "off"],
    ]);
    expect(keptWords(kept, "link")).toBe(
      "This link is from an earlier version. It keeps what held then (RTO floor: 1000ms; Fast convergence: off).",
    );
    expect(keptWords([], "file")).toBe("");
  });

  test("not what the scenario has no use for, and not what is as it was", () => {
    const cubic = { "fast-convergence": false };
    expect(asOld("cc=newreno", cubic)).toEqual({ scenario: defaultScenario(), kept: [] });
    expect(asOld("seed=1", { "min-rto": defaultScenario().tcp["min-rto"] }).kept).toEqual([]);
  });
});

describe("a text that names a setting knows it", () => {
  test("in a link: as a key, of a group, of a link, of a change, of a sweep", () => {
    const settings = [
      { key: "min-rto", text: "200ms" },
      { key: "flow", text: "cc=cubic,beta-ecn=0.8" },
      { key: "link", text: "id=a,loss=0.1" },
      { key: "set", text: "20s:flow2.target=5ms" },
      { key: "x", text: "start-jitter=1ms,2ms" },
      { key: "set", text: "nonsense" },
    ];
    const named = namesInTexts(settings);
    for (const id of ["min-rto", "beta-ecn", "loss", "target", "start-jitter"]) expect(named).toContain(id);
    expect(asInVersion1(defaultScenario(), named, { "min-rto": 1000 }).kept).toEqual([]);
  });

  test("in a file: at any depth, and of a change", () => {
    const named = namesInFile({
      tcp: { "min-rto": 1 },
      flows: [{ params: { loss: 2 } }],
      changes: [{ id: "target" }],
    });
    for (const id of ["min-rto", "loss", "target"]) expect(named).toContain(id);
  });
});

test("what has settings but says no version is of version 1; what says nothing is of today", () => {
  const problems = new Problems();
  const version = (given: unknown, saysMore: boolean) => readVersion(given, saysMore, problems);
  expect([version(undefined, true), version("1", true), version(1, false)]).toEqual([1, 1, 1]);
  expect([version(undefined, false), version("2", true), version(2, true)]).toEqual([2, 2, 2]);
  expect(problems.list).toEqual([]);
  expect([version("3", true), version("new", false)]).toEqual([2, 2]);
  expect(problems.list).toHaveLength(2);
});

test("read as version 1, written as version 2, a scenario comes back as it is: everything is named", () => {
  fc.assert(
    fc.property(arbitraryScenario, (scenario) => {
      const { scenario: old } = asInVersion1(scenario, NOTHING, OLD);
      const read = scenarioFromUrl(scenarioToUrl(old));
      expect(read).toEqual({ scenario: old, problems: [], view: {}, kept: [] });
      expect(validateScenario(structuredClone(old))).toEqual({ scenario: old, problems: [], kept: [] });
    }),
    cases(60),
  );
});
