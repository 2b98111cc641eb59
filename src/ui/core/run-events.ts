/** The events of a run in one list: marks and losses of the links, actions of the senders, and flows that join. */
import {
  type BucketSeries,
  FLOW_EVENT,
  type FlowEventName,
  type FlowTrace,
  type PhaseSeries,
  QUEUE_EVENT,
  type QueueEventName,
  type Snapshot,
} from "../../engine/index.ts";

export type EventKind = FlowEventName | QueueEventName | "join" | "phase";

export interface RunEvent {
  readonly kind: EventKind;
  readonly atS: number;
  readonly flow: number;
  /** Index of the link; null if the event belongs to a sender. */
  readonly link: number | null;
  /** cwnd in segments; null if it is unknown. */
  readonly before: number | null;
  readonly after: number | null;
  readonly isAck: boolean;
  /** The phase that the sender enters, and the time at which it leaves the phase. */
  readonly phase?: { readonly words: string; readonly untilS: number };
}

function byNumber<Name extends string>(numbers: Readonly<Record<Name, number>>): readonly Name[] {
  const names: Name[] = [];
  for (const name of Object.keys(numbers) as Name[]) names[numbers[name]] = name;
  return names;
}

const FLOW_NAMES = byNumber(FLOW_EVENT);
const QUEUE_NAMES = byNumber(QUEUE_EVENT);

export function flowEvent({ flowEvents }: Snapshot, index: number): RunEvent {
  return {
    kind: FLOW_NAMES[flowEvents.kind[index]],
    atS: flowEvents.timeS[index],
    flow: flowEvents.flow[index],
    link: null,
    before: flowEvents.before[index],
    after: flowEvents.after[index],
    isAck: false,
  };
}

export function queueEvent({ links }: Snapshot, link: number, index: number): RunEvent {
  const { events } = links[link];
  return {
    kind: QUEUE_NAMES[events.kind[index]],
    atS: events.timeS[index],
    flow: events.flow[index],
    link,
    before: null,
    after: null,
    isAck: events.isAck[index] === 1,
  };
}

export function joinEvent(flow: number, atS: number): RunEvent {
  return { kind: "join", atS, flow, link: null, before: null, after: null, isAck: false };
}

/** Returns the label of a phase: "PROBE_RTT", "concave, W_max 374". */
function phaseWords({ phases, phase, value }: PhaseSeries, row: number): string {
  const { label, value: number } = phases[phase[row]];
  const has = number !== undefined && !Number.isNaN(value[row]);
  return has ? `${label}, ${number.name} ${Number(value[row].toPrecision(3))}` : label;
}

/** Returns the event of a sender that enters the phase in this row of its series. */
export function phaseEvent({ flow, phases, cwnd }: FlowTrace, row: number, nowS: number): RunEvent {
  const atS = phases.timeS[row];
  const words = phaseWords(phases, row);
  const untilS = phases.timeS[row + 1] ?? nowS;
  return {
    ...joinEvent(flow, atS),
    kind: "phase",
    before: windowAt(cwnd, atS),
    after: windowAt(cwnd, atS),
    phase: { words, untilS },
  };
}

function windowAt({ startS, bucketS, length, last }: BucketSeries, atS: number): number | null {
  const at = Math.floor((atS - startS) / bucketS);
  return at >= 0 && at < length && !Number.isNaN(last[at]) ? last[at] : null;
}

/** Returns all events in order of time. At the same time, events in queues come first. */
export function runEvents(snapshot: Snapshot): RunEvent[] {
  const { flowEvents, flows, links, results, nowS } = snapshot;
  const joined = results.flows.filter(({ startS }) => startS <= nowS);
  return [
    ...links.flatMap(({ events }, link) =>
      Array.from(events.timeS, (_, index) => queueEvent(snapshot, link, index)),
    ),
    ...Array.from(flowEvents.timeS, (_, index) => flowEvent(snapshot, index)),
    ...joined.map(({ id, startS }) => joinEvent(id, startS)),
    ...flows.flatMap((trace) => Array.from(trace.phases.timeS, (_, row) => phaseEvent(trace, row, nowS))),
  ].sort((a, b) => a.atS - b.atS);
}
