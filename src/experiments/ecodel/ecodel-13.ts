/** Figure 13: lost segments in all scenarios. */

import { rounded } from "../../lib/statistics.ts";
import type { Series } from "../experiment.ts";
import { cross } from "../grid.ts";
import { type Runs, study } from "../study.ts";
import {
  type AnyQueueId,
  BOTH,
  CHOSEN,
  COMPARED_QUEUE,
  DIFFERENCES,
  ECODEL,
  OTHER_RTTS_MS,
  pointOf,
  QUEUES,
  RTT_MS,
  SCENARIOS,
  type ScenarioId,
  SEEDS,
  urlOf,
} from "./paper.ts";
import { readLosses } from "./readings.ts";

const ALL: readonly AnyQueueId[] = ["original", "enhanced", "all-above"];

/** Returns the scenarios. Quick runs leave out the one with the fast link. */
const scenariosOf = (size: Runs["size"]): ScenarioId[] =>
  size === "full" ? ["2", "5", "10", "10-hs"] : ["2", "5", "10"];
const rttsOf = (size: Runs["size"]): number[] => (size === "full" ? [...OTHER_RTTS_MS, RTT_MS] : [RTT_MS]);

export const ecodel13 = study({
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
  points: (size) => cross({ flows: scenariosOf(size), queue: ALL, rtt: rttsOf(size) }),
  seeds: SEEDS,
  scenario: urlOf,
  read: readLosses,
  figures: (runs) => {
    const scenarios = scenariosOf(runs.size);
    const x = scenarios.map((_, i) => i + 1);
    return [
      {
        id: "lost",
        title: `Lost segments at ${RTT_MS} ms: ${scenarios.map((id, i) => `${i + 1} ${SCENARIOS[id].label}`).join(", ")}`,
        kind: "points",
        x: { label: "Scenario", unit: "", scale: "linear", from: 0, to: scenarios.length + 1 },
        y: { label: "Lost segments", unit: "", scale: "linear", from: 0 },
        series: [
          ...ALL.map((queue): Series => {
            const points = scenarios.map((scenario) => pointOf(scenario, queue));
            return {
              label: QUEUES[queue].label,
              x,
              y: points.map((point) => runs.mean(point, "lost")),
              jobs: points.map((point) => runs.shown(point)),
            };
          }),
          ...BOTH.map((queue): Series => {
            const y = scenarios.map((scenario) => SCENARIOS[scenario].paper[queue]);
            return { label: `${QUEUES[queue].label}: paper`, x, y, source: "paper" };
          }),
        ],
      },
    ];
  },
  tables: (runs) => [
    {
      id: "lost",
      title: "Lost segments, mean of all runs",
      head: [
        "Scenario",
        "RTT (ms)",
        ...ALL.map((queue) => QUEUES[queue].label),
        ...BOTH.map((queue) => `Paper: ${QUEUES[queue].label}`),
      ],
      rows: cross({ rtt: rttsOf(runs.size), scenario: scenariosOf(runs.size) }).map(({ rtt, scenario }) => [
        SCENARIOS[scenario].label,
        rtt,
        ...ALL.map((queue) => rounded(runs.mean(pointOf(scenario, queue, rtt), "lost"), 4)),
        ...BOTH.map((queue) => SCENARIOS[scenario].paper[queue]),
      ]),
    },
  ],
  claims: (runs) => {
    const scenarios = scenariosOf(runs.size);
    return rttsOf(runs.size).map((rtt) => ({
      id: `fewer-${rtt}ms`,
      text: `With ECN-enhanced CoDel fewer segments are lost in each scenario (round trip ${rtt} ms).`,
      // The paper has only one RTT. Claims at other RTTs are the project's own.
      basis: rtt === RTT_MS ? undefined : "ours",
      paper: scenarios
        .map((scenario) => `${SCENARIOS[scenario].paper.enhanced} / ${SCENARIOS[scenario].paper.original}`)
        .join(", "),
      tolerance: "direction in each scenario, means of all runs",
      values: cross({ queue: ["enhanced", "original"] as const, scenario: scenarios }).map(
        ({ queue, scenario }) => runs.mean(pointOf(scenario, queue, rtt), "lost"),
      ),
      judge: (...lost) => {
        const pairs = scenarios.map((_, i) => [lost[i], lost[scenarios.length + i]]);
        return {
          ours: pairs
            .map(([enhanced, original]) => `${enhanced.toFixed(0)} / ${original.toFixed(0)}`)
            .join(", "),
          holds: pairs.every(([enhanced, original]) => enhanced < original),
        };
      },
    }));
  },
});
