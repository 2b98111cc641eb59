/** What a person can set of TCP itself; all connections share it. */
import { MIN_CWND } from "../cc/congestion-control.ts";
import { type Param, range } from "../params/param.ts";
import { LOSS_RECOVERY } from "./loss-recovery-params.ts";

const AT_START_ONLY = "Connections take it when they start.";

const OPENING: readonly Param[] = [
  {
    kind: "boolean",
    id: "handshake",
    label: "Handshake",
    default: true,
    help: "A connection begins with SYN, SYN-ACK and ACK, which pass the queues like any packet; off: data leave at once, and the round trip of the handshake is missing.",
    cite: "RFC 9293 §3.5",
    live: false,
    whyNotLive: AT_START_ONLY,
  },
  {
    id: "syn-retries",
    label: "SYN retries",
    unit: "count",
    ...range({ default: 6, min: 0, max: 20, step: 1, integer: true }),
    help: "How often a SYN without an answer is sent again, after 1, 2, 4, … s, before the connection fails; 6 in Linux, which gives up after 127 s.",
    cite: "Linux tcp_syn_retries; RFC 6298 §5.5",
    live: false,
    whyNotLive: AT_START_ONLY,
    detail: true,
  },
];

const ACKNOWLEDGMENTS: readonly Param[] = [
  {
    kind: "enum",
    id: "delayed-ack",
    label: "Segments per ACK",
    default: "2",
    help: "How many in-order segments the receiver acknowledges at once.",
    cite: "RFC 5681 §4.2",
    options: [
      { value: "1", label: "1", help: "Every segment is acknowledged." },
      { value: "2", label: "2", help: "Every second segment is acknowledged: delayed ACKs." },
    ],
  },
  {
    id: "delayed-ack-timer",
    label: "Delayed-ACK timer",
    unit: "ms",
    ...range({ default: 40, min: 1, max: 500, step: 1, scale: "log" }),
    help: "A single segment is acknowledged after this long at the latest.",
    cite: "RFC 5681 §4.2",
  },
  {
    kind: "boolean",
    id: "dsack",
    label: "DSACK",
    default: true,
    help: "An ACK tells of a segment that came twice, so that the sender learns of a retransmission for nothing and takes its cut back.",
    cite: "RFC 2883, RFC 3708",
    detail: true,
  },
  {
    id: "quick-acks",
    label: "Quick ACKs",
    unit: "segments",
    ...range({ default: 1450, min: 0, max: 100_000, step: 50, integer: true }),
    help: "Segments acknowledged one by one at the start of a connection, as Linux does while the receive window opens.",
    cite: "Linux tcp_input.c",
  },
  {
    id: "quick-acks-after-ce",
    label: "Quick ACKs after CE",
    unit: "segments",
    ...range({ default: 2, min: 0, max: 100, step: 1, integer: true }),
    help: "Segments acknowledged one by one after the first CE of a round: 2 in Linux since 2018, 16 before.",
    cite: "Linux tcp_input.c",
    detail: true,
  },
];

const SEGMENTS: readonly Param[] = [
  {
    id: "initial-window",
    label: "Initial window",
    unit: "segments",
    ...range({ default: 10, min: 1, max: 100, step: 1, integer: true }),
    help: "cwnd at the start of a connection.",
    cite: "RFC 6928",
    live: false,
    whyNotLive: AT_START_ONLY,
  },
  {
    id: "min-cwnd",
    label: "Least window",
    unit: "segments",
    ...range({ default: MIN_CWND, min: 1, max: 4, step: 1, integer: true }),
    help: "No reduction leaves less than this; ns-2 goes down to one. A timeout sets cwnd to one all the same, and BBR has a minimum of its own.",
    cite: "RFC 5681 §3.1 eq. 4",
    detail: true,
  },
  {
    id: "receive-window",
    label: "Receive window",
    unit: "segments",
    ...range({
      default: null,
      noneLabel: "unlimited",
      min: 2,
      max: 100_000,
      step: 10,
      scale: "log",
      integer: true,
    }),
    help: "Segments beyond the last one acknowledged that the receiver takes: no more are sent, however large cwnd is, and cwnd does not grow far beyond it.",
    cite: "RFC 9293 §3.8.6; RFC 5681 §3.1",
    detail: true,
  },
  {
    kind: "boolean",
    id: "idle-restart",
    label: "Slow start after idle",
    default: true,
    help: "cwnd falls back to the initial window when nothing was sent for longer than a retransmission timeout.",
    cite: "RFC 5681 §4.1",
    detail: true,
  },
  {
    kind: "boolean",
    id: "app-limited-growth",
    label: "Growth of a window in part use",
    default: true,
    help: "In slow start cwnd grows to twice what was sent of it in a round trip, and a window that was full counts as such for a round trip, as in Linux; off: cwnd grows only when it stopped the last attempt to send.",
    cite: "RFC 7661; Linux tcp_cwnd_validate",
    live: false,
    whyNotLive: AT_START_ONLY,
    detail: true,
  },
  {
    id: "mss",
    label: "Segment size",
    unit: "B",
    ...range({ default: 1448, min: 100, max: 9000, step: 1, integer: true }),
    help: "Payload bytes of a full segment.",
    live: false,
    whyNotLive: AT_START_ONLY,
  },
  {
    id: "overhead",
    label: "Headers",
    unit: "B",
    ...range({ default: 52, min: 0, max: 200, step: 1, integer: true }),
    help: "Header bytes on the wire per segment; an ACK is headers only.",
    live: false,
    whyNotLive: AT_START_ONLY,
  },
];

export const TCP_PARAMS: readonly Param[] = [...OPENING, ...LOSS_RECOVERY, ...ACKNOWLEDGMENTS, ...SEGMENTS];
