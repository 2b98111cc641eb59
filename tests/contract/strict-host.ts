/** A flow as traffic sees it, which fails the test if the traffic violates the contract. */
import { expect } from "vitest";
import { RandomStream } from "../../src/engine/core/random.ts";
import type { ParamValues } from "../../src/engine/params/param.ts";
import type { Traffic, TrafficDefinition, TrafficHost } from "../../src/engine/traffic/traffic.ts";

/** Maximum number of connections of a flow. */
const MOST_CONNECTIONS = 1000;

interface Transfer {
  readonly number: number;
  readonly bytes: number | null;
  readonly startNs: number;
}

interface MadeConnection {
  transfer: Transfer | null;
}

export class StrictHost implements TrafficHost {
  nowNs = 0;
  offered = 0;
  datagrams = 0;
  refused = 0;
  responses = 0;
  private readonly connections: MadeConnection[] = [];
  private current: MadeConnection | null = null;
  private transfers = 0;
  private wakeNs = Number.POSITIVE_INFINITY;
  private isStopped = false;
  private isFinished = false;
  private readonly traffic: Traffic;
  private readonly definition: TrafficDefinition;
  private readonly stream = new RandomStream(1, "traffic");
  private readonly most: number;

  constructor(definition: TrafficDefinition, values: ParamValues, most = MOST_CONNECTIONS) {
    this.definition = definition;
    this.most = most;
    this.traffic = definition.create(this, values);
    expect([this.offered, this.datagrams]).toEqual([0, 0]);
    this.traffic.start();
  }

  /** Lets time pass. Wake-ups that the traffic requested happen, up to a maximum number. */
  pass(ns: number, mostWakes: number): void {
    const untilNs = this.nowNs + ns;
    for (let i = 0; i < mostWakes && this.wakeNs <= untilNs; i++) {
      this.nowNs = this.wakeNs;
      this.wakeNs = Number.POSITIVE_INFINITY;
      this.traffic.onWake();
    }
    this.nowNs = Math.min(untilNs, Math.max(this.nowNs, this.wakeNs));
  }

  /** Acknowledges one of the finite transfers in progress completely. */
  complete(which: number): void {
    const busy = this.connections.filter(({ transfer }) => transfer !== null && transfer.bytes !== null);
    if (busy.length === 0) return;
    const connection = busy[which % busy.length];
    const { transfer } = connection;
    connection.transfer = null;
    if (transfer !== null) this.traffic.onDone(transfer.number);
  }

  configure(id: string, value: ParamValues[string]): void {
    this.traffic.configure(id, value);
  }

  stop(): void {
    if (this.isStopped) return;
    this.wakeNs = Number.POSITIVE_INFINITY;
    this.isStopped = true;
    this.traffic.stop();
  }

  get underWay(): number {
    return this.connections.filter(({ transfer }) => transfer !== null).length;
  }

  transfer(bytes: number | null, fresh: boolean): number | null {
    this.expectAllowed("tcp");
    if (bytes !== null) expect(Number.isInteger(bytes) && bytes >= 1).toBe(true);
    const connection = fresh ? this.freshConnection() : this.current;
    if (connection === null) {
      this.refused++;
      return null;
    }
    // The connection that was used last must have no other data to send.
    expect(connection.transfer).toBeNull();
    this.offered++;
    this.current = connection;
    connection.transfer = { number: this.transfers++, bytes, startNs: this.nowNs };
    return connection.transfer.number;
  }

  cut(): void {
    for (const connection of this.connections) {
      const { transfer } = connection;
      // Every second finite transfer has been sent completely, but is not acknowledged yet.
      if (transfer !== null && (transfer.bytes === null || transfer.number % 2 === 0))
        connection.transfer = null;
    }
  }

  datagram(bytes: number): void {
    this.expectAllowed("udp");
    expect(Number.isInteger(bytes) && bytes >= 1).toBe(true);
    this.datagrams++;
  }

  wakeAfter(ns: number): void {
    // A flow that has stopped requests no wake-ups.
    if (this.isStopped) return;
    expect(Number.isInteger(ns)).toBe(true);
    expect(ns).toBeGreaterThanOrEqual(0);
    this.wakeNs = this.nowNs + ns;
  }

  random(): number {
    return this.stream.uniform();
  }

  finish(): void {
    expect(this.isFinished).toBe(false);
    this.isFinished = true;
  }

  noteResponse(responseNs: number): void {
    expect(responseNs).toBeGreaterThanOrEqual(0);
    expect(responseNs).toBeLessThanOrEqual(this.nowNs);
    this.responses++;
  }

  private expectAllowed(transport: "tcp" | "udp"): void {
    expect(this.definition.transport).toBe(transport);
    expect(this.isStopped, "nothing is offered after the stop").toBe(false);
    expect(this.isFinished, "nothing is offered by a flow that is done").toBe(false);
  }

  private freshConnection(): MadeConnection | null {
    const idle = this.connections.find(({ transfer }) => transfer === null);
    if (idle !== undefined) return idle;
    if (this.connections.length >= this.most) return null;
    const opened: MadeConnection = { transfer: null };
    this.connections.push(opened);
    return opened;
  }
}
