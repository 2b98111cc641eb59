/**
 * Figures 9 and 10: time until two flows share evenly, with and without ABE. T is the time until F(t), Jain's index
 * of the bytes since the second flow joined, first reaches 0.95; ρ is T with β_ecn divided by T with the sender's own
 * β. In addition the time until F stays at or above 0.95 is recorded, because a newcomer's slow start can raise F
 * briefly.
 */

import { listed, rangeText } from "../../lib/number-text.ts";
import { distribution, median, rounded } from "../../lib/statistics.ts";
import type { Experiment } from "../experiment.ts";
import { cross, numberOf } from "../grid.ts";
import { convergenceSince } from "../read-run.ts";
import { againstBeta, type JudgedClaim, type Runs, study } from "../study.ts";
import {
  ABE,
  type AbeSender,
  AQM_LABEL,
  AQMS,
  type Aqm,
  BASE_BETA,
  CHOSEN,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  QUICK_CAUSE,
  SENDER_CHOSEN,
  SENDER_LABEL,
  SENDER_SETTINGS,
} from "./paper.ts";

const CAPACITIES_MBPS = [1, 5, 10, 20, 40, 100];
const RTTS = [10, 20, 40, 60, 80, 160, 240, 320];

/** Time at which the second flow joins (s). */
export const JOIN_S = 30;
/** Simulated time after the join (s); slower convergence is not measured. */
export const LIMIT_S = 70;

const CHOSEN_OF_TIMES = [
  "Three runs of each path, queue and β_ecn. Each gives a ρ of its own, against the run of the other β with the same seed: the paper's count of experiments is one run each.",
  "T counts from the second flow's SYN, which passes the queue like any packet: its first data leave a round trip later.",
  "T is the time of the first look at which F(t) is at 0.95. In many runs of both senders F falls below again, as the newcomer's slow start had carried it there for a moment; the time until F stays there is computed and drawn beside it. By that time some of the claims come out otherwise.",
  "F(t) is looked at ten times a second from the join on, as for the runs of ns-3 that this simulator is compared with. How often decides: of the twelve claims of figures 9 and 10 by ten looks a second eight hold; fewer did when F was counted anew with each packet, and more by one look a second, both tried once.",
  `${LIMIT_S} s after the join at most; a run that has not converged by then counts with that time, which few do. The largest ρ would be larger in longer runs.`,
];

/** Which convergence time: until F first reaches 0.95, or until F stays there. */
type Kind = "first" | "settled";
const KINDS: readonly Kind[] = ["first", "settled"];
const KIND_TITLE: Readonly<Record<Kind, string>> = {
  first: "F first reaches 0.95",
  settled: "F stays above 0.95",
};

/** Statistics of all ratios ρ for one queue and one β_ecn. */
interface Rho {
  readonly n: number;
  readonly median: number;
  readonly shareBelow1: number;
  readonly largest: number;
}

/** The statistics for all values of β_ecn and one queue. Texts on causes use them. */
type Rhos = Readonly<Record<Kind, readonly Rho[]>>;

/** Returns the medians as text: "1.07, 1.11 and 1.50". */
const mediansText = (rhos: readonly Rho[]) => listed(rhos.map((rho) => rho.median.toFixed(2)));
/** Returns the shares as text: "0.37, 0.38 and 0.29". */
const sharesText = (rhos: readonly Rho[]) => listed(rhos.map(({ shareBelow1 }) => shareBelow1.toFixed(2)));

/** Statements of the paper about one queue, and the causes found for statements that fail here. */
interface AboutRho {
  readonly aqm: Aqm;
  readonly medianCause?: (rhos: Rhos) => string;
  /**
   * Whether, according to the paper, more than half of the experiments converge faster with every β_ecn or with none; absent if
   * the paper does not say.
   */
  readonly faster?: "with every β_ecn" | "with none";
  readonly shareCause?: (rhos: Rhos) => string;
  /** Value of β_ecn with which, according to the paper, most experiments converge faster; absent if the paper does not say. */
  readonly best?: number;
}

