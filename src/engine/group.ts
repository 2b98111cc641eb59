/** A group of equal flows in the network: where their packets pass. */
import { ACK_PIPE, ARRIVALS, type Components, DATA_PIPE } from "./components.ts";
import { Clock } from "./core/clock.ts";
import { Arrivals, type FarEnd } from "./net/arrivals.ts";
import { DelayPipe } from "./net/delay-pipe.ts";
import type { Link } from "./net/link.ts";
import type { Packet, PacketSink } from "./net/packet.ts";
import type { Probe } from "./params/param.ts";
import { readNumber } from "./params/read.ts";
import { oneWayDelaysNs } from "./scenario/build.ts";
import type { FlowSpec } from "./scenario/scenario.ts";
import type { PacketLog } from "./trace/packet-log.ts";

/** The stretch of a path that is a group's own: to its receivers behind the last link, and back. */
export interface GroupPipes {
  /** The flows' own propagation, behind the last link. Arrivals are events only where ACKs queue on their way. */
  readonly data: DelayPipe | Arrivals;
  readonly acks: DelayPipe;
  /** The receivers'. */
  readonly farClock: Clock;
}

/** What pipes need of the network. */
interface Surroundings {
  readonly clock: Clock;
  readonly movers: Components;
  readonly timers: Components;
  readonly ends: readonly FarEnd[];
  readonly log: PacketLog | null;
}

/** Of the group with that index. ACKs that have to queue make an event of each arrival: it matters when they come. */
export function makePipes(
  { clock, movers, timers, ends, log }: Surroundings,
  group: number,
  acksQueue: boolean,
): GroupPipes {
  const acks = movers.register(ACK_PIPE, group);
  if (acksQueue) {
    const data = new DelayPipe(clock, movers.register(DATA_PIPE, group));
    return { data, acks: new DelayPipe(clock, acks), farClock: clock };
  }
  const farClock = new Clock();
  const data = new Arrivals(clock, farClock, ends, movers.events, timers.register(ARRIVALS, group), log);
  return { data, acks: new DelayPipe(farClock, acks), farClock };
}

export class Group implements GroupPipes {
  /** As it is now, after changes in mid-run. */
  spec: FlowSpec;
  /** Of its congestion control. */
  probes: readonly Probe[];
  /** Id of its route. */
  readonly route: string;
  /** Links that data passes, and those that ACKs pass. */
  readonly forward: readonly Link[];
  readonly back: readonly Link[];
  readonly data: DelayPipe | Arrivals;
  readonly acks: DelayPipe;
  readonly farClock: Clock;
  /** The pipe for data, where arrivals are no events. */
  readonly arrivals: Arrivals | null;

  constructor(
    spec: FlowSpec,
    probes: readonly Probe[],
    route: { id: string; forward: readonly Link[]; back: readonly Link[] },
    pipes: GroupPipes,
  ) {
    this.spec = spec;
    this.probes = probes;
    this.route = route.id;
    this.forward = route.forward;
    this.back = route.back;
    this.data = pipes.data;
    this.acks = pipes.acks;
    this.farClock = pipes.farClock;
    this.arrivals = pipes.data instanceof Arrivals ? pipes.data : null;
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
    this.receiversActAfter(this.acks.delayNs);
  }

  /** A receiver's answer, or its timer, comes no sooner than that after an arrival. */
  receiversActAfter(ns: number): void {
    this.arrivals?.actsAfter(ns);
  }

  /** A receiver may hold back the answer to a segment above a gap for so long. */
  receiversHoldBackFor(ns: number): void {
    this.arrivals?.holdsBackFor(ns);
  }

  /** Receivers are brought up to now, what happens now included. */
  settle(): void {
    this.arrivals?.settle();
  }

  /** The time has come to see what has arrived. */
  lookAtArrivals(): void {
    this.arrivals?.onWake();
  }

  /** The ACK that is due. */
  takeAck(): Packet {
    // The next one is to be there by now, if there is one: then it is scheduled now.
    if (this.acks.head?.next === null) this.settle();
    return this.acks.takeDue();
  }

  /** Propagation there and back. */
  get propagationNs(): number {
    return this.data.delayNs + sumOfDelays(this.forward) + this.acks.delayNs + sumOfDelays(this.back);
  }
}

function sumOfDelays(links: readonly Link[]): number {
  return links.reduce((sum, link) => sum + link.delayNs, 0);
}
