/** A packet on the wire, data or ACK, and the pool it comes from: nothing is allocated per packet once a run is warm. */

/** The ECN field of the IP header (RFC 3168 §5). ECT(1) is L4S's (RFC 9331). */
export const NOT_ECT = 0;
export const ECT1 = 1;
export const ECT0 = 2;
export const CE = 3;

/** The most SACK blocks an ACK carries beside timestamps (RFC 2018 §3). */
export const MAX_SACK_BLOCKS = 3;

/** What packets of a handshake have instead of a segment's number: `seq` of SYN and last ACK, `ack` of the SYN-ACK. */
export const SYN = -1;
export const SYN_ACK = -1;
export const FINAL_ACK = -2;

/** What the packets of a connection's handshake carry as `epoch`; of that, the connection's own again. */
export function handshakeEpoch(epoch: number): number {
  return -1 - epoch;
}

/** What most packets have. */
export const NO_BLOCKS = new Int32Array(0);

export class Packet {
  /** Next packet of the queue or pipe that this one stands in. */
  next: Packet | null = null;
  /** Which end it belongs to: the index of a connection, or of a source of datagrams. */
  end = 0;
  /** Which of the connections that have used this index one after the other; below zero: of its handshake. */
  epoch = 0;
  /** How many links of its route it has passed. */
  hop = 0;
  /** Bytes on the wire. */
  bytes = 0;
  /** Sequence number of the segment it carries; segments are counted, not bytes. */
  seq = 0;
  /** One of NOT_ECT, ECT1, ECT0, CE. */
  ecn = NOT_ECT;
  /** Congestion Window Reduced (RFC 3168 §6.1.2), of data, or a flag of the handshake. */
  cwr = false;
  isRetransmission = false;
  /** The last segment of a finite transfer. */
  isLast = false;
  enqueuedNs = 0;
  /** Its number in a packet log. */
  logged = 0;

  /** When it arrives: at the end of the pipe that it is in, or was in last. */
  dueNs = 0;
  /** Its place among packets that arrive at the same time. */
  order = 0;

  // Acknowledgements
  isAck = false;
  /** Next segment the receiver expects. */
  ack = 0;
  /** ECN-Echo (RFC 3168 §6.1.3), or a flag of the handshake. */
  ece = false;
  /** Accurate ECN (RFC 9768 §3.1), in a handshake only. */
  ae = false;
  /** CE-marked segments that the receiver has seen so far (RFC 9768 §3.2.2, without its wrap). */
  ceCount = 0;
  sackBlocks = 0;
  /** Blocks [start, end), most recent first: start0, end0, start1, … */
  sack = NO_BLOCKS;
}

/** Where a packet goes next. */
export interface PacketSink {
  receive(packet: Packet): void;
}

/** At once: more would not fit into half a gigabyte. */
export const MOST_AT_ONCE = 0.7e6;
/** In all: more, most of them dropped at the first queue, take longer than a minute. Links carry 100 million at most. */
const MOST_IN_ALL = 400e6;
/** In a run with a program of a user, which may send without a reason: some seconds. */
export const MOST_WITH_PROGRAMS = 40e6;
/** So many stay in a processor's caches; with more at once each takes about as long as three. */
const NEAR = 50_000;
const FAR_COUNTS = 3;
/** Between two looks at what the run holds. */
const MANY = 1 << 18;

/** What was asked for takes too much memory or time; the message says what, for people. */
export class TooLargeRun extends Error {}

export class PacketPool {
  private free: Packet | null = null;
  /** Those with room for SACK blocks: kept apart, lest every packet is an ACK at some time and gets such room. */
  private freeWithBlocks: Packet | null = null;
  /** Packets that there are, in use or not. */
  made = 0;
  /** Handed out so far, as they count. */
  private taken = 0;
  private readonly mostAtOnce: number;
  private readonly mostInAll: number;
  /** Called each time that so many more were handed out: one event may send as many as a window has room for. */
  onMany: () => void = () => {};
  private nextMany: number;
  /** Packets handed out and not yet given back. */
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

  /** One that may be told SACK blocks. */
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
        `more than ${this.mostAtOnce / 1e6} million packets are under way or in queues at once, the most that a run keeps; lower rates, shorter delays or smaller queues need fewer`,
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
        `its packets and ACKs, dropped ones included, are more than ${this.mostInAll / 1e6} million, the most that a run may have, where each counts ${FAR_COUNTS} times that is sent while more than ${NEAR} are under way; fewer flows, smaller windows, smaller queues or a shorter run need fewer`,
      );
  }
}

/** First in, first out: the storage of every single-queue discipline. Intrusive list, nothing allocated. */
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
}
