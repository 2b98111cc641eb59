/** Tests single hooks and functions of custom programs: programs built on them run exactly as built-in algorithms do. */
import { beforeAll, describe, expect, test } from "vitest";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { FLOW_EVENT, type Snapshot } from "../../../src/engine/trace/snapshot.ts";
import { loadInterpreter, packetRows } from "../../../src/library/library.ts";
import { customRun, customScenario, ready, senderWith } from "./custom-runs.ts";

beforeAll(ready);
beforeAll(() => loadInterpreter());

const template = (id: string) => TEMPLATES.find((one) => one.id === id)?.code ?? "";

function builtIn(settings: string): Snapshot {
  const { scenario, problems } = scenarioFromUrl(`v=2&${settings}`);
  expect(problems).toEqual([]);
  return runScenario(scenario).snapshot();
}

const curvesOf = ({ flows, results }: Snapshot) => ({
  cwnd: flows.map(({ cwnd }) => [...cwnd.last.slice(0, cwnd.length)]),
  goodputBps: results.flows.map(({ goodputBps }) => goodputBps),
  links: results.links.map(({ packets, marks, drops, sojournMs }) => ({ packets, marks, drops, sojournMs })),
});

function expectSame(own: Snapshot, other: Snapshot): void {
  expect(own.programs[0].stopped).toBeNull();
  expect(curvesOf(own)).toEqual(curvesOf(other));
}

/** Returns the code after replacements, each of which must apply. */
function changed(code: string, ...pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, code);
}

