/** What several charts need to know of a run: hues, warm-up, names. */

import type { ParamValue, Scenario } from "../../../engine/index.ts";
import type { Paint } from "../../shared/chart/colours.ts";
import type { RunView } from "../../state/run-view.ts";

import { pinnedLabel } from "./chart-words.ts";
import { flowCount } from "./flow-names.ts";

/** What belongs to the queue and not to a flow has a lone flow's hue, and the ink's where there are several. */
export function runPaint(run: RunView): Paint {
  return flowCount(run) > 1 ? "ink" : 0;
}

export function warmupS(run: RunView): number {
  return numberOr(run.scenario.run.warmup, 0);
}

/** With the changes in mid-run, as it began. */
export function recordedOf({ scenario, recorded }: Pick<RunView, "scenario" | "recorded">): Scenario {
  return recorded ?? scenario;
}

export function numberOr(value: ParamValue | undefined, other: number): number {
  return typeof value === "number" ? value : other;
}

/** Flows that are drawn in front; the others step back. */
export function isDimmed(flow: number, highlight: number | null): boolean {
  return highlight !== null && highlight !== flow;
}

export function pinnedName(pinned: RunView): string {
  return pinnedLabel(pinned.label);
}
