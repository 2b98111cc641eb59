/** From a Scenario to a network: the only file that knows all concrete parts, through the registries. */
import type { QueueDisciplineDefinition } from "../aqm/queue-discipline.ts";
import * as disciplines from "../aqm/registry.ts";
import type { CongestionControlDefinition } from "../cc/congestion-control.ts";
import * as controls from "../cc/registry.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { msToNs, readBoolean, readNumber, readText, textOf } from "../params/read.ts";
import type { ReceiverSettings } from "../tcp/receiver.ts";
import type { SenderSettings } from "../tcp/sender.ts";
import type { RecoveryMode } from "../tcp/window-reduction.ts";
import * as paths from "../topologies/registry.ts";
import type { TopologyDefinition } from "../topologies/topology.ts";
import * as kindsOfTraffic from "../traffic/registry.ts";
import type { TrafficDefinition } from "../traffic/traffic.ts";

export const queueDisciplineDefinitions: readonly QueueDisciplineDefinition[] = Object.values(disciplines);
export const congestionControlDefinitions: readonly CongestionControlDefinition[] = Object.values(controls);
export const trafficDefinitions: readonly TrafficDefinition[] = Object.values(kindsOfTraffic);
export const topologyDefinitions: readonly TopologyDefinition[] = Object.values(paths);

export function queueDisciplineById(id: string): QueueDisciplineDefinition {
  return byId(queueDisciplineDefinitions, id, "queue discipline");
}

export function congestionControlById(id: string): CongestionControlDefinition {
  return byId(congestionControlDefinitions, id, "congestion control");
}

export function trafficById(id: string): TrafficDefinition {
  return byId(trafficDefinitions, id, "kind of traffic");
}

export function topologyById(id: string): TopologyDefinition {
  return byId(topologyDefinitions, id, "topology");
}

/** Of a connection: what all of them share, and its flow's own. */
export function senderSettings(tcp: ParamValues, flow: ParamValues): SenderSettings {
  return {
    sack: readBoolean(tcp, "sack"),
    rack: readBoolean(tcp, "rack"),
    limitedTransmit: readBoolean(tcp, "limited-transmit"),
    recovery: recoveryModeOf(flow.recovery),
    fastRecovery: readText(tcp, "fast-recovery") === "reno" ? "reno" : "newreno",
    idleRestart: readBoolean(tcp, "idle-restart"),
    initialWindow: readNumber(tcp, "initial-window"),
    minCwnd: readNumber(tcp, "min-cwnd"),
    receiveWindow: segmentsOf(tcp["receive-window"]),
    ectRetransmissions: readBoolean(tcp, "ect-retransmissions"),
    initialRtoNs: msToNs(readNumber(tcp, "initial-rto")),
    minRtoNs: msToNs(readNumber(tcp, "min-rto")),
    timerTickNs: msToNs(readNumber(tcp, "timer-tick")),
    mssBytes: readNumber(tcp, "mss"),
    overheadBytes: readNumber(tcp, "overhead"),
  };
}

export function recoveryModeOf(value: ParamValue | undefined): RecoveryMode {
  return textOf(value, "recovery") === "classic" ? "classic" : "prr";
}

/** Of a nullable number of segments. */
export function segmentsOf(value: ParamValue): number {
  return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
}

export function receiverSettings(tcp: ParamValues): ReceiverSettings {
  return {
    sack: readBoolean(tcp, "sack"),
    delayedAck: Number(readText(tcp, "delayed-ack")),
    delayedAckTimerNs: msToNs(readNumber(tcp, "delayed-ack-timer")),
    quickAcks: readNumber(tcp, "quick-acks"),
    quickAcksAfterCe: readNumber(tcp, "quick-acks-after-ce"),
    ackBytes: readNumber(tcp, "overhead"),
  };
}

/** One-way delays of a round trip of `rttMs`; together exactly the round trip. */
export function oneWayDelaysNs(rttMs: number): { forwardNs: number; backNs: number } {
  const rttNs = msToNs(rttMs);
  const forwardNs = Math.floor(rttNs / 2);
  return { forwardNs, backNs: rttNs - forwardNs };
}

function byId<T extends { readonly id: string }>(registry: readonly T[], id: string, kind: string): T {
  const found = registry.find((entry) => entry.id === id);
  if (found === undefined) {
    throw new Error(`unknown ${kind}: ${id} (there are ${registry.map((entry) => entry.id).join(", ")})`);
  }
  return found;
}
