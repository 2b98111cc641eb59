import { describe, expect, test } from "vitest";
import { PACKET_KIND, scenarioFromUrl } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { plainTcp } from "../plain-tcp.ts";

const hasSignal = (kinds: Uint8Array) => kinds.some((kind) => (kind & PACKET_KIND.signal) !== 0);

function at(fragment: string, atS: number): Simulation {
  const { scenario, problems } = scenarioFromUrl(plainTcp(fragment));
  expect(problems).toEqual([]);
  const simulation = new Simulation(scenario);
  simulation.advance(atS);
  return simulation;
}

describe("the path at one instant", () => {
  test("shows the packets at their positions: sent one packet time apart, all within the path", () => {
    // 30 ms after the start, the first ten packets are on the path of 50 ms. The first of them has covered three
    // fifths of it.
    const { data, acks, links } = at("duration=10s", 0.03).pathState();
    expect(data.flow).toHaveLength(10);
    expect(data.at[0]).toBeCloseTo(0.6, 5);
    expect(data.at[1]).toBeCloseTo((30 - 1.2) / 50, 5);
    expect([acks.flow.length, links.length, links[0].queuePackets]).toEqual([0, 1, 0]);
  });

  test("then shows their ACKs on the reverse path", () => {
    const { data, acks } = at("duration=10s", 0.075).pathState();
    expect([data.flow.length, acks.flow.length]).toEqual([0, 10]);
    expect(acks.at[0]).toBeCloseTo(0.5, 5);
  });

  test("positions are between 0 and 1 from head to tail, and all flows are present", () => {
    const { data, acks, links, cwnd } = at("flows=3&duration=20s", 12.3456).pathState();
    for (const stretch of [data.at, acks.at]) {
      expect(stretch.length).toBeGreaterThan(3);
      for (const one of stretch) expect(one >= 0 && one <= 1).toBe(true);
    }
    expect(new Set(data.flow)).toEqual(new Set([0, 1, 2]));
    const [{ queued }] = links;
    expect(queued.flow.length).toBe(queued.kind.length);
    expect(cwnd).toHaveLength(3);
  });

  test("marks are visible during transit: CE on data, ECE on ACKs, and counted", () => {
    const simulation = at("duration=60s", 0);
    let seen = false;
    while (!simulation.done && !seen) {
      simulation.stepToSignal();
      simulation.advance(simulation.nowS + 0.08);
      const { data, acks, links } = simulation.pathState();
      seen = links[0].marks > 0 && (hasSignal(data.kind) || hasSignal(acks.kind));
    }
    expect(seen).toBe(true);
  });

  test("names each packet: its connection, and the segment or the one expected next", () => {
    const sent = at("duration=10s", 0.03).pathState().data;
    expect([[...sent.end], [...sent.seq]]).toEqual([Array(10).fill(0), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    const { acks } = at("duration=10s", 0.075).pathState();
    expect([...acks.seq]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { queued } = at("aqm=droptail&ecn=off&duration=20s", 12).pathState().links[0];
    expect(queued.seq.length).toBeGreaterThan(3);
    expect([...queued.seq]).toEqual([...queued.seq].sort((a, b) => a - b));
    expect([...queued.end]).toEqual([...queued.flow]);
  });

  test("a long queue is shown in part and counted completely", () => {
    const [{ queued, queuePackets }] = at(
      "aqm=droptail&cc=cubic&hystart=off&ecn=off&capacity=20Mbps&duration=60s",
      30,
    ).pathState().links;
    expect(queuePackets).toBeGreaterThan(600);
    expect(queued.flow.length).toBe(600);
  });
});

describe("a handshake on the path", () => {
  const { ack, syn, lastAck } = PACKET_KIND;

  test("SYN, SYN-ACK and the ACK that ends it are distinguished", () => {
    const [first, second, third] = [0.03, 0.08, 0.13].map((atS) =>
      at("duration=10s&handshake=on", atS).pathState(),
    );
    expect([[...first.data.kind], first.acks.kind.length]).toEqual([[syn], 0]);
    expect([second.data.kind.length, [...second.acks.kind]]).toEqual([0, [syn | ack]]);
    expect([...third.data.kind].filter((kind) => kind !== 0)).toEqual([lastAck]);
  });

  test("of many packets in flight no SYN is omitted", () => {
    const syns = (rate: string) => {
      const crowd = `flow=traffic=cbr,cbr-rate=${rate}&flow=count=200,start=1s`;
      const { data } = at(
        `capacity=1000Mbps&aqm=infinite&duration=2s&handshake=on&${crowd}`,
        1.04,
      ).pathState();
      return { total: data.total, syns: [...data.kind].filter((kind) => kind === syn).length };
    };
    const alone = syns("0.1Mbps");
    const amongMany = syns("600Mbps");
    expect([alone.total < 600, amongMany.total > 1800]).toEqual([true, true]);
    expect(alone.syns).toBeGreaterThan(90);
    expect(amongMany.syns).toBe(alone.syns);
  });
});

describe("links with their own delay", () => {
  test("show the packets on them separately from packets that have left them", () => {
    // One flow passes two hops of 10 ms and one of 5 ms to the receiver. After 14 ms, its first packet is on the
    // second hop.
    const url = "path=parking-lot&hops=2&delay=10ms&capacity=10Mbps&flow=cc=newreno,rtt=10ms&duration=1s";
    const { links, data } = at(url, 0.014).pathState();
    expect(links).toHaveLength(2);
    expect(links[1].moving.at[0]).toBeCloseTo(0.4, 5);
    expect(links[0].moving.at[0]).toBeLessThan(1);
    expect([links[0].moving.flow.length + links[1].moving.flow.length, data.flow.length]).toEqual([10, 0]);
    const later = at(url, 0.022).pathState();
    expect(later.data.at[0]).toBeCloseTo(0.4, 5);
  });

  test("ACKs that queue in a link are distinguished from data", () => {
    const url = "reverse-capacity=0.2Mbps&flow=cc=newreno&flow=cc=newreno,route=reverse&duration=20s";
    const [, reverse] = at(url, 15).pathState().links;
    const acks = [...reverse.queued.kind].filter((kind) => (kind & PACKET_KIND.ack) !== 0);
    expect(acks.length).toBeGreaterThan(0);
    expect(acks.length).toBeLessThan(reverse.queued.kind.length);
  });

  test("random losses count among the drops", () => {
    const [{ drops }] = at("loss=0.02&aqm=infinite&duration=20s", 15).pathState().links;
    expect(drops).toBeGreaterThan(10);
  });
});
