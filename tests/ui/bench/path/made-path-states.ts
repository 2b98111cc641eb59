/** States of the path for tests: a dumbbell's scene, and packets of each kind. */
import type { Moving, PathLink, PathPackets } from "../../../../src/engine/index.ts";
import {
  dumbbellScene,
  pathEnds,
  pathLayout,
  pathWays,
} from "../../../../src/ui/bench/path/dumbbell-layout.ts";
import { queueScale } from "../../../../src/ui/bench/path/scene.ts";

export const RTT = { value: 100, scale: { min: 1, max: 1000, step: 1, scale: "log" } } as const;
export const CAPACITY = { value: 10, scale: { min: 0.1, max: 1000, step: 1, scale: "log" } } as const;

export function madeScene(flows: number, scale = queueScale(200, 1.2, 5, 1000)) {
  const ends = pathEnds(Array.from({ length: flows }, () => ({ group: 0, rttMs: 100 })));
  const layout = pathLayout(800, ends, RTT, CAPACITY);
  const ways = pathWays(layout, ends);
  return { layout, ...dumbbellScene({ layout, ends, ways, scale, linkShare: 0 }) };
}

/** Returns packets of the connection's end 1, numbered from `seq` on. */
export function packets(kinds: readonly number[], seq = 0): PathPackets {
  return {
    flow: new Uint16Array(kinds.length),
    kind: Uint8Array.from(kinds),
    end: new Int32Array(kinds.length).fill(1),
    seq: Int32Array.from(kinds, (_, index) => seq + index),
  };
}

/** Returns packets in flight, all at the same position. */
export function moving(kinds: readonly number[] = [], at = 0, seq = 0): Moving {
  return { ...packets(kinds, seq), total: kinds.length, at: new Float32Array(kinds.length).fill(at) };
}

export function madeLink(queued: readonly number[] = [], onLink: readonly number[] = [], seq = 0): PathLink {
  const none = { marks: 0, drops: 0, losses: 0 };
  return { queued: packets(queued, seq), queuePackets: queued.length, moving: moving(onLink), ...none };
}
