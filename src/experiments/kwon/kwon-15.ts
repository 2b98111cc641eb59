/** Figure 15: flows with ECN(α, β) beside Reno without ECN. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { FRACTIONS_LOST, KWON, SIX_CHOSEN } from "./chosen.ts";
import {
  alikeClaim,
  COMPARED_MIX,
  deliveredTable,
  mixedShare,
  readSequences,
  sequenceFigures,
  sixJobs,
  TCP_FLOWS,
} from "./six.ts";

const [SHORTEST, ...OTHERS] = TCP_FLOWS;

const NOTHING_LOST = `${FRACTIONS_LOST} The plain flows gain by it, TCP1 too. With fractions kept (ab-cut=exact) TCP1 loses about a tenth.`;

function claims(readings: Readings, size: Size): Claim[] {
  return [
    ...checked(
      {
        id: "shortest-suffers",
        text: "Without ECN the flow with the shortest round trip, TCP1, loses some to ECN(α, β).",
        paper: "shape",
        tolerance: "between 3 and 50 % less: somewhat",
        cause: NOTHING_LOST,
      },
      [mixedShare(SHORTEST, readings, size)],
      (share) => ({
        ours: `${Math.abs(100 * (1 - share)).toFixed(0)} % ${share > 1 ? "more" : "less"}`,
        holds: share <= 0.97 && share >= 0.5,
      }),
    ),
    ...alikeClaim(
      { text: "TCP2 and TCP3 come about as far as among flows like themselves.", basis: "ours" },
      OTHERS,
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
  differences: [],
  comparedWith: COMPARED_MIX,
  jobs: (size) => sixJobs("reno", size),
  read: readSequences,
  reduce: (readings, size) => ({
    figures: sequenceFigures(readings, size),
    heatMaps: [],
    tables: [deliveredTable(readings, size)],
    claims: claims(readings, size),
  }),
};
