/** Short experiments that belong to no paper, and a command line that knows only these. */
import * as Comlink from "comlink";
import { commandsWith } from "../../src/cli/dispatch.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import type { Experiment, Readings } from "../../src/experiments/experiment.ts";
import { spreadSeries } from "../../src/experiments/figure-series.ts";
import { cross, jobsOf, seeds, valuesOf } from "../../src/experiments/grid.ts";
import { readLink } from "../../src/experiments/read-run.ts";
import { mean } from "../../src/lib/statistics.ts";
import { linkWorker, type StartWorker } from "../../src/workers/supervised-worker.ts";
import { createWorkerApi } from "../../src/workers/worker-api.ts";
import { type Outcome, outcomeOf } from "./command-line.ts";

const BETAS = [0.5, 0.7, 0.9];

/** Returns an experiment. `seconds` is the length of each run, `asked` the utilisation that its claim requires. */
export function madeUp(id: string, seconds: number, asked = 0.5): Experiment {
  return {
    id,
    paper: { id: "beyond", citation: "None.", label: "Made up" },
    where: "",
    title: `Utilisation, ${id}`,
    shows: "Nothing.",
    chosen: [],
    differences: [],
    jobs: (size) =>
      jobsOf(
        cross({ beta: BETAS, seed: seeds(size === "quick" ? 2 : 3) }),
        ({ beta, seed }) =>
          `beta-ecn=${beta}&flows=2&capacity=2Mbps&rtt=40ms&duration=${seconds}s&warmup=0s&seed=${seed}`,
      ),
    read: (snapshot) => ({ ...readLink(snapshot), none: Number.NaN }),
    reduce: (readings) => ({
      figures: [figureOf(readings)],
      heatMaps: [],
      tables: [{ id: "t", title: "Words, and commas", head: ["a"], rows: [['say "so"'], [null]] }],
      claims: [claimOf(readings, asked)],
    }),
  };
}

const keysOf = (readings: Readings, beta: number) =>
  [...readings.keys()].filter((key) => key.startsWith(`beta=${beta} `));

function figureOf(readings: Readings) {
  const points = BETAS.map((beta) => ({
    x: beta,
    values: valuesOf(readings, keysOf(readings, beta), "utilisation"),
  }));
  const axis = { label: "β_ecn", unit: "", scale: "linear" } as const;
  return {
    id: "f",
    title: "F",
    kind: "lines",
    x: axis,
    y: axis,
    series: [spreadSeries("ours", points)],
  } as const;
}

function claimOf(readings: Readings, asked: number) {
  const ours = mean(valuesOf(readings, [...readings.keys()], "utilisation")) ?? 0;
  return {
    id: "full",
    text: "The link is used.",
    paper: String(asked),
    ours: ours.toFixed(3),
    holds: ours >= asked,
    tolerance: "none",
    cause: "It was asked for too much.",
  };
}

/** An experiment whose results cannot be read. */
const broken: Experiment = {
  ...madeUp("broken", 1),
  read: (_, { key }) => {
    if (key.endsWith("seed=2")) throw new Error("the needle is off the scale");
    return { value: 1 };
  },
};

const EXPERIMENTS: readonly Experiment[] = [
  madeUp("small", 2),
  madeUp("other", 3),
  madeUp("wrong", 2, 1.5),
  madeUp("slow", 1200),
  broken,
];

export const commands = (start: StartWorker) => commandsWith(EXPERIMENTS, start);

/** Runs the real worker in this thread, because a separate thread takes a second to load its program. */
export const startWithoutThread: StartWorker = (events) => {
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(createWorkerApi({ create: (scenario, log) => new Simulation(scenario, log) }), port2);
  return linkWorker(port1, events, () => {
    port1.close();
    port2.close();
  });
};

export const lab = (...line: string[]): Promise<Outcome> => outcomeOf(line, commands(startWithoutThread));
