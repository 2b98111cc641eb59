/** Measures the cost of the interpreter: custom programs compared with the built-in algorithms that do the same. */

import { TEMPLATES } from "../../engine/custom-programs.ts";
import { type Scenario, scenarioFromUrl } from "../../engine/index.ts";
import { runScenario } from "../../engine/simulator.ts";
import { packText } from "../../lib/packed-text.ts";
import { PROGRAM_READER } from "../../teaching/document/file-programs.ts";
import { prepareRun } from "../../workers/interpreter.ts";
import { quantile, timed } from "./measure.ts";

const MEASURED = ["aimd", "abe", "cubic", "dctcp", "codel", "pie"];
/** Limit on the time per packet, as a multiple of that of the built-in algorithm. */
const MOST_TIMES = 30;
/** Limit on the time of the default run of 100 s (ms). The user waits for this run after each change of the program. */
const MOST_MS = 2000;

/** Times of a program and of its built-in equivalent. */
export interface CustomTiming {
  readonly name: string;
  readonly packets: number;
  readonly nsPerPacket: number;
  readonly builtInNsPerPacket: number;
  readonly ratio: number;
  /** Time of the default run with the program (ms). */
  readonly runMs: number;
}

/** A program and its built-in equivalent, as scenarios. */
export interface CustomCase {
  readonly name: string;
  readonly own: Scenario;
  readonly builtIn: Scenario;
}

/** Returns a case for each program template that has a built-in equivalent. */
export async function customCases(): Promise<CustomCase[]> {
  const scenarioOf = (settings: string) => scenarioFromUrl(`v=2&${settings}`, PROGRAM_READER).scenario;
  const measured = TEMPLATES.filter(({ id }) => MEASURED.includes(id));
  return Promise.all(
    measured.map(async ({ title, kind, like, code }) => ({
      name: `own ${kind} ${title}`,
      own: await prepareRun(scenarioOf(`program=${packText(code)}&${kind === "sender" ? "cc" : "aqm"}=own`)),
      builtIn: scenarioOf(like ?? ""),
    })),
  );
}

/** Measures a case. Each round has a run of the program and a run of the built-in algorithm; medians are returned. */
export function measureCustom({ name, own, builtIn }: CustomCase, warmUps = 2, rounds = 7): CustomTiming {
  const times = Array.from({ length: warmUps + rounds }, () => ({
    own: timed(() => runScenario(own).results().packets),
    builtIn: timed(() => runScenario(builtIn).results().packets),
  })).slice(warmUps);
  const median = (read: (one: (typeof times)[number]) => number) => quantile(times.map(read), 0.5);
  const { packets } = times[0].own;
  const nsPerPacket = median((one) => one.own.nsPerPacket);
  const builtInNsPerPacket = median((one) => one.builtIn.nsPerPacket);
  const runMs = (nsPerPacket * packets) / 1e6;
  return { name, packets, nsPerPacket, builtInNsPerPacket, ratio: nsPerPacket / builtInNsPerPacket, runMs };
}

/** Returns the result as one line of text. */
export function describeCustom({
  name,
  packets,
  nsPerPacket,
  builtInNsPerPacket,
  ratio,
  runMs,
}: CustomTiming): string {
  const over = (isOver: boolean) => (isOver ? "  over" : "");
  return [
    name.padEnd(44),
    `${String(packets).padStart(8)} packets`,
    `${nsPerPacket.toFixed(0).padStart(6)} ns/packet`,
    ` built in ${builtInNsPerPacket.toFixed(0).padStart(4)} ns/packet`,
    ` ratio ${ratio.toFixed(1).padStart(5)} line ${MOST_TIMES}${over(ratio > MOST_TIMES)}`,
    ` 100 s in ${runMs.toFixed(0)} ms line ${MOST_MS}${over(runMs > MOST_MS)}`,
  ].join(" ");
}
