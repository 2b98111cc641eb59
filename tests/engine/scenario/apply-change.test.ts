/** Tests which link, which flow and which setting a change during the run applies to. */
import { describe, expect, test } from "vitest";
import { type Change, type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { Simulation } from "../../../src/engine/simulator.ts";
import { Connection } from "../../../src/engine/tcp/connection.ts";
import { TCP_PARAMS } from "../../../src/engine/tcp/tcp-params.ts";
import { networkOf } from "../../contract/witness.ts";

function scenarioOf(fragment: string): Scenario {
  const { scenario, problems } = scenarioFromUrl(fragment);
  expect(problems).toEqual([]);
  return scenario;
}

/** Returns a simulation that has run to its end, with its changes. */
function changed(fragment: string): Simulation {
  const simulation = new Simulation(scenarioOf(fragment));
  simulation.advance(Number.POSITIVE_INFINITY);
  return simulation;
}

const connectionsOf = (simulation: Simulation) =>
  networkOf(simulation).ends.filter((end): end is Connection => end instanceof Connection);

const queuesOf = (simulation: Simulation) => networkOf(simulation).links.map(({ queue }) => queue.aqm);

describe("a setting of TCP or of a flow is applied to the open connection, in its unit", () => {
  type Read = (connection: Connection) => unknown;
  const SETTINGS: readonly [string, Change["value"], Read, unknown][] = [
    ["ecn", false, ({ sender }) => sender.ecn.enabled, false],
    ["recovery", "classic", ({ sender }) => sender.reduction.mode, "classic"],
    ["fast-recovery", "reno", ({ sender }) => sender.settings.fastRecovery, "reno"],
    ["idle-restart", false, ({ sender }) => sender.settings.idleRestart, false],
    ["rack", false, ({ sender }) => sender.settings.rack, false],
    ["frto", false, ({ sender }) => sender.settings.frto, false],
    ["forward-retransmissions", true, ({ sender }) => sender.settings.forwardRetransmissions, true],
    ["limited-transmit", false, ({ sender }) => sender.settings.limitedTransmit, false],
    ["min-cwnd", 1, ({ sender }) => sender.state.minCwnd, 1],
    ["receive-window", 20, ({ sender }) => sender.settings.receiveWindow, 20],
    ["ect-retransmissions", true, ({ sender }) => sender.ecn.ectRetransmissions, true],
    ["initial-rto", 6000, ({ sender }) => sender.settings.initialRtoNs, 6e9],
    ["min-rto", 300, ({ sender }) => sender.settings.minRtoNs, 300e6],
    ["delayed-ack", "1", ({ receiver }) => receiver.settings.delayedAck, 1],
    ["delayed-ack-timer", 100, ({ receiver }) => receiver.settings.delayedAckTimerNs, 100e6],
    ["dsack", false, ({ receiver }) => receiver.settings.dsack, false],
    ["sack-delay", 0.5, ({ receiver }) => receiver.settings.sackDelayNs, 5e5],
    ["quick-acks", 3, ({ receiver }) => receiver.settings.quickAcks, 3],
    ["quick-acks-after-ce", 5, ({ receiver }) => receiver.settings.quickAcksAfterCe, 5],
  ];

  test("with each setting of TCP that can change live in this list; if not, add where the connection holds it", () => {
    const live = TCP_PARAMS.filter((param) => param.live !== false).map(({ id }) => id);
    expect(live.filter((id) => !SETTINGS.some(([named]) => named === id))).toEqual([]);
  });

  test.each(SETTINGS)("%s", (id, value, read, expected) => {
    const simulation = new Simulation(scenarioOf("duration=2s"));
    simulation.advance(1);
    const [connection] = connectionsOf(simulation);
    expect(read(connection)).not.toEqual(expected);
    simulation.change({ atS: 0, flow: null, link: null, id, value });
    simulation.advance(2);
    expect(read(connection)).toEqual(expected);
  });

  test("the round-trip time delays the packets that are sent from then on", () => {
    const url = "aqm=infinite&receive-window=4&rtt=20ms&duration=4s";
    expect(changed(`${url}&warmup=3s&set=1s:rtt=90ms`).results().flows[0].srttMs?.min).toBeGreaterThan(85);
  });
});

describe("changes of queues", () => {
  const url = "path=parking-lot&hops=3&duration=3s";

  test("a change of all queues does not affect a link with its own, from the start or by an earlier change", () => {
    const simulation = changed(`${url}&link=id=hop1,aqm=pi&set=1s:link.hop2.aqm=pie&set=2s:aqm=red`);
    expect(queuesOf(simulation)).toEqual(["pi", "pie", "red"]);
  });

  test("another discipline keeps the size of the buffer, and its probes start", () => {
    const simulation = changed("aqm=pie&limit=20p&duration=10s&set=5s:aqm=codel");
    expect(networkOf(simulation).links[0].queue).toMatchObject({ aqm: "codel", params: { limit: "20p" } });
    const { probes } = simulation.snapshot().links[0].queue;
    expect(probes.map(({ probe }) => probe.id)).toContain("count");
    for (const { series } of probes) {
      const first = series.last.findIndex((value) => !Number.isNaN(value));
      expect(first * series.bucketS).toBeGreaterThan(4.9);
    }
  });
});

describe("a change of the congestion control", () => {
  const ecnOf = (simulation: Simulation) => connectionsOf(simulation).map(({ sender }) => sender.ecn.enabled);

  test("to one that needs ECN switches ECN on", () => {
    expect(ecnOf(changed("aqm=step&ecn=off&duration=4s&set=2s:cc=dctcp"))).toEqual([true]);
  });

  test("that needs ECN keeps it when ECN is switched off for all flows", () => {
    const simulation = new Simulation(scenarioOf("aqm=step&flow=cc=dctcp&flow=cc=newreno&duration=4s"));
    simulation.advance(2);
    simulation.change({ atS: 0, flow: null, link: null, id: "ecn", value: false });
    simulation.advance(4);
    expect(ecnOf(simulation)).toEqual([true, false]);
  });

  test("shows the probes of the new one", () => {
    const [{ probes }] = changed("duration=10s&set=2s:cc=cubic").snapshot().flows;
    expect(probes.map(({ probe }) => probe.id)).toContain("w-max");
  });
});

test("a stop of all flows stops those that have started, but not those that start later", () => {
  const url = "flow=cc=newreno&flow=cc=newreno,start=9s&duration=12s&warmup=0s&set=5s:stop=8s";
  expect(
    changed(url)
      .results()
      .flows.map(({ stopS }) => stopS),
  ).toEqual([8, 12]);
});
