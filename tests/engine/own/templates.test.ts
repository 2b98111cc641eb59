import { beforeAll, describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { readProgram } from "../../../src/engine/own/program.ts";
import { TEMPLATES, type Template } from "../../../src/engine/own/templates.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import type { Snapshot } from "../../../src/engine/trace/snapshot.ts";
import { ownRun, ready } from "./own-runs.ts";

beforeAll(ready);

/** The settings of the built-in one, but for the algorithm that the program stands for and what only that declares. */
function besides({ kind, like }: Template): string {
  const [replaced, other] = kind === "sender" ? ["cc", "aqm"] : ["aqm", "cc"];
  const shared = like.split("&").filter((part) => [other, "limit"].includes(part.split("=")[0]));
  return [`${replaced}=own`, ...shared].join("&");
}

/** Mean cwnd of each stretch of 5 s, from the whole series. */
function curveOf({ flows: [{ cwnd }] }: Snapshot): number[] {
  const per = Math.round(5 / cwnd.bucketS);
  const means: number[] = [];
  for (let from = 0; from + per <= cwnd.length; from += per) {
    const part = cwnd.last.slice(from, from + per).filter((value) => !Number.isNaN(value));
    means.push(part.reduce((sum, value) => sum + value, 0) / part.length);
  }
  return means;
}

describe.each(TEMPLATES.map((template) => [template.id, template] as const))("%s", (_, template) => {
  test("is a program without a problem", () => {
    expect(readProgram(template.code).problems).toEqual([]);
  });

  test("draws the curve of the built-in algorithm within 1 %", () => {
    const own = ownRun(template.code, besides(template));
    const { scenario, problems } = scenarioFromUrl(`v=2&${template.like}`);
    expect(problems).toEqual([]);
    const builtIn = runScenario(scenario).snapshot();
    expect(own.programs[0].stopped).toBeNull();
    const [goodput, wanted] = [own, builtIn].map(({ results }) => results.flows[0].goodputBps);
    expect(Math.abs(goodput / wanted - 1)).toBeLessThan(0.01);
    const [curve, like] = [curveOf(own), curveOf(builtIn)];
    expect(curve).toHaveLength(like.length);
    const apart = curve.reduce((sum, mean, i) => sum + Math.abs(mean / like[i] - 1), 0) / curve.length;
    expect(apart).toBeLessThan(0.01);
  });
});

test("the sender by delay leaves slow start once and for all, and drains the queue that it built", () => {
  const code = TEMPLATES.find(({ id }) => id === "delay-based")?.code ?? "";
  const { results } = ownRun(code, "cc=own&aqm=droptail&limit=400p&rtt=50ms&duration=30s");
  // 2 to 4 of its own packets wait; before, a window below ssthresh was in slow start again, and 100 packets stayed.
  expect(results.links[0].sojournMs?.p50).toBeLessThan(6);
  expect(results.links[0].utilisation).toBeGreaterThan(0.99);
});
