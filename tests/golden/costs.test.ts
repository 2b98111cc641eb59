/**
 * Tests the costs of runs without a clock: events per data packet, and allocated packets. Both are the same on every machine,
 * so an engine that becomes slower in these terms fails here.
 */
import { expect, test } from "vitest";
import { benchCases } from "../../src/cli/benchmark/cases.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { effort } from "../effort.ts";
import { runOf, triedPresets } from "../preset-runs.ts";
import { COSTS, expectGolden, goldenText } from "./golden-file.ts";

/** Maximum length of the benchmark cases. Their costs per packet are constant by then. */
const MOST_S = 3;

const WRITES = "UPDATE_GOLDEN=1 npx vitest run --project unit tests/golden/costs.test.ts";

interface Cost {
  readonly name: string;
  readonly turnsPerPacket: string;
  readonly pooledPackets: string;
}

function costOf(name: string, { turns, pooledPackets }: Simulation["cost"], packets: number): Cost {
  return { name, turnsPerPacket: (turns / packets).toFixed(3), pooledPackets: String(pooledPackets) };
}

function costsNow(): Cost[] {
  const ofPresets = triedPresets.map((preset) => {
    const { cost, snapshot } = runOf(preset);
    return costOf(`preset ${preset.id}`, cost, snapshot.results.packets);
  });
  if (effort === "little") return ofPresets;
  const ofCases = benchCases().map(({ name, scenario }) => {
    const simulation = new Simulation(scenario);
    simulation.advance(MOST_S);
    return costOf(name, simulation.cost, simulation.results().packets);
  });
  return [...ofPresets, ...ofCases];
}

function lineOf({ name, turnsPerPacket, pooledPackets }: Cost): string {
  return `${name}: ${turnsPerPacket} turns per packet, ${pooledPackets} packets in the pool`;
}

/** Returns what has changed in each case: "default run: 2.590 turns per packet, was 1.623". */
function changesOf(costs: readonly Cost[], golden: string): string[] {
  const before = new Map(golden.split("\n").map((line) => [line.slice(0, line.lastIndexOf(": ")), line]));
  return costs.flatMap((cost) => {
    const line = before.get(cost.name);
    if (line === lineOf(cost)) return [];
    const found = /: (\S+) turns per packet, (\d+) packets/.exec(line ?? "");
    if (found === null) return [`${cost.name}: has no golden numbers; ${WRITES} writes them`];
    const parts = [
      cost.turnsPerPacket === found[1] ? "" : `${cost.turnsPerPacket} turns per packet, was ${found[1]}`,
      cost.pooledPackets === found[2] ? "" : `${cost.pooledPackets} packets in the pool, was ${found[2]}`,
    ];
    return [`${cost.name}: ${parts.filter((part) => part !== "").join("; ")}`];
  });
}

test("every preset and benchmark case has the same events per packet, and the same number of packets, as before", () => {
  const costs = costsNow();
  if (process.env.UPDATE_GOLDEN === "1") expectGolden(COSTS, `${costs.map(lineOf).join("\n")}\n`);
  expect(changesOf(costs, goldenText(COSTS))).toEqual([]);
});

test("a change is reported with the name of the case and the previous number", () => {
  const golden = "a: 1.620 turns per packet, 120 packets in the pool\n";
  const cost = { name: "a", turnsPerPacket: "1.620", pooledPackets: "120" };
  expect(changesOf([cost], golden)).toEqual([]);
  expect(changesOf([{ ...cost, turnsPerPacket: "2.590" }], golden)).toEqual([
    "a: 2.590 turns per packet, was 1.620",
  ]);
  expect(changesOf([{ ...cost, pooledPackets: "121" }], golden)).toEqual([
    "a: 121 packets in the pool, was 120",
  ]);
  expect(changesOf([{ ...cost, name: "b" }], golden)).toEqual([
    `b: has no golden numbers; ${WRITES} writes them`,
  ]);
});
