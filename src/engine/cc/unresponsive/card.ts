/** Declaration of the unresponsive sender. */
import { type Param, range } from "../../params/param.ts";
import { betaParams } from "../backoff.ts";
import type { CongestionControlCard } from "../congestion-control.ts";

const PARAMS: readonly Param[] = [
  {
    kind: "boolean",
    id: "ignore-marks",
    label: "Ignore marks",
    default: true,
    help: "The sender does not respond to marks (ECE), although the connection negotiated ECN. Such a flow avoids drops without slowing down.",
    cite: "RFC 3168 §7",
  },
  {
    kind: "boolean",
    id: "ignore-loss",
    label: "Ignore losses",
    default: true,
    help: "Lost segments are sent again, but cwnd does not change; only a timeout sets it to one segment. Off, with marks ignored: a sender that misuses ECN only.",
    cite: "RFC 3168 §7",
  },
  {
    id: "largest-window",
    label: "Largest window",
    unit: "segments",
    ...range({ default: 500, min: 2, max: 10_000, step: 10, scale: "log", integer: true }),
    help: "The receiver's buffer. cwnd does not exceed it, and shrinks by the data that waits there for a lost segment.",
    cite: "RFC 9293 §3.8.6",
    main: {},
  },
];

export const unresponsiveCard: CongestionControlCard = {
  id: "unresponsive",
  label: "Unresponsive",
  family: "Misbehaving",
  summary:
    "A sender that cheats: it negotiates ECN, ignores marks and losses, and takes the capacity that other senders give up. It shows why queues also need to drop packets, and why flow queueing helps.",
  cite: "RFC 3168 §7",
  samples: true,
  ownsCwnd: true,
  params: [...PARAMS, ...betaParams(0.5, "RFC 5681 §3.1")],
  probes: [],
  ignoresMarks: (values) => (values["ignore-marks"] === true ? "it is set to ignore them" : null),
};
