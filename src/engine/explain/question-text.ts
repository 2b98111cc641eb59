/**
 * A question about a run as a short text for URLs and hand-ins: "mark,1,1,12.345". Links and flows are counted from 1. Times are
 * in s and written with all digits, so that reading gives the same number. The format must never change.
 */
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import type { FlowEventName, Question, QueueEventName } from "./story.ts";

const NOBODY = "-";
const PLOTS = ["queue", "cwnd", "throughput", "fairness"] as const;
const NUMBERS = ["delay-p99", "theory"] as const;
const LONGEST = 120;

/** Returns the text of a question. */
export function questionText(question: Question): string {
  switch (question.kind) {
    case "flow-event":
      return parts("flow", question.event, question.flow + 1, question.atS);
    case "queue-event":
      return parts("queue", question.event, question.link + 1, question.flow + 1, question.atS);
    case "join":
      return parts("join", question.flow + 1, question.atS);
    case "packet": {
      const { end, seq, isAck, link, isQueued } = question.packet;
      const place = link === null ? NOBODY : link + 1;
      return parts(
        "packet",
        end + 1,
        seq,
        isAck ? "ack" : "data",
        place,
        isQueued ? "queued" : "sent",
        question.atS,
      );
    }
    case "stretch": {
      const { of: which, link, flow, fromS, toS } = question;
      return parts("stretch", which, link + 1, flow === null ? NOBODY : flow + 1, fromS, toS);
    }
    case "number":
      return parts("number", question.of, question.link + 1, question.fromS, question.toS);
  }
}

function parts(...all: readonly (string | number)[]): string {
  return all.join(",");
}

/** Reads a question; null if the text is not a question. Whether the run has such a flow and such a time is not checked. */
export function questionIn(text: string): Question | null {
  const [kind, ...rest] = text.length > LONGEST ? [] : text.split(",");
  const read = kind === undefined ? undefined : READERS.get(kind);
  if (read === undefined || rest.length !== read.count) return null;
  return read.of(rest);
}

interface Reader {
  /** Number of parts after the kind of the question. */
  readonly count: number;
  of(parts: readonly string[]): Question | null;
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    "flow",
    {
      count: 3,
      of: ([event, flow, at]) =>
        isNamed(FLOW_EVENT, event)
          ? whole({ kind: "flow-event", event: event as FlowEventName, flow: index(flow), atS: time(at) })
          : null,
    },
  ],
  [
    "queue",
    {
      count: 4,
      of: ([event, link, flow, at]) =>
        isNamed(QUEUE_EVENT, event)
          ? whole({
              kind: "queue-event",
              event: event as QueueEventName,
              link: index(link),
              flow: index(flow),
              atS: time(at),
            })
          : null,
    },
  ],
  ["join", { count: 2, of: ([flow, at]) => whole({ kind: "join", flow: index(flow), atS: time(at) }) }],
  ["packet", { count: 6, of: packetIn }],
  ["stretch", { count: 5, of: stretchIn }],
  ["number", { count: 4, of: numberIn }],
]);

function packetIn([end, seq, what, link, where, at]: readonly string[]): Question | null {
  if (!["ack", "data"].includes(what) || !["queued", "sent"].includes(where)) return null;
  const place = link === NOBODY ? null : index(link);
  const packet = {
    end: index(end),
    seq: count(seq),
    isAck: what === "ack",
    link: place,
    isQueued: where === "queued",
  };
  return [packet.end, packet.seq, place ?? 0].some(Number.isNaN)
    ? null
    : whole({ kind: "packet", packet, atS: time(at) });
}

function stretchIn([subject, link, flow, from, to]: readonly string[]): Question | null {
  const plot = PLOTS.find((one) => one === subject);
  const asked = flow === NOBODY ? null : index(flow);
  if (plot === undefined || Number.isNaN(asked ?? 0)) return null;
  return whole({
    kind: "stretch",
    of: plot,
    link: index(link),
    flow: asked,
    fromS: time(from),
    toS: time(to),
  });
}

function numberIn([source, link, from, to]: readonly string[]): Question | null {
  const number = NUMBERS.find((one) => one === source);
  if (number === undefined) return null;
  return whole({
    kind: "number",
    of: number,
    link: index(link),
    flow: null,
    fromS: time(from),
    toS: time(to),
  });
}

function isNamed(kinds: object, name: string): boolean {
  return Object.hasOwn(kinds, name);
}

/** Returns the question; null if one of its numbers could not be read, or if an interval ends before it starts. */
function whole(question: Question): Question | null {
  const isRead = Object.values(question).every((value) => !Number.isNaN(value));
  return isRead && !("toS" in question && question.toS < question.fromS) ? question : null;
}

const index = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : Number.NaN);
const count = (text: string): number => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
const time = (text: string): number =>
  /^\d{1,9}(?:\.\d{1,17})?(?:e-\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
