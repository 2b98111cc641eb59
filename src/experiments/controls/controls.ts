/** Controlled runs for claims of the papers, and of this project's experiments, that fail. */
import { FLOW_EVENT, type FlowSpec, type Scenario, type Snapshot, setAqm } from "../../engine/index.ts";
import { abe2 } from "../abe/abe-2.ts";
import { abe9, abe10, JOIN_S, LIMIT_S } from "../abe/convergence.ts";
import { abe4 } from "../abe/gain.ts";
import { abe11, abe12 } from "../abe/share-ratio.ts";
import { slidesFct } from "../abe/slides-fct.ts";
import { ware1, ware8 } from "../bbr/ware.ts";
import { adaptiveBeta } from "../beyond/adaptive-beta.ts";
import { dctcp12 } from "../dctcp/dctcp-12.ts";
import { dctcp14 } from "../dctcp/dctcp-14.ts";
import { dctcp16 } from "../dctcp/dctcp-16.ts";
import { dctcp21 } from "../dctcp/dctcp-21.ts";
import { dualpi2Rates } from "../dualpi2/dualpi2-rates.ts";
import { ecodel4, ecodel8, ecodel11, ecodel12 } from "../ecodel/throughput.ts";
import type { Experiment, RunValues } from "../experiment.ts";
import { feedback3 } from "../feedback/delay.ts";
import { feedback4 } from "../feedback/rates.ts";
import { kwonT2, kwonT3, kwonT4 } from "../kwon/gfc-tables.ts";
import { kwon8 } from "../kwon/kwon-8.ts";
import { kwon9 } from "../kwon/kwon-9.ts";
import { kwon10 } from "../kwon/kwon-10.ts";
import { kwon11 } from "../kwon/kwon-11.ts";
import { kwon12 } from "../kwon/kwon-12.ts";
import { kwonT1 } from "../kwon/kwon-t1.ts";
import { kwon15 } from "../kwon/six.ts";
import { convergenceSince } from "../read-run.ts";
import { MEAN_RTT_MS } from "../sizing/paper.ts";
import { sizing8 } from "../sizing/sizing-8.ts";
import { sizing15 } from "../sizing/sizing-15.ts";
import { type ControlParts, controlled, withSetting } from "./controlled-run.ts";

/** Reads F with bytes counted from the second flow's first reaction to a mark or loss. */
function afterSlowStart(snapshot: Snapshot): RunValues {
  const { flowEvents } = snapshot;
  const first = [...flowEvents.kind.keys()].find(
    (i) => flowEvents.flow[i] === NEWCOMER && CUTS.includes(flowEvents.kind[i]),
  );
  const laterS = first === undefined ? 0 : flowEvents.timeS[first] - JOIN_S;
  const { firstS, settledS } = convergenceSince(snapshot, JOIN_S + laterS, LIMIT_S - laterS);
  const sinceJoin = (seconds: number | null) => (seconds === null ? null : seconds + laterS);
  return { firstS: sinceJoin(firstS), settledS: sinceJoin(settledS) };
}

/** Index of the second flow. */
const NEWCOMER = 1;
const CUTS: readonly number[] = [FLOW_EVENT.ecnReduction, FLOW_EVENT.lossReduction, FLOW_EVENT.rto];

const AFTER_SLOW_START = {
  changed: "F counted from the newcomer's first reduction on",
  suspected:
    "In its slow start the newcomer brings F to 0.95 within a second in many runs, however the older flow gives way.",
  read: afterSlowStart,
};

const BOTH_WITH_ECN = {
  changed: "ECN for the NewReno flows too",
  suspected:
    "At 20 ms twenty flows have two segments each: NewReno, whose packets are dropped, waits for timeouts, and CUBIC, whose packets are marked, does not.",
  change: (scenario: Scenario) => withSetting(scenario, "ecn", "on"),
};

const isEcnAb = ({ cc }: FlowSpec) => cc === "ecn-ab";

const EXACT = {
  changed: "the fraction of a cut kept (ab-cut=exact)",
  suspected:
    "Every cut of the window is to whole segments, as in ns-2, and loses half a segment on average, which is more than two round trips' growth beside an α of a fifth.",
  change: (scenario: Scenario) =>
    scenario.flows.some(isEcnAb) ? withSetting(scenario, "ab-cut", "exact", isEcnAb) : scenario,
};

