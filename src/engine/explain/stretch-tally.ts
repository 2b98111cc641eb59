/**
 * Counts what happened between two times, packet by packet. This needs a separate replay, because the series of a run only have
 * what plots show.
 */
import type { Link } from "../net/link.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { Phase, Probe } from "../params/param.ts";
import { NS_PER_S, readNumber } from "../params/read.ts";
import { Connection } from "../tcp/connection.ts";
import type { SenderLimit } from "../tcp/sender.ts";
import { LOG } from "../trace/log-rows.ts";
import { LOG_FLAG, PacketLog } from "../trace/packet-log.ts";
import { type MakeReplay, type Replay, runInSteps } from "../trace/replay.ts";
import { isCut } from "../trace/snapshot.ts";
import type { Explanation } from "./explanation.ts";
import { senderStory } from "./packet-tracer.ts";
import type { FlowFact } from "./run-index.ts";

/** Minimum and maximum. */
export interface MinMax {
  readonly min: number;
  readonly max: number;
}

/** Waiting times in a queue (ns). */
interface DelayTally extends MinMax {
  /** Number of packets that left the queue. */
  readonly packets: number;
  readonly mean: number;
}

/** Counts of one link. */
interface LinkTally {
  /** Waiting times in ns; null if no packet left the queue. */
  readonly delay: DelayTally | null;
  /** Idle time (ns); NaN for a link with a token bucket, which may be idle only because it has sent ahead of its rate. */
  readonly idleNs: number;
  /** Number of pauses in which the link had nothing to send, including a pause that has not ended. */
  readonly pauses: number;
  /** Number of packets that were marked, dropped or lost, indexed by QUEUE_EVENT. */
  readonly signals: readonly number[];
  /** The queue discipline at the end of the interval, and the values of its probes. */
  readonly algorithm: string;
  readonly label: string;
  readonly probes: readonly Probe[];
  readonly values: readonly number[];
}

/** A phase of a sender within the interval. */
export interface PhaseSpan {
  readonly phase: Phase;
  /** Start of the phase, or of the interval (ns). */
  readonly fromNs: number;
  /** True if the phase started within the interval, false if it had started before. */
  readonly isEntered: boolean;
  toNs: number;
  /** cwnd at the start of the phase; `last` is cwnd at its end. */
  readonly first: number;
  last: number;
  /** The control's explanation of the phase, requested when the phase started; null if there is none. */
  readonly explanation: Explanation | null;
}

/** Counts of one flow. */
export interface FlowTally {
  /** Phases in order of time. */
  readonly phases: readonly PhaseSpan[];
  /** For each limit: number of ACKs after which it kept the sender from sending more. */
  readonly limits: Readonly<Record<SenderLimit, number>>;
  /** cwnd at the start and at the end of the interval; NaN before the flow has a cwnd. */
  readonly first: number;
  readonly last: number;
  /** Range of cwnd: at both ends of the interval, at reductions, and whenever data was sent or an ACK had been read. */
  readonly cwnd: MinMax | null;
  /** Reductions, timeouts and undone reductions, in order of time. */
  readonly events: readonly FlowFact[];
  readonly sent: number;
  readonly sentAgain: number;
  /** Number of marked data packets at all links; `lost` counts the lost ones. */
  readonly marked: number;
  readonly lost: number;
  /** Mean number of segments in flight, measured after each ACK and the transmissions that it allowed; NaN if no ACK arrived. */
  readonly inFlight: number;
  /** Mean SRTT (ns) over the ACKs that the sender read; NaN if there were none or no RTT had been measured. */
  readonly srttNs: number;
  /** Mean cwnd over the same ACKs as `srttNs`. */
  readonly readCwnd: number;
  /** Payload bytes that reached the receiver. `inOrderBytes` counts those that could be delivered in order. */
  readonly arrivedBytes: number;
  readonly inOrderBytes: number;
  /** The longest time for which the receiver had to hold data back because of a gap; null if it never had to. */
  readonly held: Held | null;
}

