import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultScenario, getParam, type Scenario } from "../../../../src/engine/index.ts";
import { packText } from "../../../../src/lib/packed-text.ts";
import type { TaskResult } from "../../../../src/teaching/check/check.ts";
import { PROGRAM_READER } from "../../../../src/teaching/document/file-programs.ts";
import { PAGE } from "../../../../src/ui/app/features.ts";
import { Bench } from "../../../../src/ui/core/bench.ts";
import { consentOf } from "../../../../src/ui/features/custom-code/consent.ts";
import {
  answer,
  type Host,
  SAWTOOTH,
  startHostPort,
} from "../../../../src/ui/features/embed/host-messages.ts";
import { cases } from "../../../effort.ts";
import {
  MadeAddress,
  MadeClock,
  MadeSimulator,
  madeBench,
  madeSnapshot,
  withBeta,
} from "../../core/made-runs.ts";
import { realLive } from "../../core/real-live.ts";

const PACKED = packText("// @sender One\nfunction onAck(tcp) { tcp.cwnd += 1 / tcp.cwnd }");
const HOST = "https://course.example";

function embedded(link = `v=2&embed=1&host=${HOST}`) {
  const address = new MadeAddress();
  address.location.hash = `#${link}`;
  const bench = new Bench(new MadeSimulator(), address, new MadeClock(), undefined, undefined, PAGE);
  bench.start(false);
  const { scenario, run } = bench.store.get();
  bench.store.set({ run: { ...run, scenario, snapshot: madeSnapshot({ utilisation: 0.93 }) } });
  const host: Host = { origin: HOST, subscriptions: new Map() };
  const ask = (message: object, as: Host = host) =>
    answer(bench, as, { sawtooth: SAWTOOTH, id: 1, ...message })?.reply;
  return { bench, host, ask };
}

const betaOf = (scenario: Scenario) => getParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn");

