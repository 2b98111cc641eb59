import { describe, expect, test } from "vitest";
import {
  addFlow,
  defaultScenario,
  type Scenario,
  setAqm,
  setParam,
  setTopology,
} from "../../../src/engine/index.ts";
import { LiveWatch } from "../../../src/engine/replays.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { networkOf } from "../../contract/witness.ts";

const RUN = { scope: "run" } as const;
const FIRST = { scope: "flow", flow: 0 } as const;

/**
 * Returns a scenario with 10 Mbps, 100 ms and ECN. From 3 s on a second flow sends without ECN, with an RTT of 40 ms.
 */
function scenarioOf(changes: (scenario: Scenario) => Scenario = (same) => same): Scenario {
  // Data is sent from the start.
  const open = setParam(defaultScenario(), { scope: "tcp" }, "handshake", false);
  const scenario = setParam(open, RUN, "duration", 20);
  return changes(addFlow(scenario, { cc: "cubic", params: { rtt: 40, start: 3, ecn: false } }));
}

/** A path with so many losses that only timeouts repair them. */
const LOSSY = scenarioOf((one) => setParam(one, { scope: "path" }, "loss", 0.4));

function watched(scenario = scenarioOf()) {
  const watch = new LiveWatch();
  const run = new Simulation(scenario, watch.log);
  return { watch, run };
}

/** Processes single events until the news matches; returns the news. */
function stepUntil({ watch, run }: ReturnType<typeof watched>, text: RegExp, most = 100_000) {
  for (let i = 0; i < most; i++) {
    const news = watch.stepEvent(run);
    if (news !== null && text.test(news.text)) return news;
  }
  throw new Error(`no event said ${text}`);
}

describe("the one-line description of an event", () => {
  test("starts with a flow that joins; packets leave the queue and arrive, and ACKs come back", () => {
    const { watch, run } = watched();
    const texts = Array.from({ length: 41 }, () => watch.stepEvent(run)?.text);
    expect([0, 1, 2, 12, 16, 31, 33].map((i) => texts[i])).toEqual([
      "0.000000 s: Flow 1 joined.",
      "0.000000 s: A sample was taken for the plots; nothing moved.",
      "0.001200 s: Packet 1 of flow 1 left the queue after 1.2 ms.",
      "0.012000 s: The queue is empty: the link has nothing to send.",
      "0.050000 s: Packet 0 of flow 1 reached its receiver.",
      "0.100000 s: ACK 1 reached the sender of flow 1: cwnd 10 → 11, 2 packets sent.",
      "0.101200 s: ACK 2 reached the sender of flow 1: cwnd 11 → 12, 2 packets sent.",
    ]);
  });

  test("says what happened in each step, also when the clock does not advance", () => {
    const { watch, run } = watched();
    const texts = Array.from({ length: 2000 }, () => watch.stepEvent(run)?.text ?? "");
    for (const text of texts) expect(text).toMatch(/^\d+\.\d{6} s: [A-Z].*\.$/);
    const timeOf = (text: string) => text.split(" s: ")[0];
    const still = texts.filter((text, i) => i > 0 && timeOf(text) === timeOf(texts[i - 1]));
    expect(still.length).toBeGreaterThan(100);
    // A step that repeats the previous sentence would look as if nothing had happened.
    expect(texts.filter((text, i) => i > 0 && text === texts[i - 1])).toEqual([]);
  });

  test("a mark and a reduction are reported with their reasons, and have explanations", () => {
    const one = watched();
    const mark = stepUntil(one, /marked/);
    expect(mark).toEqual({
      text: "0.511600 s: Packet 243 of flow 1 left the queue after 56.4 ms. CoDel marked packet 243 of flow 1.",
      question: { kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 0.5116 },
    });
    const cut = stepUntil(one, /cut cwnd/);
    expect(cut.text).toMatch(
      /^0\.6\d+ s: ACK \d+ reached the sender of flow 1: cwnd .*, \d+ packets? sent\. Flow 1 cut cwnd from \d+ to \d+ segments for a mark\.$/,
    );
    expect(cut.question).toMatchObject({ kind: "flow-event", event: "ecnReduction", flow: 0 });
  });

  test("a dropped packet is not the one that leaves", () => {
    const drop = stepUntil(watched(scenarioOf((one) => setParam(one, FIRST, "ecn", false))), /dropped/);
    const [, left, dropped] =
      /Packet (\d+) of flow 1 left.*dropped packet (\d+) of flow 1/.exec(drop.text) ?? [];
    expect(Number(left)).toBe(Number(dropped) + 1);
  });

  test("an arrival that finds no room, and many drops at once", () => {
    const full = stepUntil(
      watched(scenarioOf((one) => setParam(setAqm(one, "droptail"), { scope: "queue" }, "limit", "10p"))),
      /queue was full/,
    );
    expect(full.text).toMatch(/sent\. Packet \d+ of flow 1 was dropped: the queue was full\.$/);
    expect(full.question).toMatchObject({ kind: "queue-event", event: "overflowDrop" });
    const many = stepUntil(
      watched(scenarioOf((one) => setParam(setAqm(one, "fq-codel"), { scope: "queue" }, "limit", "60p"))),
      /more of that kind/,
    );
    expect(many.text).toMatch(/the queue was full\. And \d+ more of that kind\.$/);
  });

  test("describes timers: a recomputed value of an AQM, a timeout, and a delayed ACK", () => {
    const pie = stepUntil(watched(scenarioOf((one) => setAqm(one, "pie"))), /PIE updated its state: p /);
    expect(pie.text).toMatch(/PIE updated its state: p 0 → 0.00000553\.$/);
    expect(stepUntil(watched(scenarioOf((one) => setAqm(one, "pie"))), /PIE/).text).toBe(
      "0.020000 s: PIE updated its state: burst allowance left 139.2 → 150.",
    );
    const lossy = watched(LOSSY);
    expect(stepUntil(lossy, /timed out/).text).toMatch(
      /The retransmission timer of flow \d expired\. Flow \d timed out: cwnd from \d+ to 1 segment\./,
    );
  });

  test("names the link if there are several, and describes stops, paced senders and datagrams", () => {
    const lot = watched(scenarioOf((one) => setTopology(one, "parking-lot")));
    expect(stepUntil(lot, /left the queue of /).text).toMatch(
      /Packet \d+ of flow \d left the queue of .+ after/,
    );
    expect(stepUntil(lot, /reached the end of /).text).toMatch(
      /Packet \d+ of flow \d reached the end of .+\.$/,
    );
    const cbr = watched(
      scenarioOf((one) => addFlow(one, { cc: "prague", traffic: "cbr", params: { stop: 1 } })),
    );
    expect(stepUntil(cbr, /The timer of the application of flow 3 fired/).question).toBeNull();
    expect(stepUntil(cbr, /Datagram \d+ of flow 3 left the queue/).question).toBeNull();
    expect(stepUntil(cbr, /stopped/).text).toBe("1.000000 s: Flow 3 stopped.");
    const bbr = watched(scenarioOf((one) => addFlow(one, { cc: "bbr1", params: { start: 0 } })));
    expect(stepUntil(bbr, /pacing/).text).toMatch(/The pacing timer of flow 3 fired: 2 packets sent\.$/);
  });

  test("reports nothing after the end of a run, nor before there is a run", () => {
    const { watch, run } = watched(setParam(scenarioOf(), RUN, "duration", 1));
    while (!run.done) watch.stepEvent(run);
    expect(watch.stepEvent(run)).toBeNull();
    expect(watch.stepToSignal(run)).toBeNull();
    expect(new LiveWatch().stepEvent(new Simulation(scenarioOf()))).toBeNull();
  });
});

