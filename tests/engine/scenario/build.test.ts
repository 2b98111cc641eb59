import { describe, expect, test } from "vitest";
import { congestionControlById } from "../../../src/engine/registered.ts";
import { senderSettings, senderTraits } from "../../../src/engine/scenario/build.ts";
import { scenarioFromUrl } from "../../../src/engine/scenario/url.ts";

describe("AccECN's option (RFC 9768 §3.2.3; Linux tcp_ecn_option 2)", () => {
  test.each([
    ["cc=cubic,accecn=on", 12],
    ["cc=dctcp,accecn=on", 12],
    ["cc=prague", 12],
    ["cc=cubic", 0],
    ["cc=dctcp", 0],
    ["cc=cubic,accecn=on,ecn=off", 0],
  ])("%s with AccECN next to CUBIC without it has %d bytes less payload per segment", (flow, bytes) => {
    const { scenario } = scenarioFromUrl(`v=2&flow=${flow}&flow=cc=cubic`);
    const sizes = scenario.flows.map(({ cc, params }) => {
      const traits = senderTraits(congestionControlById(cc, undefined), params);
      const { mssBytes, overheadBytes } = senderSettings(scenario.tcp, params, traits);
      return [mssBytes, overheadBytes];
    });
    expect(sizes).toEqual([
      [1448 - bytes, 52 + bytes],
      [1448, 52],
    ]);
  });
});
