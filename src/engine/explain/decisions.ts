/** What a sender does when an ACK comes or its timer expires, with its state at that moment. */
import type { CongestionControlDefinition, EcnFeedback } from "../cc/congestion-control.ts";
import type { Packet } from "../net/packet.ts";
import type { Network } from "../network.ts";
import type { Connection } from "../tcp/connection.ts";
import { retransmissionTimeoutNs } from "../tcp/rtt-estimator.ts";
import { FLOW_EVENT, isCut, isOfOpening } from "../trace/snapshot.ts";
import { stateTerms } from "./algorithm-state.ts";
import { FLOW_EVENT_NAMES } from "./event-names.ts";
import type { AckEffect, Decision } from "./journey.ts";
import { pathNow } from "./path-now.ts";
import { words } from "./words.ts";

export class Decisions {
  private readonly networkOf: () => Network;
  /** Whose ACK is being read. */
  private reading: Connection | null = null;

  constructor(networkOf: () => Network) {
    this.networkOf = networkOf;
  }

  feedbackOf(end: number): EcnFeedback {
    const network = this.networkOf();
    return definitionOf(network, end).feedback ?? "classic";
  }

  /** The ACK is read by `go`; `made` are the decisions that this led to. */
  effect(
    connection: Connection,
    ack: Packet,
    explains: boolean,
    go: () => void,
    made: () => readonly Decision[],
  ): AckEffect {
    const { sender } = connection;
    const { state } = sender;
    const { una, cwnd } = state;
    const stateBefore = sender.congestion;
    const tellsOfMark = sender.ecn.enabled && ack.epoch >= 0 && ack.ece;
    this.reading = connection;
    go();
    this.reading = null;
    const decisions = made();
    const asks = explains && tellsOfMark && decisions.length === 0;
    return {
      unaBefore: una,
      unaAfter: state.una,
      cwndBefore: cwnd,
      cwndAfter: state.cwnd,
      stateBefore,
      stateAfter: sender.congestion,
      limited: state.cwndLimited,
      ownsCwnd: sender.ownsCwnd,
      decisions,
      uncut: asks
        ? (sender.cc.explain?.(state, { event: "ecnReduction", before: cwnd, after: cwnd }, words) ?? null)
        : null,
    };
  }

  made(flow: number, kind: number, before: number, after: number, explains: boolean): Decision {
    const network = this.networkOf();
    const isOpening = isOfOpening(kind);
    const connection = this.reading ?? (isOpening ? this.opening(flow) : this.expired(flow));
    const { sender, index } = connection;
    const { state, cc, board, settings, timer } = sender;
    const { id, label, probes } = definitionOf(network, index);
    const event = FLOW_EVENT_NAMES[kind];
    const backoffs = timer.backoffs - (kind === FLOW_EVENT.rto ? 1 : 0);
    return {
      atNs: network.clock.nowNs,
      path: pathNow(network, flow),
      flow,
      kind,
      end: index,
      before,
      after,
      una: state.una,
      nxt: state.nxt,
      inflight: state.inflight,
      srttNs: state.srttNs,
      rtoNs:
        timer.ticks === null
          ? retransmissionTimeoutNs(state, settings.initialRtoNs, settings.minRtoNs, backoffs)
          : timer.ticks.timeoutNs(settings.initialRtoNs, settings.minRtoNs, backoffs),
      backoffs,
      ssthresh: state.ssthresh,
      sackedOut: board.sackedOut,
      hasSack: settings.sack,
      algorithm: id,
      label,
      explanation:
        explains && isOwn(kind) ? (cc.explain?.(state, { event, before, after }, words) ?? null) : null,
      state: explains ? stateTerms(probes, (i) => cc.probe(i)) : [],
    };
  }

  /** Of the flow's connections the one that has just sent a SYN again, or given up. */
  private opening(flow: number): Connection {
    const { flows, clock } = this.networkOf();
    const found = flows[flow].connections.find(({ handshake }) => handshake?.changedNs === clock.nowNs);
    if (found === undefined) throw new Error(`flow ${flow} opens no connection`);
    return found;
  }

  /** Of the flow's connections the one whose timer has just expired. */
  private expired(flow: number): Connection {
    const found = this.networkOf().flows[flow].connections.find(({ sender }) => sender.isOnTimer);
    if (found === undefined) throw new Error(`no timer of flow ${flow} has expired`);
    return found;
  }
}

/** The congestion control had a say in it. */
function isOwn(kind: number): boolean {
  return isCut(kind) || kind === FLOW_EVENT.slowStartExit;
}

function definitionOf(network: Network, end: number): CongestionControlDefinition {
  return network.algorithms.control(network.groupOf(end).spec.cc);
}
