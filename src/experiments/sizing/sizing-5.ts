/** Figures 4 to 6: one flow and a buffer that is right, too small and too large. */
import { rounded } from "../../lib/statistics.ts";
import { middlesS, readLink, resample } from "../read-run.ts";
import { study } from "../study.ts";
import { SIZING, TCP_URL } from "./paper.ts";

const CAPACITY_MBPS = 10;
const RTT_MS = 100;
const BDP_PACKETS = (CAPACITY_MBPS * 1e6 * RTT_MS) / 1000 / 8 / 1500;
/** Buffers in bandwidth-delay products: too small, right and too large. */
const BUFFERS = [0.5, 1, 2] as const;
const DURATION_S = 120;
const WARMUP_S = 30;
/** The last minute is drawn. */
const DRAWN = { fromS: 60, toS: DURATION_S, n: 240 };
const SETTLED = { fromS: WARMUP_S, toS: DURATION_S, n: 1 };

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export const sizing5 = study({
  id: "sizing-5",
  paper: SIZING,
  where: "Figures 4 to 6",
  title: "One flow and the size of the buffer",
  shows:
    "One long flow. With a buffer of the bandwidth-delay product the queue just becomes empty after each loss, and the link stays busy. With half of it the link goes idle; with twice as much the queue never empties, and packets only wait longer.",
  chosen: [
    `${CAPACITY_MBPS} Mbps and ${RTT_MS} ms; the paper does not state its path. Reno without ECN, 1500 bytes.`,
  ],
  differences: [],
  points: () => BUFFERS.map((buffer) => ({ buffer })),
  scenario: ({ buffer }) =>
    `capacity=${CAPACITY_MBPS}Mbps&rtt=${RTT_MS}ms&${TCP_URL}&limit=${Math.round(buffer * BDP_PACKETS)}p&duration=${DURATION_S}s&warmup=${WARMUP_S}s`,
  read: (snapshot) => {
    const { lengthPackets } = snapshot.links[0].queue;
    return {
      ...readLink(snapshot),
      queue: resample(lengthPackets, DRAWN),
      leastQueue: resample(lengthPackets, SETTLED, "min")[0],
    };
  },
  figures: (runs) => [
    {
      id: "queue",
      title: "Queue of one flow, 10 Mbps, 100 ms",
      kind: "lines",
      x: { label: "Time", unit: "s", scale: "linear" },
      y: { label: "Queue", unit: "packets", scale: "linear", from: 0 },
      series: BUFFERS.map((buffer) =>
        runs.track(`${buffer} bandwidth-delay products`, { buffer }, middlesS(DRAWN), "queue"),
      ),
    },
  ],
  tables: (runs) => [
    {
      id: "buffers",
      title: "Utilisation and queue",
      head: [
        "Buffer (bandwidth-delay products)",
        "Utilisation (%)",
        "Shortest queue (packets)",
        "Mean delay (ms)",
      ],
      rows: BUFFERS.map((buffer) => {
        const share = runs.mean({ buffer }, "utilisation");
        return [
          buffer,
          share === null ? null : rounded(100 * share, 4),
          runs.mean({ buffer }, "leastQueue"),
          rounded(runs.mean({ buffer }, "delayMeanMs"), 4),
        ];
      }),
    },
  ],
  claims: (runs) => {
    const used = BUFFERS.map((buffer) => runs.mean({ buffer }, "utilisation"));
    const least = BUFFERS.map((buffer) => runs.mean({ buffer }, "leastQueue"));
    return [
      {
        id: "product-suffices",
        text: "With a buffer of the bandwidth-delay product the link never goes idle.",
        tolerance: "99.5 % of the link",
        values: used,
        judge: (_, right) => ({ ours: percent(right), holds: right >= 0.995 }),
      },
      {
        id: "half-loses",
        text: "With less, throughput is lost.",
        tolerance: "below 99 % with half of it",
        values: used,
        judge: (half) => ({ ours: percent(half), holds: half < 0.99 }),
      },
      {
        id: "almost-empty",
        text: "With the product the queue almost hits zero once per loss.",
        tolerance: "shortest queue at most a twentieth of the buffer",
        values: least,
        judge: (_, right) => ({
          ours: `${right.toFixed(0)} packets`,
          holds: right <= 0.05 * BDP_PACKETS,
        }),
      },
      {
        id: "never-empty",
        text: "With twice as much the queue always has packets, which adds a constant delay.",
        tolerance: "shortest queue at least a quarter of the bandwidth-delay product",
        values: least,
        judge: (_half, _right, twice) => ({
          ours: `${twice.toFixed(0)} packets`,
          holds: twice >= 0.25 * BDP_PACKETS,
        }),
      },
    ];
  },
});
