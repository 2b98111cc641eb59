import { beforeAll, describe, expect, test } from "vitest";
import { readProgram } from "../../../src/engine/custom/program-text.ts";
import { TEMPLATES, type Template } from "../../../src/engine/custom/templates.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { FLOW_EVENT, type Snapshot } from "../../../src/engine/trace/snapshot.ts";
import { customRun, ready } from "./custom-runs.ts";

beforeAll(ready);

/**
 * Returns settings for a template: custom code replaces the built-in algorithm of `like`, and the rest of `like` stays.
 */
function besides({ kind, like }: Pick<Template, "kind"> & { readonly like: string }): string {
  const [replaced, other] = kind === "sender" ? ["cc", "aqm"] : ["aqm", "cc"];
  const shared = like.split("&").filter((part) => [other, "limit"].includes(part.split("=")[0]));
  return [`${replaced}=own`, ...shared].join("&");
}

/** Paths for one flow alone, for flows that compete, and a short path that loses packets at random. */
const PATHS = [
  "duration=30s",
  "duration=30s&flows=3&rtt=40ms&capacity=5Mbps&seed=7",
  "duration=20s&rtt=20ms&loss=0.002&seed=3",
];

const curvesOf = ({ flows, results }: Snapshot) => ({
  cwnd: flows.map(({ cwnd }) => [...cwnd.last.slice(0, cwnd.length)]),
  goodputBps: results.flows.map((flow) => flow.goodputBps),
});

test("every template is a program without problems", () => {
  expect(TEMPLATES.flatMap(({ code }) => readProgram(code).problems)).toEqual([]);
});

const ALIKE = TEMPLATES.flatMap(({ like, ...template }) => (like === null ? [] : [{ ...template, like }]));

describe.each(ALIKE.map((template) => [template.id, template] as const))("%s", (_, template) => {
  test.each(PATHS)("gives exactly the curve of the built-in algorithm: %s", (path) => {
    const own = customRun(template.code, `${besides(template)}&${path}`);
    const { scenario, problems } = scenarioFromUrl(`v=2&${template.like}&${path}`);
    expect(problems).toEqual([]);
    const builtIn = runScenario(scenario).snapshot();
    expect(own.programs[0].stopped).toBeNull();
    expect(builtIn.flows[0].cwnd.length).toBeGreaterThan(100);
    expect(curvesOf(own)).toEqual(curvesOf(builtIn));
  });
});

test("the delay-based sender leaves slow start only once, and drains its queue", () => {
  const code = TEMPLATES.find(({ id }) => id === "delay-based")?.code ?? "";
  const { results } = customRun(code, "cc=own&aqm=droptail&limit=400p&rtt=50ms&duration=30s");
  // 2 to 5 packets of the flow wait in the queue, as with the built-in algorithm. In an earlier version, a window
  // below ssthresh returned to slow start.
  expect(results.links[0].sojournMs?.p50).toBeLessThan(7);
  expect(results.links[0].utilisation).toBeGreaterThan(0.99);
});

// Jacobson 1988, appendix B: a loss halves ssthresh and leaves one segment; slow start to ssthresh, then one segment
// per round trip.
test("Tahoe starts again at one segment after each loss, and grows as in the textbook", () => {
  const code = TEMPLATES.find(({ id }) => id === "tahoe")?.code ?? "";
  const settings = "cc=own&aqm=droptail&limit=40p&rtt=40ms&capacity=5Mbps&ecn=off&duration=30s";
  const { flows, flowEvents } = customRun(code, settings);
  const { cwnd, ssthresh } = flows[0];
  const at = (timeS: number) => Math.floor((timeS - cwnd.startS) / cwnd.bucketS);
  const cuts = [...flowEvents.timeS].filter((_, i) => flowEvents.kind[i] === FLOW_EVENT.lossReduction);
  expect(cuts.length).toBeGreaterThan(3);
  expect([...flowEvents.kind]).not.toContain(FLOW_EVENT.rto);
  for (const [i, timeS] of cuts.entries()) {
    const half = flowEvents.before[i] / 2;
    expect(flowEvents.after[i]).toBe(1);
    expect(cwnd.min[at(timeS)]).toBe(1);
    expect(ssthresh.last[at(timeS) + 1]).toBeCloseTo(half, 0);
    // The first two reductions come from slow start, which goes beyond the capacity of pipe and queue.
    if (i < 2 || timeS + 3 > 30) continue;
    expect(cwnd.last[at(timeS + 1.2)]).toBeGreaterThanOrEqual(Math.floor(half));
    const perSecond = cwnd.last[at(timeS + 3)] - cwnd.last[at(timeS + 2)];
    // A round trip takes 60 to 100 ms.
    expect(perSecond).toBeGreaterThan(7);
    expect(perSecond).toBeLessThan(17);
  }
});
