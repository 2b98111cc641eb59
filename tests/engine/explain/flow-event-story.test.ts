/** Checks the default run's last reduction number by number against the engine. */
import { describe, expect, test } from "vitest";
import { defaultScenario, FLOW_EVENT, QUEUE_EVENT, scenarioFromUrl } from "../../../src/engine/index.ts";
import { CE } from "../../../src/engine/net/packet.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { networkOf } from "../../contract/witness.ts";
import { plainTcp } from "../plain-tcp.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

function eventsOf(url: string) {
  const { scenario } = scenarioFromUrl(plainTcp(url));
  const { flowEvents } = runScenario(scenario).snapshot();
  const times = (kind: keyof typeof FLOW_EVENT) =>
    [...flowEvents.timeS].filter((_, i) => flowEvents.kind[i] === FLOW_EVENT[kind]);
  return { scenario, times };
}

describe("a reduction for a mark", () => {
  const scenario = defaultScenario();
  const { flowEvents, links } = runScenario(scenario).snapshot();
  const cut = [...flowEvents.timeS].findIndex((s) => s > 50);
  const atS = flowEvents.timeS[cut];
  const [before, after] = [flowEvents.before[cut], flowEvents.after[cut]];
  const teller = tellerOf(scenario);
  const { story } = tell(teller, { kind: "flow-event", event: "ecnReduction", flow: 0, atS });
  const momentOf = (label: string) => story.chain.find((one) => one.label === label)?.atS ?? Number.NaN;

  test("names the mark that caused it, as in the queue's log", () => {
    const marks = [...links[0].events.timeS].filter((s) => s < atS);
    expect(momentOf("marked")).toBe(marks.at(-1));
  });

  test("states when the packet was received, and when the ECE arrived at the sender", () => {
    // Computes both times independently: a packet's way to the receiver takes half of the round trip, and so does the
    // way of the ACK.
    const simulation = new Simulation(scenario);
    const network = networkOf(simulation);
    simulation.advance(1);
    const connection = network.ends[0];
    const received: number[] = [];
    const onData = connection.onData.bind(connection);
    connection.onData = (packet) => {
      if (packet.ecn === CE) received.push(network.groups[0].farClock.nowNs / 1e9);
      onData(packet);
    };
    simulation.advance(atS);
    expect(momentOf("mark received")).toBe(received.at(-1));
    expect(momentOf("mark received")).toBeCloseTo(momentOf("marked") + 0.05, 9);
    expect(atS).toBeCloseTo(momentOf("mark received") + 0.05, 9);
    expect(textOf(story)).toContain(
      `at ${momentOf("mark received").toFixed(3)} s; the ECE came back at ${atS.toFixed(3)} s.`,
    );
  });

  test("gives the windows, the factor and the path's capacity", () => {
    expect(story.chain.find((one) => one.atS === atS)?.label).toBe("cwnd × 0.5");
    expect([before, after]).toEqual([90, 45]);
    const text = textOf(story);
    expect(text).toContain("cut cwnd from 90 to 45 segments: × 0.5");
    expect(text).toContain("45 segments are less than the path's 83");
  });

  test("states from when to when the link was repeatedly idle", () => {
    const simulation = new Simulation(scenario);
    const { port } = networkOf(simulation).links[0];
    simulation.advance(atS);
    const idle: number[] = [];
    // Seen from outside, the link is idle while nothing is being sent and nothing waits.
    for (let s = atS; s < atS + 8; s += 0.0005) {
      simulation.advance(s);
      if (!port.isSending) idle.push(s);
    }
    const [from, to] = [momentOf("queue runs empty"), momentOf("queue again")];
    expect(idle[0] - from).toBeGreaterThanOrEqual(0);
    expect(idle[0] - from).toBeLessThanOrEqual(0.0005);
    const last = idle.findIndex((s, i) => i + 1 === idle.length || idle[i + 1] - s > 0.15);
    expect(to - idle[last]).toBeGreaterThanOrEqual(0);
    expect(to - idle[last]).toBeLessThanOrEqual(0.0005);
  });

  test("links to the reductions before and after, and its times are in order", () => {
    expect(story.previous).toMatchObject({ kind: "flow-event", atS: flowEvents.timeS[cut - 1] });
    expect(story.next).toMatchObject({ atS: flowEvents.timeS[cut + 1] });
    const times = story.chain.map((one) => one.atS);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(story.rules).toEqual([
      { kind: "aqm", algorithm: "codel", formula: "100 ms / √1 = 100 ms" },
      { kind: "cc", algorithm: "newreno", formula: "β_ecn × cwnd = 0.5 × 90 = 45 segments" },
    ]);
  });

  test("the first reduction has no previous one, and the last one no next one", () => {
    const ends = [0, flowEvents.timeS.length - 1].map(
      (i) => tell(teller, { ...story.question, atS: flowEvents.timeS[i] } as typeof story.question).story,
    );
    expect(ends[0].previous).toBeNull();
    expect(ends[1].next).toBeNull();
  });

  test("does not report what a live run has not reached yet", () => {
    const early = tell(tellerOf(scenario), story.question, atS + 0.001).story;
    expect(early.next).toBeNull();
    expect(early.chain.every((one) => one.atS <= atS + 0.001)).toBe(true);
    expect(textOf(early)).not.toContain("empty");
  });
});

