/**
 * Tests that moving the highlighted control changes the run, for every queue and every sender, with and without ECN.
 */
import { describe, expect, test } from "vitest";
import {
  congestionControls,
  defaultScenario,
  type Param,
  type ParamValue,
  queueDisciplines,
  type Scenario,
  setAqm,
  setCc,
  setParam,
} from "../../src/engine/index.ts";
import { congestionControlById } from "../../src/engine/registered.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { mainControl, type RailParam, readAt, writeAt } from "../../src/ui/core/rail.ts";
import { MANY, oneInOrAll } from "../effort.ts";

/** The second duration is tried if the first one shows no change. Vegas takes long until its queue has shrunk to α. */
const DURATIONS_S = [20, 100];
/**
 * For each queue, one of this many senders is tried, starting with a different sender for each queue. Long tests try
 * all senders.
 */
const EVERY = 3;

/** Returns all results of a run. The run's digest cannot be used, because it also covers the settings. */
function outcome(scenario: Scenario, durationS: number): string {
  const simulation = new Simulation(setParam(scenario, { scope: "run" }, "duration", durationS));
  simulation.advance(Number.POSITIVE_INFINITY);
  return JSON.stringify(simulation.results());
}

/** Returns the values to which a user can drag the control: the ends of its slider. */
function farValues(param: Param, now: ParamValue | undefined): ParamValue[] {
  if (param.kind === "size") return ["10p", "300p"].filter((value) => value !== now);
  if (param.kind !== "number") throw new Error(`${param.id} has no slider`);
  const { min, max, sliderMin = min, sliderMax = max } = param;
  return [sliderMin, sliderMax].filter((value) => value !== now);
}

function expectActs(scenario: Scenario, main: RailParam): void {
  const { place, param } = main;
  const far = farValues(param, readAt(scenario, place, param.id));
  const changes = (durationS: number) =>
    far.some(
      (value) =>
        outcome(writeAt(scenario, place, param.id, value), durationS) !== outcome(scenario, durationS),
    );
  expect({ lit: param.id, changesTheRun: DURATIONS_S.some(changes) }).toEqual({
    lit: param.id,
    changesTheRun: true,
  });
}

function withEcn(scenario: Scenario, ecn: boolean): Scenario {
  return { ...scenario, flows: scenario.flows.map((spec) => ({ ...spec, params: { ...spec.params, ecn } })) };
}

const idsOf = (registry: readonly { readonly id: string }[]) => registry.map(({ id }) => id);

describe.each(idsOf(queueDisciplines).map((aqm, index) => [aqm, index] as const))("%s", (aqm, index) => {
  const combinations = idsOf(congestionControls)
    .flatMap((cc) => [true, false].map((ecn) => ({ cc, ecn })))
    .filter(({ cc, ecn }) => ecn || congestionControlById(cc, undefined).needsEcn === undefined);

  test.each(oneInOrAll(combinations, EVERY, index))("$cc, ECN $ecn", MANY, ({ cc, ecn }) => {
    const scenario = withEcn(setCc(setAqm(defaultScenario(), aqm), 0, cc), ecn);
    const main = mainControl(scenario);
    expect(main?.param.detail).toBeUndefined();
    if (main !== null) expectActs(scenario, main);
    expect(main).not.toBeNull();
  });
});

const switchable = queueDisciplines.filter(({ params }) =>
  params.some((param) => param.id === "aqm-ecn" && param.kind === "boolean" && param.fixed === undefined),
);

test.each(idsOf(switchable))("%s that is set to drop highlights no response to marks", (aqm) => {
  const dropping = setParam(setAqm(defaultScenario(), aqm), { scope: "queue" }, "aqm-ecn", false);
  const main = mainControl(dropping);
  expect(main?.param.main).toBeDefined();
  expect(main?.param.main?.onMarks).toBeUndefined();
  if (main !== null) expectActs(dropping, main);
});
