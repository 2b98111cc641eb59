/** Figure 15: flows with ECN(α, β) beside Reno without ECN. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { DIFFERENCES, FRACTIONS_LOST, KWON, SIX_CHOSEN } from "./chosen.ts";
import {
  alikeClaim,
  deliveredTable,
  mixedShare,
  readSequences,
  sequenceFigures,
  sixJobs,
  TCP_FLOWS,
} from "./six.ts";

const [SHORTEST, ...OTHERS] = TCP_FLOWS;

function claims(readings: Readings, size: Size): Claim[] {
  return [
    ...checked(
      {
        id: "shortest-suffers",
        text: "Without ECN the flow with the shortest round trip, TCP1, loses some to ECN(α, β).",
        paper: "shape",
        tolerance: "between 3 and 50 % less: somewhat",
        cause: FRACTIONS_LOST,
      },
      [mixedShare(SHORTEST, readings, size)],
      (share) => ({ ours: `${(100 * (1 - share)).toFixed(0)} % less`, holds: share <= 0.97 && share >= 0.5 }),
    ),
    ...alikeClaim(
      "TCP2 and TCP3 come about as far as among flows like themselves.",
      OTHERS,
      FRACTIONS_LOST,
      readings,
      size,
    ),
  ];
}

export const kwon15: Experiment = {
  id: "kwon-15",
  paper: KWON,
  where: "Figure 15",
  title: "ECN(α, β) beside Reno without ECN",
  shows:
    "As figure 14, with TCP1 to TCP3 Reno without ECN: the flow with the shortest round trip suffers somewhat from the three with ECN(α, β), the others little.",
  chosen: SIX_CHOSEN,
  differences: DIFFERENCES,
  jobs: (size) => sixJobs("reno", size),
  read: readSequences,
  reduce: (readings, size) => ({
    figures: sequenceFigures(readings, size),
    heatMaps: [],
    tables: [deliveredTable(readings, size)],
    claims: claims(readings, size),
  }),
};