describe("hooks of a sender", () => {
  const PATH = "rtt=60ms&duration=20s&flows=2&aqm=droptail&limit=200p&ecn=off";

  test("onSegment gives the RTT of each segment: a Vegas that uses the smallest one equals the built-in Vegas", () => {
    const code = changed(template("delay-based"), [
      "function onSample(tcp) {\n  baseRttMs = min(baseRttMs, tcp.rttMs)\n  roundRttMs = min(roundRttMs, tcp.rttMs)\n",
      "function onSegment(segment, tcp) {\n  if (segment.isRetransmission) return\n  baseRttMs = min(baseRttMs, segment.rttMs)\n  roundRttMs = min(roundRttMs, segment.rttMs)\n}\n\nfunction onSample(tcp) {\n",
    ]);
    expectSame(customRun(code, `cc=own&${PATH}`), builtIn(`cc=vegas&${PATH}`));
  });

  test("onSegment is called once for each segment, also for segments reported only by SACK", () => {
    const code = senderWith(
      `// @probe told (count)\n// @probe twice (count)\nlet told = 0, twice = 0\nconst seen = new Set()
function onSegment(segment) { told += 1; if (seen.has(segment.seq)) twice += 1; seen.add(segment.seq) }`,
    );
    const { flows, results, programs } = customRun(
      code,
      "cc=own&rtt=30ms&duration=5s&loss=0.01&capacity=5Mbps",
    );
    expect(programs[0].stopped).toBeNull();
    const [told, twice] = flows[0].probes.map(({ series }) => series.last[series.length - 1]);
    expect(results.flows[0].retransmissions).toBeGreaterThan(5);
    expect(twice).toBe(0);
    expect(told).toBeGreaterThan(1000);
  });

  test("oneWayDelayMs is the forward part of the RTT: a Vegas that uses it equals the built-in Vegas", () => {
    const code = changed(
      template("delay-based"),
      [
        "function onSample(tcp) {",
        "// The way back has no queue, so that it always takes the same time.\nlet backMs = 0\nconst inNs = (ms) => Math.round(ms * 1e6) / 1e6\nfunction onSample(tcp) {\n  if (backMs === 0) backMs = tcp.rttMs - tcp.oneWayDelayMs\n  const rttMs = inNs(tcp.oneWayDelayMs + backMs)",
      ],
      ["min(baseRttMs, tcp.rttMs)", "min(baseRttMs, rttMs)"],
      ["min(roundRttMs, tcp.rttMs)", "min(roundRttMs, rttMs)"],
    );
    const settings = `${PATH}&delayed-ack=1`;
    expectSame(customRun(code, `cc=own&${settings}`), builtIn(`cc=vegas&${settings}`));
  });

  test("oneWayDelayMs excludes the queue of the return path", () => {
    const code = senderWith(
      "// @probe most (ms)\n// @probe back (ms)\nlet most = 0, back = 0\nfunction onSample(tcp) { most = max(most, tcp.oneWayDelayMs); back = max(back, tcp.rttMs - tcp.oneWayDelayMs) }",
    );
    const { flows, programs } = customRun(
      code,
      "capacity=20Mbps&reverse-capacity=1Mbps&aqm=droptail&limit=100p&duration=15s&flow=cc=own,rtt=40ms&flow=cc=newreno,route=reverse",
    );
    expect(programs[0].stopped).toBeNull();
    const [most, back] = flows[0].probes.map(({ series }) => series.last[series.length - 1]);
    expect(most).toBeGreaterThan(15);
    expect(back).toBeGreaterThan(20);
  });

  test("onSend is called for each segment sent: a DCTCP whose windows end at the newest sent segment equals the built-in DCTCP", () => {
    const code = changed(
      template("dctcp"),
      [
        "let alpha = 1",
        "let next = 0\nfunction onSend(segment) { if (!segment.isRetransmission) next = segment.seq + 1 }\n\nlet alpha = 1",
      ],
      ["windowEnd = tcp.nxt", "windowEnd = next"],
    );
    const settings = "aqm=step&rtt=20ms&duration=10s&flows=2";
    expectSame(customRun(code, `cc=own&${settings}`), builtIn(`cc=dctcp&dctcp-alpha=real&${settings}`));
  });

  test("onSend can set the pacing rate for the gap after the segment", () => {
    const code = `// @sender Spaced
// @paced
function onAck(tcp) { tcp.cwnd = 50 }
function onSend(segment, tcp) { tcp.pacingRateBps = 2e6 }`;
    const { results, programs } = customRun(code, "cc=own&capacity=10Mbps&rtt=20ms&duration=10s&warmup=1s");
    expect(programs[0].stopped).toBeNull();
    expect(results.flows[0].goodputBps / 2e6).toBeCloseTo(1, 2);
  });

  test("isAppLimited is true only for an application that pauses", () => {
    const code = senderWith(
      "// @probe limited (count)\nlet limited = 0\nfunction onSample(tcp) { if (tcp.isAppLimited) limited += 1 }",
    );
    const limited = (settings: string) => {
      const { flows, programs } = customRun(code, `cc=own&rtt=20ms&duration=5s&${settings}`);
      expect(programs[0].stopped).toBeNull();
      const [{ series }] = flows[0].probes;
      return series.last[series.length - 1];
    };
    expect(limited("traffic=bulk")).toBe(0);
    expect(limited("traffic=on-off&on-time=0.2s&off-time=0.3s&reconnect=off")).toBeGreaterThan(0);
  });

  test("onTick without an effect leaves NewReno as it is", () => {
    const code = changed(template("abe"), [
      "function onMark(tcp) {",
      "wakeIn(7)\nfunction onTick(tcp) { wakeIn(7) }\n\nfunction onMark(tcp) {",
    ]);
    const settings = "aqm=codel&rtt=60ms&duration=20s&flows=2";
    expectSame(customRun(code, `cc=own&${settings}`), builtIn(`cc=newreno&beta-ecn=0.8&${settings}`));
  });

  test("onTick is called at the time given to wakeIn, and a window that it opens is used at once", () => {
    const code = `// @sender Clocked
// @probe ticks (count)
// @probe late (ms)
let ticks = 0, late = 0
wakeIn(50)
function onTick(tcp) {
  ticks += 1
  late = max(late, Math.abs(tcp.nowMs - 50 * ticks))
  tcp.cwnd = ticks < 20 ? 2 : 40
  wakeIn(50)
}
function onAck() {}`;
    const { flows, results, programs } = customRun(
      code,
      "cc=own&rtt=50ms&duration=4s&warmup=2s&capacity=20Mbps",
    );
    expect(programs[0].stopped).toBeNull();
    const [ticks, late] = flows[0].probes.map(({ series }) => series.last[series.length - 1]);
    expect([ticks, late]).toEqual([80, 0]);
    // 40 segments of 1448 bytes in each round trip.
    expect(results.flows[0].goodputBps).toBeGreaterThan(0.95 * 40 * 1448 * 8 * 20 * (50 / 51));
  });

  test.each([
    ["a time that is too short", "wakeIn(0)", "wakeIn takes a number of ms from 0.001 to 1e7, got 0"],
    ["a text as time", 'wakeIn("5")', "wakeIn takes a number of ms"],
    ["a field of a segment that does not exist", "segment.size", "There is no segment.size"],
    ["a field of a segment that is set", "segment.rttMs = 1", "rttMs can only be read"],
  ])("%s ends the program with a sentence", (_, line, why) => {
    const code = senderWith(`function onSend(segment, tcp) { ${line} }`);
    expect(customRun(code, "cc=own&duration=1s").programs[0].stopped?.message).toContain(why);
  });
});

