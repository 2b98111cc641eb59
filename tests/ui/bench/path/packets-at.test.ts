import { describe, expect, it } from "vitest";
import { PACKET_KIND, type Picture } from "../../../../src/engine/index.ts";
import { placedPicture } from "../../../../src/ui/bench/path/draw-picture.ts";
import { packetAt, queuedPackets } from "../../../../src/ui/bench/path/packets-at.ts";
import { pathHit } from "../../../../src/ui/bench/path/path-asking.ts";
import { madeScene, packets } from "../../path/made-pictures.ts";
import { madeSnapshot } from "../../state/made-runs.ts";

const { signal, ack, syn } = PACKET_KIND;
const scene = madeScene(2);
const { box } = scene.layout;
const middleY = scene.layout.middleY;

/** Three packets wait, the second is marked; one is on its way to the receiver, and one ACK on its way back. */
const picture: Picture = {
  nowS: 12,
  links: [
    {
      queued: packets([0, signal, 0], 100),
      queuePackets: 3,
      moving: { ...packets([], 0), total: 0, at: new Float32Array() },
      marks: 0,
      drops: 0,
      losses: 0,
    },
  ],
  data: { ...packets([0], 200), total: 1, at: Float32Array.of(0.5) },
  acks: { ...packets([ack | signal], 300), total: 1, at: Float32Array.of(0.5) },
  cwnd: Float32Array.of(42),
};
const placed = placedPicture(scene, picture);
const waiting = queuedPackets(placed.queues[0], picture.links[0], 0);

describe("packets where they are drawn", () => {
  it("those that wait, from the head at the right on", () => {
    expect(waiting.map(({ packet, isSignal }) => [packet.seq, isSignal])).toEqual([
      [100, false],
      [101, true],
      [102, false],
    ]);
    const xs = waiting.map(({ at }) => at.x);
    expect(xs).toEqual([...xs].sort((a, b) => b - a));
    expect(waiting[0].packet).toEqual({ end: 1, seq: 100, isAck: false, link: 0, isQueued: true });
  });

  it("the nearest within reach, and nothing beyond it", () => {
    const { at } = waiting[2];
    expect(packetAt(placed, picture, { x: at.x - 2, y: at.y + 3 }, 12)?.packet.seq).toBe(102);
    expect(packetAt(placed, picture, { x: at.x - 13, y: at.y }, 12)).toBeNull();
  });

  it("a diamond covers its neighbours", () => {
    const [head, marked] = waiting;
    const between = marked.at.x + 6.5;
    expect(Math.abs(head.at.x - between)).toBeLessThan(6);
    expect(packetAt(placed, picture, { x: between, y: marked.at.y }, 12)?.packet.seq).toBe(101);
  });

  it("so does a SYN, by less", () => {
    const link = { ...picture.links[0], queued: packets([0, syn, 0], 100) };
    const withSyn = { ...picture, links: [link] };
    const [, { at }] = queuedPackets(placed.queues[0], link, 0);
    const seqAt = (besidePx: number) =>
      packetAt(placed, withSyn, { x: at.x + besidePx, y: at.y }, 12)?.packet.seq;
    expect([seqAt(5), seqAt(6.5)]).toEqual([101, 100]);
  });

  it("on the way there and on the way back, on no link", () => {
    const there = placed.stretches[1].placeOf(0);
    const back = placed.stretches[2].placeOf(0);
    if (there === null || back === null) throw new Error("both are drawn");
    const found = [there, back].map((at) => packetAt(placed, picture, at, 12)?.packet);
    expect(found).toEqual([
      { end: 1, seq: 200, isAck: false, link: null, isQueued: false },
      { end: 1, seq: 300, isAck: true, link: null, isQueued: false },
    ]);
  });

  it("a mark that stands for several packets is the one that carries a signal, else a SYN, else the first", () => {
    const [place] = placed.queues;
    const many = { ...place, scale: { ...place.scale, packetsPerMark: 3 } };
    const queued = packets([0, syn, signal, 0, syn, 0, 0, 0, 0], 100);
    const link = { ...picture.links[0], queued, queuePackets: 9 };
    expect(queuedPackets(many, link, 0).map(({ packet }) => packet.seq)).toEqual([102, 104, 106]);
  });
});

describe("what a place in the path asks", () => {
  const asked = {
    placed: () => placed,
    senders: scene.layout.rows.map(({ y }, flow) => ({
      at: { x: scene.layout.senderX, y },
      reachPx: 14,
      flow,
    })),
  };
  const snapshot = madeSnapshot({ flows: 2, marksAtS: [3, 8, 20] });
  const at = (x: number, y: number, of: Picture = picture) => pathHit(asked, of, snapshot, { x, y });

  it("a packet, at the time of the picture", () => {
    const hit = at(waiting[0].at.x, waiting[0].at.y);
    expect(hit?.question).toEqual({ kind: "packet", packet: waiting[0].packet, atS: 12 });
    expect(hit).toMatchObject({ what: "packet", link: 0 });
  });

  it("a sender: what it did last, its joining too", () => {
    const [first, second] = scene.layout.rows.map(({ y }) => y);
    expect(at(scene.layout.senderX, first)?.question).toEqual({ kind: "join", flow: 0, atS: 0 });
    expect(at(scene.layout.senderX + 3, second)).toMatchObject({ what: "sender", question: { flow: 1 } });
    // Between two that are both within reach, the nearer one.
    const close = asked.senders.map((sender) => ({ ...sender, reachPx: 100 }));
    const hit = pathHit({ ...asked, senders: close }, picture, snapshot, {
      x: scene.layout.senderX,
      y: second - 2,
    });
    expect(hit).toMatchObject({ what: "sender", question: { flow: 1 } });
  });

  it("the queue: its last signal, and of an empty one how it comes to be empty", () => {
    const hit = at(box.left + 20, middleY);
    expect(hit).toMatchObject({ what: "queue", link: 0 });
    expect(hit?.question).toEqual({ kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 8 });
    const empty = { ...picture, links: [{ ...picture.links[0], queued: packets([], 0), queuePackets: 0 }] };
    const nothing = { ...asked, placed: () => placedPicture(scene, empty) };
    const stretch = pathHit(nothing, empty, snapshot, { x: box.left + 20, y: middleY })?.question;
    expect(stretch).toEqual({ kind: "stretch", of: "queue", link: 0, flow: null, fromS: 10, toS: 14 });
  });

  it("elsewhere nothing", () => {
    expect(at(box.left - 30, 10)).toBeNull();
  });
});
