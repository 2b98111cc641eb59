/** DualPI2: the ratio of the rates of a scalable and a classic flow, by the authors' measurements, RFC 9332, and the PI2 paper. */
import type { Snapshot } from "../../engine/index.ts";
import { rounded } from "../../lib/statistics.ts";
import type { Paper, RunValues } from "../experiment.ts";
import { goodputsBps } from "../read-run.ts";

export const DUALPI2: Paper = {
  id: "dualpi2",
  citation:
    "K. De Schepper, O. Albisser, O. Tilmans, B. Briscoe, Dual Queue Coupled AQM: Deployable Very Low Queuing Delay for All, 2022, with the data of its experiments; RFC 9332; K. De Schepper, O. Bondarenko, I.-J. Tsang, B. Briscoe, PI2: A Linearized AQM for both Classic and Scalable TCP, CoNEXT 2016",
  label: "DualPI2",
};

/** Pairs of a scalable and a classic sender. The classic one has no ECN, as in the authors' experiments. */
export const PAIRS = {
  "prague-cubic": {
    label: "Prague beside CUBIC",
    scalable: "cc=prague,prague-transition=500",
    classic: "cc=cubic,ecn=off",
  },
  "prague-reno": {
    label: "Prague beside Reno",
    scalable: "cc=prague,prague-transition=500",
    classic: "cc=newreno,ecn=off",
  },
  "dctcp-cubic": { label: "DCTCP beside CUBIC", scalable: "cc=dctcp", classic: "cc=cubic,ecn=off" },
  "dctcp-reno": { label: "DCTCP beside Reno", scalable: "cc=dctcp", classic: "cc=newreno,ecn=off" },
} as const;
export type Pair = keyof typeof PAIRS;

/** Returns the scenario of two flows over DualPI2, as URL text. DCTCP sends ECT(0), so the L queue takes both codepoints. */
export function pairUrl(
  pair: Pair,
  mbps: number,
  scalableRttMs: number,
  classicRttMs: number,
  durationS: number,
  warmupS: number,
): string {
  const { scalable, classic } = PAIRS[pair];
  return `capacity=${mbps}Mbps&aqm=dualpi2&dual-l-ect=any&flow=${scalable},rtt=${scalableRttMs}ms&flow=${classic},rtt=${classicRttMs}ms&duration=${durationS}s&warmup=${warmupS}s`;
}

/** Reads the rate of the scalable flow divided by that of the classic one, and the delays and drops of both queues. */
export function readPair(snapshot: Snapshot): RunValues {
  const [scalable, classic] = goodputsBps(snapshot).map((bps) => bps ?? 0);
  const { utilisation, queues } = snapshot.results.links[0];
  const [l, c] = [
    queues?.find(({ name }) => name.startsWith("L")),
    queues?.find(({ name }) => name.startsWith("C")),
  ];
  return {
    ratio: classic === 0 ? null : rounded(scalable / classic),
    utilisation: rounded(utilisation),
    lP50Ms: rounded(l?.sojournMs?.p50 ?? null),
    lP99Ms: rounded(l?.sojournMs?.p99 ?? null),
    cMeanMs: rounded(c?.sojournMs?.mean ?? null),
    retransmissions: snapshot.results.flows[0].retransmissions,
  };
}

export const CHOSEN: readonly string[] = [
  "DualPI2 as in RFC 9332 and with the parameters of Linux: target 15 ms, step 1 ms, coupling factor 2. Both ECT codepoints go to the L queue, as in the experiments. The classic flow has no ECN, as there.",
  "TCP Prague becomes independent of its round trip after 500 rounds, and its target is 25 ms, as in the recorded settings of the experiments. DCTCP and CUBIC are those of Linux.",
];

export const SOURCES =
  "The texts of both papers could not be read as a whole: only their abstracts, and the beginning of the PI2 paper. The numbers are from the data of the experiments, which the authors have published. Of the experiments with equal round trips we have the rates of the link and the round trips that were covered; of those with unequal ones we have the results. So there is no number for DCTCP and none for other rates than 40 Mbps.";
