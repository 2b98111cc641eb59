/**
 * Tests what the cards of algorithms, paths and traffic state about runs: each statement is checked in a run.
 */
import { describe, expect, test } from "vitest";
import {
  congestionControls,
  FLOW_EVENT,
  QUEUE_EVENT,
  queueDisciplines,
  type Snapshot,
  scenarioFromUrl,
  topologies,
  trafficKinds,
} from "../../src/engine/index.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { flowDelaysOf } from "../../src/engine/trace/flow-delays.ts";
import { LOG } from "../../src/engine/trace/log-rows.ts";
import { PacketLog } from "../../src/engine/trace/packet-log.ts";
import { cutsOf, within } from "../engine/scenario/preset-claims.ts";

function runOf(fragment: string): Snapshot {
  const { scenario, problems } = scenarioFromUrl(`v=2&${fragment}`);
  expect(problems).toEqual([]);
  return runScenario(scenario).snapshot();
}

const kindsAt = (run: Snapshot) => new Set(run.links.flatMap(({ events }) => [...events.kind]));
const share = ({ results: { flows } }: Snapshot, flow: number) =>
  flows[flow].goodputBps / flows.reduce((sum, { goodputBps }) => sum + goodputBps, 0);

/** The call waits less than a tenth of the longest wait of the downloads. */
const callHardlyWaits = (aqm: string) => () => {
  const { scenario } = scenarioFromUrl(
    `v=2&aqm=${aqm}&duration=20s&flow=cc=cubic&flow=cc=cubic&flow=traffic=cbr`,
  );
  const counting = flowDelaysOf(scenario, (log) => new Simulation(scenario, log), 0, 20);
  for (let step = counting.next(); ; step = counting.next()) {
    if (step.done !== true) continue;
    const [first, , call] = step.value.flows.map(({ sojournMs }) => sojournMs?.mean ?? Number.NaN);
    return call < first / 3 && call < 3;
  }
};

const marksWhileLonger = () => {
  const log = new PacketLog({ kinds: [LOG.enqueued, LOG.marked] });
  new Simulation(scenarioFromUrl("v=2&aqm=step&step=10p&rtt=10ms&duration=5s").scenario, log).advance(5);
  const { kind, link, a } = log.columns;
  const rows = Array.from({ length: log.length }, (_, row) => row).filter((row) => link[row] === 0);
  const long = rows.filter((row) => kind[row] === LOG.enqueued && a[row] > 10).length;
  return long > 100 && long === rows.filter((row) => kind[row] === LOG.marked).length;
};