interface ConvergenceFigure {
  readonly number: number;
  readonly sender: AbeSender;
  /** Values of β_ecn, without the sender's own β. */
  readonly betas: readonly number[];
  readonly shows: string;
  /** Values of β_ecn as text, for the number of experiments in the paper. */
  readonly betasText: string;
  readonly about: readonly AboutRho[];
}

function convergenceExperiment(figure: ConvergenceFigure): Experiment {
  const { number, sender, betas, shows, betasText, about } = figure;
  const base = BASE_BETA[sender];

  const places = (size: Runs["size"]) =>
    size === "full"
      ? cross({ aqm: AQMS, capacity: CAPACITIES_MBPS, rtt: RTTS })
      : cross({ aqm: AQMS, capacity: [1, 5], rtt: [20, 160] });

  /**
   * Returns the ratios of all runs over a queue. Each run is compared with the run of the sender's own β that has the same seed.
   * Pairs of which neither converged are left out.
   */
  const ratios = (runs: Runs, aqm: Aqm, beta: number, kind: Kind) => {
    const timeOf = (job: string) => {
      const reading = runs.readings.get(job);
      return reading === undefined ? undefined : numberOf(reading, `${kind}S`);
    };
    return places(runs.size)
      .filter((place) => place.aqm === aqm)
      .flatMap((place) => {
        const bases = runs.keys({ ...place, beta: base });
        return runs.keys({ ...place, beta }).flatMap((job, i) => {
          const [ours, before] = [timeOf(job), timeOf(bases[i])];
          if (ours === undefined || before === undefined || (ours === null && before === null)) return [];
          return [{ rho: (ours ?? LIMIT_S) / (before ?? LIMIT_S), job }];
        });
      });
  };

  const rhoOf = (runs: Runs, aqm: Aqm, beta: number, kind: Kind): Rho | null => {
    const rhos = ratios(runs, aqm, beta, kind).map(({ rho }) => rho);
    const middle = median(rhos);
    if (middle === null) return null;
    const shareBelow1 = rhos.filter((rho) => rho < 1).length / rhos.length;
    return { n: rhos.length, median: middle, shareBelow1, largest: Math.max(...rhos) };
  };

  const claims = (runs: Runs): JudgedClaim[] =>
    about.flatMap(({ aqm, medianCause, faster, shareCause, best }) => {
      const shown = runs.size === "full" ? betas : betas.slice(-1);
      const all = (kind: Kind) => shown.map((beta) => rhoOf(runs, aqm, beta, kind));
      const known = (kind: Kind) => all(kind).filter((one) => one !== null);
      const rhos: Rhos = { first: known("first"), settled: known("settled") };
      /**
       * Returns the values for both convergence times: the first time at 0.95, which is judged, then the time from which F stays
       * there.
       */
      const both = (subject: keyof Rho) =>
        KINDS.flatMap((kind) => all(kind).map((one) => one?.[subject] ?? null));
      const halves = (values: readonly number[]) =>
        [values.slice(0, values.length / 2), values.slice(values.length / 2)] as const;
      const range = (values: readonly number[]) => rangeText(values, 2);
      const isEvery = faster === "with every β_ecn";
      const ofMedian: JudgedClaim = {
        id: `${aqm}-median`,
        text: `Over ${AQM_LABEL[aqm]} the median of ρ is near or below 1.`,
        paper: "near or below 1",
        tolerance: "At most 1.25 for every β_ecn.",
        cause: medianCause?.(rhos),
        values: both("median"),
        judge: (...values) => {
          const [first, settled] = halves(values);
          return {
            ours: `${range(first)}; until F stays: ${range(settled)}`,
            holds: Math.max(...first) <= 1.25,
          };
        },
      };
      const ofShare: JudgedClaim = {
        id: `${aqm}-share-faster`,
        text: `Over ${AQM_LABEL[aqm]} ${isEvery ? "more than half of the experiments converge faster, with every β_ecn" : "fewer than half of the experiments converge faster"}.`,
        paper: isEvery ? "> 0.5" : "< 0.5",
        tolerance: isEvery ? "Every β_ecn." : "Every β_ecn; the paper says usually.",
        cause: shareCause?.(rhos),
        values: both("shareBelow1"),
        judge: (...values) => {
          const [first, settled] = halves(values);
          return {
            ours: `${range(first)} of them; until F stays: ${range(settled)}`,
            holds: isEvery ? Math.min(...first) > 0.5 : Math.max(...first) < 0.5,
          };
        },
      };
      const ofTail: JudgedClaim = {
        id: `${aqm}-long-tail`,
        text: `Over ${AQM_LABEL[aqm]} ρ has a long tail.`,
        tolerance: "With every β_ecn the largest ρ is above 5.",
        values: all("first").map((one) => one?.largest ?? null),
        judge: (...largest) => ({ ours: `largest ρ ${range(largest)}`, holds: Math.min(...largest) > 5 }),
      };
      const ofBest: JudgedClaim = {
        id: `${aqm}-best`,
        text: `Over ${AQM_LABEL[aqm]} the largest share of experiments converges faster with β_ecn ${best}.`,
        paper: `${best}`,
        tolerance: "The largest share of all.",
        cause: noOrder(rhos, betas),
        values: runs.size === "full" ? all("first").map((one) => one?.shareBelow1 ?? null) : [],
        judge: (...shares) => {
          const most = Math.max(...shares);
          const which = betas.filter((_, i) => shares[i] === most);
          return { ours: `${which.join(", ")} (${most.toFixed(2)})`, holds: which.includes(best ?? 0) };
        },
      };
      return [
        ofMedian,
        ...(faster === "with none" ? [ofShare] : []),
        ofTail,
        ...(isEvery ? [ofShare] : []),
        ...(best === undefined ? [] : [ofBest]),
      ];
    });

  return study({
    id: `abe-${number}`,
    paper: ABE,
    where: `Figure ${number}`,
    title: `Convergence of two ${SENDER_LABEL[sender]} flows`,
    shows,
    chosen: [
      ...SENDER_CHOSEN[sender],
      CHOSEN.queues,
      CHOSEN.segments,
      betasText,
      CHOSEN.noise,
      ...CHOSEN_OF_TIMES,
    ],
    differences: ["Three runs of each path where the paper has one."],
    points: (size) =>
      places(size).flatMap((place) =>
        [base, ...(size === "full" ? betas : betas.slice(-1))].map((beta) => ({ ...place, beta })),
      ),
    seeds: { full: 3, quick: 1 },
    scenario: ({ aqm, capacity, rtt, beta, seed }) => {
      const flow = [...SENDER_SETTINGS[sender], `beta-ecn=${beta}`, `rtt=${rtt}ms`].join(",");
      return `capacity=${capacity}Mbps&${QUEUE_URL[aqm]}&${HOSTS_URL[sender]}&${NOISE_URL}&duration=${JOIN_S + LIMIT_S}s&warmup=${JOIN_S}s&seed=${seed}&flow=${flow}&flow=${flow},start=${JOIN_S}s`;
    },
    comparedWith: againstBeta(base),
    /** Convergence time after the join (s); null if F did not converge within the run. */
    read: (snapshot) => convergenceSince(snapshot, JOIN_S, LIMIT_S),
    quickCause: QUICK_CAUSE,
    figures: (runs) =>
      cross({ kind: KINDS, aqm: AQMS }).map(({ kind, aqm }) => ({
        id: `${aqm}-${kind}`,
        title: `${AQM_LABEL[aqm]}: time until ${KIND_TITLE[kind]}, over that with β_ecn ${base}`,
        kind: "steps",
        x: { label: "ρ", unit: "", scale: "log", from: 0.05, to: 20 },
        y: {
          label: "Share of the experiments with at most this ρ",
          unit: "",
          scale: "linear",
          from: 0,
          to: 1,
        },
        series: betas.flatMap((beta) => {
          const sorted = ratios(runs, aqm, beta, kind).sort((a, b) => a.rho - b.rho);
          if (sorted.length === 0) return [];
          const { x, y } = distribution(sorted.map(({ rho }) => rounded(rho, 5) ?? rho));
          return [{ label: `β_ecn ${beta}`, x, y, jobs: sorted.map(({ job }) => job) }];
        }),
      })),
    tables: (runs) => [
      {
        id: "rho",
        title: "ρ over all experiments",
        head: [
          "queue",
          "β_ecn",
          "experiments",
          ...["first", "for good"].flatMap((when) => [`${when}: median`, `${when}: share below 1`]),
        ],
        rows: cross({ aqm: AQMS, beta: betas }).map(({ aqm, beta }) => {
          const all = KINDS.map((kind) => rhoOf(runs, aqm, beta, kind));
          const two = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(2)));
          return [
            AQM_LABEL[aqm],
            beta,
            all[0]?.n ?? 0,
            ...all.flatMap((one) => [two(one?.median), two(one?.shareBelow1)]),
          ];
        }),
      },
    ],
    claims,
  });
}

