/**
 * Follows every packet of a replay from a given time on. It reads the packet log while it is written, and asks the algorithms for
 * explanations. Before that time the log is off, so the replay gets there quickly.
 */

import type { QueueStory } from "../aqm/queue-discipline.ts";
import { STORIES as QUEUE_STORIES } from "../aqm/stories.ts";
import type { CongestionControlCard, SenderStory } from "../cc/congestion-control.ts";
import { STORIES as SENDER_STORIES } from "../cc/stories.ts";
import { type CustomPrograms, customProgram } from "../custom/scenario-programs.ts";
import { customQueueStory, customSenderStory } from "../custom/story.ts";
import { CE, FINAL_ACK, type Packet } from "../net/packet.ts";
import { connectionAt, type Network } from "../network.ts";
import type { Phase } from "../params/param.ts";
import { NS_PER_S } from "../params/read.ts";
import { congestionControlById } from "../registered.ts";
import { Connection } from "../tcp/connection.ts";
import { retransmissionTimeoutNs } from "../tcp/rtt-estimator.ts";
import type { Sender } from "../tcp/sender.ts";
import { LOG } from "../trace/log-rows.ts";
import { PacketLog } from "../trace/packet-log.ts";
import { type MakeReplay, runInSteps } from "../trace/replay.ts";
import { FLOW_EVENT, isCut } from "../trace/snapshot.ts";
import { type StateTerm, stateTerms } from "./algorithm-state.ts";
import type { Explanation, SenderDecision } from "./explanation.ts";
import {
  type AckEffect,
  ackOf,
  cutByEcho,
  type Decision,
  echoOf,
  hasWindow,
  isForLoss,
  type Journey,
  lastQueueEvent,
  nextAck,
  type Passage,
  retransmissionOf,
  type SeenQueueEvent,
} from "./journey.ts";
import { pathNow } from "./path-now.ts";
import type { RunContext } from "./run-context.ts";
import type { AskedPacket } from "./story.ts";
import { FLOW_EVENT_NAMES, QUEUE_EVENT_NAMES } from "./story.ts";

/** A packet's journey, and the tracer that observed it. */
export interface Followed {
  readonly tracer: PacketTracer;
  readonly journey: Journey;
}

/** Number of round trips within which a loss is normally detected, and additional time for a timer. */
const ROUNDS_AFTER = 8;
const TIMER_NS = 4e9;
/** Maximum number of replays. If the packet was sent before the start of a replay, another replay with an earlier start is needed. */
const LOOKS = 6;

/**
 * Replays until the consequences of a packet are known. `pick` selects its journey from those that were observed. Returns null if the
 * run has no such packet.
 */
export function* followPacket(
  run: RunContext,
  asked: PacketToShow,
  flow: number,
  atNs: number,
  firstBackNs: number,
  pick: (tracer: PacketTracer) => Journey | null,
): Generator<undefined, Followed | null> {
  const roundNs = run.roundNs(flow, atNs);
  const untilNs = Math.min(run.untilNs, atNs + ROUNDS_AFTER * roundNs + TIMER_NS);
  let backNs = firstBackNs + roundNs;
  for (let i = 1; i <= LOOKS; i++, backNs *= 4) {
    const fromNs = Math.max(0, atNs - backNs);
    const tracer = yield* trace(run.make, { flow, fromNs, untilNs, asked }, (seen) => {
      if (seen.nowNs <= atNs) return false;
      const journey = pick(seen);
      // Arrivals at receivers, and the ACKs that they cause, are logged late (net/arrivals.ts).
      return journey === null ? seen.nowNs > atNs + roundNs : isOver(seen, journey);
    });
    const journey = pick(tracer);
    const isAll = fromNs === 0 || i === LOOKS;
    if (journey !== null && (isAll || knowsCut(run, tracer, journey, fromNs))) return { tracer, journey };
    if (fromNs === 0) break;
  }
  return null;
}

/**
 * Returns true if the replay has shown enough to explain a loss: the reduction for the packet, which may be earlier than the
 * loss, and all packets of the window. Always true if the packet is not lost.
 */
