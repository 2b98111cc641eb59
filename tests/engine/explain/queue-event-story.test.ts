import { describe, expect, test } from "vitest";
import {
  QUEUE_EVENT,
  type QueueEventName,
  type Scenario,
  scenarioFromUrl,
} from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { plainTcp } from "../plain-tcp.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

/** Asks about the first event after `afterS` that `picks` accepts. */
function ask(scenario: Scenario, event: QueueEventName, afterS: number, flow = 0, link = 0) {
  const { events } = runScenario(scenario).snapshot().links[link];
  const at = [...events.timeS].findIndex(
    (s, i) => s > afterS && events.kind[i] === QUEUE_EVENT[event] && events.flow[i] === flow,
  );
  if (at < 0) throw new Error(`no ${event} of flow ${flow} after ${afterS} s`);
  const atS = events.timeS[at];
  const question = { kind: "queue-event", event, link, flow, atS } as const;
  const { story } = tell(tellerOf(scenario), question);
  return { story, text: textOf(story), labels: story.chain.map(({ label }) => label), events, at, atS };
}

const of = (url: string) => scenarioFromUrl(plainTcp(url)).scenario;

describe("a mark", () => {
  test("that caused a reduction names the reduction, the rules of both, and the other marks", () => {
    const { story, text, events, at } = ask(of("duration=30s"), "mark", 6.9);
    expect(text).toMatch(/At 7\.\d+ s packet \d+ left the queue after [\d.]+ ms\. The delay had been above/);
    expect(text).toContain("cut cwnd from 90 to 45 segments: × 0.5");
    expect(text).toMatch(
      /The queue ran empty again and again from 7\.\d+ s to 11\.\d+ s, and the link was idle for 2\d\.\d % of that time: 45 segments are less than the path's 83\./,
    );
    expect(story.rules.map(({ kind }) => kind)).toEqual(["aqm", "cc"]);
    expect(story.previous).toMatchObject({ atS: events.timeS[at - 1] });
    expect(story.next).toMatchObject({ atS: events.timeS[at + 1] });
  });

  test("during the echo of an earlier mark has no effect, and names the earlier mark", () => {
    const { text, story } = ask(of("duration=30s"), "mark", 0.65);
    expect(text).toMatch(/still echoing the mark of packet 243: both are one signal/);
    expect(story.rules).toHaveLength(1);
  });

  test("that arrives while the window is being reduced counts for the next window with finer feedback", () => {
    const { text } = ask(of("cc=dctcp&aqm=step&duration=5s"), "mark", 0.32);
    expect(text).toMatch(/was already reducing its window since [\d.]+ s: there is one cut per window/);
  });

  test("whose packet was lost later on the path did not arrive", () => {
    const scenario = of("path=parking-lot&hops=3&aqm=red&loss=0.3&duration=2s");
    const { links } = runScenario(scenario).snapshot();
    const marks = [...links[0].events.timeS].filter((_, i) => links[0].events.kind[i] === QUEUE_EVENT.mark);
    const teller = tellerOf(scenario);
    const texts = marks
      .slice(0, 12)
      .map((atS) =>
        textOf(tell(teller, { kind: "queue-event", event: "mark", link: 0, flow: 0, atS }).story),
      );
    for (const text of texts) expect(text).toMatch(/the queue of Hop 1/);
    expect(
      texts.some((text) => text.includes("Later on its path the packet was lost, and the mark with it.")),
    ).toBe(true);
  });

  test("that is echoed together with an earlier one is not a signal to BBRv1 either", () => {
    const { scenario } = scenarioFromUrl("v=2&cc=bbr1&duration=4s");
    const question = { kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 3.145 } as const;
    const text = textOf(tell(tellerOf(scenario), question).story);
    expect(text).toContain("the sender cannot tell the two apart");
    expect(text).not.toContain("changes nothing");
    expect(text).toMatch(/BBRv1 does not treat a mark as a congestion signal: cwnd stays at \d+ segments\./);
  });

  test("of a packet of a BBR sender is explained with the sender's own rule", () => {
    const { text } = ask(of("cc=bbr1&duration=10s"), "mark", 3);
    expect(text).toMatch(/did not cut cwnd for it/);
    // The sender's congestion state says that it is reducing for an earlier mark, but this sender does not reduce.
    const { text: later } = ask(of("cc=bbr3&duration=3s"), "mark", 0.65);
    expect(later).toMatch(/did not cut cwnd for it/);
    expect(later).toContain("BBRv3 is in STARTUP");
  });
});

