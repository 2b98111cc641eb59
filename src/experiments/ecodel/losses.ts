/** How many segments are lost under either queue: the paper's chief result. */
import { checked } from "../claim.ts";
import type { Claim, Figure, Readings, Series, Size } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { meanFor } from "./means.ts";
import { lossTimesS } from "./read-ecodel.ts";
import { BOTH, keysFor, QUEUES, SCENARIOS, type ScenarioId } from "./runs.ts";

/** Found in the logs of drops, marks and delays of the first runs, and with C = 1 (ecodel-13). */
const UNMARKED_BAND =
  "CoDel counts its interval from the target on, but marks begin at 1.5 targets. Ten flows in congestion avoidance add ten segments a round trip, 2.4 ms of delay in 100 ms: in some cases the delay stays between 5 and 7.5 ms for the whole interval, and CoDel drops before a single packet is marked; in the others the first mark comes less than a round trip before. With C = 1, which marks all that CoDel counts, six are lost, and none at 20 and 60 ms (ecodel-13).";

export function lossFigure(scenario: ScenarioId, readings: Readings, size: Size): Figure {
  const ours = BOTH.map((queue): Series => {
    const [key] = keysFor(scenario, queue, size);
    const lost = listOf(readings.get(key), "lostBy");
    return {
      label: QUEUES[queue].label,
      x: lossTimesS,
      y: lossTimesS.map((_, i) => lost[i] ?? null),
      jobs: lossTimesS.map(() => (readings.has(key) ? key : null)),
    };
  });
  // The paper's text has the totals, not when they were lost.
  const ends = [lossTimesS[0], lossTimesS[lossTimesS.length - 1]];
  const paper = BOTH.map((queue): Series => {
    const total = SCENARIOS[scenario].paper[queue];
    return { label: `${QUEUES[queue].label}: paper, in all`, x: ends, y: [total, total], source: "paper" };
  });
  return {
    id: "lost",
    title: `Lost segments so far, ${SCENARIOS[scenario].label}`,
    kind: "steps",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Lost segments", unit: "", scale: "linear", from: 0 },
    series: [...ours, ...paper],
  };
}

export function lossClaims(scenario: ScenarioId, readings: Readings, size: Size): Claim[] {
  const { paper, label } = SCENARIOS[scenario];
  const numbers = [
    meanFor(scenario, "enhanced", "lost", readings, size),
    meanFor(scenario, "original", "lost", readings, size),
  ];
  const text = (enhanced: number, original: number) =>
    `${enhanced.toFixed(0)} against ${original.toFixed(0)}`;
  const share = paper.enhanced / paper.original;
  return [
    ...checked(
      {
        id: "lost-fewer",
        text: `With ECN-enhanced CoDel fewer segments are lost (${label}).`,
        paper: text(paper.enhanced, paper.original),
        tolerance: "direction, mean of all runs",
      },
      numbers,
      (enhanced, original) => ({ ours: text(enhanced, original), holds: enhanced < original }),
    ),
    ...checked(
      {
        id: "lost-share",
        text: `It leaves ${(100 * share).toPrecision(2)} % of the losses (${label}).`,
        paper: text(paper.enhanced, paper.original),
        tolerance: "at most twice that share: the paper does not say its round trip, buffer and delays",
        cause: UNMARKED_BAND,
      },
      numbers,
      (enhanced, original) => ({
        ours: `${((100 * enhanced) / original).toPrecision(2)} %`,
        holds: enhanced <= 2 * share * original,
      }),
    ),
  ];
}
