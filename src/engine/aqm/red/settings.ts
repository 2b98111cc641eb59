/** Parameters and probes that RED and Adaptive RED declare. */
import {
  type EnumParam,
  type Param,
  type ParamValue,
  type ParamValues,
  type Probe,
  range,
  type SizeParam,
} from "../../params/param.ts";
import { booleanOf, numberOf, type SizeLimit, sizeOf, textOf } from "../../params/read.ts";
import { AQM_ECN } from "../shared-params.ts";

const FLOYD = "Floyd and Jacobson 1993";

/** Settings of RED in the units that the simulator uses. */
export class RedSettings {
  min: SizeLimit = { packets: 0, bytes: 0 };
  max: SizeLimit = { packets: 0, bytes: 0 };
  maxP = 0;
  gentle = true;
  /** Weight of the average; null if it is derived from the link's rate. */
  weight: number | null = null;
  wait = true;
  meanPacketBytes = 0;
  marking = true;
  /** True if ECT packets are dropped when the average is at least th_max. */
  dropsFromMax = false;
  /** True if ECT packets are marked, not dropped, where every packet gets a signal. */
  marksForced = false;

  constructor(values: ParamValues) {
    for (const { id } of redParams({ weight: null })) this.set(id, values[id] ?? null);
  }

  /** Sets a parameter. Returns false if `id` is not a parameter of this class. */
  set(id: string, value: ParamValue): boolean {
    if (id === "red-min") this.min = sizeOf(value, id);
    else if (id === "red-max") this.max = sizeOf(value, id);
    else if (id === "red-pmax") this.maxP = numberOf(value, id);
    else if (id === "gentle") this.gentle = booleanOf(value, id);
    else if (id === "red-weight") this.weight = value === null ? null : numberOf(value, id);
    else if (id === "red-wait") this.wait = booleanOf(value, id);
    else if (id === "red-mean-packet") this.meanPacketBytes = numberOf(value, id);
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "red-above-max") {
      this.dropsFromMax = textOf(value, id) === "drop";
      this.marksForced = value === "mark";
    } else return false;
    return true;
  }
}

const RED_MIN: SizeParam = {
  kind: "size",
  id: "red-min",
  symbol: "th_min",
  label: "Lower threshold",
  default: "14p",
  minPackets: 1,
  maxPackets: 100_000,
  minBytes: 1,
  maxBytes: 150_000_000,
  help: "Average queue below which no packet is marked or dropped, in packets or bytes.",
  cite: FLOYD,
};

const RED_MAX: SizeParam = {
  ...RED_MIN,
  id: "red-max",
  symbol: "th_max",
  label: "Upper threshold",
  default: "42p",
  help: "Average queue at which the probability reaches max_p. With gentle it continues to rise, to 1 at twice this threshold; without gentle it is 1 at once. If both thresholds are equal, the probability makes a step there: from 0 to max_p with gentle, from 0 to 1 without, as DCTCP needs it.",
  main: {},
};

const ABOVE_MAX: EnumParam = {
  kind: "enum",
  id: "red-above-max",
  label: "ECT above the upper threshold",
  default: "mark-unforced",
  help: "Whether an ECT packet is marked or dropped while the average queue is above the upper threshold.",
  cite: "Kwon and Fahmy, eq. 18",
  detail: true,
  options: [
    {
      value: "mark-unforced",
      label: "mark while drawn",
      help: "Marked, but dropped once the probability is 1 (above twice the threshold; without gentle above the threshold), as in ns-3.",
    },
    {
      value: "drop",
      label: "drop",
      help: "Dropped above the threshold, as by Kwon and Fahmy and in ns-2 by default.",
    },
    {
      value: "mark",
      label: "always mark",
      help: "Packets are marked instead of dropped, however long the average queue is, as in Linux without harddrop.",
    },
  ],
};

/** Declares RED's parameters. `weight` is the default weight of the average; null if it is derived from the link. */
export function redParams(d: { weight: number | null }): readonly Param[] {
  return [
    RED_MIN,
    RED_MAX,
    {
      id: "red-pmax",
      symbol: "max_p",
      label: "Probability at the upper threshold",
      unit: "ratio",
      ...range({
        default: 0.1,
        min: 0.001,
        max: 1,
        sliderMin: 0.01,
        sliderMax: 0.5,
        step: 0.01,
        scale: "log",
      }),
      help: "Share of packets that is marked or dropped when the average queue is at the upper threshold.",
      cite: FLOYD,
    },
    {
      kind: "boolean",
      id: "gentle",
      label: "Gentle",
      default: true,
      help: "Above the upper threshold the probability rises linearly to 1 at twice the threshold, instead of jumping to 1.",
      cite: "ns-2 red.cc (gentle_)",
    },
    AQM_ECN,
    ABOVE_MAX,
    ...averagingParams(d.weight),
  ];
}

function averagingParams(weight: number | null): readonly Param[] {
  return [
    {
      id: "red-weight",
      symbol: "w_q",
      label: "Weight of the average",
      unit: "ratio",
      ...range({
        default: weight,
        noneLabel: "auto",
        min: 1e-6,
        max: 1,
        sliderMin: 1e-4,
        sliderMax: 0.1,
        step: 0.0001,
        scale: "log",
      }),
      help: "Weight of the current queue length in the average at each arrival. auto depends on the link: 1 - exp(-1/packets per second).",
      cite: `${FLOYD}; Floyd, Gummadi and Shenker 2001`,
    },
    {
      kind: "boolean",
      id: "red-wait",
      label: "Wait between signals",
      default: true,
      help: "On (ns-2, ns-3): at least 1/p packets between two signals, 1.5/p on average. Off (Linux): at most 1/p packets between two signals.",
      cite: "ns-2 red.cc (wait_); Linux red.h",
      detail: true,
    },
    {
      id: "red-mean-packet",
      label: "Mean packet",
      unit: "B",
      ...range({
        default: 1500,
        min: 40,
        max: 65_535,
        sliderMax: 9000,
        step: 10,
        scale: "log",
        integer: true,
      }),
      help: "Packet size used to age the average while the link is idle, and to convert between packets and bytes.",
      cite: FLOYD,
      detail: true,
    },
  ];
}

export const RED_PROBES: readonly Probe[] = [
  {
    id: "avg",
    symbol: "avg",
    label: "average queue",
    unit: "count",
    help: "RED's average queue in packets; with thresholds in bytes, in mean packets.",
  },
  {
    id: "p",
    symbol: "p_b",
    label: "signal probability",
    unit: "ratio",
    help: "Probability derived from the average queue, before signals are spread out.",
  },
];
