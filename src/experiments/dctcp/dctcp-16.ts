/** Figure 16: flows that join and leave, and the time in which a new flow gets its share. */
import { jainIndex, type Snapshot } from "../../engine/index.ts";
import { mean, rounded, standardDeviation } from "../../lib/statistics.ts";
import type { RunValues } from "../experiment.ts";
import { cross } from "../grid.ts";
import { cumulativeAt, middlesS, ratesBps } from "../read-run.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import {
  CHOSEN,
  COMPARED_SENDER,
  DCTCP,
  type DctcpSender,
  DIFFERENCES,
  queueUrl,
  SENDER_IDS,
  SENDERS,
  THRESHOLD,
} from "./paper.ts";

const FLOWS = 5;
/** Time from the start of one flow to the start of the next, and from one stop to the next (s). */
const STEP_S = { full: 2, quick: 1 } as const;
/** Length of the run in such steps: the flows start one by one, then they stop one by one. */
const STEPS = 2 * FLOWS - 1;
/** Time that the last flow is given to get its share (s). */
const SETTLING_S = 0.5;
const WINDOWS_PER_S = 10;
const drawnUntil = (toS: number) => ({ fromS: 0, toS, n: 180 });

/** Round trips of the paper's simulations (ms, footnote 6). */
const RTTS_MS = [0.1, 0.2, 0.3] as const;
/** Time at which the second flow joins (s). The first one has left slow start by then. */
const JOIN_S = 0.3;

const rateOf = { 1: 1000, 10: 10_000 } as const;
type Gbps = keyof typeof rateOf;

/** "series": five flows join and leave at 1 Gbps. "join": a second flow joins the first, at a rate and a round trip. */
type Part = "series" | "join";

const pointsOf = (size: Runs["size"]) => [
  ...cross({ part: ["series"] as Part[], sender: SENDER_IDS, gbps: [1] as Gbps[], rtt: [RTTS_MS[0]] }),
  ...cross({
    part: ["join"] as Part[],
    sender: SENDER_IDS,
    gbps: size === "full" ? ([1, 10] as Gbps[]) : ([1] as Gbps[]),
    rtt: RTTS_MS,
  }),
];

function readSeries({ samples }: Snapshot, durationS: number): RunValues {
  const stepS = durationS / STEPS;
  const part = { fromS: (FLOWS - 1) * stepS + SETTLING_S, toS: FLOWS * stepS };
  const allOn = { ...part, n: Math.round(WINDOWS_PER_S * (part.toS - part.fromS)) };
  const received = samples.receivedBytes;
  const rates = received.map((column) => ratesBps(samples, column, allOn).map((bps) => bps ?? 0));
  const bytes = received.map(
    (column) => cumulativeAt(samples, column, part.toS) - cumulativeAt(samples, column, part.fromS),
  );
  const variation = rates.map((one) => (standardDeviation(one) ?? 0) / (mean(one) ?? 1));
  return {
    jain: rounded(jainIndex(bytes)),
    variation: rounded(mean(variation)),
    ...Object.fromEntries(
      received.map((column, i) => [`flow${i + 1}Bps`, ratesBps(samples, column, drawnUntil(durationS))]),
    ),
  };
}

const ms = (s: number) => `${(1000 * s).toFixed(0)} ms`;

/** Returns the claim on the convergence times of DCTCP at a rate: of the order of `fromMs` to `toMs` at the given round trips. */
function convergenceClaim(runs: Runs, gbps: Gbps, fromMs: number, toMs: number): JudgedClaim {
  return {
    id: `convergence-${gbps}gbps`,
    text: `A new flow of DCTCP gets its share in the order of ${fromMs} to ${toMs} ms at ${gbps} Gbps (section 3.5).`,
    paper: `${fromMs} to ${toMs} ms`,
    tolerance:
      "median of the three round trips within a factor of two of that range: the paper does not define the time; here until Jain's index of the bytes since the join stays at 0.95",
    values: joinTimes(runs, "dctcp", gbps),
    judge: (...times) => {
      const middle = 1000 * [...times].sort((a, b) => a - b)[1];
      return {
        ours: times.map(ms).join(", "),
        holds: middle >= fromMs / 2 && middle <= 2 * toMs,
      };
    },
  };
}

const joinTimes = (runs: Runs, sender: DctcpSender, gbps: Gbps) =>
  RTTS_MS.map((rtt) => runs.mean({ part: "join", sender, gbps, rtt }, "settledS"));