/** Returns a text with the two largest shares of the stay time, in the order of β_ecn. */
function noOrder({ first, settled }: Rhos, betas: readonly number[]): string {
  const shares = settled.map(({ shareBelow1 }) => shareBelow1);
  const [, least = 0] = [...shares].sort((a, b) => b - a);
  const largest = shares.flatMap((share, i) => (share >= least ? [`${betas[i]} (${share.toFixed(2)})`] : []));
  return `By the first passage the shares are ${sharesText(first)}. Until F stays they are largest with ${listed(largest)}.`;
}

const GIVES_UP_LESS =
  "In many of the runs F comes to 0.95 within a second, in the newcomer's slow start, while the older flow gives up less at each mark with a larger β_ecn: the newcomer comes up to it later.";

export const abe9 = convergenceExperiment({
  number: 9,
  sender: "cubic",
  betas: [0.75, 0.8, 0.85],
  shows:
    "A second CUBIC flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.7. Its median is near or below 1, but it has a long tail, and fewer than half of the experiments converge faster with ABE.",
  betasText:
    "β_ecn 0.75, 0.8 and 0.85 beside 0.7: 384 experiments are 48 paths, two queues and four values, which the paper does not list; its figures of fairness and its conclusion name these.",
  about: [
    { aqm: "codel", faster: "with none" },
    {
      aqm: "pie",
      medianCause: ({ first }) =>
        `${GIVES_UP_LESS} The medians are ${mediansText(first)} with 0.75, 0.8 and 0.85.`,
      faster: "with none",
    },
  ],
});

const medianCause = ({ first }: Rhos) => `${GIVES_UP_LESS} The medians are ${mediansText(first)}.`;

export const abe10 = convergenceExperiment({
  number: 10,
  sender: "newreno",
  betas: [0.6, 0.7, 0.75, 0.8, 0.85],
  shows:
    "A second NewReno flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.5. Its median is near or below 1, with a long tail. Over PIE more than half of the experiments converge faster with every β_ecn, most with 0.75.",
  betasText:
    "β_ecn 0.6, 0.7, 0.75, 0.8 and 0.85 beside 0.5: 576 experiments are 48 paths, two queues and six values, which the paper does not list.",
  about: [
    { aqm: "codel", medianCause },
    {
      aqm: "pie",
      medianCause,
      faster: "with every β_ecn",
      shareCause: ({ settled }) =>
        `${GIVES_UP_LESS} Until F stays at 0.95 the shares are ${sharesText(settled)}.`,
      best: 0.75,
    },
  ],
});
