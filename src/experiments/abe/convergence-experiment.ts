/** Figures 9 and 10: convergence of two flows of one kind. */
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { BASE_BETA, CHOSEN, SENDER_CHOSEN, SENDER_LABEL } from "./chosen.ts";
import {
  type ConvergenceGrid,
  convergenceFigures,
  convergenceJobs,
  convergenceTable,
  HANDSHAKE_TEXT,
  LIMITS_TEXT,
  LOOKS_TEXT,
  RUNS_TEXT,
  readConvergence,
  STAYS_TEXT,
} from "./convergence.ts";
import { ABE } from "./paper.ts";

interface ConvergenceFigure {
  readonly number: number;
  readonly grid: ConvergenceGrid;
  readonly shows: string;
  /** Which β_ecn stand for the paper's count of experiments. */
  readonly betasText: string;
  readonly claims: (readings: Readings, size: Size) => Claim[];
}

export function convergenceExperiment(figure: ConvergenceFigure): Experiment {
  const { number, grid, shows, betasText, claims } = figure;
  return {
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `Convergence of two ${SENDER_LABEL[grid.sender]} flows`,
    shows,
    chosen: [
      ...SENDER_CHOSEN[grid.sender],
      CHOSEN.queues,
      CHOSEN.segments,
      betasText,
      CHOSEN.noise,
      RUNS_TEXT,
      HANDSHAKE_TEXT,
      STAYS_TEXT,
      LOOKS_TEXT,
      LIMITS_TEXT,
    ],
    differences: ["Three runs of each path where the paper has one."],
    jobs: (size) => convergenceJobs(grid, size),
    comparedWith: againstBeta(BASE_BETA[grid.sender]),
    read: readConvergence,
    reduce: (readings, size) => ({
      figures: convergenceFigures(readings, size, grid),
      heatMaps: [],
      tables: [convergenceTable(readings, size, grid)],
      claims: claims(readings, size),
    }),
  };
}
