import { afterEach, expect, test, vi } from "vitest";
import { defaultScenario, presets, type Scenario } from "../../src/engine/index.ts";
import { rehearse } from "../../src/engine/rehearse.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";

afterEach(() => vi.restoreAllMocks());

function preset(name: string): Scenario {
  const found = presets.find(({ id }) => id === name);
  if (found === undefined) throw new Error(`no preset ${name}`);
  return found.scenario;
}

/** Returns the simulations that `run` advances, one entry for each call. */
function advanced(run: () => void): Simulation[] {
  const advance = vi.spyOn(Simulation.prototype, "advance");
  run();
  return advance.mock.contexts as Simulation[];
}

test("the first run of a set of algorithms is preceded by a small run that warms up their code and is kept", () => {
  const scenario = defaultScenario();
  // Test files share modules, so another file may have almost finished a rehearsal. A rehearsal of other algorithms
  // replaces it.
  rehearse(preset("l4s"));
  const [first, second, run] = advanced(() => {
    rehearse(scenario);
    runScenario(scenario);
  });
  expect([second === first, run === first]).toEqual([true, false]);
  expect(first.done).toBe(false);
  expect(first.results().packets).toBeGreaterThan(100);
});

test("other algorithms start a new warm-up run, and so does a warm-up run that has ended", () => {
  const pie: Scenario = { ...defaultScenario(), queue: preset("pie").queue };
  const short: Scenario = {
    ...defaultScenario(),
    run: { ...defaultScenario().run, duration: 0.1, warmup: 0 },
  };
  const runs = advanced(() => {
    for (const scenario of [pie, short, short]) rehearse(scenario);
  });
  expect(new Set(runs).size).toBe(3);
});

test("a warm-up run has one flow of each group", () => {
  const [spec] = defaultScenario().flows;
  const [rehearsal] = advanced(() => rehearse({ ...preset("l4s"), flows: [{ ...spec, count: 500 }, spec] }));
  expect(rehearsal.results().flows).toHaveLength(2);
});

test("a warm-up run does not change the digest of the real run", () => {
  const scenario = preset("bufferbloat");
  const alone = new Simulation(scenario);
  alone.advance(3);
  rehearse(scenario);
  const rehearsed = new Simulation(scenario);
  rehearsed.advance(3);
  expect(rehearsed.digest()).toBe(alone.digest());
});
