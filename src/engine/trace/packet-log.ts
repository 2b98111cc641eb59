/**
 * What happens to packets and windows in a run, one row an event. A simulation writes the log that it is given; without
 * one it pays a branch at each place. The rows stand in columns and are bounded: the older half goes when they are full.
 * Who reads a whole run clears the log between two steps, so that its memory does not grow with the run.
 */
import type { Clock } from "../core/clock.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { Phase } from "../params/param.ts";

/** Kinds of rows, with what their columns `a` and `b` hold. */
export const LOG = {
  /** An end sends a packet, retransmissions included. Of TCP data: cwnd, and the segments under way besides. */
  sent: 0,
  /** A packet comes to a queue: the packets before it there, the one being sent included. */
  enqueued: 1,
  /** The queue marks a packet CE: for how long it has waited, in ns, and how many packets wait. */
  marked: 2,
  /** A packet is dropped or lost, `detail` says why: as `marked`. */
  dropped: 3,
  /** A packet leaves the queue for the link: its sojourn time, and how long its transmission takes, in ns. */
  dequeued: 4,
  /** A data packet is at its receiver. */
  delivered: 5,
  /** An ACK is at its sender, which has not read it yet: cwnd and SND.UNA. */
  acked: 6,
  /** The sender has read that ACK and has sent what it allowed: cwnd and SND.UNA. Names no packet. */
  ackRead: 7,
  /** A window is cut or a timer has run out, `detail` says which: the values of that FLOW_EVENT. Names no packet. */
  window: 8,
  /** A sender enters another phase, `detail` is its number in `phases`: the number that the phase declares, and cwnd. Names no packet. */
  phase: 9,
} as const;

export type LogKind = (typeof LOG)[keyof typeof LOG];

/** Bits of `flags`. */
export const LOG_FLAG = { ack: 1, retransmission: 2 } as const;

/** No link: it happens at an end. */
export const NO_LINK = -1;
const FIRST_ROWS = 1024;
const MOST_ROWS = 1 << 20;

const newColumns = (rows: number) => ({
  /** What receivers do comes to light late (net/arrivals.ts): such rows stand behind rows of later times. */
  timeNs: new Float64Array(rows),
  /** A LogKind. */
  kind: new Uint8Array(rows),
  /** Of signals a QUEUE_EVENT, of windows a FLOW_EVENT, of phases the index into `phases`. */
  detail: new Uint8Array(rows),
  link: new Int16Array(rows),
  flow: new Uint16Array(rows),
  /** As in `Packet`. */
  end: new Uint32Array(rows),
  epoch: new Int32Array(rows),
  /** Numbers the packets as they are sent; 0: it was sent while nothing was written. */
  packet: new Uint32Array(rows),
  /** Of data the segment's number, of an ACK the next one expected. */
  seq: new Int32Array(rows),
  flags: new Uint8Array(rows),
  a: new Float64Array(rows),
  b: new Float64Array(rows),
});

type LogColumns = Readonly<ReturnType<typeof newColumns>>;

export interface LogOptions {
  /** All by default. */
  readonly kinds?: readonly LogKind[];
  readonly mostRows?: number;
  /**
   * Called as a row is written, when algorithms still stand as they did when they decided: whoever wants to ask them asks
   * here. The packet is null where the row names none.
   */
  readonly onRecord?: (row: number, packet: Packet | null) => void;
}

export class PacketLog {
  /** Nothing is written while it is false. */
  isOn = true;
  /** Rows, the oldest first. */
  length = 0;
  /** Rows that had to go. */
  forgotten = 0;
  columns: LogColumns = newColumns(FIRST_ROWS);
  /** Those that senders have entered so far. */
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

  /** Of the run that writes it. */
  get network(): Network {
    if (this.network_ === null) throw new Error("the run has not begun");
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

  /** A packet leaves its end. */
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

  /** What happens at an end, to no packet in particular. */
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

  /** A sender enters a phase. */
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
