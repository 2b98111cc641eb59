/** What the flows over a link ask of it at a moment, with the rates and delays of that moment. */
import type { Flow } from "../flow.ts";
import type { Link } from "../net/link.ts";
import type { Network } from "../network.ts";
import { NS_PER_S, readNumber } from "../params/read.ts";

export interface PathNow {
  /** Index of the link with the lowest rate on the flow's way, the first of several. */
  readonly link: number;
  readonly rateBps: number;
  /** Propagation there and back, of the flow. */
  readonly rttNs: number;
  /** Full packets that fill its way without a queue. */
  readonly bdp: number;
  readonly others: readonly Other[];
}

/** Another flow with something to send over that link. */
export interface Other {
  /** NaN: it has none. */
  readonly cwnd: number;
  readonly rttNs: number;
}

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
    bdp: (rateBps * propagationNs) / NS_PER_S / packetBits,
    others: flowsOver(network, narrowest)
      .filter((one) => one.index !== flow && one.isActive())
      .map(({ current, group: of }) => ({
        cwnd: current?.sender.state.cwnd ?? Number.NaN,
        rttNs: network.groups[of].propagationNs,
      })),
  };
}

/** Those whose data takes the link. */
export function flowsOver(network: Network, link: Link): Flow[] {
  return network.flows.filter(({ group }) => network.groups[group].forward.includes(link));
}