/** Data held back by a receiver because of a gap. */
interface Held {
  readonly longestNs: number;
  /** Maximum number of segments delivered at once when a gap was filled; 0 if no gap was filled. */
  readonly released: number;
}

/** The event counts of every link and every flow in one interval. */
export interface StretchTally {
  readonly fromNs: number;
  readonly toNs: number;
  readonly links: readonly LinkTally[];
  readonly flows: readonly FlowTally[];
  /**
   * Minimum and maximum of the sum of all flows' windows over the link; null if there are no flows, too many flows, or flows with
   * several connections.
   */
  readonly windows: MinMax | null;
  /** Minimum and maximum of the same sum, with each window as a rate: divided by the flow's RTT without queueing delay (bit/s). */
  readonly asked: MinMax | null;
}

/** Maximum number of flows whose windows are summed. The sum reads all of them at each row of the log. */
const MOST_WINDOWS = 20;
const BITS_PER_BYTE = 8;
const OF_DATA = 0;

/** Counts events between two times, both included. The windows of the flows over `link` are summed. */
export function* tallyOf(
  make: MakeReplay,
  link: number,
  fromNs: number,
  toNs: number,
): Generator<undefined, StretchTally> {
  const counting: { tally: Counting | null } = { tally: null };
  const log = new PacketLog({ onRecord: (row, packet) => counting.tally?.read(row, packet) });
  const replay = make(log);
  log.isOn = false;
  // Events at exactly `fromNs` are included.
  if (fromNs > 0) yield* runInSteps(replay, (fromNs - 1) / NS_PER_S);
  settle(log.network);
  log.isOn = true;
  const tally = new Counting(log, link, fromNs);
  counting.tally = tally;
  while (!replay.advance(toNs / NS_PER_S, EVENTS_PER_STEP)) {
    log.clear();
    yield;
  }
  settle(log.network);
  return tally.finish(toNs, replay);
}

const EVENTS_PER_STEP = 4000;

/** Processes all arrivals at receivers up to the current time. */
function settle({ groups }: Network): void {
  for (const group of groups) group.settle();
}

class Spread {
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  sum = 0;
  count = 0;

  add(value: number): void {
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    this.sum += value;
    this.count++;
  }

  get range(): MinMax | null {
    return this.count === 0 ? null : { min: this.min, max: this.max };
  }
}

class LinkCounter {
  readonly delay = new Spread();
  readonly signals = [0, 0, 0, 0];
  idleNs = 0;
  pauses = 0;
  /** End of the last transmission (ns). */
  private sentNs: number;

  constructor(busyUntilNs: number, showsIdle: boolean) {
    this.sentNs = busyUntilNs;
    if (!showsIdle) this.idleNs = Number.NaN;
  }

  leaves(atNs: number, sojournNs: number, transmissionNs: number): void {
    this.delay.add(sojournNs);
    this.waitUntil(atNs);
    this.sentNs = atNs + transmissionNs;
  }

  waitUntil(ns: number): void {
    if (ns <= this.sentNs) return;
    this.idleNs += ns - this.sentNs;
    this.pauses++;
  }
}

class FlowCounter {
  readonly phases: PhaseSpan[] = [];
  readonly limits = { cwnd: 0, pacing: 0, "receive window": 0, application: 0 };
  // Last known cwnd of the end, the time at which it was read, and the cwnd read before.
  private seenNs = Number.NEGATIVE_INFINITY;
  private seen = Number.NaN;
  private before = Number.NaN;
  readonly cwnd = new Spread();
  readonly inFlight = new Spread();
  readonly readCwnd = new Spread();
  readonly srttNs = new Spread();
  readonly events: FlowFact[] = [];
  readonly first: number;
  readonly firstBytes: number;
  /** The connection whose windows are read: NO_END before the first one, MANY if there are several. */
  end = NO_END;
  sent = 0;
  sentAgain = 0;
  marked = 0;
  lost = 0;
  arrivedBytes = 0;
  held: Held | null = null;

