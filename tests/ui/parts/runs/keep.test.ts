import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../../src/engine/index.ts";
import type { Bench } from "../../../../src/ui/core/bench.ts";
import { notebook } from "../../../../src/ui/features/notebook/feature.ts";
import { keepRun, keptScenario, NOTEBOOK, suggestedName } from "../../../../src/ui/parts/runs/keep.ts";
import { NotebookStore } from "../../../../src/ui/parts/runs/notebook-store.ts";
import { madeDevice, madeTab } from "../../core/made-device.ts";
import { withBeta } from "../../core/made-runs.ts";
import { MadePool } from "../../shared/runs/made-work.ts";

const device = madeDevice();
const tab = madeTab;

function keep(bench: Bench, beta: number): string {
  bench.edits.edit(withBeta(beta));
  return keepRun(bench);
}

test("the action keeps the run that was on the screen when it was started", async () => {
  const bench = tab();
  const action = notebook.actions?.find(({ id }) => id === "keep");
  bench.edits.edit(withBeta(0.6));
  const { scenario } = bench.store.get();
  const kept = action?.run(bench, 0);
  bench.edits.edit(withBeta(0.7));
  await kept;
  const { runs } = bench.device.read(NOTEBOOK);
  expect(runs.map(({ link }) => keptScenario(link).scenario)).toEqual([scenario]);
});

const names = (bench: Bench) => bench.device.read(NOTEBOOK).runs.map(({ name }) => name);

describe("a full device", () => {
  test("loses no kept run while the page is open, and says so", () => {
    const bench = tab();
    expect(keep(bench, 0.6)).toMatch(/”\.$/);
    device().room = 0;
    expect(keep(bench, 0.7)).toMatch(/until this page is closed: the browser does not store data here\.$/);
    expect(names(bench)).toHaveLength(2);
    expect(names(tab())).toHaveLength(1);
  });

  test("stores all kept runs when there is room again", () => {
    const bench = tab();
    device().room = 0;
    keep(bench, 0.6);
    device().room = 10_000;
    keep(bench, 0.7);
    expect(names(tab())).toEqual(names(bench));
    expect(names(bench)).toHaveLength(2);
  });
});

describe("two tabs", () => {
  test("keep a run of one, whatever the other keeps", () => {
    const [one, other] = [tab(), tab()];
    keep(one, 0.6);
    keep(other, 0.7);
    keep(one, 0.8);
    expect(names(other)).toHaveLength(3);
  });

  test("update an open notebook, so that a change to it does not undo the other's", () => {
    const [one, other] = [tab(), tab()];
    keep(one, 0.6);
    const notebook = new NotebookStore(one, new MadePool(1));
    notebook.open("");
    const end = one.device.onChange(NOTEBOOK, () => notebook.open(""));
    keep(other, 0.7);
    device().tell("sawtooth /a/ theme");
    expect(notebook.store.get().book.runs).toHaveLength(1);
    device().tell("sawtooth /a/ notebook");
    notebook.remove(0);
    expect(names(other)).toHaveLength(1);
    expect(names(other)).toEqual(["β ecn 0.70"]);
    end();
    keep(other, 0.8);
    device().tell("sawtooth /a/ notebook");
    expect(notebook.store.get().book.runs).toHaveLength(1);
  });
});

test("a kept run is named by its difference from the previous one, or by its kind; names are unique", () => {
  const { scenario: pie } = scenarioFromUrl("#v=2&aqm=pie");
  expect(suggestedName(withBeta(0.8), withBeta(0.5), [])).toBe("β ecn 0.80");
  expect(suggestedName(pie, null, [])).toMatch(/, PIE$/);
  const first = suggestedName(pie, pie, []);
  expect(suggestedName(pie, pie, [first, `${first} (2)`])).toBe(`${first} (3)`);
});
