/** Figures 1 and 13: throughput and queue of long flows at 1 Gbps, DCTCP compared with TCP. */
import { mbpsText, rangeText } from "../../lib/number-text.ts";
import { rounded } from "../../lib/statistics.ts";
import { cross, listOf } from "../grid.ts";
import { goodputsBps } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import {
  CHOSEN,
  comparedWithTcp,
  DCTCP,
  type DctcpSender,
  DIFFERENCES,
  QUANTILES,
  queueUrl,
  RTT_MS,
  readQueue,
  SENDER_IDS,
  SENDERS,
  THRESHOLD,
} from "./paper.ts";

const K = THRESHOLD[1];
/** Thresholds other than the recommended one that are compared with TCP. */
const OTHER_K = [5, 10, 40] as const;
const FLOWS = [2, 20] as const;

const pointsOf = () => [
  ...cross({ sender: SENDER_IDS, flows: FLOWS, k: [K] }),
  ...cross({ sender: ["dctcp"] as const, flows: FLOWS, k: OTHER_K }),
];

/** Throughput that the paper measures, of payload and of all flows together (bit/s). */
const PAPER_BPS = 0.95e9;

/** Returns the quantile of the queue in packets. */
function quantile(runs: Runs, sender: DctcpSender, flows: number, fraction: number): number | null {
  return listOf(runs.reading({ sender, flows, k: K }), "queueQuantiles")[QUANTILES.indexOf(fraction)] ?? null;
}

