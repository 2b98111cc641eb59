/**
 * The authors' slides at the IETF: how much ABE reduces the completion time of flows of a given size, and how many reductions
 * undo the overshoot of slow start.
 */
import { FLOW_EVENT, QUEUE_EVENT, type Snapshot } from "../../engine/index.ts";
import { gainText } from "../../lib/number-text.ts";
import { mean, rounded } from "../../lib/statistics.ts";
import type { RunValues } from "../experiment.ts";
import { cross, numberOf } from "../grid.ts";
import { lastAt } from "../read-run.ts";
import { againstBeta, type JudgedClaim, type Runs, study } from "../study.ts";
import {
  ABE,
  AQM_LABEL,
  AQMS,
  CHOSEN,
  HOSTS_URL,
  NOISE_URL,
  QUEUE_URL,
  QUICK_CAUSE,
  RUNS,
  SENDER_SETTINGS,
  sendingFor,
} from "./paper.ts";

const RTT_MS = 100;
const LONG_KB = 50_000;
const SHOWN_BETA = 0.8;
/** Time that slow start and its thirty reductions with β_ecn 0.95 take (s). */
const OVERSHOOT_S = 10;

/**
 * cwnd at or below which the queue counts as empty. It is slightly above the bandwidth-delay product: with β_ecn 0.95, cwnd may
 * never fall below that product.
 */
const EMPTY_SEGMENTS = (1.05 * (10e6 * RTT_MS)) / 1000 / 8 / 1500;

/** How a reduction is carried out: immediately, as in the authors' NewReno sender on FreeBSD, or by PRR, as in Linux. */
const RECOVERIES = {
  classic: { label: "at once", hosts: [...SENDER_SETTINGS.newreno, HOSTS_URL.newreno] },
  prr: { label: "PRR", hosts: ["cc=newreno", "recovery=prr", HOSTS_URL.cubic] },
} as const;

const PATHS = cross({ recovery: ["classic", "prr"] as const, aqm: AQMS });
type Path = (typeof PATHS)[number];

type SlidesPoint = Path & { readonly part?: "overshoot"; readonly beta: number; readonly kB?: number };

const gridOf = (size: Runs["size"]) =>
  size === "full"
    ? {
        betas: [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95],
        sizesKB: [200, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, LONG_KB],
      }
    : { betas: [0.5, SHOWN_BETA], sizesKB: [500, 2000, LONG_KB] };

const overshoot = (path: Path, beta: number) => ({ part: "overshoot" as const, ...path, beta });

/**
 * Reads cwnd at the first mark and at the reaction to it. Also counts the reductions until cwnd is back at the first value, and
 * until it has fallen to what the path holds.
 */
function readOvershoot({ flows, links, flowEvents }: Snapshot): RunValues {
  const { events } = links[0];
  const firstMark = events.kind.indexOf(QUEUE_EVENT.mark);
  if (firstMark < 0) return {};
  const marked = lastAt(flows[0].cwnd, events.timeS[firstMark]);
  const { before, after, kind } = flowEvents;
  const answers = [...kind.keys()].filter((i) => kind[i] === FLOW_EVENT.ecnReduction);
  const reductionsTo = (segments: number) => {
    const steps = answers.findIndex((i) => after[i] <= segments) + 1;
    return steps === 0 ? null : steps;
  };
  return {
    marked,
    answered: answers.length === 0 ? null : before[answers[0]],
    stepsBack: marked === null ? null : reductionsTo(marked),
    stepsToPath: reductionsTo(EMPTY_SEGMENTS),
  };
}

/** Returns the smallest number of reductions to β that leave at most `share` of cwnd. */
export function stepsTo(share: number, beta: number): number {
  let steps = 0;
  for (let left = 1; left > share; left *= beta) steps++;
  return steps;
}

/** Returns how much completion time each run saves compared with β_ecn 0.5 (%). */
function savedPercent(runs: Runs, path: Path, beta: number, kB: number): number[] {
  const fct = (key: string) => numberOf(runs.readings.get(key), "fctS");
  const bases = runs.keys({ ...path, beta: 0.5, kB });
  return runs.keys({ ...path, beta, kB }).flatMap((key, i) => {
    const [ours, base] = [fct(key), fct(bases[i])];
    return ours === null || base === null ? [] : [100 * (1 - ours / base)];
  });
}

