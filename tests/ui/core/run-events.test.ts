import { describe, expect, it } from "vitest";
import { FLOW_EVENT, QUEUE_EVENT } from "../../../src/engine/index.ts";
import { type RunEvent, runEvents } from "../../../src/ui/core/run-events.ts";
import { madeSnapshot } from "./made-runs.ts";

/**
 * Returns a snapshot with marks at 1 and 3 s, a reduction at 3 s and a timeout at 5 s. A second flow starts at 4 s,
 * and a third has not started.
 */
function snapshot() {
  const made = madeSnapshot({ flows: 3, marksAtS: [1, 3], nowS: 6 });
  const [link] = made.links;
  const { results } = made;
  const startS = [0, 4, 9];
  return {
    ...made,
    results: { ...results, flows: results.flows.map((flow) => ({ ...flow, startS: startS[flow.id] })) },
    links: [
      {
        ...link,
        events: {
          ...link.events,
          kind: Uint8Array.of(QUEUE_EVENT.mark, QUEUE_EVENT.overflowDrop),
          isAck: Uint8Array.of(0, 1),
        },
      },
    ],
    flowEvents: {
      stride: 1,
      total: 2,
      timeS: Float64Array.of(3, 5),
      flow: Uint16Array.of(0, 1),
      kind: Uint8Array.of(FLOW_EVENT.ecnReduction, FLOW_EVENT.rto),
      before: Float32Array.of(90, 12),
      after: Float32Array.of(45, 1),
    },
  };
}

const short = ({ kind, atS, flow, link }: RunEvent) => [kind, atS, flow, link];

describe("the events of a run", () => {
  it("are in order of time, at the same time with those of queues first", () => {
    expect(runEvents(snapshot()).map(short)).toEqual([
      ["join", 0, 0, null],
      ["mark", 1, 0, 0],
      ["overflowDrop", 3, 0, 0],
      ["ecnReduction", 3, 0, null],
      ["join", 4, 1, null],
      ["rto", 5, 1, null],
    ]);
  });

  it("contain the change of cwnd, and whether an ACK was affected", () => {
    const events = runEvents(snapshot());
    expect(events.map(({ before, after }) => [before, after])[3]).toEqual([90, 45]);
    expect(events.map(({ isAck }) => isAck).slice(1, 4)).toEqual([false, true, false]);
  });
});
