import { expect, it } from "vitest";
import { against, againstBeta, comparing, pointOf } from "../../src/experiments/compared-run.ts";
import { experiments } from "../../src/experiments/experiments.ts";

it("a run is compared with one that is like it but for a setting", () => {
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

it("of each figure what its pictures compare with is among its runs, where it is anything", () => {
  // A controlled run is one of another figure's.
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

/** One run a point, several senders within a run, formulas, or tables without a way to their runs. */
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
  "l4s",
  "map-beta",
];
