/** Tests handshakes in whole runs: through queues, lost, refused, cut short, and repeated. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RunResults, type Snapshot, scenarioFromUrl } from "../../src/engine/index.ts";
import type { Network } from "../../src/engine/network.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { FLOW_EVENT } from "../../src/engine/trace/snapshot.ts";
import { cases } from "../effort.ts";

function runOf(fragment: string): Simulation {
  const { scenario, problems } = scenarioFromUrl(`v=2&${fragment}`);
  expect(problems).toEqual([]);
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}

const snapshotOf = (fragment: string): Snapshot => runOf(`handshake=on&${fragment}`).snapshot();

/** Returns the run of a scenario whose link loses every packet. No setting of the page allows such a loss rate. */
function unansweredOf(fragment: string): Snapshot {
  const { scenario, problems } = scenarioFromUrl(`v=2&handshake=on&${fragment}`);
  expect(problems).toEqual([]);
  const { path } = scenario;
  const simulation = new Simulation({ ...scenario, path: { ...path, params: { ...path.params, loss: 1 } } });
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation.snapshot();
}

const resultsOf = (fragment: string): RunResults => snapshotOf(fragment).results;
const kinds = ({ flowEvents }: Snapshot, kind: number) =>
  [...flowEvents.timeS].filter((_, i) => flowEvents.kind[i] === kind);

describe("a connection takes a round trip to open", () => {
  test("a transfer takes longer by the propagation delay and the transmission time of 52 B", () => {
    const text = "duration=20s&warmup=0s&rtt=100ms&size=100kB";
    const [fctS, withS] = ["off", "on"].map(
      (handshake) => runOf(`handshake=${handshake}&${text}`).results().flows[0].fctS ?? Number.NaN,
    );
    // Data follows the ACK of the handshake, which takes 41.6 µs at 10 Mbps.
    expect(withS - fctS).toBeCloseTo(0.1 + 52 * 8e-7, 9);
  });

  test("cwnd is recorded from the end of the handshake, and the flow competes from its SYN on", () => {
    const { flows, results } = snapshotOf("duration=2s&warmup=0s&flow=start=0.5");
    const [{ cwnd }] = flows;
    const first = [...cwnd.last].findIndex((value) => !Number.isNaN(value));
    expect((first + 1) * cwnd.bucketS).toBeGreaterThanOrEqual(0.6);
    expect((first - 1) * cwnd.bucketS).toBeLessThan(0.61);
    expect(results.flows[0].startS).toBe(0.5);
  });

  test("each web object on its own connection waits for a handshake, objects on a persistent connection only once", () => {
    const web =
      "traffic=http&rtt=100ms&duration=60s&warmup=0s&capacity=100Mbps&page-objects=1&session-pages=1000";
    const meanS = (text: string, handshake: string) =>
      runOf(`handshake=${handshake}&${text}`).results().flows[0].responses?.meanS ?? Number.NaN;
    const added = (text: string) => meanS(text, "on") - meanS(text, "off");
    expect(added(web)).toBeCloseTo(0.1, 2);
    expect(added(`${web}&persistent=on`)).toBeLessThan(0.02);
  });

  test("datagrams open no connection", () => {
    const [on, off] = ["on", "off"].map((handshake) =>
      runOf(`handshake=${handshake}&traffic=cbr&duration=5s`).results(),
    );
    expect(on.flows).toEqual(off.flows);
    expect(on.events).toBe(off.events);
  });
});

