/**
 * Tests stories about opening connections: at a flow's start, about a packet of the handshake, and about SYNs without
 * an answer.
 */
import { describe, expect, test } from "vitest";
import {
  FLOW_EVENT,
  QUEUE_EVENT,
  type Question,
  type Scenario,
  scenarioFromUrl,
} from "../../../src/engine/index.ts";
import { LiveWatch } from "../../../src/engine/replays.ts";
import { runScenario, Simulation } from "../../../src/engine/simulator.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

const of = (url: string): Scenario => scenarioFromUrl(`v=2&handshake=on&${url}`).scenario;

function unanswered(url: string): Scenario {
  const scenario = of(url);
  return { ...scenario, path: { ...scenario.path, params: { ...scenario.path.params, loss: 1 } } };
}

describe("a flow's start", () => {
  test("states when its SYN-ACK arrived, and the chain contains the SYN-ACK", () => {
    const { story } = tell(tellerOf(of("rtt=50ms&start=2s&duration=20s")), { kind: "join", flow: 0, atS: 2 });
    expect(textOf(story)).toContain(
      "Its SYN left then; the SYN-ACK was back at 2.050 s, 50 ms later, and data could leave.",
    );
    expect(story.chain).toContainEqual(expect.objectContaining({ label: "connection open", atS: 2.05 }));
  });

  test("states the number of SYNs and what was negotiated", () => {
    const scenario = unanswered("rtt=50ms&duration=20s&set=0.5s:loss=0");
    const text = textOf(tell(tellerOf(scenario), { kind: "join", flow: 0, atS: 0 }).story);
    expect(text).toContain("1.05 s later, after 2 SYNs, and data could leave.");
  });

  test("says if the connection failed", () => {
    const scenario = unanswered("duration=20s&syn-retries=1");
    const text = textOf(tell(tellerOf(scenario), { kind: "join", flow: 0, atS: 0 }).story);
    expect(text).toContain(
      "Its 2 SYNs were not answered: at 3.000 s the connection failed. So it has sent no data",
    );
    const ask = (seenS: number) =>
      tell(tellerOf(unanswered("duration=20s")), { kind: "join", flow: 0, atS: 0 }, seenS).story;
    expect(textOf(ask(0.5))).toContain("Its SYN has not been answered up to 0.500 s.");
    const late = textOf(ask(10));
    expect(late).toContain("Its 4 SYNs have not been answered up to 10.000 s. So it has sent no data.");
    expect(late).not.toMatch(/slow start|on average/);
  });

  test("in a live run, does not use an answer that has not arrived yet", () => {
    const asked = { kind: "join", flow: 0, atS: 0 } as const;
    const { story } = tell(tellerOf(of("rtt=50ms&duration=20s")), asked, 0.03);
    expect(textOf(story)).toContain("Its SYN has not been answered up to 0.030 s.");
  });

  test("does not mention a handshake if there is none", () => {
    const text = textOf(
      tell(tellerOf(of("handshake=off&duration=20s")), { kind: "join", flow: 0, atS: 0 }).story,
    );
    expect(text).not.toContain("SYN");
  });
});

