import { describe, expect, test } from "vitest";
import {
  type BbrMode,
  type BbrPathModel,
  CRUISE,
  STARTUP,
  UP,
} from "../../../../src/engine/cc/bbr/path-model.ts";
import { explainBbrBounds } from "../../../../src/engine/cc/bbr/story.ts";
import { read } from "../../explain/asking.ts";
import { madeState } from "../made.ts";
import { madeModel } from "./made-bbr.ts";

/** Returns the explanation of a mark or a loss in a phase, with a model of 1000 segments/s and 100 ms. */
function said(model: BbrPathModel, mode: BbrMode, event: "ecnReduction" | "lossReduction" = "ecnReduction") {
  model.mode = mode;
  const bbr = { model, pacingGain: 1, priorCwnd: 0, startupEnd: "plateau" } as const;
  return read(explainBbrBounds(bbr, madeState({}), { event, before: 200, after: 200 }));
}

function onShortPath(): BbrPathModel {
  const model = madeModel();
  Object.assign(model.ecn, { isEligible: true, alpha: 0.6 });
  return model;
}

test("bursts, and the allowance for them if it is more than the path requires", () => {
  const model = madeModel();
  const path = (of = model) => said(of, CRUISE).sentences[0].replace(/^.* 100 ms\./, "");
  expect(path()).toBe("");
  Object.assign(model.quantum, { burst: 26, room: 26 });
  expect(path()).toBe(" Its segments leave in bursts of 26, the send quantum.");
  const ROOM =
    " The window has room for three bursts, 120 segments in total, which is more than the bandwidth-delay product.";
  model.quantum.room = 40;
  expect(path()).toBe(` Its segments leave in bursts of 26, the send quantum.${ROOM}`);
  model.quantum.burst = 1;
  expect(path()).toBe(ROOM);
});

describe("a mark", () => {
  test("on a path too long for it, with the bounds in force", () => {
    const model = madeModel();
    Object.assign(model, { inflightHi: 120, bwLo: 900 });
    expect(said(model, CRUISE)).toEqual({
      sentences: [
        "BBRv2 is in PROBE_BW (CRUISE), at a pacing gain of 1, and estimates the path at 1000 segments/s with a minimum RTT of 100 ms.",
        "Marks count only if the minimum RTT is at most 5 ms, so this mark has no effect.",
        "In force now: inflight_hi = 120 segments and bw_lo = 900 segments/s.",
      ],
      formula: "BDP = 1000 segments/s × 100 ms = 100 segments",
    });
  });

  test("between probes a round with marks keeps 1 − α/3 of the flight's lower bound", () => {
    expect(said(onShortPath(), CRUISE).sentences[1]).toBe(
      "A round with marks reduces inflight_lo to 1 − α × 0.333 = 0.8 of its value; α = 0.6 is the average share of marks.",
    );
  });

  test("during a probe a large share is what counts", () => {
    expect(([UP, STARTUP] as const).map((mode) => said(onShortPath(), mode).sentences.slice(1))).toEqual([
      [
        "A probed flight of which 50 % or more is marked ends the probe and sets inflight_hi.",
        "No bound is in force.",
      ],
      [
        "Two rounds in a row with 50 % or more of their segments marked end STARTUP.",
        "No bound is in force.",
      ],
    ]);
  });

  test("before a round has shown whether the path is short enough", () => {
    expect(said(madeModel({ "bbr-ecn-max-rtt": 200 }), CRUISE).sentences[1]).toBe(
      "Marks count only after a round of data has measured the minimum RTT.",
    );
  });
});

test("a loss, in each kind of phase", () => {
  expect(
    ([CRUISE, UP, STARTUP] as const).map((mode) => said(madeModel(), mode, "lossReduction").sentences[1]),
  ).toEqual([
    "A round with losses reduces inflight_lo and bw_lo to β_bbr = 0.7 of their values, but not below what the round delivered.",
    "A probed flight that loses more than 2 % ends the probe and sets inflight_hi.",
    "Losses at 8 ACKs of a round, with more than 2 % of a flight lost, end STARTUP.",
  ]);
});
