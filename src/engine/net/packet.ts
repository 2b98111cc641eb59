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

/** Maximum number of packet objects that exist at the same time. More would need over half a gigabyte of memory. */
export const MOST_AT_ONCE = 0.7e6;
/**
 * Maximum number of packets in a run. Links carry at most 100 million packets. A run can contain more if the first queue drops
 * most of them; it then takes longer than a minute.
 */
const MOST_IN_ALL = 400e6;
/**
 * Maximum number of packets in a run with a custom program, because such a program may send without end. Simulating this number
 * takes some seconds.
 */
export const MOST_WITH_PROGRAMS = 40e6;
/**
 * Number of packets that fit into the CPU cache. While more are in use, each new packet counts as three towards the limit of the
 * run, because simulating it takes about three times as long.
 */
const NEAR = 50_000;
const FAR_COUNTS = 3;
/** Number of packets taken from the pool between two calls of `onMany`. */
const MANY = 1 << 18;

/** Error for a run that needs too much memory or time. Its message names the limit that was exceeded and the reason. */
export class TooLargeRun extends Error {}

/** Pool of packet objects, with the limits on packets of a run. */
export class PacketPool {
  private free: Packet | null = null;
  /**
   * Free packets that have room for SACK blocks. They have a separate list; otherwise nearly every packet object would be used as
   * an ACK at some time and then occupy memory for SACK blocks.
   */
  private freeWithBlocks: Packet | null = null;
  /** Number of packet objects that were created. Each of them is in use or free. */
  made = 0;
  /** Number of packets taken from the pool so far. While many packets are in use, a packet counts as three (see `NEAR`). */
  private taken = 0;
  private readonly mostAtOnce: number;
  private readonly mostInAll: number;
  /** Called after every `MANY` packets, even within one event, because a single event may send a whole window. */
  onMany: () => void = () => {};
  private nextMany: number;
  /** Number of packets taken from the pool and not yet returned. */
  inUse = 0;

  constructor(mostAtOnce = MOST_AT_ONCE, mostInAll = MOST_IN_ALL) {
    this.mostAtOnce = mostAtOnce;
    this.mostInAll = mostInAll;
    this.nextMany = Math.min(MANY, mostInAll + 1);
  }

  take(): Packet {
    const packet = this.free;
    if (packet === null) return this.freeWithBlocks === null ? this.another() : this.takeWithBlocks();
    this.free = packet.next;
    packet.next = null;
    this.count();
    return packet;
  }

  /** Returns a packet with room for SACK blocks. */
  takeWithBlocks(): Packet {
    const packet = this.freeWithBlocks;
    if (packet === null) return this.take();
    this.count();
    this.freeWithBlocks = packet.next;
    packet.next = null;
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

  private another(): Packet {
    this.count();
    if (++this.made > this.mostAtOnce)
      throw new TooLargeRun(
        `more than ${this.mostAtOnce / 1e6} million packets are in flight or in queues at once, the limit of a run; use lower rates, shorter delays or smaller queues`,
      );
    return new Packet();
  }

  private count(): void {
    this.taken += ++this.inUse > NEAR ? FAR_COUNTS : 1;
    if (this.taken >= this.nextMany) this.look();
  }

  private look(): void {
    this.nextMany = Math.min(this.taken + MANY, this.mostInAll + 1);
    this.onMany();
    if (this.taken > this.mostInAll)
      throw new TooLargeRun(
        `it has more than ${this.mostInAll / 1e6} million packets and ACKs, the limit of a run, including dropped ones. A packet that is sent while more than ${NEAR} are in flight counts ${FAR_COUNTS} times. Use fewer flows, smaller windows, smaller queues or a shorter run`,
      );
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
