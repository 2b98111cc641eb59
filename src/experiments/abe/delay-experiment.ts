/** Figures 5 and 7: distribution of the queue delay with one flow. */
import { againstBeta } from "../compared-run.ts";
import type { Experiment } from "../experiment.ts";
import { AQMS, BASE_BETA, chosenFor, SENDER_LABEL } from "./chosen.ts";
import {
  type DelayGrid,
  delayFigures,
  delayJobs,
  delayRise,
  delayTable,
  readDelay,
  type StatedDelay,
} from "./delay.ts";
import { codelNearTarget, pieHeavierTail } from "./delay-shape.ts";
import { ABE } from "./paper.ts";
import { TRADE_OFF_TEXT, tradeOffTable, wellServed } from "./trade-off.ts";

interface DelayFigure {
  readonly number: number;
  readonly grid: DelayGrid;
  readonly stated: readonly StatedDelay[];
  readonly shows: string;
  readonly differences: readonly string[];
}

export function delayExperiment({ number, grid, stated, shows, differences }: DelayFigure): Experiment {
  return {
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `What β_ecn costs in queue delay: ${SENDER_LABEL[grid.sender]}`,
    shows,
    chosen: [...chosenFor(grid.sender), "Flows of 100 s, slow start included.", TRADE_OFF_TEXT],
    differences: [
      "Delay is each packet's sojourn time; the paper takes measured round trips less the path's and 1 ms.",
      ...differences,
    ],
    jobs: (size) => delayJobs(grid, size),
    comparedWith: againstBeta(BASE_BETA[grid.sender]),
    read: readDelay,
    reduce: (readings, size) => ({
      figures: delayFigures(readings, size, grid),
      heatMaps: [],
      tables: [tradeOffTable(readings, size, grid), delayTable(readings, size, grid)],
      claims: [
        ...stated.flatMap((one) => delayRise(readings, size, grid, one)),
        ...codelNearTarget(readings, size, grid),
        ...pieHeavierTail(readings, size, grid),
        ...AQMS.flatMap((aqm) => wellServed(readings, size, grid, aqm)),
      ],
    }),
  };
}
