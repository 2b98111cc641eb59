/**
 * Follows every packet of a replay from a moment on: listens in on ports, links, pipes and ends, and asks algorithms for
 * their words where the story wants them. Before `open` it hears nothing, so that the way to that moment is quick.
 */
import type { Link } from "../net/link.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import { Connection } from "../tcp/connection.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import type { Datagrams } from "../traffic/datagrams.ts";
import { type StateTerm, stateTerms } from "./algorithm-state.ts";
import { Decisions } from "./decisions.ts";
import { Echo } from "./echo.ts";
import { QUEUE_EVENT_NAMES } from "./event-names.ts";
import type { Decision, Journey, Passage, SeenSignal } from "./journey.ts";
import type { AskedPacket } from "./story.ts";
import { tap } from "./tap.ts";
import type { Ears } from "./witness.ts";
import { words } from "./words.ts";

/** The packet whose queues show their state as it leaves them. */
export type AskedToShow = Pick<AskedPacket, "end" | "seq" | "isAck">;

export class Lookout implements Ears {
  /** In the order in which they were sent. */
  readonly journeys: Journey[] = [];
  /** ACKs in the order in which they came back. */
  readonly acks: Journey[] = [];
  readonly decisions: Decision[] = [];
  private readonly underWay = new Map<Packet, Journey>();
  private readonly heardEnds: boolean[] = [];
  private readonly echoes: Echo[] = [];
  /** By end: the data packet that arrived last. */
  private readonly lastArrivals: Journey[] = [];
  private readonly senders: Decisions;
  /** Whose signals and cuts are put into words. */
  private readonly flow: number;
  private readonly asked: AskedToShow | null;
  private network_: Network | null = null;
  private isOpen = false;

  constructor(flow: number, asked: AskedToShow | null) {
    this.flow = flow;
    this.asked = asked;
    this.senders = new Decisions(() => this.network);
  }

  get network(): Network {
    if (this.network_ === null) throw new Error("the run has not begun");
    return this.network_;
  }

  get nowNs(): number {
    return this.network.clock.nowNs;
  }

  begin(network: Network): void {
    this.network_ = network;
  }

  /** From now on. */
  open(): void {
    const { network } = this;
    this.isOpen = true;
    for (const [i, link] of network.links.entries()) this.hearLink(link, i);
    tap(network, "receive", (packet, go) => {
      this.left(packet);
      go();
    });
    for (const { acks, back } of network.groups) {
      tap(acks, "receive", (packet, go) => {
        if (back.length === 0) this.sent(packet);
        go();
      });
    }
    for (const end of network.ends.keys()) this.hearEnd(end);
  }

  leavesQueue(): void {}

  signal(link: number, kind: number, packet: Packet): void {
    const journey = this.isOpen ? this.underWay.get(packet) : undefined;
    if (journey === undefined) return;
    journey.passages.at(-1)?.signals.push(this.seenSignal(link, kind, packet, journey.flow));
    if (kind === QUEUE_EVENT.mark) return;
    journey.isGone = true;
    this.underWay.delete(packet);
  }

  event(flow: number, kind: number, before: number, after: number): void {
    if (!this.isOpen) return;
    this.decisions.push(this.senders.made(flow, kind, before, after, this.flow === flow));
  }

  private hearLink(link: Link, index: number): void {
    tap(link.port, "receive", (packet, go) => {
      if (packet.hop === 0) this.sent(packet);
      this.underWay.get(packet)?.passages.push(this.passage(packet, link, index));
      go();
    });
    tap(link, "receive", (packet, go) => {
      this.left(packet);
      go();
    });
  }

  private passage(packet: Packet, { port, definition: { label } }: Link, link: number): Passage {
    const ahead = port.discipline.packets + (port.isSending ? 1 : 0);
    const own = port.discipline.queueOf?.(packet) ?? null;
    return { link, enteredNs: this.nowNs, ahead, own, label, leftNs: Number.NaN, signals: [], state: [] };
  }

