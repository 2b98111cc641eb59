/** Why a sender sent a tail loss probe, and why it took a cut back. */
import { FLOW_EVENT, isCut } from "../trace/snapshot.ts";
import { type Draft, NEEDED, TELLING } from "./draft.ts";
import type { Decision } from "./journey.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { capital, flowName } from "./telling.ts";
import { counted, duration, type Moments, number, segments } from "./text.ts";

export function sayProbe(draft: Draft, moments: Moments, tracer: PacketTracer, decision: Decision): void {
  const { flow, atNs, srttNs, una, nxt, end, rtoNs } = decision;
  const probe = tracer.journeys.filter((one) => one.end === end && !one.isAck && one.sentNs === atNs).at(-1);
  const lone = nxt - una === 1 ? " and the time of a delayed ACK" : "";
  const rule =
    srttNs > 0 ? `two SRTT (${duration(srttNs)} each)${lone}, or as long as its RTO` : "its first RTO";
  draft.say(
    NEEDED,
    `No ACK of ${counted(nxt - una, "outstanding segment")} had come to ${flowName(flow)} for ${rule}.`,
  );
  const what = probe === undefined ? "a segment" : `packet ${number(probe.seq)}`;
  const again = probe?.isRetransmission === true ? " once more" : "";
  draft.say(
    NEEDED,
    `${capital(flowName(flow))} sent ${what}${again} at `,
    moments.at(atNs),
    ": a tail loss probe (RFC 8985 §7).",
  );
  draft.say(
    TELLING,
    `Its ACK tells by SACK what is missing; cwnd stays. Without a probe the timeout comes, RTO ${duration(rtoNs)}.`,
  );
  draft.moment(atNs, "loss probe", null, flow);
}

export function sayUndo(draft: Draft, moments: Moments, tracer: PacketTracer, decision: Decision): void {
  const { flow, atNs, before, after, ssthresh } = decision;
  const who = capital(flowName(flow));
  const cut = tracer.decisions
    .filter((one) => one.end === decision.end && one.atNs < atNs && isCut(one.kind))
    .at(-1);
  if (cut?.kind === FLOW_EVENT.rto) {
    draft.say(NEEDED, `${who} had timed out at `, moments.at(cut.atNs), ".");
    draft.moment(cut.atNs, "timeout", null, flow);
    draft.say(
      NEEDED,
      "Then ACKs told that what it took for lost had come: the timeout was spurious (F-RTO, or by DSACKs).",
    );
  } else {
    if (cut !== undefined) {
      draft.say(NEEDED, `${who} had cut cwnd to ${segments(cut.after)} at `, moments.at(cut.atNs), ".");
      draft.moment(cut.atNs, "cut", null, flow);
    }
    draft.say(
      NEEDED,
      "DSACKs told that the receiver had all segments that were sent again: nothing was lost.",
    );
  }
  const threshold = Number.isFinite(ssthresh) ? `, ssthresh to ${segments(ssthresh)}` : "";
  draft.say(
    NEEDED,
    "So at ",
    moments.at(atNs),
    ` cwnd went back from ${number(before)} to ${segments(after)}${threshold}.`,
  );
  draft.moment(atNs, "cut undone", null, flow);
}
