/** Watches a whole network from outside: no packet may be lost or created unnoticed. */
import { expect } from "vitest";
import type { Scenario } from "../../src/engine/index.ts";
import type { Link } from "../../src/engine/net/link.ts";
import type { Packet, PacketSink } from "../../src/engine/net/packet.ts";
import type { Port } from "../../src/engine/net/port.ts";
import type { Network } from "../../src/engine/network.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { Connection } from "../../src/engine/tcp/connection.ts";

export function networkOf(simulation: Simulation): Network {
  return (simulation as unknown as { network: Network }).network;
}

interface Counter {
  count: number;
}

/** Counts the packets that a part of the network receives from now on. */
function countPackets(sink: PacketSink, counts: (packet: Packet) => boolean = () => true): Counter {
  const counter = { count: 0 };
  const receive = sink.receive.bind(sink);
  sink.receive = (packet) => {
    if (counts(packet)) counter.count++;
    receive(packet);
  };
  return counter;
}

function countRateChanges(port: Port): Counter {
  const counter = { count: 0 };
  const setRate = port.setRate.bind(port);
  port.setRate = (rateBps) => {
    counter.count++;
    setRate(rateBps);
  };
  return counter;
}

const totalOf = (counters: readonly Counter[]) => counters.reduce((sum, { count }) => sum + count, 0);

/** Number of bits that 10 Gbps, the highest possible capacity, carries in half a ns. */
const HALF_NS_BITS = 5;

export class Witness {
  readonly network: Network;
  private readonly simulation: Simulation;
  /** Counters for each link. */
  private readonly arrivals: Counter[];
  private readonly firstData: Counter[];
  private readonly firstAcks: Counter[];
  private readonly rateChanges: Counter[];
  /**
   * Largest token bucket that each link had during the run. Tokens saved in it may be used after the bucket has
   * shrunk.
   */
  private readonly buckets: number[];
  /** Counters for each flow group. */
  private readonly dataPipes: Counter[];
  private readonly ackPipes: Counter[];
  /** Position in its route at which each packet in flight was last seen. */
  private readonly hops = new WeakMap<Packet, number>();
  private strayed = 0;

  /** Must be created before the simulation's first event. */
  constructor(simulation: Simulation) {
    this.simulation = simulation;
    this.network = networkOf(simulation);
    const { links, groups } = this.network;
    const ports = links.map(({ port }) => port);
    this.arrivals = links.map((link) => countPackets(link.port, (packet) => this.follow(packet, link)));
    this.firstData = ports.map((port) => countPackets(port, ({ hop, isAck }) => hop === 0 && !isAck));
    this.firstAcks = ports.map((port) => countPackets(port, ({ hop, isAck }) => hop === 0 && isAck));
    this.rateChanges = ports.map(countRateChanges);
    const later = simulation.scenario.changes.filter(({ id }) => id === "bucket");
    this.buckets = ports.map(({ bucketBytes }) =>
      Math.max(bucketBytes, ...later.map(({ value }) => Number(value))),
    );
    this.dataPipes = groups.map(({ data }) => countPackets(data, (packet) => this.follow(packet, null)));
    this.ackPipes = groups.map(({ acks }) => countPackets(acks, (packet) => this.follow(packet, null)));
  }

  /**
   * Records that a packet arrives at a link, or (null) at its flow's own path after the last link. Returns whether
   * the packet belongs there.
   */
  private follow(packet: Packet, link: Link | null): boolean {
    const group = this.network.groups[this.network.ends[packet.end].group];
    const route = packet.isAck ? group.back : group.forward;
    const { hop } = packet;
    const isInTurn = hop === 0 || this.hops.get(packet) === hop - 1;
    if (!isInTurn || (route[hop] ?? null) !== link) this.strayed++;
    this.hops.set(packet, hop);
    return true;
  }

  /** Checks that no packet was lost or created. May be called at any time. */
  expectConserved(): void {
    const { links, groups, flows, pool } = this.network;
    let [passedOn, underWay] = [0, 0];
    for (const [i, { port, pipe, losses }] of links.entries()) {
      const { packetsSent, aqmDrops, overflowDrops, discipline } = port;
      expect(packetsSent + aqmDrops + overflowDrops + discipline.packets).toBe(this.arrivals[i].count);
      passedOn += packetsSent - port.partlySentPackets - losses - pipe.packets;
      underWay += discipline.packets + port.partlySentPackets + pipe.packets;
    }
    for (const { data, acks } of groups) underWay += data.packets + acks.packets;
    // Everything that leaves a link enters the next link or its flow's own path. ACKs may start on the flow's own
    // path.
    const idealAcks = groups.reduce(
      (sum, { back }, i) => sum + (back.length === 0 ? this.ackPipes[i].count : 0),
      0,
    );
    const handedOn = totalOf(this.arrivals) - totalOf(this.firstData) - totalOf(this.firstAcks);
    expect(handedOn + totalOf(this.dataPipes) + totalOf(this.ackPipes) - idealAcks).toBe(passedOn);
    const counts = flows.map((flow) => flow.counts());
    const sent = counts.reduce((sum, one) => sum + one.packetsSent + one.handshakePackets, 0);
    expect(sent).toBe(totalOf(this.firstData));
    expect(pool.inUse).toBe(underWay);
    expect(this.strayed).toBe(0);
  }

