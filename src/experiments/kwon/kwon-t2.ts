/** Table II: web response times, goodput and drops in GFC-2 of Reno, Reno with ECN and ECN(α, β). */
import { checked } from "../claim.ts";
import type { Claim, Experiment } from "../experiment.ts";
import { cross } from "../grid.ts";
import { DIFFERENCES, GFC_CHOSEN, KWON } from "./chosen.ts";
import { DIRECTION_LABELS, DIRECTIONS, type Direction, gfcJobs, gfcKeys, readTable } from "./gfc.ts";
import { type Column, dropClaims, SLOW_START_OVERSHOOT, totalClaims } from "./gfc-claims.ts";
import { gfcTable, listed, type PaperRow, paperRow } from "./gfc-table.ts";
import { SENDER_IDS, SENDERS, type Sender } from "./senders.ts";
import { meanOver } from "./wan.ts";

export const TABLE_II: Readonly<Record<Sender, PaperRow>> = {
  reno: paperRow(14.26, 50.449, 1.509, 2.855, 38.772, 7.187, 4.966, 0.883, 1.637),
  "reno-ecn": paperRow(12.194, 50.517, 0.845, 2.83, 40.805, 7.837, 5.797, 0.147, 1.11),
  "ecn-ab": paperRow(11.481, 52.237, 2.339, 2.881, 41.89, 4.278, 4.146, 0.119, 0.854),
};

const FULL =
  "One way at a tenth of the rates plain ECN keeps the links 97 % busy already (last column): there is less than 3 Mbps to gain.";
const GAPS =
  "Nine of the ten seconds are the gaps between a session's pages; what the bulk flows do moves the rest by tenths. With plain ECN these keep the queues longer, and the web's packets, which are not ECN-capable, are dropped more often, as in the paper's own column; there the responses were faster all the same.";

function gainClaim(direction: Direction, column: Column): Claim[] {
  return checked(
    {
      id: `gain-${direction}`,
      text: `ECN(α, β) brings about 4 Mbps more than Reno and 3 Mbps more than Reno with ECN; ${DIRECTION_LABELS[direction]}.`,
      paper: "4, 3 Mbps",
      tolerance: "half as much at least: rates and routes are not in the text",
      ...(direction === "one-way" && { cause: FULL }),
    },
    column("totalMbps"),
    (reno, ecn, ab) => ({
      ours: listed([ab - reno, ab - ecn], "Mbps"),
      holds: ab - reno >= 2 && ab - ecn >= 1.5,
    }),
  );
}

function bulkClaim(direction: Direction, column: Column): Claim[] {
  return checked(
    {
      id: `drops-ftp-${direction}`,
      text: `With ECN bulk flows lose a sixth or less of what they lose without; ${DIRECTION_LABELS[direction]}.`,
      paper: "0.883, 0.147, 0.119 %",
      tolerance: "less than half: the start of the flows is not in the text",
      cause: SLOW_START_OVERSHOOT,
    },
    column("ftpDropPercent"),
    (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "%"), holds: ecn < reno / 2 && ab < reno / 2 }),
  );
}

function responseClaim(direction: Direction, column: Column): Claim[] {
  return checked(
    {
      id: `response-${direction}`,
      text: `Web pages come faster with ECN than without, and fastest with ECN(α, β); ${DIRECTION_LABELS[direction]}.`,
      paper: "14.26, 12.19, 11.48 s",
      tolerance: "the order of the means",
      cause: GAPS,
    },
    column("responseMeanS"),
    (reno, ecn, ab) => ({ ours: listed([reno, ecn, ab], "s"), holds: ab < ecn && ecn < reno }),
  );
}

function claims(direction: Direction, column: Column): Claim[] {
  const stated = { rows: TABLE_II, idEnd: `-${direction}`, textEnd: `; ${DIRECTION_LABELS[direction]}` };
  return [
    ...totalClaims(stated, column),
    ...gainClaim(direction, column),
    ...dropClaims(stated, column),
    ...bulkClaim(direction, column),
    ...responseClaim(direction, column),
  ];
}

export const kwonT2: Experiment = {
  id: "kwon-t2",
  paper: KWON,
  where: "Table II",
  title: "Web, UDP and bulk flows in GFC-2",
  shows:
    "Over several bottlenecks, beside UDP and web traffic, ECN(α, β) has the most goodput in total, about 4 Mbps more than Reno and 3 Mbps more than Reno with ECN, the least drops and the shortest response times.",
  chosen: GFC_CHOSEN,
  differences: DIFFERENCES,
  jobs: (size) =>
    gfcJobs(
      cross({ direction: DIRECTIONS, sender: SENDER_IDS }),
      ({ direction, sender }) => ({ direction, flow: SENDERS[sender].flow, udpPerLink: 1 }),
      size,
    ),
  read: readTable,
  reduce: (readings, size) => ({
    figures: [],
    heatMaps: [],
    tables: DIRECTIONS.map((direction) =>
      gfcTable(
        `table-2-${direction}`,
        `${DIRECTION_LABELS[direction]}: mean of all seeds`,
        SENDER_IDS.map((sender) => ({
          label: SENDERS[sender].label,
          keys: gfcKeys({ direction, sender }, size),
          paper: TABLE_II[sender],
        })),
        readings,
      ),
    ),
    claims: DIRECTIONS.flatMap((direction) =>
      claims(direction, (field) =>
        SENDER_IDS.map((sender) => meanOver(readings, gfcKeys({ direction, sender }, size), field)),
      ),
    ),
  }),
};
