import { describe, expect, test } from "vitest";
import { type Samples, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { fairnessAmong } from "../../../src/engine/trace/fairness-among.ts";

type Turn = readonly [timeS: number, flow: number, joins?: boolean];

/**
 * Returns samples of flows with these rates (bytes/s), one sample per second. Each flow sends from its first join on.
 */
function made(rates: readonly number[], turns: readonly Turn[], length = 11): Samples {
  const begins = (flow: number) => turns.find(([, one]) => one === flow)?.[0] ?? 0;
  const receivedBytes = rates.map((rate, flow) =>
    Float64Array.from({ length }, (_, at) => Math.max(0, at - begins(flow)) * rate),
  );
  return {
    intervalS: 1,
    length,
    receivedBytes,
    arrivedBytes: receivedBytes,
    jainMomentary: new Float32Array(length),
    jainRunning: new Float32Array(length),
    turns: {
      timeS: Float64Array.from(turns, ([timeS]) => timeS),
      flow: Int32Array.from(turns, ([, flow]) => flow),
      joined: Uint8Array.from(turns, ([, , joins = true]) => (joins ? 1 : 0)),
    },
  };
}

const counting = (...counts: number[]) => Uint8Array.from(counts);

describe("F(t) among flows that count", () => {
  test("a thin flow is not included", () => {
    const samples = made(
      [400, 400, 10],
      [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
    );
    expect(fairnessAmong(samples, counting(1, 1, 1)).running[10]).toBeCloseTo(0.683, 3);
    const { running, momentary } = fairnessAmong(samples, counting(1, 1, 0));
    expect([running[10], momentary[10]]).toEqual([1, 1]);
  });

  test("counts restart when a flow joins, even between two samples, but not when a thin flow joins", () => {
    const turns: Turn[] = [
      [0, 0],
      [5.5, 1],
    ];
    const samples = made([100, 100], turns);
    expect(fairnessAmong(samples, counting(1, 1)).running[10]).toBeCloseTo(1, 6);
    expect(fairnessAmong(samples, counting(1, 0)).running[10]).toBe(1);
    const three = made([100, 300, 1], [...turns, [8, 2]]);
    const withoutThird = fairnessAmong(three, counting(1, 1, 0)).running[10];
    expect(withoutThird).toBeCloseTo((4.5 * 400) ** 2 / (2 * (450 ** 2 + 1350 ** 2)), 5);
  });

  test("a flow that has left no longer counts", () => {
    const samples = made(
      [100, 300],
      [
        [0, 0],
        [0, 1],
        [5, 1, false],
      ],
    );
    const { running } = fairnessAmong(samples, counting(1, 1));
    expect([running[4], running[6]]).toEqual([expect.closeTo(0.8, 6), 1]);
  });

  test("agrees with what a run records of all its flows, within the accuracy of samples", () => {
    const url = "duration=40s&flow=cc=newreno&flow=cc=cubic,start=10.02s&flow=cc=newreno,start=20s,stop=30s";
    const { samples } = runScenario(scenarioFromUrl(url).scenario).snapshot();
    const again = fairnessAmong(samples, counting(1, 1, 1));
    for (const atS of [5, 15, 19, 25, 29, 35]) {
      const at = Math.round(atS / samples.intervalS);
      expect(again.running[at]).toBeCloseTo(samples.jainRunning[at], 2);
      expect(again.momentary[at]).toBeCloseTo(samples.jainMomentary[at], 6);
    }
  });
});

test("a flow that joins a live run is not included before the next sample", () => {
  const path = "#v=2&path=parking-lot";
  const simulation = new Simulation(scenarioFromUrl(path).scenario);
  const joining = scenarioFromUrl(`${path}&flow=cc=newreno,traffic=http,route=hop2`).scenario.flows.at(-1)!;
  simulation.advance(1.01);
  const { length } = simulation.snapshot().samples.receivedBytes;
  simulation.addFlow({ ...joining, params: { ...joining.params, start: 0 } });
  simulation.advance(1.012);
  expect(simulation.snapshot().samples.receivedBytes).toHaveLength(length);
  simulation.advance(1.2);
  expect(simulation.snapshot().samples.receivedBytes).toHaveLength(length + 1);
});
