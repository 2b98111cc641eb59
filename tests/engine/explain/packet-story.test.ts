/** Checks packets of the path against its state and the counters of the run. */
import { describe, expect, test } from "vitest";
import {
  PACKET_KIND,
  type PathPackets,
  type Question,
  type Scenario,
  scenarioFromUrl,
} from "../../../src/engine/index.ts";
import type { Packet } from "../../../src/engine/net/packet.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { networkOf } from "../../contract/witness.ts";
import { plainTcp } from "../plain-tcp.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

const of = (url: string) => scenarioFromUrl(plainTcp(url)).scenario;

function pathStateAt(scenario: Scenario, atS: number) {
  const simulation = new Simulation(scenario);
  simulation.advance(atS);
  return { ...simulation.pathState(), simulation };
}

function asked(
  { end, seq, kind }: PathPackets,
  i: number,
  link: number | null,
  isQueued: boolean,
  atS: number,
): Question {
  const isAck = (kind[i] & PACKET_KIND.ack) !== 0;
  return { kind: "packet", packet: { end: end[i], seq: seq[i], isAck, link, isQueued }, atS };
}

const momentOf = (story: ReturnType<typeof tell>["story"], label: string) =>
  story.chain.find((one) => one.label === label)?.atS ?? Number.NaN;

describe("a packet in the queue", () => {
  const scenario = of("duration=12s");
  const atS = 0.95;
  const { links, simulation } = pathStateAt(scenario, atS);
  const { queued } = links[0];
  const { story } = tell(tellerOf(scenario), asked(queued, 5, 0, true, atS));

  test("states the window when it was sent, and the packets that were before it in the queue", () => {
    const sentS = momentOf(story, "sent");
    const before = new Simulation(scenario);
    before.advance(sentS - 1e-6);
    const { discipline, isSending } = networkOf(before).links[0].port;
    const ahead = discipline.packets + (isSending ? 1 : 0);
    expect(textOf(story)).toContain(`It arrived at the queue behind ${ahead} packets`);
    expect(textOf(story)).toContain(`Packet ${queued.seq[5]} of flow 1 was sent at`);
    expect(textOf(story)).toMatch(/in flight, in the reduction for a mark\./);
  });

  test("leaves in turn, arrives after half a round trip, and is acknowledged after another half", () => {
    const leftS = momentOf(story, "left the queue");
    // Five packets wait before it, with 1.2 ms each. The packet in transmission needs part of its time.
    expect(leftS - atS).toBeGreaterThan(5 * 0.0012);
    expect(leftS - atS).toBeLessThanOrEqual(6 * 0.0012);
    expect(momentOf(story, "received") - leftS).toBeCloseTo(0.05, 9);
    expect(momentOf(story, "acknowledged") - leftS).toBeCloseTo(0.1, 9);
    simulation.advance(momentOf(story, "acknowledged"));
    const { una, cwnd } = networkOf(simulation).flows[0].current?.sender.state ?? { una: 0, cwnd: 0 };
    expect(una).toBeGreaterThan(queued.seq[5]);
    expect(textOf(story)).toContain(`cwnd stayed at ${cwnd} segments, all in use`);
  });

  test("shows the queue's state when it left, and links to the previous and next packets", () => {
    expect(textOf(story)).toContain(
      "CoDel neither marked nor dropped it. At that moment CoDel was in its signalling state; its count was 9.",
    );
    expect(story.previous).toMatchObject({ packet: { seq: queued.seq[5] - 1 } });
    expect(story.next).toMatchObject({ packet: { seq: queued.seq[5] + 1 } });
  });
});

describe("a packet in one of several queues is explained by the packets in its own queue", () => {
  /**
   * Returns the story's sentence about the packet's position, and the queue lengths at its arrival: of its own queue,
   * and of all queues.
   */
  function placeOf(scenario: Scenario, isOwn: (packet: Packet, asked: Packet) => boolean) {
    const atS = 2;
    const { queued } = pathStateAt(scenario, atS).links[0];
    const { story } = tell(tellerOf(scenario), asked(queued, queued.seq.length - 1, 0, true, atS));
    const simulation = new Simulation(scenario);
    simulation.advance(momentOf(story, "sent") - 1e-6);
    const { discipline, isSending } = networkOf(simulation).links[0].port;
    const waiting: Packet[] = [];
    discipline.visit((packet) => waiting.push({ ...packet } as Packet) > 0);
    simulation.advance(momentOf(story, "sent") + 1e-6);
    let own = 0;
    discipline.visit((packet) => {
      const { end, seq } = packet;
      if (end === queued.end.at(-1) && seq === queued.seq.at(-1))
        own = waiting.filter((other) => isOwn(other, packet)).length;
      return true;
    });
    return { text: textOf(story), own, all: waiting.length + (isSending ? 1 : 0) };
  }

  const two = "flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=40ms";

  test.each(["fq-codel", "fq-pie"])("of %s: that of its flow", (aqm) => {
    const { text, own, all } = placeOf(
      of(`${two}&aqm=${aqm}&duration=4s${aqm === "fq-pie" ? "&update-tick=none" : ""}`),
      (a, b) => a.end === b.end,
    );
    expect(own).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(own);
    expect(text).toContain(`It arrived at its flow's queue behind ${own} packet`);
    expect(text).toContain(`when the queue held ${all} in all, and left after`);
  });

  test("of DualPI2: that of its kind of flow", () => {
    const flows = "flow=cc=cubic,rtt=20ms&flow=cc=prague,rtt=20ms";
    const isL = ({ ecn }: Packet) => (ecn & 1) === 1;
    const { text, own } = placeOf(of(`${flows}&aqm=dualpi2&duration=4s`), (a, b) => isL(a) === isL(b));
    expect(text).toMatch(new RegExp(`It arrived at the [LC] queue behind ${own} packet`));
  });
});

