/** Rates of a scalable and a classic flow with equal round trips, over the rate of the link and the round trip. */
import { rangeText } from "../../lib/number-text.ts";
import { cross } from "../grid.ts";
import { against, type JudgedClaim, type Runs, study } from "../study.ts";
import { CHOSEN, DUALPI2, PAIRS, type Pair, pairUrl, readPair, SOURCES } from "./paper.ts";

const TIMES = { full: { durationS: 90, warmupS: 30 }, quick: { durationS: 30, warmupS: 10 } } as const;
const ratesOf = (size: Runs["size"]): readonly number[] =>
  size === "full" ? [4, 12, 40, 120, 200] : [4, 40];
const rttsOf = (size: Runs["size"]): readonly number[] =>
  size === "full" ? [5, 10, 20, 50, 100] : [10, 100];
const PAIR_IDS: readonly Pair[] = ["prague-cubic", "dctcp-cubic", "dctcp-reno"];

/** A ratio counts as roughly equal up to this factor. */
const ROUGHLY = 2;

const OWN_WAIT =
  "The classic flow waits in its queue and the scalable one does not, so their round trips differ most where the path is short (controlled run).";
const DCTCP_CAUSE = `At high rates DCTCP gets more because Linux keeps α in whole steps and rounds rare marks away (controlled run). ${OWN_WAIT} That DCTCP gets less at 4 Mbps and long round trips was not explained.`;
const CAUSES: Partial<Record<Pair, string>> = {
  "prague-cubic": `${OWN_WAIT} At 4 and 12 Mbps with 5 ms Prague gets less: its window is near its minimum of two segments.`,
  "dctcp-cubic": DCTCP_CAUSE,
  "dctcp-reno": DCTCP_CAUSE,
};

function claimsOf(runs: Runs): JudgedClaim[] {
  const cells = cross({ mbps: ratesOf(runs.size), rtt: rttsOf(runs.size) });
  const all = (pairs: readonly Pair[], field: string) =>
    pairs.flatMap((pair) => cells.map((cell) => runs.mean({ pair, ...cell }, field)));
  return [
    ...PAIR_IDS.map(
      (pair): JudgedClaim => ({
        id: `equal-${pair}`,
        text: `${PAIRS[pair].label}: both flows get roughly equivalent throughput (RFC 9332, abstract).`,
        tolerance: `within a factor of ${ROUGHLY} for each rate of the link and each round trip`,
        cause: CAUSES[pair],
        values: all([pair], "ratio"),
        judge: (...ratios) => {
          const inside = ratios.filter((ratio) => ratio <= ROUGHLY && ratio >= 1 / ROUGHLY).length;
          return {
            ours: `${rangeText(ratios, 2)}, in ${inside} of ${ratios.length} cells`,
            holds: inside === ratios.length,
          };
        },
      }),
    ),
    {
      id: "median-delay",
      text: "The median queue delay of L4S is 100 to 300 µs (abstract of 2022).",
      paper: "100 to 300 µs",
      tolerance:
        "Prague at 40 Mbps or more, at most 300 µs and a third for each round trip: at lower rates one packet takes longer",
      values: cells
        .filter(({ mbps }) => mbps >= 40)
        .map((cell) => runs.mean({ pair: "prague-cubic", ...cell }, "lP50Ms")),
      judge: (...ms) => ({
        ours: `${rangeText(
          ms.map((one) => 1000 * one),
          0,
        )} µs`,
        holds: ms.every((one) => one <= 0.4),
      }),
    },
    {
      id: "p99-delay",
      text: "Its 99th percentile is below 2 ms (abstract of 2022).",
      paper: "< 2 ms",
      tolerance: "Prague at 12 Mbps or more: at 4 Mbps a packet alone takes 3 ms",
      values: cells
        .filter(({ mbps }) => mbps >= 12)
        .map((cell) => runs.mean({ pair: "prague-cubic", ...cell }, "lP99Ms")),
      judge: (...ms) => ({ ours: `${rangeText(ms, 2)} ms`, holds: ms.every((one) => one < 2) }),
    },
    {
      id: "no-loss",
      text: "L4S has no congestion loss (abstract of 2022).",
      paper: "0",
      tolerance: "no retransmission of Prague in any cell",
      cause:
        "At 4 Mbps windows are a few segments, and DualPI2 is in overload, in which it drops packets of both queues (controlled run).",
      values: all(["prague-cubic"], "retransmissions"),
      judge: (...counts) => {
        const sum = counts.reduce((a, b) => a + b, 0);
        return { ours: String(sum), holds: sum === 0 };
      },
    },
    {
      id: "full-link",
      text: "The link is close to full utilisation (abstract of 2022).",
      tolerance: "at least 95 % in each cell of Prague beside CUBIC",
      values: all(["prague-cubic"], "utilisation"),
      judge: (...shares) => ({
        ours: `at least ${(100 * Math.min(...shares)).toFixed(1)} %`,
        holds: shares.every((share) => share >= 0.95),
      }),
    },
    {
      id: "classic-target",
      text: "The classic queue stands at its target of 15 ms.",
      basis: "ours",
      tolerance:
        "mean delay from 7.5 to 22.5 ms in each cell up to 20 ms: CUBIC alone does not fill the queue of longer paths",
      values: cells
        .filter(({ rtt }) => rtt <= 20)
        .map((cell) => runs.mean({ pair: "prague-cubic", ...cell }, "cMeanMs")),
      judge: (...ms) => ({
        ours: `${rangeText(ms, 1)} ms`,
        holds: ms.every((one) => one >= 7.5 && one <= 22.5),
      }),
    },
  ];
}

export const dualpi2Rates = study({
  id: "dualpi2-rates",
  paper: DUALPI2,
  where: "Equal round trips",
  title: "Rates of two flows over the link's rate and the round trip",
  shows:
    "One scalable and one classic flow share DualPI2, over links of 4 to 200 Mbps and round trips of 5 to 100 ms. The coupled marking makes up for the weaker response of the scalable flow, so that both get about the same rate.",
  chosen: [
    ...CHOSEN,
    "90 s, of which the last 60 count. Rates and round trips are those that the published experiments cover.",
  ],
  differences: [SOURCES],
  comparedWith: against(
    "pair",
    { "dctcp-cubic": "prague-cubic", "dctcp-reno": "prague-cubic" },
    () => PAIRS["prague-cubic"].label,
  ),
  quickCause: "30 s are too short for flows with 100 ms to find their shares.",
  points: (size) => cross({ pair: PAIR_IDS, mbps: ratesOf(size), rtt: rttsOf(size) }),
  scenario: ({ pair, mbps, rtt }, size) =>
    pairUrl(pair, mbps, rtt, rtt, TIMES[size].durationS, TIMES[size].warmupS),
  read: readPair,
  figures: (runs) =>
    PAIR_IDS.map((pair) => ({
      id: pair,
      title: PAIRS[pair].label,
      kind: "lines" as const,
      x: { label: "Round-trip time", unit: "ms", scale: "log" as const },
      y: { label: "Rate of the scalable flow / rate of the classic flow", unit: "", scale: "log" as const },
      series: [
        ...ratesOf(runs.size).map((mbps) =>
          runs.line(`${mbps} Mbps`, rttsOf(runs.size), (rtt) => ({ pair, mbps, rtt }), "ratio"),
        ),
        {
          label: "equal rates",
          x: rttsOf(runs.size),
          y: rttsOf(runs.size).map(() => 1),
          source: "model" as const,
        },
      ],
    })),
  claims: claimsOf,
});
