/**
 * Looks up the facts of a story in the log of a whole run. It shares no code with src/engine/explain: one replay
 * writes all rows of the packet log, and records the state of senders and queues with each row. Facts are looked up
 * in these records.
 *
 * `truthOf` returns the true value of a fact about a packet or a decision, `stretchTruth` (stretch-oracle.ts) that of
 * a fact about a time range. Null means that the log does not contain the value, which is allowed only for internal
 * terms of an algorithm's rule ("term"). NaN means that the fact's event did not happen.
 */
import { congestionControls, queueDisciplines } from "../../../src/engine/algorithms.ts";
import type { Fact, PacketId } from "../../../src/engine/explain/facts.ts";
import type { Change, Scenario, Snapshot } from "../../../src/engine/index.ts";
import { CE, type Packet } from "../../../src/engine/net/packet.ts";
import { connectionAt, type Network } from "../../../src/engine/network.ts";
import type { ParamValue } from "../../../src/engine/params/param.ts";
import { readNumber } from "../../../src/engine/params/read.ts";
import { congestionControlById, queueDisciplineById } from "../../../src/engine/registered.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { Connection } from "../../../src/engine/tcp/connection.ts";
import { LOG, type LogKind } from "../../../src/engine/trace/log-rows.ts";
import { LOG_FLAG, PacketLog } from "../../../src/engine/trace/packet-log.ts";
import { FLOW_EVENT, QUEUE_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { stretchTruth } from "./stretch-oracle.ts";

const NS_PER_S = 1e9;

/** A row of the log, and the content of its packet. */
export interface Row {
  readonly kind: LogKind;
  readonly timeNs: number;
  readonly detail: number;
  readonly link: number;
  readonly flow: number;
  readonly end: number;
  readonly epoch: number;
  readonly packet: number;
  readonly seq: number;
  readonly isAck: boolean;
  readonly isRetransmission: boolean;
  readonly a: number;
  readonly b: number;
  /** Fields of an ACK: whether it echoes a mark, the number of marks that it counts, and its SACK blocks. */
  readonly ece: boolean;
  readonly ceCount: number;
  readonly sack: readonly number[];
  /** Payload of a data packet. */
  readonly bytes: number;
  /** True if the packet carries a CE mark. */
  readonly isMarked: boolean;
  /** The sender at that time, for rows of kind `window`; otherwise null. */
  readonly sender: SenderSeen | null;
  /** Probes by id, of the queue or the sender that decided. */
  readonly probes: Readonly<Record<string, number>>;
  /** Number of packets that will leave before this one, if the discipline has several queues. */
  readonly ahead: number;
}

interface SenderSeen {
  readonly ssthresh: number;
  readonly srttNs: number;
  readonly rttvarNs: number;
  readonly minRttNs: number;
  readonly una: number;
  readonly nxt: number;
  readonly sackedOut: number;
  readonly inflight: number;
  readonly backoffs: number;
  readonly minCwnd: number;
  /** Reason why the next segment is not sent, derived again from the sender's state. */
  readonly limit: string;
  readonly rtoNs: number;
  /** Round-trip time of the sender's path at that time, without queues. */
  readonly pathNs: number;
  readonly pathBps: number;
}

const keyOf = ({ end, seq, isAck, sentNs }: PacketId) => `${end} ${seq} ${isAck} ${sentNs}`;

/** One whole run with every row of its log. */
export class LoggedRun {
  readonly scenario: Scenario;
  readonly rows: Row[] = [];
  readonly network: Network;
  readonly snapshot: Snapshot;
  /** Names of the phases by their numbers in rows. */
  readonly phaseIds: readonly string[];
  /** Rows of each packet, in order of time. */
  private readonly byPacket = new Map<string, Row[]>();
  private readonly twins = new Set<string>();
  /** Time at which each packet was sent, by the packet's number. */
  private readonly sentNs: number[] = [];
  private readonly windows: Row[] = [];
  private readonly acked: Row[] = [];

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    const log: PacketLog = new PacketLog({
      onRecord: (row, packet) => this.rows.push(rowOf(log, row, packet)),
    });
    const run = new Simulation(scenario, log);
    while (!run.advance(Number.POSITIVE_INFINITY, 2000)) log.clear();
    this.network = log.network;
    this.phaseIds = log.phases.map(({ id }) => id);
    this.snapshot = run.snapshot();
    this.index();
  }

  private index(): void {
    const byNumber = new Map<number, Row[]>();
    for (const row of this.rows) {
      if (row.kind === LOG.window) this.windows.push(row);
      if (row.packet === 0) continue;
      if (row.kind === LOG.acked) this.acked.push(row);
      if (row.kind === LOG.sent) {
        const { end, seq, isAck, timeNs } = row;
        const own: Row[] = [];
        byNumber.set(row.packet, own);
        this.sentNs[row.packet] = timeNs;
        const key = keyOf({ end, seq, isAck, sentNs: timeNs });
        if (this.byPacket.has(key)) this.twins.add(key);
        this.byPacket.set(key, own);
      }
      byNumber.get(row.packet)?.push(row);
    }
  }

  get endNs(): number {
    return this.network.clock.nowNs;
  }

  /** Returns the rows of a packet; empty if the run has no such packet. */
  of(packet: PacketId): readonly Row[] {
    return this.byPacket.get(keyOf(packet)) ?? [];
  }

  /**
   * Returns whether another ACK of the same connection left at the same time with the same number, so that the two
   * cannot be distinguished.
   */
  hasTwin(packet: PacketId): boolean {
    return this.twins.has(keyOf(packet));
  }

  /** Returns the reductions, timeouts and similar events of a flow. */
  events(flow: number): Row[] {
    return this.windows.filter((one) => one.flow === flow);
  }

  event(flow: number, event: string, atNs: number): Row | undefined {
    const kind: number | undefined = (FLOW_EVENT as Readonly<Record<string, number>>)[event];
    return this.windows.find((one) => one.flow === flow && one.timeNs === atNs && one.detail === kind);
  }

  /** Returns the rows of the ACKs of the packet's connection, as the ACKs came back. */
  acksOf(packet: PacketId): Row[] {
    const epoch = this.of(packet)[0]?.epoch;
    return this.acked.filter((one) => one.end === packet.end && one.epoch === epoch);
  }

  sentNsOf({ packet }: Row): number {
    return this.sentNs[packet] ?? Number.NaN;
  }
}

