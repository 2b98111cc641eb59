/**
 * The floor: a loop with the minimum work of a packet-level model of a sawtooth. It has one link with a queue, a ring of packets
 * in flight, AIMD, and an event queue with two components: the transmitter and the first packet of the ring. It has no TCP and
 * records nothing; its only queue discipline marks above a threshold. The additional time of the simulator is what its features
 * cost.
 */

const RING = 1 << 14;
const MASK = RING - 1;
const TRANSMITTER = 0;
const DELAY_RING = 1;

/** Settings of the floor loop. */
export interface FloorSettings {
  readonly rateBps: number;
  readonly rttNs: number;
  readonly durationNs: number;
  readonly packetBytes: number;
  /** Queue length above which an arriving packet is marked. */
  readonly markAbove: number;
  readonly beta: number;
}

/** A binary heap of events. An event is a time and a component. */
class EventHeap {
  size = 0;
  private readonly timeNs = new Float64Array(16);
  private readonly component = new Int32Array(16);

  get nextTimeNs(): number {
    return this.timeNs[0];
  }

  push(timeNs: number, component: number): void {
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.timeNs[parent] <= timeNs) break;
      this.set(at, this.timeNs[parent], this.component[parent]);
      at = parent;
    }
    this.set(at, timeNs, component);
  }

  pop(): number {
    const first = this.component[0];
    const last = --this.size;
    const timeNs = this.timeNs[last];
    const component = this.component[last];
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && this.timeNs[child + 1] < this.timeNs[child]) child++;
      if (timeNs <= this.timeNs[child]) break;
      this.set(at, this.timeNs[child], this.component[child]);
      at = child;
    }
    this.set(at, timeNs, component);
    return first;
  }

  private set(at: number, timeNs: number, component: number): void {
    this.timeNs[at] = timeNs;
    this.component[at] = component;
  }
}

/** Runs the minimal loop. Returns the number of packets that were sent. */
export function runFloor(settings: FloorSettings): number {
  const serviceNs = (settings.packetBytes * 8e9) / settings.rateBps;
  const events = new EventHeap();
  const queueMarks = new Uint8Array(RING);
  const dueNs = new Float64Array(RING);
  const ringMarks = new Uint8Array(RING);
  let queueHead = 0;
  let queueTail = 0;
  let ringHead = 0;
  let ringTail = 0;
  let cwnd = 10;
  let inflight = 0;
  let packets = 0;
  let reducedAt = 0;
  let nowNs = 0;

  const send = (): void => {
    while (inflight < cwnd) {
      inflight++;
      queueMarks[queueTail & MASK] = queueTail - queueHead > settings.markAbove ? 1 : 0;
      if (queueTail++ === queueHead) events.push(nowNs + serviceNs, TRANSMITTER);
    }
  };

  const transmitted = (): void => {
    packets++;
    dueNs[ringTail & MASK] = nowNs + settings.rttNs;
    ringMarks[ringTail & MASK] = queueMarks[queueHead++ & MASK];
    if (ringTail++ === ringHead) events.push(dueNs[ringHead & MASK], DELAY_RING);
    if (queueHead !== queueTail) events.push(nowNs + serviceNs, TRANSMITTER);
  };

  const acknowledged = (): void => {
    inflight--;
    if (ringMarks[ringHead++ & MASK] === 0) cwnd += 1 / cwnd;
    else if (packets > reducedAt) {
      cwnd *= settings.beta;
      reducedAt = packets + inflight;
    }
    if (ringHead !== ringTail) events.push(dueNs[ringHead & MASK], DELAY_RING);
    send();
  };

  send();
  while (events.size > 0 && events.nextTimeNs <= settings.durationNs) {
    nowNs = events.nextTimeNs;
    if (events.pop() === TRANSMITTER) transmitted();
    else acknowledged();
  }
  return packets;
}
