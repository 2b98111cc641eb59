/** Explains a result of the run: the tail of the delay compared with its median, or a measured value compared with theory. */
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { type Overlay, overlaysFor } from "../theory/overlays.ts";
import { type BucketSeries, isCut } from "../trace/snapshot.ts";
import { counted, duration, number, segments, share } from "./formats.ts";
import { capital, type RunContext, roundAt } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import type { Question, Story } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

type NumberQuestion = Extract<Question, { kind: "number" }>;

/** Explains a result of the run. */
export function numberStory(run: RunContext, question: NumberQuestion): Story {
  const { of: quantity, link } = question;
  const story = run.newStory(0);
  const cuts = run.index.flowEvents.filter(
    ({ kind, timeNs }) => isCut(kind) && timeNs >= question.fromS * NS_PER_S,
  );
  if (quantity === "delay-p99") sayTail(story, run, question, cuts);
  else sayTheory(story, run, question, cuts);
  const title = quantity === "delay-p99" ? "Delay p99 beside p50" : "Measurement and theory";
  return story.finish({ ...question, link }, title, question.fromS * NS_PER_S, {
    previous: null,
    next: null,
  });
}

// The tail of the delay: when packets waited that long, and what followed.

/** If the tail is at most this multiple of the median, both count as about the same. */
const NEAR = 1.3;
/** A reduction within this number of round trips after a peak counts as the response to the peak. */
const ANSWER_ROUNDS = 2;
/** Utilisation above which the explanation says that the link is hardly ever idle. */
const WELL_USED = 0.995;
/** If long waits take more than this fraction of the time, they are too frequent to be called peaks. */
const OFTEN = 0.5;

interface Peak {
  readonly fromS: number;
  readonly toS: number;
}

function sayTail(
  story: StoryBuilder,
  run: RunContext,
  question: NumberQuestion,
  cuts: readonly FlowFact[],
): void {
  const { link, fromS, toS } = question;
  const { snapshot } = run.index;
  const { sojournMs } = snapshot.results.links[link];
  const queue = run.queueName(link);
  if (sojournMs === null) {
    story.needed`No packet has left ${queue} since the end of the warm-up, so there is no delay to explain.`;
    return;
  }
  const { p50, p99 } = sojournMs;
  const ms = (value: number) => duration(value * NS_PER_MS);
  story.needed`Half of the packets waited in ${queue} for ${ms(p50)} at most, and one in a hundred for ${ms(p99)} or longer.`;
  if (p99 <= NEAR * p50) {
    story.needed`The two are close to each other because the length of the queue hardly changed.`;
  }
  const series = snapshot.links[link].queue.sojournMs;
  const { peaks, steps, high, longestS, longestMs } = peaksOf(series, p99, fromS, toS);
  if (steps === 0) return;
  const step = duration(series.bucketS * NS_PER_S);
  story.say(
    0,
    `Time is recorded in steps of ${step}. In ${number(high)} of ${counted(steps, "step")} a packet waited for ${ms(p99)} or longer; the longest wait of all, ${ms(longestMs)}, ended near `,
    story.at(longestS * NS_PER_S),
    ".",
  );
  if (p99 > NEAR * p50) sayPeaks(story, run, question, cuts, peaks, high / steps);
  const { utilisation } = snapshot.results.links[link];
  if (utilisation < WELL_USED) {
    const name = capital(run.linkName(link));
    story.needed`${name} was used to ${share(utilisation)}: in the rest of the time nothing waited at all.`;
  }
}

function sayPeaks(
  story: StoryBuilder,
  run: RunContext,
  { fromS }: NumberQuestion,
  cuts: readonly FlowFact[],
  peaks: readonly Peak[],
  part: number,
): void {
  if (part > OFTEN) {
    story.needed`So p99 differs from p50 because the delay goes up and down all the time, not in single peaks.`;
    return;
  }
  const roundS = Math.max(...run.network.flows.map((_, flow) => roundAt(run, flow, fromS))) / NS_PER_S;
  const answered = peaks.filter((peak) =>
    cuts.some(({ timeNs }) => {
      const atS = timeNs / NS_PER_S;
      return atS >= peak.fromS && atS <= peak.toS + ANSWER_ROUNDS * roundS;
    }),
  );
  story.needed`The delay has ${counted(peaks.length, "short peak")}: p99 is reached in the peaks, and p50 describes the time between them. In ${answered.length === peaks.length ? `all ${number(peaks.length)}` : `${number(answered.length)} of the ${number(peaks.length)}`}, or within ${number(ANSWER_ROUNDS)} round trips after them, a window was cut, which ends a peak.`;
  for (const { fromS: atS } of peaks.slice(0, MOST_MOMENTS))
    story.moment(atS * NS_PER_S, "a peak of the delay", null, null);
}

