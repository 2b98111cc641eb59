/** Helpers that queue disciplines share to explain a signal. */
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { fact, type StoryPart, type StoryText, sentence } from "../explain/facts.ts";
import { numberText, timeText } from "../explain/formats.ts";
import { NOT_ECT, type Packet } from "../net/packet.ts";
import { NS_PER_MS, type SizeLimit } from "../params/read.ts";

/** Returns the explanation with further sentences at its end. */
export function withMore(explanation: Explanation, ...sentences: Explanation["sentences"]): Explanation {
  return { ...explanation, sentences: [...explanation.sentences, ...sentences] };
}

/**
 * Returns "marked it", or "dropped it" with the reason why the packet was not marked. If the packet is ECN-capable, `otherwise`
 * is that reason.
 */
export function actionTaken(
  { event, packet }: QueueDecision,
  otherwise: StoryText = "marking is switched off",
): StoryText {
  if (event === "mark") return "marked it";
  return sentence`dropped it, as ${packet.ecn === NOT_ECT ? "it is not ECN-capable" : otherwise}`;
}

/** Returns the part of a sentence that shows a time used by the rule, with its name. */
export function timeTerm(name: string, ns: number, text = timeText(ns)): StoryPart {
  return fact.as(text, ns, "ns", { kind: "term", name });
}

/** Returns the part of a sentence that shows a number used by the rule, with its name. */
export function term(name: string, value: number, text = numberText(value)): StoryPart {
  return fact.as(text, value, "1", { kind: "term", name });
}

/** Returns the part of a sentence that shows the value of a parameter that is a time. */
export function timeSetting(id: string, ns: number, text = timeText(ns)): StoryPart {
  return fact.as(text, ns, "ns", { kind: "param", id });
}

/** Returns the part of a sentence that shows the value of a parameter that is a number. */
export function setting(id: string, value: number, text = numberText(value)): StoryPart {
  return fact.as(text, value, "1", { kind: "param", id });
}

/** Returns the part of a sentence that shows the value of the probe `id`. */
export function probed(id: string, value: number): StoryPart {
  return fact.as(numberText(value), value, "1", { kind: "probe", id });
}

/** Returns the texts of two different times. If the texts would look the same, both get more digits. */
export function timesApart(ns: number, otherNs: number): readonly [string, string] {
  const texts = [timeText(ns), timeText(otherNs)] as const;
  return texts[0] === texts[1] ? [`${ns / NS_PER_MS} ms`, `${otherNs / NS_PER_MS} ms`] : texts;
}

/** Explains a signal for a packet that waited longer than a threshold. `what` is the text for the effect of the signal. */
export function explainLate(
  waitedNs: number,
  thresholdNs: number,
  threshold: { readonly id: string; readonly name: string },
  what: StoryText,
): Explanation {
  const [waited, most] = timesApart(waitedNs, thresholdNs);
  return {
    sentences: [
      sentence`It had waited ${timeTerm("sojourn", waitedNs, waited)}, longer than the ${threshold.name} of ${timeSetting(threshold.id, thresholdNs, most)}, so ${what}.`,
    ],
    formula: `${waited} > ${most}`,
  };
}

/** Returns the text of a size: "1000 packets", "168 kB". */
export function lengthText({ packets, bytes }: SizeLimit): string {
  return packets < Number.POSITIVE_INFINITY
    ? `${packets} packet${packets === 1 ? "" : "s"}`
    : `${bytes / 1000} kB`;
}

/** Returns the part of a sentence that shows the value of a parameter that is a length. */
export function lengthSetting(id: string, limit: SizeLimit): StoryPart {
  const inPackets = limit.packets < Number.POSITIVE_INFINITY;
  const value = inPackets ? limit.packets : limit.bytes;
  return fact.as(lengthText(limit), value, inPackets ? "packets" : "1", { kind: "param", id });
}

/** Explains the drop of a packet that did not fit into the queue. */
export function explainFull(
  waiting: { readonly packets: number; readonly bytes: number },
  limit: SizeLimit,
  packet: Packet,
): Explanation {
  const inPackets = limit.packets < Number.POSITIVE_INFINITY;
  const [length, size] = inPackets
    ? [`${waiting.packets} packet${waiting.packets === 1 ? "" : "s"}`, 1]
    : [`${waiting.bytes / 1000} kB`, packet.bytes / 1000];
  const most = lengthText(limit);
  const held = inPackets
    ? fact.as(length, waiting.packets, "packets", { kind: "term", name: "waiting" })
    : term("waiting-bytes", waiting.bytes, length);
  return {
    sentences: [
      sentence`There was no room for it: ${held} waited, and the limit is ${lengthSetting("limit", limit)}.`,
    ],
    formula: `${Number.parseFloat(length)} + ${size} > ${most}`,
  };
}
