import { expect, test } from "vitest";
import { experiments } from "../../src/experiments/experiments.ts";
import {
  against,
  againstBeta,
  comparing,
  judged,
  pointOf,
  Runs,
  study,
} from "../../src/experiments/study.ts";

const statement = {
  id: "a",
  text: "It grows.",
  paper: "shape",
  tolerance: "direction",
  cause: "It was upside down.",
};
const judge = (from: number, to: number) => ({ ours: `${from} to ${to}`, holds: to > from });

test("a claim that holds needs no cause", () => {
  expect(judged({ ...statement, values: [1, 2], judge })).toEqual([
    { id: "a", text: "It grows.", paper: "shape", ours: "1 to 2", holds: true, tolerance: "direction" },
  ]);
});

test("a claim that fails states the cause", () => {
  expect(judged({ ...statement, values: [2, 1], judge })[0]).toMatchObject({
    holds: false,
    cause: statement.cause,
  });
  const { cause: _, ...unexplained } = statement;
  expect(judged({ ...unexplained, values: [2, 1], judge })[0]).not.toHaveProperty("cause");
});

test("without all its numbers there is no claim", () => {
  expect(judged({ ...statement, values: [1, null], judge })).toEqual([]);
  expect(judged({ ...statement, values: [], judge })).toEqual([]);
});

test("a run is compared with one that differs only in a setting", () => {
  expect(pointOf("aqm=codel rtt=400 beta=0.8")).toEqual({ aqm: "codel", rtt: "400", beta: "0.8" });
  const base = againstBeta(0.5);
  expect(base("aqm=codel beta=0.8 seed=3")).toEqual({ key: "aqm=codel beta=0.5 seed=3", what: "β_ecn 0.5" });
  expect([base("aqm=codel beta=0.5 seed=3"), base("aqm=codel seed=3")]).toEqual([null, null]);
  const bySender = againstBeta(({ sender }) => (sender === "cubic" ? 0.7 : 0.5));
  expect(bySender("sender=cubic beta=0.8")?.key).toBe("sender=cubic beta=0.7");
  const queue = against("queue", { ecn: "plain" }, (name) => `${name} queue`);
  expect(queue("queue=ecn rtt=20")).toEqual({ key: "queue=plain rtt=20", what: "plain queue" });
  expect([queue("queue=plain rtt=20"), queue("rtt=20")]).toEqual([null, null]);
  expect(
    comparing(
      () => undefined,
      () => "",
    )("a=1"),
  ).toBeNull();
});

test("each figure's comparison runs are among its runs", () => {
  // A controlled experiment repeats the runs of another figure.
  const figures = experiments.filter(({ control }) => control === undefined);
  const counts = figures.map(({ id, jobs, comparedWith }) => {
    const keys = new Set(jobs("full").map(({ key }) => key));
    const found = [...keys].filter((key) => keys.has(comparedWith?.(key)?.key ?? ""));
    return { id, declares: comparedWith !== undefined, share: found.length / Math.max(1, keys.size) };
  });
  const without = counts.filter(({ declares, share }) => declares && share < 0.3).map(({ id }) => id);
  expect(without).toEqual([]);
  const none = counts.filter(({ declares }) => !declares).map(({ id }) => id);
  expect(none).toEqual(NOTHING_TO_COMPARE);
});

/**
 * Experiments whose points cannot be compared: one run per point, several senders within a run, formulas, or tables
 * without links to their runs.
 */
const NOTHING_TO_COMPARE = [
  "abe-1",
  "abe-11",
  "abe-12",
  "kwon-4",
  "kwon-5",
  "kwon-6",
  "kwon-8",
  "kwon-9",
  "kwon-10",
  "kwon-11",
  "kwon-t2",
  "kwon-t3",
  "kwon-t4",
  "feedback-3",
  "feedback-fp",
  "sizing-5",
  "sizing-8",
  "sizing-14",
  "sizing-15",
  "dctcp-12",
  "chiu-jain-2",
  "chiu-jain-3",
  "l4s",
  "map-beta",
];

const runs = (seeds: readonly number[] | null) =>
  new Runs(
    new Map([
      ["rtt=10 seed=2", { ms: 1, list: [4, null] }],
      ["rtt=10 seed=3", { ms: 3, list: [6, 8] }],
      ["rtt=20", { ms: null, list: [10] }],
    ]),
    "full",
    () => seeds,
  );

test("a point represents its runs with all seeds; missing ones are omitted", () => {
  const some = runs([1, 2, 3]);
  expect(some.keys({ rtt: 10 })).toEqual(["rtt=10 seed=1", "rtt=10 seed=2", "rtt=10 seed=3"]);
  expect([some.shown({ rtt: 10 }), some.shown({ rtt: 30 })]).toEqual(["rtt=10 seed=2", null]);
  expect([some.mean({ rtt: 10 }, "ms"), some.mean({ rtt: 30 }, "ms")]).toEqual([2, null]);
  expect(some.columns({ rtt: 10 }, "list")).toEqual([[4, 6], [8]]);
  expect(
    some.line(
      "ms",
      [10, 30],
      (rtt) => ({ rtt }),
      "ms",
      (ms) => ms * 10,
    ),
  ).toEqual({
    label: "ms",
    x: [10, 30],
    y: [20, null],
    low: [10, null],
    high: [30, null],
    jobs: ["rtt=10 seed=2", null],
  });
});

test("a track shows the first run only, over all x", () => {
  const [at, x] = [{ rtt: 20 }, [1, 2]];
  expect(runs(null).track("list", at, x, "list", 2)).toEqual({
    label: "list",
    x,
    y: [5, null],
    jobs: ["rtt=20", "rtt=20"],
  });
  const missing = runs([1]).track("list", at, x, { y: "list", low: "list", high: "list" });
  expect(missing).toMatchObject({ y: [null, null], low: [null, null], jobs: [null, null] });
});

test("a failing claim says whether it was a quick look, and in a full run what was found", () => {
  const paper = { id: "beyond", citation: "", label: "" } as const;
  const one = study({
    id: "made",
    paper,
    where: "",
    title: "",
    shows: "",
    chosen: [],
    differences: [],
    quickCause: "Few runs.",
    claims: () => [{ ...statement, values: [2, 1], judge }],
  });
  const causes = (["quick", "full"] as const).map((size) => one.reduce(new Map(), size).claims[0].cause);
  expect(causes).toEqual(["Few runs.", statement.cause]);
  expect(one.jobs("full")).toEqual([]);
});