function knowsCut(run: RunContext, tracer: PacketTracer, journey: Journey, fromNs: number): boolean {
  const { flow, end, seq, isAck, isGone, isDatagram, epoch } = journey;
  if (!isGone || isAck || isDatagram || epoch < 0) return true;
  const lostNs = lastQueueEvent(journey)?.atNs ?? 0;
  const last = run.lastCut(flow, lostNs);
  if (last !== undefined && last.timeNs < fromNs) {
    if (lostNs - last.timeNs < ROUNDS_AFTER * run.roundNs(flow, lostNs)) return false;
  }
  return tracer.decisions
    .filter((one) => isForLoss(one) && one.end === end && seq >= one.una && seq < one.nxt)
    .every((one) => hasWindow(tracer, one));
}

/** Returns true if everything that the explanation mentions has been observed. */
function isOver(tracer: PacketTracer, journey: Journey): boolean {
  const isUnanswered = journey.isDatagram || (!journey.isAck && journey.seq === FINAL_ACK);
  if (isUnanswered) return journey.isGone || journey.arrivedNs <= tracer.nowNs;
  if (journey.isAck) return journey.isGone ? nextAck(tracer, journey) !== null : journey.effect !== null;
  if (journey.isGone) return retransmissionOf(tracer, journey) !== null;
  const ack = ackOf(tracer, journey);
  if (ack === null || echoOf(tracer, journey) === null || cutByEcho(tracer, journey) !== null)
    return ack !== null;
  // With classic feedback, ACKs continue to echo the mark until the sender responds with CWR.
  return tracer.acks.some((one) => one.sentNs > ack.sentNs && one.end === ack.end && one.tells !== journey);
}

interface Stretch {
  /** Flow for which the algorithms are asked to explain marks, drops and reductions. */
  readonly flow: number;
  /** Packet for which the state of a queue is recorded when the packet leaves it; null for none. */
  readonly asked: PacketToShow | null;
  readonly fromNs: number;
  /** Latest end of the replay. */
  readonly untilNs: number;
}

/** Fields that identify the packet that a question is about. */
export type PacketToShow = Pick<AskedPacket, "end" | "seq" | "isAck">;

/** Number of events per step. It is small, so that the replay stops soon after everything needed has been observed. */
const EVENTS_PER_STEP = 200;
/** Limit on the events of one replay, because a user waits for its result. */
const MOST_EVENTS = 4e6;

/** Replays until `isEnough` returns true, at most until `untilNs`. */
export function* trace(
  make: MakeReplay,
  { flow, asked, fromNs, untilNs }: Stretch,
  isEnough: (tracer: PacketTracer) => boolean,
): Generator<undefined, PacketTracer> {
  const tracer = new PacketTracer(flow, asked);
  const { log } = tracer;
  const replay = make(log);
  log.isOn = false;
  // Events at exactly `fromNs` are included.
  if (fromNs > 0) yield* runInSteps(replay, (fromNs - 1) / NS_PER_S);
  log.isOn = true;
  tracer.begin();
  const untilS = untilNs / NS_PER_S;
  for (let left = MOST_EVENTS; left > 0 && !isEnough(tracer); left -= EVENTS_PER_STEP) {
    if (replay.advance(untilS, EVENTS_PER_STEP)) break;
    log.clear();
    yield;
  }
  return tracer;
}

/** The ACK that a sender is reading now, with the sender's state before it. */
interface Reading {
  readonly sender: Sender;
  readonly journey: Journey | null;
  readonly cwnd: number;
  readonly una: number;
  readonly congestion: number;
  readonly tellsOfMark: boolean;
  /** Number of decisions that had been recorded before this ACK. */
  readonly decisions: number;
}

/**
 * Repeats the receiver's logic of echoing marks (tcp/ecn.ts), but stores packets instead of flags. The tracer can then say which
 * marked packet an ACK reports.
 */
interface Echo {
  /** The marked packet for which the receiver sets ECN-Echo until CWR arrives (RFC 3168); null if there is none. */
  latched: Journey | null;
  /** The first and the last marked packet since the last ACK. Used with all other kinds of feedback. */
  first: Journey | null;
  last: Journey | null;
}

