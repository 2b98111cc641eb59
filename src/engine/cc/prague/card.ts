/** Declaration of TCP Prague: parameters, observables and phases. */
import { type BooleanParam, type NumberParam, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";
import { ALPHA_ROUND } from "../dctcp/card.ts";

const BURSTS: BooleanParam = {
  kind: "boolean",
  id: "prague-bursts",
  label: "Bursts",
  default: false,
  help: "On: two segments, or 0.24 ms of the pacing rate if that is more, leave back to back, as with segmentation offload. Off: segments leave one by one, as without GSO.",
  cite: "Linux tcp_prague.c",
  detail: true,
};

const PARAMS: readonly NumberParam[] = [
  {
    id: "prague-g",
    symbol: "g",
    label: "EWMA gain g of α",
    unit: "ratio",
    ...range({ default: 0.0625, min: 0.001, max: 1, step: 0.0025, scale: "log" }),
    help: "Weight of the newest round trip in α, the moving average of the share of marked segments.",
    cite: "Linux tcp_prague.c",
    main: { onMarks: true },
  },
  {
    id: "prague-rtt",
    label: "Target RTT",
    unit: "ms",
    ...range({ default: 25, min: 0, max: 100, step: 1 }),
    help: "Flows with a shorter round trip grow as fast as with this RTT, in segments per second squared. 0: each flow grows according to its RTT.",
    cite: "RFC 9331 §4.3; Linux tcp_prague.c",
  },
  {
    id: "prague-transition",
    label: "Rounds before RTT independence",
    unit: "count",
    ...range({ default: 4, min: 0, max: 10_000, sliderMax: 1000, step: 1, integer: true }),
    help: "Round trips after slow start before the target RTT takes effect, so that short transfers are not slowed down.",
    cite: "Linux tcp_prague.c",
    detail: true,
  },
];

export const pragueCard: CongestionControlCard = {
  id: "prague",
  label: "TCP Prague",
  family: "Data centres and L4S",
  summary:
    "DCTCP for the Internet. It responds a little to each mark, paces its packets, and requests the low-latency queue with ECT(1). Use it with DualPI2 or another L4S queue.",
  cite: "draft-briscoe-iccrg-prague-congestion-control; RFC 9331",
  params: [...PARAMS, BURSTS, betaParams(0.5, "RFC 9331 §4.3")[1]],
  probes: [
    {
      id: "prague-alpha",
      symbol: "α",
      label: "share of marks",
      unit: "ratio",
      help: "Moving average of the share of marked segments; half of it is cut from the window.",
    },
    {
      id: "prague-window",
      label: "window with its fraction",
      unit: "segments",
      besideCwnd: true,
      help: "The exact window, which cwnd follows by one segment per ACK.",
    },
  ],
  phases: [ALPHA_ROUND],
  feedback: "accurate",
  ect1: true,
  needsEcn: "Prague detects congestion by marks; without ECN Linux falls back to NewReno.",
  samples: true,
  samplesAfterReaction: true,
  paced: true,
  ownsCwnd: true,
};
