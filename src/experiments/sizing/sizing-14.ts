/** Figures 13 and 14: completion times of short flows beside long ones, with small and with large buffers. */
import { rounded } from "../../lib/statistics.ts";
import { cross } from "../grid.ts";
import { readLink } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import { CHOSEN, longFlows, MEAN_RTT_MS, SIZING, TCP_URL } from "./paper.ts";

/** The line of figures 13 and 14, and the load of short flows on it. */
const CAPACITY_MBPS = 400;
const SHORT_MBPS = 80;
const SHORT_BYTES = 20_000;
const BDP_PACKETS = (CAPACITY_MBPS * 1e6 * MEAN_RTT_MS) / 1000 / 8 / 1500;

const BUFFERS = ["small", "large"] as const;
type Buffer = (typeof BUFFERS)[number];
const LABELS: Readonly<Record<Buffer, string>> = { small: "RTT × C / √n", large: "RTT × C" };

const flowsOf = (size: Runs["size"]): readonly number[] => (size === "full" ? [100, 200, 400] : [200]);

const packetsOf = (buffer: Buffer, flows: number) =>
  Math.round(buffer === "large" ? BDP_PACKETS : BDP_PACKETS / Math.sqrt(flows));

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export const sizing14 = study({
  id: "sizing-14",
  paper: SIZING,
  where: "Figures 13 and 14",
  title: "Short flows beside long ones",
  shows:
    "A line of 400 Mbps with short flows that load a fifth of it, and long flows that take the rest. With a buffer of RTT × C / √n the link is nearly as busy as with RTT × C, and short flows end much sooner, because they wait less.",
  chosen: [
    "Long flows have round trips of 25 to 175 ms, as over the line of sizing-15; short ones 100 ms.",
    `Short flows of ${SHORT_BYTES / 1000} kB that arrive as a Poisson process: the paper does not state their length.`,
    CHOSEN.tcp,
    "Initial windows of two packets, as in the paper's section 4. With ten, tried first, short flows took up to 76 % of the time with the small buffer, which the claim does not accept.",
  ],
  differences: [],
  points: (size) => cross({ buffer: BUFFERS, flows: flowsOf(size) }),
  scenario: ({ buffer, flows }, size) => {
    const rate = (SHORT_MBPS * 1e6) / 8 / SHORT_BYTES;
    const short = `flow=traffic=poisson,arrival-rate=${rate},transfer-size=${SHORT_BYTES}B,size-distribution=fixed,rtt=${MEAN_RTT_MS}ms`;
    const run = size === "full" ? "duration=40s&warmup=15s" : "duration=12s&warmup=6s";
    return `capacity=${CAPACITY_MBPS}Mbps&${TCP_URL}&initial-window=2&limit=${packetsOf(buffer, flows)}p&${longFlows(flows, "spread")}&${short}&start-jitter=3000ms&start-jitter-first=on&${run}`;
  },
  read: (snapshot) => {
    const responses = snapshot.results.flows[snapshot.results.flows.length - 1].responses;
    return {
      ...readLink(snapshot),
      transfers: responses?.n ?? 0,
      meanMs: responses === null ? null : rounded(1000 * responses.meanS),
    };
  },
  figures: (runs) => [
    {
      id: "completion",
      title: "Mean completion time of short flows, 400 Mbps",
      kind: "lines",
      x: { label: "Long flows", unit: "", scale: "linear" },
      y: { label: "Mean completion time", unit: "ms", scale: "linear", from: 0 },
      series: BUFFERS.map((buffer) =>
        runs.line(LABELS[buffer], flowsOf(runs.size), (flows) => ({ buffer, flows }), "meanMs"),
      ),
    },
  ],
  tables: (runs) => [
    {
      id: "short",
      title: "Short flows beside long ones",
      head: ["Long flows", "Buffer", "Buffer (packets)", "Utilisation (%)", "Mean completion time (ms)"],
      rows: cross({ flows: flowsOf(runs.size), buffer: BUFFERS }).map(({ flows, buffer }) => {
        const share = runs.mean({ buffer, flows }, "utilisation");
        return [
          flows,
          LABELS[buffer],
          packetsOf(buffer, flows),
          share === null ? null : rounded(100 * share, 4),
          rounded(runs.mean({ buffer, flows }, "meanMs"), 4),
        ];
      }),
    },
  ],
  claims: (runs) => {
    const flows = flowsOf(runs.size);
    const of = (buffer: Buffer, field: string, counts = flows) =>
      counts.map((n) => runs.mean({ buffer, flows: n }, field));
    return [
      {
        id: "sooner",
        text: "Short flows complete much sooner with RTT × C / √n than with RTT × C.",
        tolerance: "mean completion time at most three quarters, for each number of long flows",
        values: [...of("small", "meanMs"), ...of("large", "meanMs")],
        judge: (...times) => {
          const ratios = flows.map((_, i) => times[i] / times[flows.length + i]);
          return {
            ours: `${percent(Math.max(...ratios))} of the time at the most`,
            holds: ratios.every((ratio) => ratio <= 0.75),
          };
        },
      },
      {
        id: "still-busy",
        text: "For 95 % utilisation a buffer close to RTT × C / √n is needed: short flows can be ignored.",
        paper: "95 %",
        tolerance: "95 % with that buffer, from 200 long flows on",
        values: of(
          "small",
          "utilisation",
          flows.filter((n) => n >= 200),
        ),
        judge: (...shares) => ({
          ours: `at least ${percent(Math.min(...shares))}`,
          holds: shares.every((share) => share >= 0.95),
        }),
      },
    ];
  },
});
