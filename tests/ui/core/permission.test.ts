import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addFlow,
  declaredParams,
  defaultScenario,
  getParam,
  presets,
  type Scenario,
  setAqm,
  setParam,
} from "../../../src/engine/index.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import { Edits, openingOf } from "../../../src/ui/core/edits.ts";
import { type Bounds, WHOLE_PAGE } from "../../../src/ui/core/page-options.ts";
import * as permission from "../../../src/ui/core/permission.ts";
import { createStore, initialState } from "../../../src/ui/core/store.ts";
import { cases } from "../../effort.ts";
import { MadeAddress, MadeClock, MadeSimulator, withBeta } from "./made-runs.ts";

const TASK: Bounds = {
  touch: ["beta-ecn", "aqm"],
  ranges: new Map([["beta-ecn", [0.5, 0.8]]]),
  by: "The task",
};

function made({ touch = null, bounds = null }: { touch?: readonly string[] | null; bounds?: Bounds | null }) {
  const start = defaultScenario();
  const store = createStore({ ...initialState(start), frame: { ...WHOLE_PAGE, touch }, bounds });
  const told = () => store.get().notices.map(({ title }) => title);
  return {
    store,
    start,
    told,
    edits: new Edits(store, () => null),
  };
}

const betaOf = (scenario: Scenario) => getParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn");
const withSeed = (seed: number, scenario: Scenario) => setParam(scenario, { scope: "run" }, "seed", seed);

describe("the allowed changes", () => {
  it("are everything without restrictions of link or guide", () => {
    const { store, start } = made({});
    const edits = new Edits(store, () => null);
    edits.edit(withSeed(9, start));
    expect(store.get().scenario.run.seed).toBe(9);
    edits.reset();
    expect(store.get().scenario).toEqual(defaultScenario());
  });

  it("are what the link names; the rest is locked, and the page says by whom, once", () => {
    const { store, start, told, edits } = made({ touch: ["beta-ecn"] });
    edits.edit(withBeta(0.8, start));
    expect(betaOf(store.get().scenario)).toBe(0.8);
    for (const seed of [5, 6]) edits.edit(withSeed(seed, store.get().settings));
    edits.edit(addFlow(store.get().settings));
    expect(store.get().scenario).toEqual(withBeta(0.8, start));
    expect(told()).toEqual(["This link keeps the number of flows fixed."]);
    expect(store.get().past).toHaveLength(1);
  });

  it("are within the guide's bounds, and a drag beyond them has no effect", () => {
    const { store, start, told, edits } = made({ bounds: TASK });
    for (const beta of [0.7, 0.78, 0.9]) edits.preview(withBeta(beta, start));
    edits.commit();
    expect(betaOf(store.get().scenario)).toBe(0.78);
    expect(told()).toEqual(["The task allows 0.5 to 0.8 for β_ecn."]);
  });

  it("are what both allow", () => {
    const { store, start, told, edits } = made({ touch: ["seed", "beta-ecn"], bounds: TASK });
    edits.edit(withSeed(5, start));
    edits.edit(setAqm(start, "pie"));
    expect(store.get().scenario).toBe(start);
    expect(told()).toEqual(["This link keeps the queue discipline fixed."]);
  });

  it("do not include another run, unless it is named", () => {
    const one = made({ touch: ["beta-ecn"] });
    one.edits.open(openingOf(presets[1].scenario));
    one.edits.reset();
    expect(one.store.get().scenario).toBe(one.start);
    expect(one.told()).toEqual(["This link does not allow you to open another run here."]);
    const other = made({ touch: ["beta-ecn", "presets"] });
    other.edits.open(openingOf(presets[1].scenario));
    expect(other.store.get().scenario).toBe(presets[1].scenario);
  });

  it("do not restrict the guide itself", () => {
    const { store, start, edits } = made({ bounds: TASK });
    edits.byGuide(() => edits.edit(withSeed(5, start)));
    expect(store.get().scenario.run.seed).toBe(5);
    expect(() =>
      edits.byGuide(() => {
        throw new Error("broken");
      }),
    ).toThrow("broken");
    edits.edit(withSeed(6, store.get().settings));
    expect(store.get().scenario.run.seed).toBe(5);
  });

  it("limit undo and redo to the state in which they were set", () => {
    const { store, start, edits } = made({});
    edits.edit(withSeed(5, start));
    edits.edit(withSeed(6, store.get().settings));
    edits.undo();
    store.set({ bounds: TASK });
    expect(edits.canTravel(store.get().past.at(-1))).toBe(false);
    edits.undo();
    edits.redo();
    expect(store.get().scenario.run.seed).toBe(5);
    edits.edit(withBeta(0.7, store.get().settings));
    expect(edits.canTravel(store.get().past.at(-1))).toBe(true);
    edits.undo();
    expect(betaOf(store.get().scenario)).toBe(betaOf(start));
  });

  it("restrict keys, presets and everything else through the bench", () => {
    const address = new MadeAddress();
    address.location.hash = "#v=2&touch=beta-ecn";
    const bench = new Bench(new MadeSimulator(), address, new MadeClock());
    bench.start(false);
    bench.nextSeed();
    bench.openPreset(presets[1]);
    bench.setParam({ scope: "queue" }, "target", 20);
    expect(bench.store.get().scenario).toEqual(defaultScenario());
    bench.setParam({ scope: "flow", flow: 0 }, "beta-ecn", 0.7);
    expect(betaOf(bench.store.get().scenario)).toBe(0.7);
  });
});