const MARKS = {
  changed: "marks instead of drops above th_max",
  suspected:
    "Above th_max the queue drops instead of marking: drops send flows back to an increase of a whole segment, which keeps the average at th_max.",
  change: (scenario: Scenario) => withSetting(scenario, "red-above-max", "mark"),
};

const isCubic = ({ cc }: FlowSpec) => cc === "cubic";

const EXACT_CLOCK = {
  changed: "CUBIC counting in exact time (cubic-clock=exact)",
  suspected:
    "CUBIC of Linux counts in ticks of 4 ms, which are many round trips of a data centre: its window grows in bursts there.",
  change: (scenario: Scenario) =>
    scenario.flows.some(isCubic) ? withSetting(scenario, "cubic-clock", "exact", isCubic) : scenario,
};

const SHORTER = {
  changed: "a round trip of 20 instead of 100 ms",
  suspected:
    "Marks end slow start with a window of 15 to 17 ms of the link, whatever the round trip, and NewReno adds one segment a round trip from there: the longer the round trip, the more that costs. The paper does not say its round trip.",
  change: (scenario: Scenario) => withSetting(scenario, "rtt", "20ms"),
};

/** Returns the scenario with one group per flow, whose round trips are spread by a tenth around that of the first group. */
function withSpreadRtts(scenario: Scenario): Scenario {
  const [group] = scenario.flows;
  const rttOf = (i: number) => Number(group.params.rtt) * (0.9 + (0.2 * i) / (group.count - 1));
  const flows = Array.from({ length: group.count }, (_, i) => ({
    ...group,
    count: 1,
    params: { ...group.params, rtt: rttOf(i) },
  }));
  return { ...scenario, flows };
}

/** Returns the scenario with round trips between 90 and 110 ms instead of 25 and 175 ms. */
function withNearerRtts(scenario: Scenario): Scenario {
  const nearer = (rttMs: number) => MEAN_RTT_MS + (10 / 75) * (rttMs - MEAN_RTT_MS);
  const flows = scenario.flows.map((spec) => ({
    ...spec,
    params: { ...spec.params, rtt: nearer(Number(spec.params.rtt)) },
  }));
  return { ...scenario, flows };
}

/** Returns the scenario with a new connection for each transfer, which begins with this window. */
const newConnections = (scenario: Scenario, segments: number) =>
  withSetting(
    withSetting(withSetting(scenario, "persistent", "off"), "handshake", "off"),
    "initial-window",
    String(segments),
  );

