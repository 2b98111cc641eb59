/** Figure 11: RED's average queue, and the share of packets that got a signal, as measured. */

import { mean, rounded } from "../../lib/statistics.ts";
import type { Figure } from "../experiment.ts";
import { middlesS, resample } from "../read-run.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import { FRACTIONS_LOST, KWON, WAN_CHOSEN, WAN_RTT_MS } from "./paper.ts";
import { equilibrium, FITTING_PATHS, PATHS_CHOSEN, pathLabel, VARIANTS } from "./red-model.ts";
import { CAPACITIES, durationS, type Path, rateLabel, SEEDS, STEADY_FROM_S, wanUrl } from "./wan.ts";

/** Windows of one second each. */
const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS) });

const [SLOW, FAST] = FITTING_PATHS;

/** The paths: all rates with the RTT of the WAN, and the fastest rate with the RTT that the paper's equations require. */
const PATHS: readonly Path[] = [...CAPACITIES.map((capacity) => ({ capacity, rttMs: WAN_RTT_MS })), FAST];

const pointOf = ({ capacity, rttMs }: Path) => ({ sender: "ecn-ab", capacity, rttMs }) as const;

const FEWER_SIGNALS = `${FRACTIONS_LOST} So few signals are enough. Over 2 to 4 ms the queue is 41 to 42 KB and 8 % of the packets are signalled. With fractions kept (ab-cut=exact) the queue over 11.5 ms is 42.2 KB, and 9.0 % of the packets are signalled.`;

/**
 * Returns a figure of the first seed's run over time. The levels that the paper's text states are drawn over the time of their
 * means.
 */
function overTime(
  runs: Runs,
  field: string,
  levels: readonly number[],
  rest: Pick<Figure, "id" | "title" | "y">,
): Figure {
  const endS = durationS(runs.size);
  return {
    ...rest,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    series: [
      ...PATHS.map((path) => runs.track(pathLabel(path), pointOf(path), middlesS(partOf(endS)), field)),
      ...levels.map((level) => ({
        label: `paper, ${level}`,
        x: [STEADY_FROM_S, endS],
        y: [level, level],
        source: "paper" as const,
      })),
    ],
  };
}

function claimsOf(runs: Runs, path: Path): JudgedClaim[] {
  const id = path.capacity.toLowerCase();
  // The paper's text does not say which rate its numbers are for. The WAN at 1 Mbps is assumed; PATHS_CHOSEN gives the reason.
  const whose = path === FAST ? ({ basis: "ours", cause: FEWER_SIGNALS } as const) : {};
  return [
    {
      id: `queue-${id}`,
      text: `The average queue is 40 to 42 KB, at ${pathLabel(path)}.`,
      paper: "40 to 42 KB",
      tolerance: "within a tenth: the round trip is not in the text",
      ...whose,
      values: [runs.mean(pointOf(path), "avgMeanPackets")],
      judge: (queue) => ({ ours: `${queue.toFixed(1)} KB`, holds: queue >= 0.9 * 40 && queue <= 1.1 * 42 }),
    },
    {
      id: `probability-${id}`,
      text: `About 8 % of the packets are marked or dropped, at ${pathLabel(path)}.`,
      paper: "about 8 %",
      tolerance: "from 6 to 10 %",
      ...whose,
      values: [runs.mean(pointOf(path), "signalShare")],
      judge: (share) => ({ ours: `${(100 * share).toFixed(1)} %`, holds: share >= 0.06 && share <= 0.1 }),
    },
  ];
}

export const kwon11 = study({
  id: "kwon-11",
  paper: KWON,
  where: "Figure 11",
  title: "Average queue and probability, measured",
  shows:
    "Twenty ECN(α, β) flows over the WAN hold RED's average queue at 40 to 42 KB and about 8 % of the packets are signalled, close to where the model's curves cross.",
  chosen: [...WAN_CHOSEN, PATHS_CHOSEN, "The first 10 s are left out of the means."],
  differences: [
    "While it waits between signals RED signals two thirds of the packets that its curve asks for; the model takes the curve as it is.",
  ],
  points: () => PATHS.map(pointOf),
  seeds: SEEDS,
  scenario: wanUrl(STEADY_FROM_S),
  read: ({ links, results, nowS }) => {
    const [avg, p] = ["avg", "p"].map((id) => {
      const series = links[0].queue.probes.find(({ probe }) => probe.id === id)?.series;
      return series === undefined ? [] : resample(series, partOf(nowS));
    });
    const { packets, marks, drops, queuePackets } = results.links[0];
    const dropped = drops.aqm + drops.overflow;
    const steadyMean = (values: readonly (number | null)[]) =>
      mean(values.slice(STEADY_FROM_S).filter((value) => value !== null));
    return {
      avgPackets: avg,
      probability: p,
      avgMeanPackets: steadyMean(avg),
      probabilityMean: steadyMean(p),
      queueMeanPackets: rounded(queuePackets.mean),
      signalShare: rounded((marks + dropped) / (packets + dropped)),
    };
  },
  figures: (runs) => [
    overTime(runs, "avgPackets", [40, 42], {
      id: "average-queue",
      title: "RED's average queue, first seed",
      y: { label: "Average queue", unit: "packets", scale: "linear", from: 0 },
    }),
    overTime(runs, "probability", [0.08], {
      id: "probability",
      title: "RED's probability, first seed",
      y: { label: "Probability", unit: "", scale: "linear", from: 0 },
    }),
  ],
  tables: (runs) => [
    {
      id: "equilibrium",
      title: "Measured after 10 s, beside the model's equilibrium",
      head: [
        "Rate",
        "RTT (ms)",
        "Average queue (packets)",
        "RED's probability",
        "Marked or dropped (share)",
        "Queue, as published",
        "p, as published",
        "Queue, corrected",
        "p, corrected",
      ],
      rows: PATHS.map((path) => [
        rateLabel(path.capacity),
        path.rttMs,
        ...["avgMeanPackets", "probabilityMean", "signalShare"].map((field) =>
          runs.mean(pointOf(path), field),
        ),
        ...VARIANTS.flatMap((variant) => {
          const { queuePackets, p } = equilibrium(path, variant);
          return [queuePackets, p];
        }),
      ]),
    },
  ],
  claims: (runs) => [...claimsOf(runs, SLOW), ...claimsOf(runs, FAST)],
});
