/**
 * Measures the time of a case. The simulator and the minimal loop run in turns, so that both are affected equally if the machine
 * is busy.
 */
import { execFileSync } from "node:child_process";
import type { Scenario } from "../../engine/index.ts";
import { Storyteller } from "../../engine/replays.ts";
import { runScenario, Simulation } from "../../engine/simulator.ts";
import { projectRoot } from "../project.ts";
import type { BenchCase } from "./cases.ts";
import { runFloor } from "./floor.ts";

/**
 * Times (ns per packet) of the first run, with which every worker starts, and of the second run. The code is not compiled in the
 * first run and is being compiled in the second.
 */
export type FirstRuns = readonly [first: number, second: number];

/** Results of the measurement: medians over the rounds. */
export interface Timing {
  readonly packets: number;
  readonly nsPerPacket: number;
  readonly floorNsPerPacket: number;
  readonly ratio: number;
  /** Quartiles of the rounds' ratios. */
  readonly ratioQuartiles: readonly [lower: number, upper: number];
}

/** Measures a case. Each round runs the simulator once and the floor once. */
export function measure({ scenario, floor, isBrief }: BenchCase): Timing {
  const [warmUps, rounds] = isBrief ? [2, 7] : [5, 25];
  const simulatorNs: number[] = [];
  const floorNs: number[] = [];
  let packets = 0;
  for (let round = 0; round < warmUps + rounds; round++) {
    const simulated = timed(() => runScenario(scenario).results().packets);
    const bare = timed(() => runFloor(floor));
    packets = simulated.packets;
    if (round < warmUps) continue;
    simulatorNs.push(simulated.nsPerPacket);
    floorNs.push(bare.nsPerPacket);
  }
  const nsPerPacket = quantile(simulatorNs, 0.5);
  const floorNsPerPacket = quantile(floorNs, 0.5);
  const ratios = simulatorNs.map((ns, round) => ns / floorNs[round]);
  return {
    packets,
    nsPerPacket,
    floorNsPerPacket,
    ratio: nsPerPacket / floorNsPerPacket,
    ratioQuartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

/** Measures the time per packet of `run`, by the clock. `run` returns the number of packets. */
export function timed(run: () => number): { readonly packets: number; readonly nsPerPacket: number } {
  const startMs = performance.now();
  const packets = run();
  return { packets, nsPerPacket: ((performance.now() - startMs) * 1e6) / packets };
}

/** Returns the value at a position in the sorted values, given as a fraction: 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)];
}

/**
 * Options of Node for measuring allocated memory. The space for young objects (in MB) is so large that nothing is collected
 * during a measurement, and compilation does not depend on the clock.
 */
const GARBAGE_FLAGS = ["--predictable", "--min-semi-space-size=1024", "--max-semi-space-size=1024"];
/** Number of processes that measure a first run. Compiled code may differ between processes. */
const FRESH_PROCESSES = 3;

/**
 * Returns the bytes allocated per packet in the second half of a run, after others have warmed up the code, by the name of the
 * case. It is the minimum over several processes: sometimes a function stays uncompiled, and each number in it is then an object.
 */
export function garbageBytesPerPacket(
  names: readonly string[],
  processes = FRESH_PROCESSES,
): Readonly<Record<string, number>> {
  const found = Array.from({ length: processes }, () =>
    apart<Record<string, number>>(GARBAGE_FLAGS, "garbage", ...names),
  );
  return Object.fromEntries(names.map((name) => [name, Math.min(...found.map((one) => one[name]))]));
}

/** Returns the time in ns per packet of the first and the second run of a fresh process. */
export function coldNsPerPacket(caseName: string): FirstRuns {
  const runs = Array.from({ length: FRESH_PROCESSES }, () => apart<FirstRuns>([], "cold", caseName));
  const medianOf = (run: 0 | 1) =>
    quantile(
      runs.map((one) => one[run]),
      0.5,
    );
  return [medianOf(0), medianOf(1)];
}

function apart<T>(flags: readonly string[], ...words: readonly string[]): T {
  const args = ["--import", "tsx", ...flags, "src/cli/benchmark/apart.ts", ...words];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: projectRoot, encoding: "utf8" }));
}

/** Time that an explanation takes, compared with a run of the same scenario. */
export interface WhyTiming {
  readonly runMs: number;
  /** Time of the first explanation of a run (ms), about its last reduction. `nextMs` is the time of another one for the same run. */
  readonly firstMs: number;
  readonly nextMs: number;
}

/** Measures explanations. Each round has a run, the first explanation and another one; medians are returned. */
export function measureWhy(scenario: Scenario, rounds = 9): WhyTiming {
  const times: WhyTiming[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    const { flowEvents } = runScenario(scenario).snapshot();
    const runMs = performance.now() - startMs;
    const teller = new Storyteller(scenario, (log) => new Simulation(scenario, log));
    const atS = flowEvents.timeS[flowEvents.timeS.length - 1];
    times.push({ runMs, firstMs: storyMs(teller, atS), nextMs: storyMs(teller, atS) });
  }
  const median = (read: (one: WhyTiming) => number) => quantile(times.map(read), 0.5);
  return {
    runMs: median((one) => one.runMs),
    firstMs: median((one) => one.firstMs),
    nextMs: median((one) => one.nextMs),
  };
}

function storyMs(teller: Storyteller, atS: number): number {
  const startMs = performance.now();
  const telling = teller.tell(
    { kind: "flow-event", event: "ecnReduction", flow: 0, atS },
    Number.POSITIVE_INFINITY,
  );
  while (telling.next().done !== true);
  return performance.now() - startMs;
}

/** Returns the result as one line of text. */
export function describeWhy({ runMs, firstMs, nextMs }: WhyTiming): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return (
    `why: the story of the last cut of a run of ${ms(runMs)}: ${ms(firstMs)}, ratio ${(firstMs / runMs).toFixed(2)}; ` +
    `another one ${ms(nextMs)}`
  );
}
