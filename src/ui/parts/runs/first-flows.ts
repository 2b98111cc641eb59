/** A run with its first flows only: in small plots, and on a projector before the others are revealed. */
import type { FlowEvents } from "../../../engine/index.ts";
import type { RunView } from "../../core/run-view.ts";

/** Returns the run with its first `count` flows; null means all. */
export function withFirstFlows(run: RunView, count: number | null): RunView {
  const { snapshot } = run;
  const { results, samples } = snapshot;
  if (count === null || count >= results.flows.length) return run;
  return {
    ...run,
    snapshot: {
      ...snapshot,
      flows: snapshot.flows.filter(({ flow }) => flow < count),
      flowEvents: eventsOfFirst(snapshot.flowEvents, count),
      results: { ...results, flows: results.flows.slice(0, count) },
      samples: {
        ...samples,
        receivedBytes: samples.receivedBytes.slice(0, count),
        arrivedBytes: samples.arrivedBytes.slice(0, count),
      },
    },
  };
}

function eventsOfFirst(events: FlowEvents, count: number): FlowEvents {
  const kept = [...events.flow.keys()].filter((index) => events.flow[index] < count);
  const firstOf = <T extends Float64Array | Float32Array | Uint16Array | Uint8Array>(
    column: T,
    into: T,
  ): T => {
    for (const [place, index] of kept.entries()) into[place] = column[index];
    return into;
  };
  return {
    stride: events.stride,
    total: kept.length * events.stride,
    timeS: firstOf(events.timeS, new Float64Array(kept.length)),
    flow: firstOf(events.flow, new Uint16Array(kept.length)),
    kind: firstOf(events.kind, new Uint8Array(kept.length)),
    before: firstOf(events.before, new Float32Array(kept.length)),
    after: firstOf(events.after, new Float32Array(kept.length)),
  };
}
