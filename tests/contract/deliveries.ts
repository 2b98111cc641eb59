/**
 * Watches what receivers deliver: each segment must count once and in order, even if it arrives twice, late or from
 * an earlier epoch.
 */
import { expect } from "vitest";
import type { Packet } from "../../src/engine/net/packet.ts";
import { Connection } from "../../src/engine/tcp/connection.ts";

interface Stream {
  epoch: number;
  /** Number of the first missing segment. */
  next: number;
  /** Payload of each segment beyond the first missing one. */
  readonly ahead: Map<number, number>;
}

export class Deliveries {
  private readonly streams = new Map<Connection, Stream>();
  /** Payload that each connection received in order, over all its epochs. */
  private readonly bytes = new Map<Connection, number>();
  private disorder = "";

  /** Watches all deliveries while `run` executes. */
  during(run: () => void): void {
    const deliver = Connection.prototype.onData;
    const note = (connection: Connection, packet: Packet) => this.note(connection, packet);
    const look = (connection: Connection) => this.look(connection);
    Connection.prototype.onData = function (this: Connection, packet: Packet): void {
      note(this, packet);
      deliver.call(this, packet);
      look(this);
    };
    try {
      run();
    } finally {
      Connection.prototype.onData = deliver;
    }
  }

  expectInOrder(): void {
    expect(this.disorder).toBe("");
  }

  /** Returns the payload received by these connections together. */
  bytesOf(connections: readonly Connection[]): number {
    return connections.reduce((sum, connection) => sum + (this.bytes.get(connection) ?? 0), 0);
  }

  private note(connection: Connection, packet: Packet): void {
    const { epoch, seq } = packet;
    if (epoch !== connection.epoch) return;
    const stream = this.streamOf(connection);
    const { settings } = connection.sender;
    if (seq >= stream.next && !stream.ahead.has(seq))
      stream.ahead.set(seq, packet.bytes - settings.overheadBytes);
    for (
      let bytes = stream.ahead.get(stream.next);
      bytes !== undefined;
      bytes = stream.ahead.get(stream.next)
    ) {
      this.bytes.set(connection, (this.bytes.get(connection) ?? 0) + bytes);
      stream.ahead.delete(stream.next++);
    }
  }

  private look(connection: Connection): void {
    const { next } = this.streamOf(connection);
    if (connection.receiver.next !== next && this.disorder === "")
      this.disorder = `connection ${connection.index} expects ${connection.receiver.next}, not ${next}`;
  }

  private streamOf(connection: Connection): Stream {
    const known = this.streams.get(connection);
    if (known !== undefined && known.epoch === connection.epoch) return known;
    const fresh = { epoch: connection.epoch, next: 0, ahead: new Map<number, number>() };
    this.streams.set(connection, fresh);
    return fresh;
  }
}
