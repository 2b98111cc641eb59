/**
 * Tests that each entry point of the engine can be imported alone and without a bundler. The development page and the
 * command line import single modules, and only there does code fail that uses a declaration before its
 * initialisation.
 */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

test.concurrent.each([
  "index",
  "simulator",
  "simulator-on-demand",
  "replays",
  "deviations",
  "recordings",
  "library",
])("%s can be imported alone", async (door) => {
  const program = `console.log(Object.keys(await import("./src/engine/${door}.ts")).length > 0)`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stdout.trim()).toBe("true");
});

test("the simulator on demand loads the algorithms of a scenario, including those of changes and single links", async () => {
  const program = `
    const { scenarioFromUrl } = await import("./src/engine/index.ts");
    const { Simulation, loadAlgorithmsOf } = await import("./src/engine/simulator-on-demand.ts");
    const { scenario } = scenarioFromUrl("v=2&aqm=pie&cc=cubic&duration=4s&set=1s:aqm=red&set=2s:flow1.cc=vegas");
    let refused = "";
    try { new Simulation(scenario) } catch (error) { refused = error.message }
    const needed = loadAlgorithmsOf(scenario);
    await needed;
    new Simulation(scenario).advance(Infinity);
    console.log(JSON.stringify([refused, needed === null, loadAlgorithmsOf(scenario), scenario.changes.length]));`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(JSON.parse(stdout)).toEqual([expect.stringContaining("is not loaded"), false, null, 2]);
});
