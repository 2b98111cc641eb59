/**
 * Parameters of the BBR versions: gains and PROBE_RTT for all versions; reactions to losses and marks, and the probing interval,
 * for versions 2 and 3. The defaults differ.
 */
import {
  type Param,
  type ParamValue,
  type ParamValues,
  type Phase,
  type PhaseTone,
  type Probe,
  range,
} from "../../params/param.ts";
import { booleanOf, msToNs, msToNsOrNever, numberOf, secondsToNs, textOf } from "../../params/read.ts";
import type { QuantumBy } from "./send-quantum.ts";

/**
 * Minimum window (segments). If the receiver acknowledges every second segment, four segments keep two pairs in flight (Linux
 * tcp_bbr.c).
 */
export const BBR_MIN_WINDOW = 4;

const GAIN = { name: "pacing gain", unit: "ratio" } as const;
const phase = (id: string, tone: PhaseTone, label: string, help: string): Phase => {
  return { id: `bbr-${id}`, label, help, tone, isWhole: true, value: GAIN };
};

/** Property of all BBR phases: they are reported in slow start and during loss recovery as well, because only BBR sets cwnd. */
export const BBR_PHASE = {
  startup: phase(
    "startup",
    "start",
    "STARTUP",
    "The sending rate doubles each round trip until the measured bandwidth stops growing.",
  ),
  drain: phase(
    "drain",
    "back",
    "DRAIN",
    "The sender paces below the bandwidth until the queue that STARTUP built is gone.",
  ),
  up: phase("up", "push", "PROBE_BW UP", "The sender paces above the bandwidth to look for more."),
  down: phase(
    "down",
    "back",
    "PROBE_BW DOWN",
    "The sender paces below the bandwidth to drain the queue that UP built.",
  ),
  cruise: phase("cruise", "hold", "PROBE_BW CRUISE", "The sender paces at the bandwidth."),
  refill: phase("refill", "grow", "PROBE_BW REFILL", "The sender fills the pipe for one round before UP."),
  policed: phase(
    "policed",
    "hold",
    "PROBE_BW policed",
    "The sender uses the rate of a policer as the bandwidth and does not probe for 48 round trips.",
  ),
  conserving: phase(
    "conserving",
    "repair",
    "packet conservation",
    "In the first round trip of a recovery cwnd equals the data in flight: one segment is sent for each segment delivered.",
  ),
  probeRtt: phase(
    "probe-rtt",
    "small",
    "PROBE_RTT",
    "cwnd is small for 200 ms and at least one round trip, so that the queue drains and the RTT of the path can be measured.",
  ),
} as const;

interface BbrDefaults {
  readonly startupGain: number;
  readonly probeRttIntervalS: number;
  /** Source of the defaults. */
  readonly cite: string;
}

/** Declares the parameters that all BBR versions share. */
export function bbrParams({ startupGain, probeRttIntervalS, cite }: BbrDefaults): readonly Param[] {
  const params: readonly Param[] = [
    {
      id: "bbr-startup-gain",
      label: "STARTUP gain",
      unit: "ratio",
      ...range({ default: startupGain, min: 1.25, max: 4, step: 0.005 }),
      help: "Pacing rate in STARTUP as a multiple of the measured bandwidth. 4·ln 2 is the smallest that doubles the rate each round trip; BBRv1 and BBRv2 use 2/ln 2.",
      detail: true,
    },
    {
      id: "bbr-probe-rtt-interval",
      label: "PROBE_RTT interval",
      unit: "s",
      ...range({ default: probeRttIntervalS, min: 0.5, max: 120, step: 0.5, scale: "log" }),
      help: "Age of the smallest RTT at which BBR enters PROBE_RTT: it makes the window small for a short time to measure the RTT without a queue.",
    },
    {
      id: "bbr-drain-gain",
      label: "DRAIN gain",
      unit: "ratio",
      ...range({ default: 0.347, min: 0.1, max: 0.9, step: 0.01 }),
      help: "Pacing rate in DRAIN as a fraction of the bandwidth. It empties the queue that STARTUP built in about one round trip.",
      detail: true,
    },
    {
      id: "bbr-cwnd-gain",
      label: "Window gain",
      unit: "ratio",
      ...range({ default: 2, min: 1, max: 4, step: 0.05 }),
      help: "The window as a multiple of the bandwidth-delay product. A value above 1 allows for late or aggregated ACKs; the window also limits the queue.",
      main: {},
    },
    {
      id: "bbr-probe-rtt-time",
      label: "PROBE_RTT duration",
      unit: "ms",
      ...range({ default: 200, min: 0, max: 500, step: 10 }),
      help: "Time for which the window stays small; at least one round trip.",
      detail: true,
    },
    {
      kind: "enum",
      id: "bbr-quantum",
      label: "Send quantum",
      default: "kernel",
      options: [
        {
          value: "kernel",
          label: "as Linux sends",
          help: "1/1024 s of the pacing rate, plus a share of 64 kB that halves with each 512 µs of the smallest RTT: 45 segments below 0.3 ms, 22 at 1 ms, none above 3 ms.",
        },
        {
          value: "rate",
          label: "by the rate alone",
          help: "1/1024 s of the pacing rate, at least two segments, as in Linux before 5.18 and in the draft.",
        },
        {
          value: "single",
          label: "one by one",
          help: "Segments leave one by one, as from a host without segmentation offload (GSO). The window still has room for bursts.",
        },
      ],
      help: "Number of segments sent back to back in one burst. The next burst follows when the pacing rate allows it.",
    },
  ];
  return params.map((param) => ({ ...param, cite }));
}

