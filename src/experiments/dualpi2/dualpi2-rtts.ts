/** Rates of Prague and a classic flow with equal and with unequal round trips at 40 Mbps, beside what the authors measured. */
import { rangeText } from "../../lib/number-text.ts";
import { mean } from "../../lib/statistics.ts";
import { cross } from "../grid.ts";
import { against, type JudgedClaim, type Runs, study } from "../study.ts";
import { CHOSEN, DUALPI2, PAIRS, type Pair, pairUrl, readPair, SOURCES } from "./paper.ts";

const MBPS = 40;
const TIMES = { full: { durationS: 250, warmupS: 0 }, quick: { durationS: 40, warmupS: 10 } } as const;

const CLASSIC_RTTS_MS = [5, 10, 20, 50, 100] as const;
const PRAGUE_RTTS_MS = [5, 100] as const;
type PragueRtt = (typeof PRAGUE_RTTS_MS)[number];
type Beside = "prague-cubic" | "prague-reno";
const BESIDE: readonly Beside[] = ["prague-cubic", "prague-reno"];

/** Rate of Prague divided by that of the classic flow in the authors' data, by RTT of Prague, over the RTTs of the classic flow. */
export const MEASURED: Readonly<Record<Beside, Readonly<Record<PragueRtt, readonly number[]>>>> = {
  "prague-cubic": { 5: [1.01, 1.28, 1.84, 3.65, 6.07], 100: [0.3, 0.41, 0.59, 1.01, 1.82] },
  "prague-reno": { 5: [0.91, 1.13, 1.81, 3.69, 6.28], 100: [0.24, 0.33, 0.63, 1.61, 2.17] },
};

const pairRtts = (size: Runs["size"]): readonly number[] => (size === "full" ? CLASSIC_RTTS_MS : [5, 100]);

/** Largest factor by which a ratio may differ from the measured one. */
const FACTOR = 1.5;

function claimsOf(runs: Runs): JudgedClaim[] {
  return BESIDE.flatMap((pair): JudgedClaim[] =>
    PRAGUE_RTTS_MS.map((own): JudgedClaim => {
      const rtts = pairRtts(runs.size);
      const measured = rtts.map((rtt) => MEASURED[pair][own][CLASSIC_RTTS_MS.indexOf(rtt as 5)]);
      return {
        id: `${pair}-${own}ms`,
        text: `${PAIRS[pair].label}, Prague with ${own} ms: the ratio of the rates goes from ${measured[0]} to ${measured[measured.length - 1]} as the other's round trip goes from 5 to 100 ms.`,
        paper: measured.map((ratio) => ratio.toFixed(2)).join(", "),
        tolerance: `within a factor of ${FACTOR} at each round trip: a single run of 250 s there`,
        values: rtts.map((rtt) => runs.mean({ pair, own, rtt }, "ratio")),
        judge: (...ratios) => ({
          ours: ratios.map((ratio) => ratio.toFixed(2)).join(", "),
          holds: ratios.every((ratio, i) => Math.max(ratio / measured[i], measured[i] / ratio) <= FACTOR),
        }),
      };
    }),
  );
}

export const dualpi2Rtts = study({
  id: "dualpi2-rtts",
  paper: DUALPI2,
  where: "Unequal round trips",
  title: "Prague beside CUBIC and Reno with other round trips",
  shows:
    "The rate of one Prague flow divided by that of one classic flow over DualPI2 at 40 Mbps, with 5 or 100 ms for Prague and 5 to 100 ms for the other. Prague grows as if its round trip were at least 25 ms, and the classic queue adds its 15 ms to the other's, so that the rates differ far less than the round trips.",
  chosen: [...CHOSEN, "40 Mbps and 250 s from the first second on, as in the experiments; three seeds."],
  differences: [
    SOURCES,
    "The authors' kernel is 5.10 with Prague and DualPI2 of that time, whose code has changed since.",
  ],
  comparedWith: against("pair", { "prague-reno": "prague-cubic" }, () => PAIRS["prague-cubic"].label),
  quickCause: "40 s are too short for flows with 100 ms to find their shares.",
  seeds: { full: 3, quick: 1 },
  points: (size) => cross({ pair: BESIDE, own: PRAGUE_RTTS_MS, rtt: pairRtts(size) }),
  scenario: ({ pair, own, rtt, seed }, size) =>
    `${pairUrl(pair as Pair, MBPS, own, rtt, TIMES[size].durationS, TIMES[size].warmupS)}&seed=${seed}`,
  read: readPair,
  figures: (runs) =>
    BESIDE.map((pair) => ({
      id: pair,
      title: PAIRS[pair].label,
      kind: "lines" as const,
      x: { label: "Round-trip time of the classic flow", unit: "ms", scale: "log" as const },
      y: { label: "Rate of Prague / rate of the classic flow", unit: "", scale: "log" as const },
      series: PRAGUE_RTTS_MS.flatMap((own, hue) => [
        {
          ...runs.line(`Prague with ${own} ms`, pairRtts(runs.size), (rtt) => ({ pair, own, rtt }), "ratio"),
          hue,
        },
        {
          label: `measured, Prague with ${own} ms`,
          x: CLASSIC_RTTS_MS,
          y: MEASURED[pair][own],
          source: "paper" as const,
          hue,
        },
      ]),
    })),
  tables: (runs) => [
    {
      id: "waiting",
      title: "Mean delay of the classic queue and 99th percentile of the L queue",
      head: ["pair", "classic (ms)", "L, p99 (ms)"],
      rows: BESIDE.map((pair) => {
        const values = (field: string) =>
          cross({ own: PRAGUE_RTTS_MS, rtt: pairRtts(runs.size) }).flatMap((cell) =>
            runs.values({ pair, ...cell }, field),
          );
        const text = (field: string) =>
          `${rangeText(values(field), 1)}, mean ${mean(values(field))?.toFixed(1) ?? "–"}`;
        return [PAIRS[pair].label, text("cMeanMs"), text("lP99Ms")];
      }),
    },
  ],
  claims: claimsOf,
});
