/** The event asked for among its like, and the ones before and after. */
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import type { FlowFact, SignalFact } from "./run-index.ts";
import type { Question } from "./story.ts";
import type { Known } from "./telling.ts";

type FlowQuestion = Extract<Question, { kind: "flow-event" }>;
type QueueQuestion = Extract<Question, { kind: "queue-event" }>;

export interface Around {
  readonly previous: Question | null;
  readonly next: Question | null;
}

export interface Found<T> extends Around {
  readonly fact: T;
}

const NS_PER_S = 1e9;

/** The very event, or the nearest of its kind; null where the flow has none. */
export function findFlowEvent({ survey, untilNs }: Known, question: FlowQuestion): Found<FlowFact> | null {
  const kind = FLOW_EVENT[question.event];
  const alike = survey.events.filter(
    (one) => one.flow === question.flow && one.kind === kind && one.timeNs <= untilNs,
  );
  return among(alike, question.atS, (one) => ({ ...question, atS: one.timeNs / NS_PER_S }));
}

/** At the same link; previous and next are of whatever flow, as they follow on the plot. */
export function findSignal({ survey, untilNs }: Known, question: QueueQuestion): Found<SignalFact> | null {
  const kind = QUEUE_EVENT[question.event];
  const alike = survey.signals.filter(
    (one) => one.link === question.link && one.kind === kind && one.timeNs <= untilNs,
  );
  const own = alike.filter((one) => one.flow === question.flow);
  const asked = own[nearest(own, question.atS)];
  if (asked === undefined) return null;
  return at(alike, alike.indexOf(asked), (one) => ({
    ...question,
    flow: one.flow,
    atS: one.timeNs / NS_PER_S,
  }));
}

function among<T extends { readonly timeNs: number }>(
  alike: readonly T[],
  atS: number,
  ask: (one: T) => Question,
): Found<T> | null {
  return alike.length === 0 ? null : at(alike, nearest(alike, atS), ask);
}

function at<T>(alike: readonly T[], i: number, ask: (one: T) => Question): Found<T> {
  return {
    fact: alike[i],
    previous: i > 0 ? ask(alike[i - 1]) : null,
    next: i + 1 < alike.length ? ask(alike[i + 1]) : null,
  };
}

function nearest(alike: readonly { readonly timeNs: number }[], atS: number): number {
  let best = -1;
  let bestNs = Number.POSITIVE_INFINITY;
  for (const [i, { timeNs }] of alike.entries()) {
    const farNs = Math.abs(timeNs - atS * NS_PER_S);
    if (farNs < bestNs) [best, bestNs] = [i, farNs];
  }
  return best;
}
