/** Tests that custom programs are values of the scenario that was read, and that nothing else knows them. */
import { beforeAll, describe, expect, test } from "vitest";
import { Clock } from "../../../src/engine/core/clock.ts";
import { type Interpreter, RunPrograms } from "../../../src/engine/custom/run-programs.ts";
import { idOf, SAME_ID, withProgram } from "../../../src/engine/custom-programs.ts";
import {
  applySettings,
  declaredParams,
  scenarioFromUrl,
  scenarioToUrl,
  validateScenario,
} from "../../../src/engine/index.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { packText } from "../../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { readEntrants } from "../../../src/teaching/league/entrants.ts";
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

describe("two different programs with one id", () => {
  /** The comment in the second gives it the id of the first. */
  const [ana, eve] = [
    "// @sender Ana\nfunction onAck(tcp) { tcp.cwnd += 1 }",
    "// @sender Eve\nfunction onAck(tcp) { tcp.cwnd += 2 }\n// \u8ee3\u8117\u5d4d\ud5a8\u989f\ud331\u562a\u599b",
  ];
  const both = `v=2&program=${packText(ana)}&program=${packText(eve)}&cc=${idOf(ana)}`;
  beforeAll(ready);

  test("are not read together, as a link, as JSON or one after the other", () => {
    expect(idOf(eve)).toBe(idOf(ana));
    const { scenario, problems } = scenarioFromUrl(both, PROGRAM_READER);
    expect(scenario.programs?.map(({ code }) => code)).toEqual([ana]);
    expect(problems.map(({ fault }) => fault)).toEqual([`Program 2: ${SAME_ID}`]);
    const json = validateScenario({ programs: [eve, ana] }, PROGRAM_READER);
    expect(json.problems.map(({ fault }) => fault)).toEqual([`Program 2: ${SAME_ID}`]);
    const later = applySettings(scenario, [{ key: "program", text: packText(eve) }], PROGRAM_READER);
    expect(later.problems.map(({ fault }) => fault)).toEqual([`Program 1: ${SAME_ID}`]);
    expect(() => withProgram(scenario, PROGRAM_READER.read(eve))).toThrow(SAME_ID);
    expect(withProgram(scenario, PROGRAM_READER.read(ana))).toBe(scenario);
  });

  test("do not run together", () => {
    const programs = new RunPrograms(new Clock()).at("flow 1");
    const interpreter: Interpreter = { open: () => ({ message: "It is not run here.", line: null }) };
    const start = (code: string) =>
      programs.instantiate(
        { ...PROGRAM_READER.read(code).program, interpreter },
        new Float64Array(),
        () => 0,
      );
    expect([start(ana), start(ana)]).toEqual([null, null]);
    expect(() => start(eve)).toThrow(SAME_ID);
  });

  test("take part in a league with different ids", () => {
    const handedIn = [ana, eve, ana, GENTLE].map((code, i) => ({ name: `${i + 1}`, code }));
    const { entrants, leftOut } = readEntrants(handedIn);
    expect(entrants.map(({ code }) => code)).toEqual([ana, `${eve}\n// 1`, ana, GENTLE]);
    expect(new Set(entrants.map(({ cc }) => cc)).size).toBe(3);
    expect(leftOut).toEqual([]);
  });

  test("take part in a league on a path with a program of the same text or id", () => {
    const path = { scenario: scenarioFromUrl(linkOf(ana), PROGRAM_READER).scenario };
    const codesOf = (...codes: string[]) =>
      readEntrants(
        codes.map((code) => ({ name: "x", code })),
        [path],
      ).entrants.map(({ code }) => code);
    expect(codesOf(ana, eve, GENTLE)).toEqual([`${ana}\n// 1`, `${eve}\n// 1`, GENTLE]);
  });
});

test("a queue's parameter is not the default of a sender's parameter with the same name", () => {
  const queue = "// @queue Tail\n// @param cut = 100 (50 to 200)\nfunction enqueue(packet, queue) {}";
  const base = scenarioFromUrl(`v=2&program=${packText(queue)}&aqm=own&own-cut=60`, PROGRAM_READER).scenario;
  const flows = (params: object) => [{ cc: idOf(GENTLE), params }];
  const read = (params: object) =>
    validateScenario({ ...base, programs: [queue, GENTLE], flows: flows(params) }, PROGRAM_READER);
  for (const [params, cut] of [
    [{}, 0.8],
    [{ "own-cut": 0.6 }, 0.6],
  ] as const) {
    const { scenario, problems } = read(params);
    expect(problems).toEqual([]);
    expect([scenario.queue.params["own-cut"], scenario.flows[0].params["own-cut"]]).toEqual([60, cut]);
  }
  expect(read({ "own-cut": 60 }).problems.map(({ fault }) => fault)).toEqual([
    "cut must be 0.5 to 0.9, got 60",
  ]);
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