describe("a live run pauses", () => {
  test.each([
    ["mark", "Stopped at 0.512 s: CoDel marked packet 243 of flow 1.", 0.5116],
    ["loss", "Stopped at 3.293 s: CoDel dropped packet 122 of flow 2.", 3.2928],
    ["join", /^Stopped at 0\.000 s: Flow 1 joined\.$/, 0],
  ] as const)("just after the next %s", (kind, text, atS) => {
    const { watch, run } = watched();
    const news = watch.advance(run, 20, kind, () => true);
    expect(news).toMatchObject({ text: typeof text === "string" ? text : expect.stringMatching(text) });
    expect(run.nowS).toBeCloseTo(atS, 9);
  });

  test("at the next timeout", () => {
    const { watch, run } = watched(LOSSY);
    expect(watch.advance(run, 20, "timeout", () => true)).toMatchObject({
      text: expect.stringMatching(
        /^Stopped at \d+\.\d{3} s: Flow \d timed out: cwnd from \d+ to 1 segment\./,
      ),
      question: { kind: "flow-event", event: "rto" },
    });
  });

  test("at a join during a run", () => {
    const { watch, run } = watched();
    run.advance(1);
    expect(watch.advance(run, 2, "join", () => true)).toBe(true);
    expect(run.nowS).toBe(2);
    expect(watch.advance(run, 20, "join", () => true)).toMatchObject({
      question: { kind: "join", flow: 1, atS: run.nowS },
    });
    expect(run.nowS).toBeGreaterThanOrEqual(3);
  });

  test("before any event after the target, and the search can continue after the time limit", () => {
    const { watch, run } = watched();
    expect(watch.advance(run, 0.0115, "mark", () => true)).toBe(true);
    expect([run.nowS, networkOf(run).links[0].port.packetsSent]).toEqual([0.0115, 10]);
    expect(watch.advance(run, 0.4, "mark", () => false)).toBe(false);
    expect(run.nowS).toBeLessThan(0.4);
    expect(watch.advance(run, 0.4, "mark", () => true)).toBe(true);
    expect(run.nowS).toBe(0.4);
  });

  test("at the next signal after a step", () => {
    const { watch, run } = watched();
    expect(watch.stepToSignal(run)?.text).toBe("0.512 s: CoDel marked packet 243 of flow 1.");
  });

  test("watching, stepping and stopping does not change the run", () => {
    const scenario = setParam(scenarioOf(), RUN, "duration", 6);
    const { watch, run } = watched(scenario);
    for (let i = 0; i < 500; i++) watch.stepEvent(run);
    while (!run.done) watch.advance(run, run.nowS + 0.1, "mark", () => true);
    expect(run.digest()).toBe(runScenario(scenario).digest());
  });
});
