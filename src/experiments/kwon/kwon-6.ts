/** Figure 6: where the model's flows and RED's curve cross. No runs: closed forms alone. */
import { type KwonVariant, queueAt, redProbability } from "../../engine/index.ts";
import { checked, type Statement } from "../claim.ts";
import type { Claim, Experiment, Figure, Series, Table } from "../experiment.ts";
import { fractions } from "../read-run.ts";
import { KWON, RED_CHOSEN, TIMEOUT_BEYOND_RTT_S, WAN_RTT_MS } from "./chosen.ts";
import {
  CURVE,
  equilibrium,
  FITTING_PATHS,
  FITTING_RTTS_MS,
  loadOf,
  PAPER_P,
  PAPER_QUEUE_PACKETS,
  PATHS_CHOSEN,
  pathLabel,
  VARIANT_LABELS,
  VARIANTS,
} from "./red-model.ts";
import { CAPACITIES, type Path, rateLabel } from "./wan.ts";

const POINTS = 60;
/** Largest probability that is drawn. */
const TOP_P = 0.3;
function redSeries(): Series {
  const x = fractions(POINTS).map((fraction) => 2 * CURVE.maxTh * fraction);
  return { label: "RED's curve", x, y: x.map((queue) => redProbability(queue, CURVE)), source: "model" };
}

/** The queue at which the flows fill the link, for each probability: marks up to p_max, drops above. */
function flowSeries({ capacity, rttMs }: Path, variant: KwonVariant, isMark: boolean): Series {
  const load = loadOf(capacity, variant, rttMs);
  const [from, to] = isMark ? [load.markUpTo / POINTS, load.markUpTo] : [load.markUpTo, TOP_P];
  const points = fractions(POINTS)
    .map((fraction) => from + (to - from) * fraction)
    .map((p) => ({ p, queue: queueAt(p, isMark, load) }))
    .filter(({ queue }) => queue >= 0 && queue <= 2 * CURVE.maxTh);
  return {
    label: `Flows, ${VARIANT_LABELS[variant]}, ${isMark ? "marks" : "drops"}`,
    x: points.map(({ queue }) => queue),
    y: points.map(({ p }) => p),
    source: "model",
  };
}

function figure(path: Path): Figure {
  return {
    id: `crossing-${path.capacity.toLowerCase()}`,
    title: `Flows and RED at ${pathLabel(path)}`,
    kind: "lines",
    x: { label: "Average queue", unit: "packets", scale: "linear", from: 0, to: 2 * CURVE.maxTh },
    y: { label: "Probability of a signal", unit: "", scale: "linear", from: 0, to: TOP_P },
    series: [
      redSeries(),
      ...VARIANTS.flatMap((variant) => [true, false].map((isMark) => flowSeries(path, variant, isMark))),
      { label: "The paper's crossing", x: [PAPER_QUEUE_PACKETS], y: [PAPER_P], source: "paper" },
    ],
  };
}

function table(): Table {
  const cases = CAPACITIES.flatMap((capacity) =>
    [WAN_RTT_MS, FITTING_RTTS_MS[capacity]].map((rttMs) => ({ capacity, rttMs })),
  );
  return {
    id: "equilibria",
    title: "Equilibrium of twenty flows",
    head: [
      "Rate",
      "RTT (ms)",
      ...VARIANTS.flatMap((v) => [`p, ${VARIANT_LABELS[v]}`, `Queue, ${VARIANT_LABELS[v]}`]),
    ],
    rows: cases.map(({ capacity, rttMs }) => [
      rateLabel(capacity),
      rttMs,
      ...VARIANTS.flatMap((variant) => {
        const { p, queuePackets } = equilibrium(capacity, variant, rttMs);
        return [p, queuePackets];
      }),
    ]),
  };
}

const [SLOW, FAST] = FITTING_PATHS;
const NEAR =
  "p from 0.075 to 0.095, queue from 36 to 42: RED's own curve is 0.093 at 40 and reaches 0.08 at 36.4";

function claim(
  { capacity, rttMs }: Path,
  statement: Pick<Statement, "text" | "basis" | "tolerance">,
): Claim[] {
  const { p, queuePackets } = equilibrium(capacity, "published", rttMs);
  return checked(
    { ...statement, id: `crossing-${capacity.toLowerCase()}`, paper: "p 0.08, 40 KB" },
    [p, queuePackets],
    (ourP, queue) => ({
      ours: `p ${ourP.toFixed(3)}, ${queue.toFixed(1)} KB`,
      holds: ourP >= 0.075 && ourP <= 0.095 && queue >= 36 && queue <= 42,
    }),
  );
}

function claims(): Claim[] {
  return [
    ...claim(SLOW, {
      text: `The curves of the flows and of RED cross near a probability of 0.08 and a queue of 40 KB, at ${pathLabel(SLOW)}.`,
      tolerance: NEAR,
    }),
    ...claim(FAST, {
      text: `There is a round trip at which they cross there at ${rateLabel(FAST.capacity)} too: ${FAST.rttMs} ms.`,
      basis: "ours",
      tolerance: `${NEAR}; the round trip is chosen for it`,
    }),
  ];
}

export const kwon6: Experiment = {
  id: "kwon-6",
  paper: KWON,
  where: "Figure 6",
  title: "Equilibrium of the model and RED",
  shows:
    "Twenty flows fill the link at each queue with one probability of a signal; RED's curve gives another. Where the two cross the system comes to rest: near 0.08 and 40 KB.",
  chosen: [
    RED_CHOSEN,
    PATHS_CHOSEN,
    `Packets per ACK and first timeout are not stated: one, and a round trip and ${TIMEOUT_BEYOND_RTT_S} s. Marks bring no timeouts.`,
  ],
  differences: [
    'The equations as published count packets as if each step of the window were a whole segment (eq. 6); "corrected" adds up steps of α.',
  ],
  jobs: () => [],
  read: () => ({}),
  reduce: () => ({
    figures: FITTING_PATHS.map(figure),
    heatMaps: [],
    tables: [table()],
    claims: claims(),
  }),
};