function rowOf(log: PacketLog, row: number, packet: Packet | null): Row {
  const { columns, network } = log;
  const [kind, end, link] = [columns.kind[row] as LogKind, columns.end[row], columns.link[row]];
  const isSignal = kind === LOG.marked || kind === LOG.dropped || kind === LOG.dequeued;
  return {
    kind,
    timeNs: columns.timeNs[row],
    detail: columns.detail[row],
    link,
    flow: columns.flow[row],
    end,
    epoch: columns.epoch[row],
    packet: columns.packet[row],
    seq: columns.seq[row],
    isAck: (columns.flags[row] & LOG_FLAG.ack) !== 0,
    isRetransmission: (columns.flags[row] & LOG_FLAG.retransmission) !== 0,
    a: columns.a[row],
    b: columns.b[row],
    ece: packet?.ece ?? false,
    ceCount: packet?.ceCount ?? 0,
    sack: packet === null ? [] : [...packet.sack.subarray(0, 2 * packet.sackBlocks)],
    bytes: packet === null ? 0 : packet.bytes - headersOf(network, end),
    isMarked: packet?.ecn === CE,
    sender: kind === LOG.window || kind === LOG.ackRead ? senderAt(network, end) : null,
    probes:
      isSignal && link >= 0
        ? queueProbes(network, link)
        : kind === LOG.window
          ? senderProbes(network, end)
          : {},
    ahead:
      kind === LOG.enqueued && packet !== null
        ? (network.links[link].port.discipline.queueOf?.(packet)?.packets ?? Number.NaN)
        : Number.NaN,
  };
}

