import { describe, expect, test } from "vitest";
import { presets, scenarioFromUrl } from "../../../src/engine/index.ts";
import { isAllowed } from "../../../src/engine/params/value-text.ts";
import { ADDED_SINCE_1, DEFAULT_IN_1, withoutAdded } from "../../../src/engine/scenario/format-versions.ts";
import { flowwiseParams, sharedParams } from "../../../src/engine/scenario/names.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { LINK_PARAMS } from "../../../src/engine/topologies/link-params.ts";

const everyParam = [...sharedParams(), ...LINK_PARAMS, ...flowwiseParams()];

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
    // Every sender, queue, traffic and path that version 1 had.
    ["f0dba5208dce0174", "v=1&cc=adaptive-abe&duration=20s&rtt=40ms"],
    ["f5f57951bc07c913", "v=1&cc=bbr1&duration=20s&rtt=40ms"],
    ["b7dc52c4501ce47a", "v=1&cc=bbr2&duration=20s&rtt=40ms"],
    ["d25c862adfbe1306", "v=1&cc=bbr3&duration=20s&rtt=40ms"],
    ["b430d995ae9f7b8b", "v=1&cc=dctcp&duration=20s&rtt=40ms"],
    ["d5c81bb3f4817a20", "v=1&cc=ecn-ab&duration=20s&rtt=40ms"],
    ["0bc4a17944c5631e", "v=1&cc=newreno&duration=20s&rtt=40ms"],
    ["e061c856db2702c8", "v=1&cc=prague&duration=20s&rtt=40ms"],
    ["a0cd3d013de24d59", "v=1&cc=unresponsive&duration=20s&rtt=40ms"],
    ["3e82d050624557ff", "v=1&cc=vegas&duration=20s&rtt=40ms"],
    ["56e749c90710f6e9", "v=1&aqm=cobalt&duration=20s&flows=3"],
    ["4a54752ccc102d7a", "v=1&aqm=codel&duration=20s&flows=3"],
    ["9b3048d8d3bba602", "v=1&aqm=droptail&duration=20s&flows=3"],
    ["d4b5df4dd48af077", "v=1&aqm=dualpi2&duration=20s&flows=3"],
    ["1561a14f4bfd7f38", "v=1&aqm=ecn-codel&duration=20s&flows=3"],
    ["976f7cea759e7040", "v=1&aqm=fq-codel&duration=20s&flows=3"],
    ["b1929e2d55aff68f", "v=1&aqm=fq-pie&duration=20s&flows=3"],
    ["de128b9a7570c5b4", "v=1&aqm=infinite&duration=20s&flows=3"],
    ["49399ce6e3b16f66", "v=1&aqm=pi&duration=20s&flows=3"],
    ["7447fb41e186f8e3", "v=1&aqm=pie&duration=20s&flows=3"],
    ["ae240de0256ca211", "v=1&aqm=pie-linux&duration=20s&flows=3"],
    ["ec6146b295e62e02", "v=1&aqm=red&duration=20s&flows=3"],
    ["3a9469f15ba1c984", "v=1&aqm=step&duration=20s&flows=3"],
    ["e89f5424fdf6c3de", "v=1&traffic=bulk&duration=20s"],
    ["2f5566a5abdf2b26", "v=1&traffic=cbr&duration=20s"],
    ["3c735f024227d109", "v=1&traffic=http&duration=20s"],
    ["ac6d625bff0ca4d6", "v=1&traffic=on-off&duration=20s"],
    ["e0b447068c5890ec", "v=1&traffic=poisson&duration=20s"],
    ["48aaaa4c7a6449c6", "v=1&path=custom&duration=12s"],
    ["9634177a9f76c4f7", "v=1&path=dc-wan&duration=12s"],
    ["509c69879af2ea03", "v=1&path=dumbbell&duration=12s"],
    ["adda0bfbe7f160ae", "v=1&path=gfc-2&duration=12s"],
    ["c2d3a17e06ac369d", "v=1&path=parking-lot&duration=12s"],
    ["95f213009d2bfb92", "v=1&path=six-flows&duration=12s"],
  ])("%s #%s", (digest, link) => {
    const { scenario, problems } = scenarioFromUrl(link);
    expect(problems).toEqual([]);
    expect(runScenario(scenario).digest()).toBe(digest);
  });
});

describe("links of version 1 whose algorithm was wrong then hold what they have had since it was put right", () => {
  // CUBIC, HighSpeed TCP, H-TCP, Scalable TCP and Westwood+ count as the kernel does, Adaptive RED's last step passes its bounds.
  test.each([
    ["037ed08879e76ebc", "v=1&cc=cubic&duration=20s&rtt=40ms"],
    ["8275741d1a697b0b", "v=1&cc=hstcp&duration=20s&rtt=40ms"],
    ["8de2bc39652e2643", "v=1&cc=htcp&duration=20s&rtt=40ms"],
    ["3e256f50306eb2ef", "v=1&cc=scalable&duration=20s&rtt=40ms"],
    ["ae73292c2d3a0016", "v=1&cc=westwood&duration=20s&rtt=40ms"],
    ["a103cd79b64d3950", "v=1&aqm=ared&duration=20s&flows=3"],
    ["3215ffb117ce0a51", "v=1&duration=20s&set=5s:aqm=pie&set=10s:cc=cubic"],
    ["e746136d0a149ffe", "cc=cubic&aqm=codel&duration=20s"],
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
