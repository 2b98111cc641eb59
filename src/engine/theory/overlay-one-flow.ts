/**
 * One long flow over a queue that signals at a known length: utilisation, the windows of its sawtooth and the length of its
 * cycle. NewReno and its like by the ABE paper's sawtooth, CUBIC by its own cycle.
 */
import { readNumber } from "../params/read.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { aimdAnswers } from "./aimd-answers.ts";
import { type CubicCycle, cubicCycle } from "./cubic-steady-state.ts";
import { constant, type Overlay, short } from "./overlay.ts";
import { sawtoothCycle } from "./sawtooth-cycle.ts";
import { sawtoothUtilisation } from "./sawtooth-utilisation.ts";
import { packetsOf, type SteadyFlows, steadyFlows } from "./steady-flows.ts";

/** Where the queue signals, and how. */
interface SignalPoint {
  readonly bufferPackets: number;
  readonly byMarks: boolean;
  /** As a phrase. */
  readonly where: string;
}

type Cycle = Pick<CubicCycle, "utilisation" | "peak" | "trough" | "periodS">;

/** One cycle of a sender, with words for it. */
interface Description {
  readonly id: string;
  readonly label: string;
  readonly cite: string;
  readonly growth: string;
  readonly cycle: Cycle;
}

export function oneFlowOverlays(scenario: Scenario): Overlay[] {
  const flow = steadyFlows(scenario);
  if (flow === null || flow.count !== 1) return [];
  const signal = signalPoint(flow);
  const described = signal === null ? null : describe(flow, signal);
  if (signal === null || described === null) return [];
  const { bufferPackets, byMarks, where } = signal;
  const { utilisation, peak, trough, periodS } = described.cycle;
  const share = short(bufferPackets / flow.bdpPackets);
  const common = {
    sentence: `A fluid: ${described.growth}, cut at once by ${byMarks ? "β_ecn" : "β_loss"} when the queue holds ${where} (${share} × BDP).`,
    cite: described.cite,
  };
  const { id, label } = described;
  const ofFlow = { ...common, link: null, group: 0 };
  return [
    {
      ...common,
      id: `${id}-utilisation`,
      label: `${label}: utilisation`,
      kind: "utilisation",
      link: flow.link.id,
      group: null,
      value: constant(utilisation),
    },
    {
      ...ofFlow,
      id: `${id}-cwnd`,
      label: `${label}: cwnd`,
      kind: "cwnd",
      value: { form: "band", low: trough, high: peak },
    },
    { ...ofFlow, id: `${id}-period`, label: `${label}: period`, kind: "cycle", value: constant(periodS) },
  ];
}

/** Null for a sender whose cycle is not known. */
function describe(flow: SteadyFlows, { bufferPackets, byMarks }: SignalPoint): Description | null {
  const { spec, packetsPerS, rttS, bdpPackets } = flow;
  const path = { packetsPerS, rttS, bufferPackets };
  if (spec.cc === "cubic") {
    const beta = readNumber(spec.params, byMarks ? "beta-ecn" : "beta-loss");
    return {
      id: "cubic-cycle",
      label: "CUBIC's cycle",
      cite: "RFC 9438 §4.2-4.3, §5.1",
      growth: "growth along the cubic curve or, where that is more, the Reno-friendly one",
      cycle: cubicCycle(path, { beta, c: readNumber(spec.params, "cubic-c"), wholeSegments: true }),
    };
  }
  const answers = aimdAnswers(spec);
  if (answers === null) return null;
  const { alpha, beta } = byMarks ? answers.toMark : answers.toLoss;
  return {
    id: "sawtooth",
    label: "Sawtooth",
    cite: "Khademi et al. 2017 (ABE), eqs. 1-2",
    growth: alpha === 1 ? "one segment more per round trip" : `${short(alpha)} segments more per round trip`,
    cycle: {
      ...sawtoothCycle(path, alpha, beta),
      utilisation: sawtoothUtilisation(beta, bufferPackets / bdpPackets),
    },
  };
}

/** Null where the queue has no length of its own at which it signals, as where it draws lots along a curve. */
function signalPoint({ queue, spec, packetsPerS, packetBytes }: SteadyFlows): SignalPoint | null {
  const limit = packetsOf(queue, "limit", packetBytes);
  const full: SignalPoint = { bufferPackets: limit, byMarks: false, where: "its limit" };
  if (queue.aqm === "droptail") return full;
  const { target, "aqm-ecn": marking, "step-time": stepMs } = queue.params;
  if (typeof marking !== "boolean") return null;
  const byMarks = marking && spec.params.ecn === true;
  const atLength = (bufferPackets: number, where: string) =>
    bufferPackets < limit ? { bufferPackets, byMarks, where } : full;
  if (typeof target === "number") return atLength((target / 1000) * packetsPerS, "target times capacity");
  if (queue.aqm !== "step") return null;
  if (typeof stepMs === "number") return atLength((stepMs / 1000) * packetsPerS, "the threshold");
  return atLength(packetsOf(queue, "step", packetBytes), "the threshold");
}
