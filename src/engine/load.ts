/**
 * Limits on memory and time of a run. They are checked while it runs, because the numbers of connections, packets and queues are
 * not known in advance. Memory is estimated from the numbers of objects and their sizes, which include the overhead of
 * JavaScript.
 */
import { TooLargeRun, TooMuchMemory } from "./net/packet.ts";
import type { Network } from "./network.ts";
import { Connection } from "./tcp/connection.ts";
import type { Recorder } from "./trace/recorder.ts";

/**
 * Memory limit of a run (bytes). A page needs 280 MB besides, and must stay below 600 MB. The command line uses less on machines
 * with little memory.
 */
export const MOST_BYTES = 320e6;
/**
 * Memory limit of a run with a custom program (bytes). It is lower, because several such runs take place at the same time when
 * hand-ins are checked.
 */
export const MOST_BYTES_WITH_PROGRAMS = 150e6;
/** Limit on the iterations of the loop. They take some minutes. */
const MOST_TURNS = 1e9;

// Measured sizes of one object of each kind (bytes), with the heap's reserve and, for arrays that grow, the previous array.
const CONNECTION_BYTES = 5500;
/** Additional bytes of a sender that uses samples. */
const SAMPLING_BYTES = 4500;
const SEGMENT_BYTES = 12;
const SAMPLED_SEGMENT_BYTES = 43;
const OUT_OF_ORDER_BYTES = 16;
/** Bytes of a packet with room for SACK blocks, which many packets have. */
const PACKET_BYTES = 380;
const FLOW_QUEUE_BYTES = 500;
const TURN_BYTES = 80;

interface Held {
  readonly bytes: number;
  /** Which quantity is too large, as text: "20,000 connections". */
  readonly what: string;
  /** Advice for the user on how to reduce it. */
  readonly remedy: string;
}

/** Returns the approximate memory of the run (bytes). Throws a TooLargeRun if the run exceeds a limit. */
export function checkLoad(network: Network, recorder: Recorder, turns: number, mostBytes: number): number {
  if (turns > MOST_TURNS) {
    throw new TooLargeRun(
      `it has more than ${MOST_TURNS / 1e6} million events, the limit of a run; use a shorter run, lower rates or fewer flows`,
    );
  }
  const held = heldBy(network, recorder);
  const sum = held.reduce((total, { bytes }) => total + bytes, 0);
  if (sum <= mostBytes) return sum;
  const [most, ...others] = held.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
  const parts = [most, ...others.slice(0, 2)].map(({ bytes, what }) => `${megabytes(bytes)} in ${what}`);
  throw new TooMuchMemory(
    `it needs more than ${megabytes(mostBytes)}, its memory limit: about ${parts.join(", ")}; ${most.remedy}`,
  );
}

function heldBy(network: Network, { sampler }: Recorder): Held[] {
  let [connections, connectionBytes, segments, segmentBytes] = [0, 0, 0, 0];
  for (const end of network.ends) {
    if (!(end instanceof Connection)) continue;
    const { board, rate } = end.sender;
    const outOfOrder = end.receiver.ranges.capacity;
    connections++;
    connectionBytes += CONNECTION_BYTES + (rate === null ? 0 : SAMPLING_BYTES);
    segments += board.capacity;
    segmentBytes += board.capacity * (SEGMENT_BYTES + (rate === null ? 0 : SAMPLED_SEGMENT_BYTES));
    segmentBytes += outOfOrder * OUT_OF_ORDER_BYTES;
  }
  const queues = network.links.reduce((sum, { port }) => sum + (port.discipline.flowQueues ?? 0), 0);
  const { peak } = network.pool;
  const turns = sampler.fairness.turns.length;
  const fewer = "fewer flows, shorter delays or lower rates need less";
  return [
    held(connectionBytes, connections, "connections", "fewer flows or fewer transfers at once need less"),
    held(segmentBytes, segments, "segments of senders' windows", fewer),
    held(peak * PACKET_BYTES, peak, "packets", fewer),
    held(queues * FLOW_QUEUE_BYTES, queues, "queues of flows", "fewer flow queues or fewer hops need less"),
    held(sampler.heldBytes, sampler.flowCount, "flows' samples", "fewer flows need less"),
    held(turns * TURN_BYTES, turns, "starts and stops of flows", "a shorter run needs less"),
  ];
}

function held(bytes: number, count: number, what: string, remedy: string): Held {
  return { bytes, what: `${count} ${what}`, remedy };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
