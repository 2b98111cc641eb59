/**
 * The model's equilibrium of twenty ECN(α, β) flows and the paper's RED (§IV, equations 16 to 19), and figure 6: the point where
 * the curve of the flows meets that of RED. Computed from formulas, without runs.
 */
import {
  type KwonVariant,
  queueAt,
  type RedCurve,
  type RedEquilibrium,
  type RedLoad,
  redEquilibrium,
  redProbability,
} from "../../engine/index.ts";
import type { Series } from "../experiment.ts";
import { fractions } from "../read-run.ts";
import { type JudgedClaim, study } from "../study.ts";
import {
  BUFFER_BYTES,
  KWON,
  PACKET_BYTES,
  RED_CHOSEN,
  TIMEOUT_BEYOND_RTT_S,
  USUAL,
  WAN_RTT_MS,
} from "./paper.ts";
import { CAPACITIES, type Capacity, FLOWS, megabits, type Path, rateLabel } from "./wan.ts";

const P_MAX = 0.1;

/** Thresholds in packets. */
const CURVE: RedCurve = {
  minTh: BUFFER_BYTES / 12 / PACKET_BYTES,
  maxTh: BUFFER_BYTES / 4 / PACKET_BYTES,
  maxP: P_MAX,
  gentle: true,
};

export const VARIANTS: readonly KwonVariant[] = ["published", "corrected"];
const VARIANT_LABELS: Readonly<Record<KwonVariant, string>> = {
  published: "as published",
  corrected: "corrected",
};

/** RTT for each rate with which the published equations give each flow its share, at the paper's values p = 0.08 and 40 KB. */
const FITTING_RTTS_MS: Readonly<Record<Capacity, number>> = { "1Mbps": 115, "5Mbps": 23, "10Mbps": 11.5 };

/**
 * The slowest rate with the RTT of the WAN, which may be the case of figures 6 and 11, and the fastest rate with the RTT that the
 * equations require.
 */
export const FITTING_PATHS: readonly [slow: Path, fast: Path] = [
  { capacity: "1Mbps", rttMs: WAN_RTT_MS },
  { capacity: "10Mbps", rttMs: FITTING_RTTS_MS["10Mbps"] },
];

export const pathLabel = ({ capacity, rttMs }: Path): string => `${rateLabel(capacity)}, ${rttMs} ms`;

export const PATHS_CHOSEN = `The text has one pair of numbers, and no rate or round trip with it. The paper's own equations cross at p 0.08 and 40 KB for a round trip of ${FITTING_RTTS_MS["1Mbps"]} ms at 1 Mbps, ${FITTING_RTTS_MS["5Mbps"]} ms at 5 and ${FITTING_RTTS_MS["10Mbps"]} ms at 10. At 10 Mbps over the WAN it cannot be: table I has 2 % drops of Reno there. So 1 Mbps over the WAN's ${WAN_RTT_MS} ms is what is compared with the paper; 10 Mbps over ${FITTING_RTTS_MS["10Mbps"]} ms is a check of ours. The numbers at 10 Mbps counted as the paper's until they were seen to fail.`;

function loadOf({ capacity, rttMs }: Path, variant: KwonVariant): RedLoad {
  const [alpha, beta] = USUAL;
  return {
    flows: FLOWS,
    packetsPerS: (megabits(capacity) * 1e6) / (8 * PACKET_BYTES),
    baseRttS: rttMs / 1000,
    markUpTo: P_MAX,
    sender: {
      alpha,
      beta,
      timeoutS: rttMs / 1000 + TIMEOUT_BEYOND_RTT_S,
      timeoutsAfter: "losses",
      segmentsPerAck: 1,
      variant,
    },
  };
}

export const equilibrium = (path: Path, variant: KwonVariant): RedEquilibrium =>
  redEquilibrium(CURVE, loadOf(path, variant));

const POINTS = 60;
/** Largest probability that is drawn. */
const TOP_P = 0.3;

function redSeries(): Series {
  const x = fractions(POINTS).map((fraction) => 2 * CURVE.maxTh * fraction);
  return { label: "RED's curve", x, y: x.map((queue) => redProbability(queue, CURVE)), source: "model" };
}

/** Returns a line: for each probability, the queue at which the flows fill the link. Signals are marks up to p_max and drops above. */
function flowSeries(path: Path, variant: KwonVariant, isMark: boolean): Series {
  const load = loadOf(path, variant);
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

const NEAR =
  "p from 0.075 to 0.095, queue from 36 to 42: RED's own curve is 0.093 at 40 and reaches 0.08 at 36.4";

function crossing(path: Path, statement: Pick<JudgedClaim, "text" | "basis" | "tolerance">): JudgedClaim {
  const { p, queuePackets } = equilibrium(path, "published");
  return {
    ...statement,
    id: `crossing-${path.capacity.toLowerCase()}`,
    paper: "p 0.08, 40 KB",
    values: [p, queuePackets],
    judge: (ourP, queue) => ({
      ours: `p ${ourP.toFixed(3)}, ${queue.toFixed(1)} KB`,
      holds: ourP >= 0.075 && ourP <= 0.095 && queue >= 36 && queue <= 42,
    }),
  };
}

const [SLOW, FAST] = FITTING_PATHS;

export const kwon6 = study({
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
  figures: () =>
    FITTING_PATHS.map((path) => ({
      id: `crossing-${path.capacity.toLowerCase()}`,
      title: `Flows and RED at ${pathLabel(path)}`,
      kind: "lines",
      x: { label: "Average queue", unit: "packets", scale: "linear", from: 0, to: 2 * CURVE.maxTh },
      y: { label: "Probability of a signal", unit: "", scale: "linear", from: 0, to: TOP_P },
      series: [
        redSeries(),
        ...VARIANTS.flatMap((variant) => [true, false].map((isMark) => flowSeries(path, variant, isMark))),
        { label: "The paper's crossing", x: [40], y: [0.08], source: "paper" },
      ],
    })),
  tables: () => [
    {
      id: "equilibria",
      title: "Equilibrium of twenty flows",
      head: [
        "Rate",
        "RTT (ms)",
        ...VARIANTS.flatMap((v) => [`p, ${VARIANT_LABELS[v]}`, `Queue, ${VARIANT_LABELS[v]}`]),
      ],
      rows: CAPACITIES.flatMap((capacity) =>
        [WAN_RTT_MS, FITTING_RTTS_MS[capacity]].map((rttMs) => [
          rateLabel(capacity),
          rttMs,
          ...VARIANTS.flatMap((variant) => {
            const { p, queuePackets } = equilibrium({ capacity, rttMs }, variant);
            return [p, queuePackets];
          }),
        ]),
      ),
    },
  ],
  claims: () => [
    crossing(SLOW, {
      text: `The curves of the flows and of RED cross near a probability of 0.08 and a queue of 40 KB, at ${pathLabel(SLOW)}.`,
      tolerance: NEAR,
    }),
    crossing(FAST, {
      text: `There is a round trip at which they cross there at ${rateLabel(FAST.capacity)} too: ${FAST.rttMs} ms.`,
      basis: "ours",
      tolerance: `${NEAR}; the round trip is chosen for it`,
    }),
  ],
});
