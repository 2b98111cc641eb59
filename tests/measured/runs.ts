/** Runs and their output files from the command line and the page, as text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EventTrace, writeSeries } from "../../src/cli/run-files.ts";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { packetCsvOf, pcapngOf, pointNamed } from "../../src/engine/replays.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import type { PacketLog } from "../../src/engine/trace/packet-log.ts";
import { runsCsv } from "../../src/ui/features/share/runs-csv.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";

export { KERNEL_TRACES } from "../../src/engine/index.ts";

export function finished(url: string) {
  const { scenario } = scenarioFromUrl(url);
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return { scenario, simulation, snapshot: simulation.snapshot() };
}

export function runSnapshotOf(url: string) {
  const { scenario } = scenarioFromUrl(url);
  const trace = new EventTrace();
  const simulation = new Simulation(scenario, trace.log);
  simulation.advance(Number.POSITIVE_INFINITY);
  trace.read();
  const run = { simulation, wallMs: 0, stopped: null };
  const folder = scratchFolder();
  writeSeries(folder, run);
  trace.write(join(folder, "trace.csv"), run);
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const snapshot = simulation.snapshot();
  const tables: Readonly<Record<string, string>> = {
    "flow-series.csv": text("flow-series.csv"),
    "samples.csv": text("samples.csv"),
    "the events of --trace": text("trace.csv"),
    "the packets of --packets": [...packetCsvOf(scenario, makeOf(url), { stamp: "# a run\n" })].join(""),
    "all series of the page": runsCsv([{ name: "shown", scenario, snapshot }], "#v=2"),
  };
  return { scenario, snapshot, tables };
}

function makeOf(url: string) {
  const { scenario } = scenarioFromUrl(url);
  return (log: PacketLog) => new Simulation(scenario, log);
}

/** Returns the capture that `run --pcap` writes, at one or several points. */
export function captureOf(url: string, points = ["sender"], snapBytes = 128): Uint8Array<ArrayBuffer> {
  const { scenario } = scenarioFromUrl(url);
  const options = {
    points: points.map((point) => pointNamed(point, scenario)),
    snapBytes,
    program: "",
    comments: [],
  };
  return new Uint8Array(Buffer.concat([...pcapngOf(scenario, makeOf(url), options)]));
}
