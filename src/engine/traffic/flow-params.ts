/** Parameters of each group of flows that do not depend on the congestion control. */
import {
  type BooleanParam,
  type EnumParam,
  type NumberParam,
  type Param,
  range,
  type TextParam,
} from "../params/param.ts";
import { isPathName, LONGEST_PATH_NAME } from "../topologies/topology.ts";

const STARTED =
  "The times of a flow are fixed when it joins. In a live run, add a flow or stop this one instead.";

/** Number of identical flows in a group. The value is stored in FlowSpec itself. */
export const COUNT: NumberParam = {
  id: "count",
  label: "Number of flows",
  unit: "count",
  ...range({ default: 1, min: 1, max: 1000, step: 1, scale: "log", integer: true }),
  help: "Number of equal flows; they start within the start jitter of each other.",
  live: false,
  whyNotLive: "In a live run, add a flow instead.",
};

export const ECN: BooleanParam = {
  kind: "boolean",
  id: "ecn",
  label: "ECN",
  default: true,
  help: "The connection negotiates ECN: its data packets are ECN-capable (ECT), and the receiver reports marks to the sender.",
  cite: "RFC 3168 §6.1",
};

export const ACCECN: BooleanParam = {
  kind: "boolean",
  id: "accecn",
  label: "AccECN",
  default: false,
  help: "Both ends use Accurate ECN: ACKs count the marked packets and are sent immediately when the ECN field changes; the option takes 12 bytes of each segment's payload. Off: only if the sender needs it, as Prague does.",
  cite: "RFC 9768; Linux tcp_ecn=3",
  live: false,
  whyNotLive: "Both ends agree on this setting when a connection is opened.",
  detail: true,
};

export const RECOVERY: EnumParam = {
  kind: "enum",
  id: "recovery",
  label: "A reduction",
  default: "prr",
  help: "How a reduction of cwnd is carried out. It has no effect on senders that set cwnd themselves, such as BBR and Prague.",
  cite: "RFC 6937",
  detail: true,
  options: [
    {
      value: "prr",
      label: "slides (PRR)",
      help: "PRR spreads the reduction over one round trip, after marks and losses alike (Linux).",
    },
    {
      value: "classic",
      label: "at once",
      help: "The reduction takes effect at once; the sender then waits until the data in flight has drained (FreeBSD).",
    },
  ],
};

const RTT_AND_TIMES: readonly NumberParam[] = [
  {
    id: "rtt",
    label: "RTT",
    unit: "ms",
    ...range({ default: 100, min: 0.001, max: 2000, sliderMin: 0.1, step: 1, scale: "log" }),
    help: "Round-trip propagation time. Queueing delay, and the delays of the links if the path has any, are added to it.",
    main: {},
  },
  {
    id: "start",
    label: "Start",
    unit: "s",
    ...range({ default: 0, min: 0, max: 3600, step: 1 }),
    help: "Time at which the flow starts.",
    live: false,
    whyNotLive: STARTED,
  },
  {
    id: "stop",
    label: "Stop",
    unit: "s",
    ...range({ default: null, noneLabel: "end", min: 0, max: 3600, step: 1 }),
    help: "Time at which the application stops sending. Data in flight is still delivered.",
  },
];

/** Route of the flow. The empty text selects the first route of the path. */
export const ROUTE: TextParam = {
  kind: "text",
  id: "route",
  label: "Route",
  default: "",
  maxLength: LONGEST_PATH_NAME,
  allowed: "the name of one of the path's routes",
  read: (text) => (text === "" || isPathName(text) ? text : null),
  help: "Name of the route that the flow's packets take; by default the first route of the path.",
  live: false,
  whyNotLive:
    "Packets are in flight on the links of the flow's route. Add a flow on the other route instead.",
};

/** Parameters of every group of flows, after those of its congestion control. */
export const EVERY_FLOW: readonly Param[] = [...RTT_AND_TIMES, ROUTE];
/** Further parameters of groups of TCP flows. */
export const TCP_FLOWS: readonly Param[] = [RECOVERY, ACCECN];
