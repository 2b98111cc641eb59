/** Senders reduced to their control law, around a port: enough of a loop to test the effect of a queue discipline. */
import { CE } from "../../../src/engine/net/packet.ts";
import type { PortBench } from "../net/port-bench.ts";

export interface LoopSender {
  readonly ecn: number;
  readonly rttNs: number;
  /** Congestion window in packets. */
  window: number;
  onAck(isMarked: boolean, nowNs: number): void;
}

/**
 * Returns a Reno sender: the window grows by one packet per window and halves after a mark, at most once per round
 * trip.
 */
export function classicSender(ecn: number, rttNs: number): LoopSender {
  let reducedNs = Number.NEGATIVE_INFINITY;
  return {
    ecn,
    rttNs,
    window: 10,
    onAck(isMarked, nowNs) {
      if (!isMarked) this.window += 1 / this.window;
      else if (nowNs - reducedNs > 1.5 * rttNs) {
        this.window = Math.max(2, this.window / 2);
        reducedNs = nowNs;
      }
    },
  };
}

/**
 * Returns a DCTCP sender: the window grows by one packet per window and shrinks by α/2 once per window, where α is
 * the mean share of marks.
 */
export function scalableSender(ecn: number, rttNs: number): LoopSender {
  let [alpha, acks, marks] = [1, 0, 0];
  return {
    ecn,
    rttNs,
    window: 10,
    onAck(isMarked) {
      acks++;
      if (isMarked) marks++;
      else this.window += 1 / this.window;
      if (acks < this.window) return;
      alpha += (marks / acks - alpha) / 16;
      if (marks > 0) this.window = Math.max(2, this.window * (1 - alpha / 2));
      [acks, marks] = [0, 0];
    },
  };
}

export interface LoopResult {
  /** Number of packets that each sender sent in the second half of the run. */
  readonly packets: number[];
  readonly meanDelayNs: number[];
}

/**
 * Runs the senders as flows 0, 1, … until `untilNs`. All flows have the same round trip, because ACKs must not
 * overtake each other.
 */
export function runLoop(bench: PortBench, senders: readonly LoopSender[], untilNs: number): LoopResult {
  const flowOf: number[] = [];
  const inflight = senders.map(() => 0);
  let acked = 0;
  const send = (flow: number, nowNs: number) => {
    for (; inflight[flow] < Math.floor(senders[flow].window); inflight[flow]++) {
      bench.arrive(nowNs, { end: flow, seq: flowOf.push(flow) - 1, ecn: senders[flow].ecn });
    }
  };
  const rttNs = senders[0].rttNs;
  for (let flow = 0; flow < senders.length; flow++) send(flow, 0);
  for (;;) {
    const ackNs = acked < bench.sent.length ? bench.sent[acked].atNs + rttNs : Number.POSITIVE_INFINITY;
    const nowNs = Math.min(bench.events.nextTimeNs, ackNs);
    if (nowNs > untilNs) break;
    if (nowNs < ackNs) {
      bench.runUntil(nowNs);
      continue;
    }
    const { seq, ecn } = bench.sent[acked++];
    const flow = flowOf[seq];
    inflight[flow]--;
    senders[flow].onAck(ecn === CE, nowNs);
    send(flow, nowNs);
  }
  if (bench.port.aqmDrops + bench.port.overflowDrops > 0) throw new Error("the loop has no answer to drops");
  return resultFrom(bench, flowOf, senders.length, untilNs / 2);
}

function resultFrom(bench: PortBench, flowOf: readonly number[], flows: number, fromNs: number): LoopResult {
  const packets = new Array<number>(flows).fill(0);
  const delayNs = new Array<number>(flows).fill(0);
  bench.sent.forEach(({ seq, atNs }, i) => {
    if (atNs < fromNs) return;
    packets[flowOf[seq]]++;
    delayNs[flowOf[seq]] += bench.sojournsNs[i];
  });
  return { packets, meanDelayNs: delayNs.map((sum, flow) => sum / packets[flow]) };
}
