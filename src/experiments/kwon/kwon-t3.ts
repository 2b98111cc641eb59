/** Table III: GFC-2 with ten more bulk flows from 20 s to 40 s. */
import { BURST_CHOSEN, burstJobs, burstKeys } from "./burst.ts";
import { dropClaims, sizeClaims, totalClaims } from "./gfc-claims.ts";
import { gfcExperiment } from "./gfc-experiment.ts";
import { type PaperRow, paperRow } from "./gfc-table.ts";
import { SENDER_IDS, SENDERS, type Sender } from "./senders.ts";

const TABLE_III: Readonly<Record<Sender, PaperRow>> = {
  reno: paperRow(13.607, 49.732, 0.615, 5.783, 35.789, 9.635, 5.48, 1.003, 1.804),
  "reno-ecn": paperRow(12.082, 54.73, 0.657, 5.958, 37.648, 8.456, 5.918, 0.19, 1.157),
  "ecn-ab": paperRow(12.841, 48.55, 1.01, 5.805, 38.494, 6.661, 4.627, 0.128, 0.903),
};

const STATED = { rows: TABLE_III, textEnd: ", also with the burst" };
const SIZED = { which: [0, 1, 2], rows: Object.values(TABLE_III), textEnd: STATED.textEnd };

export const kwonT3 = gfcExperiment({
  id: "kwon-t3",
  where: "Table III",
  title: "A burst of bulk flows in GFC-2",
  shows:
    "Ten more bulk flows come at 20 s and go at 40 s. ECN(α, β), which gives way by less, still has the most goodput and the least drops.",
  chosen: BURST_CHOSEN,
  differences: [],
  jobs: (size) => burstJobs(SENDER_IDS, size),
  tables: [
    {
      id: "table-3",
      title: "With ten more bulk flows from 20 s to 40 s: mean of all seeds",
      rows: (size) =>
        SENDER_IDS.map((sender) => ({
          label: SENDERS[sender].label,
          keys: burstKeys(sender, size),
          paper: TABLE_III[sender],
        })),
    },
  ],
  claims: (column) => [
    ...totalClaims(STATED, column),
    ...dropClaims(STATED, column),
    ...sizeClaims(SIZED, column),
  ],
});