  constructor(first: number, firstBytes: number) {
    this.first = first;
    this.firstBytes = firstBytes;
    this.see(first, Number.NEGATIVE_INFINITY);
  }

  see(cwnd: number, atNs: number): void {
    if (atNs > this.seenNs) this.before = this.seen;
    this.seenNs = atNs;
    this.seen = cwnd;
  }

  /** Records a phase. `explain` is called only if it is another phase than before. */
  enter(phase: Phase, atNs: number, isEntered: boolean, explain: () => Explanation | null): void {
    const last = this.phases.at(-1);
    if (last?.phase === phase) return;
    const cwnd = atNs > this.seenNs ? this.seen : this.before;
    const isOfOneMoment = last?.fromNs === atNs && this.phases.length > 1;
    if (isOfOneMoment) this.phases.pop();
    const before = this.phases.at(-1);
    if (isOfOneMoment && before?.phase === phase) {
      before.toNs = Number.POSITIVE_INFINITY;
      return;
    }
    if (before !== undefined) Object.assign(before, { toNs: atNs, last: cwnd });
    this.phases.push({
      phase,
      fromNs: atNs,
      isEntered,
      toNs: Number.POSITIVE_INFINITY,
      first: cwnd,
      last: cwnd,
      explanation: explain(),
    });
  }
}

const NO_END = -1;
const MANY = -2;

/** Data that a receiver holds back, as seen when its next packet arrives. */
interface Holding {
  epoch: number;
  next: number;
  sinceNs: number | null;
  lastNs: number;
}

class Counting {
  private readonly log: PacketLog;
  private readonly fromNs: number;
  private readonly links: LinkCounter[];
  private readonly flows: FlowCounter[];
  /** Indices of the flows over the link of the question. */
  private readonly over: readonly number[];
  private readonly windows = new Spread();
  private readonly asked = new Spread();
  private readonly holdings: Holding[] = [];
  private readonly overheadBytes: number;
  private readonly packetBits: number;

  constructor(log: PacketLog, link: number, fromNs: number) {
    const { network } = log;
    this.log = log;
    this.fromNs = fromNs;
    this.links = network.links.map(
      ({ port }) => new LinkCounter(Math.max(fromNs, port.isSending ? port.freeAtNs : 0), port.showsIdle),
    );
    this.flows = network.flows.map((flow) => {
      const { current } = flow;
      const counter = new FlowCounter(current?.sender.state.cwnd ?? Number.NaN, flow.receivedBytes);
      const phase = current?.sender.phase ?? null;
      if (current !== null && phase !== null)
        counter.enter(phase, fromNs, false, () => explained(network, current));
      return counter;
    });
    for (const [end, owner] of network.ends.entries()) {
      if (owner instanceof Connection) this.holdings[end] = holdingOf(owner, fromNs, fromNs);
    }
    const at = network.links[link];
    const over = network.flows.filter(({ group }) => network.groups[group].forward.includes(at));
    this.over = over.length > MOST_WINDOWS ? [] : over.map(({ index }) => index);
    this.overheadBytes = readNumber(network.tcp, "overhead");
    this.packetBits = (readNumber(network.tcp, "mss") + this.overheadBytes) * BITS_PER_BYTE;
    this.look();
  }

