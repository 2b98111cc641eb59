/** Figure 12: RED's probability at R2 and R3 while ten more bulk flows come and go. */
import type { Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Series, Size, Table } from "../experiment.ts";
import { columnsOf } from "../grid.ts";
import { middlesS, resample } from "../read-run.ts";
import { mean } from "../statistics.ts";
import { BURST_CHOSEN, burstFromS, burstJobs, burstKeys, burstToS } from "./burst.ts";
import { KWON } from "./chosen.ts";
import { durationS } from "./gfc.ts";
import { COMPARED_SENDER, SENDERS, type Sender } from "./senders.ts";

/** Queues by their router, and the link that each feeds. */
const ROUTERS = [
  { id: "r2", label: "R2", link: "R2-R3" },
  { id: "r3", label: "R3", link: "R3-R4" },
] as const;
type Router = (typeof ROUTERS)[number];

const COMPARED: readonly Sender[] = ["reno-ecn", "ecn-ab"];

/** Drawn range: the start of all flows goes far beyond the burst. */
const TOP = 0.25;

/** Two points a second. */
const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(2 * endS) });

function read({ links, nowS }: Snapshot): Reading {
  return Object.fromEntries(
    ROUTERS.map(({ id, link }) => {
      const trace = links.find((one) => one.id === link);
      const series = trace?.queue.probes.find(({ probe }) => probe.id === "p")?.series;
      return [id, series === undefined ? [] : resample(series, partOf(nowS))];
    }),
  );
}

/** Mean over the seeds at each point in time. */
function probability(router: Router, sender: Sender, readings: Readings, size: Size): (number | null)[] {
  const columns = columnsOf(readings, burstKeys(sender, size), router.id);
  return middlesS(partOf(durationS(size))).map((_, i) => mean(columns[i] ?? []));
}

function figure(router: Router, readings: Readings, size: Size): Figure {
  const x = middlesS(partOf(durationS(size)));
  return {
    id: `probability-${router.id}`,
    title: `RED's probability at ${router.label}`,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Probability of a mark or drop", unit: "", scale: "linear", from: 0, to: TOP },
    series: COMPARED.map((sender): Series => {
      const y = probability(router, sender, readings, size);
      const [key] = burstKeys(sender, size);
      return { label: SENDERS[sender].label, x, y, jobs: y.map((value) => (value === null ? null : key)) };
    }),
  };
}

interface Surge {
  readonly before: number | null;
  readonly during: number | null;
  readonly peak: number | null;
}

/** Means over the ten seconds before the burst and over the burst, and the highest point in it. */
function surgeAt(router: Router, sender: Sender, readings: Readings, size: Size): Surge {
  const at = middlesS(partOf(durationS(size)));
  const [fromS, toS] = [burstFromS(size), burstToS(size)];
  const y = probability(router, sender, readings, size);
  const within = (a: number, b: number) => y.filter((value, i) => value !== null && at[i] > a && at[i] < b);
  const numbers = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const during = numbers(within(fromS, toS));
  return {
    before: mean(numbers(within(fromS / 2, fromS))),
    during: mean(during),
    peak: during.length === 0 ? null : Math.max(...during),
  };
}

function table(readings: Readings, size: Size): Table {
  return {
    id: "surges",
    title: "RED's probability before and during the burst, mean of all seeds",
    head: ["Queue", "Sender", "Before", "During", "Highest"],
    rows: ROUTERS.flatMap((router) =>
      COMPARED.map((sender) => {
        const { before, during, peak } = surgeAt(router, sender, readings, size);
        return [router.label, SENDERS[sender].label, before, during, peak];
      }),
    ),
  };
}

function seenClaim(router: Router, ecn: Surge, ab: Surge): Claim[] {
  return checked(
    {
      id: `burst-seen-${router.id}`,
      text: `The burst makes the queue at ${router.label} signal more, with either sender.`,
      basis: "ours",
      paper: "shape",
      tolerance: "means of the burst and of the ten seconds before it",
    },
    [ecn.before, ecn.during, ab.before, ab.during],
    (ecnBefore, ecnDuring, abBefore, abDuring) => ({
      ours: `ECN ${ecnBefore.toFixed(3)} to ${ecnDuring.toFixed(3)}, ECN(α, β) ${abBefore.toFixed(3)} to ${abDuring.toFixed(3)}`,
      holds: ecnDuring > ecnBefore && abDuring > abBefore,
    }),
  );
}

function surgeClaims(router: Router, ecn: Surge, ab: Surge): Claim[] {
  return [
    ...checked(
      {
        id: `no-worse-${router.id}`,
        text: `At ${router.label} the probability surges no more with ECN(α, β) than with plain ECN.`,
        paper: "shape",
        tolerance: "mean of the burst at most 0.01 above that with plain ECN: a tenth of p_max",
      },
      [ecn.during, ab.during],
      (ecnDuring, abDuring) => ({
        ours: `${abDuring.toFixed(3)} against ${ecnDuring.toFixed(3)}`,
        holds: abDuring <= ecnDuring + 0.01,
      }),
    ),
    ...checked(
      {
        id: `no-higher-${router.id}`,
        text: `At ${router.label} the highest point is no higher with ECN(α, β) than with plain ECN.`,
        basis: "ours",
        paper: "shape",
        tolerance: "a quarter higher at most: single points scatter even as means of all seeds",
        cause:
          "The highest point is one of the first second of the burst, whose flows are in slow start; at R2, the wider link, probabilities are small and the point is another one in each seed. Over the whole burst the probability is no higher.",
      },
      [ecn.peak, ab.peak],
      (ecnPeak, abPeak) => ({
        ours: `${abPeak.toFixed(3)} against ${ecnPeak.toFixed(3)}`,
        holds: abPeak <= 1.25 * ecnPeak,
      }),
    ),
  ];
}

function claims(readings: Readings, size: Size): Claim[] {
  return ROUTERS.flatMap((router) => {
    const [ecn, ab] = COMPARED.map((sender) => surgeAt(router, sender, readings, size));
    return [...seenClaim(router, ecn, ab), ...surgeClaims(router, ecn, ab)];
  });
}

export const kwon12: Experiment = {
  id: "kwon-12",
  paper: KWON,
  where: "Figure 12",
  title: "Responsiveness: RED's probability at R2 and R3",
  shows:
    "When ten more bulk flows come at 20 s, the probability of a mark or drop at R2 and R3 rises until they go at 40 s; with ECN(α, β) it surges no more than with plain ECN, although each sender gives way by less.",
  chosen: BURST_CHOSEN,
  differences: [],
  comparedWith: COMPARED_SENDER,
  jobs: (size) => burstJobs(COMPARED, size),
  read,
  reduce: (readings, size) => ({
    figures: ROUTERS.map((router) => figure(router, readings, size)),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: claims(readings, size),
  }),
};