/** CoDel's law as in src/engine/aqm/codel/codel.ts, with drops at the head before the link takes a packet. */
const CODEL_AT_HEAD = `// @queue CoDel at the head
const target = 5, interval = 100
let firstAboveMs = 0, nextMs = 0, count = 0, lastCount = 0, root = 1
let dropping = false
// Step of the law that follows a drop.
let after = ""

const gap = () => Math.round(interval * root * 1e6) / 1e6
function stepRoot() { root = root * (3 - count * root * root) / 2 }

function isLate(queue) {
  if (headMs(0) < target || queue.bytes - headBytes(0) <= 1500) {
    firstAboveMs = 0
    return false
  }
  if (firstAboveMs === 0) {
    firstAboveMs = queue.nowMs + interval
    return false
  }
  return queue.nowMs >= firstAboveMs
}

function onServe(queue) {
  const late = isLate(queue)
  const since = after
  after = ""
  if (since === "entered") return
  if (since === "dropped") {
    if (late) nextMs += gap()
    else dropping = false
  }
  if (dropping) {
    if (!late) dropping = false
    else if (queue.nowMs >= nextMs) {
      count += 1
      stepRoot()
      after = "dropped"
      dropHead()
    }
  } else if (late && since === "") {
    dropping = true
    const delta = count - lastCount
    const resumes = delta > 1 && queue.nowMs - nextMs < 16 * interval
    count = resumes ? delta : 1
    if (resumes) stepRoot()
    else root = 1
    lastCount = count
    nextMs = queue.nowMs + gap()
    after = "entered"
    dropHead()
  }
}

function onEmpty() {
  firstAboveMs = 0
  dropping = false
  after = ""
}`;

/** DualPI2 as in RFC 9332 §A.1, with the built-in defaults. */
const DUALPI2 = `// @queue DualPI2 by hand
// @queues 2
const L = 0, C = 1
const alpha = 0.16, beta = 3.2, k = 2, share = 0.1, targetNs = 15e6, stepNs = 1e6
const FULL = 1514
let p = 0, delayOldNs = 0, credit = (2 * share - 1) * FULL, served = L
const inNs = (ms) => Math.round(ms * 1e6)
const squared = () => random() < p && random() < p
wakeIn(16)

function onTick() {
  const delayNs = max(inNs(headMs(L)), inNs(headMs(C)))
  const error = alpha * (delayNs - targetNs) + beta * (delayNs - delayOldNs)
  p = min(1, max(0, p + error / 1e9))
  delayOldNs = delayNs
  wakeIn(16)
}

function enqueue(packet) { joinQueue((packet.ecn & 1) === 1 ? L : C) }

function onServe() {
  served = packetsIn(L) > 0 && (packetsIn(C) === 0 || credit <= 0) ? L : C
  serveQueue(served)
}

function account(packet) {
  if (served === L) { if (packetsIn(C) > 0) credit += share * packet.size }
  else if (packetsIn(L) > 0) credit -= (1 - share) * packet.size
}

function dequeue(packet, queue) {
  if (signals(packet, queue)) account(packet)
}

// Returns false if the packet is dropped.
function signals(packet, queue) {
  const isShort = queue.bytes < 2 * FULL
  if (served === C) {
    if (isShort || !squared()) return true
    if (p <= 1 / k && mark()) return true
    drop()
    return false
  }
  const isLate = inNs(packet.sojournMs) > stepNs && packetsIn(L) >= 1
  let isChosen = isLate
  if (!isShort) {
    if (p > 1 / k) {
      isChosen = true
      if (squared()) { drop(); return false }
    } else if (random() < k * p && !isLate) isChosen = true
  }
  if (!isChosen || mark()) return true
  drop()
  return false
}

function onEmpty() { credit = (2 * share - 1) * FULL }`;

