import { describe, expect, test } from "vitest";
import { presets, scenarioFromUrl, scenarioToUrl, validateScenario } from "../../../src/engine/index.ts";
import { coveredByDigest, isOfVersion1 } from "../../../src/engine/scenario/format-versions.ts";
import { Problems } from "../../../src/engine/scenario/problems.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { DIGEST_DIFFERS } from "../../golden/golden-file.ts";

test("a link of version 1 reports its version; a link without a version is of the current one, and an unknown version is a problem", () => {
  const problems = new Problems();
  const version = (given: unknown) => isOfVersion1(given, problems);
  expect([version("1"), version(1)]).toEqual([true, true]);
  expect([version(undefined), version("2"), version(2)]).toEqual([false, false, false]);
  expect(problems.list).toEqual([]);
  expect([version("3"), version("new")]).toEqual([false, false]);
  expect(problems.list.map(({ message }) => message)).toEqual([
    "Format version must be 1 or 2, got 3; it comes from a newer version of this program; what version 2 knows is used.",
    "Format version must be 1 or 2, got new; what version 2 knows is used.",
  ]);
});

test.each([
  "",
  "aqm=pie",
  "flow=cc=bbr1&flow=cc=prague,rtt=20ms",
  "duration=20s&set=5s:aqm=pie&set=10s:cc=cubic",
])("v=1 runs on today's engine: #%s", (settings) => {
  const old = scenarioFromUrl(`v=1&${settings}`);
  const today = scenarioFromUrl(`v=2&${settings}`);
  expect([old.scenario, old.problems, old.isOld]).toEqual([today.scenario, [], true]);
  expect([scenarioFromUrl(settings).scenario, today.isOld]).toEqual([today.scenario, false]);
  const file = validateScenario({ ...structuredClone(today.scenario), v: 1 });
  expect([file.scenario, file.problems, file.isOld]).toEqual([today.scenario, [], true]);
});

describe("a setting that was removed", () => {
  const message = (link: string) => {
    const { problems, scenario } = scenarioFromUrl(link);
    expect(problems).toMatchObject([{ harmless: true, isRemoved: true }]);
    expect(scenarioFromUrl(scenarioToUrl(scenario)).problems).toEqual([]);
    return problems[0].message;
  };

  test("is reported with its consequence: for all flows, of a group, during a run, in a file", () => {
    const now = '"prague-version=5.15" no longer exists: Prague works as in version 0.7 of its source.';
    expect(message("v=1&cc=prague&prague-version=5.15")).toBe(now);
    expect(message("v=2&flow=cc=prague,prague-version=5.15")).toBe(`Flow 1: ${now}`);
    expect(message("v=2&cc=bbr2&set=5s:bbr-budget=off")).toBe(
      'Change 1: "bbr-budget=off" no longer exists: the windows of BBRv2 and BBRv3 always have room for three bursts.',
    );
    const { problems } = validateScenario({
      v: 1,
      flows: [{ cc: "prague", params: { "prague-version": "5.15" } }],
    });
    expect(problems.map((problem) => problem.message)).toEqual([now]);
  });

  test("a removed value of a setting is reported, and the setting continues with its default", () => {
    expect(message("v=2&cc=bbr1&bbr-quantum=version-1")).toBe(
      '"bbr-quantum=version-1" no longer exists: BBR sends in bursts as Linux does (kernel); segments of a burst that exceed the window are sent later.',
    );
    const { scenario } = scenarioFromUrl("v=2&cc=bbr1&bbr-quantum=version-1");
    expect(scenario.flows[0].params["bbr-quantum"]).toBe("kernel");
    expect(scenarioFromUrl("v=2&cc=bbr1&bbr-quantum=version-2").problems[0].isRemoved).toBeUndefined();
  });
});

// These digests were computed when these senders still had the settings that were removed later, with each setting at
// its default. Those of Prague changed since, with its reaction before growth.
test.each([
  ["84053bce0e15b2f2", "v=2&cc=prague&duration=20s&rtt=40ms"],
  ["16115489c26d954d", "v=2&cc=bbr2&duration=20s&rtt=40ms"],
  ["b2104effbc390680", "v=2&cc=bbr3&duration=20s&rtt=40ms"],
  ["288f6e60673fbcd8", "v=2&flow=cc=prague,traffic=cbr&flow=cc=bbr3&duration=10s"],
  ["4501be664f8fbc32", "v=2&flow=cc=bbr2&flow=cc=prague&duration=10s&set=5s:flow2.cc=bbr3"],
])("digests do not depend on settings that were removed from their senders: %s #%s", (digest, link) => {
  expect(runScenario(scenarioFromUrl(link).scenario).digest(), DIGEST_DIFFERS).toBe(digest);
});

test("a digest omits the version, and settings whose value gives the earlier behaviour", () => {
  const { scenario } = presets[0];
  const leftOut = { handover: false, quantum: 3 };
  const later = {
    ...scenario,
    tcp: { ...scenario.tcp, handover: false },
    flows: scenario.flows.map((spec) => ({ ...spec, params: { ...spec.params, quantum: 3 } })),
    changes: [{ atS: 5, flow: null, link: null, id: "quantum", value: 3 }],
  };
  expect(coveredByDigest(later, leftOut)).toEqual({ ...scenario, v: 1 });
  const other = { ...scenario, tcp: { ...scenario.tcp, handover: true } };
  expect(coveredByDigest(other, leftOut)).toEqual({ ...other, v: 1 });
});
