/** RFC 8290: what FQ-CoDel promises in its abstract, compared with CoDel and with a drop-tail queue. */
import { rounded } from "../../lib/statistics.ts";
import type { Paper } from "../experiment.ts";
import { cross } from "../grid.ts";
import { perFlow, readLink } from "../read-run.ts";
import { against, type JudgedClaim, type Runs, study } from "../study.ts";

const RFC8290: Paper = {
  id: "rfc8290",
  citation:
    "T. Hoeiland-Joergensen, P. McKenney, D. Taht, J. Gettys, E. Dumazet, The Flow Queue CoDel Packet Scheduler and Active Queue Management Algorithm, RFC 8290, 2018",
  label: "FQ-CoDel",
};

const QUEUES = { droptail: "DropTail", codel: "CoDel", "fq-codel": "FQ-CoDel" } as const;
type Queue = keyof typeof QUEUES;
const QUEUE_IDS = Object.keys(QUEUES) as readonly Queue[];

const RTT_MS = 50;
const BULK = `flow=cc=cubic,ecn=off,rtt=${RTT_MS}ms`;

/** Flows of each mix. The long flows come first. */
const MIXES = {
  ping: { label: "four long flows and pings", url: `${BULK},count=4&flow=traffic=ping,rtt=${RTT_MS}ms` },
  flood: {
    label: "four long flows and a sender of twice the link's rate",
    url: `${BULK},count=4&flow=traffic=cbr,cbr-rate=20Mbps,rtt=${RTT_MS}ms`,
  },
  web: { label: "four long flows and two web clients", url: `${BULK},count=4&${BULK},traffic=http,count=2` },
  ways: {
    label: "two long flows each way",
    url: `reverse-capacity=10Mbps&${BULK},count=2&${BULK},count=2,route=reverse`,
  },
} as const;
type Mix = keyof typeof MIXES;
const MIX_IDS = Object.keys(MIXES) as readonly Mix[];

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export const rfc8290 = study({
  id: "rfc8290",
  paper: RFC8290,
  where: "Abstract",
  title: "What FQ-CoDel promises",
  shows:
    "Long flows of CUBIC share a link with pings, with web clients, with a sender that does not give way, and with long flows in the other direction. FQ-CoDel isolates traffic of a low rate, and each flow from the others.",
  chosen: [
    `10 Mbps and ${RTT_MS} ms, a limit of 1000 packets for each queue; other parameters as in the RFCs. CUBIC without ECN.`,
    "60 s, of which the first 15 s do not count.",
  ],
  differences: [],
  comparedWith: against(
    "queue",
    { "fq-codel": "codel", codel: "droptail" } satisfies Partial<Record<Queue, Queue>>,
    (queue) => QUEUES[queue as Queue],
  ),
  points: () => cross({ mix: MIX_IDS, queue: QUEUE_IDS }),
  seeds: { full: 3, quick: 1 },
  scenario: ({ mix, queue, seed }) =>
    `capacity=10Mbps&aqm=${queue}&limit=1000p&${MIXES[mix].url}&start-jitter-first=on&duration=60s&warmup=15s&seed=${seed}`,
  read: (snapshot) => {
    const goodputs = perFlow(snapshot, (flow) => flow.goodputBps).map((bps) => bps ?? 0);
    const responses = snapshot.results.flows.flatMap((flow) => flow.responses ?? []);
    const n = responses.reduce((sum, one) => sum + one.n, 0);
    const totalS = responses.reduce((sum, one) => sum + one.n * one.meanS, 0);
    return {
      ...readLink(snapshot),
      leastUtilisation: rounded(Math.min(...snapshot.results.links.map((link) => link.utilisation))),
      // The long flows come first: at least two of them in each mix.
      leastGoodputBps: rounded(Math.min(...goodputs.slice(0, 2))),
      responseMs: n === 0 ? null : rounded((1000 * totalS) / n),
    };
  },
  tables: (runs) => [
    {
      id: "mixes",
      title: "All mixes, mean of all runs",
      head: ["Mix", "Queue", "Utilisation (%)", "Mean response or ping (ms)", "Slowest long flow (Mbps)"],
      rows: cross({ mix: MIX_IDS, queue: QUEUE_IDS }).map(({ mix, queue }) => {
        const of = (field: string, factor: number) => {
          const value = runs.mean({ mix, queue }, field);
          return value === null ? null : rounded(factor * value, 4);
        };
        return [
          MIXES[mix].label,
          QUEUES[queue],
          of("leastUtilisation", 100),
          of("responseMs", 1),
          of("leastGoodputBps", 1e-6),
        ];
      }),
    },
  ],
  figures: (runs) => [
    {
      id: "response",
      title: "Response times beside four long flows",
      kind: "points",
      x: { label: "Queue", unit: "", scale: "linear", names: Object.values(QUEUES) },
      y: { label: "Mean response time", unit: "ms", scale: "log" },
      series: (["ping", "web"] as const).map((mix) =>
        runs.line(
          MIXES[mix].label,
          QUEUE_IDS.map((_, i) => i),
          (i) => ({ mix, queue: QUEUE_IDS[i] }),
          "responseMs",
        ),
      ),
    },
  ],
  claims: claimsOf,
});

