import { describe, expect, test } from "vitest";
import { presets, scenarioFromUrl } from "../../../src/engine/index.ts";
import { isAllowed } from "../../../src/engine/params/value-text.ts";
import { ADDED_SINCE_1, DEFAULT_IN_1, withoutAdded } from "../../../src/engine/scenario/format-versions.ts";
import { flowwiseParams, sharedParams } from "../../../src/engine/scenario/names.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { LINK_PARAMS } from "../../../src/engine/topologies/link-params.ts";

const everyParam = [...sharedParams, ...LINK_PARAMS, ...flowwiseParams];

test("every old value is one that its setting allows, wherever it is declared", () => {
  for (const [id, value] of Object.entries({ ...ADDED_SINCE_1, ...DEFAULT_IN_1 })) {
    const declared = everyParam.filter((param) => param.id === id);
    expect(declared.length, id).toBeGreaterThan(0);
    for (const param of declared) expect(isAllowed(param, value), id).toBe(true);
  }
});

test("a setting is in one of the tables only, and one whose default is as it was changed nothing", () => {
  for (const [id, value] of Object.entries(DEFAULT_IN_1)) {
    expect(Object.hasOwn(ADDED_SINCE_1, id), id).toBe(false);
    expect(
      everyParam.some((param) => param.id === id && param.default !== value),
      id,
    ).toBe(true);
  }
});

describe("links of version 1 keep their bits", () => {
  // As they were while links said v=1. What changes them needs a setting with a line in the tables, not another digest here.
  test.each([
    ["f0d6118fbb379ba1", "v=1"],
    ["688fd689f360de6f", "v=1&aqm=pie"],
    ["ce9765b30820fdf3", "v=1&flow=cc=newreno&flow=cc=newreno,start=30s"],
    ["caa609fbac25d7e5", "v=1&aqm=droptail&limit=83p&flow=cc=bbr1&flow=cc=cubic"],
    [
      "ed9105bf8bf21d9b",
      "v=1&capacity=40Mbps&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&duration=60s",
    ],
    ["4c8f7b3826a5752c", "v=1&flow=cc=cubic&flow=cc=newreno,traffic=http,rtt=50ms,count=10"],
  ])("%s #%s", (digest, link) => {
    const { scenario, problems } = scenarioFromUrl(link);
    expect(problems).toEqual([]);
    expect(runScenario(scenario).digest()).toBe(digest);
  });
});

test("what a digest covers leaves out what goes on as before, wherever it stands, and the version", () => {
  const { scenario } = presets[0];
  const added = { handover: false, quantum: 3 };
  const later = {
    ...scenario,
    tcp: { ...scenario.tcp, handover: false },
    flows: scenario.flows.map((spec) => ({ ...spec, params: { ...spec.params, quantum: 3 } })),
    changes: [{ atS: 5, flow: null, link: null, id: "quantum", value: 3 }],
  };
  expect(withoutAdded(later, added)).toEqual({ ...scenario, v: 1 });
  const other = { ...scenario, tcp: { ...scenario.tcp, handover: true } };
  expect(withoutAdded(other, added)).toEqual({ ...other, v: 1 });
});
