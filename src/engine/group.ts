/** A group of identical flows in the network, and the path of their packets. */
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
import type { LogWriter } from "./trace/log-rows.ts";

/** The parts of the path that only one group uses: from the last link to its receivers, and the way back. */
export interface GroupPipes {
  /** The flows' own propagation delay, after the last link. Arrivals are events of the loop only if the ACKs pass queues. */
  readonly data: DelayPipe | Arrivals;
  readonly acks: DelayPipe;
  /** Clock of the receivers. */
  readonly farClock: Clock;
}

/** Parts that the network provides for the creation of pipes. */
interface Surroundings {
  readonly clock: Clock;
  readonly movers: Components;
  readonly timers: Components;
  readonly ends: readonly FarEnd[];
  readonly log: LogWriter | null;
}

/**
 * Creates the pipes of a group. If the group's ACKs pass queues, each arrival must be an event, because the exact order of ACKs
 * then matters.
 */
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

/** A group of identical flows in the network, with its links and pipes. */
export class Group implements GroupPipes {
  /** Specification of the flows, including changes during the run. */
  spec: FlowSpec;
  /** Probes of the group's congestion control. */
  probes: readonly Probe[];
  /** Id of the group's route. */
  readonly route: string;
  /** Links that the group's data passes, and links that its ACKs pass. */
  readonly forward: readonly Link[];
  readonly back: readonly Link[];
  readonly data: DelayPipe | Arrivals;
  readonly acks: DelayPipe;
  readonly farClock: Clock;
  /** The pipe for data if its arrivals are not events; otherwise null. */
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

  /** The object that receives a sender's packets. `firstHopBack` is the one that receives a receiver's ACKs. */
  get firstHop(): PacketSink {
    return this.forward[0].port;
  }

  get firstHopBack(): PacketSink {
    return this.back.length > 0 ? this.back[0].port : this.acks;
  }

  /** Recomputes the delays after a change of the RTT or of a link's delay. */
  updateDelays(): void {
    const { forwardNs, backNs } = oneWayDelaysNs(readNumber(this.spec.params, "rtt"));
    this.data.delayNs = forwardNs;
    // If ACKs pass no links, their delay equals that of the links in the forward direction.
    this.acks.delayNs = backNs + (this.back.length > 0 ? 0 : sumOfDelays(this.forward));
    this.setReceiverResponseTime(this.acks.delayNs);
  }

  /** Declares that a receiver may answer, or its timer may fire, as early as `ns` after an arrival. */
  setReceiverResponseTime(ns: number): void {
    this.arrivals?.setResponseTime(ns);
  }

  /** Declares that a receiver may delay the answer to a segment above a gap by at most `ns`. */
  setReceiverAnswerDelay(ns: number): void {
    this.arrivals?.setAnswerDelay(ns);
  }

  /** Processes all arrivals at the receivers, including those at exactly the current time. */
  settle(): void {
    this.arrivals?.settle();
  }

  /** Handles the event that checks for arrivals at the receivers. */
  lookAtArrivals(): void {
    this.arrivals?.onWake();
  }

  /** Removes and returns the ACK that arrives now. */
  takeAck(): Packet {
    // The next ACK in the pipe must be known now, so that its event can be scheduled.
    if (this.acks.head?.next === null) this.settle();
    return this.acks.takeDue();
  }

  /** Propagation delay of the whole round trip (ns). */
  get propagationNs(): number {
    return this.data.delayNs + sumOfDelays(this.forward) + this.acks.delayNs + sumOfDelays(this.back);
  }
}

function sumOfDelays(links: readonly Link[]): number {
  return links.reduce((sum, link) => sum + link.delayNs, 0);
}
