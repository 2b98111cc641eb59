/** Section 2: two users in the plane of their windows. Which linear controls lead to a fair and efficient point. */
import { rangeText } from "../../lib/number-text.ts";
import type { Series } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import {
  aimd,
  CHIU_JAIN,
  CHOSEN,
  DIFFERENCES,
  fairness,
  GOAL_SEGMENTS,
  readDecreases,
  twoUsersUrl,
} from "./paper.ts";

const DURATION_S = 120;

/** Segments per increase of Scalable TCP: from this window on it grows by a twentieth per round trip. */
const COUNT = 20;
const KEPT = 0.75;

const POLICIES = {
  "aimd-half": { label: "AIMD, β 0.5", sender: aimd(1, 0.5), beta: 0.5 },
  "aimd-three-quarters": { label: "AIMD, β 0.75", sender: aimd(1, KEPT), beta: KEPT },
  mimd: {
    label: "MIMD, β 0.75",
    sender: `cc=scalable,scalable-count=${COUNT},beta-ecn=${KEPT}`,
    beta: KEPT,
  },
} as const;
type Policy = keyof typeof POLICIES;
const POLICY_IDS = Object.keys(POLICIES) as readonly Policy[];
const ADDITIVE: readonly Policy[] = ["aimd-half", "aimd-three-quarters"];

/** Fairness from which on a pair counts as fair: whole segments leave no more to gain. */
const FAIR = 0.999;

