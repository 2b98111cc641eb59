/** A packet on the wire (data or ACK), and the pool of packets. Nothing is allocated per packet after the start of a run. */

/** The ECN field of the IP header (RFC 3168 §5). ECT(1) is used by L4S (RFC 9331). */
export const NOT_ECT = 0;
export const ECT1 = 1;
export const ECT0 = 2;
export const CE = 3;

/** Maximum number of SACK blocks in an ACK with timestamps (RFC 2018 §3). */
export const MAX_SACK_BLOCKS = 3;

/**
 * Values that handshake packets have instead of a segment number: in the field `seq` of the SYN and of the final ACK, and in the
 * field `ack` of the SYN-ACK.
 */
export const SYN = -1;
export const SYN_ACK = -1;
export const FINAL_ACK = -2;

/** Converts the epoch of a connection into the `epoch` of its handshake packets, or back. */
export function handshakeEpoch(epoch: number): number {
  return -1 - epoch;
}

/** Shared empty array for packets without SACK blocks. */
export const NO_BLOCKS = new Int32Array(0);

/** A packet. Data packets and ACKs use the same class; each uses only some of the fields. */
export class Packet {
  /** Next packet of the queue or pipe that holds this packet. */
  next: Packet | null = null;
  /** Index of the connection, or of the source of datagrams, to which the packet belongs. */
  end = 0;
  /** Number of the connection: several connections use the same end, one after the other. Negative for handshake packets. */
  epoch = 0;
  /** Number of links that the packet has passed on its route. */
  hop = 0;
  /** Size on the wire (bytes). */
  bytes = 0;
  /** Segment number. Segments are counted, not bytes. */
  seq = 0;
  /** One of NOT_ECT, ECT1, ECT0, CE. */
  ecn = NOT_ECT;
  /** Congestion Window Reduced (RFC 3168 §6.1.2) of a data packet, or a flag of the handshake. */
  cwr = false;
  isRetransmission = false;
  /** True for the last segment of a finite transfer. */
  isLast = false;
  enqueuedNs = 0;
  /** Number of the packet in a packet log. */
  logged = 0;

  /** Time at which the packet leaves the pipe that it is in, or was in last (ns). */
  dueNs = 0;
  /** Position of the packet among packets that arrive at the same time. */
  order = 0;

  /**
   * Timestamp (ns), for congestion controls that measure one-way delays. In a data packet: its send time. In an ACK: the one-way
   * delay of the data packet that it acknowledges. In a ping and its answer: the time at which the ping was sent.
   */
  stampNs = 0;

  // Fields of acknowledgements.
  isAck = false;
  /** Next segment that the receiver expects. */
  ack = 0;
  /** ECN-Echo (RFC 3168 §6.1.3), or a flag of the handshake. */
  ece = false;
  /** Accurate ECN flag (RFC 9768 §3.1); only in a handshake. */
  ae = false;
  /** Number of CE-marked segments that the receiver has received so far (RFC 9768 §3.2.2, but the counter does not wrap). */
  ceCount = 0;
  sackBlocks = 0;
  /** SACK blocks [start, end), the most recent one first: start0, end0, start1, … */
  sack = NO_BLOCKS;
}

/** A part of the network that receives packets: a link, a queue or an end. */
export interface PacketSink {
  receive(packet: Packet): void;
}

/** Maximum number of packets in flight or in queues at the same time. More would need over half a gigabyte of memory. */
export const MOST_AT_ONCE = 0.7e6;
/**
 * Maximum number of packets that the senders of a run send. Links carry at most 100 million packets. A run can contain more if
 * the first queue drops most of them; it then takes longer than a minute.
 */
const MOST_IN_ALL = 250e6;
/**
 * Maximum number of packets in a run with a custom program, because such a program may send without end. Simulating this number
 * takes some seconds.
 */
export const MOST_WITH_PROGRAMS = 25e6;
/**
 * Number of packets that fit into the CPU cache. While more are in use, each new packet counts as three towards the limit of the
 * run, because simulating it takes about three times as long.
 */
const NEAR = 50_000;
const FAR_COUNTS = 3;
/** Number of packets sent between two checks of the limits. */
const LOOK_AFTER = 4096;

/** Error for a run that needs too much memory or time. Its message names the limit that was exceeded and the reason. */
export class TooLargeRun extends Error {}

/** Error for a run that needs more memory than it was given. */
export class TooMuchMemory extends TooLargeRun {}

/**
 * Pool of packet objects, with the limits on packets of a run. Only packets of senders count, and the limits are checked after a
 * fixed number of them. Receivers are often behind the time of the run, so what they hold and send depends on the last reading of
 * the run, and a reading must not change when the run ends.
 */