function claimsOf(runs: Runs): JudgedClaim[] {
  const of = (mix: Mix, field: string, queues: readonly Queue[]) =>
    queues.map((queue) => runs.mean({ mix, queue }, field));
  const equalBps = (10e6 * 1448) / 1500 / 5;
  return [
    {
      id: "low-rate-isolated",
      text: "It provides isolation for low-rate traffic.",
      tolerance:
        "mean RTT of pings at most 5 ms above the path's, and less above it than with CoDel and DropTail",
      values: of("ping", "responseMs", QUEUE_IDS),
      judge: (droptail, codel, fq) => ({
        ours: `${fq.toFixed(1)} ms; CoDel ${codel.toFixed(1)}, DropTail ${droptail.toFixed(0)} ms`,
        holds: fq <= RTT_MS + 5 && fq < codel && fq < droptail,
      }),
    },
    {
      id: "web-sooner",
      text: "Web traffic is among the low-rate traffic that it isolates.",
      tolerance: "mean response time below that with CoDel, and at most a third of that with DropTail",
      values: of("web", "responseMs", QUEUE_IDS),
      judge: (droptail, codel, fq) => ({
        ours: `${fq.toFixed(0)} ms; CoDel ${codel.toFixed(0)}, DropTail ${droptail.toFixed(0)} ms`,
        holds: fq < codel && fq <= droptail / 3,
      }),
    },
    {
      id: "flood-contained",
      text: "A flow that does not give way takes nothing from the others.",
      basis: "ours",
      tolerance:
        "slowest of the long flows at least nine tenths of a fifth of the link; with CoDel less than a tenth of that",
      values: of("flood", "leastGoodputBps", ["codel", "fq-codel"]),
      judge: (codel, fq) => ({
        ours: `${percent(fq / equalBps)} of an equal share, with CoDel ${percent(codel / equalBps)}`,
        holds: fq >= 0.9 * equalBps && codel < 0.1 * equalBps,
      }),
    },
    {
      id: "both-ways",
      text: "It improves utilisation, especially for bidirectional traffic.",
      tolerance:
        "worse used direction of two: at least as much as with CoDel and with DropTail, but for 1 point, so that no improvement is required",
      values: of("ways", "leastUtilisation", QUEUE_IDS),
      judge: (droptail, codel, fq) => ({
        ours: `${percent(fq)}; CoDel ${percent(codel)}, DropTail ${percent(droptail)}`,
        holds: fq >= Math.max(codel, droptail) - 0.01,
      }),
    },
    {
      id: "well-used",
      text: "It keeps queue lengths short.",
      tolerance: "mean queue delay of at most 20 ms in the mix with pings, with 95 % of the link in use",
      values: [...of("ping", "utilisation", ["fq-codel"]), ...of("ping", "delayMeanMs", ["fq-codel"])],
      judge: (share, ms) => ({
        ours: `${percent(share)}, ${ms.toFixed(1)} ms`,
        holds: share >= 0.95 && ms <= 20,
      }),
    },
  ];
}
