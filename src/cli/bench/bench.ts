/** `npm run bench`: ns per data packet of the simulator and of the floor loop, measured in turns in the same process. */
import { runScenario } from "../../engine/index.ts";
import { type Command, EXIT } from "../command.ts";
import { type BenchCase, benchCases } from "./cases.ts";
import { runFloor } from "./floor.ts";

const WARM_UP_ROUNDS = 5;
const ROUNDS = 25;
const BRIEF_WARM_UP_ROUNDS = 2;
const BRIEF_ROUNDS = 7;

export interface BenchResult {
  readonly name: string;
  readonly packets: number;
  readonly nsPerPacket: number;
  readonly floorNsPerPacket: number;
  readonly ratio: number;
}

export const bench: Command = {
  name: "bench",
  summary: "measures ns per packet against a floor loop in the same process",
  groups: [{ title: "Output", options: [{ name: "json", value: null, help: "print one JSON object" }] }],
  run(args, output) {
    const cases = benchCases().map((benchCase) => {
      output.progress(benchCase.name);
      return measure(benchCase);
    });
    output.progress("");
    if (args.has("json")) output.out(JSON.stringify({ cases }, null, 2));
    else for (const result of cases) output.out(describe(result));
    return EXIT.done;
  },
};

/** Medians over rounds; each round runs the simulator once and the floor once. */
function measure({ name, scenario, floor, isBrief }: BenchCase): BenchResult {
  const [warmUps, rounds] = isBrief ? [BRIEF_WARM_UP_ROUNDS, BRIEF_ROUNDS] : [WARM_UP_ROUNDS, ROUNDS];
  const simulatorNs: number[] = [];
  const floorNs: number[] = [];
  let packets = 0;
  for (let round = 0; round < warmUps + rounds; round++) {
    const simulated = timeNsPerPacket(() => runScenario(scenario).results().packets);
    const bare = timeNsPerPacket(() => runFloor(floor));
    packets = simulated.packets;
    if (round < warmUps) continue;
    simulatorNs.push(simulated.nsPerPacket);
    floorNs.push(bare.nsPerPacket);
  }
  const nsPerPacket = median(simulatorNs);
  const floorNsPerPacket = median(floorNs);
  return { name, packets, nsPerPacket, floorNsPerPacket, ratio: nsPerPacket / floorNsPerPacket };
}

function timeNsPerPacket(run: () => number): { packets: number; nsPerPacket: number } {
  const startMs = performance.now();
  const packets = run();
  return { packets, nsPerPacket: ((performance.now() - startMs) * 1e6) / packets };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function describe(result: BenchResult): string {
  const name = result.name.padEnd(44);
  const packets = String(result.packets).padStart(8);
  const own = result.nsPerPacket.toFixed(0).padStart(6);
  const floor = result.floorNsPerPacket.toFixed(0).padStart(5);
  return `${name} ${packets} packets ${own} ns/packet  floor ${floor} ns/packet  ratio ${result.ratio.toFixed(2)}`;
}