describe("hooks of a queue", () => {
  test("two queues, the ECN field and headMs are enough to write a DualPI2 that equals the built-in one", () => {
    const flows = "flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms,start=1";
    const settings = `${flows}&capacity=40Mbps&duration=15s&seed=3`;
    const own = customRun(DUALPI2, `aqm=own&${settings}`);
    expectSame(own, builtIn(`aqm=dualpi2&${settings}`));
    expect(own.results.links[0].marks).toBeGreaterThan(100);
    expect(own.results.links[0].drops.aqm + own.results.flows[1].ecnReductions).toBeGreaterThan(0);
  });

  test("dropHead in onServe is enough to write a CoDel that equals the built-in one without ECN", () => {
    const settings = "cc=newreno&ecn=off&rtt=60ms&flows=3&duration=20s&capacity=8Mbps";
    const own = customRun(CODEL_AT_HEAD, `aqm=own&${settings}`);
    expectSame(own, builtIn(`aqm=codel&${settings}`));
    expect(own.results.links[0].drops.aqm).toBeGreaterThan(10);
  });

  const FULL = "cc=newreno&ecn=off&rtt=20ms&flows=3&duration=15s&capacity=10Mbps&limit=40p";
  const queue = (onFull: string) => `// @queue Q\nfunction onFull(packet, queue) { ${onFull} }`;

  test("onFull without a drop, or with drop(), gives DropTail", () => {
    const droptail = builtIn(`aqm=droptail&${FULL}`);
    expect(droptail.results.links[0].drops.overflow).toBeGreaterThan(5);
    for (const hook of ["", "drop()"]) expectSame(customRun(queue(hook), `aqm=own&${FULL}`), droptail);
  });

  test("dropHead makes room at a full queue: the newest packet stays, and the loss is detected a queue delay earlier", () => {
    const lossAt = ({ flowEvents }: Snapshot) =>
      flowEvents.timeS[[...flowEvents.kind].indexOf(FLOW_EVENT.lossReduction)];
    const own = customRun(queue("dropHead()"), `aqm=own&${FULL}`);
    expect(own.programs[0].stopped).toBeNull();
    expect(own.results.links[0].drops.aqm).toBe(0);
    expect(own.results.links[0].drops.overflow).toBeGreaterThan(5);
    expect(own.results.links[0].queuePackets.max).toBeLessThanOrEqual(41);
    // 40 packets of 1500 bytes take 48 ms at 10 Mbps.
    expect(lossAt(builtIn(`aqm=droptail&${FULL}`)) - lossAt(own)).toBeCloseTo(0.048, 2);
  });

  test("dropRandom drops packets from all places of the queue", () => {
    const scenario = customScenario(queue("dropRandom()"), `aqm=own&${FULL}`);
    const waitedMs = [...packetRows(scenario)].flatMap(({ event, sojourn_ms }) =>
      event === "drop-by-overflow" ? [sojourn_ms ?? -1] : [],
    );
    // A packet at the end has waited for a moment, one at the head for nearly 48 ms.
    const share = (fromMs: number, toMs: number) =>
      waitedMs.filter((ms) => ms >= fromMs && ms < toMs).length / waitedMs.length;
    expect(waitedMs.length).toBeGreaterThan(40);
    for (const [from, to] of [
      [0, 16],
      [16, 32],
      [32, 48],
    ])
      expect(share(from, to)).toBeGreaterThan(0.15);
  });

  test("a queue that is served by turns gives each of two flows half of the link", () => {
    const code = `// @queue Turns
// @queues 2
let turn = 0
function enqueue(packet) { joinQueue(packet.connection % 2) }
function onServe() { turn = packetsIn(1 - turn) > 0 ? 1 - turn : turn; serveQueue(turn) }`;
    const settings = "flow=cc=cubic,rtt=20ms&flow=cc=newreno,rtt=80ms&ecn=off&duration=30s&capacity=10Mbps";
    const ratio = (run: Snapshot) => {
      const rates = run.results.flows.map(({ goodputBps }) => goodputBps);
      return Math.max(...rates) / Math.min(...rates);
    };
    const own = customRun(code, `aqm=own&${settings}`);
    expect(own.programs[0].stopped).toBeNull();
    expect(ratio(own)).toBeLessThan(1.25);
    expect(ratio(builtIn(`aqm=droptail&${settings}`))).toBeGreaterThan(1.6);
  });

  test.each([
    [
      "a queue that is not declared",
      "// @queues 2",
      "joinQueue(2)",
      "takes the number of a queue, 0 to 1, got 2",
    ],
    ["a second queue without @queues", "", "joinQueue(1)", "0 (the line // @queues declares more), got 1"],
    ["a fraction of a queue", "// @queues 2", "headMs(0.5)", "got 0.5"],
    ["a name of a queue", "// @queues 2", 'packetsIn("0")', "got 0"],
    ["a head drop in an unknown queue", "", "dropHead(-1)", "got -1"],
  ])("%s ends the program with a sentence", (_, head, line, why) => {
    const code = `// @queue Q\n${head}\nfunction enqueue() { ${line} }`;
    expect(customRun(code, "aqm=own&duration=1s").programs[0].stopped?.message).toContain(why);
  });

  test.each([
    ["0", "1"],
    ["17", "1"],
    ["two", "1"],
  ])("a number of queues must be 1 to 16, got %s", (given) => {
    expect(() => customRun(`// @queue Q\n// @queues ${given}\nfunction enqueue() {}`, "aqm=own")).toThrow(
      "After @queues comes a number of queues from 1 to 16.",
    );
  });

  test("a request to drop more packets than wait drops all waiting packets", () => {
    const code = "// @queue Q\nfunction dequeue() { for (let i = 0; i < 100; i++) dropHead() }";
    const { programs, results } = customRun(code, "aqm=own&duration=3s&cc=newreno");
    expect(programs[0].stopped).toBeNull();
    expect(results.links[0].drops.aqm).toBeGreaterThan(0);
  });
});