function queueProbes(network: Network, link: number): Record<string, number> {
  const { port, definition } = network.links[link];
  return Object.fromEntries(definition.probes.map(({ id }, i) => [id, port.discipline.probe(i)]));
}

function senderProbes(network: Network, end: number): Record<string, number> {
  const { probes } = congestionControlById(network.groupOf(end).spec.cc, undefined);
  const { cc } = connectionAt(network, end).sender;
  return Object.fromEntries(probes.map(({ id }, i) => [id, cc.probe(i)]));
}

/** AccECN's option is added to the usual headers. */
function headersOf(network: Network, end: number): number {
  const owner = network.ends[end];
  return owner instanceof Connection
    ? owner.sender.settings.overheadBytes
    : readNumber(network.tcp, "overhead");
}

function senderAt(network: Network, end: number): SenderSeen | null {
  const { sender } = connectionAt(network, end);
  const { state, board, timer, settings } = sender;
  const group = network.groups[network.flows[network.flowOfEnd[end]].group];
  const initialNs = settings.initialRtoNs;
  // The timeout follows RFC 6298 §2.3, with Linux's lower limit of the variation. A timer that counts in ticks is not
  // computed again but taken from the sender.
  const once = state.srttNs > 0 ? state.srttNs + Math.max(4 * state.rttvarNs, settings.minRtoNs) : initialNs;
  return {
    ssthresh: state.ssthresh,
    srttNs: state.srttNs,
    rttvarNs: state.rttvarNs,
    minRttNs: state.minRttNs,
    una: state.una,
    nxt: state.nxt,
    sackedOut: board.sackedOut,
    inflight: state.inflight,
    backoffs: timer.backoffs,
    minCwnd: state.minCwnd,
    limit: limitOf(network, end),
    rtoNs: timer.ticks === null ? once : Number.NaN,
    pathNs: group.propagationNs,
    pathBps: Math.min(...group.forward.map(({ port }) => port.rateBps)),
  };
}

/** A sender checks cwnd first, then its pacing, then the data to send, then the receiver's window. */
function limitOf(network: Network, end: number): string {
  const { sender } = connectionAt(network, end);
  const { state, board, settings, congestion } = sender;
  const sacked = settings.limitedTransmit || congestion > 0 ? 0 : board.sackedOut;
  if (state.inflight + sacked >= state.cwnd) return "cwnd";
  const { paceSlots } = network as unknown as { paceSlots: readonly ({ isPending: boolean } | undefined)[] };
  if (paceSlots[end]?.isPending === true) return "pacing";
  if (state.isHalted || state.nxt === sender.dataEnd) return "application";
  return state.nxt === state.una + settings.receiveWindow ? "receive window" : "cwnd";
}

const MOST_RTO_NS = 120e9;

