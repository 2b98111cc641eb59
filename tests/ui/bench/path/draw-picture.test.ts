import { describe, expect, it } from "vitest";
import type { Picture } from "../../../../src/engine/index.ts";
import { drawPicture } from "../../../../src/ui/bench/path/draw-picture.ts";
import type { ChartColours } from "../../../../src/ui/shared/chart/theme-colours.ts";
import { madeScene, packets } from "../../path/made-pictures.ts";

const moving = (kinds: readonly number[] = []) => ({
  ...packets(kinds),
  total: kinds.length,
  at: new Float32Array(kinds.length),
});

function pictureOf(queuePackets: number, ackKinds: readonly number[]): Picture {
  const queued = packets(Array(queuePackets).fill(0));
  const link = { queued, queuePackets, moving: moving(), marks: 0, drops: 0, losses: 0 };
  return { nowS: 1, links: [link], data: moving(), acks: moving(ackKinds), cwnd: Float32Array.of(42) };
}

/** The texts that are written beside the packets. */
function words(flows: number, picture: Picture | null): string[] {
  const written: string[] = [];
  const context = new Proxy(
    { fillText: (text: string) => written.push(text) },
    { get: (made, name) => Reflect.get(made, name) ?? (() => {}), set: () => true },
  ) as unknown as CanvasRenderingContext2D;
  drawPicture(context, madeScene(flows), picture, {
    flows: Array(8).fill("flow"),
  } as unknown as ChartColours);
  return written;
}

describe("the words that follow the packets", () => {
  it("say the window and the queue", () => {
    expect(words(1, pictureOf(1, [2]))).toEqual(["cwnd 42", "1 packet"]);
    expect(words(3, pictureOf(4, [3]))).toEqual(["3 senders", "4 packets"]);
  });

  it("say how many of a long queue are drawn", () => {
    expect(words(1, pictureOf(5000, [])).at(-1)).toMatch(/^5,000 packets, \d+ shown/);
  });

  it("stand there before the first packets are known", () => {
    expect(words(1, null)).toEqual(["sender"]);
  });
});
