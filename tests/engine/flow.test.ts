import { describe, expect, test } from "vitest";
import { Clock } from "../../src/engine/core/clock.ts";
import { EventQueue, EventSlot } from "../../src/engine/core/event-queue.ts";
import { RandomStream } from "../../src/engine/core/random.ts";
import { Flow, type FlowParts } from "../../src/engine/flow.ts";
import { NO_COUNTS } from "../../src/engine/flow-connections.ts";
import { type Scenario, scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import type { Connection } from "../../src/engine/tcp/connection.ts";
import { FlowReadings } from "../../src/engine/trace/flow-readings.ts";
import type { Datagrams } from "../../src/engine/traffic/datagrams.ts";
import type { Traffic } from "../../src/engine/traffic/traffic.ts";
import { networkOf } from "../contract/witness.ts";

const S = 1e9;

/** The part of a connection that a flow uses. Data that the flow offers stays until the test acknowledges it. */
class MadeConnection {
  readonly index: number;
  transfer = -1;
  wasCut = false;
  readBytes = 0;
  waits = false;
  isOffered = false;
  isUnread = false;
  renewals = 0;
  /** Number of times that the flow checked or stopped the connection. */
  looks = 0;
  hasAll = true;
  inOrderBytes = 0;
  arrivedBytes = 0;
  readonly sender = { ...NO_COUNTS, state: { srttNs: 0 } };

  constructor(index: number) {
    this.index = index;
  }

  get isIdle(): boolean {
    this.looks++;
    return this.hasAll;
  }

  get receivedBytes(): number {
    this.looks++;
    return this.inOrderBytes;
  }

  offer(bytes: number | null, transfer: number): void {
    this.hasAll = false;
    this.transfer = transfer;
    this.wasCut = false;
    this.inOrderBytes += bytes ?? 0;
    this.sender.packetsSent++;
  }

  cut(): void {
    this.looks++;
    this.wasCut = true;
  }

  renew(): void {
    this.renewals++;
    this.inOrderBytes = 0;
    this.sender.packetsSent = 0;
  }
}

class Bench {
  readonly story: string[] = [];
  readonly connections: MadeConnection[] = [];
  readonly flow: Flow;
  readonly readings = new FlowReadings();
  /** Maximum number of connections. */
  most = Number.POSITIVE_INFINITY;
  private readonly clock = new Clock();
  private readonly wake = new EventSlot(new EventQueue(this.clock));

  constructor(parts: Partial<FlowParts> = {}) {
    this.flow = new Flow({
      clock: this.clock,
      index: 0,
      group: 0,
      startNs: 0,
      stopNs: 10 * S,
      wake: this.wake,
      stream: new RandomStream(1, "flow"),
      listener: {
        onJoin: () => this.story.push(`joined ${this.clock.nowNs / S}`),
        onLeave: () => this.story.push("left"),
        onResponse: () => {},
      },
      readings: this.readings,
      connect: () => this.connect(),
      settle: () => {},
      openDatagrams: null,
      ...parts,
    });
    this.flow.carry(
      (): Traffic => ({
        start: () => this.story.push("started"),
        stop: () => this.story.push("stopped"),
        onWake: () => this.story.push(`woken ${this.clock.nowNs / S}`),
        onDone: (transfer) => this.story.push(`done ${transfer}`),
        onNotOpened: (transfer) => this.story.push(`not opened ${transfer}`),
        configure: () => {},
      }),
    );
  }

  /** Sets the clock and returns the flow. */
  at(nowNs: number): Flow {
    this.clock.nowNs = nowNs;
    return this.flow;
  }

  get isWakePending(): boolean {
    return this.wake.isPending;
  }

  /** Acknowledges all data that was offered to the i-th connection. */
  drain(i: number, atS: number): void {
    this.arrive(i);
    this.connections[i].hasAll = true;
    this.at(atS * S).onDrained(this.connections[i] as unknown as Connection);
  }

  /** Delivers more of the data that was offered to the i-th connection. */
  arrive(i: number, bytes = 0): void {
    this.connections[i].inOrderBytes += bytes;
    if (!this.connections[i].isUnread) this.flow.onUnread(this.connections[i] as unknown as Connection);
  }

  private connect(): Connection | null {
    if (this.connections.length >= this.most) return null;
    const made = new MadeConnection(this.connections.length);
    this.connections.push(made);
    return made as unknown as Connection;
  }
}

describe("transfers", () => {
  test("are numbered from 0, and each is reported once to the traffic when all of it is acknowledged", () => {
    const bench = new Bench();
    expect([bench.at(0).transfer(1000, true), bench.at(0).transfer(2000, true)]).toEqual([0, 1]);
    bench.drain(1, 1);
    bench.drain(0, 2);
    bench.drain(0, 3);
    expect(bench.story).toEqual(["joined 0", "done 1", "done 0"]);
  });

  test("a new transfer reuses an idle connection as if it were new, before it opens another", () => {
    const bench = new Bench();
    bench.at(0).transfer(1000, true);
    bench.at(0).transfer(1000, true);
    expect(bench.connections).toHaveLength(2);
    bench.drain(0, 1);
    bench.at(S).transfer(500, true);
    expect(bench.connections.map(({ renewals }) => renewals)).toEqual([1, 0]);
  });

  test("another transfer uses the connection that was used last", () => {
    const bench = new Bench();
    bench.at(0).transfer(1000, true);
    bench.drain(0, 1);
    bench.at(S).transfer(1000, false);
    expect(bench.connections.map(({ renewals, transfer }) => [renewals, transfer])).toEqual([[0, 1]]);
  });

  test("a connection whose last transfer was cut off cannot be reused until it has drained", () => {
    const bench = new Bench();
    bench.at(0).transfer(null, true);
    bench.at(S).cut();
    bench.at(2 * S).transfer(null, true);
    expect(bench.connections).toHaveLength(2);
    bench.drain(0, 3);
    bench.at(4 * S).transfer(null, true);
    expect(bench.connections).toHaveLength(2);
  });

  test("a transfer that was cut off does not count as completed", () => {
    const bench = new Bench();
    bench.at(0).transfer(1e6, true);
    bench.at(S).cut();
    bench.drain(0, 2);
    expect(bench.story).toEqual(["joined 0", "left"]);
  });

  test("without an available connection transfers are refused and counted", () => {
    const bench = new Bench();
    bench.most = 1;
    expect([bench.at(0).transfer(1, true), bench.at(0).transfer(1, true)]).toEqual([0, null]);
    expect(bench.flow.responses.refused).toBe(1);
  });
});

describe("with a thousand connections open, not all of them are searched", () => {
  const open = () => {
    const bench = new Bench();
    for (let i = 0; i < 1000; i++) bench.at(0).transfer(1000, true);
    bench.readings.update();
    for (const connection of bench.connections) connection.looks = 0;
    const looks = () => bench.connections.reduce((sum, connection) => sum + connection.looks, 0);
    return { bench, looks };
  };

  test("for a connection to reuse: the idle one with the lowest number", () => {
    const { bench, looks } = open();
    for (const i of [700, 20, 950, 300]) bench.drain(i, 1);
    const taken: number[] = [];
    for (let i = 0; i < 4; i++) {
      bench.at(S).transfer(1, true);
      taken.push(bench.connections.findIndex(({ transfer }) => transfer === 1000 + i));
    }
    expect(taken).toEqual([20, 300, 700, 950]);
    bench.at(S).transfer(1, true);
    expect(bench.connections).toHaveLength(1001);
    expect(looks()).toBeLessThan(20);
  });

  test("a connection that continues with a further transfer is not idle", () => {
    const { bench } = open();
    bench.drain(999, 1);
    bench.at(S).transfer(1, false);
    bench.at(S).transfer(1, true);
    expect([bench.connections.length, bench.connections[999].renewals]).toEqual([1001, 0]);
    bench.drain(999, 2);
    bench.at(2 * S).transfer(1, true);
    expect([bench.connections.length, bench.connections[999].renewals]).toEqual([1001, 1]);
  });

  test("for a sample: only connections that received something are read, once", () => {
    const { bench, looks } = open();
    for (let i = 0; i < 100; i++) bench.arrive(i % 3, 10);
    bench.readings.update();
    expect([bench.readings.receivedBytes[0], looks()]).toEqual([4000, 3]);
  });

  test("to cut off transfers: a transfer that was cut off before is not cut off again", () => {
    const { bench, looks } = open();
    bench.at(S).cut();
    expect(looks()).toBe(1000);
    bench.at(2 * S).transfer(null, true);
    bench.at(3 * S).cut();
    expect([looks(), bench.connections[1000].wasCut]).toEqual([1001, true]);
  });
});

describe("the counters of a flow", () => {
  test("include all connections, also reused ones", () => {
    const bench = new Bench();
    bench.at(0).transfer(1000, true);
    bench.at(0).transfer(300, true);
    bench.drain(0, 1);
    bench.at(S).transfer(50, true);
    bench.arrive(0);
    bench.arrive(1);
    expect(bench.flow.receivedBytes).toBe(1350);
    expect(bench.flow.counts()).toEqual({ ...NO_COUNTS, receivedBytes: 1350, packetsSent: 3 });
  });

  test("of a reused connection include data that had arrived and was not read yet", () => {
    const bench: Bench = new Bench({
      settle: () => {
        bench.connections[0].inOrderBytes += 200;
      },
    });
    bench.at(0).transfer(1000, true);
    bench.drain(0, 1);
    bench.at(S).transfer(50, true);
    bench.arrive(0);
    expect(bench.flow.receivedBytes).toBe(1250);
  });

  test("include datagrams", () => {
    const datagrams = { sent: 7, receivedBytes: 5000, send: () => {} } as unknown as Datagrams;
    const { flow } = new Bench({ openDatagrams: () => datagrams });
    expect(flow.counts()).toEqual(NO_COUNTS);
    flow.datagram(1000);
    expect(flow.counts()).toEqual({ ...NO_COUNTS, receivedBytes: 5000, packetsSent: 7 });
    expect(flow.receivedBytes).toBe(5000);
  });

  test("TCP traffic has no datagrams to send", () => {
    expect(() => new Bench().flow.datagram(100)).toThrow("over UDP");
  });
});

describe("a flow competes for the link", () => {
  test("from its start to its stop", () => {
    const bench = new Bench();
    expect(bench.at(0).isActive()).toBe(false);
    bench.at(S).start();
    expect([bench.at(S).isActive(), bench.at(10 * S).isActive()]).toEqual([true, false]);
    bench.at(5 * S).stop();
    expect(bench.at(6 * S).isActive()).toBe(false);
    expect(bench.story).toEqual(["joined 1", "started", "stopped", "left"]);
  });

  test("not in a pause between two transfers, and again from the next transfer on", () => {
    const bench = new Bench();
    bench.at(0).start();
    bench.at(0).transfer(null, true);
    bench.at(S).cut();
    expect(bench.at(2 * S).isActive()).toBe(false);
    bench.at(3 * S).transfer(null, true);
    expect(bench.at(3 * S).isActive()).toBe(true);
    expect(bench.story).toEqual(["joined 0", "started", "left", "joined 3"]);
  });

  test("not after it has sent all of its data", () => {
    const bench = new Bench();
    bench.at(0).start();
    bench.at(3 * S).finish();
    expect([bench.at(4 * S).isActive(), bench.flow.completedNs]).toEqual([false, 3 * S]);
  });
});

describe("wake-ups", () => {
  test("reach the traffic before the flow stops, not after", () => {
    const bench = new Bench();
    bench.at(0).wakeAfter(5 * S);
    bench.at(5 * S).onWake();
    bench.flow.wakeAfter(5 * S);
    bench.at(10 * S).onWake();
    expect(bench.story).toEqual(["woken 5"]);
  });

  test("are cancelled by a stop", () => {
    const bench = new Bench();
    bench.at(0).wakeAfter(9 * S);
    bench.at(5 * S).stop();
    expect(bench.isWakePending).toBe(false);
  });
});

describe("a flow over a network", () => {
  function scenarioOf(fragment: string): Scenario {
    const { scenario, problems } = scenarioFromUrl(fragment);
    expect(problems).toEqual([]);
    return scenario;
  }

  test("a short transfer starts in slow start, whatever state the reused connection had", () => {
    const url =
      "traffic=poisson&arrival-rate=2&transfer-size=200kB&size-distribution=fixed&rtt=20ms&duration=60s&warmup=0s";
    const simulation = runScenario(scenarioOf(url));
    const { flows } = networkOf(simulation);
    const [{ connections }] = flows;
    expect(Math.max(...connections.map(({ epoch }) => epoch))).toBeGreaterThan(10);
    const [{ cwnd }] = simulation.snapshot().flows;
    const starts = [...cwnd.min].filter((value) => value === 10);
    expect(starts.length).toBeGreaterThan(20);
  });

  test("the bytes of all completed transfers have all arrived", () => {
    const url =
      "traffic=poisson&arrival-rate=20&transfer-size=5000B&size-distribution=fixed&duration=30s&warmup=0s&stop=20s";
    const [{ responses, bytesReceived }] = runScenario(scenarioOf(url)).results().flows;
    expect(bytesReceived).toBe(5000 * (responses?.n ?? 0));
  });

  test("all datagrams arrive except lost ones, and they are not TCP", () => {
    const url = "traffic=cbr&cbr-rate=2Mbps&cbr-packet=500B&duration=20s&warmup=0s&loss=0.1";
    const simulation = new Simulation(scenarioOf(url));
    simulation.advance(20);
    const { flows, links } = simulation.results();
    const [flow] = flows;
    expect([flow.cc, flow.ecn, flow.retransmissions, flow.cwndSegments]).toEqual(["udp", false, 0, null]);
    expect(flow.packetsSent).toBeGreaterThan(20 * 500 - 2);
    const lost = links[0].drops.link;
    expect(lost).toBeGreaterThan(800);
    // Some packets are still in flight.
    expect(flow.packetsSent - lost - flow.bytesReceived / 500).toBeLessThan(30);
  });
});

describe("what samples report", () => {
  test("is the last value that was read, until something happens", () => {
    const bench = new Bench();
    const { readings } = bench;
    bench.at(S).start();
    bench.at(S).transfer(1000, true);
    bench.connections[0].sender.state.srttNs = 7e6;
    bench.arrive(0);
    readings.update();
    expect([readings.receivedBytes[0], readings.srttMs[0], readings.isActive[0]]).toEqual([1000, 7, 1]);
    bench.connections[0].sender.state.srttNs = 8e6;
    readings.update();
    expect([readings.receivedBytes[0], readings.srttMs[0]]).toEqual([1000, 7]);
    bench.arrive(0, 1000);
    readings.update();
    expect([readings.receivedBytes[0], readings.srttMs[0]]).toEqual([2000, 8]);
    bench.at(10 * S).stop();
    readings.update();
    expect([readings.receivedBytes[0], readings.srttMs[0], readings.isActive[0]]).toEqual([2000, 0, 0]);
  });
});
