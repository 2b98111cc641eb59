/** The derived line under a group of the rail. */

import { delayText } from "../../../engine/index.ts";
import { grouped } from "../../../experiments/counted.ts";

interface PathFacts {
  readonly bdpPackets: number;
  readonly bufferBdp: number;
  readonly longestQueueS: number;
}

export function delaySentence(facts: PathFacts, of: "path" | "queue"): string {
  if (of === "path") return `bandwidth-delay product ${short(facts.bdpPackets)} packets`;
  return `buffer ${short(facts.bufferBdp)} × BDP · longest queue ${time(facts.longestQueueS)}`;
}

/** Two significant digits below ten, whole numbers above. */
function short(value: number): string {
  if (value >= 10) return grouped(Math.round(value));
  return String(Number(value.toPrecision(2)));
}

function time(seconds: number): string {
  return seconds >= 1 ? `${short(seconds)} s` : delayText(seconds * 1000, short);
}