describe("other events", () => {
  test("a reduction for a loss names the drop and what detected it", () => {
    const { scenario, times } = eventsOf("aqm=droptail&limit=60p&ecn=off&duration=30s");
    const atS = times("lossReduction")[2];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "lossReduction", flow: 0, atS });
    expect(textOf(story)).toMatch(
      /arrived at the queue and was dropped. There was no room for it: 60 packets waited/,
    );
    expect(textOf(story)).toMatch(/ACKs had reported 3 later segments \(SACK\)/);
    expect(story.chain.map(({ label }) => label)).toContain("dropped: queue full");
  });

  test("without SACK the explanation names the third duplicate ACK", () => {
    const { scenario, times } = eventsOf("aqm=droptail&limit=60p&ecn=off&sack=off&duration=30s");
    const atS = times("lossReduction")[1];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "lossReduction", flow: 0, atS });
    expect(textOf(story)).toContain("the third duplicate ACK had arrived");
  });

  test("a tail loss probe is explained by how long nothing arrived, and what was sent", () => {
    const { scenario, times } = eventsOf(
      "traffic=http&loss=0.06&ecn=off&duration=20s&seed=3&loss-probes=on&rack-losses=on",
    );
    const atS = times("lossProbe")[0];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "lossProbe", flow: 0, atS });
    expect(textOf(story)).toMatch(/No ACK of \d+ outstanding segments? had reached flow 1 for two SRTT/);
    expect(textOf(story)).toMatch(/sent packet [\d ]+( once more)? at .*: a tail loss probe/);
    expect(story.title).toMatch(/^Tail loss probe/);
    expect(story.chain.map(({ label }) => label)).toContain("loss probe");
  });

  test("an undone timeout is explained by the time of the timeout, and the cwnd and ssthresh that are restored", () => {
    const { scenario, times } = eventsOf("ecn=off&duration=20s&frto=on&delay-pattern=10:400;10.9:0&seed=3");
    const atS = times("undo")[0];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "undo", flow: 0, atS });
    expect(textOf(story)).toMatch(/had timed out at .*the timeout was spurious/);
    expect(textOf(story)).toMatch(/cwnd went back from \d+ to \d+ segments, ssthresh to \d+/);
    expect(story.chain.map(({ label }) => label)).toEqual(expect.arrayContaining(["timeout", "cut undone"]));
  });

  test("a timeout is explained by the outstanding data and the length of the timer", () => {
    const { scenario, times } = eventsOf("loss=0.08&ecn=off&duration=60s&seed=3");
    const atS = times("rto")[0];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "rto", flow: 0, atS });
    expect(textOf(story)).toMatch(/was lost at random on the link/);
    expect(textOf(story)).toMatch(/RTO [\d.]+ m?s, from SRTT [\d.]+ ms/);
    expect(textOf(story)).toMatch(/\d+ segments? were outstanding/);
  });

  test("if many packets were lost, the first one is named", () => {
    const { scenario, times } = eventsOf("aqm=droptail&limit=60p&ecn=off&duration=5s");
    const [atS] = times("lossReduction");
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "lossReduction", flow: 0, atS });
    const { timeS, kind } = runScenario(scenario).snapshot().links[0].events;
    const drops = [...timeS].filter((s, i) => s < atS && kind[i] === QUEUE_EVENT.overflowDrop);
    expect(drops.length).toBeGreaterThan(5);
    expect(story.chain.find(({ label }) => label === "dropped: queue full")?.atS).toBe(drops[0]);
  });

  test("a timeout names the transmission that the timer waited for, not an earlier one, however long ago it was", () => {
    const { scenario, times } = eventsOf("ecn=off&loss=0.3&duration=60s");
    const teller = tellerOf(scenario);
    const told = times("rto").map((atS) => {
      const { story } = tell(teller, { kind: "flow-event", event: "rto", flow: 0, atS });
      const text = textOf(story);
      expect(text).toMatch(/was lost at random|had arrived at|was still under way|was not lost/);
      const [, length, unit] = /: RTO ([\d.]+) (m?s),/.exec(text) ?? [];
      const rtoS = Number(length) / (unit === "ms" ? 1000 : 1);
      const lostS = story.chain.find(({ label }) => label === "lost on the link")?.atS ?? Number.NaN;
      return { isDoubled: /doubled (?:[2-9]|\d\d) times/.test(text), waitedS: atS - lostS, rtoS };
    });
    const doubled = told.filter(({ isDoubled, waitedS }) => isDoubled && !Number.isNaN(waitedS));
    expect(doubled.length).toBeGreaterThan(0);
    // The timer was started by the retransmission, some milliseconds before the retransmission was lost.
    for (const { waitedS, rtoS } of doubled) expect(waitedS).toBeLessThanOrEqual(rtoS * 1.01);
  });

  test("with two flows, the requested one is explained, with its own previous and next reductions", () => {
    const { scenario } = scenarioFromUrl(plainTcp("flow=cc=newreno&flow=cc=newreno,rtt=40ms&duration=30s"));
    const { flowEvents } = runScenario(scenario).snapshot();
    const cutsOf = (flow: number) =>
      [...flowEvents.timeS].filter(
        (_, i) => flowEvents.flow[i] === flow && flowEvents.kind[i] === FLOW_EVENT.ecnReduction,
      );
    const [first, second] = [cutsOf(0), cutsOf(1)];
    const atS = first[2];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "ecnReduction", flow: 1, atS });
    const nearest = second.reduce((one, s) => (Math.abs(s - atS) < Math.abs(one - atS) ? s : one));
    expect(story.question).toMatchObject({ flow: 1, atS: nearest });
    expect(story.title).toContain("flow 2");
    expect(story.next).toMatchObject({ flow: 1, atS: second[second.indexOf(nearest) + 1] });
  });

  test("the event after a reduction is the next one of the same flow, not of another flow", () => {
    const { scenario } = scenarioFromUrl(plainTcp("flow=cc=cubic&flow=cc=cubic,rtt=40ms&duration=15s"));
    const { timeS, kind, flow } = runScenario(scenario).snapshot().flowEvents;
    const own = [...timeS].filter((_, i) => flow[i] === 0 && kind[i] !== FLOW_EVENT.slowStartExit);
    const teller = tellerOf(scenario);
    const told = own.flatMap((atS, i) => {
      const event = kind[timeS.indexOf(atS)] === FLOW_EVENT.ecnReduction ? "ecnReduction" : "lossReduction";
      const { story } = tell(teller, { kind: "flow-event", event, flow: 0, atS });
      const next = story.chain.find(({ label }) => label === "next cut");
      return next === undefined ? [] : [[next.atS, own[i + 1]]];
    });
    expect(told.length).toBeGreaterThan(0);
    for (const [saidS, nextS] of told) expect(saidS).toBe(nextS);
  });

  test("the end of slow start gives the window, the SRTT and the path's capacity", () => {
    const { scenario, times } = eventsOf("cc=cubic&hystart=on&aqm=droptail&ecn=off&duration=20s");
    const atS = times("slowStartExit")[0];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "slowStartExit", flow: 0, atS });
    expect(textOf(story)).toMatch(/left slow start at cwnd \d+: ssthresh is now \d+ segments/);
    expect(textOf(story)).toMatch(/more than the path's 100 ms, which holds 83 segments/);
  });

  test("a reduction while the link is idle anyway is explained up to the next reduction; one without effect is described as such", () => {
    const { scenario, times } = eventsOf(
      "cc=westwood&westwood-set-at=start&rtt-tick=0&aqm=red&loss=0.01&ecn=off&duration=8s",
    );
    const [, second] = times("lossReduction");
    const { story } = tell(tellerOf(scenario), {
      kind: "flow-event",
      event: "lossReduction",
      flow: 0,
      atS: second,
    });
    expect(textOf(story)).toMatch(
      /The queue ran empty again and again from [\d.]+ s, as before, to the next cut, at [\d.]+ s, and the link was idle for/,
    );
    expect(textOf(story)).toContain("Flow 1 (Westwood+) left cwnd at 12 segments.");
    expect(story.chain.map(({ label }) => label)).toContain("cwnd stays");
  });

  test("a reduction while lost segments had been retransmitted is not explained as one without a loss", () => {
    const { scenario, times } = eventsOf("v=2&aqm=red&flows=4&duration=3s");
    const atS = times("lossReduction").find((s) => s > 1.49 && s < 1.5) ?? Number.NaN;
    const question = { kind: "flow-event", event: "lossReduction", flow: 3, atS } as const;
    const text = textOf(tell(tellerOf(scenario), question).story);
    expect(text).toContain("Packets of this window had been lost and sent again before.");
    expect(text).not.toContain("No packet of this window was lost");
    expect(text).not.toContain("arrived without it");
  });

  test("a formula ends at the window that the sentence names, rounding included", () => {
    const link = "v=2&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&capacity=40Mbps&duration=9s";
    const { scenario } = scenarioFromUrl(link);
    const question = { kind: "flow-event", event: "ecnReduction", flow: 0, atS: 8.76839267 } as const;
    const { story } = tell(tellerOf(scenario), question);
    const [, after] = /cut cwnd from \d+ to (\d+) segments/.exec(textOf(story)) ?? [];
    const formula = story.rules.at(-1)?.formula ?? "";
    expect(formula).toMatch(new RegExp(`= ${Number(after) - 1}\\.\\d+, rounded up to ${after} segments$`));
  });

  test("a path that holds less than one segment is not said to hold none", () => {
    const { scenario, times } = eventsOf("v=2&capacity=0.1&rtt=5ms&duration=12s");
    const [atS] = times("ecnReduction");
    const text = textOf(
      tell(tellerOf(scenario), { kind: "flow-event", event: "ecnReduction", flow: 0, atS }).story,
    );
    expect(text).not.toMatch(/holds 0|path's 0/);
  });

  test("after a change during a run the explanation uses the path's current values", () => {
    const { scenario, times } = eventsOf("set=10s:capacity=5Mbps&duration=30s");
    const atS = times("ecnReduction").filter((s) => s > 12)[0];
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "ecnReduction", flow: 0, atS });
    expect(textOf(story)).toMatch(/segments are (no )?less than the path's 41/);
  });

  test("if another reduction comes before the queue is empty, the emptying is attributed to that reduction", () => {
    const { scenario, times } = eventsOf("cc=cubic&aqm=fq-codel&duration=5s");
    const [atS, nextS] = times("ecnReduction");
    const { story } = tell(tellerOf(scenario), { kind: "flow-event", event: "ecnReduction", flow: 0, atS });
    expect(textOf(story)).toContain(`The queue ran empty only after the next cut, at ${nextS.toFixed(3)} s.`);
  });

  test("a flow without such an event gives an explanation that says so", () => {
    const teller = tellerOf(defaultScenario());
    expect(() => tell(teller, { kind: "flow-event", event: "rto", flow: 0, atS: 5 })).toThrow(
      "Flow 1 has no such event",
    );
  });
});
