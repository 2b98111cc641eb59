/** The figures of a run: what the numbers panel, the command line's JSON and the digest are made of. */
import { Digest } from "../core/digest.ts";
import type { Network } from "../network.ts";
import { NS_PER_S, readBoolean, readNumber } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Connection } from "../tcp/connection.ts";
import { jainIndex } from "./jain.ts";
import type { FlowBaseline, Recorder } from "./recorder.ts";
import type { FlowResult, LinkResult, RunResults } from "./snapshot.ts";

const ZERO: FlowBaseline = {
  receivedBytes: 0,
  packetsSent: 0,
  retransmissions: 0,
  rtos: 0,
  ecnReductions: 0,
  lossReductions: 0,
};

export function resultsOf(
  scenario: Scenario,
  network: Network,
  recorder: Recorder,
  nowNs: number,
  events: number,
): RunResults {
  const flows = network.connections.map((connection) => flowResult(connection, scenario, recorder, nowNs));
  const competing = flows.filter((flow) => flow.goodputBps > 0);
  return {
    links: [linkResult(network, recorder, nowNs)],
    flows,
    fairness: {
      jain: competing.length === 0 ? Number.NaN : jainIndex(flows.map((flow) => flow.goodputBps)),
      convergenceS: recorder.sampler.fairness.joins
        .slice(1)
        .map((join) => (join.convergedNs < 0 ? null : (join.convergedNs - join.atNs) / NS_PER_S)),
    },
    packets: network.port.packetsSent,
    events,
  };
}

function linkResult(network: Network, recorder: Recorder, nowNs: number): LinkResult {
  const { port } = network;
  const { baseline } = recorder;
  const spanNs = nowNs - baseline.atNs;
  const capacityBits = recorder.capacityBits(nowNs);
  return {
    id: "bottleneck",
    rateBps: port.rateBps,
    utilisation: capacityBits > 0 ? ((port.bytesOnLink(nowNs) - baseline.bytesOnLink) * 8) / capacityBits : 0,
    packets: port.packetsSent - baseline.packetsSent,
    marks: port.marks - baseline.marks,
    drops: {
      overflow: port.overflowDrops - baseline.overflowDrops,
      aqm: port.aqmDrops - baseline.aqmDrops,
      link: 0,
    },
    queuePackets: {
      mean: spanNs > 0 ? (port.lengthIntegral(nowNs) - baseline.lengthIntegral) / spanNs : 0,
      max: port.longestQueue,
    },
    sojournMs: recorder.queue.delays.percentiles(),
  };
}

function flowResult(
  connection: Connection,
  scenario: Scenario,
  recorder: Recorder,
  nowNs: number,
): FlowResult {
  const { sender, flow, group } = connection;
  const spec = scenario.flows[group];
  const base = recorder.baseline.flows[flow] ?? ZERO;
  const fromNs = Math.max(connection.startNs, recorder.baseline.atNs);
  const completedNs =
    connection.sizeBytes !== null && connection.completedNs >= 0 ? connection.completedNs : nowNs;
  const toNs = Math.min(nowNs, connection.stopNs, completedNs);
  const bytes = connection.receivedBytes - base.receivedBytes;
  const isComplete = connection.sizeBytes !== null && connection.completedNs >= 0;
  return {
    id: flow,
    group,
    cc: spec.cc,
    ecn: readBoolean(spec.params, "ecn"),
    rttMs: readNumber(spec.params, "rtt"),
    startS: connection.startNs / NS_PER_S,
    stopS: Math.min(connection.stopNs / NS_PER_S, readNumber(scenario.run, "duration")),
    goodputBps: toNs > fromNs ? (bytes * 8 * NS_PER_S) / (toNs - fromNs) : 0,
    bytesReceived: bytes,
    packetsSent: sender.packetsSent - base.packetsSent,
    retransmissions: sender.retransmissions - base.retransmissions,
    rtos: sender.rtos - base.rtos,
    ecnReductions: sender.ecnReductions - base.ecnReductions,
    lossReductions: sender.lossReductions - base.lossReductions,
    cwndSegments: recorder.flows[flow].cwnd.range(nowNs),
    srttMs: recorder.flows[flow].srttMs.range(),
    fctS: isComplete ? (connection.completedNs - connection.startNs) / NS_PER_S : null,
  };
}

/** Scenario and results, as 16 hexadecimal digits: the same in every JS engine and every slicing of the run. */
export function digestOf(scenario: Scenario, results: RunResults, recorder: Recorder): string {
  const digest = new Digest();
  digest.value(scenario);
  digest.value(results);
  recorder.queue.delays.forEach((bucket, count) => {
    digest.number(bucket);
    digest.number(count);
  });
  digest.number(recorder.log.total);
  digest.number(recorder.queue.log.total);
  return digest.hex();
}
