/** Stories of how connections are opened: in a start, of a packet, of SYNs that nobody answers. */
import { describe, expect, test } from "vitest";
import { type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { LiveWatch } from "../../../src/engine/live-watch.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

const of = (url: string): Scenario => scenarioFromUrl(`v=2&handshake=on&${url}`).scenario;

function unanswered(url: string): Scenario {
  const scenario = of(url);
  return { ...scenario, path: { ...scenario.path, params: { ...scenario.path.params, loss: 1 } } };
}

describe("a flow's start", () => {
  test("tells when its SYN-ACK was back, and the chain has it", () => {
    const { story } = tell(tellerOf(of("rtt=50ms&start=2s&duration=20s")), { kind: "join", flow: 0, atS: 2 });
    expect(textOf(story)).toContain(
      "Its SYN left then; the SYN-ACK was back at 2.050 s, 50 ms later, and data could leave.",
    );
    expect(story.chain).toContainEqual(expect.objectContaining({ label: "connection open", atS: 2.05 }));
  });

  test("says how many SYNs it took, and what they agreed on", () => {
    const scenario = unanswered("rtt=50ms&duration=20s&set=0.5s:loss=0");
    const text = textOf(tell(tellerOf(scenario), { kind: "join", flow: 0, atS: 0 }).story);
    expect(text).toContain("1.05 s later, after 2 SYNs, and data could leave.");
  });

  test("that came to nothing is told as that", () => {
    const scenario = unanswered("duration=20s&syn-retries=1");
    const text = textOf(tell(tellerOf(scenario), { kind: "join", flow: 0, atS: 0 }).story);
    expect(text).toContain("Nobody answered its SYNs: the connection failed.");
    const early = textOf(tell(tellerOf(unanswered("duration=20s")), { kind: "join", flow: 0, atS: 0 }).story);
    expect(early).toContain("Its SYN has not been answered so far.");
  });

  test("without a handshake says nothing of one", () => {
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

  test("the SYN: sent, queued, received, answered", () => {
    const story = ask(-1, false, 0.01);
    expect(story.title).toBe("The SYN, flow 1");
    expect(textOf(story)).toMatch(/The SYN of flow 1 was sent at 0\.000 s\./);
    expect(textOf(story)).toContain(
      "The SYN-ACK came back at 0.050 s, 50 ms after the SYN was sent: the connection is open, and data may leave.",
    );
  });

  test("the SYN-ACK tells of the SYN before it, and of no mark", () => {
    const text = textOf(ask(-1, true, 0.04));
    expect(text).toContain("The SYN-ACK left the receiver of flow 1 at 0.025 s, after the SYN had come.");
    expect(text).toContain("It came back to the sender at 0.050 s: the connection is open");
    expect(text).not.toContain("mark");
  });

  test("the last ACK is answered by nobody", () => {
    const text = textOf(ask(-2, false, 0.06));
    expect(text).toContain("It is the third packet of the handshake; nobody acknowledges it.");
  });

  test("a lost SYN is told with what became of it", () => {
    const scenario = unanswered("duration=20s&rtt=50ms");
    const { story } = tell(tellerOf(scenario), {
      kind: "queue-event",
      event: "linkLoss",
      link: 0,
      flow: 0,
      atS: 0,
    });
    expect(textOf(story)).toContain("the SYN was lost at random on the link");
    expect(textOf(story)).toContain("its timer ran out, and it sent its SYN again at 1.000 s.");
  });
});

describe("SYNs without an answer", () => {
  const scenario = unanswered("duration=20s&rtt=50ms&syn-retries=2");
  const teller = tellerOf(scenario);

  test("one that is sent again: why, and how many there are", () => {
    const { story } = tell(teller, { kind: "flow-event", event: "synTimeout", flow: 0, atS: 3 });
    expect(story.title).toBe("SYN sent again, flow 1");
    const text = textOf(story);
    expect(text).toContain("the repeated SYN was lost at random on the link");
    expect(text).toContain("The SYN before it was sent at 1.000 s, and 2 s later no answer was there.");
    expect(text).toContain("Flow 1 sent its SYN again at 3.000 s: 3 SYNs so far.");
    expect(story.previous).toMatchObject({ event: "synTimeout", atS: 1 });
    expect(story.next).toBeNull();
  });

  test("the last one: the connection failed", () => {
    const { story } = tell(teller, { kind: "flow-event", event: "notOpened", flow: 0, atS: 7 });
    expect(story.title).toBe("Connection failed, flow 1");
    expect(textOf(story)).toContain("That was SYN number 3, the last one: the connection failed at 7.000 s.");
  });

  test("an answer that is still under way is told as that", () => {
    const slow = of("rtt=1500ms&duration=10s");
    const text = textOf(
      tell(tellerOf(slow), { kind: "flow-event", event: "synTimeout", flow: 0, atS: 1 }).story,
    );
    expect(text).toContain("1 s later its answer was still under way.");
  });
});

test("event by event, a live run tells of them in lines", () => {
  const watch = new LiveWatch();
  const run = new Simulation(of("rtt=50ms&duration=2s"), watch.witness);
  const texts: string[] = [];
  while (run.nowS < 0.06) texts.push(watch.stepEvent(run)?.text ?? "");
  expect(texts).toContain("0.025000 s: SYN of flow 1 reached its receiver.");
  expect(texts).toContain(
    "0.050000 s: SYN-ACK reached the sender of flow 1: cwnd 10 as before, 10 packets sent.",
  );
  const late = new LiveWatch();
  const lost = new Simulation(unanswered("duration=20s&syn-retries=1"), late.witness);
  const heard: string[] = [];
  while (!lost.done) heard.push(late.stepEvent(lost)?.text ?? "");
  const all = heard.join("\n");
  expect(all).toMatch(/^1\.000000 s: .*Flow 1 had no answer and sent its SYN again, 2 SYNs so far\./m);
  expect(all).toMatch(/^3\.000000 s: .*Flow 1 gave up: nobody answered its 2 SYNs\./m);
});
