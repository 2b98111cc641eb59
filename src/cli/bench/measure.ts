/** Times a case: the simulator and the floor loop in turns, so that both have the same moods of the machine. */
import { runScenario } from "../../engine/simulator.ts";
import type { BenchCase } from "./cases.ts";
import { runFloor } from "./floor.ts";
import { timed } from "./timed.ts";

const WARM_UP_ROUNDS = 5;
const ROUNDS = 25;
const BRIEF_WARM_UP_ROUNDS = 2;
const BRIEF_ROUNDS = 7;

/** Medians over rounds. */
export interface Timing {
  readonly packets: number;
  readonly nsPerPacket: number;
  readonly floorNsPerPacket: number;
  readonly ratio: number;
  /** The middle half of the rounds' own ratios lies between these. */
  readonly ratioQuartiles: readonly [lower: number, upper: number];
}

/** Each round runs the simulator once and the floor once. */
export function measure({ scenario, floor, isBrief }: BenchCase): Timing {
  const [warmUps, rounds] = isBrief ? [BRIEF_WARM_UP_ROUNDS, BRIEF_ROUNDS] : [WARM_UP_ROUNDS, ROUNDS];
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

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)];
}