export function truthOf(run: LoggedRun, fact: Fact): number | null {
  switch (fact.kind) {
    case "packet":
      return run.of(fact.packet).length > 0 ? fact.packet.seq : Number.NaN;
    case "sent":
      return timeOf(run, fact.packet, (row) => row.kind === LOG.sent);
    case "arrived":
      return arrivedNs(run, fact.packet);
    case "entered":
      return timeOf(run, fact.packet, (row) => row.kind === LOG.enqueued && row.link === fact.link);
    case "left":
      return timeOf(run, fact.packet, (row) => row.kind === LOG.dequeued && row.link === fact.link);
    case "signalled":
      return timeOf(
        run,
        fact.packet,
        (row) => isSignal(row) && row.link === fact.link && row.timeNs === fact.value,
      );
    case "sojourn":
      return sojournOf(run, fact.packet, fact.link);
    case "ahead":
      return rowAt(run, fact.packet, fact.link, LOG.enqueued)?.a ?? Number.NaN;
    case "ahead-in-inner":
      return rowAt(run, fact.packet, fact.link, LOG.enqueued)?.ahead ?? Number.NaN;
    case "waiting":
      return signalOf(run, fact.packet, fact.link)?.b ?? Number.NaN;
    case "signals":
      return run.of(fact.packet).filter((row) => row.link === fact.link && isSignal(row)).length;
    case "told":
      return toldNs(run, fact.packet);
    case "round-trip":
      return toldNs(run, fact.packet) - fact.packet.sentNs;
    case "echoed":
      return echoedNs(run, fact.packet);
    case "sent-again":
      return againNs(run, fact.packet);
    case "made-good":
      return madeGoodNs(run, fact.packet);
    case "acked": {
      const [before, after] = readingOf(run, fact.packet);
      return before === undefined || after === undefined ? Number.NaN : after.b - before.b;
    }
    case "cwnd":
      if (fact.when === "sent") return run.of(fact.packet)[0]?.a ?? Number.NaN;
      return readingOf(run, fact.packet)[fact.when === "before" ? 0 : 1]?.a ?? Number.NaN;
    case "under-way":
      return (run.of(fact.packet)[0]?.b ?? Number.NaN) + 1;
    case "event":
      return run.event(fact.flow, fact.event, fact.atNs)?.timeNs ?? Number.NaN;
    case "proof":
      return proofNs(run, fact.packet, fact.value);
    case "cut-for":
      return cutForNs(run, fact.packet, fact.other, fact.value);
    case "lost-of-window":
      return lostOfWindow(run, fact.flow, fact.atNs);
    case "happened":
      return happened(run, fact);
    case "before":
    case "after":
    case "factor":
      return ofEvent(run, fact);
    case "sender":
      return ofSender(run, fact);
    case "path":
      return ofPath(run, fact);
    case "param":
      return ofParam(run, fact);
    case "probe":
      return probeOf(run, fact);
    case "opened":
      return run.network.flows[fact.flow].opening?.openNs ?? Number.NaN;
    case "syns":
      return synsOf(run, fact.flow);
    case "between":
      return fact.toNs - fact.fromNs;
    case "next-wait":
      return Math.min(2 * (fact.toNs - fact.fromNs), MOST_RTO_NS);
    case "term":
      return null;
    case "bound":
      return fact.value === fact.fromNs ? fact.fromNs : fact.toNs;
    default:
      return stretchTruth(run, fact);
  }
}

// Events of a packet follow.

const isSignal = ({ kind }: Row) => kind === LOG.marked || kind === LOG.dropped;

function timeOf(run: LoggedRun, packet: PacketId, isIt: (row: Row) => boolean): number {
  return run.of(packet).find(isIt)?.timeNs ?? Number.NaN;
}

function rowAt(run: LoggedRun, packet: PacketId, link: number, kind: LogKind): Row | undefined {
  return run.of(packet).find((row) => row.link === link && row.kind === kind);
}

/**
 * Returns the row of the first signal that the packet got, because a packet that a queue marked may be lost on the
 * link behind it.
 */
function signalOf(run: LoggedRun, packet: PacketId, link: number): Row | undefined {
  return run.of(packet).find((row) => row.link === link && isSignal(row));
}

function sojournOf(run: LoggedRun, packet: PacketId, link: number): number {
  const entered = rowAt(run, packet, link, LOG.enqueued);
  // A queue that has replaced the one that marked a packet may drop it.
  const left =
    rowAt(run, packet, link, LOG.dequeued) ??
    rowAt(run, packet, link, LOG.dropped) ??
    signalOf(run, packet, link);
  return entered === undefined || left === undefined ? Number.NaN : left.timeNs - entered.timeNs;
}

function arrivedNs(run: LoggedRun, packet: PacketId): number {
  return timeOf(run, packet, ({ kind }) => kind === LOG.delivered || kind === LOG.acked);
}

function lostNs(run: LoggedRun, packet: PacketId): number {
  return timeOf(run, packet, ({ kind }) => kind === LOG.dropped);
}

const covers = ({ seq, sack }: Row, data: number): boolean =>
  seq > data || sack.some((from, i) => i % 2 === 0 && data >= from && data < sack[i + 1]);

function toldNs(run: LoggedRun, packet: PacketId): number {
  const isHandshake = (run.of(packet)[0]?.epoch ?? 0) < 0;
  const found = run
    .acksOf(packet)
    .find((ack) => ack.timeNs > packet.sentNs && (isHandshake || covers(ack, packet.seq)));
  return found?.timeNs ?? Number.NaN;
}

