import { describe, expect, test } from "vitest";
import { type Question, type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { plainTcp } from "../plain-tcp.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

type Stretch = Extract<Question, { kind: "stretch" }>;

const of = (url: string) => scenarioFromUrl(plainTcp(url)).scenario;

function ask(scenario: Scenario, asked: Pick<Stretch, "of" | "fromS" | "toS"> & Partial<Stretch>) {
  const question: Stretch = { kind: "stretch", link: 0, flow: null, ...asked };
  const { story } = tell(tellerOf(scenario), question);
  return { story, text: textOf(story) };
}

describe("the explanation of a time range of the queue delay", () => {
  test("gives, for an empty queue, the idle time, the reduction before it, and the window compared with the path", () => {
    const { text, story } = ask(of("duration=30s"), { of: "queue", fromS: 7.7, toS: 9 });
    expect(text).toMatch(
      /The link was idle for [\d.]+ % of that time, so the queue was empty again and again\./,
    );
    expect(text).toMatch(
      /The window of flow 1 was 4\d to 60 segments\. The path holds 83 segments without a queue: with/,
    );
    const { flowEvents } = runScenario(of("duration=30s")).snapshot();
    const last = [...flowEvents.timeS].filter((s) => s <= 7.7).at(-1);
    expect(text).toContain(
      `The last cut before that was at ${last?.toFixed(3)} s: flow 1 went from 90 to 45 segments.`,
    );
    expect(story.chain.map(({ atS }) => atS)).toContain(last);
  });

  test("gives the phases of a flow that joined shortly before the end, also those after slow start", () => {
    const { text } = ask(scenarioFromUrl("flow=start=99s").scenario, {
      of: "cwnd",
      fromS: 0,
      toS: 100,
      flow: 0,
    });
    expect(text).toMatch(
      /Flow 1 was from 99\.\d+ s on in slow start and from 99\.\d+ s on in the reduction for a mark/,
    );
  });

  test("gives the state of the algorithm at the end, in a sentence and as a rule", () => {
    const { text, story } = ask(of("duration=30s"), { of: "queue", fromS: 7.7, toS: 9 });
    expect(text).toMatch(
      /At the end of this time CoDel was not in its signalling state; its count was \d+\./,
    );
    expect(story.rules[0].formula).toMatch(/^not in its signalling state, count \d+$/);
  });

  test("does not count packets that find no room as signals of the queue", () => {
    const full = of("aqm=droptail&limit=50p&ecn=off&duration=9s");
    const { text } = ask(full, { of: "queue", fromS: 0, toS: 8 });
    expect(text).toMatch(
      /In this time \d+ packets found the queue full and were dropped; DropTail sent no mark and no early drop\./,
    );
    expect(text).not.toContain("neither marked nor dropped");
  });

  test("above the target, says that the excess over the path's capacity waits", () => {
    const { text } = ask(of("duration=30s"), { of: "queue", fromS: 6.9, toS: 7.0 });
    expect(text).toMatch(/packets waited in the queue for [\d.]+ ms on average.*; the target is 5 ms/);
    expect(text).toContain("the excess waits in the queue");
  });

  test("compares flows with different round trips by their rates", () => {
    const url = "flow=cc=newreno,rtt=50ms&flow=cc=newreno,rtt=200ms&duration=30s";
    expect(ask(of(url), { of: "queue", fromS: 10, toS: 12 }).text).toMatch(
      /Each window divided by its round-trip time without a queue gives [\d.]+ Mbps to [\d.]+ Mbps together; the link has 10 Mbps/,
    );
  });

  test("uses the values in force before and after a change during a run", () => {
    const url = "set=12s:capacity=5Mbps&set=12s:target=20ms&set=16s:aqm=pie&duration=20s";
    const scenario = of(url);
    const before = ask(scenario, { of: "queue", fromS: 8, toS: 10 }).text;
    expect(before).toMatch(/the target is 5 ms/);
    expect(before).toContain("The path holds 83");
    const after = ask(scenario, { of: "queue", fromS: 13, toS: 15 });
    expect(after.text).toMatch(/the target is 20 ms/);
    expect(after.text).toContain("The path holds 41");
    expect(after.story.rules.map(({ algorithm }) => algorithm)).toEqual(["codel"]);
    expect(ask(scenario, { of: "queue", fromS: 17, toS: 19 }).story.rules[0].algorithm).toBe("pie");
    expect(ask(scenario, { of: "queue", fromS: 10, toS: 14 }).text).toMatch(/the link has 5 Mbps to 10 Mbps/);
  });

  test("covers a range without a packet in flight", () => {
    const { text } = ask(of("flow=cc=newreno,start=10&duration=20s"), { of: "queue", fromS: 2, toS: 4 });
    expect(text).toContain("no packet left the queue");
    expect(text).toContain("No flow had cut its window before.");
    expect(text).toContain("In this time CoDel neither marked nor dropped a packet.");
  });

  test("names the link if there are several", () => {
    const { text } = ask(of("path=parking-lot&hops=2&duration=10s"), {
      of: "queue",
      link: 1,
      fromS: 4,
      toS: 6,
    });
    expect(text).toContain("the queue of Hop 2");
  });
});

describe("the explanation of the view for a run with one flow", () => {
  test("of the queue gives cwnd's range, which contains the reductions", () => {
    const { text } = ask(of("v=2&duration=30s"), { of: "queue", fromS: 0, toS: 30 });
    expect(text).toContain("The window of flow 1 was 10 to 253 segments. The path holds 83 segments");
    expect(text).toContain("flow 1 went from 253 to 126 segments");
  });

  test("of cwnd gives the window, and does not repeat the rates", () => {
    const { text, story } = ask(of("v=2&duration=30s"), { of: "cwnd", fromS: 8, toS: 30 });
    expect(story.title).toBe("Window");
    expect(text).toMatch(
      /the cwnd of flow 1 went from \d+ to \d+ segments\. Its minimum was 45 and its maximum 90/,
    );
    expect(text).toMatch(/It was cut 4 times for a mark\./);
    expect(text).not.toMatch(/Mbps/);
  });

  test("of throughput gives the window compared with the path, idle time, losses, and what waited for a retransmission", () => {
    const url = "v=2&aqm=droptail&cc=cubic&ecn=off&duration=30s";
    const { text } = ask(of(url), { of: "throughput", fromS: 14.5, toS: 18.7 });
    expect(text).toMatch(/The window of flow 1 was \d+ to \d+ segments\. The path holds 83 segments/);
    expect(text).toContain("The link was busy all the time.");
    expect(text).toMatch(/it sent \d+ packets, of which \d+ repeated an earlier one; \d+ were lost/);
    expect(text).toMatch(
      /The receiver holds back all segments that arrive after a lost one, here for up to 1\.\d+ s/,
    );
    expect(text).toMatch(/up to \d+ segments could be delivered at once: the in-order rate jumps/);
  });
});

describe("the explanation of a time range of the throughput", () => {
  const scenario = of("flow=cc=newreno,rtt=50ms&flow=cc=newreno,rtt=200ms&duration=80s");

  test("says why a flow gets more than the flow that gets least", () => {
    const link = "aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&capacity=40Mbps&duration=20s";
    const { text } = ask(of(link), { of: "throughput", flow: 0, fromS: 5, toS: 20 });
    expect(text).toMatch(/That is more than its fair share/);
    expect(text).toMatch(/the round trip of flow 2 took [\d.]+ ms on average, that of flow 1 [\d.]+ ms/);
    expect(text).toMatch(/two different signals: the queue marked \d+ of [\d\s]+ packets of flow 2/);
    expect(text).toMatch(/Flow 2 got least, [\d.]+ Mbps\./);
  });

  test("says what a lone sender was doing: PROBE_RTT empties the pipe, slow start fills the queue", () => {
    const bbr = ask(of("cc=bbr1&aqm=droptail&limit=100p&duration=12s"), {
      of: "throughput",
      flow: 0,
      fromS: 10,
      toS: 11,
    });
    expect(bbr.text).toMatch(/in PROBE_RTT for [\d.]+ %/);
    const pie = ask(of("aqm=pie&duration=30s"), { of: "queue", fromS: 0, toS: 3 });
    expect(pie.text).toMatch(/Flow 1 was in .*slow start/);
  });

  test("names a longer round trip, the numbers of cuts, and theory", () => {
    const { text } = ask(scenario, { of: "throughput", flow: 1, fromS: 20, toS: 50 });
    const { samples, flowEvents } = runScenario(scenario).snapshot();
    const at = (s: number) => samples.receivedBytes[1][Math.round(s / samples.intervalS)];
    const mbps = ((at(50) - at(20)) * 8) / 30 / 1e6;
    expect(text).toContain(
      `From 20.000 s to 50.000 s the receiver of flow 2 got ${Number(mbps.toPrecision(3))} Mbps.`,
    );
    expect(text).toContain("its fair share of the path, which is 4.83 Mbps");
    expect(text).toContain(
      "Without a queue the round trip of flow 2 is 200 ms, and that of flow 1 is 50 ms.",
    );
    const cuts = (flow: number) =>
      [...flowEvents.timeS].filter((s, i) => s >= 20 && s <= 50 && flowEvents.flow[i] === flow).length;
    expect(text).toContain(
      `the window of flow 2 was cut ${cuts(1)} times, and the window of flow 1 was cut ${cuts(0)} times.`,
    );
    expect(text).toMatch(/Theory \(.*\) gives [\d.]+ Mbps for flow 2 over the whole run/);
  });

  test("names different senders, different responses to marks, and ECN or its absence", () => {
    const flows = "flow=cc=cubic,ecn=on&flow=cc=newreno,ecn=off&duration=30s";
    const senders = ask(of(flows), { of: "throughput", fromS: 10, toS: 25 }).text;
    expect(senders).toMatch(/The senders differ: flow \d is (CUBIC|NewReno), flow \d is (CUBIC|NewReno)\./);
    expect(senders).toContain("ECN differs");
    const answers = "flow=cc=newreno,beta-ecn=0.85&flow=cc=newreno,beta-ecn=0.5&duration=60s";
    expect(ask(of(answers), { of: "throughput", flow: 1, fromS: 20, toS: 50 }).text).toContain(
      "β_ecn, the share of cwnd that is kept after a mark, is 0.5 for flow 2 and 0.85 for flow 1.",
    );
  });

  test("with two queues of one link, names the measured round trips and the two signals", () => {
    const dual = of(
      "v=2&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&capacity=40Mbps&duration=12s",
    );
    const { text } = ask(dual, { of: "throughput", flow: 1, fromS: 4, toS: 11 });
    expect(text).toMatch(
      /With its queue the round trip of flow 2 took 3\d(\.\d)? ms on average, that of flow 1 2\d(\.\d)? ms/,
    );
    expect(text).toMatch(
      /They get two different signals: the queue marked \d+ of \d+ packets of flow 2 and \d+ of/,
    );
  });

  test("covers a flow that joined late, one that needs little, and a range without a flow", () => {
    const late = of("flow=cc=newreno&flow=cc=newreno,start=18&duration=30s");
    expect(ask(late, { of: "throughput", flow: 1, fromS: 10, toS: 20 }).text).toContain(
      "Flow 2 joined only at 18 s.",
    );
    const thin = of("flow=cc=newreno&flow=traffic=cbr,cbr-rate=0.1Mbps&duration=20s");
    expect(ask(thin, { of: "throughput", flow: 1, fromS: 5, toS: 15 }).text).toMatch(/Flow 2 needs no more/);
    const idle = of("flow=cc=newreno,start=10&duration=20s");
    expect(ask(idle, { of: "throughput", fromS: 2, toS: 5 }).text).toContain("no flow had anything to send");
  });
});

test("the explanation of fairness gives Jain's index among flows that need more than they get", () => {
  const { text, story } = ask(of("flow=cc=newreno,rtt=50ms&flow=cc=newreno,rtt=200ms&duration=60s"), {
    of: "fairness",
    fromS: 20,
    toS: 50,
  });
  expect(text).toMatch(/Jain's index of their rates is 0\.\d+/);
  expect(text).toMatch(/Flow 2 got least, [\d.]+ Mbps; flow 1 got most, [\d.]+ Mbps/);
  expect(story.title).toBe("Fairness");
  const alone = ask(of("duration=30s"), { of: "fairness", fromS: 10, toS: 20 }).text;
  expect(alone).toMatch(
    /to 20\.000 s flow 1 got [\d.]+ Mbps\. No other flow had data to send, so it did not have to share the link\./,
  );
  const thin = of("flow=cc=newreno&flow=traffic=cbr,cbr-rate=0.1Mbps&duration=20s");
  expect(ask(thin, { of: "fairness", fromS: 5, toS: 15 }).text).toMatch(
    /the flows that had data to send together got [\d.]+ Mbps\. Only flow 1 needed more than it got/,
  );
});

test("in a range before a change of sender, each flow is explained by its sender at that time", () => {
  const url =
    "flow=cc=newreno,rtt=50ms&flow=cc=newreno,rtt=50ms&set=10s:flow2.rtt=200ms&set=10s:flow2.cc=cubic&duration=30s";
  const scenario = of(url);
  const before = ask(scenario, { of: "throughput", flow: 1, fromS: 4, toS: 9 }).text;
  expect(before).not.toMatch(/senders differ|round trip of/);
  const after = ask(scenario, { of: "throughput", flow: 1, fromS: 15, toS: 29 }).text;
  expect(after).toMatch(/the round trip of flow 2 is 200 ms, and that of flow 1 is 50 ms/);
  expect(after).toContain("The senders differ: flow 2 is CUBIC, flow 1 is NewReno.");
  expect(ask(scenario, { of: "cwnd", flow: 1, fromS: 4, toS: 9 }).story.rules[0].algorithm).toBe("newreno");
});

describe("the explanation of a time range of a window", () => {
  test("says what reduced it, how it grew, and that it was fully used", () => {
    const { text, story } = ask(of("duration=30s"), { of: "cwnd", flow: 0, fromS: 8, toS: 30 });
    const { flowEvents } = runScenario(of("duration=30s")).snapshot();
    const cuts = [...flowEvents.timeS].filter((s) => s >= 8 && s <= 30);
    expect(text).toContain(
      `It was cut ${cuts.length} times for a mark. The first cut was at ${cuts[0].toFixed(3)} s, from 90 to 45 segments.`,
    );
    expect(text).toMatch(/NewReno made it grow by \d+ segments in all, about (0\.9|1)\d* per round trip/);
    expect(text).toMatch(/were in flight, and cwnd held the sender back/);
    expect(story.chain.filter(({ label }) => label.startsWith("cwnd ×")).map(({ atS }) => atS)).toEqual(cuts);
  });

  const cubic = of("v=2&capacity=50Mbps&cc=cubic&duration=40s");

  test.each([
    [
      18,
      22.5,
      /W_max = 374 segments, which fast convergence has lowered from 441: .* K = 5\.48 s/,
      "concave",
    ],
    [24, 28, /W_max = 374 segments, which fast convergence has lowered from 441: .* K = 5\.48 s/, "convex"],
  ])("from %s s to %s s gives CUBIC's curve by its numbers and its region", (fromS, toS, numbers, region) => {
    const { text, story } = ask(cubic, { of: "cwnd", flow: 0, fromS, toS });
    expect(text).toContain(`Flow 1 was in the ${region} region`);
    expect(text).toMatch(numbers);
    expect(text).toContain(`s old and ${region}`);
    expect(story.rules[0].formula).toMatch(
      /^W_cubic\(t\) = C·\(t − K\)³ \+ W_max = 0\.4·\([\d.]+ − 5\.48\)³ \+ 374$/,
    );
  });

  test("at a short round trip says that the Reno-friendly window leads, as the explanation of the reduction does", () => {
    const short = of("cc=cubic&rtt=20ms&duration=30s");
    const { text } = ask(short, { of: "cwnd", flow: 0, fromS: 15, toS: 16 });
    expect(text).toMatch(/was in the Reno-friendly region for [\d.]+ % of the time/);
    expect(text).toContain("cwnd follows the Reno-friendly window, W_est = ");
    expect(text).not.toContain("cubic curve of the time");
  });

  test("says that BBR's PROBE_RTT takes cwnd to four segments", () => {
    const bbr = of("cc=bbr1&duration=12s&aqm=droptail&limit=100p");
    const { text, story } = ask(bbr, { of: "cwnd", flow: 0, fromS: 10, toS: 11 });
    expect(text).toContain("PROBE_RTT took cwnd from 176 to 4 segments.");
    expect(text).toContain(
      "BBRv1 had measured no smaller RTT for 10 s, so PROBE_RTT holds cwnd at 4 segments for 200 ms",
    );
    expect(text).toMatch(/pacing held the sender back after [\d.]+ % of the ACKs, cwnd after [\d.]+ %/);
    expect(story.chain.some(({ label }) => label === "PROBE_RTT")).toBe(true);
  });

  test("after a timeout names the loss state: cwnd starts again as in slow start", () => {
    const lossy = of("aqm=droptail&limit=100p&ecn=off&duration=25s&set=20s:loss=0.5&set=22s:loss=0");
    const { text } = ask(lossy, { of: "cwnd", flow: 0, fromS: 20, toS: 24 });
    expect(text).toMatch(/by a timeout/);
    expect(text).toMatch(/Loss state: after a timeout, cwnd starts again at one segment .* as in slow start/);
  });

  test("does not name a phase that ends at the start of the range", () => {
    const bbr = of("cc=bbr1&duration=12s&aqm=droptail&limit=100p");
    const { phases, phase, timeS } = runScenario(bbr).snapshot().flows[0].phases;
    const startS = timeS[[...phase].findIndex((one) => phases[one].label === "PROBE_RTT")];
    const { text } = ask(bbr, { of: "cwnd", flow: 0, fromS: startS - 0.0003, toS: startS + 0.2 });
    expect(text).toContain(`Flow 1 was in PROBE_RTT from ${startS.toFixed(3)} s on.`);
  });

  test("does not describe equal windows at both ends as a change", () => {
    const bbr = of("cc=bbr1&duration=12s&aqm=droptail&limit=100p");
    const { text } = ask(bbr, { of: "cwnd", flow: 0, fromS: 10, toS: 11 });
    expect(text).toMatch(/was 176 at the start and 176 segments at the end\. Its minimum was 4/);
  });

  test("compares a window that is not fully used by the data in flight", () => {
    const small = scenarioFromUrl("v=2&duration=9s&receive-window=20").scenario;
    expect(ask(small, { of: "cwnd", flow: 0, fromS: 3, toS: 8 }).text).toContain(
      "The path holds 83 segments without a queue: with fewer in flight the link is idle for a part of each round trip.",
    );
  });

  test.each([
    ["receive-window=20", "the receiver's window held the sender back"],
    [
      "flow=traffic=on-off,on-time=0.2s,off-time=0.2s,rtt=200ms",
      "the application, which had nothing more to send,",
    ],
    ["aqm=dualpi2&cc=prague&rtt=20ms", "pacing"],
  ])("says what limited the sender, with %s", (set, limit) => {
    const { text } = ask(of(`duration=9s&${set}`), { of: "cwnd", flow: 0, fromS: 3, toS: 8 });
    expect(text).toMatch(/were in flight, and .* held the sender back/);
    expect(text).toContain(limit);
  });

  test("says that nothing reduced the window, and that pacing limits it", () => {
    const { text } = ask(of("cc=bbr1&duration=20s"), { of: "cwnd", flow: 0, fromS: 3, toS: 8 });
    expect(text).toContain("No mark, loss or timeout cut it in this time.");
    expect(text).toContain("pacing held the sender back");
  });

  test("covers a flow without a window", () => {
    const { text } = ask(of("flow=traffic=cbr&duration=10s"), { of: "cwnd", flow: 0, fromS: 2, toS: 5 });
    expect(text).toContain("flow 1 has no window: it sent nothing over TCP");
  });
});
