/**
 * Figures 4 and 5: the rate of a flow by the model, over ρ, the share of marks among all signals. Computed from formulas, without
 * runs.
 */
import { type KwonVariant, kwonRate } from "../../engine/index.ts";
import type { Figure, Series } from "../experiment.ts";
import { fractions } from "../read-run.ts";
import { type JudgedClaim, study } from "../study.ts";
import { KWON, type Pair, pairLabel, USUAL } from "./paper.ts";

/** Signals per packet: in total, in periods that end with a loss, and in periods that end with a mark. */
interface Probabilities {
  readonly p: number;
  readonly lossP: number;
  readonly markP: number;
}

export const FEW_SIGNALS: Probabilities = { p: 0.01, lossP: 0.02, markP: 0.001 };
export const MANY_SIGNALS: Probabilities = { p: 0.05, lossP: 0.06, markP: 0.04 };
const CASES = [FEW_SIGNALS, MANY_SIGNALS];

const labelOf = ({ p, lossP, markP }: Probabilities) => `p ${p}, p_t ${lossP}, p_e ${markP}`;

/** Returns the rate in packets per second. RTT, packets per ACK and timeout have the values of §IV. */
export function rateAt(
  markShare: number,
  signals: Probabilities,
  [alpha, beta]: Pair,
  variant: KwonVariant = "published",
): number {
  const sender = { alpha, beta, timeoutS: 3, timeoutsAfter: "all", segmentsPerAck: 2, variant } as const;
  return kwonRate({ markShare, ...signals }, 0.2, sender);
}

function rateSeries(label: string, signals: Probabilities, pair: Pair, variant?: KwonVariant): Series {
  const x = fractions(40);
  return { label, x, y: x.map((share) => rateAt(share, signals, pair, variant)), source: "model" };
}

const AXES = {
  x: { label: "ρ, share of marks among signals", unit: "", scale: "linear", from: 0, to: 1 },
  y: { label: "Sending rate", unit: "packets/s", scale: "linear", from: 0 },
} as const;

const CHOSEN = ["Round trip 0.2 s, two packets per ACK, first timeout 3 s, as in the paper."];

export const kwon4 = study({
  id: "kwon-4",
  paper: KWON,
  where: "Figure 4",
  title: "The model's rate against the share of marks",
  shows:
    "With (α, β) = (0.2, 0.875) the sending rate rises as more of the signals are marks, as long as marks come no more often than losses: p_e ≤ p ≤ p_t.",
  chosen: CHOSEN,
  differences: ["Of the figure's triples of probabilities these two are in the text."],
  figures: () => [
    {
      id: "rates",
      title: "Sending rate, (α, β) = (0.2, 0.875)",
      kind: "lines",
      ...AXES,
      series: CASES.map((signals) => rateSeries(labelOf(signals), signals, USUAL)),
    },
  ],
  claims: () =>
    CASES.map(
      (signals): JudgedClaim => ({
        id: `rises-${signals.p}`,
        text: `The rate rises with the share of marks where p_e ≤ p ≤ p_t: ${labelOf(signals)}.`,
        tolerance: "at each of the points",
        values: rateSeries("", signals, USUAL).y,
        judge: (...rates) => ({
          ours: `from ${rates[0].toFixed(2)} to ${rates[rates.length - 1].toFixed(2)} packets/s`,
          holds: rates.every((rate, i) => i === 0 || rate > rates[i - 1]),
        }),
      }),
    ),
});

const UPPER: readonly Pair[] = [
  [1, 0.5],
  [0.8, 0.5789],
];
const LOWER: readonly Pair[] = [USUAL, [0.1, 0.9355]];
const PAIRS = [...UPPER, ...LOWER];

const ratesOfPairs = (variant: KwonVariant, title: string): Figure => ({
  id: variant,
  title: `${title}: ${labelOf(FEW_SIGNALS)}`,
  kind: "lines",
  ...AXES,
  series: PAIRS.map((pair) => rateSeries(pairLabel(pair), FEW_SIGNALS, pair, variant)),
});

export const kwon5 = study({
  id: "kwon-5",
  paper: KWON,
  where: "Figure 5",
  title: "The model's rate for pairs of α and β",
  shows:
    "Among pairs that are said to be fair to TCP, (1, 0.5) and (0.8, 0.5789) have the highest rates once most signals are marks, and (0.1, 0.9355) the lowest.",
  chosen: CHOSEN,
  differences: [
    "The order is one of the equations, not of the senders: eq. 6 adds up a cycle's windows as if each round brought a whole segment, although α is less. With steps of α all four pairs come out equal within 2 % (second figure), as pairs that are fair to TCP should.",
  ],
  figures: () => [
    ratesOfPairs("published", "Sending rate, as published"),
    ratesOfPairs("corrected", "Sending rate, with steps of α"),
  ],
  tables: () => [
    {
      id: "rates",
      title: "Sending rate in packets/s",
      head: ["(α, β)", "ρ 0", "ρ 0.5", "ρ 1", "ρ 1, corrected"],
      rows: PAIRS.map((pair) => [
        pairLabel(pair),
        ...[0, 0.5, 1].map((share) => rateAt(share, FEW_SIGNALS, pair)),
        rateAt(1, FEW_SIGNALS, pair, "corrected"),
      ]),
    },
  ],
  claims: () => [
    {
      id: "order",
      text: "Where all signals are marks, (1, 0.5) and (0.8, 0.5789) send more than (0.2, 0.875) and (0.1, 0.9355).",
      tolerance: "the slowest of the first two above the fastest of the other two",
      values: PAIRS.map((pair) => rateAt(1, FEW_SIGNALS, pair)),
      judge: (...rates) => {
        const [upper, lower] = [Math.min(...rates.slice(0, 2)), Math.max(...rates.slice(2))];
        return {
          ours: `${upper.toFixed(1)} and more against ${lower.toFixed(1)} packets/s and less`,
          holds: upper > lower,
        };
      },
    },
  ],
});
