/** Figure 21: short transfers beside two long flows. */
import { rounded } from "../../lib/statistics.ts";
import { study } from "../study.ts";
import {
  CHOSEN,
  COMPARED_SENDER,
  DCTCP,
  DIFFERENCES,
  queueUrl,
  RTT_MS,
  SENDER_IDS,
  SENDERS,
  THRESHOLD,
} from "./paper.ts";

/** Quantiles of the completion time that are stored, by their field in the results. */
const QUANTILES = { p50S: 0.5, p90S: 0.9, p99S: 0.99, maxS: 1 } as const;
const FIELDS = Object.keys(QUANTILES) as readonly (keyof typeof QUANTILES)[];

const SMALL_WINDOW =
  "Marks keep the window of the connection as small as those of the long flows, so that the 14 packets of a transfer take several round trips.";
const TWO_SEGMENTS =
  "The paper's 19 ms are more than three round trips of the full buffer (5.6 ms each): as if each transfer began with a small window. With TCP the window of the long-lived connection here holds all 14 packets of a transfer, so that it takes one round trip.";

export const dctcp21 = study({
  id: "dctcp-21",
  paper: DCTCP,
  where: "Figure 21",
  title: "Short transfers beside two long flows",
  shows:
    "Transfers of 20 kB, one after another over one connection, beside two long flows at 1 Gbps. What a transfer takes is what its packets wait in the queue of the long flows: far less with DCTCP than with TCP.",
  chosen: [
    CHOSEN.tcp,
    CHOSEN.dctcp,
    CHOSEN.rtt,
    CHOSEN.segments,
    "The next request follows a mean of 1 ms after the end of a transfer, the shortest pause that there is here; the paper has none.",
  ],
  differences: DIFFERENCES,
  comparedWith: COMPARED_SENDER,
  points: () => SENDER_IDS.map((sender) => ({ sender })),
  scenario: ({ sender }, size) => {
    const flow = `flow=${SENDERS[sender].flow},rtt=${RTT_MS}ms`;
    const pages =
      "traffic=http,page-objects=1,session-pages=1000,page-gap=1ms,session-gap=1ms,transfer-size=20000B,size-distribution=fixed,persistent=on,start=0.2s";
    const run = size === "full" ? "duration=6s&warmup=1s" : "duration=2s&warmup=1s";
    return `capacity=1000Mbps&${queueUrl(sender, THRESHOLD[1])}&${flow},count=2&${flow},${pages}&${run}`;
  },
  read: ({ results }) => {
    const responses = results.flows[2].responses;
    return {
      transfers: responses?.n ?? 0,
      rtos: results.flows[2].rtos,
      quantilesMs: FIELDS.map((field) => (responses === null ? null : rounded(1000 * responses[field]))),
      medianMs: responses === null ? null : rounded(1000 * responses.p50S),
    };
  },
  figures: (runs) => [
    {
      id: "completion",
      title: "Completion time of 20 kB beside two long flows",
      kind: "lines",
      x: { label: "Fraction of transfers", unit: "", scale: "linear", from: 0.5, to: 1 },
      y: { label: "Completion time", unit: "ms", scale: "log" },
      series: SENDER_IDS.map((sender) =>
        runs.track(SENDERS[sender].label, { sender }, Object.values(QUANTILES), "quantilesMs"),
      ),
    },
  ],
  claims: (runs) => {
    const medians = SENDER_IDS.map((sender) => runs.mean({ sender }, "medianMs"));
    return [
      {
        id: "dctcp-below-1ms",
        text: "With DCTCP the median transfer takes less than 1 ms.",
        paper: "<1 ms",
        tolerance: "as the paper has it",
        cause: SMALL_WINDOW,
        values: medians,
        judge: (dctcp) => ({ ours: `${dctcp.toFixed(2)} ms`, holds: dctcp < 1 }),
      },
      {
        id: "tcp-19ms",
        text: "With TCP it takes 19 ms.",
        paper: "19 ms",
        tolerance: "within a third: the round trip and the initial window are not stated",
        cause: TWO_SEGMENTS,
        values: medians,
        judge: (_, tcp) => ({ ours: `${tcp.toFixed(1)} ms`, holds: Math.abs(tcp / 19 - 1) <= 1 / 3 }),
      },
      {
        id: "much-lower",
        text: "DCTCP's completion time is much lower than TCP's.",
        tolerance: "medians: a quarter of it or less",
        cause: `${SMALL_WINDOW} ${TWO_SEGMENTS}`,
        values: medians,
        judge: (dctcp, tcp) => ({
          ours: `${dctcp.toFixed(2)} against ${tcp.toFixed(1)} ms`,
          holds: dctcp <= tcp / 4,
        }),
      },
      {
        id: "no-timeouts",
        text: "No transfer suffers a timeout.",
        paper: "0",
        tolerance: "none with either sender",
        values: SENDER_IDS.map((sender) => runs.mean({ sender }, "rtos")),
        judge: (...rtos) => ({
          ours: `${rtos.reduce((sum, one) => sum + one, 0)}`,
          holds: rtos.every((one) => one === 0),
        }),
      },
    ];
  },
});
