/**
 * What flows are called in plots and numbers: by number on a path with one route, by route where there are several, with
 * what tells them apart once those words are there (`src/ui/bench/numbers/flow-differences.ts`).
 */

import { type FlowTrace, resolvePath } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import type { ChartNote } from "../../shared/chart/chart-model.ts";
import { flowDash } from "../../shared/chart/colours.ts";
import type { RunView } from "../../state/run-view.ts";

/** More flows than this are not named one by one. */
export const NAMED_FLOWS = 4;

export function flowCount({ snapshot }: Pick<RunView, "snapshot">): number {
  return snapshot.results.flows.length;
}

export function hasSeveralRoutes({ scenario }: Pick<RunView, "scenario">): boolean {
  return resolvePath(scenario.path).routes.length > 1;
}

/** "flow 2 (RTT 80 ms)". */
export function flowName(run: RunView, flow: number): string {
  return run.words?.names[flow] ?? flowPlace(run, flow);
}

/** Without what tells it apart: "flow 2"; "A1", or "G 3" for the third of several on route G. */
export function flowPlace(run: RunView, flow: number): string {
  return hasSeveralRoutes(run) ? routeName(run, flow) : `flow ${flow + 1}`;
}

/** Where there is room for a word or two: "CUBIC, 80 ms". */
export function shortFlowName(run: RunView, flow: number): string {
  return run.words?.shortNames[flow] ?? flowName(run, flow);
}

function routeName({ snapshot }: RunView, flow: number): string {
  const { flows } = snapshot.results;
  const route = flows[flow]?.route ?? "";
  const alike = flows.filter((other) => other.route === route);
  if (alike.length < 2) return route;
  return `${route} ${alike.findIndex((other) => other.id === flow) + 1}`;
}

/** Whether a flow's data pass the watched link. */
export function passesWatched(run: RunView, flow: number): boolean {
  if (run.snapshot.links.length < 2) return true;
  const { id } = run.snapshot.links[run.link];
  const { route } = run.snapshot.results.flows[flow] ?? {};
  return resolvePath(run.scenario.path).routes.some((one) => one.id === route && one.forward.includes(id));
}

/** Flows that step back: those that do not pass the watched link, unless that leaves no recorded one. */
export function steppingBack(run: RunView): (flow: number) => boolean {
  const isAnyOver = run.snapshot.flows.some(({ flow }) => passesWatched(run, flow));
  return (flow) => isAnyOver && !passesWatched(run, flow);
}

/** Those over the watched link first; else in their order. */
export function watchedFirst<T extends { readonly flow: number }>(run: RunView, items: readonly T[]): T[] {
  const isOver = (item: T) => passesWatched(run, item.flow);
  return [...items.filter(isOver), ...items.filter((item) => !isOver(item))];
}

/** Says which line is whose, of those beyond the first few to whoever opens the legend; a lone flow needs no name. */
export function flowNotes(run: RunView): ChartNote[] {
  const { flows } = run.snapshot;
  if (flows.length < 2) return [];
  const notes = watchedFirst(run, flows).map(({ flow }, place): ChartNote => {
    const dash = flows.length <= NAMED_FLOWS ? flowDash(flow) : [];
    const text = shortFlowName(run, flow);
    return { text, inFull: flowName(run, flow), paint: flow, dash, isAside: place >= NAMED_FLOWS };
  });
  const others = flowCount(run) - flows.length;
  return others > 0 ? [...notes, { text: `and ${counted(others, "more flow")}`, isAside: true }] : notes;
}

function namedTraces(run: RunView): FlowTrace[] {
  return watchedFirst(run, run.snapshot.flows).slice(0, NAMED_FLOWS);
}

/** The traces that are read out at the cursor: the one that stands out, or the first few. */
export function readTraces(run: RunView, highlight: number | null): readonly FlowTrace[] {
  const one = highlight === null ? undefined : run.snapshot.flows.find((trace) => trace.flow === highlight);
  return one === undefined ? namedTraces(run) : [one];
}
