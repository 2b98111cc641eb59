/** Figure 12: the queue of N flows, compared with the analysis of section 3.3. */
import { rounded } from "../../lib/statistics.ts";
import { listOf } from "../grid.ts";
import { perFlow } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import { CHOSEN, DCTCP, DIFFERENCES, QUANTILES, readQueue } from "./paper.ts";

const K = 40;
const FLOWS = [2, 10, 40] as const;

/**
 * The link of each size. The quick one is ten times slower over a round trip ten times longer: the bandwidth-delay product, and
 * with it the sawtooth in round trips, is the same.
 */
const LINK = {
  full: { gbps: 10, rttMs: 0.1, durationS: 1, warmupS: 0.2 },
  quick: { gbps: 1, rttMs: 1, durationS: 2, warmupS: 0.5 },
} as const;

/** Bandwidth-delay product in packets: C × RTT of the paper. */
const BDP_PACKETS = (LINK.full.gbps * 1e9 * LINK.full.rttMs) / 1000 / 8 / 1500;

/** The sawtooth of the queue in packets, as the analysis has it. */
interface Sawtooth {
  /** Average share of marked packets. */
  readonly alpha: number;
  readonly maxPackets: number;
  readonly amplitudePackets: number;
  /** Period in round trips. */
  readonly periodRtts: number;
}

/** Returns the sawtooth of `n` synchronised flows (equations 5 to 10), for a path of `bdp` packets and the threshold `k`. */
export function analysed(n: number, bdp: number, k: number): Sawtooth {
  const critical = (bdp + k) / n;
  const alpha = alphaFor((2 * critical + 1) / (critical + 1) ** 2);
  const period = ((critical + 1) * alpha) / 2;
  return { alpha, maxPackets: k + n, amplitudePackets: n * period, periodRtts: period };
}

