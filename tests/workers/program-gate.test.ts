import { expect, test, vi } from "vitest";
import { defaultScenario, type Scenario } from "../../src/engine/index.ts";
import { Pool } from "../../src/workers/pool.ts";
import { ProgramGate } from "../../src/workers/program-gate.ts";
import type { SimWorkerApi } from "../../src/workers/protocol.ts";
import { DelaysClient, PacketFileClient, SimClient, TrialClient } from "../../src/workers/sim-client.ts";
import type { StartWorker } from "../../src/workers/supervised-worker.ts";
import { customScenario } from "../engine/custom/custom-runs.ts";

const EVIL = customScenario("// @sender Evil\nfunction onAck(tcp) { tcp.cwnd += 1 }", "cc=own&duration=1s");
const PACKED = EVIL.programs?.[0].packed ?? "";

/** Workers that note the functions that were called with a program. */
function spiedWorkers() {
  const called: string[] = [];
  const start: StartWorker = () => ({
    api: new Proxy({} as SimWorkerApi, {
      get:
        (_, name) =>
        (...given: unknown[]) => {
          if (JSON.stringify(given).includes('"programs"')) called.push(String(name));
          return new Promise(() => undefined);
        },
    }) as never,
    terminate: () => undefined,
  });
  return { called, start };
}

function gated() {
  const gate = new ProgramGate();
  const ask = vi.fn();
  const agreed = new Set<string>();
  gate.follow({ mayRun: (packed) => packed.every((one) => agreed.has(one)), ask }, () => undefined);
  const { called, start } = spiedWorkers();
  return { gate, ask, agreed, called, start: ((events) => gate.guard(start(events))) satisfies StartWorker };
}

const REFUSED = /^This run contains a program that has not been allowed to run\./;

/** All ways by which the page gives a scenario to a worker. Each reports the sentence of a refusal. */
const DOORS: Readonly<
  Record<string, (start: StartWorker, scenario: Scenario, tell: (words: string) => void) => void>
> = {
  "a run": (start, scenario, tell) =>
    new SimClient({ start }).run(scenario, { snapshot: () => undefined, error: tell, restarted: tell }),
  "the state at a time": (start, scenario, tell) =>
    void new SimClient({ start }).pathState(scenario, 1).catch(({ message }) => tell(message)),
  "an explanation": (start, scenario, tell) =>
    void new SimClient({ start })
      .explain(scenario, { about: "start", flow: 0 } as never)
      .catch(({ message }) => tell(message)),
  "a live run": (start, scenario, tell) =>
    void new SimClient({ start }).live(scenario, { frame: () => undefined, error: tell }),
  "the delays of flows": (start, scenario, tell) =>
    void new DelaysClient({ start }).count(scenario, 0, 1).catch(({ message }) => tell(message)),
  "a file of packets": (start, scenario, tell) =>
    void new PacketFileClient({ start }).write(scenario, {} as never).catch(({ message }) => tell(message)),
  "a trial of a program": (start, scenario, tell) =>
    void new TrialClient({ start }).run(scenario).catch(({ message }) => tell(message)),
  "a run of a list": (start, scenario, tell) =>
    void new Pool({ start, size: 1 }).run([{ key: "a", scenario }], "results").then(({ outcomes }) => {
      const outcome = outcomes.get("a");
      if (outcome?.ok === false) tell(outcome.message);
    }),
};

test.each(Object.keys(DOORS))("%s with a program waits for the user, who is asked once", async (door) => {
  const { ask, agreed, called, start } = gated();
  const told: string[] = [];
  DOORS[door](start, EVIL, (words) => told.push(words));
  await expect.poll(() => told).toEqual([expect.stringMatching(REFUSED)]);
  DOORS[door](start, EVIL, (words) => told.push(words));
  await expect.poll(() => told.length).toBe(2);
  expect(ask.mock.calls.map(([packed]) => packed)).toEqual([[PACKED]]);
  expect(called).toEqual([]);
  agreed.add(PACKED);
  DOORS[door](start, EVIL, (words) => told.push(words));
  await expect.poll(() => called.length).toBe(1);
  expect(told).toHaveLength(2);
});

/** The functions of a worker that take a scenario. The compiler requires the name of every other one in `Exclude`. */
const TAKING: Record<
  Exclude<keyof SimWorkerApi, "connect" | "mayHold" | "stopRun" | "liveCommand" | "loadRest">,
  true
> = {
  run: true,
  pathState: true,
  why: true,
  live: true,
  flowDelays: true,
  packetFile: true,
  tryPrograms: true,
  job: true,
};

test("every function of a worker that takes a scenario is behind one of these doors", async () => {
  const { agreed, called, start } = gated();
  agreed.add(PACKED);
  for (const door of Object.values(DOORS)) door(start, EVIL, () => undefined);
  await expect.poll(() => called.toSorted()).toEqual(Object.keys(TAKING).sort());
});

test("the programs of many runs are one question, and runs without programs need none", async () => {
  const { gate, ask, agreed } = gated();
  expect(await gate.refusal([defaultScenario()], false)).toBe(null);
  expect(ask).not.toHaveBeenCalled();
  ask.mockImplementationOnce((_, answered) => answered(false));
  expect(await gate.refusal([EVIL, defaultScenario(), EVIL], false)).toMatch(REFUSED);
  ask.mockImplementationOnce((_, answered) => answered(true));
  expect(await gate.refusal([EVIL], true)).toBe(null);
  expect(ask.mock.calls.map(([packed, , isRequested]) => [packed, isRequested])).toEqual([
    [[PACKED], false],
    [[PACKED], true],
  ]);
  agreed.add(PACKED);
  expect(await gate.refusal([EVIL], false)).toBe(null);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("without the page's rules no program runs", async () => {
  expect(await new ProgramGate().refusal([EVIL], false)).toMatch(REFUSED);
});