describe("a request of the embedding page", () => {
  test("reads the link, the progress of the run, and named metrics", () => {
    const { ask } = embedded();
    const reply = ask({ type: "read", metrics: ["utilisation", "goodput@flow1"] });
    expect(reply).toMatchObject({
      ok: true,
      state: {
        link: "https://example.org/sawtooth/#v=2",
        fragment: "v=2",
        run: { complete: true, seed: 1, reachesS: 100, durationS: 100, digest: "abc123" },
        metrics: { utilisation: { value: 93, unit: "%" }, "goodput@flow1": { value: 8, unit: "Mbps" } },
      },
    });
    const all = ask({ type: "read" });
    expect(all?.ok && Object.keys(all.state?.metrics ?? {})).toContain("delay-p99");
    const wrong = ask({ type: "read", metrics: ["utilization"] });
    expect(wrong).toEqual({ ok: false, error: "metrics: there is no utilization; utilisation?" });
  });

  test("reads the settings that may be changed, in a form that can be set", () => {
    const touched = (touch: string) => {
      const { ask } = embedded(`v=2&rtt=80ms&ecn=off&embed=1&host=${HOST}${touch}`);
      const reply = ask({ type: "read" });
      if (!reply?.ok || reply.state === undefined) throw new Error("the page did not answer");
      const { settings } = reply.state;
      return { settings, ask };
    };
    const { settings, ask } = touched("&touch=beta-ecn,rtt,ecn,aqm,cc,flows,target,limit,seed,loss");
    expect(settings).toEqual({
      ...{ "beta-ecn": 0.5, rtt: "80ms", ecn: false, aqm: "codel", cc: "newreno", flows: 1 },
      ...{ target: "5ms", limit: "1000p", seed: 1, loss: 0 },
    });
    expect(ask({ type: "set", settings: { ...settings, rtt: "100ms" } })).toMatchObject({
      ok: true,
      state: { settings: { ...settings, rtt: "100ms" } },
    });
    expect(ask({ type: "set", settings: { "beta-ecn": 5 } })).toMatchObject({
      ok: false,
      error: "β_ecn must be 0.3 to 0.99, got 5",
    });
    expect(touched("&touch=").settings).toEqual({});
    expect(touched("").settings).toMatchObject({ ...settings, capacity: "10Mbps", duration: "100s" });
  });

  test.each([
    ["settings", { settings: { program: PACKED, cc: "own" } }],
    ["a link", { link: `v=2&program=${PACKED}&cc=own` }],
  ])("shows a program in %s to the user before anything runs, as a link does", async (_, message) => {
    const { bench, ask } = embedded();
    const before = bench.store.get().settings;
    const error = "the user sees the program first: the change takes effect when the user presses Run";
    expect(ask({ type: "set", ...message })).toEqual({ ok: false, error });
    await expect.poll(() => consentOf(bench).held?.packed).toEqual([PACKED]);
    expect(bench.store.get()).toMatchObject({ settings: before, dialog: "program" });
    consentOf(bench).decline();
    expect(bench.store.get().settings).toBe(before);
    bench.consent.give(PACKED);
    bench.programReader = PROGRAM_READER;
    expect(ask({ type: "set", ...message })).toMatchObject({ ok: true });
  });

  test.each([false, true])(
    "a program that may run is not asked about in another packing: %s",
    async (isLoaded) => {
      const { bench, ask } = embedded();
      if (isLoaded) await bench.loadProgramReader();
      bench.consent.give(PACKED);
      // What follows the end of the compressed data is ignored.
      const program = `${PACKED}AAA`;
      ask({ type: "set", settings: { program, cc: "own" } });
      await expect.poll(() => bench.store.get().settings.programs?.[0].packed).toBe(PACKED);
      expect(consentOf(bench).held).toBe(null);
    },
  );

  test("changes settings for the host that the link names, undoably", () => {
    const { bench, ask } = embedded();
    expect(ask({ type: "set", settings: { "beta-ecn": 0.8, aqm: "pie", target: "7ms" } })).toMatchObject({
      ok: true,
      state: { fragment: "v=2&aqm=pie&target=7ms&beta-ecn=0.8&pin=v%3D2" },
    });
    expect(bench.store.get().past).toHaveLength(1);
    bench.edits.undo();
    expect(bench.store.get().scenario).toEqual(defaultScenario());
    expect(
      ask({ type: "set", link: "https://elsewhere.example/#v=2&cc=cubic&embed=1", theme: "dark" }),
    ).toMatchObject({
      ok: true,
    });
    const { scenario, theme, frame } = bench.store.get();
    expect([scenario.flows[0].cc, theme, frame.host]).toEqual(["cubic", "dark", [HOST]]);
  });

  test("is refused if it comes too late for a live run, or exceeds the remaining length of the run", () => {
    const { bench, simulator } = realLive(`v=2&embed=1&host=${HOST}&capacity=0.1Mbps&duration=1000s`);
    const host: Host = { origin: HOST, subscriptions: new Map() };
    const set = (settings: object) =>
      answer(bench, host, { sawtooth: SAWTOOTH, id: 1, type: "set", settings })?.reply;
    simulator.pump(1);
    expect(set({ capacity: "10Gbps" })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Duration must be at most/),
    });
    expect(set({ "beta-ecn": 0.8 })).toMatchObject({ ok: true });
    simulator.pump(1000);
    const before = bench.store.get();
    expect(set({ "beta-ecn": 0.9 })).toEqual({
      ok: false,
      error: "the live run ended at 1000 s: set a link to start another",
    });
    expect([bench.store.get().settings, bench.store.get().past]).toEqual([before.settings, before.past]);
  });

  test("is refused from another page, with the required link", () => {
    const { bench, ask } = embedded();
    const other: Host = { origin: "https://other.example", subscriptions: new Map() };
    const reply = ask({ type: "set", settings: { "beta-ecn": 0.8 } }, other);
    expect(reply).toEqual({
      ok: false,
      error: "to make changes, the link must name the embedding page: host=https://other.example",
    });
    expect(bench.store.get().scenario).toEqual(defaultScenario());
    expect(ask({ type: "read" }, other)).toMatchObject({ ok: true });
    const nobody: Host = { origin: "null", subscriptions: new Map() };
    // A URL cannot name such an origin.
    for (const origin of ["null", "file://"])
      expect(ask({ type: "set", theme: "dark" }, { ...nobody, origin })).toEqual({
        ok: false,
        error: "only a page with an origin can make changes; a page from a disk or in a sandbox has none",
      });
  });

  test("is checked like a link, and is applied completely or not at all", () => {
    const { bench, ask } = embedded();
    const reply = ask({ type: "set", settings: { "beta-ecn": 0.8, target: "-1ms", targett: 1 } });
    expect(reply).toMatchObject({ ok: false });
    expect(reply?.ok === false && reply.problems).toHaveLength(2);
    expect(ask({ type: "set", link: "v=2&aqm=nothing" })).toMatchObject({ ok: false });
    expect(bench.store.get().scenario).toEqual(defaultScenario());
  });

  test("is limited to what the link allows", () => {
    const { bench, ask } = embedded(`v=2&embed=1&host=${HOST}&touch=beta-ecn`);
    expect(ask({ type: "set", settings: { seed: 7 } })).toEqual({
      ok: false,
      error: "This link keeps Seed fixed.",
    });
    expect(ask({ type: "set", link: "v=2" })).toMatchObject({ ok: false });
    expect(bench.store.get().notices).toEqual([]);
    expect(ask({ type: "set", settings: { "beta-ecn": 0.7 } })).toMatchObject({ ok: true });
    expect(betaOf(bench.store.get().scenario)).toBe(0.7);
  });

  test("subscribes and unsubscribes by name", () => {
    const { host, ask } = embedded();
    expect(ask({ type: "subscribe", to: ["run"], metrics: ["jain"] })).toEqual({ ok: true });
    expect([...host.subscriptions.values()]).toEqual([{ id: 1, to: ["run"], metrics: ["jain"] }]);
    expect(ask({ type: "subscribe", to: ["everything"] })).toMatchObject({ ok: false });
    // Lists that consist of holes. A search through the second one would take minutes.
    for (const length of [1, 2 ** 32 - 1])
      expect(ask({ type: "subscribe", to: Array(length) })).toMatchObject({ ok: false });
    expect(ask({ type: "unsubscribe", subscription: 2 })).toMatchObject({ ok: false });
    expect(ask({ type: "unsubscribe", subscription: 1 })).toEqual({ ok: true });
    for (let id = 1; id <= 16; id++) expect(ask({ id, type: "subscribe" })).toEqual({ ok: true });
    expect(ask({ id: 17, type: "subscribe" })).toMatchObject({ ok: false });
    ask({ type: "unsubscribe" });
    expect(host.subscriptions.size).toBe(0);
  });

  test("is ignored if it is no message of this interface", () => {
    const { bench, host } = embedded();
    for (const data of [null, "sawtooth", 7, [], {}, { type: "read" }])
      expect(answer(bench, host, data)).toBeNull();
    expect(answer(bench, host, { sawtooth: 2, id: 3, type: "read" })).toMatchObject({
      id: 3,
      reply: { ok: false },
    });
    expect(answer(bench, host, { sawtooth: 1, type: "read" })).toMatchObject({
      id: null,
      reply: { ok: false },
    });
  });
});