/** Additional parameters of v2 and v3. */
export function bbrBoundParams(downGain: number, cite: string): readonly Param[] {
  const params: readonly Param[] = [
    {
      id: "bbr-loss-thresh",
      label: "Loss threshold",
      unit: "ratio",
      ...range({ default: 0.02, min: 0, max: 0.2, step: 0.005 }),
      help: "If more than this share of a flight is lost while probing, the flight counts as too large.",
    },
    {
      id: "bbr-beta",
      symbol: "β_bbr",
      label: "Backoff on a loss",
      unit: "ratio",
      ...range({ default: 0.7, min: 0.3, max: 0.99, step: 0.01 }),
      help: "Fraction of the lower bounds that is kept in a round trip with losses, and fraction of the flight that is kept when probing lost too much.",
    },
    {
      id: "bbr-headroom",
      label: "Headroom",
      unit: "ratio",
      ...range({ default: 0.15, min: 0, max: 0.5, step: 0.01 }),
      help: "Share of the largest safe flight that is left to other flows in CRUISE.",
    },
    {
      id: "bbr-down-gain",
      label: "DOWN gain",
      unit: "ratio",
      ...range({ default: downGain, min: 0.5, max: 0.99, step: 0.01 }),
      help: "Pacing gain after a probe, until the queue that it built has drained.",
      detail: true,
    },
    {
      id: "bbr-probe-wait",
      label: "Wait between probes",
      unit: "s",
      ...range({ default: 2, min: 0.1, max: 30, step: 0.1, scale: "log" }),
      help: "Time between probes for bandwidth, plus up to one random second; shorter if Reno would recover sooner.",
      detail: true,
    },
    {
      id: "bbr-ecn-max-rtt",
      label: "ECN up to RTT",
      unit: "ms",
      ...range({ default: 5, noneLabel: "any", min: 0.1, max: 2000, step: 0.1, scale: "log" }),
      help: "BBR responds to marks only if ECN was negotiated and the smallest RTT is at most this, because it assumes that such marks come from a shallow threshold. BBRv3 in Linux also requires a route that is configured as low-latency; here every path counts as one.",
    },
    {
      id: "bbr-ecn-thresh",
      label: "CE threshold",
      unit: "ratio",
      ...range({ default: 0.5, min: 0.01, max: 1, step: 0.01 }),
      help: "If at least this share of a flight is marked while probing, the flight counts as too large.",
    },
    {
      id: "bbr-ecn-factor",
      label: "ECN factor",
      unit: "ratio",
      ...range({ default: 1 / 3, min: 0, max: 1, step: 0.01 }),
      help: "A round trip with marks reduces the lower bound of the flight by this times α.",
      detail: true,
    },
    {
      id: "bbr-ecn-alpha-gain",
      label: "Gain of α",
      unit: "ratio",
      ...range({ default: 1 / 16, min: 1 / 64, max: 1, step: 1 / 64 }),
      help: "Weight of the newest round trip in α, the moving average of the share of marked segments.",
      detail: true,
    },
  ];
  return params.map((param) => ({ ...param, cite }));
}

/** Current values of a version's parameters. */
export class BbrSettings {
  startupGain = 0;
  drainGain = 0;
  cwndGain = 0;
  probeRttIntervalNs = 0;
  probeRttTimeNs = 0;
  quantumBy: QuantumBy = "kernel";
  // Parameters of v1 only.
  detectsPolicers = true;
  // Parameters of v2 and v3 only.
  lossThresh = 0;
  beta = 1;
  headroom = 0;
  downGain = 1;
  probeWaitNs = 0;
  ecnMaxRttNs = 0;
  ecnThresh = 0;
  ecnFactor = 0;
  ecnAlphaGain = 0;

