/** A stretch of a run in which single teeth can be seen. */
import { type FlowEvents, isCut, type Scenario, type Snapshot } from "../../../engine/index.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import { warmupS } from "../numbers/metrics.ts";

/** More teeth than this in one plot are a solid bar. */
const MOST_TEETH = 60;
const SHOWN_TEETH = 10;
/** A smaller cut than this share of the window is no tooth: senders that react to each mark cut a little in each round trip. */
const TOOTH = 0.1;
const LEAST_SHARE = 0.01;

/** Some ten teeth after the warm-up; null where the whole run shows its teeth. */
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

/** Teeth of the flow that has most of them; the log keeps every `stride`-th event. */
function mostTeeth({ timeS, flow, kind, before, after, stride }: FlowEvents, fromS: number): number {
  const byFlow = new Map<number, number>();
  for (const [index, atS] of timeS.entries()) {
    const isTooth = isCut(kind[index]) && after[index] <= (1 - TOOTH) * before[index];
    if (atS < fromS || !isTooth) continue;
    byFlow.set(flow[index], (byFlow.get(flow[index]) ?? 0) + stride);
  }
  return Math.max(0, ...byFlow.values());
}

/** 1, 2 or 5 times a power of ten. */
function roundUp(spanS: number): number {
  const power = 10 ** Math.floor(Math.log10(spanS));
  return power * ([1, 2, 5].find((factor) => factor * power >= spanS * (1 - 1e-9)) ?? 10);
}
