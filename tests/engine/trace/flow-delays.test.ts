import { describe, expect, test } from "vitest";
import { type FlowDelays, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { flowDelaysOf } from "../../../src/engine/trace/flow-delays.ts";

function counted(url: string, link = 0, untilS = Number.POSITIVE_INFINITY): FlowDelays {
  const { scenario } = scenarioFromUrl(url);
  const counting = flowDelaysOf(scenario, (log) => new Simulation(scenario, log), link, untilS);
  for (;;) {
    const step = counting.next();
    if (step.done === true) return step.value;
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("queue delay by flow", () => {
  test.each([
    [
      "a bottleneck that only sends",
      "duration=20s&flow=cc=cubic&flow=cc=newreno,ecn=off&flow=traffic=cbr",
      0,
    ],
    ["a link with a delay, jitter and losses", "duration=20s&path=parking-lot&jitter=1ms&loss=0.001", 1],
    [
      "ACKs on a way back",
      "duration=20s&reverse-capacity=1Mbps&flow=cc=cubic&flow=cc=cubic,route=reverse",
      1,
    ],
  ])("adds up to the delay of all packets: %s", (_, url, link) => {
    const { links } = runScenario(scenarioFromUrl(url).scenario).results();
    const { flows } = counted(url, link);
    const { sojournMs, marks, drops } = links[link];
    expect(sum(flows.map((flow) => flow.sojournMs?.n ?? 0))).toBe(sojournMs?.n);
    expect(Math.max(...flows.map((flow) => flow.sojournMs?.max ?? 0))).toBe(sojournMs?.max);
    expect(sum(flows.map((flow) => flow.marks))).toBe(marks);
    expect(sum(flows.map((flow) => flow.drops))).toBe(drops.overflow + drops.aqm + drops.link);
  });

  test("distinguishes the call that hardly waits from the downloads beside it", () => {
    const url = "duration=20s&aqm=fq-codel&flow=cc=cubic&flow=traffic=cbr";
    const [download, call] = counted(url).flows;
    expect(call.sojournMs?.p99).toBeLessThan((download.sojournMs?.p99 ?? 0) / 2);
    expect(call.delayCdf.ms.length).toBeGreaterThan(3);
  });

  test("extends to the requested time, and has an entry for a flow without packets", () => {
    const url = "duration=20s&warmup=5s&flow=cc=cubic&flow=cc=cubic,start=15s";
    const [first, second] = counted(url, 0, 10).flows;
    expect(first.sojournMs?.n).toBeLessThan((counted(url).flows[0].sojournMs?.n ?? 0) / 2);
    expect(second).toMatchObject({ flow: 1, marks: 0, drops: 0, sojournMs: null });
  });
});
