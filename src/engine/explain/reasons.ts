/** Why one flow gets less than another: what differs between them, the weightiest first. */
import { congestionControlById, trafficById } from "../algorithms.ts";
import type { FlowSpec } from "../scenario/scenario.ts";
import type { FlowShare } from "./flow-share.ts";
import { flowName } from "./telling.ts";
import { number, rate } from "./text.ts";

/** Smaller differences tell nothing. */
const NOTABLE = 1.1;

/** Whole sentences. */
export function reasonsFor(less: FlowShare, more: FlowShare, fromS: number): string[] {
  const names = [flowName(less.flow), flowName(more.flow)] as const;
  return [
    ...thinReason(less),
    ...startReason(less, fromS),
    ...roundReason(less, more, names),
    ...senderReason(less, more, names),
    ...answerReason(less, more, names),
    ...cutReason(less, more, names),
  ];
}

function thinReason({ isThin, flow, rateBps }: FlowShare): string[] {
  if (!isThin) return [];
  return [
    `F${flowName(flow).slice(1)} asks for no more: its traffic wants about ${rate(rateBps)}, and gets it.`,
  ];
}

function startReason({ startS, flow }: FlowShare, fromS: number): string[] {
  if (startS <= fromS) return [];
  return [`F${flowName(flow).slice(1)} joined only at ${number(startS)} s.`];
}

function roundReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  if (less.rttMs <= more.rttMs * NOTABLE) return [];
  return [
    `The round trip of ${one} is ${number(less.rttMs)} ms, that of ${other} ${number(more.rttMs)} ms without a queue: ` +
      "a window that grows once per round trip grows so much more slowly, and the same window is a lower rate.",
  ];
}

function senderReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  const name = ({ spec }: FlowShare) => nameOf(spec);
  if (name(less) === name(more)) return [];
  return [`The senders differ: ${one} is ${name(less)}, ${other} is ${name(more)}.`];
}

function nameOf({ cc, traffic }: FlowSpec): string {
  const { transport, label } = trafficById(traffic);
  return transport === "tcp" ? congestionControlById(cc).label : label;
}

function answerReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  const [own, others] = [less.spec.params, more.spec.params];
  const found: string[] = [];
  if (typeof own.ecn === "boolean" && typeof others.ecn === "boolean" && own.ecn !== others.ecn) {
    const without = own.ecn ? other : one;
    found.push(`ECN differs: the packets of ${without} are dropped where the others' are marked.`);
  }
  const known: readonly (readonly [string, string, number])[] = [
    ["beta-ecn", "β_ecn, what a mark leaves of cwnd", more.marksAnswered],
    ["beta-loss", "β_loss, what a loss leaves of cwnd", more.lossesAnswered],
  ];
  for (const [id, what, cuts] of known) {
    const [left, right] = [own[id], others[id]];
    if (typeof left !== "number" || typeof right !== "number" || left >= right || cuts === 0) continue;
    found.push(`${what}: ${number(left)} for ${one}, ${number(right)} for ${other}.`);
  }
  return found;
}

function cutReason(less: FlowShare, more: FlowShare, [one, other]: readonly [string, string]): string[] {
  const cuts = ({ marksAnswered, lossesAnswered, timeouts }: FlowShare) =>
    marksAnswered + lossesAnswered + timeouts;
  const [own, others] = [cuts(less), cuts(more)];
  if (own + others === 0) return [];
  const times = (n: number) => (n === 1 ? "once" : `${number(n)} times`);
  const detail = less.timeouts > 0 ? `, ${number(less.timeouts)} of them timeouts` : "";
  return [`In this stretch ${one} was cut ${times(own)}${detail}, ${other} ${times(others)}.`];
}
