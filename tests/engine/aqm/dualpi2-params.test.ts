import { describe, expect, test } from "vitest";
import { DUALPI2_PARAMS, suggestedDualpi2 } from "../../../src/engine/aqm/dualpi2-params.ts";
import { isAllowed } from "../../../src/engine/params/value-text.ts";
import { defaultQueue } from "../../../src/engine/scenario/defaults.ts";

const { params } = defaultQueue("dualpi2");

describe("values for a path (RFC 9332 §A.1)", () => {
  test("RTT_max of 100 ms: about the defaults", () => {
    const suggested = suggestedDualpi2({ packetsPerS: 8333, rttS: 0.1, flows: 2 }, params);
    expect(suggested).toEqual({ update: 15, "dual-alpha": 0.15, "dual-beta": 3, "dual-step": 1 });
  });

  test("a shorter round trip: faster samples and higher gains", () => {
    const suggested = suggestedDualpi2({ packetsPerS: 8333, rttS: 0.02, flows: 2 }, params);
    // T = 20/3 ms, alpha = 0.1·T/RTT², beta = 0.3/RTT
    expect(suggested).toEqual({ update: 6.67, "dual-alpha": 1.67, "dual-beta": 15, "dual-step": 1 });
  });

  test("a slow link: the step leaves room for two packets", () => {
    const suggested = suggestedDualpi2({ packetsPerS: 833.3, rttS: 0.1, flows: 2 }, params);
    expect(suggested["dual-step"]).toBeCloseTo(2.4, 6);
  });

  test("are allowed for any path", () => {
    for (const rttS of [0, 1e-4, 0.001, 0.5, 5]) {
      for (const packetsPerS of [4, 1e3, 1e6]) {
        const suggested = suggestedDualpi2({ packetsPerS, rttS, flows: 1 }, params);
        for (const [id, value] of Object.entries(suggested)) {
          const param = DUALPI2_PARAMS.find((one) => one.id === id);
          expect([id, value, param !== undefined && isAllowed(param, value)]).toEqual([id, value, true]);
        }
      }
    }
  });
});