  /** Checks that sender and receiver agree, and that all values are possible. */
  expectSound(): void {
    const least = leastWindow(this.simulation.scenario);
    for (const end of this.network.ends) if (end instanceof Connection) expectEndsSound(end, least);
    const { links, flows } = this.simulation.results();
    for (const [i, { utilisation }] of links.entries()) {
      expect(utilisation).toBeGreaterThanOrEqual(0);
      expect(utilisation).toBeLessThanOrEqual(this.mostUtilisation(i));
    }
    const values = flows.flatMap((flow) => [
      flow.goodputBps,
      flow.bytesReceived,
      flow.packetsSent,
      flow.retransmissions,
    ]);
    expect(values.filter((value) => !(Number.isFinite(value) && value >= 0))).toEqual([]);
  }

  /**
   * Returns the largest possible utilisation. A packet in transmission keeps its rate when the link's rate changes.
   * Saved tokens remain usable too, up to the size of the bucket. Transmission times are whole ns, so each packet may
   * take up to half a ns less.
   */
  private mostUtilisation(index: number): number {
    const link: Link = this.network.links[index];
    const capacityBits = link.capacityBits();
    if (capacityBits <= 0) return 0;
    const packets = this.rateChanges[index].count + 1;
    const ahead = largestPacketBytes(this.simulation.scenario) + this.buckets[index];
    const roundedBits = link.port.packetsSent * HALF_NS_BITS;
    return 1.001 + (packets * ahead * 8 + roundedBits) / capacityBits;
  }
}

function expectEndsSound({ sender, receiver }: Connection, leastSsthresh: number): void {
  const { state, board } = sender;
  const inFlight = board.pipe(state.una, state.nxt);
  // This check does not use `expect`, which takes too long for thousands of connections.
  const isOrdered = state.una <= receiver.next && receiver.next <= state.nxt;
  if (state.cwnd >= 1 && state.ssthresh >= leastSsthresh && inFlight >= 0 && isOrdered) return;
  expect(state.cwnd).toBeGreaterThanOrEqual(1);
  expect(state.ssthresh).toBeGreaterThanOrEqual(leastSsthresh);
  expect(inFlight).toBeGreaterThanOrEqual(0);
  expect(state.una).toBeLessThanOrEqual(receiver.next);
  expect(receiver.next).toBeLessThanOrEqual(state.nxt);
}

/** Returns the smallest window that a reduction can leave at any time of the run. */
function leastWindow({ tcp, changes }: Scenario): number {
  const changed = changes.filter(({ id }) => id === "min-cwnd").map(({ value }) => Number(value));
  return Math.min(Number(tcp["min-cwnd"]), ...changed);
}

function largestPacketBytes({ tcp, flows, changes }: Scenario): number {
  const datagrams = [
    ...flows.map(({ params }) => Number(params["cbr-packet"] ?? 0)),
    ...changes.filter(({ id }) => id === "cbr-packet").map(({ value }) => Number(value)),
  ];
  return Math.max(Number(tcp.mss), ...datagrams) + Number(tcp.overhead);
}

/** Runs a scenario to its end under observation, with regular reads of its state. */
export function runWatched(scenario: Scenario, everyS: number): Simulation {
  const simulation = new Simulation(scenario);
  const witness = new Witness(simulation);
  for (let s = everyS; !simulation.done; s += everyS) {
    simulation.advance(s);
    witness.expectConserved();
    witness.expectSound();
  }
  return simulation;
}

/** Returns the digest of a run in slices of `events` events, with a read of its state after each slice. */
export function slicedDigest(scenario: Scenario, events: number): string {
  const simulation = new Simulation(scenario);
  while (!simulation.done) {
    simulation.advance(Number.POSITIVE_INFINITY, events);
    simulation.pathState();
    simulation.snapshot();
  }
  return simulation.digest();
}

export function expectSameSliced(scenario: Scenario, events: number): void {
  expect(slicedDigest(scenario, events)).toBe(runScenario(scenario).digest());
}
