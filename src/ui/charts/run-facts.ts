/** What several charts need to know of a run: names, hues, warm-up. */
import {
  congestionControls,
  declaredParams,
  type FlowTrace,
  type ParamValue,
  type Place,
  type Scenario,
} from "../../engine/index.ts";
import type { ChartNote } from "./chart-model.ts";
import type { RunView } from "./chart-props.ts";
import { flowDash } from "./flow-style.ts";
import type { Paint } from "./paint.ts";

export function flowCount(run: RunView): number {
  return run.snapshot.results.flows.length;
}

/** What belongs to the queue and not to a flow has a lone flow's hue, and the ink's where there are several. */
export function runPaint(run: RunView): Paint {
  return flowCount(run) > 1 ? "ink" : 0;
}

export function warmupS(run: RunView): number {
  return numberOr(run.scenario.run.warmup, 0);
}

export function numberOr(value: ParamValue | undefined, other: number): number {
  return typeof value === "number" ? value : other;
}

/** Whether a parameter is declared to be set on a logarithmic scale. */
export function isLogParam(scenario: Scenario, place: Place, id: string): boolean {
  const param = declaredParams(scenario, place).find((declared) => declared.id === id);
  return param?.kind === "number" && param.scale === "log";
}

export function flowName(flow: number): string {
  return `flow ${flow + 1}`;
}

function controlLabel(run: RunView, group: number): string {
  const id = run.scenario.flows[group]?.cc;
  return congestionControls.find((control) => control.id === id)?.label ?? id ?? "";
}

/** Flows that are drawn in front; the others step back. */
export function isDimmed(flow: number, highlight: number | null): boolean {
  return highlight !== null && highlight !== flow;
}

/** More flows than this are not named one by one. */
const NAMED_FLOWS = 4;

/** Says which line is whose; a lone flow needs no name. */
export function flowNotes(run: RunView): ChartNote[] {
  const { flows } = run.snapshot;
  if (flows.length < 2) return [];
  const named = flows.slice(0, NAMED_FLOWS).map(({ flow, group }) => ({
    text: `${flow + 1} ${controlLabel(run, group)}`,
    paint: flow,
    dash: flows.length <= NAMED_FLOWS ? flowDash(flow) : [],
  }));
  const others = flowCount(run) - named.length;
  return others > 0 ? [...named, { text: `and ${others} more` }] : named;
}

/** The traces that are read out at the cursor: the one that stands out, or the first few. */
export function readTraces(run: RunView, highlight: number | null): readonly FlowTrace[] {
  const { flows } = run.snapshot;
  const one = highlight === null ? undefined : flows.find((trace) => trace.flow === highlight);
  return one === undefined ? flows.slice(0, NAMED_FLOWS) : [one];
}

export function pinnedName(pinned: RunView): string {
  return `pinned: ${pinned.label}`;
}