describe("a packet of the handshake", () => {
  const teller = tellerOf(of("rtt=50ms&duration=5s"));
  const ask = (seq: number, isAck: boolean, atS: number) =>
    tell(teller, { kind: "packet", packet: { end: 0, seq, isAck, link: null, isQueued: false }, atS }).story;

  test("the SYN is explained as sent, queued, received and answered", () => {
    const story = ask(-1, false, 0.01);
    expect(story.title).toBe("The SYN, flow 1");
    expect(textOf(story)).toMatch(/The SYN of flow 1 was sent at 0\.000 s\./);
    expect(textOf(story)).toContain(
      "The SYN-ACK came back at 0.050 s, 50 ms after the SYN was sent: the connection is open, and data may leave.",
    );
  });

  test("the SYN-ACK is explained with the SYN before it, and without a mark", () => {
    const text = textOf(ask(-1, true, 0.04));
    expect(text).toContain("The SYN-ACK left the receiver of flow 1 at 0.025 s, after the SYN had arrived.");
    expect(text).toContain("It came back to the sender at 0.050 s: the connection is open");
    expect(text).not.toContain("mark");
  });

  test("the last ACK is explained without an answer", () => {
    const text = textOf(ask(-2, false, 0.06));
    expect(text).toContain("It is the third packet of the handshake and is not acknowledged.");
  });

  test("a mark on a handshake packet of a sender that needs ECN is explained as having no effect", () => {
    const scenario = of(
      "cc=dctcp&dctcp-alpha=real&aqm=step&rtt=20ms&duration=5s&flow=cc=dctcp&flow=cc=dctcp,start=2s",
    );
    const question = { kind: "queue-event", event: "mark", link: 0, flow: 1, atS: 2 } as const;
    const { story } = tell(tellerOf(scenario), question);
    expect(textOf(story)).toMatch(/SYN|last ACK of the handshake/);
    expect(textOf(story)).toContain(
      "A mark on a packet of the handshake changes nothing: senders respond only to marks on data.",
    );
  });

  test("a lost SYN is explained with its consequences", () => {
    const scenario = unanswered("duration=20s&rtt=50ms");
    const { story } = tell(tellerOf(scenario), {
      kind: "queue-event",
      event: "linkLoss",
      link: 0,
      flow: 0,
      atS: 0,
    });
    expect(textOf(story)).toContain("the SYN was lost at random on the link");
    expect(textOf(story)).toContain("its timer expired, and it sent its SYN again at 1.000 s.");
    expect(story.chain.at(-1)).toMatchObject({ label: "SYN sent again", atS: 1 });
  });

  test("a lost SYN with a long wait, and the last SYN, are followed by the flow's next event", () => {
    const lost = (retries: number, atS: number, seenS?: number) => {
      const scenario = unanswered(`duration=80s&rtt=50ms&syn-retries=${retries}`);
      const question = { kind: "queue-event", event: "linkLoss", link: 0, flow: 0, atS } as const;
      return textOf(tell(tellerOf(scenario), question, seenS).story);
    };
    expect(lost(6, 15)).toContain("its timer expired, and it sent its SYN again at 31.000 s.");
    expect(lost(4, 15)).toContain(
      "its timer expired at 31.000 s, no SYN retry was left after 5 SYNs, and the connection failed.",
    );
    expect(lost(6, 15, 30)).toContain("Flow 1 had no answer, and no further SYN was seen up to");
  });
});

describe("SYNs without an answer", () => {
  const scenario = unanswered("duration=20s&rtt=50ms&syn-retries=2");
  const teller = tellerOf(scenario);

  test("a retransmitted SYN is explained by what was lost, the length of the timer, and its next length", () => {
    const { story } = tell(teller, { kind: "flow-event", event: "synTimeout", flow: 0, atS: 3 });
    expect(story.title).toBe("SYN sent again, flow 1");
    expect(textOf(story)).toBe(
      "At 1.000 s the repeated SYN was lost at random on the link. " +
        "The timer ran out at 3.000 s, 2 s after that SYN: flow 1 sent its SYN again, 3 SYNs so far. " +
        "The wait doubles with each SYN: 2 s before this one, 4 s after it. " +
        "The timer cannot use a round-trip time, because none has been measured yet.",
    );
    expect(story.chain.map(({ atS, label }) => `${atS} ${label}`)).toEqual([
      "1 SYN sent",
      "1 lost on the link",
      "3 SYN sent again",
    ]);
    expect(story.previous).toMatchObject({ event: "synTimeout", atS: 1 });
    expect(story.next).toBeNull();
  });

  test("the failed connection is explained by all SYNs and what was lost", () => {
    const { story } = tell(teller, { kind: "flow-event", event: "notOpened", flow: 0, atS: 7 });
    expect(story.title).toBe("Connection failed, flow 1");
    expect(textOf(story)).toBe(
      "Flow 1 had sent 3 SYNs, at 0.000 s, 1.000 s and 3.000 s. All of them were dropped or lost. " +
        "At 3.000 s the repeated SYN was lost at random on the link. " +
        "The timer ran out at 7.000 s, 4 s after the last SYN. No SYN retry was left: the connection failed. " +
        "It sent no data. A browser would report that the connection timed out.",
    );
    expect(story.chain.filter(({ label }) => label === "SYN sent").map(({ atS }) => atS)).toEqual([0, 1, 3]);
    expect(story.chain.at(-1)).toMatchObject({ label: "connection failed", atS: 7 });
  });

  test("the sentence stays short for one SYN and for very many", () => {
    const failed = (retries: number, atS: number) => {
      const run = unanswered(`duration=300s&rtt=50ms&syn-retries=${retries}`);
      return textOf(tell(tellerOf(run), { kind: "flow-event", event: "notOpened", flow: 0, atS }).story);
    };
    expect(failed(0, 1)).toMatch(/^Flow 1 had sent 1 SYN, at 0\.000 s\. At 0\.000 s the SYN was lost/);
    expect(failed(7, 247)).toMatch(/^Flow 1 had sent 8 SYNs from 0\.000 s to 127\.000 s\. All/);
  });

  test("a wait at its limit is not said to double", () => {
    const run = unanswered("duration=400s&rtt=50ms&syn-retries=9");
    const { story } = tell(tellerOf(run), { kind: "flow-event", event: "synTimeout", flow: 0, atS: 247 });
    expect(textOf(story)).toContain("The wait is 120 s again: it doubles no further.");
  });

  test("an answer that is still in flight is described as such", () => {
    const slow = of("rtt=1500ms&duration=10s");
    const text = textOf(
      tell(tellerOf(slow), { kind: "flow-event", event: "synTimeout", flow: 0, atS: 1 }).story,
    );
    expect(text).toContain(
      "Flow 1 had sent a SYN at 0.000 s. It was not lost: it or its answer was still in flight. " +
        "The timer ran out at 1.000 s, 1 s after that SYN",
    );
  });

  test("with several connections of a flow the affected one is explained", () => {
    const web = of("loss=0.3&duration=30s&seed=3&flow=traffic=poisson,rtt=50ms");
    const { flowEvents } = runScenario(web).snapshot();
    const at = [...flowEvents.kind.keys()].filter((i) => flowEvents.kind[i] === FLOW_EVENT.synTimeout);
    expect(at.length).toBeGreaterThan(3);
    const webTeller = tellerOf(web);
    for (const i of at.slice(0, 6)) {
      const [atS, before] = [flowEvents.timeS[i], flowEvents.before[i]];
      const question = { kind: "flow-event", event: "synTimeout", flow: 0, atS } as const;
      const sent = tell(webTeller, question).story.chain.find(({ label }) => label === "SYN sent");
      expect(atS - (sent?.atS ?? Number.NaN)).toBeCloseTo(2 ** (before - 1), 6);
    }
  });
});

