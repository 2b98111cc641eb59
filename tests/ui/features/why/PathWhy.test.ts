import type { KeyboardEvent } from "react";
import { describe, expect, it } from "vitest";
import { PACKET_KIND, type PathState } from "../../../../src/engine/index.ts";
import { packetAt, queuedPackets } from "../../../../src/ui/bench/path/packets.ts";
import { onQueueKey, pathHit } from "../../../../src/ui/features/why/PathWhy.tsx";
import { madeLink, madeScene, moving, packets } from "../../bench/path/made-path-states.ts";
import { madeSnapshot } from "../../core/made-runs.ts";
import { runOf } from "../../plots/simulated-runs.ts";

const { signal, ack, syn } = PACKET_KIND;
const scene = madeScene(2);
const { box } = scene.layout;
const middleY = scene.layout.middleY;

/**
 * Three packets wait, of which the second is marked. One packet is on its way to the receiver, and one ACK on its way
 * back.
 */
const pathState: PathState = {
  nowS: 12,
  links: [madeLink([0, signal, 0], [], 100)],
  data: moving([0], 0.5, 200),
  acks: moving([ack | signal], 0.5, 300),
  cwnd: Float32Array.of(42),
  programs: [],
};
const waiting = queuedPackets(scene.queues[0], pathState.links[0], 0);

describe("packets at their drawn positions", () => {
  it("are those that wait, from the head at the right", () => {
    expect(waiting.map(({ packet, isSignal }) => [packet.seq, isSignal])).toEqual([
      [100, false],
      [101, true],
      [102, false],
    ]);
    const xs = waiting.map(({ at }) => at.x);
    expect(xs).toEqual([...xs].sort((a, b) => b - a));
    expect(waiting[0].packet).toEqual({ end: 1, seq: 100, isAck: false, link: 0, isQueued: true });
  });

  it("are the nearest within reach, and none beyond it", () => {
    const { at } = waiting[2];
    expect(packetAt(scene, pathState, { x: at.x - 2, y: at.y + 3 }, 12)?.packet.seq).toBe(102);
    expect(packetAt(scene, pathState, { x: at.x - 13, y: at.y }, 12)).toBeNull();
  });

  it("include a diamond, which covers its neighbours", () => {
    const [head, marked] = waiting;
    const between = marked.at.x + 6.5;
    expect(Math.abs(head.at.x - between)).toBeLessThan(6);
    expect(packetAt(scene, pathState, { x: between, y: marked.at.y }, 12)?.packet.seq).toBe(101);
  });

  it("include a SYN, which covers less", () => {
    const link = { ...pathState.links[0], queued: packets([0, syn, 0], 100) };
    const withSyn = { ...pathState, links: [link] };
    const [, { at }] = queuedPackets(scene.queues[0], link, 0);
    const seqAt = (besidePx: number) =>
      packetAt(scene, withSyn, { x: at.x + besidePx, y: at.y }, 12)?.packet.seq;
    expect([seqAt(5), seqAt(6.5)]).toEqual([101, 100]);
  });

  it("include those on the way there and back, outside links", () => {
    const [, data, acks] = scene.stretches(pathState);
    const [there, back] = [data.placeOf(0), acks.placeOf(0)];
    if (there === null || back === null) throw new Error("both are drawn");
    const found = [there, back].map((at) => packetAt(scene, pathState, at, 12)?.packet);
    expect(found).toEqual([
      { end: 1, seq: 200, isAck: false, link: null, isQueued: false },
      { end: 1, seq: 300, isAck: true, link: null, isQueued: false },
    ]);
  });

  it("show for a symbol of several packets the one with a signal, else a SYN, else the first", () => {
    const [place] = scene.queues;
    const many = { ...place, scale: { ...place.scale, packetsPerMark: 3 } };
    const queued = packets([0, syn, signal, 0, syn, 0, 0, 0, 0], 100);
    const link = { ...pathState.links[0], queued, queuePackets: 9 };
    expect(queuedPackets(many, link, 0).map(({ packet }) => packet.seq)).toEqual([102, 104, 106]);
  });
});

describe("the questions of the path", () => {
  const snapshot = madeSnapshot({ flows: 2, marksAtS: [3, 8, 20] });
  const at = (x: number, y: number, of: PathState = pathState) => pathHit(scene, of, snapshot, { x, y });

  it("ask about a packet, at the time of the picture", () => {
    const hit = at(waiting[0].at.x, waiting[0].at.y);
    expect(hit?.question).toEqual({ kind: "packet", packet: waiting[0].packet, atS: 12 });
    expect(hit).toMatchObject({ what: "packet", link: 0 });
  });

  it("ask about the phase at the playhead, for a sender that changes phases without cuts", () => {
    const bbr = runOf("v=2&cc=bbr1&duration=12s&aqm=droptail&limit=100p").snapshot;
    const now = { ...pathState, nowS: 10.25 };
    const hit = pathHit(scene, now, bbr, { x: scene.layout.senderX, y: scene.layout.rows[0].y });
    if (hit?.question.kind !== "stretch") throw new Error("a phase is asked about as a stretch");
    const { of, flow, fromS, toS } = hit.question;
    expect([of, flow, fromS < 10.25, toS > 10.25]).toEqual(["cwnd", 0, true, true]);
    expect(toS - fromS).toBeLessThan(1);
  });

  it("ask about a sender's last event, including its join", () => {
    const [first, second] = scene.layout.rows.map(({ y }) => y);
    expect(at(scene.layout.senderX, first)?.question).toEqual({ kind: "join", flow: 0, atS: 0 });
    expect(at(scene.layout.senderX + 3, second)).toMatchObject({ what: "sender", question: { flow: 1 } });
    // If two packets are within reach, the nearer one is chosen.
    const close = scene.senders.map((sender) => ({ ...sender, reachPx: 100 }));
    const hit = pathHit({ ...scene, senders: close }, pathState, snapshot, {
      x: scene.layout.senderX,
      y: second - 2,
    });
    expect(hit).toMatchObject({ what: "sender", question: { flow: 1 } });
  });

  it("ask about the queue's last signal, and why an empty one is empty", () => {
    const hit = at(box.left + 20, middleY);
    expect(hit).toMatchObject({ what: "queue", link: 0 });
    expect(hit?.question).toEqual({ kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 8 });
    const empty = {
      ...pathState,
      links: [{ ...pathState.links[0], queued: packets([], 0), queuePackets: 0 }],
    };
    const stretch = pathHit(scene, empty, snapshot, { x: box.left + 20, y: middleY })?.question;
    expect(stretch).toEqual({ kind: "stretch", of: "queue", link: 0, flow: null, fromS: 10, toS: 14 });
  });

  it("are absent elsewhere", () => {
    expect(at(box.left - 30, 10)).toBeNull();
  });
});

describe("the cursor along the queue", () => {
  const pressed = (key: string) => {
    const chosen: number[] = [];
    const keys = { index: 0, direction: 1 as const, choose: (index: number) => chosen.push(index), ask() {} };
    onQueueKey({ key, preventDefault() {}, stopPropagation() {} } as KeyboardEvent, keys);
    return chosen[0];
  };

  it("moves with End to the current tail of the queue, even if none was known before", () => {
    expect(pressed("End")).toBe(Number.POSITIVE_INFINITY);
    expect(pressed("Home")).toBe(0);
  });
});