const AT_ONCE =
  "A sender that falls silent after each reduction lets the queue drain at once, so CoDel leaves its dropping state after two reductions with β_ecn 0.5, at 62 to 63 segments of 83, and little is lost. With PRR a third one follows, to 31 segments, and the shortest flows gain most.";

function shortGainMost(runs: Runs, path: Path): JudgedClaim {
  const { recovery, aqm } = path;
  const short = gridOf(runs.size).sizesKB.filter((kB) => kB <= 5000);
  const found = recovery === "classic" && aqm === "codel" ? AT_ONCE : undefined;
  return {
    id: `short-gain-most-${aqm}-${recovery}`,
    text: `${AQM_LABEL[aqm]}, reductions ${RECOVERIES[recovery].label}: flows that end right after slow start gain most.`,
    basis: recovery === "prr" ? "ours" : undefined,
    tolerance: "Direction, β_ecn 0.8: the best of the sizes up to 5 MB against 50 MB.",
    cause: runs.size === "quick" ? QUICK_CAUSE : found,
    values: [...short, LONG_KB].map((kB) => mean(savedPercent(runs, path, SHOWN_BETA, kB))),
    judge: (...percents) => {
      const long = percents[percents.length - 1];
      const most = Math.max(...percents.slice(0, -1));
      const which = short[percents.indexOf(most)];
      return {
        ours: `${gainText(most)} at ${which / 1000} MB, ${gainText(long)} at ${LONG_KB / 1000} MB`,
        holds: most > long,
      };
    },
  };
}

const EVERY = "Every run over every queue, with reductions of either kind and every β_ecn.";

function overshootClaims(runs: Runs): JudgedClaim[] {
  const cases = cross({ path: PATHS.map((_, i) => i), beta: gridOf(runs.size).betas });
  const bounds = cases.map(({ beta }) => stepsTo(0.5, beta));
  /**
   * Returns the maximum of a field over all runs of a case; null while a run is missing. A run that never reached the value
   * counts as too many reductions.
   */
  const most = (field: string) =>
    cases.map(({ path, beta }) => {
      const readings = runs.keys(overshoot(PATHS[path], beta)).map((key) => runs.readings.get(key));
      if (readings.includes(undefined)) return null;
      return Math.max(...readings.map((one) => numberOf(one, field) ?? Number.POSITIVE_INFINITY));
    });
  const within = (steps: readonly number[]) => bounds.filter((bound, i) => steps[i] <= bound).length;
  const atBound = (steps: readonly number[]) => bounds.filter((bound, i) => steps[i] === bound).length;
  return [
    {
      id: "steps-bounded",
      text: "Slow start's overshoot takes at most log_β(0.5) reductions.",
      paper: "log_β(0.5), rounded up",
      tolerance: `${EVERY} The overshoot is what cwnd gains between the first mark and its answer, at most as much again in slow start: hence the 0.5; cwnd at the mark is known to one or two segments. Read so after the stricter reading below had been seen to fail, which the standard 0.5 itself breaks here as in the paper's figure 3, where its cuts leave cwnd far below the path.`,
      values: most("stepsBack"),
      judge: (...steps) => ({
        ours: `in ${within(steps)} of ${cases.length} cases, at the bound in ${atBound(steps)}`,
        holds: within(steps) === cases.length,
      }),
    },
    {
      id: "steps-to-path",
      basis: "ours",
      text: "Number of reductions after which the queue is empty.",
      paper: "log_β(0.5), rounded up",
      tolerance: `${EVERY} Down to 1.05 times the bandwidth-delay product.`,
      cause:
        "The queue stands before the first mark is made: CoDel waits for its interval, and PIE's burst allowance has to run down. cwnd is up to twice what the path holds by then, so that more reductions are needed than its last doubling takes, with the standard 0.5 too.",
      values: most("stepsToPath"),
      judge: (...steps) => ({
        ours: `in ${within(steps)} of ${cases.length} cases`,
        holds: within(steps) === cases.length,
      }),
    },
  ];
}

