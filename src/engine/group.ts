/** A group of equal flows in the network: where their packets pass. */
import type { DelayPipe } from "./net/delay-pipe.ts";
import type { Link } from "./net/link.ts";
import type { PacketSink } from "./net/packet.ts";
import type { Probe } from "./params/param.ts";
import { readNumber } from "./params/read.ts";
import { oneWayDelaysNs } from "./scenario/build.ts";
import type { FlowSpec } from "./scenario/scenario.ts";

export class Group {
  /** As it is now, after changes in mid-run. */
  spec: FlowSpec;
  /** Of its congestion control. */
  probes: readonly Probe[];
  /** Id of its route. */
  readonly route: string;
  /** Links that data passes, and those that ACKs pass. */
  readonly forward: readonly Link[];
  readonly back: readonly Link[];
  /** The flows' own propagation, behind the last link. */
  readonly data: DelayPipe;
  readonly acks: DelayPipe;

  constructor(
    spec: FlowSpec,
    probes: readonly Probe[],
    route: { id: string; forward: readonly Link[]; back: readonly Link[] },
    pipes: { data: DelayPipe; acks: DelayPipe },
  ) {
    this.spec = spec;
    this.probes = probes;
    this.route = route.id;
    this.forward = route.forward;
    this.back = route.back;
    this.data = pipes.data;
    this.acks = pipes.acks;
    this.updateDelays();
  }

  /** Where a sender's packets go first, and a receiver's ACKs. */
  get firstHop(): PacketSink {
    return this.forward[0].port;
  }

  get firstHopBack(): PacketSink {
    return this.back.length > 0 ? this.back[0].port : this.acks;
  }

  /** After a change of the round-trip time or of a link's delay. */
  updateDelays(): void {
    const { forwardNs, backNs } = oneWayDelaysNs(readNumber(this.spec.params, "rtt"));
    this.data.delayNs = forwardNs;
    // Without links of their own ACKs take as long as the links of the way there.
    this.acks.delayNs = backNs + (this.back.length > 0 ? 0 : sumOfDelays(this.forward));
  }

  /** Propagation there and back. */
  get propagationNs(): number {
    return this.data.delayNs + sumOfDelays(this.forward) + this.acks.delayNs + sumOfDelays(this.back);
  }
}

function sumOfDelays(links: readonly Link[]): number {
  return links.reduce((sum, link) => sum + link.delayNs, 0);
}
