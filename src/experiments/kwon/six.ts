/**
 * Figures 14 and 15 (§V-B3): six flows with three RTTs through one RED queue. Three flows are under test; the other three are
 * plain TCP, that is Reno with or without ECN.
 */

import { mean } from "../../lib/statistics.ts";
import type { Experiment } from "../experiment.ts";
import { cross } from "../grid.ts";
import { cumulativeAt, times } from "../read-run.ts";
import { against, type JudgedClaim, type Runs, type Study, study } from "../study.ts";
import {
  FRACTIONS_LOST,
  KWON,
  type KwonSender,
  PAYLOAD_BYTES,
  redUrl,
  SENDERS,
  SIX_CAPACITY_MBPS,
  SIX_CHOSEN,
  SIX_DURATION_S,
  SIX_RTTS_MS,
  SMALL_BUFFER_BYTES,
  TCP_URL,
} from "./paper.ts";

/** "mixed": the three flows under test use ECN(α, β). "homogeneous": they use the same sender as the other three. */
const MIXES = ["mixed", "homogeneous"] as const;
type Mix = (typeof MIXES)[number];

const NAMES = ["TEST1", "TEST2", "TEST3", "TCP1", "TCP2", "TCP3"] as const;
/** Indices of the plain TCP flows. The claims are about them. */
const TCP_FLOWS = [3, 4, 5];

const POINTS = 61;

const durationS = (size: Runs["size"]) => (size === "full" ? SIX_DURATION_S : 20);

/** Returns the number of packets that a flow has delivered by the end, as the mean over the seeds. */
const delivered = (runs: Runs, flow: number, mix: Mix) =>
  mean(runs.columns({ mix }, NAMES[flow]).at(-1) ?? []);

/**
 * Returns how many packets a flow delivers next to ECN(α, β) flows, as a fraction of what it delivers next to flows of its own
 * kind.
 */
function mixedShare(runs: Runs, flow: number): number | null {
  const [mixed, alike] = MIXES.map((mix) => delivered(runs, flow, mix));
  return mixed === null || alike === null ? null : mixed / alike;
}

function alikeClaim(
  runs: Runs,
  flows: readonly number[],
  statement: Pick<JudgedClaim, "text" | "basis">,
): JudgedClaim {
  return {
    ...statement,
    id: "alike",
    tolerance: "within 15 % by the end: the lines of the figure are not in the text",
    values: flows.map((flow) => mixedShare(runs, flow)),
    judge: (...shares) => ({
      ours: shares.map((share, i) => `${NAMES[flows[i]]} ${(100 * share).toFixed(0)} %`).join(", "),
      holds: shares.every((share) => Math.abs(share - 1) <= 0.15),
    }),
  };
}

type SixPoint = { readonly mix: Mix };
type Parts = Pick<Study<SixPoint>, "title" | "shows" | "differences" | "claims">;

function sixFlows(number: number, plain: KwonSender, parts: Parts): Experiment {
  return study<SixPoint>({
    ...parts,
    id: `kwon-${number}`,
    paper: KWON,
    where: `Figure ${number}`,
    chosen: SIX_CHOSEN,
    comparedWith: against("mix", { mixed: "homogeneous" }, () => "all six flows alike"),
    points: () => cross({ mix: MIXES }),
    seeds: { full: 20, quick: 1 },
    scenario: ({ mix, seed }, size) => {
      const test: KwonSender = mix === "mixed" ? "ecn-ab" : plain;
      const flows = NAMES.map((_, i) => {
        const { flow } = SENDERS[i < 3 ? test : plain];
        return `flow=${flow},rtt=${SIX_RTTS_MS[i % 3]}ms,start=${i / 10}s`;
      });
      return [
        `duration=${durationS(size)}s&warmup=0s&seed=${seed}&path=six-flows&capacity=${SIX_CAPACITY_MBPS}Mbps`,
        redUrl(SMALL_BUFFER_BYTES),
        TCP_URL,
        ...flows,
      ].join("&");
    },
    /** Reads the packets delivered by each flow up to equally spaced times. */
    read: ({ samples, nowS }) => {
      const packets = (flow: number) => (s: number) =>
        Math.round(cumulativeAt(samples, samples.receivedBytes[flow], s) / PAYLOAD_BYTES);
      return Object.fromEntries(NAMES.map((name, i) => [name, times(0, nowS, POINTS).map(packets(i))]));
    },
    figures: (runs) =>
      MIXES.map((mix) => ({
        id: mix,
        title:
          mix === "mixed" ? "TEST1 to TEST3 with ECN(α, β), first seed" : "All six flows alike, first seed",
        kind: "lines",
        x: { label: "Time", unit: "s", scale: "linear" },
        y: { label: "Sequence number", unit: "packets", scale: "linear", from: 0 },
        series: NAMES.map((name) => runs.track(name, { mix }, times(0, durationS(runs.size), POINTS), name)),
      })),
    tables: (runs) => [
      {
        id: "delivered",
        title: "Packets delivered by the end, mean of all seeds",
        head: ["Flow", "RTT (ms)", "Mixed", "Homogeneous", "Mixed over homogeneous"],
        rows: NAMES.map((name, i) => [
          name,
          SIX_RTTS_MS[i % 3],
          ...MIXES.map((mix) => delivered(runs, i, mix)),
          mixedShare(runs, i),
        ]),
      },
    ],
  });
}

export const kwon14 = sixFlows(14, "reno-ecn", {
  title: "ECN(α, β) beside Reno with ECN",
  shows:
    "Six flows of three round trips share a RED queue. Whether three of them use ECN(α, β) or all six are Reno with ECN, the lines of the plain three, TCP1 to TCP3, are much the same.",
  differences: [
    `TCP1 to TCP3 all come somewhat farther beside ECN(α, β). ${FRACTIONS_LOST} With fractions kept (ab-cut=exact) they have 96, 98 and 99 %.`,
  ],
  claims: (runs) => [
    alikeClaim(runs, TCP_FLOWS, {
      text: "TCP1 to TCP3 come as far beside ECN(α, β) as among flows like themselves.",
    }),
  ],
});

export const kwon15 = sixFlows(15, "reno", {
  title: "ECN(α, β) beside Reno without ECN",
  shows:
    "As figure 14, with TCP1 to TCP3 Reno without ECN: the flow with the shortest round trip suffers somewhat from the three with ECN(α, β), the others little.",
  differences: [],
  claims: (runs) => [
    {
      id: "shortest-suffers",
      text: "Without ECN the flow with the shortest round trip, TCP1, loses some to ECN(α, β).",
      tolerance: "between 3 and 50 % less: somewhat",
      cause: `${FRACTIONS_LOST} The plain flows gain by it, TCP1 too. With fractions kept (ab-cut=exact) TCP1 loses about a tenth.`,
      values: [mixedShare(runs, TCP_FLOWS[0])],
      judge: (share) => ({
        ours: `${Math.abs(100 * (1 - share)).toFixed(0)} % ${share > 1 ? "more" : "less"}`,
        holds: share <= 0.97 && share >= 0.5,
      }),
    },
    alikeClaim(runs, TCP_FLOWS.slice(1), {
      text: "TCP2 and TCP3 come about as far as among flows like themselves.",
      basis: "ours",
    }),
  ],
});
