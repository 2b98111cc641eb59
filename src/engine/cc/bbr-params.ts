/** What all three BBRs declare: gains, and how PROBE_RTT works. The defaults differ. */
import type { Deviation } from "../params/deviation.ts";
import type { EnumParam, NumberParam, Param, ParamValue, ParamValues, Probe } from "../params/param.ts";
import { msToNs, numberOf, secondsToNs, textOf } from "../params/read.ts";
import type { QuantumBy } from "./send-quantum.ts";

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

const QUANTUM: EnumParam = {
  kind: "enum",
  id: "bbr-quantum",
  label: "Send quantum",
  default: "kernel",
  options: [
    {
      value: "kernel",
      label: "as Linux sends",
      help: "1/1024 s of the pacing rate, and a share of 64 kB that halves with each 512 µs of the smallest RTT: 45 segments where that is below 0.3 ms, 22 more at 1 ms, none above 3 ms.",
    },
    {
      value: "rate",
      label: "by the rate alone",
      help: "1/1024 s of the pacing rate, two segments at least: Linux before 5.18, and the draft.",
    },
    {
      value: "single",
      label: "one by one",
      help: "Segments leave singly, as from a host that has switched segmentation by the network card (GSO) off. The window keeps its room for bursts.",
    },
    {
      value: "version-1",
      label: "as links of version 1",
      help: "By the rate alone. What the window cuts off a burst leaves later without waiting, and what is in flight is not taken as of the next burst.",
    },
  ],
  help: "How many segments leave at once, in one burst; the next burst waits for their time at the pacing rate.",
};

export function bbrParams({ startupGain, probeRttIntervalS, cite }: BbrDefaults): readonly Param[] {
  return [
    { ...STARTUP_GAIN, default: startupGain, cite },
    { ...PROBE_RTT_INTERVAL, default: probeRttIntervalS, cite },
    ...OTHERS.map((param) => ({ ...param, cite })),
    { ...QUANTUM, cite },
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

export const BBR_BURST: Probe = {
  id: "bbr-burst",
  label: "send quantum",
  unit: "segments",
  help: "Segments that leave at once, in one burst, where the window lets as many out.",
};

export const BBR_FIRST_WINDOW: Deviation = {
  subject: "first window",
  text: "Linux: ten segments leave at once, more are paced by the handshake's round trip",
  here: "so too; with `--handshake off` all leave at once",
  effect: "nothing with the usual window of ten",
};

export const BBR_BURSTS: Deviation = {
  subject: "bursts",
  text: "Linux: puts off one that the window cuts short, and takes up to half of what one was late off the next gap",
  here: "what the window lets out leaves, and gaps are whole",
  effect: "smaller bursts where cwnd holds the flow back",
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
  quantumBy: QuantumBy = "kernel";

  constructor(values: ParamValues) {
    for (const { id } of [STARTUP_GAIN, PROBE_RTT_INTERVAL, ...OTHERS, QUANTUM])
      this.set(id, values[id] ?? null);
  }

  /** Takes one of its own parameters; false when `id` is not among them. */
  set(id: string, value: ParamValue): boolean {
    if (id === "bbr-startup-gain") this.startupGain = numberOf(value, id);
    else if (id === "bbr-drain-gain") this.drainGain = numberOf(value, id);
    else if (id === "bbr-cwnd-gain") this.cwndGain = numberOf(value, id);
    else if (id === "bbr-probe-rtt-interval") this.probeRttIntervalNs = secondsToNs(numberOf(value, id));
    else if (id === "bbr-probe-rtt-time") this.probeRttTimeNs = msToNs(numberOf(value, id));
    else if (id === QUANTUM.id) this.quantumBy = textOf(value, id) as QuantumBy;
    else return false;
    return true;
  }
}
