import { beforeEach, describe, expect, test } from "vitest";
import { scenarioToUrl } from "../../../../src/engine/index.ts";
import type { Bench } from "../../../../src/ui/core/bench.ts";
import { keepRun, keptScenario, NOTEBOOK } from "../../../../src/ui/parts/runs/keep.ts";
import { bookToFragment } from "../../../../src/ui/parts/runs/notebook.ts";
import { NotebookStore, shownRuns } from "../../../../src/ui/parts/runs/notebook-store.ts";
import { heard, madeBench, madeResults, madeSnapshot, withBeta } from "../../core/made-runs.ts";
import { MadePool } from "../../shared/runs/made-work.ts";

let bench: Bench;
let crew: MadePool;
let notebook: NotebookStore;

/** The storage is not available, as in a sandboxed frame, so the notebook lasts only while the page is open. */
beforeEach(() => {
  bench = madeBench();
  crew = new MadePool(2);
  notebook = new NotebookStore(bench, crew);
});

function keep(...betas: number[]): void {
  for (const beta of betas) {
    bench.edits.edit(withBeta(beta));
    keepRun(bench);
  }
}

async function answer(): Promise<void> {
  const snapshot = madeSnapshot();
  crew.asked.shift()?.answer({
    ok: true,
    value: { results: madeResults(), digest: snapshot.digest, snapshot, ended: [], turns: [] },
  });
  await heard();
}

const names = () => notebook.store.get().book.runs.map(({ name }) => name);

describe("keeping", () => {
  test("states the name, which distinguishes the run from the previous one; the same run is kept once", () => {
    expect(keepRun(bench)).toMatch(/^Kept in the notebook as “.*CoDel”, until this page is closed/);
    bench.edits.edit(withBeta(0.8));
    expect(keepRun(bench)).toContain("Kept in the notebook as “β ecn 0.80”, ");
    expect(keepRun(bench)).toBe("This run is in the notebook: “β ecn 0.80”.");
    const { runs } = bench.device.read(NOTEBOOK);
    expect(runs.map(({ link }) => keptScenario(link).scenario)).toEqual([
      keptScenario(runs[0].link).scenario,
      withBeta(0.8),
    ]);
  });

  test("ends at a maximum number of runs", () => {
    keep(...Array.from({ length: 24 }, (_, i) => (i + 40) / 100));
    bench.edits.edit(withBeta(0.9));
    expect(keepRun(bench)).toBe("The notebook is full: it holds 24 runs.");
  });
});

