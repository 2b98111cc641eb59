/** Figure 4: the model's sending rate against the share of marks, for several probabilities. No runs: a closed form. */
import { checked } from "../claim.ts";
import type { Claim, Experiment } from "../experiment.ts";
import { KWON } from "./chosen.ts";
import {
  FEW_SIGNALS,
  labelOf,
  MANY_SIGNALS,
  MODEL_CHOSEN,
  type Probabilities,
  RATE_AXIS,
  rateAt,
  rateSeries,
  SHARE_AXIS,
} from "./rate-model.ts";
import { USUAL } from "./senders.ts";

const CASES: readonly Probabilities[] = [FEW_SIGNALS, MANY_SIGNALS];

function claim(signals: Probabilities): Claim[] {
  const rates = rateSeries("", signals, USUAL).y.filter((rate) => rate !== null);
  return checked(
    {
      id: `rises-${signals.p}`,
      text: `The rate rises with the share of marks where p_e ≤ p ≤ p_t: ${labelOf(signals)}.`,
      paper: "shape",
      tolerance: "at each of the points",
    },
    [rateAt(0, signals, USUAL), rateAt(1, signals, USUAL)],
    (none, all) => ({
      ours: `from ${none.toFixed(2)} to ${all.toFixed(2)} packets/s`,
      holds: rates.every((rate, i) => i === 0 || rate > rates[i - 1]),
    }),
  );
}

export const kwon4: Experiment = {
  id: "kwon-4",
  paper: KWON,
  where: "Figure 4",
  title: "The model's rate against the share of marks",
  shows:
    "With (α, β) = (0.2, 0.875) the sending rate rises as more of the signals are marks, as long as marks come no more often than losses: p_e ≤ p ≤ p_t.",
  chosen: MODEL_CHOSEN,
  differences: ["Of the figure's triples of probabilities these two are in the text."],
  jobs: () => [],
  read: () => ({}),
  reduce: () => ({
    figures: [
      {
        id: "rates",
        title: "Sending rate, (α, β) = (0.2, 0.875)",
        kind: "lines",
        x: SHARE_AXIS,
        y: RATE_AXIS,
        series: CASES.map((signals) => rateSeries(labelOf(signals), signals, USUAL)),
      },
    ],
    heatMaps: [],
    tables: [],
    claims: CASES.flatMap(claim),
  }),
};