const MOST_MOMENTS = 8;

/** Returns the parts of the series in which the waiting time is at least `leastMs`. Adjacent buckets form one peak. */
function peaksOf(series: BucketSeries, leastMs: number, fromS: number, toS: number) {
  const { startS, bucketS, max, last, length } = series;
  const peaks: Peak[] = [];
  let [steps, high, longestMs, longestS] = [0, 0, Number.NEGATIVE_INFINITY, fromS];
  let wasHigh = false;
  for (let i = 0; i < length; i++) {
    const atS = startS + i * bucketS;
    if (atS < fromS || atS >= toS || Number.isNaN(last[i])) continue;
    steps++;
    const isHigh = max[i] >= leastMs;
    if (max[i] > longestMs) [longestMs, longestS] = [max[i], atS];
    if (isHigh) {
      high++;
      const end = { fromS: wasHigh ? (peaks.pop()?.fromS ?? atS) : atS, toS: atS + bucketS };
      peaks.push(end);
    }
    wasHigh = isHigh;
  }
  return { peaks, steps, high, longestMs, longestS };
}

// Compares the measured utilisation with the formula of the theory, and explains how the cycles of the run differ from those of
// the model.

function sayTheory(
  story: StoryBuilder,
  run: RunContext,
  { link, fromS }: NumberQuestion,
  cuts: readonly FlowFact[],
): void {
  const { results, links } = run.index.snapshot;
  const overlays = overlaysFor(run.scenario, results);
  const isHere = (one: Overlay) => one.link === null || one.link === links[link].id;
  const overlay = overlays.find((one) => one.kind === "utilisation" && isHere(one));
  if (overlay === undefined || overlay.value.form !== "constant") {
    story.needed`Theory does not predict the utilisation of this link.`;
    return;
  }
  const [measured, theory] = [results.links[link].utilisation, overlay.value.value];
  const points = (measured - theory) * PERCENT;
  const isSame = Math.abs(points) < LEAST_POINTS;
  const sign = points > 0 ? "+" : "−";
  const verdict = isSame
    ? "they agree"
    : `measured minus theory is ${sign}${Math.abs(points).toFixed(1)} points`;
  story.needed`The run used ${share(measured)} of the link; the closed form predicts ${share(theory)}: ${verdict}.`;
  sayWindows(
    story,
    overlays.find(({ kind }) => kind === "cwnd"),
    cuts,
  );
  sayCycle(
    story,
    overlays.find(({ kind }) => kind === "cycle"),
    cuts,
  );
  story.needed`The closed form treats the data as a fluid, without single packets and bursts, and each cut takes effect at once. In the run a signal takes a round trip to reach the sender, and the cut takes another round trip.`;
  story.aside`${overlay.sentence}`;
  if (cuts.length > 0) story.moment(cuts[0].timeNs, "first cut that counts", null, cuts[0].flow);
  story.moment(fromS * NS_PER_S, "figures count", null, null);
}

const PERCENT = 100;
/** Smallest difference that is mentioned (percentage points). The numbers next to the plots show one decimal. */
const LEAST_POINTS = 0.05;

function sayWindows(story: StoryBuilder, overlay: Overlay | undefined, cuts: readonly FlowFact[]): void {
  if (overlay === undefined || overlay.value.form !== "band" || cuts.length === 0) return;
  const mean = (readValue: (cut: FlowFact) => number) =>
    cuts.reduce((sum, cut) => sum + readValue(cut), 0) / cuts.length;
  const { low, high } = overlay.value;
  story.needed`The closed form lets cwnd go from ${number(low)} up to ${segments(high)} and back. In the run ${counted(cuts.length, "cut")} after the warm-up took it from ${number(mean(({ before }) => before))} to ${segments(mean(({ after }) => after))} on average.`;
}

function sayCycle(story: StoryBuilder, overlay: Overlay | undefined, cuts: readonly FlowFact[]): void {
  const flows = new Set(cuts.map(({ flow }) => flow)).size;
  if (overlay === undefined || overlay.value.form !== "constant" || flows !== 1 || cuts.length < 2) return;
  const meanNs = (cuts[cuts.length - 1].timeNs - cuts[0].timeNs) / (cuts.length - 1);
  story.needed`A cycle of the closed form lasts ${duration(overlay.value.value * NS_PER_S)}; in the run ${duration(meanNs)} passed between two cuts on average.`;
}