/**
 * Returns the time of the first ACK that left after the mark's arrival and echoes it, or counts more marks than
 * before.
 */
function echoedNs(run: LoggedRun, packet: PacketId): number {
  const rows = run.of(packet);
  const arrival = rows.find(({ kind }) => kind === LOG.delivered);
  if (arrival === undefined || !arrival.isMarked) return Number.NaN;
  const ack = run.acksOf(packet).find((one) => one.ece && run.sentNsOf(one) >= arrival.timeNs);
  return ack?.timeNs ?? Number.NaN;
}

function againNs(run: LoggedRun, { end, seq, isAck, sentNs }: PacketId): number {
  const epoch = run.of({ end, seq, isAck, sentNs })[0]?.epoch;
  const again = run.rows.find(
    (row) =>
      row.kind === LOG.sent &&
      row.end === end &&
      row.epoch === epoch &&
      row.seq === seq &&
      row.isAck === isAck &&
      row.timeNs > sentNs,
  );
  return again?.timeNs ?? Number.NaN;
}

function madeGoodNs(run: LoggedRun, packet: PacketId): number {
  const later = run.acksOf(packet).find((ack) => ack.seq >= packet.seq && run.sentNsOf(ack) >= packet.sentNs);
  return later?.timeNs ?? Number.NaN;
}

/** Returns the rows at which the sender started and finished reading an ACK. */
function readingOf(run: LoggedRun, ack: PacketId): [Row | undefined, Row | undefined] {
  const before = run.of(ack).find(({ kind }) => kind === LOG.acked);
  if (before === undefined) return [undefined, undefined];
  const at = run.rows.indexOf(before);
  const after = run.rows.find((row, i) => i > at && row.kind === LOG.ackRead && row.end === ack.end);
  return [before, after];
}

function happened(run: LoggedRun, fact: Extract<Fact, { kind: "happened" }>): number {
  const { packet, untilNs } = fact;
  const find = {
    arrived: arrivedNs,
    lost: lostNs,
    told: toldNs,
    "sent-again": againNs,
    "made-good": madeGoodNs,
  }[fact.what];
  return find(run, packet) <= untilNs ? 1 : 0;
}

// Losses, and how senders detect them.

/**
 * Returns `claimedNs` if the loss of this packet can have caused the reduction or timeout at that time; otherwise
 * NaN. The packet must be the oldest lost one of the reduced window, or the oldest unacknowledged one for a timeout.
 */
function proofNs(run: LoggedRun, packet: PacketId, claimedNs: number): number {
  const cut = cutAt(run, packet, claimedNs);
  const lostAt = lostNs(run, packet);
  if (cut?.sender == null || !(lostAt <= claimedNs)) return Number.NaN;
  const { una, nxt } = cut.sender;
  if (packet.seq < una || packet.seq >= nxt) return Number.NaN;
  if (cut.detail === FLOW_EVENT.rto) return packet.seq === una ? claimedNs : Number.NaN;
  const isOldest = lostWithin(run, cut).every((row) => row.seq >= packet.seq);
  return isOldest ? claimedNs : Number.NaN;
}

function cutForNs(run: LoggedRun, packet: PacketId, other: PacketId, claimedNs: number): number {
  const cut = cutAt(run, packet, claimedNs);
  const isOfIt = proofNs(run, other, claimedNs) === claimedNs;
  if (cut?.sender == null || !isOfIt) return Number.NaN;
  return packet.seq >= cut.sender.una && packet.seq < cut.sender.nxt ? claimedNs : Number.NaN;
}

function cutAt(run: LoggedRun, packet: PacketId, atNs: number): Row | undefined {
  const { lossReduction, rto } = FLOW_EVENT;
  return run.rows.find(
    ({ kind, end, timeNs, detail }) =>
      kind === LOG.window &&
      end === packet.end &&
      timeNs === atNs &&
      (detail === lossReduction || detail === rto),
  );
}

