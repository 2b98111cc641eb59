/** Who looks on while a run is replayed: hears all that the recorder hears, right after it. */
import type { Packet } from "../net/packet.ts";
import type { Network, NetworkObserver } from "../network.ts";

/** Stands between a network and its recorder; a run that nobody asks about has none. */
export type Witness = (recorder: NetworkObserver) => NetworkObserver;

/** What it hears; links and flows by index. */
export interface Ears {
  /** Before all else: the network that is being put together. */
  begin(network: Network): void;
  leavesQueue(link: number, sojournNs: number): void;
  /** `kind` is a QUEUE_EVENT. */
  signal(link: number, kind: number, packet: Packet): void;
  /** `kind` is a FLOW_EVENT. */
  event(flow: number, kind: number, before: number, after: number): void;
}

export function witnessOf(ears: Ears): Witness {
  return (recorder) => ({
    link(index, network) {
      if (index === 0) ears.begin(network);
      const records = recorder.link(index, network);
      return {
        onLeaveQueue(sojournNs) {
          records.onLeaveQueue(sojournNs);
          ears.leavesQueue(index, sojournNs);
        },
        onSignal(kind, packet) {
          records.onSignal(kind, packet);
          ears.signal(index, kind, packet);
        },
      };
    },
    flow(index, group) {
      const records = recorder.flow(index, group);
      return {
        onCwnd: (cwnd) => records.onCwnd(cwnd),
        onSsthresh: (ssthresh) => records.onSsthresh(ssthresh),
        onEvent(kind, before, after) {
          records.onEvent(kind, before, after);
          ears.event(index, kind, before, after);
        },
      };
    },
  });
}
