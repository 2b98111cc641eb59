/** A made-up experiment with two points of a gain against β_ecn, and with one claim that can fail. */
import { getParam, scenarioFromUrl } from "../../../../src/engine/index.ts";
import type { Experiment, Outcome, Paper, StoredOutcome } from "../../../../src/experiments/experiment.ts";

export const MADE_PAPER: Paper = { id: "abe", citation: "A. Author, “A paper”, 2017", label: "ABE" };

const BETAS = { quick: [0.5, 0.8], full: [0.5, 0.6, 0.7, 0.8] };

export function madeExperiment(made: Partial<Experiment> = {}): Experiment {
  return {
    id: "abe-4",
    paper: MADE_PAPER,
    where: "Figure 4",
    title: "Gain with β_ecn",
    shows: "The gain grows.",
    chosen: ["Runs of 100 s."],
    differences: ["A simulated path."],
    jobs: (size) =>
      BETAS[size].map((beta) => ({
        key: `beta=${beta}`,
        scenario: scenarioFromUrl(`v=2&beta-ecn=${beta}`).scenario,
      })),
    read: (snapshot, { scenario }) => ({
      beta: Number(getParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn")),
      utilisation: snapshot.results.links[0].utilisation,
    }),
    reduce: (readings) => madeOutcome(readings.size > 0),
    ...made,
  };
}

export function madeOutcome(holds = true): Outcome {
  return {
    figures: [
      {
        id: "gain",
        title: "Gain",
        kind: "lines",
        x: { label: "β_ecn", unit: "", scale: "linear" },
        y: { label: "gain", unit: "%", scale: "linear" },
        series: [{ label: "400 ms", x: [0.5, 0.8], y: [0, 23.1], jobs: ["beta=0.5", "beta=0.8"] }],
      },
    ],
    heatMaps: [],
    tables: [],
    claims: [
      {
        id: "gain",
        text: "β_ecn 0.8 gains 24 % at 400 ms.",
        paper: "+24 %",
        ours: "+23.1 %",
        holds,
        tolerance: "within a third",
        ...(!holds && { cause: "the runs are too short" }),
      },
      {
        id: "shape",
        text: "The gain grows.",
        paper: "shape",
        ours: "it grows",
        holds: true,
        tolerance: "order",
      },
    ],
  };
}

export function madeStored(made: Partial<StoredOutcome> = {}): StoredOutcome {
  return {
    schema: 1,
    id: "abe-4",
    version: "9.9.9",
    size: "full",
    digest: "0123456789abcdef",
    jobs: 4,
    packets: 1_234_567,
    outcome: madeOutcome(),
    ...made,
  };
}
