import { describe, expect, it } from "vitest";
import { PACKET_KIND, type PathState } from "../../../../src/engine/index.ts";
import {
  barWidths,
  drawMoving,
  drawQueue,
  drawScene,
  isBand,
  queuedPackets,
} from "../../../../src/ui/bench/path/packets.ts";
import type { QueuePlace } from "../../../../src/ui/bench/path/scene.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/colours.ts";
import { madeLink, madeScene, moving } from "./made-path-states.ts";

const { signal, ack, syn, lastAck } = PACKET_KIND;

const COLOURS = {
  ink: "ink",
  inkSoft: "soft",
  paper: "paper",
  mark: "mark",
  flows: Array(8).fill("flow"),
} as unknown as ChartColours;

/** Returns the outlines that are drawn, each with its style: "rect filled paper, stroked ink". */
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

describe("packets in flight that are too close to be drawn one by one", () => {
  const row = (count: number, pitchPx: number, gapAt = -1) =>
    Array.from({ length: count }, (_, i) => ({
      x: 100 + pitchPx * i + (gapAt >= 0 && i >= gapAt ? 40 : 0),
      y: 50,
    }));
  /** Returns the number of gaps in the row that no bar covers. */
  const gaps = (places: readonly { x: number; y: number }[]) => {
    const widths = barWidths(places);
    return places.slice(1).filter(({ x }, i) => x - widths[i + 1] / 2 > places[i].x + widths[i] / 2 + 0.1)
      .length;
  };

  it("are a band without a gap on a full link, and with one where the link was idle", () => {
    // On a path with a round trip of 200 ms there are 83 packets, 1.2 ms apart. Each has less than 5 px.
    expect(isBand(barWidths(row(83, 4.8)))).toBe(true);
    expect(gaps(row(83, 4.8))).toBe(0);
    expect(gaps(row(83, 4.8, 40))).toBe(1);
    expect(gaps(row(300, 1.3))).toBe(0);
  });

  it("have a bar each where there is room, each row by its own distances", () => {
    expect(isBand(barWidths(row(40, 6)))).toBe(false);
    expect(isBand(barWidths(row(5, 2)))).toBe(false);
    const both = [...row(30, 3), ...row(20, 9).map(({ x }) => ({ x, y: 80 }))];
    expect(new Set(barWidths(both).slice(0, 30))).not.toEqual(new Set(barWidths(both).slice(30)));
  });
});

describe("symbols in the two queues of DualPI2", () => {
  it("stand in two boxes, each from its own head", () => {
    const { queues } = madeScene(1);
    const link = { ...madeLink([0, 0, 0, 0, 0]), parts: [2, 3] };
    const found = queuedPackets(queues[0], link, 0);
    const ys = [...new Set(found.map(({ at }) => at.y))];
    expect(ys).toHaveLength(2);
    expect(found.map(({ packet, at }) => [packet.seq, ys.indexOf(at.y)])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    expect(found[0].at.x).toBe(found[2].at.x);
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

function pathStateOf(queuePackets: number, ackKinds: readonly number[]): PathState {
  const links = [madeLink(Array(queuePackets).fill(0))];
  return { nowS: 1, links, data: moving(), acks: moving(ackKinds), cwnd: Float32Array.of(42), programs: [] };
}

/** Returns the texts that are drawn beside the packets. */
function words(flows: number, pathState: PathState | null): string[] {
  const written: string[] = [];
  const context = new Proxy(
    { fillText: (text: string) => written.push(text) },
    { get: (made, name) => Reflect.get(made, name) ?? (() => {}), set: () => true },
  ) as unknown as CanvasRenderingContext2D;
  drawScene(context, madeScene(flows), pathState, {
    flows: Array(8).fill("flow"),
  } as unknown as ChartColours);
  return written;
}

describe("the labels that follow the packets", () => {
  it("state the window and the queue", () => {
    expect(words(1, pathStateOf(1, [2]))).toEqual(["cwnd 42", "1 packet"]);
    expect(words(3, pathStateOf(4, [3]))).toEqual(["3 senders", "4 packets"]);
  });

  it("state how many packets of a long queue are drawn", () => {
    expect(words(1, pathStateOf(5000, [])).at(-1)).toMatch(/^5,000 packets, \d+ shown/);
  });

  it("exist before the first packets are known", () => {
    expect(words(1, null)).toEqual(["sender"]);
  });
});
