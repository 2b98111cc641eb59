/** Compares the windows of the flows over a link with the link's rate and the delays, at one moment. */
import type { Flow } from "../flow.ts";
import type { Link } from "../net/link.ts";
import type { Network } from "../network.ts";
import { NS_PER_S, readNumber } from "../params/read.ts";
import { fact, type StoryPart, sentence } from "./facts.ts";

/** The link with the lowest rate on a flow's path at one moment, and the other flows over this link. */
export interface PathNow {
  /** Index of the link with the lowest rate on the flow's path; the first of them if several have the same rate. */
  readonly link: number;
  readonly rateBps: number;
  /** Propagation RTT of the flow (ns). */
  readonly rttNs: number;
  /**
   * Number of full packets that fill the flow's path without a queue. NaN if the capacity follows a recording, because it then
   * changes all the time.
   */
  readonly bdp: number;
  readonly others: readonly Other[];
}

/** Another flow that has data to send over the link. */
interface Other {
  /** Window of the flow; NaN if it has no window. */
  readonly cwnd: number;
  readonly rttNs: number;
}

/** Returns the path of a flow at the current time of the run. */
export function pathNow(network: Network, flow: number): PathNow {
  const group = network.groups[network.flows[flow].group];
  const narrowest = group.forward.reduce((best, one) => (one.port.rateBps < best.port.rateBps ? one : best));
  const { rateBps } = narrowest.port;
  const { propagationNs } = group;
  const packetBits = (readNumber(network.tcp, "mss") + readNumber(network.tcp, "overhead")) * 8;
  return {
    link: network.links.indexOf(narrowest),
    rateBps,
    rttNs: propagationNs,
    bdp: narrowest.port.recording === null ? (rateBps * propagationNs) / NS_PER_S / packetBits : Number.NaN,
    others: flowsOver(network, narrowest)
      .filter((one) => one.index !== flow && one.isActive())
      .map(({ current, group: total }) => ({
        cwnd: current?.sender.state.cwnd ?? Number.NaN,
        rttNs: network.groups[total].propagationNs,
      })),
  };
}

/** Returns the flows whose data passes the link. */
export function flowsOver(network: Network, link: Link): Flow[] {
  return network.flows.filter(({ group }) => network.groups[group].forward.includes(link));
}

// Compares windows with a path. On an empty path, a window gives a rate of cwnd / RTT. If all RTTs are equal, the windows are
// compared with the number of segments that the path holds. Otherwise their rates are compared with the link's rate.

interface Fill {
  /** Fraction of the link's rate that the windows can use while the queue is empty. */
  readonly part: number;
  /** The comparison as text: "45 segments are less than the path's 83". */
  readonly words: readonly StoryPart[];
}

/**
 * Compares the windows with the path. `cwnd` is the flow's own window after the event. Returns null if any other flow has no
 * window.
 */
export function fillOf(
  { others, bdp, rttNs, rateBps, link }: PathNow,
  cwnd: number,
  subject: { readonly flow: number; readonly atNs: number; readonly event: string },
): Fill | null {
  const { flow, atNs } = subject;
  const ownPart = cwnd / bdp;
  const part = others.reduce((sum, one) => sum + (one.cwnd / bdp) * (rttNs / one.rttNs), ownPart);
  if (!Number.isFinite(part)) return null;
  const than = part < 1 ? "less than" : "no less than";
  const ofPath = { kind: "path", of: "bdp", flow, atNs } as const;
  const all = Math.round(part * bdp);
  // Segments are written as whole numbers, unless both numbers would then be equal.
  const whole =
    part < 1 && all >= Math.floor(bdp)
      ? fact.number(bdp, "segments", { ...ofPath, of: "exact-bdp" })
      : fact.number(Math.floor(bdp), "segments", ofPath);
  const holds =
    bdp < 1
      ? sentence`what the path holds, ${fact.wholeSegments(bdp, ofPath)}`
      : sentence`the path's ${whole}`;
  if (others.length === 0) {
    const is = cwnd === 1 ? "is" : "are";
    const own = fact.segments(cwnd, {
      kind: subject.event === "slowStartExit" ? "before" : "after",
      ...subject,
    });
    return { part, words: sentence`${own} ${is} ${than} ${holds}` };
  }
  if (others.every((one) => one.rttNs === rttNs)) {
    const together = fact.segments(all, { kind: "together", ...subject });
    return { part, words: sentence`all windows together, ${together}, are ${than} ${holds}` };
  }
  const asked = fact.rate(part * rateBps, { kind: "together", ...subject });
  const had = fact.rate(rateBps, { kind: "link-rate", of: "min", link, fromNs: atNs, toNs: atNs });
  return {
    part,
    words: sentence`all windows, each divided by its round-trip time, give ${asked}, ${than} the link's ${had}`,
  };
}