export const dctcp16 = study({
  id: "dctcp-16",
  paper: DCTCP,
  where: "Figure 16",
  title: "Flows that join and leave",
  shows:
    "Five long flows at 1 Gbps start one after another and then stop one after another. DCTCP's flows quickly get their fair shares; TCP's are fair on average and vary much more. DCTCP gives up some speed of convergence for its short queue.",
  chosen: [
    CHOSEN.tcp,
    CHOSEN.dctcp,
    CHOSEN.segments,
    "Two seconds from one flow to the next, where the paper has 30: convergence takes milliseconds. Round trips of 100 µs for the five flows and of 100, 200 and 300 µs for two, as in footnote 6.",
    "Convergence times are read from samples 1 ms apart, the finest there are: that is a twentieth of the paper's shortest time.",
  ],
  differences: [
    ...DIFFERENCES,
    "The paper's index of 0.99 is from runs with up to 90 flows; here there are five.",
  ],
  comparedWith: COMPARED_SENDER,
  points: pointsOf,
  scenario: ({ part, sender, gbps, rtt }, size) => {
    const stepS = STEP_S[size];
    const queue = `capacity=${rateOf[gbps]}Mbps&${queueUrl(sender, THRESHOLD[gbps])}`;
    const flow = `flow=${SENDERS[sender].flow},rtt=${rtt}ms`;
    if (part === "join") return `${queue}&${flow}&${flow},start=${JOIN_S}s&duration=1s&warmup=0s`;
    const flows = Array.from({ length: FLOWS }, (_, i) => {
      const stop = i === 0 ? "end" : `${(STEPS - i) * stepS}s`;
      return `${flow},start=${i * stepS}s,stop=${stop}`;
    });
    return `${queue}&${flows.join("&")}&duration=${STEPS * stepS}s&warmup=0s`;
  },
  read: (snapshot, { scenario }) => {
    if (scenario.flows.length > 2) return readSeries(snapshot, Number(scenario.run.duration));
    return { settledS: rounded(snapshot.results.fairness.sharing.joins.at(-1)?.settledS ?? null) };
  },
  figures: (runs) =>
    SENDER_IDS.map((sender) => ({
      id: `throughput-${sender}`,
      title: `Throughput of five flows: ${SENDERS[sender].label}`,
      kind: "lines",
      x: { label: "Time", unit: "s", scale: "linear" },
      y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 0 },
      series: Array.from({ length: FLOWS }, (_, i) =>
        runs.track(
          `flow ${i + 1}`,
          { part: "series", sender, gbps: 1, rtt: RTTS_MS[0] },
          middlesS(drawnUntil(STEPS * STEP_S[runs.size])),
          `flow${i + 1}Bps`,
          1e6,
        ),
      ),
    })),
  tables: (runs) => [
    {
      id: "convergence",
      title: "Time in which the second flow gets its share (ms)",
      head: ["Rate (Gbps)", "RTT (µs)", ...SENDER_IDS.map((sender) => SENDERS[sender].label)],
      rows: cross({ gbps: [1, 10] as const, rtt: RTTS_MS }).map(({ gbps, rtt }) => [
        gbps,
        Math.round(1000 * rtt),
        ...SENDER_IDS.map((sender) => {
          const s = runs.mean({ part: "join", sender, gbps, rtt }, "settledS");
          return s === null ? null : rounded(1000 * s, 4);
        }),
      ]),
    },
  ],
  claims: (runs) => {
    const inSeries = (field: string) =>
      SENDER_IDS.map((sender) => runs.mean({ part: "series", sender, gbps: 1, rtt: RTTS_MS[0] }, field));
    return [
      {
        id: "fair",
        text: "All flows of DCTCP achieve their fair share.",
        paper: "Jain's index 0.99",
        tolerance: "at least 0.99 for the bytes of the last 1.5 s in which all five flows are on",
        values: inSeries("jain"),
        judge: (dctcp) => ({ ours: dctcp.toFixed(3), holds: dctcp >= 0.99 }),
      },
      {
        id: "tcp-varies",
        text: "TCP's throughput has much higher variation.",
        tolerance:
          "standard deviation of the flows' rates in windows of 100 ms, as a share of their mean, at least twice that of DCTCP; the paper's figure, which covers minutes, has no finer ones. In windows of 20 ms, tried first, it is not twice as much",
        values: inSeries("variation"),
        judge: (dctcp, tcp) => ({
          ours: `${tcp.toFixed(2)} against ${dctcp.toFixed(2)}`,
          holds: tcp >= 2 * dctcp,
        }),
      },
      convergenceClaim(runs, 1, 20, 30),
      convergenceClaim(runs, 10, 80, 150),
      {
        id: "slower-than-tcp",
        text: "That is a factor of 2 to 3 more than TCP takes.",
        paper: "2 to 3",
        tolerance: "median of the three round trips, at 1 Gbps: longer than TCP's",
        cause:
          "The paper does not say with which queue its simulated TCP ran. Through 700 kB, as in its testbed, TCP's round trip comes to 5.6 ms with a full buffer, so that it needs longer for as many of them.",
        values: [...joinTimes(runs, "dctcp", 1), ...joinTimes(runs, "tcp", 1)],
        judge: (...times) => {
          const ratios = RTTS_MS.map((_, i) => times[i] / times[RTTS_MS.length + i]).sort((a, b) => a - b);
          return { ours: `${ratios[1].toFixed(2)} times`, holds: ratios[1] > 1 };
        },
      },
    ];
  },
});