/** The controlled runs. Each names the claims that fail and the only change. */
const CONTROLS: readonly ControlParts[] = [
  {
    experiment: abe2,
    claims: ["codel-under-use"],
    title: "CUBIC by round trip, over a CoDel that lets more delay stand",
    changed: "CoDel's target at 20 ms",
    suspected:
      "CoDel's target of 5 ms lets the delay come to 7 ms, which fills the gap of a cut to 0.7 up to a round trip of 16 ms alone.",
    needs: ({ queue }) => queue.startsWith("codel"),
    change: (scenario) => withSetting(scenario, "target", "20ms"),
  },
  {
    experiment: abe4,
    claims: ["pie-after-slow-start"],
    title: "Gain of a short flow over PIE without burst allowance",
    changed: "PIE's burst allowance at 0",
    suspected:
      "PIE's burst allowance lets slow start overshoot before the first mark, so that a cut to 0.5 costs a short flow little.",
    needs: ({ aqm, rtt, beta }) => aqm === "pie" && rtt === "400" && (beta === "0.5" || beta === "0.8"),
    change: (scenario) => withSetting(scenario, "max-burst", "0ms"),
  },
  {
    experiment: abe9,
    claims: ["pie-median"],
    title: "Convergence of two CUBIC flows after the newcomer's slow start",
    ...AFTER_SLOW_START,
    needs: ({ aqm }) => aqm === "pie",
  },
  {
    experiment: abe10,
    claims: ["codel-median", "pie-median", "pie-share-faster", "pie-best"],
    title: "Convergence of two NewReno flows after the newcomer's slow start",
    ...AFTER_SLOW_START,
  },
  {
    experiment: abe11,
    claims: ["each-round-trip"],
    title: "CUBIC beside NewReno, both with ECN, through CoDel",
    ...BOTH_WITH_ECN,
  },
  {
    experiment: abe12,
    claims: ["each-round-trip"],
    title: "CUBIC beside NewReno, both with ECN, through PIE",
    ...BOTH_WITH_ECN,
  },
  {
    experiment: slidesFct,
    claims: ["short-gain-most-codel-classic"],
    title: "Completion time over CoDel with reductions over a round trip",
    changed: "reductions by PRR instead of at once",
    suspected:
      "A sender that falls silent after each reduction lets the queue drain at once, so that CoDel leaves its dropping state after two reductions with β_ecn 0.5, and little is lost.",
    needs: ({ recovery, aqm, beta }) =>
      recovery === "classic" && aqm === "codel" && (beta === "0.5" || beta === "0.8"),
    change: (scenario) => withSetting(scenario, "recovery", "prr"),
  },
  {
    id: "control-slides-overshoot",
    experiment: slidesFct,
    claims: ["steps-to-path"],
    title: "Slow start's overshoot over a queue that marks at once",
    changed: "a queue that marks each packet above 1 ms at once instead of CoDel and PIE",
    suspected:
      "The queue stands before the first mark: CoDel waits for its interval, and PIE's burst allowance has to run down.",
    needs: ({ part }) => part === "overshoot",
    change: (scenario) => withSetting(setAqm(scenario, "step"), "step-time", "1ms"),
  },
  {
    id: "control-slides-fct-pie",
    experiment: slidesFct,
    claims: ["short-gain-most-pie-classic"],
    title: "Completion time over PIE without a handshake",
    changed: "flows that start without a handshake",
    suspected: "A handshake takes a round trip with either β, which weighs most in the time of a short flow.",
    needs: ({ recovery, aqm, beta }) =>
      recovery === "classic" && aqm === "pie" && (beta === "0.5" || beta === "0.8"),
    change: (scenario) => withSetting(scenario, "handshake", "off"),
  },
  {
    ...EXACT,
    experiment: kwon8,
    claims: ["near-corrected"],
    title: "Predicted against simulated throughput, cuts with fractions",
  },
  {
    ...MARKS,
    experiment: kwon9,
    claims: ["share-1mbps"],
    title: "Share of packets sent in ECN periods, marks above th_max",
  },
  {
    ...MARKS,
    experiment: kwon10,
    claims: ["order-1mbps"],
    title: "Signals per packet, marks above th_max",
  },
  {
    ...EXACT,
    experiment: kwon11,
    claims: ["queue-10mbps", "probability-10mbps"],
    title: "Average queue and probability, cuts with fractions",
  },
  {
    experiment: kwon12,
    claims: ["no-higher-r2"],
    title: "RED's probability at R2 and R3, starts spread",
    changed: "starts spread over five seconds",
    suspected:
      "The highest point is one of the first second of the burst, whose flows are all in slow start.",
    change: (scenario) => withSetting(scenario, "start-jitter", "5000ms"),
  },
  {
    ...EXACT,
    experiment: kwon15,
    claims: ["shortest-suffers"],
    title: "ECN(α, β) beside Reno without ECN, cuts with fractions",
  },
  {
    ...EXACT,
    id: "control-kwon-t1-exact",
    experiment: kwonT1,
    claims: ["drops-ecn-ab"],
    title: "Drops of twenty bulk flows, cuts with fractions",
  },
  {
    ...MARKS,
    id: "control-kwon-t1-marks",
    experiment: kwonT1,
    claims: ["drops-ecn-ab"],
    title: "Drops of twenty bulk flows, marks above th_max",
  },
  {
    experiment: kwonT2,
    claims: ["response"],
    title: "Web pages in GFC-2, fewer to read beside plain ECN",
    changed:
      "pages of 6 instead of 10 objects in the row of plain ECN, as that row's web goodput in the paper has it",
    suspected:
      "The paper's web goodput beside plain ECN is little more than half of that beside Reno: its clients seem to have had less to read in that row.",
    change: (scenario, { sender }) =>
      sender === "reno-ecn" ? withSetting(scenario, "page-objects", "6") : scenario,
  },
  {
    experiment: kwonT3,
    claims: ["drops-ftp-size"],
    title: "A burst of bulk flows in GFC-2, starts spread",
    changed: "starts spread over half a second",
    suspected:
      "With ECN bulk flows lose packets in slow start alone, at the common start and as ten more start at once.",
    change: (scenario) => withSetting(scenario, "start-jitter", "500ms"),
  },
  {
    experiment: kwonT4,
    claims: ["drops-http"],
    title: "Web pages in GFC-2, fewer to read beside (1, 0.9)",
    changed: "pages of 4 instead of 10 objects in the row of (1, 0.9)",
    suspected:
      "In that row the paper's web loses less than its UDP, in all others more: what its web had to send there is not in the text.",
    change: (scenario, point) =>
      JSON.stringify(point).includes("0.9") ? withSetting(scenario, "page-objects", "4") : scenario,
  },
  {
    ...EXACT_CLOCK,
    experiment: feedback3,
    claims: ["dc-steady"],
    title: "CUBIC with ECN from PI, counting in exact time",
  },
  {
    ...EXACT_CLOCK,
    experiment: feedback4,
    claims: ["pi-near"],
    title: "S1's share, CUBIC counting in exact time",
  },
  {
    ...SHORTER,
    experiment: ecodel4,
    claims: ["start-slightly-slower", "fairness-slightly-worse", "utilisation-similar"],
    title: "2 flows over a short round trip",
  },
  {
    ...SHORTER,
    experiment: ecodel11,
    claims: ["utilisation-similar"],
    title: "10 flows over a short round trip",
  },
  {
    id: "control-ecodel-11-marks",
    experiment: ecodel11,
    claims: ["lost-share"],
    title: "10 flows, marks from the target on",
    changed: "marks from CoDel's target on (C = 1)",
    suspected:
      "CoDel counts its interval from the target on, but marks begin at 1.5 targets, so that it drops before a packet is marked.",
    change: (scenario, { queue }) =>
      queue === "enhanced" ? withSetting(scenario, "ecodel-c", "1") : scenario,
  },
  {
    ...SHORTER,
    experiment: ecodel12,
    claims: ["throughput-similar", "fairness-similar", "utilisation-similar"],
    title: "10 flows at 500 Mbps over a short round trip",
  },
  {
    experiment: ecodel8,
    claims: ["fairness-slightly-better"],
    title: "5 flows without handshakes",
    changed: "flows that start without a handshake",
    suspected:
      "The difference is a fifth of a per cent, and where the flows stand after their starts decides it: a SYN that waits in the queue moves a start by some ten ms.",
    change: (scenario) => withSetting(scenario, "handshake", "off"),
  },
  {
    experiment: sizing8,
    claims: ["one-window"],
    title: "The window of one flow alone",
    changed: "the first flow alone on the line",
    suspected:
      "The model is the sawtooth of a flow that loses one packet at each peak, as a flow alone does.",
    needs: ({ rtts, flows }) => rtts === "spread" && flows !== "20",
    change: (scenario) => ({ ...scenario, flows: scenario.flows.slice(0, 1) }),
  },
  {
    id: "control-sizing-8-fewer",
    experiment: sizing8,
    claims: ["normal", "rtts-prevent"],
    title: "The sum of the windows of fewer flows",
    changed: "100 instead of 500 flows",
    suspected:
      "With many flows windows are small whole numbers, whose sum is not yet smooth and which timeouts keep out of step.",
    needs: ({ flows }) => flows !== "20" && flows !== "100",
    change: (scenario) => ({
      ...scenario,
      flows: scenario.flows.map((spec) => ({ ...spec, count: Math.min(spec.count, 4) })),
    }),
  },
  {
    experiment: sizing15,
    claims: ["as-measured"],
    title: "Utilisation by buffer, round trips nearer to each other",
    changed: "round trips spread by a tenth around their mean",
    suspected:
      "The round trips on the router are not stated, and the nearer they are to each other, the more do few flows move in step.",
    change: withNearerRtts,
  },
  {
    experiment: ware1,
    claims: ["forty-per-cent", "whatever-number"],
    title: "BBR's share beside other flows, with half of the buffer",
    changed: "a buffer of 16 instead of 32 bandwidth-delay products",
    suspected:
      "The deeper the buffer, the less BBR gets beside CUBIC, and the difference to the model grows.",
    change: (scenario) => withSetting(scenario, "limit", "533p"),
  },
  {
    experiment: ware8,
    claims: ["model-cubic"],
    title: "BBR's share beside a CUBIC that hardly gives way",
    changed: "a CUBIC that keeps 0.9 of its window at a loss",
    suspected:
      "In the model loss-based flows keep their part of the queue. CUBIC gives way at a loss, which shortens the round trip that BBR measures, and with it BBR's in-flight cap.",
    needs: ({ other }) => other === "cubic",
    change: (scenario) => withSetting(scenario, "beta-loss", "0.9", isCubic),
  },
  {
    experiment: dctcp12,
    claims: ["less-with-many"],
    title: "The queue of 40 flows of different round trips",
    changed: "round trips that are spread by a tenth around 100 µs",
    suspected: "Flows with exactly the same round trip stay in step.",
    needs: ({ flows }) => flows === "40",
    change: withSpreadRtts,
  },
  {
    experiment: dctcp14,
    claims: ["more-than-60"],
    title: "Throughput by marking threshold, packets in bursts",
    changed: "a random extra delay of up to 40 µs, behind which packets gather",
    suspected: "The paper's hosts send bursts of 30 to 40 packets, which need room in the queue.",
    change: (scenario) => withSetting(scenario, "jitter", "0.04ms"),
  },
  {
    experiment: dctcp16,
    claims: ["slower-than-tcp"],
    title: "Convergence of DCTCP and of TCP, with a short buffer for TCP",
    changed: "a buffer of 40 packets instead of 700 kB for TCP",
    suspected: "Through a long buffer TCP's round trip is many times that of DCTCP.",
    needs: ({ part, gbps }) => part === "join" && gbps === "1",
    change: (scenario, { sender }) => (sender === "tcp" ? withSetting(scenario, "limit", "40p") : scenario),
  },
  {
    experiment: dctcp21,
    claims: ["tcp-19ms", "much-lower"],
    title: "Short transfers that begin with two segments",
    changed: "a new connection for each transfer, without a handshake and with an initial window of two",
    suspected:
      "19 ms are more than three round trips of the full buffer: as if each transfer began with a small window.",
    change: (scenario) => newConnections(scenario, 2),
  },
  {
    id: "control-dctcp-21-ten",
    experiment: dctcp21,
    claims: ["dctcp-below-1ms"],
    title: "Short transfers that begin with ten segments",
    changed: "a new connection for each transfer, without a handshake and with an initial window of ten",
    suspected: "Marks keep the window of the connection small, so that a transfer takes several round trips.",
    change: (scenario) => newConnections(scenario, 10),
  },
  {
    experiment: dualpi2Rates,
    claims: ["equal-prague-cubic", "equal-dctcp-cubic", "equal-dctcp-reno"],
    title: "Rates over DualPI2 with equal round trips, queues included",
    changed: "15 ms more for the scalable flow, the target of the classic queue",
    suspected:
      "The classic flow waits about 15 ms in its queue and the scalable one does not, so at 5 ms its round trip is four times as long.",
    change: (scenario) => ({
      ...scenario,
      flows: scenario.flows.map((spec, i) =>
        i === 0 ? { ...spec, params: { ...spec.params, rtt: Number(spec.params.rtt) + 15 } } : spec,
      ),
    }),
  },
  {
    id: "control-dualpi2-rates-alpha",
    experiment: dualpi2Rates,
    claims: ["equal-dctcp-cubic", "equal-dctcp-reno"],
    title: "Rates over DualPI2 with α as a real number",
    changed: "DCTCP's α as a real number instead of Linux's whole steps",
    suspected:
      "At high rates marks are so rare that Linux rounds their share in α away, and DCTCP hardly gives way.",
    needs: ({ pair }) => pair !== "prague-cubic",
    change: (scenario) => withSetting(scenario, "dctcp-alpha", "real"),
  },
  {
    id: "control-dualpi2-rates-overload",
    experiment: dualpi2Rates,
    claims: ["no-loss"],
    title: "Losses of Prague at 4 Mbps without drops in overload",
    changed: "a DualPI2 that never drops L4S packets in overload",
    suspected:
      "At 4 Mbps windows are a few segments, so that even marks on every packet are not enough. DualPI2 then drops packets of both queues.",
    needs: ({ pair }) => pair === "prague-cubic",
    change: (scenario) => withSetting(scenario, "dual-drop-overload", "off"),
  },
  {
    experiment: adaptiveBeta,
    claims: ["pie-no-longer-delay"],
    title: "A β_ecn that the sender finds itself, over a PIE with a short queue",
    changed: "PIE's target at CoDel's 5 ms",
    suspected:
      "PIE means its queue to stand about its target, and slow growth below the old window makes a long sawtooth in the delay.",
    needs: ({ aqm }) => aqm === "pie",
    change: (scenario) => withSetting(scenario, "target", "5ms"),
  },
];

export const controls: readonly Experiment[] = CONTROLS.map(controlled);
