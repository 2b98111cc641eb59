import { describe, expect, it } from "vitest";
import { PACKET_KIND } from "../../../../src/engine/index.ts";
import { drawMoving, drawQueue, type QueuePlace } from "../../../../src/ui/bench/path/draw-marks.ts";
import { placedPicture } from "../../../../src/ui/bench/path/draw-picture.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/theme-colours.ts";
import { madeScene, packets } from "../../path/made-pictures.ts";

const { signal, ack, syn, lastAck } = PACKET_KIND;

const COLOURS = {
  ink: "ink",
  inkSoft: "soft",
  paper: "paper",
  mark: "mark",
  flows: Array(8).fill("flow"),
} as unknown as ChartColours;

/** The outlines that are drawn, each with how it is: "rect filled paper, stroked ink". */
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

const moving = (...kinds: number[]) =>
  shapes((context) => {
    const under = { ...packets(kinds), total: kinds.length, at: new Float32Array(kinds.length) };
    drawMoving(context, under, (index) => ({ x: 100 + 20 * index, y: 50 }), COLOURS);
  });

describe("marks of packets under way", () => {
  it("a SYN is an empty box, a SYN-ACK one with an ACK's dot in it: by shape, in one colour", () => {
    expect(moving(syn)).toEqual(expect.arrayContaining(BOX));
    expect(moving(syn)).not.toContain(DOT_IN_IT);
    expect(moving(syn | ack).slice(-3)).toEqual([...BOX, DOT_IN_IT]);
  });

  it("the ACK that ends a handshake is as other ACKs", () => {
    expect(moving(lastAck)).toEqual(moving(ack));
  });

  it("lie over plain packets, and below what carries a signal", () => {
    const kinds = moving(signal, syn, 0).map((shape) => shape.split(" ")[0]);
    expect([...new Set(kinds)].filter((shape) => shape !== "")).toEqual(["bar", "rect", "diamond"]);
  });
});

describe("marks in a queue", () => {
  const [place] = placedPicture(madeScene(1), {
    nowS: 0,
    links: [
      {
        queued: packets([]),
        queuePackets: 0,
        moving: { ...packets([]), total: 0, at: new Float32Array() },
        marks: 0,
        drops: 0,
        losses: 0,
      },
    ],
    data: { ...packets([]), total: 0, at: new Float32Array() },
    acks: { ...packets([]), total: 0, at: new Float32Array() },
    cwnd: Float32Array.of(1),
  }).queues;

  const queue = (kinds: readonly number[], packetsPerMark = 1) =>
    shapes((context) => {
      const link = {
        queued: packets(kinds),
        queuePackets: kinds.length,
        moving: { ...packets([]), total: 0, at: new Float32Array() },
        marks: 0,
        drops: 0,
        losses: 0,
      };
      const coarse: QueuePlace = { ...place, scale: { ...place.scale, packetsPerMark } };
      drawQueue(context, coarse, link, COLOURS);
    });

  it("are the same shapes", () => {
    expect(queue([syn])).toEqual(BOX);
    expect(queue([syn | ack])).toEqual([...BOX, DOT_IN_IT]);
    expect(queue([lastAck])).toEqual(queue([ack]));
    expect(queue([0])).toEqual(["bar filled flow"]);
  });

  it("show a SYN among the packets that they stand for, unless one carries a signal", () => {
    expect(queue([0, syn], 2)).toEqual(BOX);
    expect(queue([syn, signal], 2)[0]).toMatch(/^diamond/);
  });
});
