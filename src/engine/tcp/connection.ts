/** One TCP connection: its two ends and the life of its traffic. */
import type { Receiver } from "./receiver.ts";
import type { Sender } from "./sender.ts";

const FOREVER = Number.POSITIVE_INFINITY;

export class Connection {
  readonly flow: number;
  /** Index of its FlowSpec. */
  readonly group: number;
  readonly sender: Sender;
  readonly receiver: Receiver;
  readonly startNs: number;
  stopNs: number;
  /** Bytes to transfer; null: as long as it lasts. */
  readonly sizeBytes: number | null;
  hasStarted = false;
  /** When the last byte of a finite transfer was acknowledged; -1 before. */
  completedNs = -1;

  constructor(
    flow: number,
    group: number,
    sender: Sender,
    receiver: Receiver,
    startNs: number,
    stopNs: number,
    sizeBytes: number | null,
  ) {
    this.flow = flow;
    this.group = group;
    this.sender = sender;
    this.receiver = receiver;
    this.startNs = startNs;
    this.stopNs = stopNs;
    this.sizeBytes = sizeBytes;
  }

  start(nowNs: number): void {
    const { sender } = this;
    const { mssBytes } = sender.settings;
    this.hasStarted = true;
    sender.dataEnd = this.sizeBytes === null ? FOREVER : Math.ceil(this.sizeBytes / mssBytes);
    sender.lastSegmentBytes = this.sizeBytes === null ? 0 : this.sizeBytes - (sender.dataEnd - 1) * mssBytes;
    sender.send(nowNs);
  }

  /** The application stops; what is in the network is still repaired and acknowledged. */
  stop(): void {
    const { sender } = this;
    if (sender.dataEnd <= sender.state.nxt) return;
    sender.dataEnd = sender.state.nxt;
    sender.lastSegmentBytes = 0;
  }

  /** In-order payload bytes that have reached the receiver. */
  get receivedBytes(): number {
    const bytes = this.receiver.next * this.sender.settings.mssBytes;
    return this.sizeBytes !== null && bytes > this.sizeBytes ? this.sizeBytes : bytes;
  }

  /** True while the flow competes: started, not stopped, not complete. */
  isActive(nowNs: number): boolean {
    return this.hasStarted && nowNs < this.stopNs && this.completedNs < 0;
  }
}
