/** Tests that the tables on the page and those of the command line use the same names for the same run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EventTrace, writeSeries } from "../../src/cli/run-files.ts";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { runsCsv } from "../../src/ui/features/share/runs-csv.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";

test("series, samples and events of page and command line have the same names and values", () => {
  const url = "v=2&aqm=dualpi2&duration=6s&warmup=1s&loss=0.002&flow=cc=prague&flow=cc=cubic";
  const { scenario } = scenarioFromUrl(url);
  const trace = new EventTrace();
  const simulation = new Simulation(scenario, trace.log);
  simulation.advance(Number.POSITIVE_INFINITY);
  trace.read();
  const run = { simulation, wallMs: 0, stopped: null };
  const folder = scratchFolder();
  writeSeries(folder, run);
  trace.write(join(folder, "trace.csv"), run);

  const cellsOf = (csv: string) => {
    const [head, ...rows] = csv
      .replace(/^#.*\n/gm, "")
      .trimEnd()
      .split("\n");
    return { head: head.split(","), rows: rows.map((row) => row.split(",")) };
  };
  const file = (name: string) => cellsOf(readFileSync(join(folder, name), "utf8"));
  const page = cellsOf(runsCsv([{ name: "shown", scenario, snapshot: simulation.snapshot() }], "#"));
  // Smallest, largest and last values are compared too. Times have a different number of digits on the page.
  const ofFlows = file("flow-series.csv").rows.map(([flow, name, unit, , ...values]) => {
    return [name, unit, flow, "", ...values];
  });
  const ofQueues = file("queue-series.csv").rows.map(([link, name, unit, , ...values]) => {
    return [name, unit, "", link, ...values];
  });
  // The page lists phases among the events, after the series of flows and queues.
  const isPhase = ([name]: readonly string[]) => name.startsWith("phase-");
  const stretches = [...ofFlows.filter((row) => !isPhase(row)), ...ofQueues, ...ofFlows.filter(isPhase)];
  const names = new Set(stretches.map(([name]) => name));
  expect([...names]).toEqual(expect.arrayContaining(["delay-L-mean", "phase-slow-start"]));
  const shown = page.rows.filter(([name]) => names.has(name));
  expect(shown.map((row) => [...row.slice(0, 4), ...row.slice(5, 8)].join())).toEqual(
    stretches.map((row) => row.join()),
  );

  const samples = file("samples.csv");
  const columns = samples.head.slice(1);
  const sampled = page.rows.filter(([name]) => /_/.test(name));
  expect(
    new Set(sampled.map(([name, , flow, link]) => [name, flow || link].filter(Boolean).join("_"))),
  ).toEqual(new Set(columns));

  const events = new Set(file("trace.csv").rows.map(([, event]) => event));
  expect(events.size).toBeGreaterThan(3);
  const others = new Set([
    ...page.rows.map(([name]) => name).filter((name) => !names.has(name) && !/_|^figure-|^flow-/.test(name)),
    ...[...names].filter((name) => isPhase([name])),
  ]);
  expect([...others].filter((name) => !events.has(name))).toEqual([]);
});
