/** Figure 12: RED's probability at R2 and R3 when ten more bulk flows start and stop. */

import { mean } from "../../lib/statistics.ts";
import { middlesS, resample } from "../read-run.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import { BURST_CHOSEN, burstFromS, burstToS, burstUrl, durationS, SEEDS } from "./gfc.ts";
import { COMPARED_SENDER, KWON, type KwonSender, SENDERS } from "./paper.ts";

/** The queues by their router, each with the link behind it. */
const ROUTERS = [
  { id: "r2", label: "R2", link: "R2-R3" },
  { id: "r3", label: "R3", link: "R3-R4" },
] as const;
type Router = (typeof ROUTERS)[number];

const COMPARED: readonly KwonSender[] = ["reno-ecn", "ecn-ab"];

/** Windows of half a second each. */
const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(2 * endS) });
const timesS = (runs: Runs) => middlesS(partOf(durationS(runs.size)));

/** Returns, for each time, the mean over the seeds. */
function probability(runs: Runs, router: Router, sender: KwonSender): (number | null)[] {
  const columns = runs.columns({ sender }, router.id);
  return timesS(runs).map((_, i) => mean(columns[i] ?? []));
}

/** Returns the mean over the ten seconds before the burst, the mean during the burst, and the maximum during the burst. */
function surgeAt(runs: Runs, router: Router, sender: KwonSender) {
  const at = timesS(runs);
  const [fromS, toS] = [burstFromS(runs.size), burstToS(runs.size)];
  const y = probability(runs, router, sender);
  const within = (a: number, b: number) =>
    y.filter((_, i) => at[i] > a && at[i] < b).filter((value) => value !== null);
  const during = within(fromS, toS);
  return {
    before: mean(within(fromS / 2, fromS)),
    during: mean(during),
    peak: during.length === 0 ? null : Math.max(...during),
  };
}

function claimsOf(runs: Runs, router: Router): JudgedClaim[] {
  const { id, label } = router;
  const [ecn, ab] = COMPARED.map((sender) => surgeAt(runs, router, sender));
  return [
    {
      id: `burst-seen-${id}`,
      text: `The burst makes the queue at ${label} signal more, with either sender.`,
      basis: "ours",
      tolerance: "means of the burst and of the ten seconds before it",
      values: [ecn.before, ecn.during, ab.before, ab.during],
      judge: (ecnBefore, ecnDuring, abBefore, abDuring) => ({
        ours: `ECN ${ecnBefore.toFixed(3)} to ${ecnDuring.toFixed(3)}, ECN(α, β) ${abBefore.toFixed(3)} to ${abDuring.toFixed(3)}`,
        holds: ecnDuring > ecnBefore && abDuring > abBefore,
      }),
    },
    {
      id: `no-worse-${id}`,
      text: `At ${label} the probability surges no more with ECN(α, β) than with plain ECN.`,
      tolerance: "mean of the burst at most 0.01 above that with plain ECN: a tenth of p_max",
      values: [ecn.during, ab.during],
      judge: (ecnDuring, abDuring) => ({
        ours: `${abDuring.toFixed(3)} against ${ecnDuring.toFixed(3)}`,
        holds: abDuring <= ecnDuring + 0.01,
      }),
    },
    {
      id: `no-higher-${id}`,
      text: `At ${label} the highest point is no higher with ECN(α, β) than with plain ECN.`,
      basis: "ours",
      tolerance: "a quarter higher at most: single points scatter even as means of all seeds",
      cause:
        "The highest point is one of the first second of the burst, whose flows are in slow start; at R2, the wider link, probabilities are small and the point is another one in each seed. Over the whole burst the probability is no higher.",
      values: [ecn.peak, ab.peak],
      judge: (ecnPeak, abPeak) => ({
        ours: `${abPeak.toFixed(3)} against ${ecnPeak.toFixed(3)}`,
        holds: abPeak <= 1.25 * ecnPeak,
      }),
    },
  ];
}

export const kwon12 = study({
  id: "kwon-12",
  paper: KWON,
  where: "Figure 12",
  title: "Responsiveness: RED's probability at R2 and R3",
  shows:
    "When ten more bulk flows come at 20 s, the probability of a mark or drop at R2 and R3 rises until they go at 40 s; with ECN(α, β) it surges no more than with plain ECN, although each sender gives way by less.",
  chosen: BURST_CHOSEN,
  differences: [],
  comparedWith: COMPARED_SENDER,
  points: () => COMPARED.map((sender) => ({ sender })),
  seeds: SEEDS,
  scenario: burstUrl,
  read: ({ links, nowS }) =>
    Object.fromEntries(
      ROUTERS.map(({ id, link }) => {
        const trace = links.find((one) => one.id === link);
        const series = trace?.queue.probes.find(({ probe }) => probe.id === "p")?.series;
        return [id, series === undefined ? [] : resample(series, partOf(nowS))];
      }),
    ),
  figures: (runs) =>
    ROUTERS.map((router) => ({
      id: `probability-${router.id}`,
      title: `RED's probability at ${router.label}`,
      kind: "lines",
      x: { label: "Time", unit: "s", scale: "linear" },
      // The axis ends early: at the start of all flows the probability is much higher than during the burst.
      y: { label: "Probability of a mark or drop", unit: "", scale: "linear", from: 0, to: 0.25 },
      series: COMPARED.map((sender) => {
        const y = probability(runs, router, sender);
        const [key] = runs.keys({ sender });
        const jobs = y.map((value) => (value === null ? null : key));
        return { label: SENDERS[sender].label, x: timesS(runs), y, jobs };
      }),
    })),
  tables: (runs) => [
    {
      id: "surges",
      title: "RED's probability before and during the burst, mean of all seeds",
      head: ["Queue", "Sender", "Before", "During", "Highest"],
      rows: ROUTERS.flatMap((router) =>
        COMPARED.map((sender) => {
          const { before, during, peak } = surgeAt(runs, router, sender);
          return [router.label, SENDERS[sender].label, before, during, peak];
        }),
      ),
    },
  ],
  claims: (runs) => ROUTERS.flatMap((router) => claimsOf(runs, router)),
});