/** The windows of both users at a decrease. */
interface Decrease {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

function decreasesOf(runs: Runs, policy: Policy): Decrease[] {
  const reading = runs.reading({ policy });
  const [one, two, oneAfter, twoAfter] = ["before1", "before2", "after1", "after2"].map((field) =>
    listOf(reading, field).map(Number),
  );
  return one.map((_, i) => ({ before: [one[i], two[i]], after: [oneAfter[i], twoAfter[i]] }));
}

const fairBefore = ({ before }: Decrease) => fairness(...before);
const fairAfter = ({ after }: Decrease) => fairness(...after);
const apart = ([one, other]: readonly [number, number]) => Math.abs(one - other);

/** Returns the path of a policy in the plane: before and after each decrease. */
function path(runs: Runs, policy: Policy): Series {
  const points = decreasesOf(runs, policy).flatMap(({ before, after }) => [before, after]);
  return {
    label: POLICIES[policy].label,
    x: points.map(([one]) => one),
    y: points.map(([, other]) => other),
    jobs: points.map(() => runs.shown({ policy })),
  };
}

/** Returns the path of a linear control by the paper's state equation x(t + 1) = a + b·x(t). */
export function modelPath(
  start: readonly [number, number],
  increase: { readonly a: number; readonly b: number },
  decrease: { readonly a: number; readonly b: number },
  steps: number,
): [number, number][] {
  const points: [number, number][] = [[...start]];
  for (let i = 0; i < steps; i++) {
    const [one, other] = points[points.length - 1];
    const { a, b } = one + other > GOAL_SEGMENTS ? decrease : increase;
    points.push([Math.max(0, a + b * one), Math.max(0, a + b * other)]);
  }
  return points;
}

const START = [140, 50] as const;

function modelSeries(label: string, points: readonly (readonly [number, number])[]): Series {
  return { label, x: points.map(([x]) => x), y: points.map(([, y]) => y), source: "model" };
}

function claimsOf(runs: Runs): JudgedClaim[] {
  const all = Object.fromEntries(POLICY_IDS.map((policy) => [policy, decreasesOf(runs, policy)])) as Record<
    Policy,
    Decrease[]
  >;
  const both = ADDITIVE.map((policy) => all[policy]).filter((one) => one.length > 1);
  const isMissing = both.length < ADDITIVE.length || all.mimd.length < 2;
  /** Fairness gained between a decrease and the next one, until the pair is fair. */
  const gains = both.flatMap((list) =>
    list
      .slice(1)
      .flatMap((next, i) => (fairAfter(list[i]) >= FAIR ? [] : [fairBefore(next) - fairAfter(list[i])])),
  );
  const changes = [...both, all.mimd].flatMap((list) => list.map((one) => fairAfter(one) - fairBefore(one)));
  /** Differences of the windows, and those that equal additions and the factor β leave of the first one. */
  const misses = ADDITIVE.flatMap((policy) => {
    const list = all[policy];
    return list.map(({ before }, i) => apart(before) - apart(list[0].before) * POLICIES[policy].beta ** i);
  });
  const { mimd } = all;
  const settled = mimd.filter(({ after }) => Math.min(...after) > COUNT);
  const guarded = (values: readonly number[]) => (isMissing ? [null] : values);
  return [
    {
      id: "aimd-converges",
      text: "Additive increase with multiplicative decrease converges to the fairness line, whatever the start.",
      tolerance: `Jain's index at least ${FAIR} at the last decrease, with either β`,
      values: guarded(both.flatMap((list) => [fairBefore(list[0]), fairBefore(list[list.length - 1])])),
      judge: (...ends) => ({
        ours: `from ${ends[0].toFixed(3)} to ${ends[1].toFixed(4)}, and from ${ends[2].toFixed(3)} to ${ends[3].toFixed(4)}`,
        holds: ends[1] >= FAIR && ends[3] >= FAIR,
      }),
    },
    {
      id: "increase-raises",
      text: "Each additive increase raises fairness (c = a/b > 0 in equation 7).",
      tolerance: `from each decrease to the next, while the index is below ${FAIR}`,
      values: guarded(gains),
      judge: (...more) => ({
        ours: `in ${more.filter((one) => one > 0).length} of ${more.length} cycles`,
        holds: more.every((one) => one > 0),
      }),
    },
    {
      id: "decrease-keeps",
      text: "A multiplicative decrease leaves fairness as it is (c = 0 in equation 7).",
      tolerance:
        "Jain's index within 0.005 at each decrease of the three runs: windows are rounded to whole segments",
      values: guarded(changes),
      judge: (...steps) => ({
        ours: `from ${rangeText(steps, 4)}`,
        holds: steps.every((one) => Math.abs(one) <= 0.005),
      }),
    },
    {
      id: "difference-times-beta",
      text: "Equal additions keep the difference of the windows, and each decrease leaves β of it (state equation of section 2).",
      tolerance: "within 4 segments of βⁿ of the first difference at each decrease: each rounds twice",
      values: guarded(misses),
      judge: (...segments) => ({
        ours: `apart by at most ${Math.max(...segments.map(Math.abs)).toFixed(1)} segments`,
        holds: segments.every((one) => Math.abs(one) <= 4),
      }),
    },
    {
      id: "mimd-keeps",
      text: "Multiplicative increase with multiplicative decrease does not converge to fairness: the ratio stays.",
      tolerance: `Jain's index within 0.02 from the first decrease after which both have more than ${COUNT} segments, until the end`,
      values: guarded(settled.map(fairBefore)),
      judge: (...indices) => ({
        ours: `from ${indices[0].toFixed(3)} to ${indices[indices.length - 1].toFixed(3)} in ${indices.length} decreases`,
        holds: indices.every((one) => Math.abs(one - indices[0]) <= 0.02),
      }),
    },
    {
      id: "near-efficiency",
      text: "Additive increase with multiplicative decrease crosses the efficiency line again and again.",
      tolerance: "the windows before each decrease of either β sum up to the goal and at most 5 % more",
      values: guarded(both.flatMap((list) => list.slice(1).map(({ before }) => before[0] + before[1]))),
      judge: (...sums) => ({
        ours: `${rangeText(sums, 0)} segments, goal ${GOAL_SEGMENTS.toFixed(0)}`,
        holds: sums.every((sum) => sum >= GOAL_SEGMENTS - 2 && sum <= 1.05 * GOAL_SEGMENTS),
      }),
    },
  ];
}

export const chiuJain2 = study({
  id: "chiu-jain-2",
  paper: CHIU_JAIN,
  where: "Section 2",
  title: "Two users in the plane",
  shows:
    "The load of one user against that of the other. On the efficiency line both use the link fully, on the fairness line they have equal shares. Adding moves the point parallel to the fairness line and multiplying moves it along a line through the origin, so that additive increase with multiplicative decrease alone leads to the point where both lines meet.",
  chosen: [
    ...CHOSEN,
    "AIMD is ECN(α, β) with α = 1. MIMD is Scalable TCP, which adds one segment for twenty acknowledged ones and keeps 0.75; below twenty segments it adds one per round trip.",
  ],
  differences: DIFFERENCES,
  points: () => POLICY_IDS.map((policy) => ({ policy })),
  scenario: ({ policy }) => twoUsersUrl(POLICIES[policy].sender, DURATION_S),
  read: readDecreases,
  figures: (runs) => [
    {
      id: "plane",
      title: "Windows of the two users",
      kind: "points",
      x: { label: "Window of the first user", unit: "segments", scale: "linear", from: 0 },
      y: { label: "Window of the second user", unit: "segments", scale: "linear", from: 0 },
      series: [
        ...POLICY_IDS.map((policy) => path(runs, policy)),
        modelSeries("AIAD by the equations", modelPath(START, { a: 1, b: 1 }, { a: -20, b: 1 }, 60)),
        modelSeries("MIAD by the equations", modelPath(START, { a: 0, b: 1.05 }, { a: -20, b: 1 }, 20)),
        modelSeries("efficiency line", [
          [0, GOAL_SEGMENTS],
          [GOAL_SEGMENTS, 0],
        ]),
        modelSeries("fairness line", [
          [0, 0],
          [GOAL_SEGMENTS, GOAL_SEGMENTS],
        ]),
      ],
    },
    {
      id: "fairness",
      title: "Fairness at each decrease",
      kind: "lines",
      x: { label: "Decrease", unit: "", scale: "linear" },
      y: { label: "Jain's index", unit: "", scale: "linear", to: 1 },
      series: POLICY_IDS.map((policy) => {
        const list = decreasesOf(runs, policy).slice(0, 40);
        return {
          label: POLICIES[policy].label,
          x: list.map((_, i) => i + 1),
          y: list.map(fairBefore),
          jobs: list.map(() => runs.shown({ policy })),
        };
      }),
    },
  ],
  claims: claimsOf,
});