const HOSTILE = fc.oneof(
  fc.anything({ withDate: true, withMap: true, withSet: true, withTypedArray: true }),
  fc.constantFrom("__proto__", "constructor", "x".repeat(50_000), Number.NaN, Infinity, -0, undefined),
);
const MESSAGE = fc.record(
  {
    sawtooth: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: HOSTILE }),
    id: fc.oneof(fc.nat(), fc.string(), HOSTILE),
    type: fc.oneof(fc.constantFrom("read", "set", "subscribe", "unsubscribe"), HOSTILE),
    settings: fc.oneof(
      fc.dictionary(
        fc.oneof(fc.constantFrom("beta-ecn", "aqm", "flow", "link", "set", "v"), fc.string()),
        HOSTILE,
      ),
      HOSTILE,
    ),
    link: fc.oneof(fc.string(), HOSTILE),
    theme: HOSTILE,
    metrics: fc.oneof(fc.array(fc.oneof(fc.constant("jain"), fc.string())), HOSTILE),
    to: fc.oneof(fc.array(fc.constantFrom("run", "settings")), HOSTILE),
    subscription: HOSTILE,
  },
  { requiredKeys: [] },
);

test("any message gets a sentence or nothing, and the run stays valid", () => {
  const { bench, host } = embedded(`v=2&embed=1&host=${HOST}&touch=beta-ecn`);
  fc.assert(
    fc.property(fc.oneof(MESSAGE, HOSTILE), (message) => {
      const answered = answer(bench, host, message);
      if (answered !== null && !answered.reply.ok) expect(answered.reply.error).not.toBe("");
      if (answered !== null) expect(() => structuredClone(answered)).not.toThrow();
      const { scenario } = bench.store.get();
      const beta = betaOf(scenario);
      expect({ ...scenario.flows[0].params, "beta-ecn": beta }).toEqual({
        ...defaultScenario().flows[0].params,
        "beta-ecn": beta,
      });
      expect(host.subscriptions.size).toBeLessThanOrEqual(16);
    }),
    cases(600),
  );
});

