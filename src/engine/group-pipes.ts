/** The stretch of a path that is a group's own: to its receivers behind the last link, and back. */
import type { Components } from "./components.ts";
import { Clock } from "./core/clock.ts";
import { ACK_PIPE, ARRIVALS, DATA_PIPE } from "./event-kinds.ts";
import { Arrivals, type FarEnd } from "./net/arrivals.ts";
import { DelayPipe } from "./net/delay-pipe.ts";
import type { PacketLog } from "./trace/packet-log.ts";

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
