/** Which theories apply to a scenario: one line each, in the order in which pages show them. */
import type { Scenario } from "../scenario/scenario.ts";
import type { RunResults } from "../trace/snapshot.ts";
import type { Overlay, OverlayRule } from "./overlay.ts";
import { dctcpOverlays } from "./overlay-dctcp.ts";
import { fairShareOverlays } from "./overlay-fair-shares.ts";
import { oneFlowOverlays } from "./overlay-one-flow.ts";
import { rateModelOverlays } from "./overlay-rate-model.ts";
import { redOverlays } from "./overlay-red.ts";

const RULES: readonly OverlayRule[] = [
  oneFlowOverlays,
  rateModelOverlays,
  redOverlays,
  dctcpOverlays,
  fairShareOverlays,
];

/** Takes a validated scenario. Some theories need what a run measured: without `results` they are left out. */
export function overlaysFor(scenario: Scenario, results: RunResults | null = null): readonly Overlay[] {
  return RULES.flatMap((rule) => rule(scenario, results));
}