/** Observes a replay: journeys of packets, ACKs, and decisions of senders. */
export class PacketTracer {
  readonly journeys: Journey[] = [];
  readonly acks: Journey[] = [];
  readonly decisions: Decision[] = [];
  readonly log = new PacketLog({ onRecord: (row, packet) => this.record(row, packet) });
  /** Packets in flight by their numbers in the log. */
  private readonly inFlight = new Map<number, Journey>();
  /** Echoes indexed by end. */
  private readonly echoes: Echo[] = [];
  /** The last data packet that arrived at each end. */
  private readonly lastArrivals: Journey[] = [];
  private readonly flow: number;
  private readonly asked: PacketToShow | null;
  private reading: Reading | null = null;
  /** Phase of each end when the log started. */
  private firstPhases: readonly (Phase | null)[] = [];
  /** Last change of phase of each end: its time, the previous phase and the new one. */
  private readonly entered: { readonly atNs: number; readonly before: Phase | null; phase: Phase }[] = [];

  constructor(flow: number, asked: PacketToShow | null) {
    this.flow = flow;
    this.asked = asked;
  }

  get network(): Network {
    return this.log.network;
  }

  get nowNs(): number {
    return this.network.clock.nowNs;
  }

  /** Must be called when the log is switched on. */
  begin(): void {
    this.firstPhases = this.network.ends.map((end) => (end instanceof Connection ? end.sender.phase : null));
  }

  private record(row: number, packet: Packet | null): void {
    const { kind, timeNs, end, detail, a, b } = this.log.columns;
    if (packet !== null) this.recordPacket(row, packet);
    else if (kind[row] === LOG.ackRead) this.ackRead(timeNs[row], end[row], a[row], b[row]);
    else if (kind[row] === LOG.phase) this.enter(end[row], timeNs[row], this.log.phases[detail[row]]);
    else if (kind[row] === LOG.window)
      this.decisions.push(this.decision(end[row], detail[row], a[row], b[row]));
  }

  private enter(end: number, atNs: number, phase: Phase): void {
    const last = this.entered[end];
    if (last?.atNs === atNs) last.phase = phase;
    else this.entered[end] = { atNs, before: last?.phase ?? this.firstPhases[end] ?? null, phase };
  }

  /** Returns the phase just before this time; null if it was not observed. */
  private phaseBefore(end: number): Phase | null {
    const last = this.entered[end];
    if (last === undefined) return connectionAt(this.network, end).sender.phase;
    return last.atNs < this.nowNs ? last.phase : last.before;
  }

  private recordPacket(row: number, packet: Packet): void {
    const { kind, timeNs, a, b } = this.log.columns;
    const atNs = timeNs[row];
    if (kind[row] === LOG.sent) {
      const sent = this.sent(packet, atNs, a[row], b[row]);
      this.journeys.push(sent);
      this.inFlight.set(packet.logged, sent);
      return;
    }
    const journey = this.inFlight.get(packet.logged) ?? null;
    if (kind[row] === LOG.delivered) this.delivered(packet, journey, atNs);
    else if (kind[row] === LOG.acked) this.acked(packet, journey, a[row], b[row]);
    else if (journey !== null) this.passes(row, packet, journey);
  }

  /** Records an event of a packet at a link. */
  private passes(row: number, packet: Packet, journey: Journey): void {
    const { kind, timeNs, link: links, a } = this.log.columns;
    const link = links[row];
    const passage = journey.passages.at(-1);
    switch (kind[row]) {
      case LOG.enqueued:
        journey.passages.push(this.passage(packet, link, timeNs[row], a[row]));
        break;
      case LOG.dequeued:
        if (passage === undefined) break;
        passage.leftNs = timeNs[row];
        if (this.isAsked(journey)) passage.state = this.stateOf(link);
        break;
      default:
        passage?.events.push(this.queueEvent(row, packet, journey.flow));
        if (kind[row] === LOG.marked) break;
        journey.isGone = true;
        this.inFlight.delete(packet.logged);
    }
  }

