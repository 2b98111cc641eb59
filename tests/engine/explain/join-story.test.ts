import { describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { customScenario, ready } from "../custom/custom-runs.ts";
import { plainTcp } from "../plain-tcp.ts";
import { tell, tellerOf, textOf } from "./asking.ts";

const of = (url: string) => scenarioFromUrl(plainTcp(url)).scenario;

describe("a flow that joins", () => {
  const scenario = of("flow=cc=newreno&flow=cc=newreno,start=20&flow=cc=newreno,start=60&duration=100s");
  const teller = tellerOf(scenario);
  const { story } = tell(teller, { kind: "join", flow: 1, atS: 20 });
  const text = textOf(story);

  test("is explained with the flows that compete with it, and with its share until the next flow joins", () => {
    expect(text).toContain("Flow 2 (NewReno) joined at 20.000 s, beside 1 other.");
    // The fair share is half of 10 Mbps, without headers: 1448 of each 1500 bytes.
    expect(text).toContain("Its fair share of the path was 4.83 Mbps then.");
    const { samples } = runScenario(scenario).snapshot();
    const at = (s: number) => samples.receivedBytes[1][Math.round(s / samples.intervalS)];
    const mbps = ((at(60) - at(20)) * 8) / 40 / 1e6;
    expect(text).toContain(`From its start to 60.000 s it got ${mbps.toPrecision(3)} Mbps on average.`);
  });

  test("its slow start ends with its first reduction, and the chain contains both", () => {
    const { flowEvents } = runScenario(scenario).snapshot();
    const first = [...flowEvents.flow].indexOf(1);
    expect(text).toMatch(
      /Its first slow start ended at 2\d\.\d+ s, .* by a mark, which cut it to \d+ segments/,
    );
    expect(story.chain.map(({ atS }) => atS)).toEqual(expect.arrayContaining([20, flowEvents.timeS[first]]));
  });

  test("links to the flows that joined before and after", () => {
    expect(story.previous).toMatchObject({ kind: "join", flow: 0 });
    expect(story.next).toMatchObject({ kind: "join", flow: 2, atS: 60 });
    expect(tell(teller, { kind: "join", flow: 0, atS: 0 }).story.previous).toBeNull();
  });

  test("in a live run, a flow that has not joined yet is not mentioned", () => {
    expect(tell(teller, { kind: "join", flow: 1, atS: 20 }, 40).story.next).toBeNull();
    expect(() => tell(teller, { kind: "join", flow: 2, atS: 60 }, 40)).toThrow(
      "Flow 3 does not join in this run",
    );
  });
});

test("a flow that does not reach its share is explained with the share that it reached", () => {
  const scenario = of(
    "flow=cc=cubic,rtt=20ms&flow=cc=newreno,rtt=500ms,start=10&aqm=droptail&ecn=off&duration=30s",
  );
  const { story } = tell(tellerOf(scenario), { kind: "join", flow: 1, atS: 10 });
  expect(textOf(story)).toMatch(
    /It did not reach 90 % of its share in any second: [\d.]+ [kM]bps was the most\./,
  );
});

test("traffic that needs little has no share to reach", () => {
  const scenario = of("flow=cc=newreno&flow=traffic=cbr,cbr-rate=0.1Mbps,start=5&duration=20s");
  const { story } = tell(tellerOf(scenario), { kind: "join", flow: 1, atS: 5 });
  expect(textOf(story)).toMatch(/Its traffic needs no more than its share, and got [\d.]+ kbps/);
});

test("slow start is not mentioned for datagrams", () => {
  const { story } = tell(tellerOf(of("flow=traffic=cbr,cbr-rate=9Mbps&duration=5s")), {
    kind: "join",
    flow: 0,
    atS: 0,
  });
  expect(textOf(story)).not.toContain("slow start");
  expect(textOf(story)).toContain(
    "It sends datagrams, which are not acknowledged: no mark or loss slows it down.",
  );
  expect(textOf(story)).toMatch(/^Flow 1 \(CBR over UDP\) joined at 0\.000 s/);
});

test("flows that start within the first second are explained as far as those that start later", () => {
  const teller = tellerOf(of("flow=cc=newreno,count=3&flow=cc=newreno,start=10&duration=20s"));
  expect(textOf(tell(teller, { kind: "join", flow: 0, atS: 0 }).story)).toContain(
    "From its start to 10.000 s it got",
  );
});

test("before the first second no goodput over a second is given", () => {
  const teller = tellerOf(of("flow=cc=newreno&flow=cc=newreno,start=10&duration=20s"));
  const text = textOf(tell(teller, { kind: "join", flow: 1, atS: 10 }, 10.7).story);
  expect(text).toContain("From its start to 10.700 s it got");
  expect(text).not.toContain("Over a second");
});

test("slow start is not mentioned for a custom program, which may not have one", async () => {
  await ready();
  const code = `// @sender Straight
function onAck(tcp) { tcp.cwnd += tcp.acked / tcp.cwnd }
function onMark(tcp) { tcp.cwnd *= 0.7 }`;
  const teller = tellerOf(customScenario(code, "cc=own&duration=20s"));
  const { story } = tell(teller, { kind: "join", flow: 0, atS: 0 });
  expect(textOf(story)).toMatch(
    /Its window was first cut at [\d.]+ s, .* by a mark, which cut it to \d+ segments/,
  );
  expect(textOf(story)).not.toMatch(/slow start|doubles/);
  expect(story.rules).toMatchObject([{ formula: "its onAck says how cwnd grows" }]);
});
