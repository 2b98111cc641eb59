import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scenario } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { OVERLAY_UNITS, type Overlay } from "../../../src/engine/theory/overlay.ts";
import { overlaysFor } from "../../../src/engine/theory/overlays.ts";
import { cases } from "../../effort.ts";
import { arbitraryScenario } from "../scenario/arbitrary-scenario.ts";
import { made } from "./made-scenario.ts";

const ids = (url: string) => [...new Set(overlaysFor(made(url)).map(({ id }) => id))];

describe("which theories apply", () => {
  test.each([
    ["", ["sawtooth-utilisation", "sawtooth-cwnd", "sawtooth-period"]],
    ["cc=cubic&aqm=droptail", ["cubic-cycle-utilisation", "cubic-cycle-cwnd", "cubic-cycle-period"]],
    ["aqm=red&flow=count=10", ["red-queue", "red-p", "fair-share"]],
    ["flow=&flow=cc=cubic", ["fair-share"]],
    ["path=gfc-2", ["max-min-share", "proportional-share"]],
    ["flow=traffic=http", []],
    ["aqm=pi", []],
  ])("to %j before the run: %j", (url, expected) => {
    expect(ids(url)).toEqual(expected);
  });

  test("with what a run measured, the rate models too", () => {
    const scenario = made("aqm=droptail&limit=40p&flow=ecn=off");
    const results = runScenario(scenario).results();
    expect(overlaysFor(scenario, results).map(({ id }) => id)).toContain("padhye-rate");
  });

  test("of traffic over UDP the rate models say nothing", () => {
    const scenario = made("flow=&flow=traffic=cbr&duration=30s");
    const results = runScenario(scenario).results();
    const groups = overlaysFor(scenario, results).filter(({ id }) => id === "kwon-rate");
    expect(groups.every(({ group }) => group === 0)).toBe(true);
  });
});

function check(overlays: readonly Overlay[], scenario: Scenario): void {
  const places = overlays.map(({ id, link, group }) => `${id} ${link} ${group}`);
  expect(new Set(places).size).toBe(places.length);
  for (const { label, sentence, cite, kind, group, value } of overlays) {
    for (const text of [label, cite]) expect(text).not.toBe("");
    expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
    expect(sentence).not.toMatch(/NaN|undefined|Infinity/);
    expect(OVERLAY_UNITS[kind]).toBeDefined();
    if (group !== null) expect(scenario.flows[group]).toBeDefined();
    if (value.form === "constant") expect(value.value).toBeGreaterThanOrEqual(0);
    else if (value.form === "band") expect(value.high).toBeGreaterThanOrEqual(value.low);
    else {
      expect(value.values).toHaveLength(value.timeS.length);
      for (const one of value.values) expect(one === Number.POSITIVE_INFINITY || one < 0).toBe(false);
      for (const [i, t] of value.timeS.entries()) if (i > 0) expect(t).toBeGreaterThan(value.timeS[i - 1]);
    }
  }
}

describe("overlays of any scenario", () => {
  test("have names, sentences and finite values", () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => check(overlaysFor(scenario), scenario)),
      cases(100),
    );
  });
});