  private passage(packet: Packet, link: number, enteredNs: number, ahead: number): Passage {
    const { port, definition } = this.network.links[link];
    const inner = port.discipline.queueOf?.(packet) ?? null;
    return {
      link,
      enteredNs,
      ahead,
      inner,
      label: definition.label,
      leftNs: Number.NaN,
      events: [],
      state: [],
    };
  }

  private isAsked({ end, seq, isAck }: Journey): boolean {
    const { asked } = this;
    return asked !== null && asked.end === end && asked.seq === seq && asked.isAck === isAck;
  }

  private stateOf(link: number): StateTerm[] {
    const { port, definition } = this.network.links[link];
    return stateTerms(definition.probes, (i) => port.discipline.probe(i));
  }

  private sent(packet: Packet, sentNs: number, cwnd: number, inflight: number): Journey {
    const { end, epoch, isAck, isRetransmission, ack, seq, ece, ecn } = packet;
    // In a handshake, the ECE flag does not echo a mark.
    const echoes = isAck && epoch >= 0;
    return {
      flow: this.network.flowOfEnd[end],
      end,
      epoch,
      seq: isAck ? ack : seq,
      isAck,
      isRetransmission: !isAck && isRetransmission,
      isDatagram: !(this.network.ends[end] instanceof Connection),
      ecn,
      sentNs,
      cwnd,
      inflight,
      phase: isAck || !(this.network.ends[end] instanceof Connection) ? null : this.phaseBefore(end),
      passages: [],
      arrivedNs: Number.NaN,
      isGone: false,
      ece: echoes && ece,
      sack: isAck ? [...packet.sack.subarray(0, 2 * packet.sackBlocks)] : [],
      answers: isAck ? (this.lastArrivals[end] ?? null) : null,
      tells: echoes && this.network.ends[end] instanceof Connection ? this.reportedBy(packet) : null,
      effect: null,
    };
  }

  private echoAt(end: number): Echo {
    this.echoes[end] ??= { latched: null, first: null, last: null };
    return this.echoes[end];
  }

  private delivered(packet: Packet, journey: Journey | null, atNs: number): void {
    this.inFlight.delete(packet.logged);
    if (packet.epoch >= 0) this.noteMark(packet, journey);
    if (journey === null) return;
    journey.arrivedNs = atNs;
    this.lastArrivals[packet.end] = journey;
  }

  private noteMark(packet: Packet, journey: Journey | null): void {
    const echo = this.echoAt(packet.end);
    if (packet.cwr) echo.latched = null;
    if (packet.ecn !== CE) return;
    echo.latched ??= journey;
    echo.first ??= journey;
    echo.last = journey;
  }

  /** Returns the marked packet that an ACK reports. Must be called when the ACK is sent. */
  private reportedBy(ack: Packet): Journey | null {
    const echo = this.echoAt(ack.end);
    const { first } = echo;
    echo.first = null;
    const { ecn } = connectionAt(this.network, ack.end).sender;
    if (ecn.isClassic) return ack.ece ? echo.latched : null;
    return first ?? (ack.ece && !ecn.isAccurate ? echo.last : null);
  }

  private acked(ack: Packet, journey: Journey | null, cwnd: number, una: number): void {
    this.inFlight.delete(ack.logged);
    const connection = this.network.ends[ack.end];
    if (!(connection instanceof Connection)) {
      if (journey !== null) journey.arrivedNs = this.nowNs;
      return;
    }
    const { sender } = connection;
    const tellsOfMark = sender.ecn.enabled && ack.epoch >= 0 && ack.ece;
    const { congestion } = sender;
    this.reading = { sender, journey, cwnd, una, congestion, tellsOfMark, decisions: this.decisions.length };
  }

