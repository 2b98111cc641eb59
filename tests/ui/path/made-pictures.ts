/** A dumbbell's scene, and packets of a kind each. */
import type { PicturePackets } from "../../../src/engine/index.ts";
import type { PictureScene } from "../../../src/ui/bench/path/draw-picture.ts";
import { pathEnds } from "../../../src/ui/bench/path/path-ends.ts";
import { pathLayout, queueScale } from "../../../src/ui/bench/path/path-layout.ts";
import { pathWays } from "../../../src/ui/bench/path/path-ways.ts";

const RTT = { value: 100, scale: { min: 1, max: 1000, step: 1, scale: "log" } } as const;
const CAPACITY = { value: 10, scale: { min: 0.1, max: 1000, step: 1, scale: "log" } } as const;

export function madeScene(flows: number): PictureScene {
  const ends = pathEnds(Array.from({ length: flows }, () => ({ group: 0, rttMs: 100 })));
  const layout = pathLayout(800, ends, RTT, CAPACITY);
  return { layout, scale: queueScale(200, 1.2, 5, 1000), ways: pathWays(layout, ends), linkShare: 0, flows };
}

/** Of end 1, numbered from `seq` on. */
export function packets(kinds: readonly number[], seq = 0): PicturePackets {
  return {
    flow: new Uint16Array(kinds.length),
    kind: Uint8Array.from(kinds),
    end: new Int32Array(kinds.length).fill(1),
    seq: Int32Array.from(kinds, (_, index) => seq + index),
  };
}