  read(row: number, packet: Packet | null): void {
    const { kind, timeNs, link, detail, flow, end, epoch, flags, a, b } = this.log.columns;
    // Arrivals are logged late. Some of these rows are from before the interval.
    if (timeNs[row] < this.fromNs) return;
    const isData = (flags[row] & LOG_FLAG.ack) === OF_DATA && epoch[row] >= 0;
    const counted = this.flows[flow[row]] ?? null;
    switch (kind[row]) {
      case LOG.dequeued:
        this.links[link[row]].leaves(timeNs[row], a[row], b[row]);
        return;
      case LOG.marked:
      case LOG.dropped:
        this.links[link[row]].signals[detail[row]]++;
        if (!isData || counted === null) return;
        if (kind[row] === LOG.marked) counted.marked++;
        else counted.lost++;
        return;
      case LOG.window:
        if (counted === null) return;
        // cwnd may change while an ACK is read. A reduction may then start from a cwnd that no other row contains.
        if (isCut(detail[row])) counted.cwnd.add(a[row]);
        counted.events.push({
          timeNs: timeNs[row],
          flow: flow[row],
          kind: detail[row],
          before: a[row],
          after: b[row],
          backNs: Number.POSITIVE_INFINITY,
        });
        return;
      case LOG.sent:
        if (!isData || counted === null) return;
        counted.sent++;
        if ((flags[row] & LOG_FLAG.retransmission) !== 0) counted.sentAgain++;
        if (Number.isNaN(a[row])) return;
        this.seeWindow(counted, end[row], a[row]);
        return;
      case LOG.phase:
        if (counted !== null) this.enter(counted, row);
        return;
      case LOG.ackRead:
        if (counted === null || epoch[row] < 0) return;
        this.seeSender(counted, end[row]);
        // The ACK of the last packet comes before the connection is used for the next transfer.
        this.follow(counted, end[row]);
        this.seeWindow(counted, end[row], a[row]);
        return;
      case LOG.delivered:
        if (!isData || counted === null || packet === null) return;
        counted.arrivedBytes += packet.bytes - this.headersOf(end[row]);
        this.follow(counted, end[row], timeNs[row]);
    }
  }

  /** Returns the header bytes of a packet, including the AccECN option if the flow uses it. */
  private headersOf(end: number): number {
    const owner = this.log.network.ends[end];
    return owner instanceof Connection ? owner.sender.settings.overheadBytes : this.overheadBytes;
  }

  finish(toNs: number, { nowS }: Replay): StretchTally {
    const { network } = this.log;
    const untilNs = Math.min(toNs, nowS * NS_PER_S);
    for (const link of this.links) link.waitUntil(untilNs);
    for (const [end, owner] of network.ends.entries()) {
      const flowCounter = this.flows[network.flowOfEnd[end]];
      if (!(owner instanceof Connection) || flowCounter === undefined) continue;
      const holding = this.follow(flowCounter, end, untilNs);
      if (holding !== null && holding.sinceNs !== null) hold(flowCounter, holding.sinceNs, untilNs, 0);
    }
    const isWhole = this.flows.every(({ end }, flow) => !this.over.includes(flow) || end !== MANY);
    return {
      fromNs: this.fromNs,
      toNs: untilNs,
      links: this.links.map(({ delay, idleNs, pauses, signals }, i) => ({
        delay: delay.range && { ...delay.range, packets: delay.count, mean: delay.sum / delay.count },
        idleNs,
        pauses,
        signals,
        ...queueOf(network.links[i]),
      })),
      flows: this.flows.map((one, i): FlowTally => {
        const { first, cwnd, events, sent, sentAgain, marked, lost, arrivedBytes, held } = one;
        const last = network.flows[i].current?.sender.state.cwnd ?? Number.NaN;
        if (!Number.isNaN(first) && cwnd.count > 0) cwnd.add(first);
        if (cwnd.count > 0) cwnd.add(last);
        const inFlight = one.inFlight.sum / one.inFlight.count;
        const inOrderBytes = network.flows[i].receivedBytes - one.firstBytes;
        const counts = { sent, sentAgain, marked, lost, arrivedBytes, inOrderBytes };
        const srttNs = one.srttNs.sum / one.srttNs.count;
        const readCwnd = one.readCwnd.sum / one.readCwnd.count;
        const { limits } = one;
        // Connections that are open at the same time have different phases, so no phase is recorded.
        const phases = network.flows[i].connections.length > 1 ? [] : one.phases;
        const span = phases.at(-1);
        if (span !== undefined) Object.assign(span, { toNs: untilNs, last });
        const tally = { phases, limits, first, last, events, inFlight, readCwnd, srttNs, held };
        return { ...tally, cwnd: cwnd.range, ...counts };
      }),
      windows: isWhole ? this.windows.range : null,
      asked: isWhole ? this.asked.range : null,
    };
  }

