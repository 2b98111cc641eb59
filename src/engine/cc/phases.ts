/**
 * The phases common to all senders (RFC 5681 §3; named as in Linux). A congestion control declares additional phases together
 * with its probes, and enters them with `SenderState.enter`. Recorder, packet log and explanations use the phases.
 */
import type { Phase } from "../params/param.ts";

export const SLOW_START: Phase = {
  id: "slow-start",
  tone: "start",
  label: "slow start",
  help: "cwnd is below ssthresh and grows by what each ACK acknowledges.",
};

export const AVOIDANCE: Phase = {
  id: "avoidance",
  tone: "grow",
  label: "congestion avoidance",
  help: "cwnd is at ssthresh or above and grows by the rule of the congestion control.",
};

export const REDUCING: Phase = {
  id: "reducing",
  tone: "back",
  label: "reduction for a mark",
  noun: "the reduction for a mark",
  help: "cwnd goes down to ssthresh, which an ECN-Echo has lowered.",
};

export const RECOVERY: Phase = {
  id: "recovery",
  tone: "repair",
  label: "recovery",
  help: "The lost segments are sent again while cwnd goes down to ssthresh.",
};

export const LOSS_STATE: Phase = {
  id: "loss",
  tone: "repair",
  label: "loss state",
  noun: "the loss state",
  help: "After a timeout, cwnd starts again at one segment or slightly more and grows as in slow start up to ssthresh, while the lost segments are sent again.",
};

export const SENDER_PHASES: readonly Phase[] = [SLOW_START, AVOIDANCE, REDUCING, RECOVERY, LOSS_STATE];
