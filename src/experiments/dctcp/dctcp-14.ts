/** Figure 14: throughput at 10 Gbps over the marking threshold K. */
import { rounded } from "../../lib/statistics.ts";
import { cross } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import { CHOSEN, comparedWithTcp, DCTCP, DIFFERENCES, queueUrl, SENDERS, THRESHOLD } from "./paper.ts";

const K = THRESHOLD[10];

/** The link of each size: the quick one has the same bandwidth-delay product. */
const LINK = {
  full: { mbps: 10_000, rttMs: 0.1, run: "duration=1s&warmup=0.2s" },
  quick: { mbps: 1000, rttMs: 1, run: "duration=2s&warmup=0.5s" },
} as const;

/** Bandwidth-delay product in packets: C × RTT of the paper. */
const BDP_PACKETS = (LINK.full.mbps * 1e6 * LINK.full.rttMs) / 1000 / 8 / 1500;

const thresholdsOf = (size: Runs["size"]): readonly number[] =>
  size === "full" ? [2, 5, 8, 12, 16, 20, 30, 40, 50, 65, 80, 100] : [5, 12, 40, 65];

/** Share of the link from which on the throughput counts as full, and lack of it that counts as a loss. */
const FULL = 0.995;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export const dctcp14 = study({
  id: "dctcp-14",
  paper: DCTCP,
  where: "Figure 14",
  title: "Throughput at 10 Gbps by marking threshold",
  shows:
    "Two long flows at 10 Gbps: the share of the link that they use, over the marking threshold K. By the analysis a seventh of the bandwidth-delay product is enough; the paper's hosts, which send bursts, need more than 60 packets.",
  chosen: [CHOSEN.tcp, CHOSEN.dctcp, CHOSEN.rtt, CHOSEN.segments, "Two flows, as in figure 1."],
  differences: [
    ...DIFFERENCES,
    "From equation 13 the paper derives 20 packets for 10 Gbps (section 3.5), which needs a round trip of 168 µs. With the 100 µs of the runs here a seventh is 12 packets.",
  ],
  comparedWith: comparedWithTcp(K),
  points: (size) => [
    ...cross({ sender: ["dctcp"] as const, k: thresholdsOf(size) }),
    { sender: "tcp" as const, k: K },
  ],
  scenario: ({ sender, k }, size) => {
    const { mbps, rttMs, run } = LINK[size];
    return `capacity=${mbps}Mbps&${queueUrl(sender, k)}&flow=${SENDERS[sender].flow},rtt=${rttMs}ms,count=2&${run}`;
  },
  read: (snapshot) => readLink(snapshot),
  figures: (runs) => {
    const thresholds = thresholdsOf(runs.size);
    const tcp = runs.mean({ sender: "tcp", k: K }, "utilisation");
    const ends = [thresholds[0], thresholds[thresholds.length - 1]];
    return [
      {
        id: "throughput",
        title: "Utilisation at 10 Gbps",
        kind: "lines",
        x: { label: "Marking threshold K", unit: "packets", scale: "linear", from: 0 },
        y: { label: "Utilisation", unit: "%", scale: "linear" },
        series: [
          runs.line(
            "DCTCP",
            thresholds,
            (k) => ({ sender: "dctcp", k }),
            "utilisation",
            (share) => 100 * share,
          ),
          {
            label: "TCP, drop-tail",
            x: ends,
            y: ends.map(() => (tcp === null ? null : rounded(100 * tcp))),
            jobs: ends.map(() => runs.shown({ sender: "tcp", k: K })),
          },
        ],
      },
    ];
  },
  claims: (runs) => {
    const thresholds = thresholdsOf(runs.size);
    const used = (isWanted: (k: number) => boolean) =>
      thresholds.filter(isWanted).map((k) => runs.mean({ sender: "dctcp", k }, "utilisation"));
    return [
      {
        id: "full-from-65",
        text: "Once K exceeds the recommended 65, DCTCP gets the same throughput as TCP.",
        paper: "K = 65",
        tolerance: "within half a per cent of TCP for each K from 65 on",
        values: [runs.mean({ sender: "tcp", k: K }, "utilisation"), ...used((k) => k >= K)],
        judge: (tcp, ...shares) => ({
          ours: `at least ${percent(Math.min(...shares))}, TCP ${percent(tcp)}`,
          holds: shares.every((share) => Math.abs(share / tcp - 1) <= 1 - FULL),
        }),
      },
      {
        id: "seventh-suffices",
        text: "By the analysis DCTCP loses no throughput if K is more than a seventh of the bandwidth-delay product (equation 13).",
        paper: "C × RTT / 7",
        tolerance: "99.5 % of the link for each K above it",
        values: used((k) => k > BDP_PACKETS / 7),
        judge: (...shares) => ({
          ours: `at least ${percent(Math.min(...shares))}`,
          holds: shares.every((share) => share >= FULL),
        }),
      },
      {
        id: "less-loses",
        text: "With less, throughput is lost.",
        basis: "ours",
        tolerance: "below 99.5 % at half of it: the bound is for the worst number of flows",
        values: used((k) => k <= BDP_PACKETS / 14),
        judge: (...shares) => ({
          ours: `${percent(Math.min(...shares))} at the least`,
          holds: shares.every((share) => share < FULL),
        }),
      },
      {
        id: "more-than-60",
        text: "A threshold larger than 60 packets is required to avoid loss of throughput (section 3.5).",
        paper: "60 packets",
        tolerance: "below 99.5 % of the link for each K from 30 to 50",
        cause:
          "The reason that the paper gives is missing here: hosts at 10 Gbps send bursts of up to 30 to 40 packets. Without bursts equation 13 is right.",
        values: used((k) => k >= 30 && k <= 50),
        judge: (...shares) => ({
          ours: `at least ${percent(Math.min(...shares))}`,
          holds: shares.every((share) => share < FULL),
        }),
      },
    ];
  },
});