  private readonly params: readonly Param[];

  constructor(params: readonly Param[], values: ParamValues) {
    this.params = params;
    for (const { id } of params) this.set(id, values[id] ?? null);
  }

  /** Sets a parameter. Returns false if the version has no such parameter. */
  set(id: string, value: ParamValue): boolean {
    if (!this.params.some((param) => param.id === id)) return false;
    if (id === "bbr-startup-gain") this.startupGain = numberOf(value, id);
    else if (id === "bbr-drain-gain") this.drainGain = numberOf(value, id);
    else if (id === "bbr-cwnd-gain") this.cwndGain = numberOf(value, id);
    else if (id === "bbr-probe-rtt-interval") this.probeRttIntervalNs = secondsToNs(numberOf(value, id));
    else if (id === "bbr-probe-rtt-time") this.probeRttTimeNs = msToNs(numberOf(value, id));
    else if (id === "bbr-quantum") this.quantumBy = textOf(value, id) as QuantumBy;
    else if (id === "bbr-policer") this.detectsPolicers = booleanOf(value, id);
    else if (id === "bbr-loss-thresh") this.lossThresh = numberOf(value, id);
    else if (id === "bbr-beta") this.beta = numberOf(value, id);
    else if (id === "bbr-headroom") this.headroom = numberOf(value, id);
    else if (id === "bbr-down-gain") this.downGain = numberOf(value, id);
    else if (id === "bbr-probe-wait") this.probeWaitNs = secondsToNs(numberOf(value, id));
    else if (id === "bbr-ecn-max-rtt") this.ecnMaxRttNs = msToNsOrNever(value, id);
    else if (id === "bbr-ecn-thresh") this.ecnThresh = numberOf(value, id);
    else if (id === "bbr-ecn-factor") this.ecnFactor = numberOf(value, id);
    else if (id === "bbr-ecn-alpha-gain") this.ecnAlphaGain = numberOf(value, id);
    else return false;
    return true;
  }
}

export const BBR_BW: Probe = {
  id: "bbr-bw",
  label: "bandwidth estimate",
  unit: "per-s",
  help: "The highest recent delivery rate, in segments per second, unless a lower bound limits it.",
};

export const BBR_MIN_RTT: Probe = {
  id: "bbr-min-rtt",
  label: "smallest RTT",
  unit: "ms",
  help: "The smallest recent round-trip time, from which the bandwidth-delay product is computed.",
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
  help: "Segments that are sent in one burst if the window allows it.",
};

/**
 * Makes a function that returns a warning if the RTT is too long for marks to count, otherwise null. `where` completes the
 * condition in the warning. Linux's BBRv3 counts marks only on routes that are configured as low-latency (bbr_can_use_ecn); the
 * simulator treats every path as such a route.
 */
export const tooFarForMarks =
  (where: string) =>
  (values: ParamValues, rttMs: number): string | null => {
    const most = values["bbr-ecn-max-rtt"];
    if (typeof most !== "number" || rttMs <= most) return null;
    return `marks count only ${where} a smallest RTT of at most ${most} ms (bbr-ecn-max-rtt), and it is ${Number(rttMs.toPrecision(3))} ms`;
  };

/** Probes of BBRv2 and v3. Values of the mode are the constants in path-model.ts. */
export const BBR_BOUND_PROBES: readonly Probe[] = [
  {
    id: "bbr-mode",
    label: "mode",
    unit: "count",
    help: "0 STARTUP, 1 DRAIN, 2 DOWN, 3 CRUISE, 4 REFILL, 5 UP, 6 PROBE_RTT.",
  },
  BBR_BW,
  BBR_MIN_RTT,
  BBR_PACING_GAIN,
  {
    id: "bbr-inflight-hi",
    label: "inflight_hi",
    unit: "segments",
    besideCwnd: true,
    help: "The largest flight that was safe while probing; no value before too much was lost or marked.",
  },
  {
    id: "bbr-inflight-lo",
    label: "inflight_lo",
    unit: "segments",
    besideCwnd: true,
    help: "The limit on the flight after losses and marks since the last probe; no value while there are none.",
  },
  {
    id: "bbr-alpha",
    symbol: "α",
    label: "share of marks",
    unit: "ratio",
    help: "Moving average of the share of marked segments; none before the first mark.",
  },
  BBR_BURST,
];
