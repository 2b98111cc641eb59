/** Figures 4 and 6: what one flow gains in bytes from β_ecn. */

import { checked, type Statement } from "../claim.ts";
import { againstBeta } from "../compared-run.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { BASE_BETA, causeOf, chosenFor, SENDER_LABEL } from "./chosen.ts";
import {
  type GainGrid,
  gainFigures,
  gainJobs,
  gainsPercent,
  LONG_S,
  meanGain,
  readBytes,
  type StatedGain,
  WITHIN_A_THIRD,
} from "./gain.ts";
import { gainsText, gainText } from "./number-text.ts";
import { ABE } from "./paper.ts";

interface GainFigure {
  readonly number: number;
  readonly grid: GainGrid;
  /** Whose gain is drawn by the flow's length. */
  readonly shownBeta: number;
  readonly stated: readonly StatedGain[];
  readonly shows: string;
  readonly differences: readonly string[];
  /** How a stated gain of a long flow is called and said. */
  readonly statement: (stated: StatedGain) => Pick<Statement, "id" | "text">;
  /** What the paper says beside its numbers. */
  readonly claims: (readings: Readings, size: Size) => Claim[];
}

export function gainExperiment(figure: GainFigure): Experiment {
  const { number, grid, shownBeta, stated, shows, differences, claims } = figure;
  const { sender } = grid;
  return {
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `What β_ecn gains: ${SENDER_LABEL[sender]}`,
    shows,
    chosen: [
      ...chosenFor(sender),
      `Lengths of flows are not stated: 5, 10, 30, 100 and ${LONG_S} s here, all read from the same runs.`,
    ],
    differences: ["A simulated path instead of a testbed.", ...differences],
    jobs: (size) => gainJobs(grid, size),
    comparedWith: againstBeta(BASE_BETA[sender]),
    read: readBytes,
    reduce: (readings, size) => ({
      figures: gainFigures(readings, size, sender, shownBeta, stated),
      heatMaps: [],
      tables: [],
      claims: [...stated.flatMap((one) => longFlow(readings, size, figure, one)), ...claims(readings, size)],
    }),
  };
}

function longFlow(
  readings: Readings,
  size: Size,
  { grid, statement }: GainFigure,
  stated: StatedGain,
): Claim[] {
  const { percent } = stated;
  const gains = gainsPercent(readings, size, grid.sender, stated, LONG_S);
  return checked(
    { ...statement(stated), paper: gainText(percent), tolerance: WITHIN_A_THIRD, ...causeOf(size) },
    [meanGain(readings, size, grid.sender, stated, LONG_S)],
    (ours) => ({ ours: gainsText(gains), holds: Math.abs(ours - percent) <= percent / 3 }),
  );
}