describe("the restrictions of a control", () => {
  it("are who locks it, and its range", () => {
    const { store } = made({ bounds: TASK });
    expect(permission.refusalFor(store.get(), "seed")).toBe("The task does not allow you to change this.");
    expect(permission.refusalFor(store.get(), "beta-ecn")).toBeNull();
    expect(permission.refusalToOpen(store.get())).toMatch(/^The task does not allow you to open another run/);
    const beta = declaredParams(store.get().settings, { scope: "flow", flow: 0 }).find(
      ({ id }) => id === "beta-ecn",
    );
    if (beta === undefined) throw new Error("no β");
    expect(permission.permitted(store.get(), beta)).toMatchObject({ min: 0.5, max: 0.8 });
  });
});

it("any sequence of attempts changes only what is named", () => {
  const act = fc.record({
    kind: fc.constantFrom("beta", "seed", "aqm", "flow", "undo", "redo", "reset", "open", "drag"),
    value: fc.double({ min: 0.3, max: 0.99, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const { store, start, edits } = made({ touch: ["beta-ecn"], bounds: TASK });
      for (const { kind, value } of acts) {
        const { settings } = store.get();
        if (kind === "beta") edits.edit(withBeta(value, settings));
        if (kind === "drag") edits.preview(withBeta(value, settings));
        if (kind === "seed") edits.edit(withSeed(Math.round(value * 100), settings));
        if (kind === "aqm") edits.edit(setAqm(settings, "pie"));
        if (kind === "flow") edits.edit(addFlow(settings));
        if (kind === "open") edits.open(openingOf(presets[2].scenario));
        if (kind === "undo" || kind === "redo" || kind === "reset") edits[kind]();
      }
      edits.commit();
      const beta = Number(betaOf(store.get().scenario));
      expect(beta >= 0.5 && beta <= 0.8).toBe(true);
      expect(store.get().scenario).toEqual(withBeta(beta, start));
    }),
    cases(60),
  );
});

describe("pinning", () => {
  const pins = (frame: Partial<typeof WHOLE_PAGE>) => {
    const { store, told, edits } = made({});
    store.set({ frame: { ...WHOLE_PAGE, ...frame } });
    edits.pin();
    return [store.get().pinned !== null, ...told()];
  };

  it("is refused for every key and button if nothing may be changed, and in a restricted frame", () => {
    const refused = [false, "This link does not allow you to change the pinned run."];
    expect(pins({ touch: [] })).toEqual(refused);
    expect(pins({ touch: ["beta-ecn"], embed: true })).toEqual(refused);
    expect(pins({ touch: ["beta-ecn"] })).toEqual([true]);
    expect(pins({ embed: true })).toEqual([true]);
  });
});
