/** The part of a run in which single teeth of the sawtooth can be seen. */
import { type FlowEvents, isCut, type Scenario, type Snapshot } from "../../engine/index.ts";
import type { TimeView } from "../shared/chart/plot-geometry.ts";
import { warmupS } from "./run-metrics.ts";

/** Maximum number of teeth in one plot. More teeth would look like a solid bar. */
const MOST_TEETH = 60;
const SHOWN_TEETH = 10;
/** Number of teeth from which a curve is a solid bar: on a usual screen a tooth has less than 5 px. */
const SOLID_TEETH = 200;
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
  const teeth = Math.max(0, ...teethOfFlows(flowEvents, fromS).values());
  if (teeth <= MOST_TEETH) return null;
  const toothS = (nowS - fromS) / teeth;
  const spanS = roundUp(Math.max(SHOWN_TEETH * toothS, LEAST_SHARE * nowS));
  const startS = aroundS === null ? fromS : Math.min(nowS - spanS, Math.max(0, aroundS - spanS / 2));
  return { fromS: startS, toS: startS + spanS };
}

/**
 * Returns the time range at which the page opens a run: about ten teeth around a time if the whole run is a solid bar;
 * null for the whole run. A run with changes, with flows that join or leave, or with flows whose teeth can be told
 * apart is shown whole, because a short range would hide them.
 */
export function openingView(
  run: { readonly scenario: Scenario; readonly snapshot: Snapshot },
  aroundS: number,
): TimeView | null {
  const { scenario, snapshot } = run;
  const { flows, changes } = scenario;
  const isSteady =
    changes.length === 0 &&
    flows.every(({ params }) => Number(params.start ?? 0) <= warmupS(scenario) && params.stop === null);
  if (!isSteady) return null;
  const teeth = teethOfFlows(snapshot.flowEvents, warmupS(scenario));
  const counts = snapshot.flows.map(({ flow }) => teeth.get(flow) ?? 0);
  const isSolid = Math.max(0, ...counts) >= SOLID_TEETH && Math.min(...counts) > MOST_TEETH;
  return isSolid ? teethView(run, aroundS) : null;
}

/** Returns the number of teeth of each flow that has any. The log keeps every `stride`-th event. */
function teethOfFlows(
  { timeS, flow, kind, before, after, stride }: FlowEvents,
  fromS: number,
): ReadonlyMap<number, number> {
  const byFlow = new Map<number, number>();
  for (const [index, atS] of timeS.entries()) {
    const isTooth = isCut(kind[index]) && after[index] <= (1 - TOOTH) * before[index];
    if (atS < fromS || !isTooth) continue;
    byFlow.set(flow[index], (byFlow.get(flow[index]) ?? 0) + stride);
  }
  return byFlow;
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(spanS: number): number {
  const power = 10 ** Math.floor(Math.log10(spanS));
  return power * ([1, 2, 5].find((factor) => factor * power >= spanS * (1 - 1e-9)) ?? 10);
}
