/** BBR controls with chosen values, and the indices of their probes. */

import { BBR2_RULES, bbr2 } from "../../../../src/engine/cc/bbr/bbr2.ts";
import { BbrSettings } from "../../../../src/engine/cc/bbr/params.ts";
import type { BbrMode, BbrRules } from "../../../../src/engine/cc/bbr/path-model.ts";
import { BbrPathModel } from "../../../../src/engine/cc/bbr/path-model.ts";
import type { ParamValues } from "../../../../src/engine/params/param.ts";
import { defaultsOf } from "../../../../src/engine/scenario/places.ts";
import { madeSample } from "../made.ts";

export const MODE = 0;
export const BW = 1;
export const MIN_RTT = 2;
export const GAIN = 3;
export const INFLIGHT_HI = 4;
export const INFLIGHT_LO = 5;
export const ALPHA = 6;
/** Index of BBRv1's probe for the burst; BBRv2 and BBRv3 have this probe last. */
export const BURST_OF_V1 = 4;
export const BURST = 7;

export function madeSettings(values: ParamValues = {}): BbrSettings {
  return new BbrSettings(bbr2.params, { ...defaultsOf(bbr2.params), ...values });
}

/** Returns a model of a path with a full pipe: bandwidth 1000 segments per second, RTT 100 ms, BDP 100. */
export function madeModel(
  values: ParamValues = {},
  rules: Partial<BbrRules> = {},
  mode: BbrMode | null = null,
): BbrPathModel {
  const model = new BbrPathModel(madeSettings(values), { ...BBR2_RULES, ...rules });
  if (mode !== null) model.mode = mode;
  model.maxBw.take(1000);
  model.boundBwForModel();
  model.minRtt.update(madeSample({ rttNs: 100e6 }));
  model.fullPipe.isReached = true;
  return model;
}
