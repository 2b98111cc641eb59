/** Why a queue is empty, or full, in a stretch: windows against what the path holds, and the cut before. */
import { NS_PER_S } from "../params/read.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateFormula, stateSentence, stateTerms } from "./algorithm-state.ts";
import { ASIDE, type Draft, NEEDED, TELLING } from "./draft.ts";
import { queueAt } from "./in-force.ts";
import { extentOf, valueAt } from "./series.ts";
import type { AskedStretch } from "./share-stretch.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments, number, segments, share } from "./text.ts";
import { sayWindows } from "./windows-over.ts";

/** Idle for more than this part of the stretch: the queue counts as empty. */
const NOTABLE_IDLE = 0.02;
const NS_PER_MS = 1e6;

export function sayQueueStretch(
  draft: Draft,
  known: Known,
  moments: Moments,
  link: number,
  asked: AskedStretch,
): void {
  const { fromNs, toNs } = asked;
  const idle = known.survey.idle[link]?.idleNsWithin(fromNs, toNs) ?? toNs - fromNs;
  const part = idle / (toNs - fromNs);
  saySojourn(draft, known, moments, link, asked);
  if (part > NOTABLE_IDLE) {
    const name = capital(known.linkName(link));
    draft.say(
      NEEDED,
      `${name} stood idle for ${share(Math.min(1, part))} of that time, so the queue was empty again and again.`,
    );
  }
  sayWindows(draft, known, link, asked);
  sayLastCut(draft, known, moments, link, asked);
  saySignals(draft, known, link, asked);
  sayState(draft, known, link, asked);
}

function saySojourn(
  draft: Draft,
  known: Known,
  moments: Moments,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const { sojournMs } = known.survey.snapshot.links[link].queue;
  const extent = extentOf(sojournMs, fromNs / NS_PER_S, toNs / NS_PER_S);
  const queue = known.queueName(link);
  if (extent === null) {
    draft.say(NEEDED, "From ", moments.at(fromNs), " to ", moments.at(toNs), ` no packet left ${queue}.`);
    return;
  }
  const { targetMs } = queueAt(known, link, toNs / NS_PER_S);
  const beside = targetMs === null ? "" : `; the target is ${duration(targetMs * NS_PER_MS)}`;
  const [least, mean, most] = [extent.min, extent.mean, extent.max].map((ms) => duration(ms * NS_PER_MS));
  draft.say(
    NEEDED,
    "From ",
    moments.at(fromNs),
    " to ",
    moments.at(toNs),
    ` packets waited in ${queue} for ${mean} on average, ${least} at least and ${most} at most${beside}.`,
  );
}

function sayLastCut(
  draft: Draft,
  known: Known,
  moments: Moments,
  link: number,
  { fromNs, toNs }: AskedStretch,
): void {
  const { network, survey } = known;
  const isOver = (flow: number) =>
    network.groups[network.flows[flow].group].forward.includes(network.links[link]);
  const cuts = survey.events.filter(
    (one) => one.after < one.before && one.timeNs <= toNs && isOver(one.flow),
  );
  const before = cuts.filter(({ timeNs }) => timeNs <= fromNs);
  const last = before[before.length - 1] ?? cuts[0];
  if (last === undefined) {
    draft.say(TELLING, "No flow had cut its window until then.");
    return;
  }
  draft.say(
    NEEDED,
    last.timeNs <= fromNs ? "The last cut before was at " : "The first cut in it was at ",
    moments.at(last.timeNs),
    `: ${flowName(last.flow)} went from ${number(last.before)} to ${segments(last.after)}.`,
  );
  draft.moment(last.timeNs, `cwnd × ${number(last.after / last.before)}`, null, last.flow);
}

function saySignals(draft: Draft, known: Known, link: number, { fromNs, toNs }: AskedStretch): void {
  const within = known.survey.signals.filter(
    (one) => one.link === link && one.timeNs >= fromNs && one.timeNs <= toNs,
  );
  const marks = within.filter(({ kind }) => kind === QUEUE_EVENT.mark).length;
  const drops = within.length - marks;
  const { label } = queueAt(known, link, toNs / NS_PER_S);
  draft.say(
    TELLING,
    within.length === 0
      ? `${label} neither marked nor dropped a packet in this time.`
      : `In this time there were ${counted(marks, "mark")} and ${counted(drops, "drop")}.`,
  );
}

function sayState(draft: Draft, known: Known, link: number, { toNs }: AskedStretch): void {
  const { probes } = known.survey.snapshot.links[link].queue;
  const { id, label } = queueAt(known, link, toNs / NS_PER_S);
  // Probes are those of the last discipline (trace/queue-recorder.ts).
  if (id !== known.network.links[link].definition.id) return;
  const state = stateTerms(
    probes.map(({ probe }) => probe),
    (i) => valueAt(probes[i].series, toNs / NS_PER_S),
  );
  if (state.length === 0) return;
  draft.say(ASIDE, `At its end ${stateSentence(label, state)}.`);
  draft.rule("aqm", id, stateFormula(state));
}