export const slidesFct = study<SlidesPoint>({
  id: "slides-fct",
  paper: ABE,
  where: "IETF slides of the same authors",
  title: "Completion time by flow size",
  shows:
    "How much sooner one NewReno flow of a given size is done than with β_ecn 0.5, over 10 Mbps and 100 ms. Short flows that end right after slow start gain most; the overshoot of slow start takes at most log_β(0.5) reductions.",
  chosen: [
    "NewReno reduces at once, with receivers like FreeBSD's, as the authors had it; by PRR, with receivers like Linux's of the time, beside it.",
    CHOSEN.queues,
    CHOSEN.queueAge,
    CHOSEN.segments,
    CHOSEN.noise,
    "Sizes from 200 kB to 50 MB.",
  ],
  differences: ["The slides' numbers are not in their text: only the shape can be compared."],
  comparedWith: againstBeta(0.5),
  points: (size) => {
    const { betas, sizesKB } = gridOf(size);
    return [
      ...PATHS.flatMap((path) =>
        betas.flatMap((beta) => sizesKB.map((kB): SlidesPoint => ({ ...path, beta, kB }))),
      ),
      ...PATHS.flatMap((path) => betas.map((beta) => overshoot(path, beta))),
    ];
  },
  seeds: RUNS,
  scenario: ({ recovery, aqm, beta, kB, seed }) => {
    const path = `${RECOVERIES[recovery].hosts.join("&")}&${QUEUE_URL[aqm]}&capacity=10Mbps&rtt=${RTT_MS}ms&${NOISE_URL}&beta-ecn=${beta}&seed=${seed}`;
    if (kB === undefined) return `${path}&${sendingFor(OVERSHOOT_S)}`;
    // The run lasts twice as long as the flow would need at half of the link's rate.
    return `${path}&size=${kB}kB&${sendingFor(Math.ceil((kB * 8e3 * 4) / 10e6) + 10)}`;
  },
  read: (snapshot) => {
    const { fctS } = snapshot.results.flows[0];
    return { fctS: rounded(fctS), ...readOvershoot(snapshot) };
  },
  figures: (runs) => {
    const { betas, sizesKB } = gridOf(runs.size);
    return PATHS.map((path) => ({
      id: `${path.aqm}-${path.recovery}`,
      title: `${AQM_LABEL[path.aqm]}, reductions ${RECOVERIES[path.recovery].label}: completion time saved`,
      kind: "lines",
      x: { label: "Flow size", unit: "MB", scale: "log" },
      y: { label: "Less than with β_ecn 0.5", unit: "%", scale: "linear" },
      series: betas
        .filter((beta) => beta !== 0.5)
        .map((beta) => {
          const line = runs.line(
            `β_ecn ${beta}`,
            sizesKB,
            (kB) => ({ ...path, beta, kB }),
            (kB) => savedPercent(runs, path, beta, kB),
          );
          return { ...line, x: line.x.map((kB) => kB / 1000) };
        }),
    }));
  },
  tables: (runs) => [
    {
      id: "steps",
      title: "Reductions that take back slow start's overshoot (means)",
      head: [
        "queue",
        "reductions",
        "β_ecn",
        "cwnd at the first mark",
        "cwnd at its answer",
        "reductions back to the first",
        "log_β(0.5)",
        `reductions to ${EMPTY_SEGMENTS.toFixed(0)} segments`,
      ],
      rows: PATHS.flatMap((path) =>
        gridOf(runs.size).betas.map((beta) => {
          const meanOf = (field: string) => {
            const value = runs.mean(overshoot(path, beta), field);
            return value === null ? null : Number(value.toFixed(1));
          };
          return [
            AQM_LABEL[path.aqm],
            RECOVERIES[path.recovery].label,
            beta,
            meanOf("marked"),
            meanOf("answered"),
            meanOf("stepsBack"),
            stepsTo(0.5, beta),
            meanOf("stepsToPath"),
          ];
        }),
      ),
    },
  ],
  claims: (runs) => [...PATHS.map((path) => shortGainMost(runs, path)), ...overshootClaims(runs)],
});