test("a flood of messages is answered one by one, and leaves no more undo steps than a user would", () => {
  const { bench, host, ask } = embedded();
  const kinds = [
    { type: "read", metrics: [] },
    { type: "subscribe", to: Array(10_000).fill("run") },
    { type: "set", settings: Array(1e6).fill("x") },
    { type: "set", settings: { target: Array(1e6).fill("1ms") } },
    { type: "set", settings: { ["x".repeat(1e6)]: 1 } },
  ];
  for (const message of kinds) expect(JSON.stringify(ask(message)).length).toBeLessThan(2000);
  for (let i = 0; i < 1500; i++) {
    expect(ask({ id: i, type: "subscribe", to: Array(100).fill("run") })?.ok).toBe(i < 16);
    expect(ask({ type: "set", settings: { "beta-ecn": i % 2 === 0 ? 0.7 : 0.8 } })?.ok).toBe(true);
  }
  expect([...host.subscriptions.values()].map(({ to }) => to.length)).toEqual(Array(16).fill(1));
  expect(bench.store.get().past.length).toBeLessThanOrEqual(200);
});

function surrounded() {
  const bench = madeBench();
  bench.start(false);
  const said: { message: Record<string, unknown>; to: string }[] = [];
  const listeners = new Set<(event: MessageEvent) => void>();
  const parent = {
    postMessage(message: unknown, to: string) {
      // Throws as a browser does for an impossible origin.
      if (to === "null" || to === "file://") throw new SyntaxError(`Invalid target origin '${to}'`);
      said.push({ message: message as Record<string, unknown>, to });
    },
  };
  const end = startHostPort(bench, {
    parent,
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
  });
  const hear = (data: unknown, { origin = "https://a.example", source = parent as unknown } = {}) => {
    for (const listener of listeners) listener({ source, origin, data } as MessageEvent);
  };
  return { bench, said, hear, end, listeners };
}

const READ = { sawtooth: 1, id: 1, type: "read", metrics: [] };

test("reports that it is ready without any state, and answers only the parent page", () => {
  const { said, hear } = surrounded();
  expect(said).toEqual([{ message: { sawtooth: 1, type: "ready" }, to: "*" }]);
  hear(READ, { source: {} });
  hear("hello");
  expect(said).toHaveLength(1);
  hear(READ);
  expect(said[1]).toMatchObject({ message: { type: "reply", id: 1, ok: true }, to: "https://a.example" });
  for (const origin of ["null", "file://"]) {
    hear(READ, { origin });
    expect(said.pop()).toMatchObject({ message: { type: "reply" }, to: "*" });
  }
});

test("reports finished changes and complete runs to subscribers", () => {
  const { bench, said, hear, end, listeners } = surrounded();
  hear({ sawtooth: 1, id: "s", type: "subscribe", metrics: ["utilisation"] });
  said.length = 0;
  const { scenario, run } = bench.store.get();
  bench.edits.preview(withBeta(0.8, scenario));
  expect(said).toEqual([]);
  bench.edits.commit();
  expect(said.map(({ message }) => message.event)).toEqual(["settings"]);
  const now = bench.store.get().scenario;
  bench.store.set({ run: { ...run, scenario: now, snapshot: madeSnapshot({ done: false }) } });
  bench.store.set({ run: { ...run, scenario: now, snapshot: madeSnapshot() } });
  bench.store.set({ announcement: "…" });
  expect(said.map(({ message }) => message.event)).toEqual(["settings", "run"]);
  expect(said[1]).toMatchObject({
    to: "https://a.example",
    message: {
      type: "event",
      subscription: "s",
      state: {
        fragment: "v=2&beta-ecn=0.8&pin=v%3D2",
        run: { complete: true },
        metrics: { utilisation: { unit: "%" } },
      },
    },
  });
  hear({ sawtooth: 1, id: 2, type: "unsubscribe", subscription: "s" });
  bench.edits.undo();
  expect(said).toHaveLength(3);
  end();
  expect(listeners.size).toBe(0);
});

test("reports the result of an attempt at a task", () => {
  const { bench, said, hear } = surrounded();
  hear({ sawtooth: 1, id: "t", type: "subscribe", to: ["task"], metrics: [] });
  said.length = 0;
  const taskResult: TaskResult = {
    ...{ id: "a", digest: "b", name: "", tries: 1, triesLeft: null, met: 1, of: 2 },
    ...{ passed: false, score: 50, answer: "v=2", unanswered: [], toMark: [], code: null },
  };
  bench.report("task", taskResult);
  bench.store.set({ announcement: "…" });
  expect(said.map(({ message }) => [message.event, message.subscription, message.task])).toEqual([
    ["task", "t", taskResult],
  ]);
});