/** Returns the previous transmission of each segment of the window that was lost by then. */
function lostWithin(run: LoggedRun, { end, timeNs, epoch, sender }: Row): Row[] {
  if (sender === null) return [];
  const last = new Map<number, Row>();
  const lost = new Set<number>();
  for (const row of run.rows) {
    if (row.end !== end || row.epoch !== epoch || row.isAck || row.packet === 0) continue;
    if (row.kind === LOG.dropped && row.timeNs <= timeNs) lost.add(row.packet);
    const isOfWindow = row.seq >= sender.una && row.seq < sender.nxt;
    if (row.kind === LOG.sent && isOfWindow && row.timeNs < timeNs) last.set(row.seq, row);
  }
  return [...last.values()].filter(({ packet }) => lost.has(packet));
}

function lostOfWindow(run: LoggedRun, flow: number, atNs: number): number {
  const cut = run.event(flow, "lossReduction", atNs);
  return cut === undefined ? Number.NaN : lostWithin(run, cut).length;
}

// Decisions of senders and queues follow.

type Of<K extends Fact["kind"]> = Extract<Fact, { kind: K }>;

/**
 * Returns cwnd before or after the flow's event, or their ratio. If the fact names no event, returns cwnd before or
 * after the flow read an ACK at that time.
 */
function ofEvent(run: LoggedRun, fact: Of<"before" | "after" | "factor">): number {
  const { flow = -1, atNs = Number.NaN, event } = fact;
  if (event === undefined && fact.kind !== "factor") {
    // Several ACKs may arrive at the same time, so the value may be that of any of them.
    const kind = fact.kind === "before" ? LOG.acked : LOG.ackRead;
    const found = run.rows.filter((row) => row.flow === flow && row.timeNs === atNs && row.kind === kind);
    return (found.find(({ a }) => a === fact.value) ?? found[0])?.a ?? Number.NaN;
  }
  const row = event === undefined ? null : run.event(flow, event, atNs);
  if (row === null || row === undefined) return Number.NaN;
  if (fact.kind === "factor") return row.b / row.a;
  return fact.kind === "before" ? row.a : row.b;
}

/** Returns the state at which a sender decided: the row of the event, or the end of reading the ACK. */
function senderOf(run: LoggedRun, fact: Of<"sender">): SenderSeen | null {
  const { flow = -1, atNs = Number.NaN, event } = fact;
  if (event !== undefined) return run.event(flow, event, atNs)?.sender ?? null;
  return (
    run.rows.find((row) => row.flow === flow && row.timeNs === atNs && row.kind === LOG.ackRead)?.sender ??
    null
  );
}

function ofSender(run: LoggedRun, fact: Of<"sender">): number | null {
  const seen = senderOf(run, fact);
  if (seen === null) return Number.NaN;
  const backoffs = seen.backoffs - (fact.event === "rto" ? 1 : 0);
  switch (fact.field) {
    case "outstanding":
      return seen.nxt - seen.una;
    case "backoffs":
      return backoffs;
    case "queueNs":
      return Math.max(0, seen.srttNs - seen.pathNs);
    case "rtoNs":
      return Number.isNaN(seen.rtoNs) ? null : Math.min(seen.rtoNs * 2 ** backoffs, MOST_RTO_NS);
    default:
      return seen[fact.field];
  }
}

const BITS_PER_BYTE = 8;

function ofPath(run: LoggedRun, fact: Of<"path">): number {
  const { flow, atNs } = fact;
  const { network } = run;
  const own = run.rows.filter((row) => row.flow === flow && row.sender !== null);
  const { propagationNs } = network.groups[network.flows[flow].group];
  // The path may have changed between two rows of the flow, so both neighbouring rows are compared.
  const around = [own.find(({ timeNs }) => timeNs >= atNs), own.findLast(({ timeNs }) => timeNs < atNs)];
  const seen = (around.find((row) => row?.sender?.pathNs === fact.value) ?? around[0])?.sender;
  const pathNs = seen?.pathNs ?? propagationNs;
  if (fact.of === "rtt") return pathNs;
  const bits = (readNumber(network.tcp, "mss") + readNumber(network.tcp, "overhead")) * BITS_PER_BYTE;
  const exact = ((seen?.pathBps ?? Number.NaN) * pathNs) / NS_PER_S / bits;
  return fact.of === "exact-bdp" ? exact : Math.floor(exact);
}

