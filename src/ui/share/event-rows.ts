/** Marks, drops and what senders did, each as a row of the table of a run. */
import { FLOW_EVENT, isOfOpening, QUEUE_EVENT, type Snapshot } from "../../engine/index.ts";
import { type Owner, rowText } from "./series-rows.ts";

const AT_QUEUES: Readonly<Record<number, string>> = {
  [QUEUE_EVENT.mark]: "CE mark",
  [QUEUE_EVENT.aqmDrop]: "drop by the discipline",
  [QUEUE_EVENT.overflowDrop]: "drop for want of room",
  [QUEUE_EVENT.linkLoss]: "random loss",
};

/** Of a reduction, smallest and last are the cwnd that it leads to, largest the one before. */
const OF_SENDERS: Readonly<Record<number, string>> = {
  [FLOW_EVENT.ecnReduction]: "reduction for a mark",
  [FLOW_EVENT.lossReduction]: "reduction for a loss",
  [FLOW_EVENT.rto]: "timeout",
  [FLOW_EVENT.slowStartExit]: "slow start ends",
  [FLOW_EVENT.synTimeout]: "SYN sent again",
  [FLOW_EVENT.notOpened]: "connection failed",
  [FLOW_EVENT.lossProbe]: "loss probe",
  [FLOW_EVENT.undo]: "reduction undone",
};

export function eventRows(snapshot: Snapshot): string[] {
  return [...queueRows(snapshot), ...senderRows(snapshot), ...lifeRows(snapshot)];
}

function queueRows({ links }: Snapshot): string[] {
  return links.flatMap(({ id, events }) =>
    Array.from(events.timeS, (timeS, i) => {
      const name = `${AT_QUEUES[events.kind[i]]}${events.isAck[i] === 1 ? " of an ACK" : ""}`;
      return once(name, "packets", { flow: events.flow[i], link: id }, timeS, 1);
    }),
  );
}

function senderRows({ flowEvents: { timeS, kind, flow, before, after } }: Snapshot): string[] {
  return Array.from(timeS, (at, i) =>
    rowText({
      name: OF_SENDERS[kind[i]],
      unit: isOfOpening(kind[i]) ? "SYNs" : "segments",
      of: { flow: flow[i] },
      timeS: at,
      min: Math.min(before[i], after[i]),
      max: Math.max(before[i], after[i]),
      last: after[i],
    }),
  );
}

/** When flows join, and leave before the run is over. */
function lifeRows({ results, nowS }: Snapshot): string[] {
  return results.flows.flatMap(({ id, startS, stopS }) => [
    ...(startS <= nowS ? [once("flow joins", "flows", { flow: id }, startS, 1)] : []),
    ...(stopS < nowS ? [once("flow leaves", "flows", { flow: id }, stopS, 1)] : []),
  ]);
}

function once(name: string, unit: string, of: Owner, timeS: number, value: number): string {
  return rowText({ name, unit, of, timeS, min: value, max: value, last: value });
}

/** Where there are more events than are kept, what a row stands for. */
export function eventRemarks({ links, flowEvents }: Snapshot): string[] {
  const every = (stride: number, what: string) =>
    stride > 1 ? [`of ${what}, one in ${stride} is listed`] : [];
  return [
    ...links.flatMap(({ id, events }) => every(events.stride, `marks and drops at ${id}`)),
    ...every(flowEvents.stride, "reductions and timeouts"),
  ];
}