/** Solves equation 6, α²(1 − α/4) = `right`, by bisection. The left side rises from 0 to 3/4 between 0 and 1. */
function alphaFor(right: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (middle * middle * (1 - middle / 4) < right) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const MODEL = new Map(FLOWS.map((n) => [n, analysed(n, BDP_PACKETS, K)]));
const modelOf = (n: (typeof FLOWS)[number]) => MODEL.get(n)!;

/** Share of a sawtooth's amplitude that is between its 5 % and 95 % quantiles. */
const INNER = 0.9;

/** Returns the distance between the 5 % and 95 % quantiles of the queue (packets). */
function innerSpread(runs: Runs, flows: number): number | null {
  const quantiles = listOf(runs.reading({ flows }), "queueQuantiles");
  const [low, high] = [0.05, 0.95].map((fraction) => quantiles[QUANTILES.indexOf(fraction)] ?? null);
  return low === null || high === null ? null : high - low;
}

const ratioText = (ratios: readonly number[]) => ratios.map((ratio) => ratio.toFixed(2)).join(", ");

export const dctcp12 = study({
  id: "dctcp-12",
  paper: DCTCP,
  where: "Figure 12",
  title: "The queue of N flows and its analysis",
  shows:
    "2, 10 and 40 long flows of DCTCP over 10 Gbps, a round trip of 100 µs and K = 40 packets. The analysis predicts the sawtooth of the queue well while there are few flows; with 40 they are no longer in step, and the queue varies less than predicted.",
  chosen: [
    CHOSEN.segments,
    "An ACK for every segment, the default of ns-2, with which the paper simulates this figure; it does not state its setting. g = 1/16, as in the paper; α as a real number.",
    "The distance between the 5 % and 95 % quantiles stands for the amplitude: it is nine tenths of it for a sawtooth.",
  ],
  differences: [DIFFERENCES[1]],
  points: () => FLOWS.map((flows) => ({ flows })),
  scenario: ({ flows }, size) => {
    const { gbps, rttMs, durationS, warmupS } = LINK[size];
    return `capacity=${1000 * gbps}Mbps&rtt=${rttMs}ms&cc=dctcp&dctcp-alpha=real&flows=${flows}&aqm=step&step=${K}p&limit=2000p&delayed-ack=1&duration=${durationS}s&warmup=${warmupS}s`;
  },
  read: (snapshot, { scenario }) => {
    const cuts = perFlow(snapshot, (flow) => flow.ecnReductions).map((n) => n ?? 0);
    const srtts = perFlow(snapshot, (flow) => flow.srttMs?.mean ?? null).map((ms) => ms ?? 0);
    const durationMs = 1000 * (Number(scenario.run.duration) - Number(scenario.run.warmup));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const { marks, packets } = snapshot.results.links[0];
    return {
      ...readQueue(snapshot),
      markShare: rounded(marks / packets),
      // All flows have the same round trip. The mean over the flows is the time of one.
      periodRtts: rounded((durationMs * cuts.length ** 2) / sum(cuts) / sum(srtts)),
    };
  },
  figures: (runs) => [
    {
      id: "queue-cdf",
      title: "Distribution of the queue, 10 Gbps, 100 µs, K = 40",
      kind: "lines",
      x: { label: "Queue", unit: "packets", scale: "linear", from: 0 },
      y: { label: "Fraction of packets", unit: "", scale: "linear", from: 0, to: 1 },
      series: FLOWS.flatMap((flows, hue) => {
        const quantiles = listOf(runs.reading({ flows }), "queueQuantiles");
        const { maxPackets, amplitudePackets } = modelOf(flows);
        const places = QUANTILES.flatMap((fraction, i) =>
          quantiles[i] === null || quantiles[i] === undefined ? [] : [{ fraction, packets: quantiles[i] }],
        );
        return [
          {
            label: `${flows} flows`,
            x: places.map(({ packets }) => packets),
            y: places.map(({ fraction }) => fraction),
            jobs: places.map(() => runs.shown({ flows })),
            hue,
          },
          {
            label: `${flows} flows, analysis`,
            x: [maxPackets - amplitudePackets, maxPackets],
            y: [0, 1],
            source: "model" as const,
            hue,
          },
        ];
      }),
    },
  ],
  tables: (runs) => [
    {
      id: "sawtooth",
      title: "The sawtooth of the queue",
      head: [
        "Flows",
        "",
        "Highest (packets)",
        "5 % to 95 % quantile (packets)",
        "Period (round trips)",
        "Marked (share)",
      ],
      rows: FLOWS.flatMap((flows) => {
        const model = modelOf(flows);
        const mean = (field: string) => rounded(runs.mean({ flows }, field), 4);
        return [
          [
            flows,
            "analysis",
            model.maxPackets,
            rounded(INNER * model.amplitudePackets, 4),
            rounded(model.periodRtts, 4),
            rounded(model.alpha, 4),
          ],
          [
            flows,
            "simulated",
            mean("queueMaxPackets"),
            rounded(innerSpread(runs, flows), 4),
            mean("periodRtts"),
            mean("markShare"),
          ],
        ];
      }),
    },
  ],
  claims: (runs) => {
    const ratio = (flows: (typeof FLOWS)[number], value: number | null, model: (of: Sawtooth) => number) =>
      value === null ? null : value / model(modelOf(flows));
    const spreadRatio = (flows: (typeof FLOWS)[number]) =>
      ratio(flows, innerSpread(runs, flows), (of) => INNER * of.amplitudePackets);
    return [
      {
        id: "highest",
        text: "The queue rises to K + N (equation 10), for 2 and 10 flows.",
        paper: "42 and 50 packets",
        tolerance: "within a tenth: windows are whole segments",
        values: [2, 10].map((flows) => runs.mean({ flows }, "queueMaxPackets")),
        judge: (two, ten) => ({
          ours: `${two} and ${ten} packets`,
          holds: Math.abs(two / 42 - 1) <= 0.1 && Math.abs(ten / 50 - 1) <= 0.1,
        }),
      },
      {
        id: "amplitude-few",
        text: "The analysis predicts the amplitude fairly accurately when N is small (equation 8).",
        tolerance:
          "for 2 flows, distance of the 5 % and 95 % quantiles within a quarter of the predicted one",
        values: [spreadRatio(2)],
        judge: (two) => ({ ours: `${ratioText([two])} of it`, holds: Math.abs(two - 1) <= 0.25 }),
      },
      {
        id: "period-few",
        text: "It predicts the period as well (equation 9).",
        basis: "ours",
        tolerance: "for 2 flows, within a quarter of the predicted one",
        values: [ratio(2, runs.mean({ flows: 2 }, "periodRtts"), (of) => of.periodRtts)],
        judge: (two) => ({ ours: `${ratioText([two])} of it`, holds: Math.abs(two - 1) <= 0.25 }),
      },
      {
        id: "marks-few",
        text: "It predicts α, the average share of marked packets (equation 6).",
        basis: "ours",
        tolerance: "for 2 and 10 flows, within a quarter of the predicted one",
        values: ([2, 10] as const).map((flows) =>
          ratio(flows, runs.mean({ flows }, "markShare"), (of) => of.alpha),
        ),
        judge: (...ratios) => ({
          ours: `${ratioText(ratios)} of it`,
          holds: ratios.every((one) => Math.abs(one - 1) <= 0.25),
        }),
      },
      {
        id: "less-with-many",
        text: "With 40 flows the queue varies less than the analysis predicts.",
        tolerance: "distance of the 5 % and 95 % quantiles below the predicted one",
        cause:
          "Flows with exactly the same round trip stay in step here: windows of three segments are cut to the smallest, two, all at once.",
        values: [spreadRatio(40)],
        judge: (forty) => ({ ours: `${ratioText([forty])} of it`, holds: forty < 1 }),
      },
    ];
  },
});