test("a marked packet reports its mark and the mark's effect", () => {
  const scenario = of("duration=12s");
  const simulation = new Simulation(scenario);
  simulation.advance(6);
  simulation.stepToSignal();
  simulation.advance(simulation.nowS + 0.001);
  const { data, nowS } = simulation.pathState();
  const at = data.kind.indexOf(PACKET_KIND.signal);
  const { story } = tell(tellerOf(scenario), asked(data, at, null, false, nowS));
  expect(textOf(story)).toMatch(/so CoDel marked it .* cut cwnd from \d+ to \d+ segments/);
});

describe("an ACK", () => {
  test("states what it acknowledges, and which mark it echoes", () => {
    const scenario = of("duration=12s");
    const { acks } = pathStateAt(scenario, 0.95);
    const { story } = tell(tellerOf(scenario), asked(acks, 10, null, false, 0.95));
    expect(textOf(story)).toMatch(
      /^The ACK that asks for \d+ left the receiver of flow 1 at [\d.]+ s, after packet/,
    );
    expect(textOf(story)).toContain("It carried ECE, which reported the mark of packet 526.");
    expect(textOf(story)).toContain("it acknowledged 1 segment");
  });

  test("waits in the queue of the reverse path, if there is one", () => {
    const scenario = scenarioFromUrl(
      "reverse-capacity=0.2Mbps&flow=cc=newreno&flow=cc=newreno,route=reverse&duration=20s",
    ).scenario;
    const { links } = pathStateAt(scenario, 15);
    const at = links[1].queued.kind.indexOf(PACKET_KIND.ack);
    const { story } = tell(tellerOf(scenario), asked(links[1].queued, at, 1, true, 15));
    expect(textOf(story)).toMatch(/It arrived at the queue of Way back behind \d+ packets/);
  });
});

test("a datagram is not acknowledged", () => {
  const scenario = of("flow=traffic=cbr&duration=5s");
  const { data } = pathStateAt(scenario, 3);
  const { story } = tell(tellerOf(scenario), asked(data, 0, null, false, 3));
  expect(textOf(story)).toMatch(/^Datagram \d+ of flow 1 was sent at .* It is not acknowledged/);
});

test("of several transmissions of the same segment, the explanation is of the one in flight", () => {
  const scenario = of("loss=0.05&ecn=off&duration=10s");
  const simulation = new Simulation(scenario);
  const sender = () => networkOf(simulation).flows[0].current?.sender;
  simulation.advance(2);
  const before = sender()?.retransmissions ?? 0;
  while (sender()?.retransmissions === before) simulation.stepEvent();
  const { links, data, nowS } = simulation.pathState();
  const una = sender()?.state.una ?? -1;
  const places = [
    { packets: links[0].queued, link: 0, isQueued: true },
    { packets: data, link: null, isQueued: false },
  ];
  const found = places.find(({ packets }) => packets.seq.includes(una));
  if (found === undefined) throw new Error("the retransmission is not under way");
  const at = found.packets.seq.indexOf(una);
  const { story } = tell(tellerOf(scenario), asked(found.packets, at, found.link, found.isQueued, nowS));
  expect(textOf(story)).toMatch(new RegExp(`^The retransmission of packet ${una} of flow 1`));
});

test("a packet that does not exist is not explained", () => {
  const teller = tellerOf(of("duration=12s"));
  const packet = { end: 0, seq: 1, isAck: false, link: null, isQueued: false };
  expect(() => tell(teller, { kind: "packet", packet, atS: 11 })).toThrow(
    "There is no such packet at that time",
  );
  const stranger = { ...packet, end: 7 };
  expect(() => tell(teller, { kind: "packet", packet: stranger, atS: 11 })).toThrow(
    "There is no such packet",
  );
});
