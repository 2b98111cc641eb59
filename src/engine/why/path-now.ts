/** What a flow's path holds at a moment: with the rates and delays of that moment. */
import type { Network } from "../network.ts";
import { NS_PER_S, readNumber } from "../params/read.ts";

export interface PathNow {
  /** Index of the link with the lowest rate on the flow's way, the first of several. */
  readonly link: number;
  readonly rateBps: number;
  /** Propagation there and back. */
  readonly rttNs: number;
  /** Full packets that fill the way without a queue. */
  readonly bdp: number;
  /** Other flows with something to send over that link, and what their windows are together. */
  readonly others: number;
  readonly othersCwnd: number;
}

export function pathNow(network: Network, flow: number): PathNow {
  const group = network.groups[network.flows[flow].group];
  const narrowest = group.forward.reduce((best, one) => (one.port.rateBps < best.port.rateBps ? one : best));
  const { rateBps } = narrowest.port;
  const packetBits = (readNumber(network.tcp, "mss") + readNumber(network.tcp, "overhead")) * 8;
  const others = network.flows.filter(
    (one) => one.index !== flow && one.isActive() && network.groups[one.group].forward.includes(narrowest),
  );
  return {
    link: network.links.indexOf(narrowest),
    rateBps,
    rttNs: group.propagationNs,
    bdp: (rateBps * group.propagationNs) / NS_PER_S / packetBits,
    others: others.length,
    othersCwnd: others.reduce((sum, { current }) => sum + (current?.sender.state.cwnd ?? 0), 0),
  };
}
