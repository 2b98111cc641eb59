/** Runs a test in a separate thread, which has no other interpreters than those requested. */
import { expect, test } from "vitest";
import { TEMPLATES } from "../../src/engine/custom-programs.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { prepareRun } from "../../src/workers/interpreter.ts";
import { createWorkerApi } from "../../src/workers/worker-api.ts";
import { customScenario, senderWith } from "../engine/custom/custom-runs.ts";

test("several questions about a run with a program are answered one after another", async () => {
  const scenario = await prepareRun(customScenario(TEMPLATES[1].code, "cc=own&duration=20s"));
  const api = createWorkerApi({ create: (asked, log) => new Simulation(asked, log) });
  const { timeS } = runScenario(scenario).snapshot().links[0].events;
  const rules: string[] = [];
  for (const atS of timeS.slice(0, 8)) {
    const question = { kind: "queue-event", event: "mark", link: 0, flow: 0, atS } as const;
    const told = await api.why(scenario, question, atS + 3);
    expect(told).toMatchObject({ ok: true, value: { question } });
    if (told.ok) rules.push(...(told.value?.rules ?? []).map(({ formula }) => formula));
  }
  // The line is reported even if the program provides its own message.
  expect(rules).toContain("line 26: tcp.ssthresh = tcp.cwnd * betaEcn; cwnd 253 → 202");
});

test("in live mode, questions about earlier times leave the run of the index able to continue", async () => {
  const scenario = await prepareRun(customScenario(TEMPLATES[1].code, "cc=own&duration=10s"));
  const api = createWorkerApi({ create: (asked, log) => new Simulation(asked, log) });
  const { timeS } = runScenario(scenario).snapshot().links[0].events;
  let seenS = 0;
  for (const nearS of [4, 3, 2, 3, 2.5, 8, 9]) {
    const atS = timeS.findLast((one) => one <= nearS) ?? Number.NaN;
    seenS = Math.max(seenS, atS);
    const question = { kind: "queue-event", event: "mark", link: 0, flow: 0, atS } as const;
    expect(await api.why(scenario, question, seenS)).toMatchObject({ ok: true, value: { question } });
  }
});

test("explain works on a copy: what it writes, logs and draws is discarded, and a failure is reported", async () => {
  const api = createWorkerApi({ create: (asked, log) => new Simulation(asked, log) });
  const tell = async (more: string) => {
    const code = senderWith(`
let n = 0
function onMark(tcp) { n += 1; tcp.ssthresh = tcp.cwnd / 2 }
function explain(tcp) { ${more}; return "cut " + n }`);
    const scenario = await prepareRun(customScenario(code, "cc=own&duration=2s&warmup=1s"));
    const { timeS } = runScenario(scenario).snapshot().links[0].events;
    const tellings = [];
    for (let i = 0; i < 2; i++) {
      const told = [];
      for (const atS of timeS.slice(0, 2)) {
        const question = { kind: "queue-event", event: "mark", link: 0, flow: 0, atS } as const;
        const answer = JSON.stringify(await api.why(scenario, question, atS + 0.4));
        told.push(...(answer.match(/cut \d+|explain failed[^"]*|set the window in line \d+/g) ?? []));
      }
      tellings.push(told.join("; "));
    }
    expect(tellings[1]).toBe(tellings[0]);
    return tellings[0];
  };
  expect(await tell("")).toContain("cut 1");
  expect(await tell("n *= 1000; tcp.cwnd = 7; log(n)")).toContain("cut 1000");
  expect(await tell("n += random()")).toMatch(
    /explain failed in line \d+: random\(\) cannot be used in explain/,
  );
  expect(await tell("for (;;) {}")).toContain("set the window in line 8");
});

const ERROR_LINES = {
  "function onSample(tcp) { Math.random() }": [
    6,
    "Use random() instead of Math.random(): it draws from the seed of the run.",
  ],
  "function onSample(tcp) { console.log(1) }": [6, "Use log() instead of console.log()."],
  "function onSample(tcp) { tcp.cwdn = 3 }": [6, "There is no tcp.cwdn: did you mean cwnd?"],
  'function onSample(tcp) { tcp.cwnd = "10" }': [
    6,
    'cwnd must be a number from 1 to 1000000, got the string "10".',
  ],
  "const step = 1\nfunction onSample(tcp) { step = 2 }": [
    7,
    "step is a constant and cannot be assigned: declare it by let instead of const.",
  ],
  "function onSample(tcp) {\n  const x =\n    missing + 1\n}": [8, "missing is not defined."],
  "let y = 1\nconst z = missing": [7, "missing is not defined."],
  "function onSample(tcp) {\n  let i = 0\n  while (true) {\n    i += 1\n  }\n}": [
    8,
    "One call took more than 1 million steps: a loop may have no end.",
  ],
} as const;

test.each(Object.entries(ERROR_LINES))(
  "shows the author of %j what to write, at its line",
  async (more, [line, words]) => {
    const scenario = await prepareRun(customScenario(senderWith(more), "cc=own&duration=1s"));
    const [{ stopped }] = runScenario(scenario).snapshot().programs;
    expect([stopped?.line, stopped?.message]).toEqual([line, words]);
  },
);
