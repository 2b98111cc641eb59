/** Table III: GFC-2 with ten more bulk flows from 20 s to 40 s. */
import type { Claim, Experiment } from "../experiment.ts";
import { BURST_CHOSEN, burstJobs, burstKeys } from "./burst.ts";
import { KWON } from "./chosen.ts";
import { readTable } from "./gfc.ts";
import { type Column, dropClaims, sizeClaims, totalClaims } from "./gfc-claims.ts";
import { gfcTable, type PaperRow, paperRow } from "./gfc-table.ts";
import { SENDER_IDS, SENDERS, type Sender } from "./senders.ts";
import { meanOver } from "./wan.ts";

const TABLE_III: Readonly<Record<Sender, PaperRow>> = {
  reno: paperRow(13.607, 49.732, 0.615, 5.783, 35.789, 9.635, 5.48, 1.003, 1.804),
  "reno-ecn": paperRow(12.082, 54.73, 0.657, 5.958, 37.648, 8.456, 5.918, 0.19, 1.157),
  "ecn-ab": paperRow(12.841, 48.55, 1.01, 5.805, 38.494, 6.661, 4.627, 0.128, 0.903),
};

const STATED = { rows: TABLE_III, textEnd: ", also with the burst" };
const SIZED = { which: [0, 1, 2], rows: Object.values(TABLE_III), textEnd: STATED.textEnd };

function claims(column: Column): Claim[] {
  return [...totalClaims(STATED, column), ...dropClaims(STATED, column), ...sizeClaims(SIZED, column)];
}

export const kwonT3: Experiment = {
  id: "kwon-t3",
  paper: KWON,
  where: "Table III",
  title: "A burst of bulk flows in GFC-2",
  shows:
    "Ten more bulk flows come at 20 s and go at 40 s. ECN(α, β), which gives way by less, still has the most goodput and the least drops.",
  chosen: BURST_CHOSEN,
  differences: [],
  jobs: (size) => burstJobs(SENDER_IDS, size),
  read: readTable,
  reduce: (readings, size) => ({
    figures: [],
    heatMaps: [],
    tables: [
      gfcTable(
        "table-3",
        "With ten more bulk flows from 20 s to 40 s: mean of all seeds",
        SENDER_IDS.map((sender) => ({
          label: SENDERS[sender].label,
          keys: burstKeys(sender, size),
          paper: TABLE_III[sender],
        })),
        readings,
      ),
    ],
    claims: claims((field) => SENDER_IDS.map((sender) => meanOver(readings, burstKeys(sender, size), field))),
  }),
};
