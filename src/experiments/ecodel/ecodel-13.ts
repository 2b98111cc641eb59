/** Figure 13: lost segments in all scenarios. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Readings, Series, Size, Table } from "../experiment.ts";
import { rounded } from "../statistics.ts";
import { CHOSEN, DIFFERENCES, ECODEL, OTHER_RTTS_MS, RTT_MS } from "./chosen.ts";
import { meanFor } from "./means.ts";
import { readLosses } from "./read-ecodel.ts";
import {
  type AnyQueueId,
  BOTH,
  COMPARED_QUEUE,
  jobsFor,
  keysFor,
  QUEUES,
  SCENARIOS,
  type ScenarioId,
} from "./runs.ts";

const ALL: readonly AnyQueueId[] = ["original", "enhanced", "all-above"];

/** A quick look does without the fast link. */
const scenariosOf = (size: Size): ScenarioId[] =>
  size === "full" ? ["2", "5", "10", "10-hs"] : ["2", "5", "10"];
const rttsOf = (size: Size): number[] => (size === "full" ? [...OTHER_RTTS_MS, RTT_MS] : [RTT_MS]);

function figure(readings: Readings, size: Size): Figure {
  const scenarios = scenariosOf(size);
  const x = scenarios.map((_, i) => i + 1);
  const ours = ALL.map((queue): Series => {
    const keys = scenarios.map((scenario) => keysFor(scenario, queue, size)[0]);
    return {
      label: QUEUES[queue].label,
      x,
      y: scenarios.map((scenario) => meanFor(scenario, queue, "lost", readings, size)),
      jobs: keys.map((key) => (readings.has(key) ? key : null)),
    };
  });
  const paper = BOTH.map((queue): Series => {
    const y = scenarios.map((scenario) => SCENARIOS[scenario].paper[queue]);
    return { label: `${QUEUES[queue].label}: paper`, x, y, source: "paper" };
  });
  return {
    id: "lost",
    title: `Lost segments at ${RTT_MS} ms: ${scenarios.map((id, i) => `${i + 1} ${SCENARIOS[id].label}`).join(", ")}`,
    kind: "points",
    x: { label: "Scenario", unit: "", scale: "linear", from: 0, to: scenarios.length + 1 },
    y: { label: "Lost segments", unit: "", scale: "linear", from: 0 },
    series: [...ours, ...paper],
  };
}

function table(readings: Readings, size: Size): Table {
  const rows = rttsOf(size).flatMap((rttMs) =>
    scenariosOf(size).map((scenario) => [
      SCENARIOS[scenario].label,
      rttMs,
      ...ALL.map((queue) => {
        const lost = meanFor(scenario, queue, "lost", readings, size, rttMs);
        return lost === null ? null : rounded(lost, 4);
      }),
      ...BOTH.map((queue) => SCENARIOS[scenario].paper[queue]),
    ]),
  );
  return {
    id: "lost",
    title: "Lost segments, mean of all runs",
    head: [
      "Scenario",
      "RTT (ms)",
      ...ALL.map((queue) => QUEUES[queue].label),
      ...BOTH.map((queue) => `Paper: ${QUEUES[queue].label}`),
    ],
    rows,
  };
}

function claims(readings: Readings, size: Size): Claim[] {
  return rttsOf(size).flatMap((rttMs) => {
    const lost = (queue: AnyQueueId) =>
      scenariosOf(size).map((scenario) => meanFor(scenario, queue, "lost", readings, size, rttMs));
    const n = scenariosOf(size).length;
    return checked(
      {
        id: `fewer-${rttMs}ms`,
        text: `With ECN-enhanced CoDel fewer segments are lost in each scenario (round trip ${rttMs} ms).`,
        // The same words once more: the paper has a single round trip.
        ...(rttMs !== RTT_MS && { basis: "ours" }),
        paper: scenariosOf(size)
          .map((scenario) => `${SCENARIOS[scenario].paper.enhanced} / ${SCENARIOS[scenario].paper.original}`)
          .join(", "),
        tolerance: "direction in each scenario, means of all runs",
      },
      [...lost("enhanced"), ...lost("original")],
      (...numbers) => ({
        ours: numbers
          .slice(0, n)
          .map((enhanced, i) => `${enhanced.toFixed(0)} / ${numbers[n + i].toFixed(0)}`)
          .join(", "),
        holds: numbers.slice(0, n).every((enhanced, i) => enhanced < numbers[n + i]),
      }),
    );
  });
}

export const ecodel13: Experiment = {
  id: "ecodel-13",
  paper: ECODEL,
  where: "Figure 13",
  title: "Lost segments in all scenarios",
  shows:
    "With two, five and ten flows, and with ten at ten times the rate: fewer segments are lost with ECN-enhanced CoDel in each.",
  chosen: [
    ...CHOSEN,
    "Beside the paper's C = 1.5 also C = 1, which marks from CoDel's target on: it shows where the remaining losses come from.",
  ],
  differences: DIFFERENCES,
  comparedWith: COMPARED_QUEUE,
  jobs: (size) => jobsFor({ queues: ALL, scenarios: scenariosOf(size), rttsMs: rttsOf(size) }, size),
  read: readLosses,
  reduce: (readings, size) => ({
    figures: [figure(readings, size)],
    heatMaps: [],
    tables: [table(readings, size)],
    claims: claims(readings, size),
  }),
};
