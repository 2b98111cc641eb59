/** The part of a run in which single teeth of the sawtooth can be seen. */
import { type FlowEvents, isCut, type Scenario, type Snapshot } from "../../../engine/index.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { warmupS } from "../numbers/metrics.ts";

/** Maximum number of teeth in one plot. More teeth would look like a solid bar. */
const MOST_TEETH = 60;
const SHOWN_TEETH = 10;
/**
 * Smallest reduction that counts as a tooth, as a share of the window: senders that react to each mark reduce a little in each
 * round trip.
 */
const TOOTH = 0.1;
const LEAST_SHARE = 0.01;

/** Returns a time range of about ten teeth, by default after the warm-up; null if the whole run can show its teeth. */
export function teethView(
  { scenario, snapshot }: { readonly scenario: Scenario; readonly snapshot: Snapshot },
  aroundS: number | null = null,
): TimeView | null {
  const { nowS, flowEvents } = snapshot;
  const fromS = Math.min(warmupS(scenario), nowS / 2);
  const teeth = mostTeeth(flowEvents, fromS);
  if (teeth <= MOST_TEETH) return null;
  const toothS = (nowS - fromS) / teeth;
  const spanS = roundUp(Math.max(SHOWN_TEETH * toothS, LEAST_SHARE * nowS));
  const startS = aroundS === null ? fromS : Math.min(nowS - spanS, Math.max(0, aroundS - spanS / 2));
  return { fromS: startS, toS: startS + spanS };
}

/** Returns the number of teeth of the flow with the most teeth. The log keeps every `stride`-th event. */
function mostTeeth({ timeS, flow, kind, before, after, stride }: FlowEvents, fromS: number): number {
  const byFlow = new Map<number, number>();
  for (const [index, atS] of timeS.entries()) {
    const isTooth = isCut(kind[index]) && after[index] <= (1 - TOOTH) * before[index];
    if (atS < fromS || !isTooth) continue;
    byFlow.set(flow[index], (byFlow.get(flow[index]) ?? 0) + stride);
  }
  return Math.max(0, ...byFlow.values());
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(spanS: number): number {
  const power = 10 ** Math.floor(Math.log10(spanS));
  return power * ([1, 2, 5].find((factor) => factor * power >= spanS * (1 - 1e-9)) ?? 10);
}
