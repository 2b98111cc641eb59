/** Declaration of PI: parameters, observables, and Hollot's design of the gains for a path. */
import { clamp } from "../../core/math.ts";
import type { PathSummary } from "../../params/algorithm.ts";
import { type NumberParam, type Param, type ParamValues, type Probe, range } from "../../params/param.ts";
import { readNumber } from "../../params/read.ts";
import type { QueueDisciplineCard } from "../queue-discipline.ts";
import { AQM_ECN } from "../shared-params.ts";

const PAPER = "Hollot et al. 2001";

const PI_A: NumberParam = {
  id: "pi-a",
  symbol: "a",
  label: "Gain on the present length",
  unit: "ratio",
  ...range({
    default: 1.822e-5,
    min: 1e-18,
    max: 1,
    sliderMin: 1e-6,
    sliderMax: 1e-2,
    step: 1e-8,
    scale: "log",
  }),
  help: "Weight of the queue's current distance from the reference. It must be larger than b; the difference is the integral gain.",
  cite: PAPER,
};

const PI_B: NumberParam = {
  ...PI_A,
  id: "pi-b",
  symbol: "b",
  label: "Gain on the previous length",
  default: 1.816e-5,
  help: "Weight of the distance from the reference at the previous sample.",
};

const PI_RATE: NumberParam = {
  id: "pi-rate",
  symbol: "ω",
  label: "Sampling rate",
  unit: "per-s",
  ...range({ default: 160, min: 1, max: 10_000, sliderMin: 10, sliderMax: 2000, step: 1, scale: "log" }),
  help: "Updates of the probability per second; the gains are designed for this rate.",
  cite: PAPER,
};

const PI_QREF: NumberParam = {
  id: "pi-qref",
  symbol: "q_ref",
  label: "Reference length",
  unit: "count",
  ...range({ default: 50, min: 0, max: 100_000, sliderMax: 500, step: 1, integer: true }),
  help: "Queue length in packets that the controller aims for.",
  cite: PAPER,
  main: {},
};

const PARAMS: readonly Param[] = [PI_QREF, PI_A, PI_B, PI_RATE, AQM_ECN];

const PROBES: readonly Probe[] = [
  {
    id: "p",
    symbol: "p",
    label: "marking probability",
    unit: "ratio",
    help: "Probability that an arriving packet is marked or dropped.",
  },
];

interface PiDesign {
  readonly a: number;
  readonly b: number;
  /**
   * Exact value of a − b, which is the integral gain. It is stored separately, because a and b may differ only in their last
   * digits.
   */
  readonly difference: number;
}

/**
 * Returns the frequency (rad/s) at which the loop of `path` has unit gain. Hollot places it at the corner of TCP's
 * window dynamics.
 */
function piCrossover(path: PathSummary): number {
  return (2 * path.flows) / (path.rttS * path.rttS * path.packetsPerS);
}

/**
 * Hollot's design for N flows with round-trip time R, queueing included, on a link of C packets/s. The controller
 * C(s) = K·(s/z + 1)/s cancels the pole of TCP's window at z = 2N/(R²C), and K gives unit gain at ω_g = z. The
 * bilinear transform then yields a and b.
 */
export function designPiGains(path: PathSummary, rateHz: number): PiDesign {
  const { packetsPerS, rttS, flows } = path;
  const z = piCrossover(path);
  const windowGain = (2 * flows) / (packetsPerS * packetsPerS);
  const k = z * z * windowGain * Math.sqrt(z * z + 1 / (rttS * rttS));
  const halfPeriodS = 1 / (2 * rateHz);
  return { a: k * (1 / z + halfPeriodS), b: k * (1 / z - halfPeriodS), difference: 2 * k * halfPeriodS };
}

/** Sampling frequency relative to the loop's bandwidth; Hollot uses ten to twenty. */
const SAMPLES_PER_BANDWIDTH = 20;

function suggestedGains(path: PathSummary, values: ParamValues): ParamValues {
  const rttS = path.rttS + readNumber(values, PI_QREF.id) / path.packetsPerS;
  const loaded = { ...path, rttS };
  const leastHz = (SAMPLES_PER_BANDWIDTH * piCrossover(loaded)) / (2 * Math.PI);
  const rateHz = clamp(
    Math.max(readNumber(values, PI_RATE.id), Math.ceil(leastHz)),
    PI_RATE.min,
    PI_RATE.max,
  );
  const design = designPiGains(loaded, rateHz);
  const a = clamp(rounded(design.a, 4), PI_A.min, PI_A.max);
  // The difference a − b is rounded instead of b, because it may be smaller than the last digit of a.
  const b = clamp(rounded(a - rounded(design.difference, 4), 14), PI_B.min, a);
  return { [PI_A.id]: a, [PI_B.id]: b, [PI_RATE.id]: rateHz };
}

export const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));

export const piCard: QueueDisciplineCard = {
  id: "pi",
  label: "PI",
  family: "By queue length",
  summary:
    "Compares the length of the queue with a reference at a fixed rate, and raises or lowers the probability of a mark (a proportional-integral controller, PI). Its gains suit one path only: change them for another path.",
  cite: PAPER,
  params: PARAMS,
  probes: PROBES,
  suggestion: {
    label: "design gains for this path",
    help: "Sets a and b, and a faster sampling rate where needed, by the paper's design rule for the link's rate, round-trip time and flows at the reference length.",
    values: suggestedGains,
  },
};
