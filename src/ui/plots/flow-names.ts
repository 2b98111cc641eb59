/**
 * The names of flows in plots and numbers: by number on a path with one route, by route if there are several routes.
 * The differences of the flows follow once they are computed (`src/ui/parts/words/flow-differences.ts`).
 */

import { type FlowTrace, resolvePath, trafficKinds } from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import type { RunView } from "../core/run-view.ts";
import type { ChartNote } from "../shared/chart/chart-model.ts";
import { flowDash } from "../shared/chart/colours.ts";

/** Number of flows that are named one by one. */
export const NAMED_FLOWS = 4;

export function flowCount({ snapshot }: Pick<RunView, "snapshot">): number {
  return snapshot.results.flows.length;
}

export function hasSeveralRoutes({ scenario }: Pick<RunView, "scenario">): boolean {
  return resolvePath(scenario.path).routes.length > 1;
}

/** Returns the name of a flow: "flow 2 (RTT 80 ms)". */
export function flowName(run: RunView, flow: number): string {
  return run.words?.names[flow] ?? flowPlace(run, flow);
}

/** Returns the name without differences: "flow 2"; "A1", or "G 3" for the third of several flows on route G. */
export function flowPlace(run: RunView, flow: number): string {
  return hasSeveralRoutes(run) ? routeName(run, flow) : `flow ${flow + 1}`;
}

/** Returns a name of one or two words: "CUBIC, 80 ms". */
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

/** Returns whether a flow's data passes the watched link. */
export function passesWatched(run: RunView, flow: number): boolean {
  if (run.snapshot.links.length < 2) return true;
  const { id } = run.snapshot.links[run.link];
  const { route } = run.snapshot.results.flows[flow] ?? {};
  return resolvePath(run.scenario.path).routes.some((one) => one.id === route && one.forward.includes(id));
}

/**
 * Returns a function that states which flows are dimmed: those that do not pass the watched link. If no recorded flow
 * passes the link, no flow is dimmed.
 */
export function steppingBack(run: RunView): (flow: number) => boolean {
  const isAnyOver = run.snapshot.flows.some(({ flow }) => passesWatched(run, flow));
  return (flow) => isAnyOver && !passesWatched(run, flow);
}

/** Returns the items with those of flows over the watched link first; otherwise the order stays the same. */
export function watchedFirst<T extends { readonly flow: number }>(run: RunView, items: readonly T[]): T[] {
  const isOver = (item: T) => passesWatched(run, item.flow);
  return [...items.filter(isOver), ...items.filter((item) => !isOver(item))];
}

/** Returns the traces of flows that have a congestion window: all but pings and other flows over UDP. */
export function tracesOfSenders({ scenario, snapshot }: RunView): readonly FlowTrace[] {
  return snapshot.flows.filter(({ group }) => {
    const traffic = scenario.flows[group]?.traffic;
    return trafficKinds.find(({ id }) => id === traffic)?.transport !== "udp";
  });
}

/**
 * Returns the legend's entries that name the lines of flows. Only the first few are in the line; the opened legend
 * contains all. A single flow needs no name.
 */
export function flowNotes(run: RunView, flows: readonly FlowTrace[] = run.snapshot.flows): ChartNote[] {
  if (run.snapshot.flows.length < 2) return [];
  const notes = watchedFirst(run, flows).map(({ flow }, place): ChartNote => {
    const dash = run.snapshot.flows.length <= NAMED_FLOWS ? flowDash(flow) : [];
    const text = shortFlowName(run, flow);
    return { text, inFull: flowName(run, flow), paint: flow, dash, isAside: place >= NAMED_FLOWS };
  });
  const others = flowCount(run) - run.snapshot.flows.length;
  return others > 0 ? [...notes, { text: `and ${counted(others, "more flow")}`, isAside: true }] : notes;
}

/** Returns the senders' traces whose values are shown at the cursor: that of the highlighted flow, or the first few. */
export function readTraces(run: RunView, highlight: number | null): readonly FlowTrace[] {
  const traces = tracesOfSenders(run);
  const one = highlight === null ? undefined : traces.find((trace) => trace.flow === highlight);
  return one === undefined ? watchedFirst(run, traces).slice(0, NAMED_FLOWS) : [one];
}
