/**
 * Log of the packets and windows of a run, one row per event. Without a log, a simulation only tests a condition at each place
 * that would write a row. Rows are stored in columns of bounded size: when the columns are full, the older half of the rows is
 * removed. A caller that reads all rows of a run clears the log between two steps, so that memory does not grow with the run.
 */
import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { Phase } from "../params/param.ts";
import { LOG, type LogKind, type LogWriter, NO_LINK } from "./log-rows.ts";

/** Bits of `flags`. */
export const LOG_FLAG = { ack: 1, retransmission: 2 } as const;

const FIRST_ROWS = 1024;
const MOST_ROWS = 1 << 20;

const newColumns = (rows: number) => ({
  /**
   * Time of the event. Receivers are processed late (net/arrivals.ts), so their rows can follow rows with later
   * times.
   */
  timeNs: new Float64Array(rows),
  /** Kind of the row: a LogKind. */
  kind: new Uint8Array(rows),
  /** Detail of the row: a QUEUE_EVENT for signals, a FLOW_EVENT for windows, the index in `phases` for phases. */
  detail: new Uint8Array(rows),
  link: new Int16Array(rows),
  flow: new Uint16Array(rows),
  /** The field `end` of `Packet`. The column `epoch` holds the field of the same name. */
  end: new Uint32Array(rows),
  epoch: new Int32Array(rows),
  /** Number of the packet in the order of sending; 0 if the packet was sent before the log was switched on. */
  packet: new Uint32Array(rows),
  /** Segment number of data, or the next segment that an ACK expects. */
  seq: new Int32Array(rows),
  flags: new Uint8Array(rows),
  a: new Float64Array(rows),
  b: new Float64Array(rows),
});

type LogColumns = Readonly<ReturnType<typeof newColumns>>;

/** Options of a packet log. */
export interface LogOptions {
  /** Kinds of rows to write; all kinds if absent. */
  readonly kinds?: readonly LogKind[];
  readonly mostRows?: number;
  /**
   * Called when a row is written. At this time the algorithms are still in the state in which they decided, so they can explain
   * the decision. `packet` is null if the row has no packet.
   */
  readonly onRecord?: (row: number, packet: Packet | null) => void;
}

/** Log of the packets of one run. */
export class PacketLog implements LogWriter {
  /** False while the log is switched off. */
  isOn = true;
  /** Number of rows; the oldest row is first. */
  length = 0;
  /** Number of rows that were removed because the columns were full. */
  forgotten = 0;
  columns: LogColumns = newColumns(FIRST_ROWS);
  /** Phases that senders have entered so far. */
  readonly phases: Phase[] = [];
  private network_: Network | null = null;
  private sentPackets = 0;
  private readonly kinds: number;
  private readonly mostRows: number;
  private readonly onRecord: ((row: number, packet: Packet | null) => void) | null;

  constructor({ kinds = Object.values(LOG), mostRows = MOST_ROWS, onRecord }: LogOptions = {}) {
    this.kinds = kinds.reduce<number>((bits, kind) => bits | (1 << kind), 0);
    this.mostRows = Math.max(mostRows, FIRST_ROWS);
    this.onRecord = onRecord ?? null;
  }

  /** The network whose events are logged. */
  get network(): Network {
    if (this.network_ === null) throw new Error("the run has not started");
    return this.network_;
  }

  get hasBegun(): boolean {
    return this.network_ !== null;
  }

  begin(network: Network): void {
    this.network_ = network;
  }

  clear(): void {
    this.length = 0;
  }

  /** Logs that a packet leaves its end. */
  send(clock: Clock, packet: Packet, cwnd: number, inflight: number): void {
    packet.logged = this.isOn ? ++this.sentPackets : 0;
    this.add(LOG.sent, 0, clock, packet, NO_LINK, cwnd, inflight);
  }

  add(kind: LogKind, detail: number, clock: Clock, packet: Packet, link: number, a: number, b: number): void {
    if (!this.takes(kind)) return;
    const { end, epoch, isAck, isRetransmission, ack, seq, logged } = packet;
    const row = this.write(kind, detail, clock, end, a, b);
    const { columns } = this;
    columns.link[row] = link;
    columns.epoch[row] = epoch;
    columns.packet[row] = logged;
    columns.seq[row] = isAck ? ack : seq;
    columns.flags[row] = isAck ? LOG_FLAG.ack : isRetransmission ? LOG_FLAG.retransmission : 0;
    this.onRecord?.(row, packet);
  }

  /** Logs an event at an end that does not concern a particular packet. */
  addOfEnd(kind: LogKind, detail: number, clock: Clock, end: number, a: number, b: number): void {
    if (!this.takes(kind)) return;
    const row = this.write(kind, detail, clock, end, a, b);
    const { columns } = this;
    columns.link[row] = NO_LINK;
    columns.epoch[row] = this.network.ends[end].epoch;
    columns.packet[row] = 0;
    columns.seq[row] = 0;
    columns.flags[row] = 0;
    this.onRecord?.(row, null);
  }

  /** Logs that a sender enters a phase. */
  enter(phase: Phase, clock: Clock, end: number, value: number, cwnd: number): void {
    let number = this.phases.indexOf(phase);
    if (number < 0) number = this.phases.push(phase) - 1;
    this.addOfEnd(LOG.phase, number, clock, end, value, cwnd);
  }

  private takes(kind: LogKind): boolean {
    return this.isOn && ((this.kinds >> kind) & 1) === 1;
  }

  private write(kind: LogKind, detail: number, clock: Clock, end: number, a: number, b: number): number {
    if (this.length === this.columns.kind.length) this.makeRoom();
    const row = this.length++;
    const { columns } = this;
    columns.timeNs[row] = clock.nowNs;
    columns.kind[row] = kind;
    columns.detail[row] = detail;
    columns.end[row] = end;
    columns.flow[row] = this.network.flowOfEnd[end];
    columns.a[row] = a;
    columns.b[row] = b;
    return row;
  }

  private makeRoom(): void {
    const { columns, length, mostRows } = this;
    const isFull = length >= mostRows;
    const from = isFull ? length >> 1 : 0;
    const into = isFull ? columns : newColumns(Math.min(2 * length, mostRows));
    for (const name of Object.keys(columns) as (keyof LogColumns)[])
      into[name].set(columns[name].subarray(from));
    this.columns = into;
    this.forgotten += from;
    this.length = length - from;
  }
}
