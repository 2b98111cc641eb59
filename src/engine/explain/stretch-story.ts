/** Why a stretch of a plot looks as it does. */
import { NS_PER_S } from "../params/read.ts";
import { sayCwndStretch } from "./cwnd-stretch.ts";
import { Draft } from "./draft.ts";
import { sayQueueStretch } from "./queue-stretch.ts";
import { type AskedStretch, sayShares } from "./share-stretch.ts";
import type { Question, Story, StoryPart } from "./story.ts";
import { flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments } from "./text.ts";

type StretchQuestion = Extract<Question, { kind: "stretch" }>;

const TITLES: Readonly<Record<StretchQuestion["of"], string>> = {
  queue: "Delay of the queue",
  cwnd: "Window",
  throughput: "Throughput",
  fairness: "Fairness",
};

/** Shorter ones hold too little to tell of. */
const SHORTEST_NS = 1e6;

export function stretchStory(known: Known, question: StretchQuestion): Story {
  const { of, flow, link } = question;
  const fromNs = Math.max(0, question.fromS * NS_PER_S);
  const toNs = Math.max(Math.min(question.toS * NS_PER_S, known.untilNs), fromNs + SHORTEST_NS);
  const asked: AskedStretch = { flow, fromNs, toNs };
  const moments = known.moments(flow ?? 0);
  const draft = new Draft();
  draft.moment(fromNs, "from", null, flow);
  draft.moment(toNs, "to", null, flow);
  if (of === "queue") sayQueueStretch(draft, known, moments, link, asked);
  else if (of === "cwnd" && flow !== null) sayCwndStretch(draft, known, moments, flow, asked);
  else sayShares(draft, known, moments, asked);
  draft.pad(...asides(known, asked, moments));
  const title = flow === null ? TITLES[of] : `${TITLES[of]} of ${flowName(flow)}`;
  return draft.finish(question, title, fromNs, { previous: null, next: null });
}

function asides({ network, survey }: Known, { fromNs, toNs }: AskedStretch, moments: Moments): StoryPart[][] {
  const cuts = survey.events.filter(({ timeNs }) => timeNs >= fromNs && timeNs <= toNs).length;
  return [
    ["The stretch begins at ", moments.at(fromNs), ` and lasts ${duration(toNs - fromNs)}.`],
    [
      `Windows were cut ${cuts === 1 ? "once" : counted(cuts, "time")} in it, of ${counted(network.flows.length, "flow")}.`,
    ],
  ];
}