describe("the open notebook", () => {
  test("computes as many at once as there are workers, each run once", async () => {
    keep(0.6, 0.7, 0.8);
    notebook.open("");
    expect(crew.asked).toHaveLength(2);
    expect(crew.asked[0].job.key).toBe(`${scenarioToUrl(withBeta(0.6))}`);
    await answer();
    await answer();
    await answer();
    expect(notebook.store.get().computed.size).toBe(3);
    notebook.compute();
    expect(crew.asked).toHaveLength(0);
    expect(shownRuns(notebook.store.get()).map(({ run }) => run?.link)).toEqual([0, 0, 0]);
  });

  test("computes runs that take long only at the user's request", async () => {
    const heavy = (seed: number) =>
      `v=2&capacity=10000Mbps&cc=bbr1&flows=100&rtt=600ms&duration=8s&seed=${seed}`;
    const runs = [1, 2, 3].map((seed) => ({ link: heavy(seed), name: `${seed}` }));
    notebook.open(bookToFragment({ ...notebook.store.get().book, runs }));
    expect([crew.asked.length, notebook.store.get().held]).toEqual([1, [heavy(2), heavy(3)]]);
    expect(shownRuns(notebook.store.get()).map(({ isHeld }) => isHeld)).toEqual([false, true, true]);
    await answer();
    expect([crew.asked.length, notebook.store.get().computed.size]).toEqual([0, 1]);
    notebook.compute(true);
    expect([crew.asked.length, notebook.store.get().held]).toEqual([2, []]);
    expect(shownRuns(notebook.store.get()).some(({ isHeld }) => isHeld)).toBe(false);
  });

  test("cancels runs when it is closed, and resumes them", async () => {
    keep(0.6);
    notebook.open("");
    notebook.leave();
    notebook.compute();
    await heard();
    expect(crew.asked).toHaveLength(2);
    crew.asked.shift();
    await answer();
    expect(notebook.store.get().computed.size).toBe(1);
  });

  test("says why a run could not be computed", async () => {
    keep(0.6);
    notebook.open("");
    crew.asked.shift()?.answer({ ok: false, message: "too long" });
    await heard();
    expect(shownRuns(notebook.store.get())[0]).toMatchObject({ run: null, problems: ["too long"] });
  });

  test("deletes with an undo", () => {
    keep(0.6, 0.7);
    notebook.open("");
    const before = names();
    notebook.remove(0);
    expect(names()).toEqual([before[1]]);
    expect(bench.device.read(NOTEBOOK).runs).toHaveLength(1);
    notebook.undo();
    expect(names()).toEqual(before);
    expect(bench.device.read(NOTEBOOK).runs).toHaveLength(2);
    expect(notebook.store.get().before).toBeNull();
  });

  test("does not change the user's own notebook while one of a link is open, until its runs are added", () => {
    keep(0.6);
    const link = "v=2&aqm=pie";
    const text = bookToFragment({
      runs: [
        { link, name: "from a friend" },
        { link: bench.device.read(NOTEBOOK).runs[0].link, name: "known" },
      ],
      base: 0,
      scales: "auto",
    });
    bench.showScreen({ id: "notebook", text });
    notebook.open(text);
    expect(notebook.store.get().ofLink).toBe(true);
    notebook.write({ ...notebook.store.get().book, base: 1 });
    expect(bench.store.get().screen.text).toMatch(/&base=2$/);
    expect(bench.device.read(NOTEBOOK).runs).toHaveLength(1);
    notebook.adopt();
    expect(bench.store.get().screen).toEqual({ id: "notebook", text: "" });
    notebook.open("");
    expect(names().at(-1)).toBe("from a friend");
    expect(bench.device.read(NOTEBOOK).runs).toHaveLength(2);
  });

  test("opens a file beside the user's own, or reports its errors", () => {
    keep(0.6);
    bench.showScreen({ id: "notebook", text: "" });
    notebook.open("");
    notebook.openFile("notebook: 1\nlink: v=2&aqm=pie");
    notebook.open(bench.store.get().screen.text);
    expect(notebook.store.get()).toMatchObject({ ofLink: true, fileProblems: [] });
    expect(notebook.store.get().book.runs).toEqual([{ link: "v=2&aqm=pie", name: "" }]);
    expect(bench.device.read(NOTEBOOK).runs).toHaveLength(1);
    notebook.openFile("notebook: 2");
    expect(notebook.store.get().fileProblems).toEqual([{ line: 1, message: 'notebook: must be 1, got "2"' }]);
    expect(notebook.store.get().book.runs).toHaveLength(1);
  });

  test("adds all of another's runs, or says why none", () => {
    keep(...Array.from({ length: 23 }, (_, i) => (i + 40) / 100));
    const runs = ["v=2&seed=8", "v=2&seed=9"].map((link) => ({ link, name: "" }));
    notebook.open(bookToFragment({ runs, base: 0, scales: "auto" }));
    notebook.adopt();
    expect(notebook.store.get().problem).toBe(
      "Nothing was added. Your notebook has 23 runs; together there would be 25, and the limit is 24.",
    );
    expect(bench.device.read(NOTEBOOK).runs).toHaveLength(23);
  });

  test("reports the errors of a link", () => {
    notebook.open("runs=z.1234567abc");
    expect(notebook.store.get().problem).toMatch(/damaged/);
    expect(names()).toEqual([]);
  });
});
