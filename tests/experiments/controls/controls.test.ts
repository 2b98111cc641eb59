import { describe, expect, it } from "vitest";
import { storedOutcomes } from "../../../src/cli/project.ts";
import { controlsOf, testedWords } from "../../../src/experiments/controls/controlled-run.ts";
import type { Experiment } from "../../../src/experiments/experiment.ts";
import { experiments } from "../../../src/experiments/experiments.ts";

const stored = storedOutcomes();
const controls = experiments.filter(({ control }) => control !== undefined);
const originalOf = ({ control }: Experiment) => experiments.find(({ id }) => id === control?.of)!;

describe.each(controls.map((control) => [control.id, control] as const))("%s", (_, control) => {
  it("runs some of the original's runs, under their names", () => {
    const original = new Map(
      originalOf(control)
        .jobs("full")
        .map(({ key, scenario }) => [key, scenario]),
    );
    const jobs = control.jobs("full");
    expect(jobs.length).toBeGreaterThan(0);
    for (const { key } of jobs) expect(original.has(key), key).toBe(true);
    const isChanged = jobs.some(
      ({ key, scenario }) => JSON.stringify(scenario) !== JSON.stringify(original.get(key)),
    );
    expect(isChanged || control.read !== originalOf(control).read).toBe(true);
  });

  it("judges the claims that it names like the original, by these runs only", () => {
    const { outcome } = stored.get(control.id)!;
    expect(outcome.claims.map(({ id }) => id)).toEqual(control.control?.claims);
    const claims = stored.get(control.control?.of ?? "")!.outcome.claims;
    for (const claim of outcome.claims) {
      const { text, paper, tolerance } = claims.find(({ id }) => id === claim.id)!;
      expect(claim).toMatchObject({ text, paper, tolerance, basis: "ours" });
    }
  });
});

it("every claim that fails has been tested by a controlled run", () => {
  const failing = experiments
    .filter(({ control }) => control === undefined)
    .flatMap(({ id }) =>
      (stored.get(id)?.outcome.claims ?? []).flatMap((claim) => (claim.holds ? [] : [{ id, claim }])),
    );
  expect(failing.length).toBeGreaterThan(0);
  for (const { id, claim } of failing) {
    expect(controlsOf(experiments, id, claim.id).length, `${id} ${claim.id}`).toBeGreaterThan(0);
  }
});

it("the text states the result and what was changed; without a result only the change", () => {
  const control = controls.find(({ id }) => id === "control-kwon-9")!;
  const [claim] = stored.get(control.id)!.outcome.claims;
  expect(testedWords(control, claim.id, stored.get(control.id)!)).toBe(
    `With marks instead of drops above th_max, and nothing else changed, it holds: ${claim.ours}.`,
  );
  expect(testedWords(control, claim.id, null)).toBe(
    "Put to the test with marks instead of drops above th_max, and nothing else changed.",
  );
});

it("a claim that still fails says that this was not the cause, or not the only one", () => {
  const control = controls.find(({ id }) => id === "control-kwon-t1-exact")!;
  const [claim] = stored.get(control.id)!.outcome.claims;
  expect(claim.holds).toBe(false);
  expect(claim.cause).toBe(
    "Changed alone, it does not make the claim hold: it is not the cause, or not the only one.",
  );
});
