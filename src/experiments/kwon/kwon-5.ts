/** Figure 5: the model's sending rate against the share of marks, for several (α, β). No runs: a closed form. */
import type { KwonVariant } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Table } from "../experiment.ts";
import { KWON } from "./chosen.ts";
import {
  FEW_SIGNALS,
  labelOf,
  MODEL_CHOSEN,
  RATE_AXIS,
  rateAt,
  rateSeries,
  SHARE_AXIS,
} from "./rate-model.ts";
import { type Pair, pairLabel, USUAL } from "./senders.ts";

const UPPER: readonly Pair[] = [
  [1, 0.5],
  [0.8, 0.5789],
];
const LOWER: readonly Pair[] = [USUAL, [0.1, 0.9355]];
const PAIRS = [...UPPER, ...LOWER];

function figure(variant: KwonVariant, title: string): Figure {
  return {
    id: variant,
    title: `${title}: ${labelOf(FEW_SIGNALS)}`,
    kind: "lines",
    x: SHARE_AXIS,
    y: RATE_AXIS,
    series: PAIRS.map((pair) => rateSeries(pairLabel(pair), FEW_SIGNALS, pair, variant)),
  };
}

function table(): Table {
  return {
    id: "rates",
    title: "Sending rate in packets/s",
    head: ["(α, β)", "ρ 0", "ρ 0.5", "ρ 1", "ρ 1, corrected"],
    rows: PAIRS.map((pair) => [
      pairLabel(pair),
      ...[0, 0.5, 1].map((share) => rateAt(share, FEW_SIGNALS, pair)),
      rateAt(1, FEW_SIGNALS, pair, "corrected"),
    ]),
  };
}

function claims(): Claim[] {
  const rates = (pairs: readonly Pair[]) => pairs.map((pair) => rateAt(1, FEW_SIGNALS, pair));
  return checked(
    {
      id: "order",
      text: "Where all signals are marks, (1, 0.5) and (0.8, 0.5789) send more than (0.2, 0.875) and (0.1, 0.9355).",
      paper: "shape",
      tolerance: "the slowest of the first two above the fastest of the other two",
    },
    [Math.min(...rates(UPPER)), Math.max(...rates(LOWER))],
    (upper, lower) => ({
      ours: `${upper.toFixed(1)} and more against ${lower.toFixed(1)} packets/s and less`,
      holds: upper > lower,
    }),
  );
}

export const kwon5: Experiment = {
  id: "kwon-5",
  paper: KWON,
  where: "Figure 5",
  title: "The model's rate for pairs of α and β",
  shows:
    "Among pairs that are said to be fair to TCP, (1, 0.5) and (0.8, 0.5789) have the highest rates once most signals are marks, and (0.1, 0.9355) the lowest.",
  chosen: MODEL_CHOSEN,
  differences: [
    "The order is one of the equations, not of the senders: eq. 6 adds up a cycle's windows as if each round brought a whole segment, although α is less. With steps of α all four pairs come out equal within 2 % (second figure), as pairs that are fair to TCP should.",
  ],
  jobs: () => [],
  read: () => ({}),
  reduce: () => ({
    figures: [
      figure("published", "Sending rate, as published"),
      figure("corrected", "Sending rate, with steps of α"),
    ],
    heatMaps: [],
    tables: [table()],
    claims: claims(),
  }),
};
