import { beforeEach, describe, expect, it } from "vitest";
import { defaultScenario, getParam } from "../../../src/engine/index.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import { MadeAddress, MadeClock, MadeSimulator, madeSnapshot, withBeta } from "./made-runs.ts";

let simulator: MadeSimulator;
let bench: Bench;
let address: MadeAddress;

beforeEach(() => {
  simulator = new MadeSimulator();
  address = new MadeAddress();
  bench = new Bench(simulator, address, new MadeClock());
  bench.start(false);
  bench.setMode("live");
});

const shownBeta = () => getParam(bench.store.get().settings, { scope: "flow", flow: 0 }, "beta-ecn");

describe("a live run", () => {
  it("shows the event of a step and the reason of a pause, and keeps the choice of the kind", () => {
    const news = { text: "Stopped at 10.000 s: Flow 2 joined.", question: null };
    simulator.frame({ scenario: defaultScenario(), playing: false, news });
    expect(bench.store.get().playback.news).toEqual(news);
    bench.player.setStopAt("join");
    expect(bench.store.get().playback.stopAt).toBe("join");
    expect(simulator.said.at(-1)).toBe("stop at join");
    bench.setMode("whole");
    expect(bench.store.get().playback.news).toBeNull();
    bench.setMode("live");
    expect(simulator.said.slice(-2)).toEqual(["stop at join", "play"]);
  });

  it("plays from its start and shows its frames", () => {
    expect(simulator.said).toEqual(["play"]);
    simulator.frame({ scenario: defaultScenario() });
    expect(bench.store.get().run.snapshot?.nowS).toBe(10);
    expect(bench.store.get().playback.playheadS).toBe(10);
  });

  it("takes a change now, and the link contains it", () => {
    simulator.frame({ scenario: defaultScenario() });
    bench.edits.edit(withBeta(0.8, bench.store.get().settings));
    expect(simulator.said.at(-1)).toBe("all: beta-ecn=0.8");
    const changed = {
      ...defaultScenario(),
      changes: [{ atS: 10, flow: null, link: null, id: "beta-ecn", value: 0.8 }],
    };
    simulator.frame({ scenario: changed, snapshot: madeSnapshot({ done: false, nowS: 11 }) });
    expect(bench.store.get().scenario).toEqual(changed);
    expect(shownBeta()).toBe(0.8);
    address.settle();
    expect(address.writes.at(-1)).toMatch(/set=.*beta-ecn.*&mode=live$/);
  });

  it("shows each change at its time", () => {
    const scenario = {
      ...defaultScenario(),
      changes: [{ atS: 20, flow: null, link: null, id: "beta-ecn", value: 0.9 }],
    };
    simulator.frame({ scenario, snapshot: madeSnapshot({ done: false, nowS: 19 }) });
    expect(shownBeta()).toBe(0.5);
    simulator.frame({ scenario, snapshot: madeSnapshot({ done: false, nowS: 20 }) });
    expect(shownBeta()).toBe(0.9);
  });

  it("does not change a control during a drag", () => {
    simulator.frame({ scenario: defaultScenario() });
    bench.edits.preview(withBeta(0.7, bench.store.get().settings));
    const changed = {
      ...defaultScenario(),
      changes: [{ atS: 1, flow: null, link: null, id: "beta-ecn", value: 0.9 }],
    };
    simulator.frame({ scenario: changed });
    expect(shownBeta()).toBe(0.7);
  });

  it("ends with the mode, and the controls show the start again", () => {
    const changed = {
      ...defaultScenario(),
      changes: [{ atS: 5, flow: null, link: null, id: "beta-ecn", value: 0.9 }],
    };
    simulator.frame({ scenario: changed });
    expect(shownBeta()).toBe(0.9);
    bench.setMode("whole");
    expect(simulator.said.at(-1)).toBe("stop");
    expect(shownBeta()).toBe(0.5);
    simulator.frame({ scenario: defaultScenario(), snapshot: madeSnapshot({ nowS: 77 }) });
    expect(bench.store.get().run.snapshot?.nowS).not.toBe(77);
  });
});
