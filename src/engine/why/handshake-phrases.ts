/** The packets that open a connection, in sentences. */
import { FINAL_ACK, NOT_ECT } from "../net/packet.ts";
import { ASIDE, type Draft, NEEDED, TELLING } from "./draft.ts";
import { type Followed, retransmissionOf } from "./follow.ts";
import type { Journey } from "./journey.ts";
import type { Lookout } from "./lookout.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments } from "./text.ts";

/** Of a connection's data, packets of its handshake are kept apart by their epoch (net/packet.ts). */
export const isOfHandshake = ({ epoch }: Pick<Journey, "epoch">): boolean => epoch < 0;

/** The SYN-ACK is back: the connection is open; `syn` is the packet asked about, whose round trip it ends. */
export function sayOpened(draft: Draft, moments: Moments, synAck: Journey, syn: Journey | null): void {
  if (Number.isNaN(synAck.arrivedNs)) return;
  const round = syn === null ? "" : `, ${duration(synAck.arrivedNs - syn.sentNs)} after the SYN was sent`;
  draft.say(
    NEEDED,
    syn === null ? "It came back to the sender at " : "The SYN-ACK came back at ",
    moments.at(synAck.arrivedNs),
    `${round}: the connection is open, and data may leave.`,
  );
  draft.moment(synAck.arrivedNs, "connection open", null, synAck.flow);
}

export function sayFinalAck(draft: Draft): void {
  draft.say(NEEDED, "It is the third packet of the handshake; nobody acknowledges it.");
  draft.say(ASIDE, "Were it lost, the first data would tell the receiver as much.");
}

/** What became of a handshake one of whose packets was dropped or lost. */
export function sayLostOfHandshake(
  draft: Draft,
  known: Known,
  moments: Moments,
  { lookout, journey }: Followed,
): void {
  sayNotMarked(draft, journey);
  if (!journey.isAck && journey.seq === FINAL_ACK) {
    draft.say(NEEDED, "Nothing is sent again for it: the first data tell the receiver as much.");
    return;
  }
  const again = journey.isAck ? nextSyn(lookout, journey) : retransmissionOf(lookout, journey);
  const who = capital(flowName(journey.flow));
  if (again === null) {
    draft.say(
      NEEDED,
      `${who} had no answer, and no further SYN was seen up to `,
      moments.at(endNs(known, lookout)),
      ".",
    );
    return;
  }
  draft.say(
    NEEDED,
    `Nobody told ${flowName(journey.flow)}: its timer ran out, and it sent its SYN again at `,
    moments.at(again.sentNs),
    ".",
  );
  draft.moment(again.sentNs, "SYN sent again", null, journey.flow);
}

/** RFC 3168 §6.1.1 lets no SYN be ECN-capable: a queue that would mark has to drop it. */
function sayNotMarked(draft: Draft, journey: Journey): void {
  const signal = journey.passages.at(-1)?.signals.at(-1);
  if (signal === undefined || journey.ecn !== NOT_ECT) return;
  draft.say(TELLING, "Packets of a handshake are not ECN-capable, so a queue cannot mark them instead.");
}

function nextSyn(lookout: Lookout, synAck: Journey): Journey | null {
  return (
    lookout.journeys.find(
      (one) =>
        !one.isAck &&
        one.isRetransmission &&
        one.end === synAck.end &&
        one.epoch === synAck.epoch &&
        one.sentNs > synAck.sentNs,
    ) ?? null
  );
}

const endNs = (known: Known, lookout: Lookout): number => Math.min(lookout.nowNs, known.untilNs);

/** How a flow's first connection came to be open: in the story of its start. */
export function sayFirstOpening(
  draft: Draft,
  known: Known,
  moments: Moments,
  flow: number,
  atNs: number,
): void {
  const { opening, connections, notOpened } = known.network.flows[flow];
  if (opening === null) {
    if (connections[0]?.handshake?.isOpening) draft.say(NEEDED, "Its SYN has not been answered so far.");
    else if (notOpened > 0) draft.say(NEEDED, "Nobody answered its SYNs: the connection failed.");
    return;
  }
  const { openNs, syns, ecn } = opening;
  if (openNs > known.untilNs) return;
  const again = syns > 1 ? `, after ${counted(syns, "SYN")}` : "";
  draft.say(
    NEEDED,
    `Its SYN left then; the SYN-ACK was back at `,
    moments.at(openNs),
    `, ${duration(openNs - atNs)} later${again}, and data could leave.`,
  );
  draft.say(ASIDE, ecn ? "The two ends agreed on ECN in it." : "The connection has no ECN.");
  draft.moment(openNs, "connection open", null, flow);
}