test("stepping through a live run reports SYNs in one line each", () => {
  const watch = new LiveWatch();
  const run = new Simulation(of("rtt=50ms&duration=2s"), watch.log);
  const texts: string[] = [];
  while (run.nowS < 0.06) texts.push(watch.stepEvent(run)?.text ?? "");
  expect(texts).toContain("0.025000 s: SYN of flow 1 reached its receiver.");
  expect(texts).toContain(
    "0.050000 s: SYN-ACK reached the sender of flow 1: cwnd 10 as before, 10 packets sent.",
  );
  const late = new LiveWatch();
  const lost = new Simulation(unanswered("duration=20s&syn-retries=1"), late.log);
  const heard: string[] = [];
  while (!lost.done) heard.push(late.stepEvent(lost)?.text ?? "");
  const all = heard.join("\n");
  expect(all).toMatch(/^1\.000000 s: .*Flow 1 got no answer and sent its SYN again, 2 SYNs so far\./m);
  expect(all).toMatch(/^3\.000000 s: .*Flow 1 gave up: its 2 SYNs were not answered\./m);
});

describe("ECN that is disabled by negotiation", () => {
  const lost = "v=2&aqm=dualpi2&flow=cc=cubic,rtt=40ms&flow=cc=newreno,rtt=40ms,start=5s&duration=20s";

  test("is in the results and in the explanations of the start, of the SYN and of a drop", () => {
    const { scenario } = scenarioFromUrl(lost);
    const run = runScenario(scenario);
    const { flows } = run.results();
    expect(flows.map(({ ecn, withoutEcn }) => [ecn, withoutEcn])).toEqual([
      [true, undefined],
      [true, true],
    ]);
    const teller = tellerOf(scenario);
    const said = (question: Question) => textOf(tell(teller, question).story);
    const because = "The connection has no ECN although the flow requests it: the SYN was lost";
    expect(said({ kind: "join", flow: 1, atS: 5 })).toContain(because);
    expect(said({ kind: "flow-event", event: "synTimeout", flow: 1, atS: 6 })).toContain(because);
    const { events } = run.snapshot().links[0];
    const drop = events.kind.findIndex(
      (kind, i) => kind === QUEUE_EVENT.aqmDrop && events.flow[i] === 1 && events.timeS[i] > 8,
    );
    expect(
      said({ kind: "queue-event", event: "aqmDrop", link: 0, flow: 1, atS: events.timeS[drop] }),
    ).toContain(because);
    expect(said({ kind: "join", flow: 0, atS: 0 })).not.toContain("no ECN");
  });
});
