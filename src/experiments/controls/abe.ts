/** What claims of the ABE paper fail by, put to the test. */
import { FLOW_EVENT, type Scenario, type Snapshot, setAqm } from "../../engine/index.ts";
import { abe2 } from "../abe/abe-2.ts";
import { abe9, abe10, JOIN_S, LIMIT_S } from "../abe/convergence.ts";
import { abe4 } from "../abe/gain.ts";
import { abe11, abe12 } from "../abe/share-ratio.ts";
import { slidesFct } from "../abe/slides-fct.ts";
import type { Reading } from "../experiment.ts";
import { convergenceSince } from "../read-run.ts";
import { controlled, withSetting } from "./control.ts";

export const abe2Deeper = controlled({
  id: "control-abe-2",
  of: abe2,
  claims: ["codel-under-use"],
  title: "CUBIC by round trip, over a CoDel that lets more delay stand",
  changed: "CoDel's target at 20 ms",
  suspected:
    "CoDel's target of 5 ms lets the delay come to 7 ms, which fills the gap of a cut to 0.7 up to a round trip of 16 ms alone.",
  needs: ({ queue }) => queue.startsWith("codel"),
  change: (scenario) => withSetting(scenario, "target", "20ms"),
});

export const abe4Burst = controlled({
  id: "control-abe-4",
  of: abe4,
  claims: ["pie-after-slow-start"],
  title: "Gain of a short flow over PIE without burst allowance",
  changed: "PIE's burst allowance at 0",
  suspected:
    "PIE's burst allowance lets slow start overshoot before the first mark, so that a cut to 0.5 costs a short flow little.",
  needs: ({ aqm, rtt, beta }) => aqm === "pie" && rtt === "400" && (beta === "0.5" || beta === "0.8"),
  change: (scenario) => withSetting(scenario, "max-burst", "0ms"),
});

/** F counts bytes from the newcomer's first answer to a mark or loss on. */
function afterSlowStart(snapshot: Snapshot): Reading {
  const { flowEvents } = snapshot;
  const first = [...flowEvents.kind.keys()].find(
    (i) => flowEvents.flow[i] === NEWCOMER && CUTS.includes(flowEvents.kind[i]),
  );
  const laterS = first === undefined ? 0 : flowEvents.timeS[first] - JOIN_S;
  const { firstS, settledS } = convergenceSince(snapshot, JOIN_S + laterS, LIMIT_S - laterS);
  const sinceJoin = (seconds: number | null) => (seconds === null ? null : seconds + laterS);
  return { firstS: sinceJoin(firstS), settledS: sinceJoin(settledS) };
}

/** The second flow. */
const NEWCOMER = 1;
const CUTS: readonly number[] = [FLOW_EVENT.ecnReduction, FLOW_EVENT.lossReduction, FLOW_EVENT.rto];

const IN_SLOW_START =
  "In its slow start the newcomer brings F to 0.95 within a second in many runs, however the older flow gives way.";

export const abe9After = controlled({
  id: "control-abe-9",
  of: abe9,
  claims: ["pie-median"],
  title: "Convergence of two CUBIC flows after the newcomer's slow start",
  changed: "F counted from the newcomer's first reduction on",
  suspected: IN_SLOW_START,
  needs: ({ aqm }) => aqm === "pie",
  read: afterSlowStart,
});

export const abe10After = controlled({
  id: "control-abe-10",
  of: abe10,
  claims: ["codel-median", "pie-median", "pie-share-faster", "pie-best"],
  title: "Convergence of two NewReno flows after the newcomer's slow start",
  changed: "F counted from the newcomer's first reduction on",
  suspected: IN_SLOW_START,
  read: afterSlowStart,
});

const TIMEOUTS =
  "At 20 ms twenty flows have two segments each: NewReno, whose packets are dropped, waits for timeouts, and CUBIC, whose packets are marked, does not.";
const withEcn = (scenario: Scenario) => withSetting(scenario, "ecn", "on");

export const abe11Ecn = controlled({
  id: "control-abe-11",
  of: abe11,
  claims: ["each-round-trip"],
  title: "CUBIC beside NewReno, both with ECN, through CoDel",
  changed: "ECN for the NewReno flows too",
  suspected: TIMEOUTS,
  change: withEcn,
});

export const abe12Ecn = controlled({
  id: "control-abe-12",
  of: abe12,
  claims: ["each-round-trip"],
  title: "CUBIC beside NewReno, both with ECN, through PIE",
  changed: "ECN for the NewReno flows too",
  suspected: TIMEOUTS,
  change: withEcn,
});

export const slidesPrr = controlled({
  id: "control-slides-fct",
  of: slidesFct,
  claims: ["short-gain-most-codel-classic"],
  title: "Completion time over CoDel with reductions over a round trip",
  changed: "reductions by PRR instead of at once",
  suspected:
    "A sender that falls silent after each reduction lets the queue drain at once, so that CoDel leaves its dropping state after two reductions with β_ecn 0.5, and little is lost.",
  needs: ({ recovery, aqm, beta }) =>
    recovery === "classic" && aqm === "codel" && (beta === "0.5" || beta === "0.8"),
  change: (scenario) => withSetting(scenario, "recovery", "prr"),
});

export const slidesStep = controlled({
  id: "control-slides-overshoot",
  of: slidesFct,
  claims: ["steps-to-path"],
  title: "Slow start's overshoot over a queue that marks at once",
  changed: "a queue that marks each packet above 1 ms at once instead of CoDel and PIE",
  suspected:
    "The queue stands before the first mark: CoDel waits for its interval, and PIE's burst allowance has to run down.",
  needs: ({ part }) => part === "overshoot",
  change: (scenario) => withSetting(setAqm(scenario, "step"), "step-time", "1ms"),
});

export const slidesHandshake = controlled({
  id: "control-slides-fct-pie",
  of: slidesFct,
  claims: ["short-gain-most-pie-classic"],
  title: "Completion time over PIE without a handshake",
  changed: "flows that start without a handshake",
  suspected: "A handshake takes a round trip with either β, which weighs most in the time of a short flow.",
  needs: ({ recovery, aqm, beta }) =>
    recovery === "classic" && aqm === "pie" && (beta === "0.5" || beta === "0.8"),
  change: (scenario) => withSetting(scenario, "handshake", "off"),
});
