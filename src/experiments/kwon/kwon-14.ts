/** Figure 14: flows with ECN(α, β) beside Reno with ECN. */
import type { Experiment } from "../experiment.ts";
import { FRACTIONS_LOST, KWON, SIX_CHOSEN } from "./chosen.ts";
import {
  alikeClaim,
  COMPARED_MIX,
  deliveredTable,
  readSequences,
  sequenceFigures,
  sixJobs,
  TCP_FLOWS,
} from "./six.ts";

export const kwon14: Experiment = {
  id: "kwon-14",
  paper: KWON,
  where: "Figure 14",
  title: "ECN(α, β) beside Reno with ECN",
  shows:
    "Six flows of three round trips share a RED queue. Whether three of them use ECN(α, β) or all six are Reno with ECN, the lines of the plain three, TCP1 to TCP3, are much the same.",
  chosen: SIX_CHOSEN,
  differences: [
    `TCP1 to TCP3 all come somewhat farther beside ECN(α, β). ${FRACTIONS_LOST} With fractions kept (ab-cut=exact) they have 96, 98 and 99 %.`,
  ],
  comparedWith: COMPARED_MIX,
  jobs: (size) => sixJobs("reno-ecn", size),
  read: readSequences,
  reduce: (readings, size) => ({
    figures: sequenceFigures(readings, size),
    heatMaps: [],
    tables: [deliveredTable(readings, size)],
    claims: alikeClaim(
      { text: "TCP1 to TCP3 come as far beside ECN(α, β) as among flows like themselves." },
      TCP_FLOWS,
      readings,
      size,
    ),
  }),
};
