import { describe, expect, it } from "vitest";
import { PACKET_KIND, type Picture } from "../../../../src/engine/index.ts";
import { drawMoving, drawQueue, drawScene } from "../../../../src/ui/bench/path/packets.ts";
import type { QueuePlace } from "../../../../src/ui/bench/path/scene.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/colours.ts";
import { madeLink, madeScene, moving } from "./made-pictures.ts";

const { signal, ack, syn, lastAck } = PACKET_KIND;

const COLOURS = {
  ink: "ink",
  inkSoft: "soft",
  paper: "paper",
  mark: "mark",
  flows: Array(8).fill("flow"),
} as unknown as ChartColours;

/** Returns the drawn outlines, each with its style: "rect filled paper, stroked ink". */
function shapes(draw: (context: CanvasRenderingContext2D) => void): string[] {
  const drawn: string[] = [];
  let outline: string[] = [];
  const state: Record<string, string> = {};
  const trace = (name: string) => () => outline.push(name);
  const finish = (words: string) => () => {
    const text = `${[...new Set(outline)].join("+")} ${words} ${state[words === "filled" ? "fillStyle" : "strokeStyle"]}`;
    drawn.push(text);
  };
  const made: Record<string, () => void> = {
    beginPath: () => {
      outline = [];
    },
    rect: trace("rect"),
    roundRect: trace("bar"),
    arc: trace("dot"),
    lineTo: trace("diamond"),
    fill: finish("filled"),
    stroke: finish("stroked"),
  };
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => made[String(name)] ?? (() => {}),
    set: (_, name, value) => {
      state[String(name)] = String(value);
      return true;
    },
  });
  draw(context);
  return drawn;
}

const BOX = ["rect filled paper", "rect stroked ink"];
const DOT_IN_IT = "dot filled ink";

const underWay = (...kinds: number[]) =>
  shapes((context) => {
    drawMoving(context, moving(kinds), (index) => ({ x: 100 + 20 * index, y: 50 }), COLOURS);
  });

describe("symbols of packets in flight", () => {
  it("are an empty box for a SYN and one with an ACK's dot for a SYN-ACK: shapes in one colour", () => {
    expect(underWay(syn)).toEqual(expect.arrayContaining(BOX));
    expect(underWay(syn)).not.toContain(DOT_IN_IT);
    expect(underWay(syn | ack).slice(-3)).toEqual([...BOX, DOT_IN_IT]);
  });

  it("show the ACK that ends a handshake like other ACKs", () => {
    expect(underWay(lastAck)).toEqual(underWay(ack));
  });

  it("of SYNs are over plain packets, and below packets with a signal", () => {
    const kinds = underWay(signal, syn, 0).map((shape) => shape.split(" ")[0]);
    expect([...new Set(kinds)].filter((shape) => shape !== "")).toEqual(["bar", "rect", "diamond"]);
  });
});

describe("symbols in a queue", () => {
  const [place] = madeScene(1).queues;

  const queue = (kinds: readonly number[], packetsPerMark = 1) =>
    shapes((context) => {
      const coarse: QueuePlace = { ...place, scale: { ...place.scale, packetsPerMark } };
      drawQueue(context, coarse, madeLink(kinds), COLOURS);
    });

  it("have the same shapes", () => {
    expect(queue([syn])).toEqual(BOX);
    expect(queue([syn | ack])).toEqual([...BOX, DOT_IN_IT]);
    expect(queue([lastAck])).toEqual(queue([ack]));
    expect(queue([0])).toEqual(["bar filled flow"]);
  });

  it("show a SYN among the packets that they represent, unless one carries a signal", () => {
    expect(queue([0, syn], 2)).toEqual(BOX);
    expect(queue([syn, signal], 2)[0]).toMatch(/^diamond/);
  });
});

function pictureOf(queuePackets: number, ackKinds: readonly number[]): Picture {
  const links = [madeLink(Array(queuePackets).fill(0))];
  return { nowS: 1, links, data: moving(), acks: moving(ackKinds), cwnd: Float32Array.of(42), programs: [] };
}

/** Returns the texts beside the packets. */
function words(flows: number, picture: Picture | null): string[] {
  const written: string[] = [];
  const context = new Proxy(
    { fillText: (text: string) => written.push(text) },
    { get: (made, name) => Reflect.get(made, name) ?? (() => {}), set: () => true },
  ) as unknown as CanvasRenderingContext2D;
  drawScene(context, madeScene(flows), picture, {
    flows: Array(8).fill("flow"),
  } as unknown as ChartColours);
  return written;
}

describe("the labels that follow the packets", () => {
  it("state the window and the queue", () => {
    expect(words(1, pictureOf(1, [2]))).toEqual(["cwnd 42", "1 packet"]);
    expect(words(3, pictureOf(4, [3]))).toEqual(["3 senders", "4 packets"]);
  });

  it("state how many packets of a long queue are drawn", () => {
    expect(words(1, pictureOf(5000, [])).at(-1)).toMatch(/^5,000 packets, \d+ shown/);
  });

  it("exist before the first packets are known", () => {
    expect(words(1, null)).toEqual(["sender"]);
  });
});
