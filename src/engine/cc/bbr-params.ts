/** What all three BBRs declare: gains, and how PROBE_RTT works. The defaults differ. */
import type { Deviation } from "../params/deviation.ts";
import type { NumberParam, ParamValue, ParamValues, Probe } from "../params/param.ts";
import { msToNs, numberOf, secondsToNs } from "../params/read.ts";

/** Fewest segments in flight: with ACKs for every second one, four keep two pairs going (Linux tcp_bbr.c). */
export const BBR_MIN_WINDOW = 4;

interface BbrDefaults {
  readonly startupGain: number;
  readonly probeRttIntervalS: number;
  /** The text that has them. */
  readonly cite: string;
}

const DETAIL = { kind: "number", scale: "linear", detail: true } as const;

const STARTUP_GAIN: NumberParam = {
  ...DETAIL,
  id: "bbr-startup-gain",
  label: "STARTUP gain",
  unit: "ratio",
  default: 2.885,
  min: 1.25,
  max: 4,
  step: 0.005,
  help: "How much faster than the measured bandwidth STARTUP paces: 4·ln 2 is the least that doubles it each round trip, 2/ln 2 what v1 and v2 take.",
};

const PROBE_RTT_INTERVAL: NumberParam = {
  kind: "number",
  id: "bbr-probe-rtt-interval",
  label: "PROBE_RTT interval",
  unit: "s",
  default: 10,
  min: 0.5,
  max: 120,
  step: 0.5,
  scale: "log",
  help: "So long without a smaller round-trip time, and the window is made small for a moment to look for one.",
};

/** Those with one default for all. */
const OTHERS: readonly NumberParam[] = [
  {
    ...DETAIL,
    id: "bbr-drain-gain",
    label: "DRAIN gain",
    unit: "ratio",
    default: 0.347,
    min: 0.1,
    max: 0.9,
    step: 0.01,
    help: "Share of the bandwidth at which DRAIN paces, to empty in about one round the queue that STARTUP built.",
  },
  {
    ...DETAIL,
    id: "bbr-cwnd-gain",
    label: "Window gain",
    unit: "ratio",
    default: 2,
    min: 1,
    max: 4,
    step: 0.05,
    help: "The window in bandwidth-delay products: the room for delayed and lumped ACKs, and a bound on the queue.",
  },
  {
    ...DETAIL,
    id: "bbr-probe-rtt-time",
    label: "PROBE_RTT duration",
    unit: "ms",
    default: 200,
    min: 0,
    max: 500,
    step: 10,
    help: "How long the window stays small, and at least a round trip.",
  },
];

export function bbrParams({ startupGain, probeRttIntervalS, cite }: BbrDefaults): readonly NumberParam[] {
  return [
    { ...STARTUP_GAIN, default: startupGain, cite },
    { ...PROBE_RTT_INTERVAL, default: probeRttIntervalS, cite },
    ...OTHERS.map((param) => ({ ...param, cite })),
  ];
}

export const BBR_BW: Probe = {
  id: "bbr-bw",
  label: "bandwidth estimate",
  unit: "per-s",
  help: "The highest delivery rate of late, in segments per second, as far as no lower bound holds it down.",
};

export const BBR_MIN_RTT: Probe = {
  id: "bbr-min-rtt",
  label: "smallest RTT",
  unit: "ms",
  help: "The smallest round-trip time of late: what the bandwidth-delay product is counted with.",
};

export const BBR_PACING_GAIN: Probe = {
  id: "bbr-pacing-gain",
  label: "pacing gain",
  unit: "ratio",
  help: "Pacing rate as a multiple of the bandwidth estimate.",
};

export const BBR_FIRST_WINDOW: Deviation = {
  subject: "first window",
  text: "Linux: paced by the handshake's round trip",
  here: "so too; with `--handshake off` it leaves at once",
  effect: "without a handshake a burst of ten",
};

export const BBR_EQUAL_RTT: Deviation = {
  subject: "smallest RTT",
  text: "Linux v1, v2: an equal sample puts PROBE_RTT off",
  here: "only a smaller one, as v3",
  effect: "without noise every empty queue would give an equal one, and PROBE_RTT would not come",
};

export const BBR_SPURIOUS: Deviation = {
  subject: "spurious losses",
  text: "Linux: undoes its answer",
  here: "does not; there are no spurious losses without reordering, but for timeouts",
};

/** The parameters' present values. */
export class BbrSettings {
  startupGain = 0;
  drainGain = 0;
  cwndGain = 0;
  probeRttIntervalNs = 0;
  probeRttTimeNs = 0;

  constructor(values: ParamValues) {
    for (const { id } of [STARTUP_GAIN, PROBE_RTT_INTERVAL, ...OTHERS]) this.set(id, values[id] ?? null);
  }

  /** Takes one of its own parameters; false when `id` is not among them. */
  set(id: string, value: ParamValue): boolean {
    if (id === "bbr-startup-gain") this.startupGain = numberOf(value, id);
    else if (id === "bbr-drain-gain") this.drainGain = numberOf(value, id);
    else if (id === "bbr-cwnd-gain") this.cwndGain = numberOf(value, id);
    else if (id === "bbr-probe-rtt-interval") this.probeRttIntervalNs = secondsToNs(numberOf(value, id));
    else if (id === "bbr-probe-rtt-time") this.probeRttTimeNs = msToNs(numberOf(value, id));
    else return false;
    return true;
  }
}
