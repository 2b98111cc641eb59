/** What queue disciplines share when they explain a signal. */
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { timeText } from "../explain/formats.ts";
import { NOT_ECT, type Packet } from "../net/packet.ts";
import { NS_PER_MS, type SizeLimit } from "../params/read.ts";

export function withMore(explanation: Explanation, ...sentences: Explanation["sentences"]): Explanation {
  return { ...explanation, sentences: [...explanation.sentences, ...sentences] };
}

/** "marked it", or "dropped it" and why it was not marked; `otherwise` says that of an ECN-capable packet. */
export function deed({ event, packet }: QueueDecision, otherwise = "marking is switched off"): string {
  if (event === "mark") return "marked it";
  return `dropped it, as ${packet.ecn === NOT_ECT ? "it is not ECN-capable" : otherwise}`;
}

/** Of two that differ, with more digits where they would look alike. */
export function timesApart(ns: number, otherNs: number): readonly [string, string] {
  const texts = [timeText(ns), timeText(otherNs)] as const;
  return texts[0] === texts[1] ? [`${ns / NS_PER_MS} ms`, `${otherNs / NS_PER_MS} ms`] : texts;
}

/** Of a packet that had waited longer than a threshold of that name; `what` tells what became of it. */
export function explainLate(
  waitedNs: number,
  thresholdNs: number,
  threshold: string,
  what: string,
): Explanation {
  const [waited, most] = timesApart(waitedNs, thresholdNs);
  return {
    sentences: [`It had waited ${waited}, longer than the ${threshold} of ${most}, so ${what}.`],
    formula: `${waited} > ${most}`,
  };
}

/** "1000 packets", "168 kB". */
export function lengthText({ packets, bytes }: SizeLimit): string {
  return packets < Number.POSITIVE_INFINITY
    ? `${packets} packet${packets === 1 ? "" : "s"}`
    : `${bytes / 1000} kB`;
}

/** Of a packet that found no room behind what waits. */
export function explainFull(
  waiting: { readonly packets: number; readonly bytes: number },
  limit: SizeLimit,
  packet: Packet,
): Explanation {
  const [length, size] =
    limit.packets < Number.POSITIVE_INFINITY
      ? [`${waiting.packets} packets`, 1]
      : [`${waiting.bytes / 1000} kB`, packet.bytes / 1000];
  const most = lengthText(limit);
  return {
    sentences: [`There was no room for it: ${length} waited, and the limit is ${most}.`],
    formula: `${Number.parseFloat(length)} + ${size} > ${most}`,
  };
}