  private ackRead(atNs: number, end: number, cwndAfter: number, unaAfter: number): void {
    const { reading } = this;
    this.reading = null;
    if (reading === null || reading.journey === null) return;
    const { sender, journey, cwnd } = reading;
    const decisions = this.decisions.slice(reading.decisions);
    const isOurs = this.flow === this.network.flowOfEnd[end];
    const asks = isOurs && reading.tellsOfMark && decisions.length === 0;
    const nothing = { event: "ecnReduction", before: cwnd, after: cwnd } as const;
    const effect: AckEffect = {
      unaBefore: reading.una,
      unaAfter,
      cwndBefore: cwnd,
      cwndAfter,
      stateBefore: reading.congestion,
      stateAfter: sender.congestion,
      limited: sender.state.cwndLimited,
      ownsCwnd: sender.ownsCwnd,
      decisions,
      uncut: asks ? explained(controlOf(this.network, end).id, sender, nothing, this.network) : null,
    };
    journey.arrivedNs = atNs;
    journey.effect = effect;
    this.acks.push(journey);
  }

  private queueEvent(row: number, packet: Packet, flow: number): SeenQueueEvent {
    const { timeNs, link, detail, a, b } = this.log.columns;
    const { port, definition } = this.network.links[link[row]];
    const explains = this.flow === flow;
    const decision = { event: QUEUE_EVENT_NAMES[detail[row]], packet };
    return {
      atNs: timeNs[row],
      link: link[row],
      kind: detail[row],
      sojournNs: a[row],
      waiting: b[row],
      algorithm: definition.id,
      label: definition.label,
      explanation: explains
        ? (queueStory(definition.id, this.network.customPrograms)?.explain(port.discipline, decision) ?? null)
        : null,
      state: explains ? this.stateOf(link[row]) : [],
    };
  }

  /** Records a decision of a sender at an ACK or a timer, with its state at that moment. */
  private decision(end: number, kind: number, before: number, after: number): Decision {
    const { network } = this;
    const flow = network.flowOfEnd[end];
    const { sender } = connectionAt(network, end);
    const { state, cc, board, settings, timer } = sender;
    const { id, label, probes } = controlOf(network, end);
    const explains = this.flow === flow;
    // True if the congestion control made the decision, so that it can be asked for an explanation.
    const isOwn = isCut(kind) || kind === FLOW_EVENT.slowStartExit;
    const decided = { event: FLOW_EVENT_NAMES[kind], before, after };
    const backoffs = timer.backoffs - (kind === FLOW_EVENT.rto ? 1 : 0);
    const { initialRtoNs, minRtoNs } = settings;
    return {
      atNs: this.nowNs,
      path: pathNow(network, flow),
      phase: this.phaseBefore(end),
      flow,
      kind,
      end,
      before,
      after,
      una: state.una,
      nxt: state.nxt,
      inflight: state.inflight,
      srttNs: state.srttNs,
      rtoNs:
        timer.ticks === null
          ? retransmissionTimeoutNs(state, initialRtoNs, minRtoNs, backoffs)
          : timer.ticks.timeoutNs(initialRtoNs, minRtoNs, backoffs),
      backoffs,
      ssthresh: state.ssthresh,
      sackedOut: board.sackedOut,
      hasSack: settings.sack,
      countsLosses: !settings.rackLosses,
      algorithm: id,
      label,
      explanation: explains && isOwn ? explained(id, sender, decided, network) : null,
      state: explains ? stateTerms(probes, (i) => cc.probe(i)) : [],
    };
  }
}

function explained(
  id: string,
  { cc, state }: Sender,
  decision: SenderDecision,
  { customPrograms }: Network,
): Explanation | null {
  return senderStory(id, customPrograms)?.explain(cc, state, decision) ?? null;
}

function controlOf(network: Network, end: number): CongestionControlCard {
  return congestionControlById(network.groupOf(end).spec.cc, network.customPrograms);
}

// Replays look the stories of algorithms up here, so that a run does not load their sentences.

/** Returns the story of a congestion control; null if it has none. */
export function senderStory(id: string, programs: CustomPrograms): SenderStory | null {
  return customProgram(id, programs) !== undefined ? customSenderStory : (SENDER_STORIES[id] ?? null);
}

/** Returns the story of a queue discipline; null if it has none. */
export function queueStory(id: string, programs: CustomPrograms): QueueStory | null {
  return customProgram(id, programs) !== undefined ? customQueueStory : (QUEUE_STORIES[id] ?? null);
}
