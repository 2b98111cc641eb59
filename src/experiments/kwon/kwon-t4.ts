/** Table IV: the same network with other pairs of α and β. */
import { checked } from "../claim.ts";
import type { Claim } from "../experiment.ts";
import { GFC_CHOSEN } from "./chosen.ts";
import { gfcJobs, gfcKeys, LONG_ROUTES } from "./gfc.ts";
import { type Column, sizeClaims } from "./gfc-claims.ts";
import { gfcExperiment } from "./gfc-experiment.ts";
import { listed, type PaperRow, paperRow } from "./gfc-table.ts";
import { TABLE_II } from "./kwon-t2.ts";
import { PAIRS, pairFlow, pairLabel } from "./senders.ts";

/** In the order of PAIRS. */
const TABLE_IV: readonly PaperRow[] = [
  TABLE_II["reno-ecn"],
  paperRow(11.328, 48.538, 1.516, 2.844, 42.195, 6.302, 5.389, 0.137, 1.011),
  paperRow(10.282, 49.643, 1.294, 2.862, 41.604, 5.481, 4.787, 0.113, 0.909),
  TABLE_II["ecn-ab"],
  paperRow(12.06, 52.623, 1.665, 2.733, 42.4, 6.664, 9.013, 0.386, 1.773),
];

const POINTS = PAIRS.map(([alpha, beta]) => ({ alpha, beta }));

const FEWER_THAN_UDP =
  "With (1, 0.9) the paper's web loses less than its UDP, 0.74 times as much; in all other rows of tables II and IV it loses more, up to 1.45 times, and ours in all rows, 1.42 to 1.55 times, since web packets pass all six queues and UDP's three to six. Its UDP drops come out. What its web had to send in that row is not in the text.";

/** Those that table II lacks. */
const SIZED = {
  which: [1, 2, 4],
  rows: TABLE_IV,
  textEnd: " with (0.8, 0.5789), (0.4, 0.7647) and (1, 0.9)",
};

function goodputClaim(column: Column): Claim[] {
  return checked(
    {
      id: "goodput",
      text: "Every other pair brings more in total than (1, 0.5), which is plain ECN.",
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

function unfairClaims(column: Column): Claim[] {
  return [
    ...checked(
      {
        id: "unfair-udp",
        text: "With (1, 0.9), which takes more than TCP would, UDP loses much more than with any pair that is fair.",
        paper: "9.01 against 4.15 to 5.80 %",
        tolerance: "a quarter more than the worst of the others at least: half as much as in the table",
      },
      column("udpDropPercent"),
      unfairVerdict(1.25),
    ),
    ...checked(
      {
        id: "unfair-drops",
        text: "With (1, 0.9) most is dropped of all.",
        paper: "1.77 against 0.85 to 1.11 %",
        tolerance: "the order alone",
      },
      column("totalDropPercent"),
      unfairVerdict(1),
    ),
  ];
}

function fairClaims(column: Column): Claim[] {
  const fair = column("totalDropPercent").slice(0, -1);
  const paper = "1.110, 1.011, 0.909, 0.854 %";
  return [
    ...checked(
      {
        id: "drops-least",
        text: "Among the pairs that are fair to TCP, (0.2, 0.875) loses least.",
        paper,
        tolerance: "the order alone",
      },
      fair,
      (...ours) => ({
        ours: listed(ours, "%"),
        holds: ours.slice(0, -1).every((value) => ours[ours.length - 1] < value),
      }),
    ),
    ...checked(
      {
        id: "drops-fall",
        text: "Among these pairs drops fall with α, step by step.",
        paper,
        tolerance: "the order alone",
      },
      fair,
      (...ours) => ({
        ours: listed(ours, "%"),
        holds: ours.every((value, i) => i === 0 || value < ours[i - 1]),
      }),
    ),
  ];
}

export const kwonT4 = gfcExperiment({
  id: "kwon-t4",
  where: "Table IV",
  title: "Pairs of α and β in GFC-2",
  shows:
    "All pairs that are fair to TCP bring more goodput than plain ECN, (1, 0.5), and the smaller α the fewer drops; (1, 0.9), which is not fair, doubles what UDP and bulk flows lose.",
  chosen: GFC_CHOSEN,
  differences: [
    "In the paper's table (0.2, 0.875) has the most goodput of all pairs, 47.11 Mbps; here (1, 0.9), which takes more than its share, has 0.7 Mbps more.",
  ],
  jobs: (size) =>
    gfcJobs(
      POINTS,
      ({ alpha, beta }) => ({ direction: "one-way", flow: pairFlow([alpha, beta]), udpRoutes: LONG_ROUTES }),
      size,
    ),
  tables: [
    {
      id: "table-4",
      title: "Mean of all seeds",
      rows: (size) =>
        PAIRS.map((pair, i) => ({
          label: pairLabel(pair),
          keys: gfcKeys(POINTS[i], size),
          paper: TABLE_IV[i],
        })),
    },
  ],
  claims: (column) => [
    ...goodputClaim(column),
    ...unfairClaims(column),
    ...fairClaims(column),
    ...sizeClaims({ ...SIZED, causes: { "drops-http": FEWER_THAN_UDP } }, column),
  ],
});
