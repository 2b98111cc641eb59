/** What follows from a scenario before anything is simulated. */
import { readNumber, sizeOf } from "../params/read.ts";
import { capacityBps } from "./build.ts";
import type { Scenario } from "./scenario.ts";

export interface PathFacts {
  /** Bandwidth-delay product of the longest round trip, in full packets. */
  readonly bdpPackets: number;
  /** The queue's limit in such products. */
  readonly bufferBdp: number;
  /** How long the last packet of a full queue waits. */
  readonly longestQueueS: number;
}

export function pathFacts(scenario: Scenario): PathFacts {
  const packetBits = (readNumber(scenario.tcp, "mss") + readNumber(scenario.tcp, "overhead")) * 8;
  const rttMs = Math.max(...scenario.flows.map((spec) => readNumber(spec.params, "rtt")));
  const bps = capacityBps(scenario.path);
  const bdpPackets = (bps * rttMs) / 1000 / packetBits;
  const limit = sizeOf(scenario.queue.params.limit, "limit");
  const limitBits = Math.min(limit.packets * packetBits, limit.bytes * 8);
  return { bdpPackets, bufferBdp: limitBits / packetBits / bdpPackets, longestQueueS: limitBits / bps };
}