export class PacketPool {
  private free: Packet | null = null;
  /**
   * Free packets that have room for SACK blocks. They have a separate list; otherwise nearly every packet object would be used as
   * an ACK at some time and then occupy memory for SACK blocks.
   */
  private freeWithBlocks: Packet | null = null;
  /** Number of packet objects that were created. Each of them is in use or free. */
  made = 0;
  /** Largest number of packets in use at a check of the limits. */
  peak = 0;
  /** Number of packets sent so far. While many packets are in use, a packet counts as three (see `NEAR`). */
  private sent = 0;
  private counts = 1;
  private nextLook: number;
  private readonly lookAfter: number;
  private readonly mostAtOnce: number;
  private readonly mostInAll: number;
  /** Called before each check of the limits, even within one event, because a single event may send a whole window. */
  beforeLook: () => void = () => {};
  /** Number of packets taken from the pool and not yet returned. */
  inUse = 0;

  constructor(mostAtOnce = MOST_AT_ONCE, mostInAll = MOST_IN_ALL, lookAfter = LOOK_AFTER) {
    this.mostAtOnce = mostAtOnce;
    this.mostInAll = mostInAll;
    this.lookAfter = lookAfter;
    this.nextLook = lookAfter;
  }

  /** Returns a packet for a sender. Throws a TooLargeRun if a limit of the run is exceeded. */
  take(): Packet {
    this.sent += this.counts;
    if (this.sent >= this.nextLook) this.look();
    return this.takeAnswer();
  }

  /** Returns a packet for a receiver. */
  takeAnswer(): Packet {
    this.inUse++;
    const packet = this.free;
    if (packet === null) return this.withBlocks() ?? this.another();
    this.free = packet.next;
    packet.next = null;
    return packet;
  }

  /** Returns a packet for a receiver, with room for SACK blocks if there is one. */
  takeWithBlocks(): Packet {
    const packet = this.withBlocks();
    if (packet === null) return this.takeAnswer();
    this.inUse++;
    return packet;
  }

  release(packet: Packet): void {
    this.inUse--;
    if (packet.sack === NO_BLOCKS) {
      packet.next = this.free;
      this.free = packet;
    } else {
      packet.next = this.freeWithBlocks;
      this.freeWithBlocks = packet;
    }
  }

  private withBlocks(): Packet | null {
    const packet = this.freeWithBlocks;
    if (packet === null) return null;
    this.freeWithBlocks = packet.next;
    packet.next = null;
    return packet;
  }

  private another(): Packet {
    this.made++;
    return new Packet();
  }

  private look(): void {
    this.beforeLook();
    const { inUse, mostAtOnce, mostInAll } = this;
    if (inUse > this.peak) this.peak = inUse;
    if (inUse >= mostAtOnce)
      throw new TooLargeRun(
        `more than ${mostAtOnce / 1e6} million packets are in flight or in queues at once, the limit of a run; use lower rates, shorter delays or smaller queues`,
      );
    if (this.sent > mostInAll)
      throw new TooLargeRun(
        `its senders send more than ${mostInAll / 1e6} million packets, the limit of a run, including dropped ones. A packet that is sent while more than ${NEAR} are in flight counts ${FAR_COUNTS} times. Use fewer flows, smaller windows, smaller queues or a shorter run`,
      );
    this.counts = inUse >= NEAR ? FAR_COUNTS : 1;
    this.nextLook = this.sent + this.lookAfter;
  }
}

/**
 * First in, first out: the storage of every discipline with a single queue. The packets form a linked list, so nothing is
 * allocated.
 */
export class PacketFifo {
  packets = 0;
  bytes = 0;
  head: Packet | null = null;
  private tail: Packet | null = null;

  push(packet: Packet): void {
    packet.next = null;
    if (this.tail === null) this.head = packet;
    else this.tail.next = packet;
    this.tail = packet;
    this.packets++;
    this.bytes += packet.bytes;
  }

  shift(): Packet | null {
    const packet = this.head;
    if (packet === null) return null;
    this.head = packet.next;
    if (this.head === null) this.tail = null;
    packet.next = null;
    this.packets--;
    this.bytes -= packet.bytes;
    return packet;
  }

  /**
   * Removes and returns the packet at this position, counted from 0 at the head; null if there is none. The time grows with the
   * position.
   */
  takeAt(position: number): Packet | null {
    if (position === 0) return this.shift();
    let before = this.head;
    for (let i = 1; i < position && before !== null; i++) before = before.next;
    const packet = before?.next ?? null;
    if (before === null || packet === null) return null;
    before.next = packet.next;
    if (packet.next === null) this.tail = before;
    packet.next = null;
    this.packets--;
    this.bytes -= packet.bytes;
    return packet;
  }
}