  private seeSender(counter: FlowCounter, end: number): void {
    const owner = this.log.network.ends[end];
    if (!(owner instanceof Connection)) return;
    const { srttNs, inflight, cwnd } = owner.sender.state;
    if (srttNs > 0) counter.srttNs.add(srttNs);
    counter.inFlight.add(inflight);
    counter.readCwnd.add(cwnd);
    counter.limits[owner.sender.limit]++;
  }

  private enter(counter: FlowCounter, row: number): void {
    const { network, phases, columns } = this.log;
    const owner = network.ends[columns.end[row]];
    if (!(owner instanceof Connection)) return;
    counter.enter(phases[columns.detail[row]], columns.timeNs[row], true, () => explained(network, owner));
  }

  private seeWindow(counter: FlowCounter, end: number, cwnd: number): void {
    counter.cwnd.add(cwnd);
    counter.see(cwnd, this.log.network.clock.nowNs);
    if (counter.end === NO_END) counter.end = end;
    else if (counter.end !== end) counter.end = MANY;
    this.look();
  }

  /** Reads the windows of all flows over the link and updates the minimum and maximum of their sum. */
  private look(): void {
    const { network } = this.log;
    let [sum, askedBps, active] = [0, 0, 0];
    for (const index of this.over) {
      const flow = network.flows[index];
      if (flow.current === null || !flow.isActive()) continue;
      const { cwnd } = flow.current.sender.state;
      active++;
      sum += cwnd;
      askedBps += (cwnd * this.packetBits * NS_PER_S) / network.groups[flow.group].propagationNs;
    }
    if (active === 0) return;
    this.windows.add(sum);
    this.asked.add(askedBps);
  }

  /**
   * Brings the record of a receiver up to its last arrival, and returns it; null for other ends. `nowNs` is the time of the packet
   * that arrives next; absent if none does.
   */
  private follow(flowCounter: FlowCounter, end: number, nowNs?: number): Holding | null {
    const owner = this.log.network.ends[end];
    if (!(owner instanceof Connection)) return null;
    const { receiver, epoch } = owner;
    this.holdings[end] ??= holdingOf(owner, nowNs ?? this.fromNs, null);
    const holding = this.holdings[end];
    if (holding.epoch !== epoch) Object.assign(holding, holdingOf(owner, nowNs ?? holding.lastNs, null));
    const isHolding = receiver.ranges.count > 0;
    if (receiver.next > holding.next) {
      if (holding.sinceNs !== null)
        hold(flowCounter, holding.sinceNs, holding.lastNs, receiver.next - holding.next);
      holding.next = receiver.next;
      holding.sinceNs = isHolding ? holding.lastNs : null;
    } else if (isHolding) holding.sinceNs ??= holding.lastNs;
    if (nowNs !== undefined) holding.lastNs = nowNs;
    return holding;
  }
}

/** Returns the control's explanation of its current phase; null if the control does not declare the phase. */
function explained(network: Network, { index: end, sender }: Connection): Explanation | null {
  const { cc, phase, state } = sender;
  if (phase === null || phase !== state.phase) return null;
  return senderStory(network.groupOf(end).spec.cc, network.customPrograms)?.explainPhase?.(cc, state) ?? null;
}

function queueOf({ definition, port }: Link) {
  const { id, label, probes } = definition;
  return { algorithm: id, label, probes, values: probes.map((_, i) => port.discipline.probe(i)) };
}

function holdingOf({ receiver, epoch }: Connection, lastNs: number, sinceNs: number | null): Holding {
  return { epoch, next: receiver.next, sinceNs: receiver.ranges.count > 0 ? sinceNs : null, lastNs };
}

function hold(counter: FlowCounter, sinceNs: number, endNs: number, released: number): void {
  const { held } = counter;
  counter.held = {
    longestNs: Math.max(endNs - sinceNs, held?.longestNs ?? 0),
    released: Math.max(released, held?.released ?? 0),
  };
}
