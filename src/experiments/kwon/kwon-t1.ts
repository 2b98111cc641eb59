/** Table I: goodput and drops of twenty bulk flows over the WAN. */

import { rangeText } from "../../lib/number-text.ts";
import { rounded } from "../../lib/statistics.ts";
import type { Figure } from "../experiment.ts";
import { cross } from "../grid.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import {
  COMPARED_SENDER,
  FRACTIONS_LOST,
  KWON,
  type KwonSender,
  SENDER_IDS,
  SENDERS,
  WAN_CHOSEN,
  WAN_RTT_MS,
} from "./paper.ts";
import {
  CAPACITIES,
  type Capacity,
  dropPercent,
  goodputMbps,
  megabits,
  rateLabel,
  SEEDS,
  signalsOf,
  TWO_STATES,
  total,
  type WanPoint,
  wanUrl,
} from "./wan.ts";

/** Table I of the paper; each list has the values at 1, 5 and 10 Mbps. */
export const TABLE_I: Readonly<Record<KwonSender, { goodput: readonly number[]; drops: readonly number[] }>> =
  {
    reno: { goodput: [0.98, 4.988, 9.527], drops: [8.93, 3.63, 2.06] },
    "reno-ecn": { goodput: [0.981, 4.999, 9.92], drops: [5.53, 0.59, 0.39] },
    "ecn-ab": { goodput: [0.979, 4.984, 9.942], drops: [3.02, 0.95, 0.53] },
  };

/** RTTs of further runs at 1 Mbps (ms). They show how much the delays matter, which the paper does not state. */
const OTHER_RTTS_MS = [60, 100, 140, 200];

const SHOWN = [
  {
    id: "drops",
    title: "Packets dropped",
    field: "dropPercent",
    y: { label: "Drops", unit: "%", scale: "log" },
  },
  {
    id: "goodput",
    title: "Goodput of all flows",
    field: "goodputMbps",
    y: { label: "Goodput", unit: "Mbps", scale: "log" },
  },
] as const;

const percents = (values: readonly number[]) => `${values.map((value) => value.toFixed(2)).join(", ")} %`;

function goodputClaims(runs: Runs): JudgedClaim[] {
  const goodput = (sender: KwonSender, capacity: Capacity) => runs.mean({ sender, capacity }, "goodputMbps");
  const paper = SENDER_IDS.flatMap((sender) => TABLE_I[sender].goodput);
  return [
    {
      id: "goodput-size",
      text: "Goodput is as in the table.",
      paper: "0.979 to 9.942 Mbps",
      tolerance: "each of the nine within 5 %: delays, and so the length of the start, are not in the text",
      values: cross({ sender: SENDER_IDS, capacity: CAPACITIES }).map((at) =>
        goodput(at.sender, at.capacity),
      ),
      judge: (...ours) => {
        const worst = Math.max(...ours.map((value, i) => Math.abs(value / paper[i] - 1)));
        return { ours: `at most ${(100 * worst).toFixed(1)} % off`, holds: worst <= 0.05 };
      },
    },
    {
      id: "goodput-order",
      text: "At 10 Mbps ECN(α, β) has the most goodput, and Reno without ECN the least.",
      paper: "9.942, 9.920, 9.527 Mbps",
      tolerance: "the order alone",
      values: [goodput("ecn-ab", "10Mbps"), goodput("reno-ecn", "10Mbps"), goodput("reno", "10Mbps")],
      judge: (ab, ecn, reno) => ({
        ours: `${ab.toFixed(3)}, ${ecn.toFixed(3)}, ${reno.toFixed(3)} Mbps`,
        holds: ab > ecn && ecn > reno,
      }),
    },
  ];
}

/** Returns a text on how much shorter the queue is with ECN(α, β) than with plain ECN (%), at the rates at which drops are few. */
function shorterBy(runs: Runs): string {
  const shorter = (["5Mbps", "10Mbps"] as const).map((capacity) => {
    const [ab, ecn] = (["ecn-ab", "reno-ecn"] as const).map((sender) =>
      runs.mean({ sender, capacity }, "queueMeanPackets"),
    );
    return ab === null || ecn === null ? Number.NaN : 100 * (1 - ab / ecn);
  });
  return rangeText(shorter, 0);
}

function rowClaims(runs: Runs): JudgedClaim[] {
  const row = (sender: KwonSender, text: string, tolerance: string, cause?: string): JudgedClaim => {
    const paper = TABLE_I[sender].drops;
    return {
      id: `drops-${sender}`,
      text,
      tolerance,
      paper: percents(paper),
      cause,
      values: CAPACITIES.map((capacity) => runs.mean({ sender, capacity }, "dropPercent")),
      judge: (...ours) => ({
        ours: percents(ours),
        holds: ours.every((value, i) => Math.abs(value / paper[i] - 1) <= 1 / 3),
      }),
    };
  };
  const asForReno = "each within a third, as for Reno, to whose row the round trip was fitted";
  return [
    row(
      "reno",
      "What Reno without ECN loses falls with the rate as in the table.",
      "each within a third: losses go with the inverse square of the round trip, the one number that was fitted to these three",
    ),
    row("reno-ecn", "What plain ECN loses at each rate is as in the table.", asForReno),
    row(
      "ecn-ab",
      "What ECN(α, β) loses at each rate is as in the table.",
      asForReno,
      `At 5 and 10 Mbps all of it is lost in the first ten seconds, in slow start and right after it, and too little. ${FRACTIONS_LOST} Its queue is ${shorterBy(runs)} % shorter there than that of plain ECN. With fractions kept (ab-cut=exact) it loses 0.67 and 0.46 % there, which is within a third, but 7.3 % at 1 Mbps.`,
    ),
  ];
}

