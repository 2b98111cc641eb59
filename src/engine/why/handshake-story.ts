/** Why a SYN was sent again, or a connection could not be opened. */
import { SYN } from "../net/packet.ts";
import { NS_PER_S } from "../params/read.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { Draft, NEEDED } from "./draft.ts";
import { isOfHandshake } from "./handshake-phrases.ts";
import { type Journey, lastSignal } from "./journey.ts";
import { look } from "./look.ts";
import type { Lookout } from "./lookout.ts";
import type { Found } from "./neighbours.ts";
import { saySignal } from "./signal-phrases.ts";
import type { Question } from "./story.ts";
import type { FlowFact } from "./survey.ts";
import { capital, flowName, type Known, type Telling } from "./telling.ts";
import { counted, duration, type Moments } from "./text.ts";

type FlowQuestion = Extract<Question, { kind: "flow-event" }>;

/** The longest wait for an answer (RFC 6298 §2.5), and some more. */
const MOST_BACK_NS = 130 * NS_PER_S;

export function* handshakeStory(
  known: Known,
  question: FlowQuestion,
  found: Found<FlowFact>,
  title: string,
): Telling {
  const { fact, previous, next } = found;
  const { flow, timeNs, before } = fact;
  const lookout = yield* look(
    known.make,
    { flow, asked: null, fromNs: Math.max(0, timeNs - MOST_BACK_NS), untilNs: timeNs },
    ({ nowNs }) => nowNs > timeNs,
  );
  const moments = known.moments(flow);
  const draft = new Draft();
  const failed = fact.kind === FLOW_EVENT.notOpened;
  sayUnanswered(draft, known, moments, lookout, fact);
  if (failed) {
    draft.say(
      NEEDED,
      `That was SYN number ${before}, the last one: the connection failed at `,
      moments.at(timeNs),
      ".",
    );
    draft.say(NEEDED, "Nothing of its data was sent. A person would read that the connection timed out.");
  } else {
    draft.say(
      NEEDED,
      `${capital(flowName(flow))} sent its SYN again at `,
      moments.at(timeNs),
      `: ${counted(before + 1, "SYN")} so far.`,
    );
    draft.say(
      NEEDED,
      "Its timer doubles with each SYN; no round trip has been measured that it could go by.",
    );
  }
  draft.moment(timeNs, failed ? "connection failed" : "SYN sent again", null, flow);
  const asked = { ...question, atS: timeNs / NS_PER_S };
  return draft.finish(asked, `${title}, ${flowName(flow)}`, timeNs, { previous, next });
}

/** The SYN before it, or its SYN-ACK, and what befell it. */
function sayUnanswered(
  draft: Draft,
  known: Known,
  moments: Moments,
  lookout: Lookout,
  { flow, timeNs }: FlowFact,
): void {
  const own = lookout.journeys.filter(
    (one) => one.flow === flow && isOfHandshake(one) && one.sentNs < timeNs,
  );
  const syn = own.filter((one) => !one.isAck && one.seq === SYN).at(-1);
  if (syn === undefined) {
    draft.say(NEEDED, "The SYN before it lies further back than was looked.");
    return;
  }
  const waited = duration(timeNs - syn.sentNs);
  const lost = [syn, ...own.filter((one) => one.isAck && one.sentNs > syn.sentNs)].find(
    ({ isGone }) => isGone,
  );
  const signal = lost === undefined ? null : lastSignal(lost);
  if (lost !== undefined && signal !== null) saySignal(draft, known, moments, lost, signal);
  draft.say(
    NEEDED,
    "The SYN before it was sent at ",
    moments.at(syn.sentNs),
    `, and ${waited} later ${nothing(lost)}.`,
  );
  draft.moment(syn.sentNs, "SYN sent", null, flow);
}

function nothing(lost: Journey | undefined): string {
  return lost === undefined ? "its answer was still under way" : "no answer was there";
}