describe("a drop", () => {
  test("at a full queue leads to the reduction and to the retransmission", () => {
    const { text, labels } = ask(of("aqm=droptail&limit=60p&ecn=off&duration=30s"), "overflowDrop", 3);
    expect(text).toContain("arrived at the queue and was dropped");
    expect(text).toMatch(
      /ACKs of later packets reported it to the sender at [\d.]+ s\. Flow 1 \(NewReno\) cut cwnd from/,
    );
    expect(labels).toEqual(expect.arrayContaining(["dropped: queue full", "sent again"]));
  });

  test("by a queue whose first sentence does not say what it did is reported as a drop", () => {
    const { text } = ask(of("cc=newreno&aqm=red&ecn=off&duration=8s"), "aqmDrop", 0.1);
    expect(text).toMatch(
      /arrived at the queue behind \d+ packets, including the one being sent, and RED dropped it\. The average queue was/,
    );
  });

  test("that only the timer detected says how long the timer waited", () => {
    const scenario = of("loss=0.3&ecn=off&duration=8s&seed=4");
    const { events } = runScenario(scenario).snapshot().links[0];
    const teller = tellerOf(scenario);
    const texts = [...events.timeS].map((atS) =>
      textOf(tell(teller, { kind: "queue-event", event: "linkLoss", link: 0, flow: 0, atS }).story),
    );
    expect(texts.some((text) => /the timer expired after [\d.]+ m?s/.test(text))).toBe(true);
    expect(texts.some((text) => /it was lost once more at/.test(text))).toBe(true);
    expect(texts.at(-1)).toMatch(/did not send it again within [\d.]+ m?s, the examined part of the run/);
  });

  test("of a datagram is not detected", () => {
    const { text } = ask(of("loss=0.05&flow=traffic=cbr&duration=5s"), "linkLoss", 1);
    expect(text).toMatch(
      /^At 1\.\d+ s datagram \d+ was lost at random on the link\. The sender does not notice/,
    );
  });

  test("of an ACK is compensated by the next ACK", () => {
    const url = "reverse-capacity=0.05Mbps&limit=20p&aqm=droptail&flow=cc=newreno&duration=10s";
    const { text, story } = ask(of(url), "overflowDrop", 2, 0, 1);
    expect(text).toMatch(/the ACK that asks for \d+ arrived at the queue of Way back/);
    expect(text).toMatch(
      /A later ACK came back at [\d.]+ s and reported everything that this one had reported/,
    );
    expect(story.title).toMatch(/^Drop of the ACK that asks for/);
  });
});

test("with several links the requested one is explained, with its own previous and next events", () => {
  const scenario = of("path=parking-lot&duration=20s");
  const { links } = runScenario(scenario).snapshot();
  const marksOf = (link: number) => {
    const { timeS, kind, flow } = links[link].events;
    return [...timeS].flatMap((s, i) => (kind[i] === QUEUE_EVENT.mark ? [{ s, flow: flow[i] }] : []));
  };
  // The first flow passes both links. The story of a mark at one link must name the flow's mark at the other link.
  const atS = marksOf(0).filter(({ flow }) => flow === 0)[1].s;
  const there = marksOf(1);
  const nearest = there
    .filter(({ flow }) => flow === 0)
    .reduce((one, other) => (Math.abs(other.s - atS) < Math.abs(one.s - atS) ? other : one));
  const question = { kind: "queue-event", event: "mark", link: 1, flow: 0, atS } as const;
  const { story } = tell(tellerOf(scenario), question);
  const at = there.indexOf(nearest);
  expect(story.question).toMatchObject({ link: 1, flow: 0, atS: nearest.s });
  expect([story.previous, story.next]).toMatchObject(
    [there[at - 1], there[at + 1]].map(({ s, flow }) => ({ link: 1, flow, atS: s })),
  );
});

test("a link without such an event gives an explanation that says so", () => {
  const question = { kind: "queue-event", event: "linkLoss", link: 0, flow: 0, atS: 5 } as const;
  expect(() => tell(tellerOf(of("duration=30s")), question)).toThrow("There is no such event at this link");
});

describe("losses of one window", () => {
  const scenario = of("v=2&ecn=off&duration=30s");

  test.each([22.39, 27.31])(
    "a packet that is dropped after the reduction for another one is not named as its cause: after %s s",
    (afterS) => {
      const { text, story, atS } = ask(scenario, "aqmDrop", afterS);
      expect(text).toMatch(
        /Flow 1 had already cut cwnd for packet \d\d\s\d{3}, at [\d.]+ s: all losses of one window/,
      );
      expect(text).not.toContain("ACKs of later packets told");
      const cut = story.chain.find(({ label }) => label === "cut for another");
      expect(cut?.atS).toBeLessThan(atS);
      const [name] = story.sentences
        .flat()
        .filter((part) => typeof part !== "string" && part.fact?.kind === "packet")
        .slice(1);
      expect(name).toMatchObject({ atS: expect.any(Number) });
    },
  );

  test("the first one is the cause of the reduction, and its detection comes after it", () => {
    const { text, atS, story } = ask(scenario, "aqmDrop", 22.2);
    expect(text).toMatch(/ACKs of later packets reported it to the sender at 22\.399 s/);
    expect(story.chain.find(({ label }) => label.startsWith("cwnd ×"))?.atS).toBeGreaterThan(atS);
  });
});

test("a mark whose echo arrives during a loss recovery is answered by a later echo", () => {
  const url =
    "v=2&capacity=8Mbps&loss=0.005&jitter-overtakes=on&aqm=pi&limit=25p&flow=cc=cubic,rtt=20ms&flow=cc=cubic,rtt=5ms,recovery=classic&duration=2s&seed=6&sack-delay=0";
  const { text, labels } = ask(of(url), "mark", 0.2036, 1);
  expect(text).toMatch(
    /the ECE came back at 0\.2457 s\. At that time the sender was still responding to an earlier signal; it responded to the echo at 0\.2472 s\. Flow 2 \(CUBIC\) cut cwnd from 11 to 7/,
  );
  expect(labels).toEqual(expect.arrayContaining(["ECE is back", "cwnd × 0.636"]));
});

test("a packet that another queue marks when it takes over has not left the queue", () => {
  const { scenario } = scenarioFromUrl(
    "v=2&capacity=2Mbps&rtt=100ms&initial-window=60&limit=200p&aqm=droptail&set=2s:aqm=red&duration=4s",
  );
  const { links } = runScenario(scenario).snapshot();
  const [{ events }] = links;
  const at = events.timeS.findIndex((s, i) => s === 2 && events.kind[i] === QUEUE_EVENT.mark);
  expect(at).toBeGreaterThanOrEqual(0);
  const text = textOf(
    tell(tellerOf(scenario), { kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 2 }).story,
  );
  expect(text).toMatch(
    /^At 2\.000 s packet \d+ had waited in the queue for [\d.]+ ms when the queue discipline was changed/,
  );
});