export const dctcp13 = study({
  id: "dctcp-13",
  paper: DCTCP,
  where: "Figures 1 and 13",
  title: "Queue of long flows at 1 Gbps",
  shows:
    "2 and 20 long flows to one receiver at 1 Gbps. Both kinds of sender fill the link. TCP fills the buffer and lets it drain again; DCTCP's queue stays around K + n packets, with K = 20.",
  chosen: [
    CHOSEN.tcp,
    CHOSEN.dctcp,
    CHOSEN.rtt,
    CHOSEN.segments,
    "2 flows, as in figure 1, and 20; the paper's text does not state the numbers of figure 13.",
  ],
  differences: [
    ...DIFFERENCES,
    "The queue is what each packet waits for, not a sample every 125 ms.",
    "Links have no Ethernet framing: the most payload is 965 Mbps here, and 941 Mbps with it.",
  ],
  comparedWith: comparedWithTcp(K),
  points: pointsOf,
  scenario: ({ sender, flows, k }, size) => {
    const run = size === "full" ? "duration=5s&warmup=1s" : "duration=1s&warmup=0.4s";
    return `capacity=1000Mbps&${queueUrl(sender, k)}&flow=${SENDERS[sender].flow},rtt=${RTT_MS}ms,count=${flows}&${run}`;
  },
  read: (snapshot) => ({
    ...readQueue(snapshot),
    goodputBps: rounded(goodputsBps(snapshot).reduce<number>((sum, bps) => sum + (bps ?? 0), 0)),
  }),
  figures: (runs) => [
    {
      id: "queue-cdf",
      title: "Distribution of the queue, 1 Gbps, K = 20",
      kind: "lines",
      x: { label: "Queue", unit: "packets", scale: "linear", from: 0 },
      y: { label: "Fraction of packets", unit: "", scale: "linear", from: 0, to: 1 },
      series: cross({ sender: SENDER_IDS, flows: FLOWS }).map(({ sender, flows }) => {
        const point = { sender, flows, k: K };
        const quantiles = listOf(runs.reading(point), "queueQuantiles");
        const places = QUANTILES.flatMap((fraction, i) => {
          const packets = quantiles[i] ?? null;
          return packets === null ? [] : [{ fraction, packets }];
        });
        return {
          label: `${SENDERS[sender].label}, ${flows} flows`,
          x: places.map(({ packets }) => packets),
          y: places.map(({ fraction }) => fraction),
          jobs: places.map(() => runs.shown(point)),
        };
      }),
    },
  ],
  tables: (runs) => [
    {
      id: "throughput",
      title: "Throughput and queue",
      head: [
        "Sender",
        "Flows",
        "K (packets)",
        "Throughput (Mbps)",
        "Median queue (packets)",
        "95 % quantile",
      ],
      rows: pointsOf().map((point) => {
        const quantiles = listOf(runs.reading(point), "queueQuantiles");
        const goodput = runs.mean(point, "goodputBps");
        return [
          SENDERS[point.sender].label,
          point.flows,
          point.sender === "tcp" ? null : point.k,
          goodput === null ? null : rounded(goodput / 1e6, 4),
          rounded(quantiles[QUANTILES.indexOf(0.5)] ?? null, 4),
          rounded(quantiles[QUANTILES.indexOf(0.95)] ?? null, 4),
        ];
      }),
    },
  ],
  claims: (runs) => {
    const goodputs = (sender: DctcpSender, ks: readonly number[]) =>
      cross({ flows: FLOWS, k: ks }).map(({ flows, k }) => runs.mean({ sender, flows, k }, "goodputBps"));
    const quantiles = (sender: DctcpSender, fraction: number) =>
      FLOWS.map((flows) => quantile(runs, sender, flows, fraction));
    return [
      {
        id: "full-throughput",
        text: "TCP and DCTCP both achieve the maximum throughput of 0.95 Gbps.",
        paper: "0.95 Gbps",
        tolerance: "payload of all flows within 2 %",
        values: SENDER_IDS.flatMap((sender) => goodputs(sender, [K])),
        judge: (...bps) => ({
          ours: `${mbpsText(Math.min(...bps))} to ${mbpsText(Math.max(...bps))}`,
          holds: bps.every((one) => Math.abs(one / PAPER_BPS - 1) <= 0.02),
        }),
      },
      {
        id: "queue-at-threshold",
        text: "DCTCP's queue is stable around 20 packets, equal to K + n.",
        paper: "20 packets",
        tolerance:
          "for 2 and 20 flows, 95 % quantile at most K + n and a tenth more, median at least half of K",
        values: [...quantiles("dctcp", 0.95), ...quantiles("dctcp", 0.5)],
        judge: (two, twenty, medianOfTwo, medianOfTwenty) => ({
          ours: `medians ${medianOfTwo.toFixed(0)} and ${medianOfTwenty.toFixed(0)}, 95 % quantiles ${two.toFixed(0)} and ${twenty.toFixed(0)} packets`,
          holds:
            two <= 1.1 * (K + 2) &&
            twenty <= 1.1 * (K + 20) &&
            Math.min(medianOfTwo, medianOfTwenty) >= K / 2,
        }),
      },
      {
        id: "ten-times",
        text: "TCP's queue is ten times as long.",
        paper: "10 times",
        tolerance: "medians at least ten times as long: how long depends on the buffer of the switch",
        values: [...quantiles("tcp", 0.5), ...quantiles("dctcp", 0.5)],
        judge: (tcpOfTwo, tcpOfTwenty, two, twenty) => {
          const times = [tcpOfTwo / two, tcpOfTwenty / twenty];
          return { ours: `${rangeText(times, 0)} times`, holds: times.every((one) => one >= 10) };
        },
      },
      {
        id: "varies-widely",
        text: "TCP's queue varies widely.",
        tolerance: "distance of the 5 % and 95 % quantiles at least ten times that of DCTCP, for two flows",
        values: (["tcp", "dctcp"] as const).flatMap((sender) =>
          [0.05, 0.95].map((fraction) => quantile(runs, sender, 2, fraction)),
        ),
        judge: (tcpLow, tcpHigh, low, high) => ({
          ours: `${(tcpHigh - tcpLow).toFixed(0)} against ${(high - low).toFixed(0)} packets`,
          holds: tcpHigh - tcpLow >= 10 * (high - low),
        }),
      },
      {
        id: "any-threshold",
        text: "At 1 Gbps the throughput is insensitive to K, even for values as low as 5.",
        paper: "K = 5",
        tolerance: "payload within 2 % of 0.95 Gbps for each K",
        values: goodputs("dctcp", OTHER_K),
        judge: (...bps) => ({
          ours: `${mbpsText(Math.min(...bps))} at the least`,
          holds: bps.every((one) => Math.abs(one / PAPER_BPS - 1) <= 0.02),
        }),
      },
    ];
  },
});
