/** Table IV: the same network with other pairs of α and β. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Size } from "../experiment.ts";
import { DIFFERENCES, GFC_CHOSEN, KWON } from "./chosen.ts";
import { DIRECTION_LABELS, DIRECTIONS, type Direction, gfcJobs, gfcKeys, readTable } from "./gfc.ts";
import { gfcTable, listed, type PaperRow, paperRow } from "./gfc-table.ts";
import { TABLE_II } from "./kwon-t2.ts";
import { PAIRS, pairFlow, pairLabel } from "./senders.ts";
import { meanOver } from "./wan.ts";

/** In the order of PAIRS. */
const TABLE_IV: readonly PaperRow[] = [
  TABLE_II["reno-ecn"],
  paperRow(11.328, 48.538, 1.516, 2.844, 42.195, 6.302, 5.389, 0.137, 1.011),
  paperRow(10.282, 49.643, 1.294, 2.862, 41.604, 5.481, 4.787, 0.113, 0.909),
  TABLE_II["ecn-ab"],
  paperRow(12.06, 52.623, 1.665, 2.733, 42.4, 6.664, 9.013, 0.386, 1.773),
];

const POINTS = DIRECTIONS.flatMap((direction) => PAIRS.map(([alpha, beta]) => ({ direction, alpha, beta })));

function keysOf(direction: Direction, index: number, size: Size): string[] {
  const [alpha, beta] = PAIRS[index];
  return gfcKeys({ direction, alpha, beta }, size);
}

const GENTLE_START =
  "A larger β lengthens the overshoot of the flows' slow start, in which most of the drops fall (kwon-t2); after the first 5 s (last column but one) the pairs that are fair to TCP differ by little.";

/** Means of the five pairs in the order of the table. */
type Column = (field: string) => (number | null)[];

function goodputClaim(direction: Direction, column: Column): Claim[] {
  return checked(
    {
      id: `goodput-${direction}`,
      text: `Every other pair brings more in total than (1, 0.5), which is plain ECN; ${DIRECTION_LABELS[direction]}.`,
      paper: "44.48 against 45.76 to 47.11 Mbps",
      tolerance: "the order alone",
    },
    column("totalMbps"),
    (plain, ...others) => ({
      ours: `${plain.toFixed(2)} against ${listed(others, "Mbps")}`,
      holds: others.every((total) => total > plain),
    }),
  );
}

/** The last pair against the worst of the others. */
function unfairVerdict(times: number) {
  return (...ours: number[]) => {
    const [unfair, worst] = [ours[ours.length - 1], Math.max(...ours.slice(0, -1))];
    return {
      ours: `${unfair.toFixed(2)} against at most ${worst.toFixed(2)} %`,
      holds: unfair > times * worst,
    };
  };
}

function unfairClaims(direction: Direction, column: Column): Claim[] {
  const where = DIRECTION_LABELS[direction];
  return [
    ...checked(
      {
        id: `unfair-udp-${direction}`,
        text: `With (1, 0.9), which takes more than TCP would, UDP loses much more than with any pair that is fair; ${where}.`,
        paper: "9.01 against 4.15 to 5.80 %",
        tolerance: "a quarter more than the worst of the others at least: half as much as in the table",
      },
      column("udpDropPercent"),
      unfairVerdict(1.25),
    ),
    ...checked(
      {
        id: `unfair-drops-${direction}`,
        text: `With (1, 0.9) most is dropped of all; ${where}.`,
        paper: "1.77 against 0.85 to 1.11 %",
        tolerance: "the order alone",
      },
      column("totalDropPercent"),
      unfairVerdict(1),
    ),
  ];
}

function fairClaim(direction: Direction, column: Column): Claim[] {
  return checked(
    {
      id: `drops-fall-${direction}`,
      text: `Among the pairs that are fair to TCP, drops fall with α: least with (0.2, 0.875); ${DIRECTION_LABELS[direction]}.`,
      paper: "1.110, 1.011, 0.909, 0.854 %",
      tolerance: "the order alone",
      cause: GENTLE_START,
    },
    column("totalDropPercent").slice(0, -1),
    (...ours) => ({
      ours: listed(ours, "%"),
      holds: ours.every((value, i) => i === 0 || value < ours[i - 1]),
    }),
  );
}

export const kwonT4: Experiment = {
  id: "kwon-t4",
  paper: KWON,
  where: "Table IV",
  title: "Pairs of α and β in GFC-2",
  shows:
    "All pairs that are fair to TCP bring more goodput than plain ECN, (1, 0.5), and the smaller α the fewer drops; (1, 0.9), which is not fair, doubles what UDP and bulk flows lose.",
  chosen: GFC_CHOSEN,
  differences: DIFFERENCES,
  jobs: (size) =>
    gfcJobs(
      POINTS,
      ({ direction, alpha, beta }) => ({ direction, flow: pairFlow([alpha, beta]), udpPerLink: 1 }),
      size,
    ),
  read: readTable,
  reduce: (readings, size) => ({
    figures: [],
    heatMaps: [],
    tables: DIRECTIONS.map((direction) =>
      gfcTable(
        `table-4-${direction}`,
        `${DIRECTION_LABELS[direction]}: mean of all seeds`,
        PAIRS.map((pair, i) => ({
          label: pairLabel(pair),
          keys: keysOf(direction, i, size),
          paper: TABLE_IV[i],
        })),
        readings,
      ),
    ),
    claims: DIRECTIONS.flatMap((direction) =>
      [goodputClaim, unfairClaims, fairClaim].flatMap((claims) =>
        claims(direction, (field) =>
          PAIRS.map((_, i) => meanOver(readings, keysOf(direction, i, size), field)),
        ),
      ),
    ),
  }),
};
