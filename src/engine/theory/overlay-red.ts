/** Where equal flows of NewReno or its like and a RED queue come to rest: the mean queue and the signal probability. */
import { readBoolean, readNumber, readText } from "../params/read.ts";
import type { QueueSpec, Scenario } from "../scenario/scenario.ts";
import { aimdAnswers } from "./aimd-answers.ts";
import { constant, type Overlay, short } from "./overlay.ts";
import { type RedCurve, type RedLoad, redEquilibrium, WITH_WAIT, WITHOUT_WAIT } from "./red-equilibrium.ts";
import { packetsOf, type SteadyFlows, steadyFlows } from "./steady-flows.ts";

/** A mean-field model: fewer flows do not mix. */
const FEWEST_FLOWS = 2;
/** The model's answer to a loss. */
const HALF = 0.5;

export function redOverlays(scenario: Scenario): Overlay[] {
  const flows = steadyFlows(scenario);
  if (flows === null || flows.count < FEWEST_FLOWS) return [];
  const { spec, queue, count, packetsPerS, rttS } = flows;
  const answers = aimdAnswers(spec);
  if (answers === null || queue.aqm !== "red") return [];
  const curve = curveOf(flows);
  const markUpTo = marksUpTo(queue, curve, spec.params.ecn === true);
  if (markUpTo < 1 && answers.toLoss.beta !== HALF) return [];
  const load: RedLoad = {
    flows: count,
    packetsPerS,
    baseRttS: rttS,
    markUpTo,
    sender: {
      ...answers.toMark,
      timeoutS: rttS + readNumber(scenario.tcp, "min-rto") / 1000,
      timeoutsAfter: "losses",
      // Growth counts acknowledged segments, so that delayed ACKs do not slow it down.
      segmentsPerAck: 1,
      variant: "corrected",
    },
  };
  const waits = readBoolean(queue.params, "red-wait");
  const { p, queuePackets } = redEquilibrium(curve, load, waits ? WITH_WAIT : WITHOUT_WAIT);
  const common = {
    sentence: `${count} equal flows send just what the link carries at the p_b that RED's curve has for their mean queue, ${waits ? "with" : "without"} its wait between signals; round trips of ${short(rttS * 1000)} ms beside the queue.`,
    cite: "Kwon and Fahmy, eqs. 16-19",
    link: flows.link.id,
    group: null,
  };
  return [
    {
      ...common,
      id: "red-queue",
      label: "RED equilibrium: queue",
      kind: "queue",
      value: constant(queuePackets),
    },
    {
      ...common,
      id: "red-p",
      label: "RED equilibrium: probability",
      kind: "probability",
      value: constant(p),
      probe: "p",
    },
  ];
}

function curveOf({ queue, packetBytes }: SteadyFlows): RedCurve {
  const minTh = packetsOf(queue, "red-min", packetBytes);
  return {
    minTh,
    maxTh: Math.max(minTh, packetsOf(queue, "red-max", packetBytes)),
    maxP: readNumber(queue.params, "red-pmax"),
    gentle: readBoolean(queue.params, "gentle"),
  };
}

/** The probability up to which RED marks what it picks. */
function marksUpTo(queue: QueueSpec, curve: RedCurve, isEct: boolean): number {
  if (!isEct || !readBoolean(queue.params, "aqm-ecn")) return 0;
  const above = readText(queue.params, "red-above-max");
  return above === "mark" || (above === "mark-unforced" && curve.gentle) ? 1 : curve.maxP;
}
