/** In a thread of its own, which has no more machines than were asked for. */
import { expect, test } from "vitest";
import { enablePrograms, TEMPLATES } from "../../src/engine/own-code.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { packText, unpackText } from "../../src/teaching/packed-text.ts";
import { prepareRun } from "../../src/workers/interpreter.ts";
import { createWorkerApi } from "../../src/workers/worker-api.ts";
import { ownScenario } from "../engine/own/own-runs.ts";

test("one question after the other is answered about a run with a program", async () => {
  enablePrograms({ pack: packText, unpack: unpackText });
  const scenario = ownScenario(TEMPLATES[1].code, "cc=own&duration=20s");
  const api = createWorkerApi((asked, log) => new Simulation(asked, log), prepareRun);
  await prepareRun(scenario);
  const { timeS } = runScenario(scenario).snapshot().links[0].events;
  const rules: string[] = [];
  for (const atS of timeS.slice(0, 8)) {
    const question = { kind: "queue-event", event: "mark", link: 0, flow: 0, atS } as const;
    const told = await api.why(scenario, question, atS + 3);
    expect(told).toMatchObject({ ok: true, value: { question } });
    if (told.ok) rules.push(...(told.value?.rules ?? []).map(({ formula }) => formula));
  }
  // The line is named also where the program has words of its own.
  expect(rules).toContain("line 26: tcp.ssthresh = tcp.cwnd * betaEcn; cwnd 253 → 202");
});
