/** What the windows of the flows over a link asked of it in a stretch, against what it can carry. */
import type { Flow } from "../flow.ts";
import { NS_PER_S, readNumber } from "../params/read.ts";
import { type Draft, NEEDED } from "./draft.ts";
import { rateAt, roundAt } from "./in-force.ts";
import { flowsOver } from "./path-now.ts";
import { valueAt } from "./series.ts";
import type { AskedStretch } from "./share-stretch.ts";
import { flowName, type Known } from "./telling.ts";
import { number, rate, segments } from "./text.ts";

const BITS_PER_BYTE = 8;
/** Looked at so many times: between two looks nothing is missed that a plot shows. */
const LOOKS = 200;

export function sayWindows(draft: Draft, known: Known, link: number, asked: AskedStretch): void {
  const { network } = known;
  const over = flowsOver(network, network.links[link]);
  if (over.length === 0) {
    draft.say(NEEDED, `No flow's data takes ${known.linkName(link)}.`);
    return;
  }
  const middleS = (asked.fromNs + asked.toNs) / 2 / NS_PER_S;
  const roundsNs = over.map(({ index }) => roundAt(known, index, middleS));
  const looks = looksAt(known, link, over, roundsNs, asked);
  if (looks.length === 0) return;
  const parts = looks.map(({ askedBps, rateBps }) => askedBps / rateBps);
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  const whose = over.length === 1 ? `The window of ${flowName(over[0].index)}` : "All windows together";
  const rates = looks.map(({ rateBps }) => rateBps);
  const isPlain = roundsNs.every((ns) => ns === roundsNs[0]) && rates.every((bps) => bps === rates[0]);
  const range = isPlain
    ? inSegments(known, least, most, rates[0], roundsNs[0])
    : inRates(
        looks.map(({ askedBps }) => askedBps),
        rates,
      );
  draft.say(NEEDED, `${whose} ${range}: ${verdictOf(least, most)}.`);
}

interface Look {
  /** Each window over its round trip. */
  readonly askedBps: number;
  readonly rateBps: number;
}

/** None where a flow without a recorded window is among them. */
function looksAt(
  known: Known,
  link: number,
  over: readonly Flow[],
  roundsNs: readonly number[],
  { fromNs, toNs }: AskedStretch,
): Look[] {
  const traces = over.map(({ index }) => known.trace(index));
  const packetBits = packetBitsOf(known);
  const looks: Look[] = [];
  for (let i = 0; i <= LOOKS && !traces.includes(null); i++) {
    const atNs = fromNs + ((toNs - fromNs) * i) / LOOKS;
    const atS = atNs / NS_PER_S;
    let askedBps = 0;
    for (const [j, { startNs, stopNs }] of over.entries()) {
      const trace = traces[j];
      if (trace === null || startNs > atNs || stopNs < atNs) continue;
      askedBps += (valueAt(trace.cwnd, atS) * packetBits * NS_PER_S) / roundsNs[j];
    }
    if (Number.isFinite(askedBps)) looks.push({ askedBps, rateBps: rateAt(known, link, atS) });
  }
  return looks;
}

function packetBitsOf({ network: { tcp } }: Known): number {
  return (readNumber(tcp, "mss") + readNumber(tcp, "overhead")) * BITS_PER_BYTE;
}

function inSegments(known: Known, least: number, most: number, rateBps: number, roundNs: number): string {
  const bdp = (rateBps * roundNs) / NS_PER_S / packetBitsOf(known);
  const [low, high] = [Math.round(least * bdp), Math.round(most * bdp)];
  return `made ${number(low)} to ${segments(high)}; the path holds ${number(Math.floor(bdp))}`;
}

function inRates(asked: readonly number[], rates: readonly number[]): string {
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  const has = low === high ? rate(low) : `${rate(low)} to ${rate(high)}`;
  const range = `${rate(Math.min(...asked))} to ${rate(Math.max(...asked))}`;
  return `asked for ${range} without a queue; the link had ${has}`;
}

function verdictOf(least: number, most: number): string {
  if (most < 1) return "too little to keep the link busy";
  if (least >= 1) return "all that is beyond that waits in the queue";
  return "at its least too little to keep the link busy, at its most the rest waits in the queue";
}
