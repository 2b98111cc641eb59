/** Parameters and probes that several disciplines share. */
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type Probe,
  range,
  type SizeParam,
} from "../params/param.ts";

/** The queue's size limit. The scenario adds this parameter to the parameters of each discipline. */
export const LIMIT: SizeParam = {
  kind: "size",
  id: "limit",
  label: "Limit",
  default: "1000p",
  minPackets: 2,
  maxPackets: 100_000,
  minBytes: 3_000,
  maxBytes: 150_000_000,
  help: "Longest queue, in packets or bytes; a packet that does not fit is dropped. A multiple of the path's bandwidth-delay product is converted to packets (1bdp: the capacity of the first link times the longest round-trip time over it).",
  main: {},
};

export const AQM_ECN: BooleanParam = {
  kind: "boolean",
  id: "aqm-ecn",
  label: "Mark ECT packets",
  default: true,
  help: "Mark packets of ECN-capable flows (CE) instead of dropping them.",
  cite: "RFC 3168 §5",
};

export const CODEL_TARGET: NumberParam = {
  id: "target",
  label: "Target",
  unit: "ms",
  ...range({ default: 5, min: 0.1, max: 200, step: 0.5, scale: "log" }),
  help: "Standing queue delay that CoDel tolerates.",
  cite: "RFC 8289 §4.4",
  main: {},
};

export const CODEL_INTERVAL: NumberParam = {
  id: "interval",
  label: "Interval",
  unit: "ms",
  ...range({ default: 100, min: 1, max: 2000, step: 5, scale: "log" }),
  help: "Time that the delay must stay above the target before the first signal; should be the longest expected round-trip time.",
  cite: "RFC 8289 §4.3",
};

export const CODEL_SQRT: EnumParam = {
  kind: "enum",
  id: "codel-sqrt",
  label: "Square root",
  default: "newton",
  help: "How CoDel's control law computes 1/√count.",
  cite: "RFC 8289 §5.6; Linux codel_impl.h",
  detail: true,
  options: [
    {
      value: "newton",
      label: "one Newton step",
      help: "As in Linux and ns-3: the third signal comes after half an interval.",
    },
    { value: "exact", label: "exact", help: "As in RFC 8289." },
  ],
};

/** A low marking threshold for senders that respond only a little to each mark, like DCTCP (Linux's codel_impl.h and fq_codel). */
export const CE_THRESHOLD: NumberParam = {
  id: "ce-threshold",
  label: "CE threshold",
  unit: "ms",
  ...range({ default: null, noneLabel: "off", min: 0.01, max: 200, step: 0.1, scale: "log" }),
  help: "Mark every ECT packet that waited longer than this, in addition to CoDel's signals.",
  cite: "Linux codel_impl.h (ce_threshold)",
  detail: true,
};

export const CODEL_PROBES: readonly Probe[] = [
  {
    id: "count",
    label: "signals in this signalling state",
    noun: "count",
    unit: "count",
    help: "CoDel's count: the next signal comes about interval/√count later. Linux computes the root with one Newton step per signal: at a count of 2 that gives half an interval instead of 0.71 of an interval.",
  },
  {
    id: "dropping",
    label: "signalling state",
    unit: "count",
    states: ["not in its signalling state", "in its signalling state"],
    help: "1 while CoDel is signalling, by marks or by drops, 0 otherwise. RFC 8289 calls it the dropping state.",
  },
];