  /** Out of the queue that it was in. */
  private left(packet: Packet): void {
    const journey = this.underWay.get(packet);
    const passage = journey?.passages.at(-1);
    if (journey === undefined || passage === undefined || !Number.isNaN(passage.leftNs)) return;
    passage.leftNs = this.nowNs;
    if (this.isAsked(journey)) passage.state = this.stateOf(passage.link);
  }

  private isAsked({ end, seq, isAck }: Journey): boolean {
    const { asked } = this;
    return asked !== null && asked.end === end && asked.seq === seq && asked.isAck === isAck;
  }

  private stateOf(link: number): StateTerm[] {
    const { port, definition } = this.network.links[link];
    return stateTerms(definition.probes, (i) => port.discipline.probe(i));
  }

  private sent(packet: Packet): void {
    const { end, epoch, isAck, isRetransmission, ack, seq, ece, ecn } = packet;
    // In a handshake ECE is no echo.
    const echoes = isAck && epoch >= 0;
    this.hearEnd(end);
    const owner = this.network.ends[end];
    const state = owner instanceof Connection && !isAck ? owner.sender.state : null;
    const journey: Journey = {
      flow: this.network.flowOfEnd[end],
      end,
      epoch,
      seq: isAck ? ack : seq,
      isAck,
      isRetransmission: !isAck && isRetransmission,
      isDatagram: !(owner instanceof Connection),
      ecn,
      sentNs: isAck ? this.network.groupOf(end).farClock.nowNs : this.nowNs,
      cwnd: state?.cwnd ?? Number.NaN,
      inflight: state?.inflight ?? Number.NaN,
      passages: [],
      arrivedNs: Number.NaN,
      isGone: false,
      ece: echoes && ece,
      sack: isAck ? [...packet.sack.subarray(0, 2 * packet.sackBlocks)] : [],
      answers: isAck ? (this.lastArrivals[end] ?? null) : null,
      tells: echoes ? this.echoOf(end).told(packet, this.senders.feedbackOf(end)) : null,
      effect: null,
    };
    this.journeys.push(journey);
    this.underWay.set(packet, journey);
  }

  private echoOf(end: number): Echo {
    this.echoes[end] ??= new Echo();
    return this.echoes[end];
  }

  /** Ends come up as they are first used. */
  private hearEnd(end: number): void {
    if (this.heardEnds[end]) return;
    this.heardEnds[end] = true;
    const owner: Connection | Datagrams = this.network.ends[end];
    tap(owner, "onData", (packet, go) => {
      this.arrives(packet);
      go();
    });
    tap(owner, "onAck", (packet, go) => this.ackArrives(owner, packet, go));
  }

  private arrives(packet: Packet): void {
    const { end } = packet;
    const journey = this.underWay.get(packet) ?? null;
    this.underWay.delete(packet);
    if (packet.epoch >= 0) this.echoOf(end).arrives(packet, journey);
    if (journey === null) return;
    journey.arrivedNs = this.network.groupOf(end).farClock.nowNs;
    this.lastArrivals[end] = journey;
  }

  private ackArrives(owner: Connection | Datagrams, packet: Packet, go: () => void): void {
    const journey = this.underWay.get(packet) ?? null;
    this.underWay.delete(packet);
    if (!(owner instanceof Connection)) {
      go();
      return;
    }
    const known = this.decisions.length;
    const explains = this.flow === this.network.flowOfEnd[packet.end];
    const effect = this.senders.effect(owner, packet, explains, go, () => this.decisions.slice(known));
    if (journey === null) return;
    journey.arrivedNs = this.nowNs;
    journey.effect = effect;
    this.acks.push(journey);
  }

  private seenSignal(link: number, kind: number, packet: Packet, flow: number): SeenSignal {
    const { port, definition } = this.network.links[link];
    const { discipline } = port;
    const explains = this.flow === flow;
    return {
      atNs: this.nowNs,
      link,
      kind,
      sojournNs: this.nowNs - packet.enqueuedNs,
      waiting: discipline.packets,
      algorithm: definition.id,
      label: definition.label,
      explanation: explains
        ? (discipline.explain?.({ event: QUEUE_EVENT_NAMES[kind], packet }, words) ?? null)
        : null,
      state: explains ? this.stateOf(link) : [],
    };
  }
}
