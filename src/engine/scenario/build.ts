/** Converts the values of a scenario to settings of the parts of a network. */
import type { CongestionControlCard } from "../cc/congestion-control.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { msToNs, readBoolean, readNumber, readText, textOf } from "../params/read.ts";
import { ACCECN_OPTION_BYTES, type EcnTraits } from "../tcp/ecn.ts";
import type { ReceiverSettings } from "../tcp/receiver.ts";
import type { RecoveryMode, SenderSettings, SenderTraits } from "../tcp/sender-settings.ts";
import { ACCECN } from "../traffic/flow-params.ts";

/** Returns those settings of a flow's senders that depend on the congestion control and its parameters. */
export function senderTraits(definition: CongestionControlCard, flow: ParamValues): SenderTraits {
  const own: SenderTraits = { ...definition, ...definition.ecnBy?.(flow) };
  if (flow[ACCECN.id] !== true) return own;
  return { ...own, feedback: "accurate", acknowledgesBeforeChange: definition.feedback === "dctcp" };
}

/** Returns the number of bytes that AccECN's option takes from a segment's payload; 0 without AccECN. */
function optionBytes({ feedback }: EcnTraits, flow: ParamValues): number {
  return feedback === "accurate" && readBoolean(flow, "ecn") ? ACCECN_OPTION_BYTES : 0;
}

/** Returns the settings of a sender, from the shared TCP parameters and those of its flow. */
export function senderSettings(tcp: ParamValues, flow: ParamValues, ecn: EcnTraits): SenderSettings {
  const option = optionBytes(ecn, flow);
  return {
    sack: readBoolean(tcp, "sack"),
    rack: readBoolean(tcp, "rack"),
    rackLosses: readBoolean(tcp, "rack-losses"),
    lossProbes: readBoolean(tcp, "loss-probes"),
    frto: readBoolean(tcp, "frto"),
    forwardRetransmissions: readBoolean(tcp, "forward-retransmissions"),
    limitedTransmit: readBoolean(tcp, "limited-transmit"),
    recovery: recoveryModeOf(flow.recovery),
    fastRecovery: readText(tcp, "fast-recovery") === "reno" ? "reno" : "newreno",
    idleRestart: readBoolean(tcp, "idle-restart"),
    appLimitedGrowth: readBoolean(tcp, "app-limited-growth"),
    initialWindow: readNumber(tcp, "initial-window"),
    minCwnd: readNumber(tcp, "min-cwnd"),
    receiveWindow: segmentsOf(tcp["receive-window"]),
    ectRetransmissions: readBoolean(tcp, "ect-retransmissions"),
    initialRtoNs: msToNs(readNumber(tcp, "initial-rto")),
    minRtoNs: msToNs(readNumber(tcp, "min-rto")),
    timerTickNs: msToNs(readNumber(tcp, "timer-tick")),
    mssBytes: readNumber(tcp, "mss") - option,
    overheadBytes: readNumber(tcp, "overhead") + option,
  };
}

/** Returns how a reduction of cwnd is carried out. */
export function recoveryModeOf(value: ParamValue | undefined): RecoveryMode {
  return textOf(value, "recovery") === "classic" ? "classic" : "prr";
}

/** Converts a number of segments or null; null becomes Infinity. */
export function segmentsOf(value: ParamValue): number {
  return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
}

/** Returns the settings of a receiver. An ACK has the same headers as a segment. */
export function receiverSettings(tcp: ParamValues, ackBytes: number, roundTripNs: number): ReceiverSettings {
  return {
    sack: readBoolean(tcp, "sack"),
    delayedAck: Number(readText(tcp, "delayed-ack")),
    delayedAckTimerNs: msToNs(readNumber(tcp, "delayed-ack-timer")),
    dsack: readBoolean(tcp, "dsack"),
    quickAcks: readNumber(tcp, "quick-acks"),
    quickAcksAfterCe: readNumber(tcp, "quick-acks-after-ce"),
    sackDelayNs: sackDelayNs(tcp, roundTripNs),
    ackBytes,
  };
}

/** Divisor of the RTT: Linux delays a SACK by at most 5 % of the RTT (__tcp_ack_snd_check). */
const SACK_DELAYS_IN_ROUND_TRIP = 20;

/** Returns the time for which a receiver on this path may delay a SACK (ns). */
export function sackDelayNs(tcp: ParamValues, roundTripNs: number): number {
  return Math.min(msToNs(readNumber(tcp, "sack-delay")), Math.floor(roundTripNs / SACK_DELAYS_IN_ROUND_TRIP));
}

/** Returns the one-way delays of a path with the RTT `rttMs`. Their sum is exactly the RTT. */
export function oneWayDelaysNs(rttMs: number): { forwardNs: number; backNs: number } {
  const rttNs = msToNs(rttMs);
  const forwardNs = Math.floor(rttNs / 2);
  return { forwardNs, backNs: rttNs - forwardNs };
}
