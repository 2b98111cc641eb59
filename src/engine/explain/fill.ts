/**
 * Whether windows fill a path. A window without a queue is a rate of cwnd / RTT: where all round trips are equal, windows
 * are compared with the path's segments, otherwise their rates with the link's.
 */
import type { PathNow } from "./path-now.ts";
import { number, rate, segments } from "./text.ts";

export interface Fill {
  /** Of the link's rate, without a queue. */
  readonly part: number;
  /** "45 segments are less than the path's 83". */
  readonly words: string;
}

/** `cwnd`: the flow's own. Null beside flows that have no window. */
export function fillOf({ others, bdp, rttNs, rateBps }: PathNow, cwnd: number): Fill | null {
  const ownPart = cwnd / bdp;
  const part = others.reduce((sum, one) => sum + (one.cwnd / bdp) * (rttNs / one.rttNs), ownPart);
  if (!Number.isFinite(part)) return null;
  const than = part < 1 ? "less than" : "no less than";
  if (others.length === 0) {
    const is = cwnd === 1 ? "is" : "are";
    return { part, words: `${segments(cwnd)} ${is} ${than} the path's ${number(Math.floor(bdp))}` };
  }
  if (others.every((one) => one.rttNs === rttNs)) {
    const together = segments(Math.round(part * bdp));
    return {
      part,
      words: `all windows together, ${together}, are ${than} the path's ${number(Math.floor(bdp))}`,
    };
  }
  const asked = rate(part * rateBps);
  return {
    part,
    words: `all windows, each over its round trip, make ${asked}, ${than} the link's ${rate(rateBps)}`,
  };
}
