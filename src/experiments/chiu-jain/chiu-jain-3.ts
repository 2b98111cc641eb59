/** Section 3: responsiveness against smoothness, and how fast fairness is reached, over the increase α and the kept share β. */
import { rangeText } from "../../lib/number-text.ts";
import { mean } from "../../lib/statistics.ts";
import { cross, listOf } from "../grid.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import {
  aimd,
  CHIU_JAIN,
  CHOSEN,
  DIFFERENCES,
  GOAL_SEGMENTS,
  RTT_MS,
  readDecreases,
  twoUsersUrl,
} from "./paper.ts";

const USERS = 2;
const ALPHAS = [0.25, 0.5, 1, 2] as const;
const betasOf = (size: Runs["size"]): readonly number[] =>
  size === "full" ? [0.5, 0.625, 0.75, 0.875] : [0.5, 0.75];

/** Returns the steps to the goal by section 3.1: n·a per step from the load that a decrease leaves. */
export function stepsToGoal(alpha: number, fromSegments: number, goalSegments: number): number {
  return (goalSegments - fromSegments) / (USERS * alpha);
}

/** Length of a run (s): a slow increase needs longer until the windows are equal. */
const durationS = (alpha: number) => Math.round(80 + 160 / alpha);

/** Numbers of the decreases after fairness: the mean steps between two of them, and the mean sums of windows before and after. */
interface Cycle {
  readonly steps: number;
  readonly before: number;
  readonly after: number;
  /** Steps from the first shared decrease until the difference is a tenth of what it was; null if it never is. */
  readonly fairSteps: number | null;
}

function cycleOf(runs: Runs, alpha: number, beta: number): Cycle | null {
  const reading = runs.reading({ alpha, beta });
  const [atS, one, two, oneAfter, twoAfter] = ["atS", "before1", "before2", "after1", "after2"].map((field) =>
    listOf(reading, field).map(Number),
  );
  const half = Math.floor(atS.length / 2);
  const late = (list: readonly number[]) => list.slice(half);
  if (atS.length - half < 2) return null;
  const stepS = RTT_MS / 1000;
  const apart = one.map((window, i) => Math.abs(window - two[i]));
  const fair = apart.findIndex((difference) => difference <= apart[0] / 10);
  return {
    steps: (atS[atS.length - 1] - atS[half]) / (atS.length - 1 - half) / stepS,
    before: (mean(late(one)) ?? 0) + (mean(late(two)) ?? 0),
    after: (mean(late(oneAfter)) ?? 0) + (mean(late(twoAfter)) ?? 0),
    fairSteps: fair < 0 ? null : (atS[fair] - atS[0]) / stepS,
  };
}

