/** Packets of the picture, checked against what the picture and the counters of the run show. */
import { describe, expect, test } from "vitest";
import {
  PACKET_KIND,
  type PicturePackets,
  type Question,
  type Scenario,
  scenarioFromUrl,
} from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { networkOf } from "../../contract/witness.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

const of = (url: string) => scenarioFromUrl(url).scenario;

function pictureAt(scenario: Scenario, atS: number) {
  const simulation = new Simulation(scenario);
  simulation.advance(atS);
  return { ...simulation.picture(), simulation };
}

function asked(
  { end, seq, kind }: PicturePackets,
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
  const { links, simulation } = pictureAt(scenario, atS);
  const { queued } = links[0];
  const { story } = tell(tellerOf(scenario), asked(queued, 5, 0, true, atS));

  test("was sent with the window of that time, behind as many as were there", () => {
    const sentS = momentOf(story, "sent");
    const before = new Simulation(scenario);
    before.advance(sentS - 1e-6);
    const { discipline, isSending } = networkOf(before).links[0].port;
    const ahead = discipline.packets + (isSending ? 1 : 0);
    expect(textOf(story)).toContain(`It came to the queue behind ${ahead} packets`);
    expect(textOf(story)).toContain(`Packet ${queued.seq[5]} of flow 1 was sent at`);
  });

  test("left it when its turn came, arrived after half a round trip, and was acknowledged after another", () => {
    const leftS = momentOf(story, "left the queue");
    // Five are before it, each 1.2 ms long; the one that is being sent has some of its time left.
    expect(leftS - atS).toBeGreaterThan(5 * 0.0012);
    expect(leftS - atS).toBeLessThanOrEqual(6 * 0.0012);
    expect(momentOf(story, "received") - leftS).toBeCloseTo(0.05, 9);
    expect(momentOf(story, "acknowledged") - leftS).toBeCloseTo(0.1, 9);
    simulation.advance(momentOf(story, "acknowledged"));
    const { una, cwnd } = networkOf(simulation).flows[0].current?.sender.state ?? { una: 0, cwnd: 0 };
    expect(una).toBeGreaterThan(queued.seq[5]);
    expect(textOf(story)).toContain(`cwnd stayed at ${cwnd} segments, all in use`);
  });

  test("shows the queue's state as it left, and leads to the packets before and after", () => {
    expect(textOf(story)).toMatch(
      /CoDel neither marked nor dropped it, with signals in this dropping state 9/,
    );
    expect(story.previous).toMatchObject({ packet: { seq: queued.seq[5] - 1 } });
    expect(story.next).toMatchObject({ packet: { seq: queued.seq[5] + 1 } });
  });
});

test("a marked packet tells of its mark and of what it did", () => {
  const scenario = of("duration=12s");
  const simulation = new Simulation(scenario);
  simulation.advance(6);
  simulation.stepToSignal();
  simulation.advance(simulation.nowS + 0.001);
  const { data, nowS } = simulation.picture();
  const at = data.kind.indexOf(PACKET_KIND.signal);
  const { story } = tell(tellerOf(scenario), asked(data, at, null, false, nowS));
  expect(textOf(story)).toMatch(/so CoDel marked it .* cut cwnd from \d+ to \d+ segments/);
});

describe("an ACK", () => {
  test("tells what it acknowledges, and of which mark", () => {
    const scenario = of("duration=12s");
    const { acks } = pictureAt(scenario, 0.95);
    const { story } = tell(tellerOf(scenario), asked(acks, 10, null, false, 0.95));
    expect(textOf(story)).toMatch(
      /^The ACK that asks for \d+ left the receiver of flow 1 at [\d.]+ s, after packet/,
    );
    expect(textOf(story)).toContain("It carried ECE: it told of the mark of packet 526.");
    expect(textOf(story)).toContain("it acknowledged 1 segment");
  });

  test("waits in the queue of the way back, where there is one", () => {
    const scenario = scenarioFromUrl(
      "reverse-capacity=0.2Mbps&flow=cc=newreno&flow=cc=newreno,route=reverse&duration=20s",
    ).scenario;
    const { links } = pictureAt(scenario, 15);
    const at = links[1].queued.kind.indexOf(PACKET_KIND.ack);
    const { story } = tell(tellerOf(scenario), asked(links[1].queued, at, 1, true, 15));
    expect(textOf(story)).toMatch(/It came to the queue of Way back behind \d+ packets/);
  });
});

test("a datagram is acknowledged by nobody", () => {
  const scenario = of("flow=traffic=cbr&duration=5s");
  const { data } = pictureAt(scenario, 3);
  const { story } = tell(tellerOf(scenario), asked(data, 0, null, false, 3));
  expect(textOf(story)).toMatch(/^Datagram \d+ of flow 1 was sent at .* Nobody acknowledges it/);
});

test("of several transmissions of the same segment it is the one that was under way", () => {
  const scenario = of("loss=0.05&ecn=off&duration=10s");
  const simulation = new Simulation(scenario);
  const sender = () => networkOf(simulation).flows[0].current?.sender;
  simulation.advance(2);
  const before = sender()?.retransmissions ?? 0;
  while (sender()?.retransmissions === before) simulation.stepEvent();
  const { links, data, nowS } = simulation.picture();
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

test("one that is not there is not told of", () => {
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