/** Returns the scenario's value at that time: of the flow's group, the link's queue, or the run's TCP. */
function ofParam(run: LoggedRun, fact: Of<"param">): number {
  const { scenario, network } = run;
  const { id, link, flow, atNs = 0 } = fact;
  const name = link === undefined ? null : network.links[link].id;
  const group = flow === undefined ? null : network.flows[flow].group;
  const own = scenario.path.links.find((one) => one.id === name)?.queue?.params;
  const first =
    (group === null ? undefined : scenario.flows[group].params[id]) ??
    (name === null ? undefined : (own?.[id] ?? scenario.queue.params[id])) ??
    scenario.tcp[id];
  let values: (ParamValue | undefined)[] = [first];
  for (const change of scenario.changes) {
    const isOurs =
      change.link === null && change.flow === null ? true : change.link === name && change.flow === group;
    if (change.atS * NS_PER_S > atNs || !isOurs) continue;
    if (change.id === id) values = [change.value];
    // A change of the algorithm keeps the explicit settings and resets the others to the new algorithm's defaults. A
    // link may have its own queue discipline.
    else if (change.id === "cc" || change.id === "aqm") values.push(defaultOf(change, id));
  }
  const possible = values.flatMap((one) => (one === undefined ? [] : [inUnitOf(fact, one)]));
  return (
    possible.find((one) => Math.abs(one - fact.value) <= 1e-6 * Math.abs(one)) ??
    possible.at(-1) ??
    Number.NaN
  );
}

/** Facts have times in ns, and lengths in packets or bytes. */
function inUnitOf({ id, unit }: Of<"param">, value: ParamValue): number {
  if (typeof value === "string") return Number.parseFloat(value) * (value.endsWith("k") ? 1000 : 1);
  if (typeof value !== "number" || unit !== "ns") return typeof value === "number" ? value : Number.NaN;
  const declared = [...queueDisciplines, ...congestionControls].flatMap(({ params }) => params);
  const own = declared.find((one) => one.id === id);
  const isMs = own !== undefined && "unit" in own && own.unit === "ms";
  return value * (isMs ? 1e6 : NS_PER_S);
}

/** After a change, another algorithm uses its own default. */
function defaultOf({ id: which, value }: Change, id: string): ParamValue | undefined {
  const { params } =
    which === "cc"
      ? congestionControlById(String(value), undefined)
      : queueDisciplineById(String(value), undefined);
  return params.find((one) => one.id === id)?.default;
}

function probeOf(run: LoggedRun, { id, link, flow, atNs, event, value }: Of<"probe">): number {
  const rows = run.rows.filter((row) => row.timeNs === atNs && id in row.probes);
  if (link === undefined) return rows.find((row) => row.flow === flow)?.probes[id] ?? Number.NaN;
  const kind: number | undefined = (QUEUE_EVENT as Readonly<Record<string, number>>)[event ?? ""];
  // Several packets can be dropped at the same time, and each drop changes the probe, so any of these values counts.
  const found = rows.filter(
    (row) =>
      row.link === link &&
      (kind === undefined ? row.kind === LOG.dequeued : isSignal(row) && row.detail === kind),
  );
  return (found.find((row) => row.probes[id] === value) ?? found[0])?.probes[id] ?? Number.NaN;
}

function synsOf(run: LoggedRun, flow: number): number {
  const [first] = run.network.flows[flow].connections;
  const openNs = run.network.flows[flow].opening?.openNs ?? Number.POSITIVE_INFINITY;
  if (first === undefined) return Number.NaN;
  const syns = run.rows.filter(
    (row) =>
      row.kind === LOG.sent && row.end === first.index && row.epoch < 0 && !row.isAck && row.timeNs < openNs,
  );
  return syns.filter(({ end, epoch }) => end === syns[0].end && epoch === syns[0].epoch).length;
}