function claimsOf(runs: Runs): JudgedClaim[] {
  const betas = betasOf(runs.size);
  const points = betas.flatMap((beta) => ALPHAS.map((alpha) => ({ alpha, beta })));
  const cycles = points.map(({ alpha, beta }) => cycleOf(runs, alpha, beta));
  const read = (value: (cycle: Cycle) => number | null) =>
    cycles.map((cycle) => (cycle === null ? null : value(cycle)));
  const rowOf = (values: readonly number[], beta: number) =>
    ALPHAS.map((_, i) => values[betas.indexOf(beta) * ALPHAS.length + i]);
  const columnOf = (values: readonly number[], alpha: number) =>
    betas.map((_, i) => values[i * ALPHAS.length + ALPHAS.indexOf(alpha as (typeof ALPHAS)[number])]);
  const isFalling = (row: readonly number[]) => row.every((value, i) => i === 0 || value < row[i - 1]);
  const ends = (row: readonly number[], digits: number) =>
    `${row[0].toFixed(digits)} to ${row[row.length - 1].toFixed(digits)}`;
  return [
    {
      id: "steps-to-goal",
      text: "With additive increase the goal is reached after (X_goal − X(0)) / (n·a) steps (section 3.1).",
      paper: "(X_goal − X(0)) / (n·a)",
      tolerance:
        "measured time between two decreases in round trips, within 10 % and two more: the feedback is a round trip late, and the decrease takes another",
      values: [...read(({ steps }) => steps), ...read(({ before, after }) => before - after)],
      judge: (...values) => {
        const ratios = points.map(
          ({ alpha }, i) => values[i] / (values[points.length + i] / (USERS * alpha)),
        );
        const holds = points.every(({ alpha }, i) => {
          const model = stepsToGoal(alpha, 0, values[points.length + i]);
          return Math.abs(values[i] - model) <= 2 + 0.1 * model;
        });
        return { ours: `${rangeText(ratios, 2)} times`, holds };
      },
    },
    {
      id: "responsive-with-a",
      text: "The time to the goal falls with a (section 3.1).",
      tolerance: `from each α to the next, for each β`,
      values: read(({ steps }) => steps),
      judge: (...steps) => ({
        ours: betas.map((beta) => ends(rowOf(steps, beta), 0)).join(", "),
        holds: betas.every((beta) => isFalling(rowOf(steps, beta))),
      }),
    },
    {
      id: "overshoot-with-a",
      text: "The overshoot grows with a: it is n·a for an additive increase (section 3.1).",
      paper: "n·a",
      tolerance:
        "the overshoot with α = 2 minus that with α = 0.25, 3.5 by the formula, within 1.5 segments for each β: the steps of the feedback round",
      values: read(({ before }) => before - GOAL_SEGMENTS),
      judge: (...overs) => {
        const more = betas.map((beta) => {
          const row = rowOf(overs, beta);
          return row[row.length - 1] - row[0];
        });
        const model = USERS * (ALPHAS[ALPHAS.length - 1] - ALPHAS[0]);
        return {
          ours: `${rangeText(more, 1)} segments`,
          holds: more.every((segments) => Math.abs(segments - model) <= 1.5),
        };
      },
    },
    {
      id: "decrease-size",
      text: "The undershoot of a decrease is (1 − b)·X_goal: the smaller b, the less smooth (section 3.1).",
      paper: "(1 − b)·X_goal",
      tolerance:
        "within 4 segments for each point: two windows are rounded, and the increase overshoots by n·a",
      values: read(({ before, after }) => before - after),
      judge: (...falls) => {
        const misses = points.map(({ beta }, i) => falls[i] - (1 - beta) * GOAL_SEGMENTS);
        return {
          ours: `apart by ${rangeText(misses, 1)} segments`,
          holds: misses.every((miss) => Math.abs(miss) <= 4),
        };
      },
    },
    {
      id: "fair-with-a",
      text: "Larger values of a give quicker convergence to fairness (section 3.2).",
      tolerance:
        "steps until the difference is a tenth of the first one, from each α to the next, for each β",
      values: read(({ fairSteps }) => fairSteps),
      judge: (...steps) => ({
        ours: betas.map((beta) => ends(rowOf(steps, beta), 0)).join(", "),
        holds: betas.every((beta) => isFalling(rowOf(steps, beta))),
      }),
    },
    {
      id: "fair-with-b",
      text: "Smaller values of b give quicker convergence to fairness (section 3.2).",
      tolerance: "the same steps, with the smallest β against the largest, for each α",
      values: read(({ fairSteps }) => fairSteps),
      judge: (...steps) => {
        const pairs = ALPHAS.map((alpha) => columnOf(steps, alpha));
        return {
          ours: pairs.map((row) => ends(row, 0)).join(", "),
          holds: pairs.every((row) => row[0] < row[row.length - 1]),
        };
      },
    },
  ];
}

export const chiuJain3 = study({
  id: "chiu-jain-3",
  paper: CHIU_JAIN,
  where: "Section 3",
  title: "Responsiveness, smoothness and fairness over α and β",
  shows:
    "How many steps it takes to reach the goal, how large the swing around the goal is, and how fast shares become equal, for additive increase by α and multiplicative decrease to β. What makes the system responsive makes it less smooth.",
  chosen: [
    ...CHOSEN,
    "AIMD is ECN(α, β). A step is a round trip of 100 ms. The second half of the decreases counts for the swing.",
  ],
  differences: DIFFERENCES,
  points: (size) => cross({ alpha: ALPHAS, beta: betasOf(size) }),
  scenario: ({ alpha, beta }) => twoUsersUrl(aimd(alpha, beta), durationS(alpha)),
  read: readDecreases,
  figures: (runs) => {
    const betas = betasOf(runs.size);
    const figure = (id: string, label: string, unit: string, value: (cycle: Cycle) => number | null) => ({
      id,
      title: label,
      kind: "lines" as const,
      x: { label: "α", unit: "segments", scale: "log" as const },
      y: { label, unit, scale: "linear" as const, from: 0 },
      series: betas.map((beta) => ({
        label: `β ${beta}`,
        x: ALPHAS,
        y: ALPHAS.map((alpha) => {
          const cycle = cycleOf(runs, alpha, beta);
          return cycle === null ? null : value(cycle);
        }),
        jobs: ALPHAS.map((alpha) => runs.shown({ alpha, beta })),
      })),
    });
    return [
      figure("steps", "Steps between two decreases", "round trips", ({ steps }) => steps),
      figure("swing", "Fall of the sum of windows", "segments", ({ before, after }) => before - after),
      figure(
        "fair",
        "Steps until a tenth of the difference is left",
        "round trips",
        ({ fairSteps }) => fairSteps,
      ),
    ];
  },
  claims: claimsOf,
});
