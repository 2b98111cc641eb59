/** Tests that custom programs are values of the scenario that was read, and that nothing else knows them. */
import { beforeAll, describe, expect, test } from "vitest";
import { idOf } from "../../../src/engine/custom-programs.ts";
import { declaredParams, scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { ready, scenarioWithPrograms } from "./custom-runs.ts";

/** Returns a sender with one parameter. All senders have the same name, and their parameters too. */
const sender = (range: string, cut: string) => `// @sender Twin
// @param cut = ${range}
function onAck(tcp) { tcp.cwnd += tcp.acked / tcp.cwnd }
function onMark(tcp) { tcp.ssthresh = tcp.cwnd * ${cut} }
function onLoss(tcp) { onMark(tcp) }`;
const GENTLE = sender("0.8 (0.5 to 0.9)", "cut");
const HARD = sender("2 (1 to 4)", "(1 / cut)");

const linkOf = (code: string, settings = "") =>
  `v=2&duration=5s&warmup=1s&program=${packText(code)}&cc=own${settings}`;

describe("programs with the same name", () => {
  beforeAll(ready);

  test("declare their parameters to their own scenario only", () => {
    const [gentle, hard] = [GENTLE, HARD].map((code) =>
      scenarioFromUrl(linkOf(code, "&own-cut=0.7"), PROGRAM_READER),
    );
    expect(gentle.problems).toEqual([]);
    expect(hard.problems.map(({ allowed }) => allowed)).toEqual(["1 to 4"]);
    const again = scenarioFromUrl(linkOf(GENTLE, "&own-cut=0.7"), PROGRAM_READER);
    expect(again).toEqual(gentle);
    const ranges = [gentle, hard].map(({ scenario }) =>
      declaredParams(scenario, { scope: "flow", flow: 0 }).find(({ id }) => id === "own-cut"),
    );
    expect(ranges).toMatchObject([{ max: 0.9 }, { max: 4 }]);
  });

  test.each([1, 7, 1000])("run in turns of %i events as they run alone", (events) => {
    const scenarios = [GENTLE, HARD].map((code) => scenarioWithPrograms(linkOf(code)));
    const alone = scenarios.map((scenario) => runScenario(scenario).digest());
    expect(alone[0]).not.toBe(alone[1]);
    const runs = scenarios.map((scenario) => new Simulation(scenario));
    const isDone = runs.map(() => false);
    while (isDone.includes(false))
      for (const [i, run] of runs.entries())
        isDone[i] ||= run.advance(Number.POSITIVE_INFINITY, events * 1000);
    expect(runs.map((run) => run.digest())).toEqual(alone);
  });
});

describe("reading a scenario with a program", () => {
  const code = sender("0.5 (0.1 to 0.9)", "cut");
  const others = [
    `v=2&cc=${idOf(code)}`,
    "v=2&own-cut=0.7",
    "v=2&flow=own-cut=0.7",
    "v=2&set=1s:own-cut=0.7",
  ];

  test("changes nothing for other scenarios", () => {
    const before = others.map((link) => scenarioFromUrl(link, PROGRAM_READER));
    expect(before.every(({ problems }) => problems.length > 0)).toBe(true);
    expect(scenarioFromUrl(linkOf(code), PROGRAM_READER).problems).toEqual([]);
    expect(others.map((link) => scenarioFromUrl(link, PROGRAM_READER))).toEqual(before);
  });

  test("gives plain data, which a copy for another thread keeps whole", () => {
    const { scenario } = scenarioFromUrl(linkOf(code, "&own-cut=0.7"), PROGRAM_READER);
    const copy = structuredClone(scenario);
    expect(copy).toEqual(scenario);
    expect(scenarioToUrl(copy)).toBe(scenarioToUrl(scenario));
  });

  test("is refused where no programs are read", () => {
    const { scenario, problems } = scenarioFromUrl(linkOf(code));
    expect(scenario.programs).toBeUndefined();
    expect(problems[0].message).toContain("Custom programs are not read here.");
  });
});