describe("SYNs that are lost", () => {
  test("without an answer the connection of the flow fails, which the results and the log report", () => {
    const snapshot = unansweredOf("duration=20s&warmup=0s&syn-retries=2");
    const [flow] = snapshot.results.flows;
    expect(flow).toMatchObject({ notOpened: 1, packetsSent: 0, bytesReceived: 0 });
    expect(kinds(snapshot, FLOW_EVENT.synTimeout)).toEqual([1, 3]);
    expect(kinds(snapshot, FLOW_EVENT.notOpened)).toEqual([7]);
    expect(resultsOf("duration=5s").flows[0]).not.toHaveProperty("notOpened");
  });

  test("may be dropped by a full queue, like any packet", () => {
    const busy =
      "capacity=1Mbps&aqm=droptail&limit=5p&duration=60s&warmup=0s&flow=traffic=cbr,cbr-rate=3Mbps&flow=cc=cubic,start=5s,count=20";
    const snapshot = snapshotOf(busy);
    const lost = kinds(snapshot, FLOW_EVENT.synTimeout);
    expect(lost.length).toBeGreaterThan(5);
    expect(Math.min(...lost)).toBeGreaterThanOrEqual(6);
  });

  test("the on-off flow tries again in its next period, and a web page continues without the object", () => {
    const onOff = unansweredOf("traffic=on-off&on-time=5s&off-time=2s&syn-retries=1&duration=20s&warmup=0s");
    expect(kinds(onOff, FLOW_EVENT.notOpened)).toEqual([3, 10, 17]);
    const web = unansweredOf("traffic=http&syn-retries=0&duration=60s&warmup=0s").results.flows[0];
    expect(web.notOpened).toBeGreaterThan(8);
    expect(web.responses).toBeNull();
    const persistent = unansweredOf(
      "traffic=http&persistent=on&syn-retries=0&duration=60s&warmup=0s",
    ).results;
    expect(persistent.flows[0].notOpened).toBeGreaterThan(8);
    const poisson = unansweredOf("traffic=poisson&syn-retries=0&duration=20s&warmup=0s").results.flows[0];
    expect([poisson.notOpened ?? 0, poisson.responses]).toEqual([expect.any(Number), null]);
  });

  test("a flow that stops before the answer sends no further SYN", () => {
    const snapshot = unansweredOf("duration=20s&warmup=0s&stop=2s");
    expect(kinds(snapshot, FLOW_EVENT.synTimeout)).toEqual([1]);
    expect(snapshot.results.flows[0]).not.toHaveProperty("notOpened");
  });

  test("a connection whose SYN was lost does not use ECN; DCTCP does (RFC 3168 §6.1.1.1)", () => {
    // The first SYNs are lost, because the link loses everything until 0.5 s.
    const ofCc = (cc: string) => unansweredOf(`cc=${cc}&set=0.5s:loss=0&duration=30s&warmup=0s&rtt=50ms`);
    const newreno = ofCc("newreno");
    expect(kinds(newreno, FLOW_EVENT.synTimeout)).toEqual([1]);
    expect([newreno.results.links[0].marks, newreno.results.flows[0].lossReductions > 0]).toEqual([0, true]);
    expect(ofCc("dctcp").results.links[0].marks).toBeGreaterThan(0);
  });
});

test("in any run packets are conserved, and slices change nothing, whatever happens to the SYNs", () => {
  const traffic = fc.constantFrom("bulk", "http", "poisson", "on-off");
  const cc = fc.constantFrom("newreno", "cubic", "dctcp", "bbr1", "prague");
  fc.assert(
    fc.property(
      traffic,
      cc,
      fc.integer({ min: 0, max: 50 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 99 }),
      (kind, control, loss, back, seed) => {
        const reverse = back ? "&reverse-capacity=1Mbps" : "";
        const text = `v=2&handshake=on&syn-retries=2&flow=cc=${control},traffic=${kind},count=3&flow=cc=${control},start=3s,stop=6s&loss=${loss / 100}&duration=12s&warmup=0s&seed=${seed}${reverse}`;
        const { scenario, problems } = scenarioFromUrl(text);
        expect(problems).toEqual([]);
        const whole = new Simulation(scenario);
        whole.advance(Number.POSITIVE_INFINITY);
        const sliced = new Simulation(scenario);
        while (!sliced.done) sliced.advance(Number.POSITIVE_INFINITY, 777);
        expect(sliced.digest()).toBe(whole.digest());
        const { network } = whole as unknown as { network: Network };
        network.settle();
        const onTheWay =
          network.links.reduce((sum, { port, pipe }) => sum + port.discipline.packets + pipe.packets, 0) +
          network.groups.reduce((sum, { data, acks }) => sum + data.packets + acks.packets, 0);
        expect(network.pool.inUse).toBe(onTheWay);
      },
    ),
    cases(15),
  );
});
