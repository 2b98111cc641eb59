/** The results of a run, used for the numbers panel, the command line's JSON and the digest. */
import { Digest } from "../core/digest.ts";
import type { Flow } from "../flow.ts";
import type { Link } from "../net/link.ts";
import type { Network } from "../network.ts";
import { NS_PER_MS, NS_PER_S, readNumber } from "../params/read.ts";
import { trafficById } from "../registered.ts";
import { coveredByDigest } from "../scenario/format-versions.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { jainIndex } from "./jain.ts";
import type { Recorder } from "./recorder.ts";
import { sharingOf } from "./sharing.ts";
import type { FlowResult, LinkResult, RunResults } from "./snapshot.ts";

/** The part of the results that the digest covers. Results of the separate queues of a link are excluded. */
type Figures = Omit<RunResults, "fairness"> & { readonly fairness: Omit<RunResults["fairness"], "sharing"> };

/** Returns the results of a run up to its current time. */
export function resultsOf(
  scenario: Scenario,
  network: Network,
  recorder: Recorder,
  events: number,
): RunResults {
  const figures = figuresOf(scenario, network, recorder, events);
  const sharing = sharingOf(scenario, network, recorder, figures.flows);
  const links = figures.links.map((link, i): LinkResult => {
    const queues = recorder.links[i].innerResults();
    return queues === null ? link : { ...link, queues };
  });
  const flows = figures.flows.map((flow): FlowResult => {
    const { opening } = network.flows[flow.id];
    return flow.ecn && opening !== null && !opening.ecn ? { ...flow, withoutEcn: true } : flow;
  });
  return { ...figures, links, flows, fairness: { ...figures.fairness, sharing } };
}

function figuresOf(scenario: Scenario, network: Network, recorder: Recorder, events: number): Figures {
  const flows = network.flows.map((flow) => flowResult(flow, scenario, network, recorder));
  const competing = flows.filter((flow) => flow.goodputBps > 0);
  return {
    links: network.links.map((link, i) => linkResult(link, i, recorder)),
    flows,
    fairness: {
      jain:
        competing.length === 0 ? Number.NaN : jainIndex(Float64Array.from(flows, (flow) => flow.goodputBps)),
      convergenceS: recorder.sampler.fairness.joins
        .slice(1)
        .map((join) => (join.convergedNs < 0 ? null : (join.convergedNs - join.atNs) / NS_PER_S)),
    },
    packets: network.links.reduce((sum, { port }) => sum + port.packetsSent, 0),
    events,
  };
}

function linkResult(link: Link, index: number, recorder: Recorder): LinkResult {
  const { port } = link;
  const before = recorder.linkBaseline(index);
  const spanNs = recorder.coveredNs;
  const capacityBits = link.capacityBits();
  return {
    id: link.id,
    // If the capacity is a recording, this is its mean rate over the covered time.
    rateBps: port.recording !== null && spanNs > 0 ? (capacityBits * NS_PER_S) / spanNs : port.rateBps,
    utilisation: capacityBits > 0 ? ((port.bytesOnLink() - before.bytesOnLink) * 8) / capacityBits : 0,
    packets: port.packetsSent - before.packetsSent,
    marks: port.marks - before.marks,
    drops: {
      overflow: port.overflowDrops - before.overflowDrops,
      aqm: port.aqmDrops - before.aqmDrops,
      link: link.losses - before.losses,
    },
    queuePackets: {
      mean: spanNs > 0 ? (port.lengthIntegral() - before.lengthIntegral) / spanNs : 0,
      max: port.longestQueue,
    },
    sojournMs: recorder.links[index].delays.percentiles(),
  };
}

function flowResult(flow: Flow, scenario: Scenario, network: Network, recorder: Recorder): FlowResult {
  const spec = scenario.flows[flow.group];
  const group = network.groups[flow.group];
  const before = recorder.flowBaseline(flow.index);
  const { nowNs } = network.clock;
  const counts = flow.counts();
  const fromNs = Math.max(flow.startNs, recorder.sinceNs);
  const isComplete = flow.completedNs >= 0;
  const toNs = Math.min(nowNs, flow.stopNs, isComplete ? flow.completedNs : nowNs);
  const responses = flow.responses.summary();
  const bytes = counts.receivedBytes - before.receivedBytes;
  return {
    id: flow.index,
    group: flow.group,
    cc: trafficById(spec.traffic).transport === "udp" ? "udp" : spec.cc,
    traffic: spec.traffic,
    route: group.route,
    ecn: spec.params.ecn === true,
    rttMs: group.propagationNs / NS_PER_MS,
    startS: flow.startNs / NS_PER_S,
    stopS: Math.min(flow.stopNs / NS_PER_S, readNumber(scenario.run, "duration")),
    goodputBps: toNs > fromNs ? (bytes * 8 * NS_PER_S) / (toNs - fromNs) : 0,
    bytesReceived: bytes,
    packetsSent: counts.packetsSent - before.packetsSent,
    retransmissions: counts.retransmissions - before.retransmissions,
    rtos: counts.rtos - before.rtos,
    ecnReductions: counts.ecnReductions - before.ecnReductions,
    lossReductions: counts.lossReductions - before.lossReductions,
    packetsToMarks: counts.packetsToMarks - before.packetsToMarks,
    packetsToLosses: counts.packetsToLosses - before.packetsToLosses,
    cwndSegments: recorder.flows[flow.index].cwnd.range(),
    srttMs: recorder.srttMs.range(flow.index),
    fctS: isComplete ? (flow.completedNs - flow.startNs) / NS_PER_S : null,
    responses,
    // This field is present only if it is not zero, so that the digests of other runs stay unchanged.
    ...(responses === null && flow.responses.refused > 0 && { refused: flow.responses.refused }),
    ...(flow.notOpened > 0 && { notOpened: flow.notOpened }),
  };
}

/**
 * Returns a digest of scenario and results as 16 hexadecimal digits. It is the same in every JavaScript engine, no matter into
 * how many calls of `advance` the run was divided.
 */
export function digestOf(scenario: Scenario, network: Network, recorder: Recorder, events: number): string {
  const digest = new Digest();
  digest.value(coveredByDigest(scenario));
  digest.value(figuresOf(scenario, network, recorder, events));
  digest.number(recorder.log.total);
  for (const { delays, log } of recorder.links) {
    delays.forEach((bucket, count) => {
      digest.number(bucket);
      digest.number(count);
    });
    digest.number(log.total);
  }
  return digest.hex();
}