function dropClaims(runs: Runs): JudgedClaim[] {
  return (["5Mbps", "10Mbps", "1Mbps"] as const).map((capacity) => {
    const i = CAPACITIES.indexOf(capacity);
    const isSlowest = capacity === "1Mbps";
    return {
      id: `drops-${capacity.toLowerCase()}`,
      text: isSlowest
        ? "At 1 Mbps ECN loses less than Reno, and ECN(α, β) less than plain ECN."
        : `At ${rateLabel(capacity)} ECN takes away most drops, and ECN(α, β) keeps somewhat more of them than plain ECN.`,
      paper: `${SENDER_IDS.map((sender) => TABLE_I[sender].drops[i]).join(", ")} %`,
      tolerance: isSlowest
        ? "the order alone"
        : "plain ECN at most a third of Reno's drops, ECN(α, β) between the two",
      values: SENDER_IDS.map((sender) => runs.mean({ sender, capacity }, "dropPercent")),
      judge: (reno, ecn, ab) => ({
        ours: percents([reno, ecn, ab]),
        holds: isSlowest ? ecn < reno && ab < ecn : ecn <= reno / 3 && ecn < ab && ab < reno,
      }),
    };
  });
}

export const kwonT1 = study<WanPoint>({
  id: "kwon-t1",
  paper: KWON,
  where: "Table I",
  title: "Goodput and drops of twenty bulk flows over the WAN",
  shows:
    "At 1, 5 and 10 Mbps the goodput of Reno, Reno with ECN and ECN(α, β) differs by little, but ECN takes away most of the drops; ECN(α, β) has the most goodput at 10 Mbps.",
  chosen: WAN_CHOSEN,
  differences: [TWO_STATES],
  comparedWith: COMPARED_SENDER,
  points: () => [
    ...cross({ sender: SENDER_IDS, capacity: CAPACITIES }),
    ...cross({ sender: SENDER_IDS, rttMs: OTHER_RTTS_MS }),
  ],
  seeds: SEEDS,
  scenario: wanUrl(0),
  read: ({ results: { links, flows }, nowS }) => {
    const { ecnShare } = signalsOf(
      total(flows, (flow) => flow.packetsToMarks),
      total(flows, (flow) => flow.packetsToLosses),
      total(flows, (flow) => flow.ecnReductions),
      total(flows, (flow) => flow.lossReductions + flow.rtos),
    );
    return {
      goodputMbps: goodputMbps(flows, nowS),
      dropPercent: dropPercent(links, flows),
      ecnSharePercent: rounded(ecnShare && 100 * ecnShare),
      queueMeanPackets: rounded(links[0].queuePackets.mean),
    };
  },
  figures: (runs) =>
    SHOWN.map(({ id, title, field, y }): Figure => {
      const x = CAPACITIES.map(megabits);
      return {
        id,
        title,
        kind: "lines",
        x: { label: "Rate of the bottleneck", unit: "Mbps", scale: "log" },
        y,
        series: SENDER_IDS.flatMap((sender) => {
          const at = (mbps: number) => ({ sender, capacity: `${mbps}Mbps` });
          return [
            runs.line(SENDERS[sender].label, x, at, field),
            { label: `${SENDERS[sender].label}, paper`, x, y: TABLE_I[sender][id], source: "paper" },
          ];
        }),
      };
    }),
  tables: (runs) => [
    {
      id: "table-1",
      title: "Goodput and drops beside those of the paper, mean of all seeds",
      head: ["Sender", "Rate", "Goodput (Mbps)", "Paper (Mbps)", "Drops (%)", "Paper (%)"],
      rows: SENDER_IDS.flatMap((sender) =>
        CAPACITIES.map((capacity, i) => [
          SENDERS[sender].label,
          rateLabel(capacity),
          runs.mean({ sender, capacity }, "goodputMbps"),
          TABLE_I[sender].goodput[i],
          runs.mean({ sender, capacity }, "dropPercent"),
          TABLE_I[sender].drops[i],
        ]),
      ),
    },
    {
      id: "round-trips",
      title: "At 1 Mbps over other round trips: the paper's delays are not in its text",
      head: ["Sender", "RTT (ms)", "Drops (%)", "Packets in ECN periods (%)", "Mean queue (packets)"],
      rows: SENDER_IDS.flatMap((sender) =>
        [WAN_RTT_MS, ...OTHER_RTTS_MS]
          .sort((a, b) => a - b)
          .map((rttMs) => {
            const point = rttMs === WAN_RTT_MS ? { sender, capacity: "1Mbps" } : { sender, rttMs };
            const fields = ["dropPercent", "ecnSharePercent", "queueMeanPackets"];
            return [SENDERS[sender].label, rttMs, ...fields.map((field) => runs.mean(point, field))];
          }),
      ),
    },
  ],
  claims: (runs) => [...goodputClaims(runs), ...rowClaims(runs), ...dropClaims(runs)],
});