/** Checks of claims, by algorithm, path or traffic, and by sentence. */
const CLAIMS: Readonly<Record<string, Readonly<Record<string, () => boolean>>>> = {
  droptail: {
    "A packet that arrives at a full queue is dropped; no packet is ever marked.": () =>
      [...kindsAt(runOf("aqm=droptail&limit=20p&duration=10s&flows=3"))].join() ===
      `${QUEUE_EVENT.overflowDrop}`,
  },
  dualpi2: {
    "Packets of scalable senders (ECT(1)) use the L queue and hardly wait; packets of classic senders use the C queue, with a target delay.":
      () => {
        const run = runOf(
          "capacity=40Mbps&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&duration=30s",
        );
        const [scalable, classic] = run.results.flows.map(({ srttMs }) => (srttMs?.mean ?? 0) - 20);
        return scalable < 2 && within(classic, 10, 20);
      },
    "The signals of the queues are coupled, so that both kinds of flows get similar windows.": () => {
      const run = runOf(
        "capacity=40Mbps&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&duration=60s",
      );
      const [scalable, classic] = run.results.flows.map(({ cwndSegments }) => cwndSegments?.mean ?? 0);
      return within(scalable / classic, 0.7, 1.4);
    },
  },
  infinite: {
    "First in, first out, without a limit: no packet is dropped or marked.": () =>
      kindsAt(runOf("aqm=infinite&duration=20s&flows=3")).size === 0,
    "Senders get no signal, so their windows keep growing.": () => {
      const { cwnd } = runOf("aqm=infinite&duration=5s").flows[0];
      return cwnd.last[cwnd.length - 1] === Math.max(...cwnd.last.filter((value) => !Number.isNaN(value)));
    },
  },
  red: {
    "Below a lower threshold no packet is marked or dropped; between two thresholds packets are marked or dropped at random, more often as the average grows.":
      () => kindsAt(runOf("aqm=red&red-min=900p&red-max=1000p&duration=10s&receive-window=200")).size === 0,
  },
  step: {
    "Marks every packet while the queue is longer than a threshold, and no packet below it.":
      marksWhileLonger,
    "DCTCP is designed for this queue; other senders treat each mark as a full congestion signal.": () =>
      cutsOf(runOf("aqm=step&step=20p&duration=20s"), 1).every(({ factor }) => within(factor, 0.45, 0.55)),
  },
  bbr1: {
    "It sends at that rate, with about two bandwidth-delay products in flight, regardless of losses and marks.":
      () => {
        const run = runOf("aqm=droptail&limit=20p&cc=bbr1&ecn=off&duration=20s");
        const cuts = cutsOf(run, 5).filter(({ kind }) => kind === FLOW_EVENT.lossReduction);
        return run.results.links[0].drops.overflow > 100 && cuts.length === 0;
      },
  },
  dctcp: {
    "With a low step threshold the queue stays short and the link full.": () => {
      const [link] = runOf("capacity=200Mbps&aqm=step&step=10p&cc=dctcp&flows=2&rtt=1ms&duration=2s").results
        .links;
      return link.utilisation > 0.99 && link.queuePackets.mean < 15;
    },
  },
  westwood: {
    "So a loss without congestion costs little.": () =>
      share(runOf("loss=0.002&ecn=off&duration=60s&flow=cc=westwood&flow=cc=newreno"), 0) > 0.6,
  },
  "dc-wan": {
    "Two bottlenecks in a row, a fast short link and a slow long one.": () =>
      runOf("path=dc-wan&duration=1s").links.length === 2,
    "One flow crosses both, and three more come and go at each.": () => {
      const { flows } = runOf("path=dc-wan&duration=1s").results;
      const on = (route: string) => flows.filter((flow) => flow.route === route).length;
      return on("both") === 1 && on("dc") === 3 && on("wan") === 3;
    },
  },
  dumbbell: { "All flows share one bottleneck.": () => runOf("flows=3&duration=1s").links.length === 1 },
  "gfc-2": {
    "Seven routers in a row, and twenty-two flows over parts of it: several bottlenecks and round trips at once.":
      () => {
        const { results, links } = runOf("path=gfc-2&duration=1s");
        return results.flows.length === 22 && links.length === 6;
      },
  },
  "parking-lot": {
    "One flow passes every hop; at each hop it shares the link with a flow that passes only this hop.":
      () => {
        const { flows } = runOf("path=parking-lot&hops=4&duration=1s").results;
        return flows.map(({ route }) => route).join() === "long,hop1,hop2,hop3,hop4";
      },
    "The long flow therefore gets the marks of all hops.": () =>
      runOf("path=parking-lot&duration=30s").links.every(({ events }) =>
        [...events.kind.keys()].some((i) => events.kind[i] === QUEUE_EVENT.mark && events.flow[i] === 0),
      ),
  },
  "six-flows": {
    "Three round-trip times share one bottleneck, each with one ECN(α, β) flow and one plain TCP flow.":
      () => {
        const { flows } = runOf("path=six-flows&duration=1s").results;
        const rtts = (cc: string) => flows.filter((flow) => flow.cc === cc).map(({ rttMs }) => rttMs);
        return rtts("ecn-ab").length === 3 && rtts("ecn-ab").join() === rtts("newreno").join();
      },
  },
  cbr: {
    "Datagrams that exceed the available capacity are lost.": () => {
      const alone = runOf("flow=traffic=cbr,cbr-rate=2Mbps&duration=20s").results;
      const [pressed] = runOf("aqm=droptail&flow=traffic=cbr,cbr-rate=20Mbps&duration=20s").results.flows;
      return within(alone.flows[0].goodputBps, 1.99e6, 2.01e6) && pressed.retransmissions === 0;
    },
  },
};

const summaries = new Map(
  [...queueDisciplines, ...congestionControls, ...topologies, ...trafficKinds].map(({ id, summary }) => [
    id,
    summary,
  ]),
);
const claims = Object.entries(CLAIMS).flatMap(([id, checks]) =>
  Object.entries(checks).map(([sentence, holds]) => ({ id, sentence, holds })),
);

describe("the claims of the cards", () => {
  test.each(claims)("$id: $sentence", ({ id, sentence, holds }) => {
    expect(summaries.get(id)).toContain(sentence);
    expect(holds()).toBe(true);
  });

  test.each(["fq-codel", "fq-pie"])("%s: packets of a flow that sends little hardly wait", (aqm) => {
    expect(callHardlyWaits(aqm)()).toBe(true);
  });
});
