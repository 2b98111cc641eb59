/** `run --trace FILE`: what the run logged of its events, one a line in order of time. */
import { writeFileSync } from "node:fs";
import { FLOW_EVENT, QUEUE_EVENT, type Snapshot } from "../engine/index.ts";
import type { FinishedRun } from "./run-json.ts";
import { rowText, stampOf } from "./series-files.ts";

interface Line {
  readonly timeS: number;
  readonly event: string;
  /** Where it happened; "" for what happens at a sender. */
  readonly link: string;
  readonly flow: number;
  /** cwnd in segments before and after; NaN for events of the queue. */
  readonly before: number;
  readonly after: number;
}

const FLOW_EVENT_NAMES: Readonly<Record<number, string>> = {
  [FLOW_EVENT.ecnReduction]: "reduction-by-mark",
  [FLOW_EVENT.lossReduction]: "reduction-by-loss",
  [FLOW_EVENT.rto]: "timeout",
  [FLOW_EVENT.slowStartExit]: "slow-start-exit",
  [FLOW_EVENT.synTimeout]: "syn-timeout",
  [FLOW_EVENT.notOpened]: "not-opened",
  [FLOW_EVENT.lossProbe]: "loss-probe",
  [FLOW_EVENT.undo]: "undo",
};

const QUEUE_EVENT_NAMES: Readonly<Record<number, string>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "drop-by-aqm",
  [QUEUE_EVENT.overflowDrop]: "drop-by-overflow",
  [QUEUE_EVENT.linkLoss]: "random-loss",
};

/** Writes the file; returns remarks on what it does not hold. */
export function writeEventTrace(file: string, finished: FinishedRun): string[] {
  const snapshot = finished.simulation.snapshot();
  const rows = linesOf(snapshot).map(({ timeS, event, flow, before, after, link }) =>
    rowText([timeS, event, flow + 1, before, after, link]),
  );
  writeFileSync(file, `${stampOf(finished)}t_s,event,flow,cwnd_before,cwnd_after,link\n${rows.join("")}`);
  return [
    ...thinned(snapshot.flowEvents.stride, "reductions and timeouts"),
    ...snapshot.links.flatMap(({ events, label }) => thinned(events.stride, `marks and drops at ${label}`)),
  ];
}

function thinned(stride: number, what: string): string[] {
  return stride === 1
    ? []
    : [`there were too many ${what} to log all: the trace has one of every ${stride}.`];
}

function linesOf({ flowEvents, links }: Snapshot): Line[] {
  const ofFlows = Array.from(flowEvents.timeS, (timeS, i) => ({
    timeS,
    link: "",
    event: FLOW_EVENT_NAMES[flowEvents.kind[i]],
    flow: flowEvents.flow[i],
    before: flowEvents.before[i],
    after: flowEvents.after[i],
  }));
  const ofQueues = links.flatMap(({ id, events }) =>
    Array.from(events.timeS, (timeS, i) => ({
      timeS,
      link: id,
      event: QUEUE_EVENT_NAMES[events.kind[i]],
      flow: events.flow[i],
      before: Number.NaN,
      after: Number.NaN,
    })),
  );
  return [...ofFlows, ...ofQueues].sort((a, b) => a.timeS - b.timeS);
}
