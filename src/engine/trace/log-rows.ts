/** The kinds of rows of a packet log, and the interface through which a network writes them. */
import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import type { Phase } from "../params/param.ts";

/** Kinds of rows, with the contents of their columns `a` and `b`. */
export const LOG = {
  /**
   * An end sends a packet, possibly a retransmission. For TCP data: `a` is cwnd, `b` the number of segments in flight without
   * this one.
   */
  sent: 0,
  /** A packet arrives at a queue. `a`: packets ahead of it, including the packet being transmitted. */
  enqueued: 1,
  /** The queue marks a packet CE. `a`: the waiting time of the packet (ns); `b`: packets waiting. */
  marked: 2,
  /** A packet is dropped or lost; `detail` is the reason. `a` and `b` as for `marked`. */
  dropped: 3,
  /** A packet leaves the queue for the link. `a`: its sojourn time (ns); `b`: its transmission time (ns). */
  dequeued: 4,
  /** A data packet arrives at its receiver. */
  delivered: 5,
  /** An ACK arrives at its sender, which has not read the ACK yet. `a`: cwnd; `b`: SND.UNA. */
  acked: 6,
  /** The sender has read that ACK and sent what the ACK allowed. `a`: cwnd; `b`: SND.UNA. The row has no packet. */
  ackRead: 7,
  /**
   * A window is reduced or a timer has expired. `detail` is the FLOW_EVENT; `a` and `b` are its values `before` and `after`. The
   * row has no packet.
   */
  window: 8,
  /**
   * A sender enters a different phase; `detail` is the index of the phase in `phases`. `a`: the number that the phase
   * declares; `b`: cwnd. The row has no packet.
   */
  phase: 9,
} as const;

/** Kind of a row: a value of LOG. */
export type LogKind = (typeof LOG)[keyof typeof LOG];

/** Value of `link` in rows of events that happen at an end, not at a link. */
export const NO_LINK = -1;

/** Interface through which the parts of a network write to a log. */
export interface LogWriter {
  /** Logs that a packet leaves its end. */
  send(clock: Clock, packet: Packet, cwnd: number, inflight: number): void;
  add(kind: LogKind, detail: number, clock: Clock, packet: Packet, link: number, a: number, b: number): void;
  /** Logs an event at an end that does not concern a particular packet. */
  addOfEnd(kind: LogKind, detail: number, clock: Clock, end: number, a: number, b: number): void;
  /** Logs that a sender enters a phase. */
  enter(phase: Phase, clock: Clock, end: number, value: number, cwnd: number): void;
}
