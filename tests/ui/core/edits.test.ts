import { describe, expect, it } from "vitest";
import { defaultScenario, getParam, type Scenario } from "../../../src/engine/index.ts";
import { Edits, type LivePort } from "../../../src/ui/core/edits.ts";
import { createStore, initialState } from "../../../src/ui/core/store.ts";
import { madeSnapshot, withBeta } from "./made-runs.ts";

function bench(live: LivePort | null = null) {
  const start = defaultScenario();
  const store = createStore(initialState(start));
  const snapshot = madeSnapshot();
  store.set({
    run: {
      snapshot,
      scenario: start,
      running: false,
      progress: null,
      stopped: false,
      error: null,
      restarted: null,
    },
  });
  return { store, start, snapshot, edits: new Edits(store, () => live) };
}

const betaOf = (scenario: Scenario) => getParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn");

describe("edits", () => {
  it("make one undo step of a whole drag", () => {
    const { store, start, edits } = bench();
    for (const beta of [0.6, 0.7, 0.8]) edits.preview(withBeta(beta, start));
    expect(betaOf(store.get().scenario)).toBe(0.8);
    expect(store.get().past).toHaveLength(0);
    edits.commit();
    expect(store.get().past).toHaveLength(1);
    expect(store.get().commits).toBe(1);
    edits.undo();
    expect(store.get().scenario).toBe(start);
    edits.redo();
    expect(betaOf(store.get().scenario)).toBe(0.8);
  });

  it("clear the redo stack after another change", () => {
    const { store, start, edits } = bench();
    edits.edit(withBeta(0.6, start));
    edits.undo();
    edits.edit(withBeta(0.7, start));
    edits.redo();
    expect(betaOf(store.get().scenario)).toBe(0.7);
  });

  it("ignore a commit without a change", () => {
    const { store, edits } = bench();
    edits.commit();
    edits.commit();
    expect(store.get().past).toHaveLength(0);
    expect(store.get().commits).toBe(0);
  });

  it("undo a change during a drag", () => {
    const { store, start, edits } = bench();
    edits.preview(withBeta(0.9, start));
    edits.undo();
    expect(store.get().scenario).toBe(start);
  });

  it("can undo a reset", () => {
    const { store, start, edits } = bench();
    edits.edit(withBeta(0.9, start));
    edits.reset();
    expect(betaOf(store.get().scenario)).toBe(betaOf(defaultScenario()));
    edits.undo();
    expect(betaOf(store.get().scenario)).toBe(0.9);
  });
});

describe("the pinned run", () => {
  it("is the run before the first change, automatically, with its plots", () => {
    const { store, start, snapshot, edits } = bench();
    expect(store.get().pinned).toBeNull();
    edits.preview(withBeta(0.8, start));
    expect(store.get().pinned).toEqual({ scenario: start, snapshot });
    edits.commit();
    edits.edit(withBeta(0.9, start));
    expect(store.get().pinned?.scenario).toBe(start);
  });

  it("stays removed after an unpin, until the user pins a run", () => {
    const { store, start, edits } = bench();
    edits.edit(withBeta(0.8, start));
    edits.unpin();
    edits.edit(withBeta(0.9, start));
    expect(store.get().pinned).toBeNull();
    edits.pin();
    expect(betaOf(store.get().pinned!.scenario)).toBe(0.9);
  });

  it("of an unfinished run has no plots yet", () => {
    const { store, start, edits } = bench();
    store.set(({ run }) => ({ run: { ...run, snapshot: madeSnapshot({ done: false }) } }));
    edits.edit(withBeta(0.8, start));
    expect(store.get().pinned).toEqual({ scenario: start, snapshot: null });
  });
});

describe("edits of a live run", () => {
  function liveBench() {
    const said: string[] = [];
    const port: LivePort = {
      refusal: (_, to) => (betaOf(to) === 0.99 ? "Not in this run." : null),
      edit: (from, to) => said.push(`${betaOf(from)} to ${betaOf(to)}`),
      restart: () => said.push("restart"),
      resume: ({ leftS }) => said.push(`resume at ${leftS}`),
    };
    const made = bench(port);
    made.store.set({ mode: "live" });
    return { ...made, said };
  }

  it("reach the running network once, at the end of a drag", () => {
    const { start, edits, said, store } = liveBench();
    edits.preview(withBeta(0.6, start));
    edits.preview(withBeta(0.7, start));
    expect(said).toEqual([]);
    edits.commit();
    expect(said).toEqual(["0.5 to 0.7"]);
    expect(store.get().pinned).toBeNull();
  });

  it("are undone by a change back", () => {
    const { start, edits, said } = liveBench();
    edits.edit(withBeta(0.7, start));
    edits.undo();
    expect(said.at(-1)).toBe("0.7 to 0.5");
  });

  it("are refused with a reason if the run cannot take them", () => {
    const { start, edits, said, store } = liveBench();
    edits.edit(withBeta(0.99, start));
    edits.edit(withBeta(0.99, start));
    const { settings, past, notices } = store.get();
    expect([settings, past, said]).toEqual([start, [], []]);
    expect(notices.map(({ title, lines }) => [title, ...lines])).toEqual([
      ["This live run cannot take that change.", "Not in this run."],
    ]);
  });

  it("are undone up to a run that was left, and redone to the one that replaced it", () => {
    const { start, edits, said, store } = liveBench();
    const left = { ...start, run: { ...start.run, duration: 50 } };
    const entry = { scenario: left, settings: left, pinned: null, touch: null, bounds: null, leftS: 50 };
    store.set({ past: [entry] });
    edits.undo();
    edits.redo();
    edits.undo();
    expect(said).toEqual(["resume at 50", "resume at 100", "resume at 100"]);
  });
});
