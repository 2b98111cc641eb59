/** ns-3 has no suite for its Westwood+. This follows the arithmetic of its model, GetSsThresh. */
import { expect, test } from "vitest";
import { westwood } from "../../../../src/engine/cc/westwood/westwood.ts";
import { AckSample } from "../../../../src/engine/tcp/ack-sample.ts";
import { MS, madeControl, madeState } from "../made.ts";

/** Returns ssthresh after a loss on a path that delivers 1000 segments per second, with one ACK per millisecond. */
function ssthresh(rttMs: number): number {
  const cc = madeControl(westwood, { "westwood-set-at": "start", "westwood-weight": 1, "rtt-tick": 0 });
  const state = madeState({ cwnd: 500 });
  const sample = Object.assign(new AckSample(), { delivered: 1 });
  for (let ms = 0; ms < 1000; ms++) {
    Object.assign(sample, { nowNs: ms * MS, rttNs: ms === 0 ? 0 : rttMs * MS });
    cc.onSample?.(state.at(ms * MS), sample);
    // The measurement starts with the first ACK alone, whose RTT the timeout discards.
    if (ms === 2) cc.onTimeout(Object.assign(state, { timeoutLowered: true }));
  }
  return cc.ssthreshAfterLoss(state);
}

test.each([
  [100, 100],
  [40, 40],
  [1, 2],
])(
  "bandwidth times smallest RTT: 1000 segments/s and %s ms give %s segments, and at least two",
  (rttMs, segments) => {
    expect(ssthresh(rttMs)).toBe(segments);
  },
);
