/**
 * Converts a scenario to a shell script that runs it on Linux: network namespaces, veth pairs, netem, a shaper with the queue
 * under test, and one program for each flow. For every parameter, the tables below have words for tc, ip or sysctl, or a sentence
 * on what Linux does instead. Sources: tc(8) and its pages, ip-route(8), ip-sysctl.rst, net/sched/sch_*.c and net/ipv4/tcp_*.c.
 */
import {
  declaredParams,
  type FlowSpec,
  type LinkSpec,
  linkById,
  type Param,
  type ParamValue,
  type ParamValues,
  type RunResults,
  resolvePath,
  routeOf,
  type Scenario,
  scenarioToUrl,
  type Topology,
} from "../../engine/index.ts";
import { wrapped } from "../../lib/wrapped-text.ts";

/** Error for a scenario that cannot be run on Linux. The message is the reason, in one sentence. */
export class NotExportable extends Error {}

/** Properties of the scenario that the words for a parameter may depend on. */
interface Context {
  /** Bytes of a full segment on the link. */
  readonly wireBytes: number;
  readonly rateBps: number;
}

/** Counterpart of a parameter on Linux. */
export interface LinuxSetting {
  /** Returns words for tc or ip, or "name=value" for sysctl. Absent if Linux has no such setting. */
  readonly words?: (values: ParamValues, context: Context) => string;
  /** Returns a sentence on what Linux does differently; null if it does the same. */
  readonly note?: (values: ParamValues, context: Context) => string | null;
}

export type LinuxSettings = Readonly<Record<string, LinuxSetting>>;

/** How a queue discipline is set up on Linux. */
export interface QueueRecipe {
  /** Name of the queue discipline for tc. */
  readonly qdisc: string;
  /** First kernel version that has it. */
  readonly kernel?: string;
  /** If Linux has only a similar queue discipline: the reason why it is used. Absent if it is the same. */
  readonly instead?: string;
  /** Words that the tc command always contains. */
  readonly always?: string;
  readonly knobs: LinuxSettings;
}

/** How a congestion control is set up on Linux. */
export interface SenderRecipe {
  readonly name: string;
  readonly instead?: string;
  readonly knobs: LinuxSettings;
}

const number = (value: ParamValue): number => Number(value);
const us = (value: ParamValue): string => `${Math.max(1, Math.round(number(value) * 1000))}us`;
/** Returns a number as text without rounding errors. */
const plain = (value: number): string => String(Number(value.toPrecision(6)));

/** Converts a size such as "14p" or "168000B" to bytes. */
function bytesOf(value: ParamValue, { wireBytes }: Context): number {
  const text = String(value);
  return text.endsWith("p") ? Number.parseInt(text, 10) * wireBytes : Number.parseInt(text, 10);
}

function packetsOf(value: ParamValue, context: Context): number {
  return Math.max(1, Math.floor(bytesOf(value, context) / context.wireBytes));
}

function knob(id: string, word: string, text: (value: ParamValue) => string): LinuxSettings {
  return { [id]: { words: (values) => `${word} ${text(values[id])}` } };
}

/** Declares a parameter that cannot be set on Linux: Linux behaves as with any of `values`. */
function fixed(id: string, values: readonly ParamValue[], linux: string): LinuxSettings {
  const note = (subject: ParamValues) =>
    values.includes(subject[id]) ? null : `"${id}" is ${subject[id] ?? "off"} in Sawtooth. ${linux}`;
  return { [id]: { note } };
}

/** Declares a parameter of a kernel module. It applies to the whole machine. */
function ofModule(
  id: string,
  value: ParamValue,
  module: string,
  setting: (value: number) => string,
): LinuxSettings {
  const note = (source: ParamValues) =>
    source[id] === value
      ? null
      : `"${id}" is ${source[id]} in Sawtooth. In Linux it belongs to the module ${module} and to the whole machine (${setting(number(source[id]))}), so the script leaves it at ${value}.`;
  return { [id]: { note } };
}

/** Declares parameters that other parts of the script use. */
function used(...ids: readonly string[]): LinuxSettings {
  return Object.fromEntries(ids.map((id) => [id, {}]));
}

const PACKET_LIMIT: LinuxSettings = {
  limit: {
    words: ({ limit }, context) => `limit ${packetsOf(limit, context)}`,
    note: ({ limit }, context) =>
      String(limit).endsWith("p")
        ? null
        : `The limit of ${limit} becomes ${packetsOf(limit, context)} full packets: the queue of Linux counts packets.`,
  },
};

const BYTE_LIMIT: LinuxSettings = {
  limit: { words: ({ limit }, context) => `limit ${bytesOf(limit, context)}` },
};

const ECN: LinuxSettings = {
  "aqm-ecn": { words: (values) => (values["aqm-ecn"] === true ? "ecn" : "noecn") },
};

const CODEL: LinuxSettings = { ...knob("target", "target", us), ...knob("interval", "interval", us) };
const CODEL_MORE: LinuxSettings = {
  "ce-threshold": {
    words: (values) => (values["ce-threshold"] === null ? "" : `ce_threshold ${us(values["ce-threshold"])}`),
  },
  ...fixed("codel-sqrt", ["newton"], "Linux takes the root by one Newton step."),
};

/** Declares a weight of PIE, which is a whole number of sixteenths (pie_params in sch_pie.h). tc accepts 0 to 32. */
function sixteenths(id: string, word: string): LinuxSettings {
  const given = (values: ParamValues) => Math.min(32, Math.round(number(values[id]) * 16));
  return {
    [id]: {
      words: (values) => `${word} ${given(values)}`,
      note: (values) =>
        given(values) === number(values[id]) * 16
          ? null
          : `"${id}" is ${values[id]} in Sawtooth and ${given(values) / 16} in Linux, which has whole sixteenths up to 2.`,
    },
  };
}

const TICK = fixed(
  "update-tick",
  [1, 2, 4, 10],
  "Linux's timers expire in ticks of its kernel (CONFIG_HZ: 4 ms at 250 Hz).",
);

const PIE: LinuxSettings = {
  ...knob("target", "target", us),
  ...knob("update", "tupdate", us),
  ...sixteenths("pie-alpha", "alpha"),
  ...sixteenths("pie-beta", "beta"),
  ...fixed("max-burst", [150], "The burst allowance of Linux is 150 ms."),
};
const PIE_DROPS = fixed("pie-ecn-drop", [true], "Linux drops ECT packets above a probability of 10 %.");

const FLOW_QUEUES: LinuxSettings = {
  ...knob("fq-flows", "flows", String),
  ...knob("fq-quantum", "quantum", String),
};

/**
 * Returns the burst with which tc chooses the weight 2^-`log` for RED's average. tc takes the smallest exponent W with burst + 1
 * - min/avpkt <= (1 - (1 - 2^-W)^burst) / 2^-W (tc_red_eval_ewma in tc_red.c).
 */
export function redBurst(log: number, minBytes: number, meanBytes: number): number {
  const exponent = (burst: number) => {
    const left = burst + 1 - minBytes / meanBytes;
    if (left < 1) return 0;
    for (let w = 1; w < 32; w++) if (left <= (1 - (1 - 2 ** -w) ** burst) * 2 ** w) return w;
    return 32;
  };
  const first = Math.ceil(minBytes / meanBytes);
  let burst = Math.max(1, first);
  while (exponent(burst + 1) <= log && burst < first + 100_000) burst++;
  return burst;
}

function redLog(values: ParamValues, { rateBps, wireBytes }: Context): number {
  const weight =
    values["red-weight"] === null ? 1 - Math.exp((-8 * wireBytes) / rateBps) : number(values["red-weight"]);
  return Math.min(24, Math.max(1, Math.round(-Math.log2(weight))));
}

function red(
  readValue: (values: ParamValues, context: Context) => { min: number; max: number },
): LinuxSettings {
  const mean = (values: ParamValues) => number(values["red-mean-packet"]);
  return {
    ...BYTE_LIMIT,
    "red-min": { words: (values, context) => `min ${Math.round(readValue(values, context).min)}` },
    "red-max": {
      words: (values, context) => {
        const { min, max } = readValue(values, context);
        return `max ${Math.round(Math.max(max, min + 1))}`;
      },
    },
    "red-mean-packet": { words: (values) => `avpkt ${mean(values)}` },
    "red-weight": {
      words: (values, context) =>
        `burst ${redBurst(redLog(values, context), readValue(values, context).min, mean(values))} bandwidth ${context.rateBps}bit`,
      note: (values, context) => {
        const weight = plain(2 ** -redLog(values, context));
        return plain(number(values["red-weight"])) === weight
          ? null
          : `"red-weight" is ${values["red-weight"] ?? "auto"} in Sawtooth and about ${weight} in Linux, which has powers of two; tc chooses the power from burst.`;
      },
    },
    ...knob("red-pmax", "probability", String),
    "aqm-ecn": { words: (values) => (values["aqm-ecn"] === true ? "ecn" : "") },
    "red-above-max": {
      words: (values) => (values["red-above-max"] === "mark" || values["aqm-ecn"] !== true ? "" : "harddrop"),
      note: (values) =>
        values["red-above-max"] === "mark-unforced" && values.gentle === true
          ? "Above the upper threshold Sawtooth marks until the probability is 1; Linux drops there (harddrop)."
          : null,
    },
    ...fixed("gentle", [false], "Linux has no gentle: above the upper threshold every packet gets a signal."),
    ...fixed("red-wait", [false], "Linux places a signal uniformly within 1/p packets."),
  };
}

const NO_QUEUE = "Linux has no such queue";

/** How the queue disciplines and their parameters are set on Linux, by id. Others get `OTHER_QUEUE`. */
export const QUEUES: Readonly<Record<string, QueueRecipe>> = {
  droptail: { qdisc: "fifo", knobs: used("limit") },
  infinite: {
    qdisc: "pfifo",
    instead: "Linux has no endless queue: pfifo with a limit of 1 000 000 packets stands for it.",
    always: "limit 1000000",
    knobs: used("limit"),
  },
  codel: { qdisc: "codel", knobs: { ...PACKET_LIMIT, ...CODEL, ...CODEL_MORE, ...ECN } },
  "ecn-codel": {
    qdisc: "codel",
    instead: `${NO_QUEUE}: CoDel with ecn stands for it, which marks where ECN-enhanced CoDel would drop.`,
    always: "ecn",
    knobs: {
      ...PACKET_LIMIT,
      ...CODEL,
      ...used("ecodel-c", "ecodel-p"),
      "codel-sqrt": CODEL_MORE["codel-sqrt"],
    },
  },
  "fq-codel": {
    qdisc: "fq_codel",
    knobs: {
      ...PACKET_LIMIT,
      ...FLOW_QUEUES,
      ...CODEL,
      ...knob("fq-drop-batch", "drop_batch", String),
      ...CODEL_MORE,
      ...ECN,
    },
  },
  cobalt: {
    qdisc: "cake",
    kernel: "4.19",
    always: "unlimited besteffort flowblind",
    knobs: {
      limit: {
        words: ({ limit }, context) => `memlimit ${Math.max(4096, bytesOf(limit, context) * 2)}`,
        note: () =>
          "CAKE's limit counts memory, about twice the bytes of the packets, so it is reached at another length.",
      },
      interval: { words: ({ interval }) => `rtt ${us(interval)}` },
      // In CAKE the target is always a twentieth of rtt (cake_set_rate).
      target: {
        note: ({ target, interval }) =>
          number(target) * 20 === number(interval)
            ? null
            : `"target" is ${target} ms in Sawtooth and ${plain(number(interval) / 20)} ms in Linux: CAKE's target is a twentieth of its rtt.`,
      },
      ...fixed("aqm-ecn", [true], "CAKE marks ECT packets always."),
      ...fixed("blue-up", [1 / 256], "CAKE's BLUE goes up by 1/256."),
      ...fixed("blue-down", [1 / 4096], "CAKE's BLUE goes down by 1/4096."),
      ...fixed("blue-delay", [400], "CAKE's BLUE acts after 400 ms."),
    },
  },
  pie: { qdisc: "pie", knobs: { ...PACKET_LIMIT, ...PIE, ...ECN, ...PIE_DROPS, ...TICK } },
  "pie-linux": {
    qdisc: "pie",
    instead:
      "This is PIE as it was in Linux 3.14: today's PIE with dq_rate_estimator stands for it, whose scaling of the weights is newer.",
    always: "dq_rate_estimator",
    knobs: { ...PACKET_LIMIT, ...PIE, ...ECN, ...PIE_DROPS },
  },
  "fq-pie": {
    qdisc: "fq_pie",
    kernel: "5.6",
    knobs: {
      ...PACKET_LIMIT,
      ...FLOW_QUEUES,
      ...PIE,
      ...ECN,
      "pie-ecn-drop": {
        words: (values) =>
          values["aqm-ecn"] === true ? `ecn_prob ${values["pie-ecn-drop"] === true ? 10 : 100}` : "",
      },
      ...TICK,
    },
  },
  red: {
    qdisc: "red",
    knobs: red((values, context) => ({
      min: bytesOf(values["red-min"], context),
      max: bytesOf(values["red-max"], context),
    })),
  },
  ared: {
    qdisc: "red",
    instead:
      "Linux's RED adapts max_p with the flag adaptive, but tc up to 6.1 at least hands it over where the kernel does not look: the probability may stay as it is.",
    always: "adaptive",
    knobs: {
      ...red((values, context) => {
        if (values["ared-auto"] !== true)
          return { min: bytesOf(values["red-min"], context), max: bytesOf(values["red-max"], context) };
        const queued = ((number(values["ared-target"]) / 1000) * context.rateBps) / 8;
        const min = Math.max(5 * context.wireBytes, queued / 2);
        return { min, max: 3 * min };
      }),
      ...used("ared-auto", "ared-target"),
      ...fixed("ared-interval", [500], "Linux adapts every 500 ms."),
      ...TICK,
    },
  },
  step: {
    qdisc: "codel",
    instead: `${NO_QUEUE}: CoDel's ce_threshold stands for it, with a target that is never reached. It marks by the waiting time, when a packet leaves, and never drops a packet that it cannot mark.`,
    always: "target 100s interval 200s ecn",
    knobs: {
      ...PACKET_LIMIT,
      step: {},
      "step-time": {
        words: (values, context) => {
          const time = values["step-time"];
          const ms = (bytesOf(values.step, context) * 8000) / context.rateBps;
          return `ce_threshold ${us(time ?? ms)}`;
        },
      },
      ...fixed("aqm-ecn", [true], "The threshold of Linux only marks."),
    },
  },
  pi: {
    qdisc: "pfifo",
    instead: `${NO_QUEUE}: a FIFO of the same limit stands for it, so only the simulation has PI's marks.`,
    knobs: { ...PACKET_LIMIT, ...used("pi-qref", "pi-a", "pi-b", "pi-rate", "aqm-ecn") },
  },
  dualpi2: {
    qdisc: "dualpi2",
    kernel: "6.17",
    knobs: {
      ...PACKET_LIMIT,
      ...knob("target", "target", us),
      ...knob("update", "tupdate", us),
      ...knob("dual-alpha", "alpha", String),
      ...knob("dual-beta", "beta", String),
      "dual-k": {
        words: (values) => `coupling_factor ${Math.round(number(values["dual-k"]))}`,
        note: (values) =>
          Number.isInteger(values["dual-k"])
            ? null
            : `"dual-k" is ${values["dual-k"]} in Sawtooth and ${Math.round(number(values["dual-k"]))} in Linux, which has whole numbers.`,
      },
      ...knob("dual-step", "step_thresh", us),
      "dual-step-packets": {
        words: (values) => `min_qlen_step ${values["dual-step-packets"]}`,
        note: (values) =>
          values["dual-step-packets"] === 0
            ? null
            : '"dual-step-packets" counts packets behind the one that leaves; min_qlen_step of Linux counts packets that are queued when it arrives.',
      },
      "dual-l-ect": { words: (values) => (values["dual-l-ect"] === "any" ? "any_ect" : "l4s_ect") },
      "dual-c-share": {
        words: (values) => `classic_protection ${Math.round(100 * number(values["dual-c-share"]))}%`,
      },
      "dual-drop-overload": {
        words: (values) => (values["dual-drop-overload"] === true ? "drop_on_overload" : "overflow"),
      },
      ...fixed("aqm-ecn", [true], "DualPI2 of Linux marks ECT packets always."),
    },
  },
};

const OTHER_QUEUE: QueueRecipe = {
  qdisc: "pfifo",
  instead: `${NO_QUEUE}: a FIFO of the same limit stands for it.`,
  knobs: PACKET_LIMIT,
};

/** Declares β_loss and β_ecn. Linux has one factor for both. */
function betas(beta: ParamValue): LinuxSettings {
  return {
    ...fixed("beta-ecn", [beta], `Linux keeps ${beta} of cwnd after a mark.`),
    ...fixed("beta-loss", [beta], `Linux keeps ${beta} of cwnd after a loss.`),
  };
}

const HZ = fixed("rtt-tick", [1, 2, 4, 10], "Linux rounds to ticks of its kernel (CONFIG_HZ).");

const BBR_FIXED = (values: Readonly<Record<string, ParamValue>>): LinuxSettings =>
  Object.assign(
    fixed(
      "bbr-quantum",
      ["single"],
      "Segmentation offload is off in the script, so BBR paces single segments.",
    ),
    ...Object.entries(values).map(([id, value]) => fixed(id, [value], `BBR of Linux has ${value}.`)),
  );

const BBR_SHARED = {
  "bbr-drain-gain": 0.347,
  "bbr-cwnd-gain": 2,
  "bbr-probe-rtt-time": 200,
};
const BBR_NEWER = {
  ...BBR_SHARED,
  "bbr-probe-rtt-interval": 5,
  "bbr-loss-thresh": 0.02,
  "bbr-beta": 0.7,
  "bbr-headroom": 0.15,
  "bbr-probe-wait": 2,
  "bbr-ecn-max-rtt": 5,
  "bbr-ecn-thresh": 0.5,
  "bbr-ecn-factor": 1 / 3,
  "bbr-ecn-alpha-gain": 1 / 16,
};

/** How the congestion controls that Linux has, and their parameters, are set there, by id. */
export const SENDERS: Readonly<Record<string, SenderRecipe>> = {
  newreno: {
    name: "reno",
    knobs: {
      ...betas(0.5),
      ...fixed("reno-increase", ["count"], "Reno of Linux counts acknowledged segments."),
      ...fixed("reno-slow-start", ["below"], "Reno of Linux leaves slow start at ssthresh."),
    },
  },
  cubic: {
    name: "cubic",
    knobs: {
      ...fixed("beta-ecn", [0.7], "CUBIC of Linux has one factor for marks and losses, 717/1024."),
      ...ofModule("beta-loss", 0.7, "tcp_cubic", (v) => `beta = ${Math.round(v * 1024)}/1024`),
      ...ofModule("cubic-c", 0.4, "tcp_cubic", (v) => `bic_scale = ${Math.round((v * 1024) / 10)}`),
      ...ofModule("fast-convergence", true, "tcp_cubic", (v) => `fast_convergence = ${v}`),
      ...ofModule("hystart", true, "tcp_cubic", (v) => `hystart = ${v}`),
      ...fixed("hystart-variant", ["linux"], "CUBIC of Linux has the HyStart of its own."),
      ...fixed("hystart-rounds", ["all"], "Linux since 6.9 counts rounds from the first segment."),
      ...fixed("cubic-counts", ["segments"], "CUBIC of Linux counts segments."),
      ...fixed("cubic-clock", ["ticks"], "CUBIC of Linux recomputes its rate at ticks."),
    },
  },
  dctcp: {
    name: "dctcp",
    knobs: {
      ...ofModule("dctcp-g", 1 / 16, "tcp_dctcp", (v) => `dctcp_shift_g = ${Math.round(-Math.log2(v))}`),
      ...fixed("dctcp-alpha", ["linux"], "DCTCP of Linux has α in 1/1024."),
      ...fixed("dctcp-ect1", [false], "DCTCP of Linux sends ECT(0)."),
      ...fixed("beta-loss", [0.5], "DCTCP of Linux halves cwnd after a loss."),
    },
  },
  bbr1: {
    name: "bbr",
    knobs: {
      ...BBR_FIXED({ ...BBR_SHARED, "bbr-startup-gain": 2.885, "bbr-probe-rtt-interval": 10 }),
      ...fixed("bbr-policer", [true], "BBR of Linux detects policers."),
    },
  },
  bbr2: {
    name: "bbr2",
    instead: "BBRv2 is in no release of Linux; the script needs a kernel of Google's bbr project with bbr2.",
    knobs: BBR_FIXED({ ...BBR_NEWER, "bbr-startup-gain": 2.885, "bbr-down-gain": 0.75 }),
  },
  bbr3: {
    name: "bbr",
    instead:
      "BBRv3 is in no release of Linux: bbr is version 1 there, and version 3 only in a kernel of Google's bbr project.",
    knobs: BBR_FIXED({ ...BBR_NEWER, "bbr-startup-gain": 2.77, "bbr-down-gain": 0.91 }),
  },
  prague: {
    name: "prague",
    instead: "Prague is in no release of Linux; the script needs a kernel of the L4S project (tcp_prague).",
    knobs: {
      ...fixed("prague-g", [1 / 16], "Prague of Linux has 1/16."),
      ...ofModule("prague-rtt", 25, "tcp_prague", (v) => `prague_rtt_target = ${v * 1000}`),
      ...ofModule("prague-transition", 4, "tcp_prague", (v) => `prague_rtt_transition = ${v}`),
      ...fixed("prague-bursts", [false], "Segmentation offload is off in the script."),
      ...fixed("beta-loss", [0.5], "Prague of Linux halves cwnd after a loss."),
    },
  },
  vegas: {
    name: "vegas",
    knobs: {
      ...ofModule("vegas-alpha", 2, "tcp_vegas", (v) => `alpha = ${v}`),
      ...ofModule("vegas-beta", 4, "tcp_vegas", (v) => `beta = ${v}`),
      ...ofModule("vegas-gamma", 1, "tcp_vegas", (v) => `gamma = ${v}`),
      ...betas(0.5),
    },
  },
  htcp: {
    name: "htcp",
    knobs: {
      ...betas(0.5),
      ...fixed("htcp-adaptive-backoff", [true], "H-TCP of Linux adapts its backoff."),
      ...ofModule("htcp-rtt-scaling", true, "tcp_htcp", (v) => `use_rtt_scaling = ${v}`),
      ...HZ,
    },
  },
  hstcp: {
    name: "highspeed",
    knobs: {
      ...betas(0.5),
      ...fixed("hstcp-high-decrease", [0.1], "HighSpeed TCP of Linux has a table for 0.1."),
    },
  },
  scalable: {
    name: "scalable",
    knobs: { ...betas(0.875), ...fixed("scalable-count", [100], "Scalable TCP of Linux has 100.") },
  },
  westwood: {
    name: "westwood",
    knobs: {
      ...fixed("westwood-weight", [0.125], "Westwood of Linux has 1/8."),
      ...fixed("westwood-set-at", ["end"], "Westwood of Linux sets the window when a reduction is complete."),
      ...HZ,
      ...betas(0.5),
    },
  },
};

const OTHER_SENDER: SenderRecipe = {
  name: "reno",
  instead: "Linux has no such sender: Reno stands for it.",
  knobs: {},
};

function sysctl(id: string, name: string, text: (value: ParamValue) => string | number): LinuxSettings {
  return { [id]: { words: (values) => `${name}=${text(values[id])}` } };
}

const onOff = (value: ParamValue) => (value === true ? 1 : 0);

/** How TCP's parameters are set: as sysctls of a namespace or as words of a route. Some are fixed in Linux. */
export const TCP: LinuxSettings = {
  ...fixed("handshake", [true], "Linux opens every connection with a handshake."),
  ...sysctl("syn-retries", "tcp_syn_retries", (v) => Math.max(1, number(v))),
  ...sysctl("sack", "tcp_sack", onOff),
  ...sysctl("rack-losses", "tcp_recovery", onOff),
  rack: {
    note: (values) =>
      values.rack === values["rack-losses"]
        ? null
        : "Linux detects lost retransmissions by time exactly if it detects all losses by time (tcp_recovery).",
  },
  ...sysctl("loss-probes", "tcp_early_retrans", (v) => (v === true ? 3 : 0)),
  ...sysctl("frto", "tcp_frto", (v) => (v === true ? 2 : 0)),
  ...fixed("forward-retransmissions", [false], "Linux removed this in 2017."),
  ...fixed("fast-recovery", ["newreno"], "Linux without SACK has NewReno."),
  ...fixed("limited-transmit", [true], "Linux always does this."),
  "min-rto": { words: (values) => `rto_min ${Math.max(1, Math.round(number(values["min-rto"])))}ms` },
  ...fixed("initial-rto", [1000], "Linux starts with 1 s."),
  ...fixed("timer-tick", [0], "Linux times every segment by its timestamp."),
  ...fixed("ect-retransmissions", [false], "Linux sends retransmissions without ECT."),
  "delayed-ack": { words: (values) => (values["delayed-ack"] === "1" ? "quickack 1" : "") },
  ...fixed("delayed-ack-timer", [40], "Linux waits 40 ms at least, longer by its estimate of the gaps."),
  ...sysctl("dsack", "tcp_dsack", onOff),
  ...sysctl("sack-delay", "tcp_comp_sack_delay_ns", (v) => Math.round(number(v) * 1e6)),
  ...fixed("quick-acks", [1450], "Linux decides this by the receive window."),
  ...fixed("quick-acks-after-ce", [2], "Linux acknowledges 2 segments at once since 2018."),
  "initial-window": { words: (values) => `initcwnd ${values["initial-window"]}` },
  ...fixed("min-cwnd", [2], "Linux keeps 2 segments."),
  "receive-window": {
    words: (values) =>
      values["receive-window"] === null
        ? ""
        : `window ${number(values["receive-window"]) * number(values.mss)}`,
  },
  ...sysctl("idle-restart", "tcp_slow_start_after_idle", onOff),
  ...fixed("app-limited-growth", [true], "Linux always does this."),
  ...used("mss", "overhead"),
};

/** Words of a route that belong to the sender's side; all others belong to the receiver's side. */
const SENDER_ROUTE = ["min-rto", "initial-window"];
const RECEIVER_ROUTE = ["delayed-ack", "receive-window"];

/** Parameters of a group of flows other than those of its congestion control. */
export const FLOW: LinuxSettings = {
  ecn: { words: (values) => `tcp_ecn=${values.accecn === true ? 3 : onOff(values.ecn)}` },
  accecn: {
    note: (values) =>
      values.accecn === true
        ? "AccECN needs a kernel in which tcp_ecn may be 3; older ones refuse it."
        : null,
  },
  ...fixed("recovery", ["prr"], "Linux reduces cwnd by PRR."),
  ...used("rtt", "start", "stop", "route", "count"),
};

/** Kinds of traffic that a program on Linux can generate, with their parameters. */
export const TRAFFIC: Readonly<Record<string, LinuxSettings>> = {
  bulk: used("size"),
  cbr: used("cbr-rate", "cbr-packet"),
};

/** Parameters of a link. */
export const LINK: LinuxSettings = {
  ...used("capacity", "delay", "loss", "bucket", "jitter", "jitter-overtakes"),
  ...used("capacity-pattern", "delay-pattern"),
};

/** Parameters of the run. The script uses the start times that the simulator has drawn. */
export const RUN: LinuxSettings = used("duration", "warmup", "seed", "start-jitter", "start-jitter-first");

/** Limit on the number of flows. Each flow needs two programs. */
const MOST_FLOWS = 100;
const OLDEST_KERNEL = "4.15";
/** Size of an Ethernet header (bytes). veth and the shaper count it. */
const ETHERNET_BYTES = 14;
/** Size of the IPv4 and TCP headers with timestamps (bytes). */
const IP_TCP_BYTES = 52;
export const WRITTEN_WIDTH = 112;

/** Throws a NotExportable with the first reason if the scenario cannot be run on Linux. */
function refuse({ path, flows, changes, run }: Scenario): void {
  const because = (condition: boolean, why: string) => {
    if (condition) throw new NotExportable(why);
  };
  const topology = resolvePath(path);
  for (const { id, params } of topology.links) {
    because(
      params["capacity-pattern"] !== "",
      `A capacity that changes over time, as that of the link "${id}", cannot be exported for Linux so far.`,
    );
    because(
      params["delay-pattern"] !== "",
      `A delay that changes over time, as that of the link "${id}", cannot be exported for Linux so far.`,
    );
  }
  because(changes.length > 0, "Changes during the run (--set) cannot be exported for Linux so far.");
  for (const flow of flows) {
    because(
      TRAFFIC[flow.traffic] === undefined,
      `Traffic "${flow.traffic}" cannot be exported for Linux so far; ${Object.keys(TRAFFIC).join(" and ")} can.`,
    );
    const { id, forward, back } = routeOf(topology, flow);
    for (const passed of [forward, back]) {
      const twice = nodeTwiceOn(topology, passed);
      because(
        twice !== null,
        `The route "${id}" passes the node ${twice} twice. Routers of Linux forward by the address of the receiver, so its packets would go in circles.`,
      );
    }
  }
  const count = flows.reduce((sum, flow) => sum + flow.count, 0);
  because(count > MOST_FLOWS, `The scenario has ${count} flows; a script has at most ${MOST_FLOWS}.`);
  because(number(run.duration) <= number(run.warmup), "The warm-up must be shorter than the run.");
}

/** Returns the first node that these links reach for the second time; null if there is none. */
function nodeTwiceOn(topology: Topology, ids: readonly string[]): string | null {
  const links = ids.map((id) => linkById(topology, id));
  const nodes = [...links.slice(0, 1).map(({ from }) => from), ...links.map(({ to }) => to)];
  return nodes.find((node, i) => nodes.indexOf(node) < i) ?? null;
}

function notesOf(knobs: LinuxSettings, values: ParamValues, context: Context): string[] {
  return Object.values(knobs).flatMap(({ note }) => note?.(values, context) ?? []);
}

/** Returns sentences on changed parameters for which a table has no line. */
export function unnamedNotes(params: readonly Param[], knobs: LinuxSettings, values: ParamValues): string[] {
  return params
    .filter(({ id, default: usual }) => !Object.hasOwn(knobs, id) && values[id] !== usual)
    .map(({ id }) => `"${id}" is ${values[id] ?? "off"} in Sawtooth. The script sets nothing for it.`);
}

function wordsOf(knobs: LinuxSettings, values: ParamValues, context: Context): string[] {
  return Object.values(knobs)
    .map(({ words }) => words?.(values, context) ?? "")
    .filter((text) => text !== "");
}

/** Returns the tc words for the queue of a link, by default of the first link, and notes on what differs from the scenario. */
export function queueWords(
  scenario: Scenario,
  link: LinkSpec = resolvePath(scenario.path).links[0],
): { words: string; notes: string[]; recipe: QueueRecipe } {
  const { aqm, params } = link.queue ?? scenario.queue;
  const recipe = QUEUES[aqm] ?? OTHER_QUEUE;
  const context = contextOf(scenario, link);
  const fifo = () =>
    String(params.limit).endsWith("p")
      ? `pfifo limit ${packetsOf(params.limit, context)}`
      : `bfifo limit ${bytesOf(params.limit, context)}`;
  const words =
    recipe.qdisc === "fifo"
      ? fifo()
      : [recipe.qdisc, ...wordsOf(recipe.knobs, params, context), ...(recipe.always?.split(" ") ?? [])].join(
          " ",
        );
  const name = `The queue ${aqm}${link.queue === null ? "" : ` of ${link.id}`}`;
  const notes = [
    ...(recipe.instead === undefined ? [] : [`${name}: ${recipe.instead}`]),
    ...notesOf(recipe.knobs, params, context).map((note) => `${name}: ${note}`),
  ];
  return { words, notes, recipe };
}

function contextOf({ tcp }: Scenario, link: LinkSpec): Context {
  return {
    wireBytes: number(tcp.mss) + number(tcp.overhead),
    rateBps: Math.round(number(link.params.capacity) * 1e6),
  };
}

/** Returns sentences on what differs from the simulation, for the start of the script. */
export function differences(scenario: Scenario): string[] {
  const { links } = resolvePath(scenario.path);
  const context = contextOf(scenario, links[0]);
  const groups = scenario.flows.flatMap((flow, i) => {
    const name = scenario.flows.length === 1 ? "The flows" : `Group ${i + 1}`;
    if (TRAFFIC[flow.traffic] !== undefined && flow.traffic !== "bulk") return [];
    const recipe = SENDERS[flow.cc] ?? OTHER_SENDER;
    const needsEcn = ["dctcp", "prague"].includes(recipe.name) && flow.params.ecn !== true;
    return [
      ...(recipe.instead === undefined ? [] : [`${flow.cc}: ${recipe.instead}`]),
      ...notesOf(recipe.knobs, flow.params, context),
      ...notesOf(FLOW, flow.params, context),
      ...(needsEcn ? [`${recipe.name} asks for ECN although the flow is without it.`] : []),
    ].map((note) => `${name}: ${note}`);
  });
  return [
    ...new Set(links.flatMap((link) => queueWords(scenario, link).notes)),
    ...groups,
    ...[
      ...notesOf(TCP, scenario.tcp, context),
      ...unnamedNotes(declaredParams(scenario, { scope: "tcp" }), TCP, scenario.tcp),
    ].map((note) => `TCP: ${note}`),
  ];
}

const NETEM_LIMIT = "limit 200000";

/** Returns netem's words for what happens after the queue of a link; "" if nothing does. */
function netemAfter({ params }: LinkSpec): string {
  const delayUs = Math.round(number(params.delay) * 1000);
  const halfJitterUs = Math.round(number(params.jitter) * 500);
  // Without a distribution, netem's delay is uniform. With a rate, netem keeps packets in order (netem_enqueue).
  const jitter =
    halfJitterUs === 0
      ? ""
      : ` ${halfJitterUs}us${params["jitter-overtakes"] === true ? "" : " rate 100gbit"}`;
  const loss = number(params.loss) === 0 ? "" : ` loss random ${plain(100 * number(params.loss))}%`;
  if (delayUs === 0 && jitter === "" && loss === "") return "";
  return `delay ${delayUs + halfJitterUs}us${jitter}${loss} ${NETEM_LIMIT}`;
}

/** Returns lines that define a bash array with indices from 1. */
function bashArray(name: string, values: readonly (string | number)[]): string {
  return `${name}=(${values.map((value, i) => `[${i + 1}]="${value}"`).join(" ")})`;
}

function flowRows(flows: readonly FlowSpec[], results: RunResults): string[] {
  return results.flows.map(({ id, group, startS, stopS }) => {
    const { traffic, params } = flows[group];
    const load =
      traffic === "cbr"
        ? `udp ${Math.round(number(params["cbr-rate"]) * 1e6)} ${params["cbr-packet"]}`
        : `tcp ${params.size ?? 0} 0`;
    return `${id + 1} ${group + 1} ${startS.toFixed(6)} ${stopS.toFixed(6)} ${load}`;
  });
}

/** Origin of the script. */
export interface Made {
  /** Name and version of the program. */
  readonly program: string;
  /** URL that opens the scenario. */
  readonly link: string;
}

/** A link as Linux is given it. */
interface LinuxLink {
  readonly id: string;
  /** Name of the device with the shaper and the queue. */
  readonly device: string;
  /** Numbers of the routers at its ends, from 1. */
  readonly from: number;
  readonly to: number;
  readonly rateBps: number;
  readonly burstBytes: number;
  readonly queue: string;
  /** Words of netem after the queue; "" if the link has no delay, jitter or loss. */
  readonly after: string;
  /** True if each flow has a queue of its own, so that a ping does not wait behind the flows. */
  readonly hasFlowQueues: boolean;
}

/** A scenario as Linux is given it: the words of tc, ip and sysctl, and the flows. */
interface LinuxPlan {
  readonly durationS: number;
  readonly warmupS: number;
  readonly mtuBytes: number;
  /** Bytes that the shaper adds to each packet, so that it counts sizes as the simulation does. */
  readonly extraBytes: number;
  /** Bytes of a full segment in the simulation. */
  readonly wireBytes: number;
  readonly links: readonly LinuxLink[];
  /** Sketch of the path in one line for each link, for the start of the file. */
  readonly sketch: readonly string[];
  readonly minKernel: string;
  readonly sysctls: readonly string[];
  /** Words of the routes of senders and of receivers. */
  readonly senderRoute: string;
  readonly receiverRoute: string;
  /** The groups of flows. */
  readonly groups: readonly {
    readonly cc: string;
    readonly ecn: string;
    /** Words of netem from the last router to the receivers, and from the first router back to the senders. */
    readonly forward: string;
    readonly back: string;
    /** Numbers of the links to the receivers and back, from 1. Empty: ACKs pass the same links backwards, without a queue. */
    readonly linksForward: readonly number[];
    readonly linksBack: readonly number[];
  }[];
  /** Rows of flow, group, start (s), stop (s), kind, amount and payload, as the record has them. */
  readonly flows: readonly string[];
  /** Sentences on what differs from the simulation. */
  readonly differences: readonly string[];
}

/** Returns the plan. Throws NotExportable if the scenario cannot be run on Linux. */
export function linuxPlan(scenario: Scenario, results: () => RunResults): LinuxPlan {
  refuse(scenario);
  const { run, tcp, flows } = scenario;
  const topology = resolvePath(scenario.path);
  const context = contextOf(scenario, topology.links[0]);
  const recipes = topology.links.map((link) => queueWords(scenario, link).recipe);
  const links = topology.links.map((link, i) => linuxLink(scenario, link, i));
  const route = (ids: readonly string[]) =>
    ids
      .map((id) => TCP[id].words?.(tcp, context) ?? "")
      .filter((word) => word !== "")
      .join(" ");
  const notes = differences(scenario);
  return {
    durationS: number(run.duration),
    warmupS: number(run.warmup),
    mtuBytes: number(tcp.mss) + IP_TCP_BYTES,
    extraBytes: number(tcp.overhead) - IP_TCP_BYTES - ETHERNET_BYTES,
    wireBytes: context.wireBytes,
    links,
    sketch: sketchOf(links),
    minKernel: recipes.map(({ kernel }) => kernel ?? OLDEST_KERNEL).reduce(newer),
    sysctls: wordsOf(TCP, tcp, context).filter((word) => word.includes("=")),
    senderRoute: route(SENDER_ROUTE),
    receiverRoute: route(RECEIVER_ROUTE),
    groups: flows.map((flow) => linuxGroup(flow, topology, context)),
    flows: flowRows(flows, results()),
    differences: notes.length === 0 ? ["Nothing: Linux has every setting of this scenario."] : notes,
  };
}

function linuxLink(scenario: Scenario, link: LinkSpec, index: number): LinuxLink {
  const { nodes, links } = resolvePath(scenario.path);
  const routerOf = (node: string) => nodes.findIndex(({ id }) => id === node) + 1;
  const { rateBps, wireBytes } = contextOf(scenario, link);
  const { words, recipe } = queueWords(scenario, link);
  return {
    id: link.id,
    device: links.length === 1 ? "bottleneck" : `link${index + 1}`,
    from: routerOf(link.from),
    to: routerOf(link.to),
    rateBps,
    burstBytes: Math.max(number(link.params.bucket), wireBytes),
    queue: words,
    after: netemAfter(link),
    hasFlowQueues: recipe.knobs["fq-flows"] !== undefined,
  };
}

function linuxGroup(flow: FlowSpec, topology: Topology, context: Context): LinuxPlan["groups"][number] {
  const { forward, back } = routeOf(topology, flow);
  const numbers = (ids: readonly string[]) =>
    ids.map((id) => topology.links.findIndex((link) => link.id === id) + 1);
  const halfUs = Math.round(number(flow.params.rtt) * 500);
  // Without links of their own, ACKs take as long over the links as the data.
  const idealUs = forward.reduce(
    (sum, id) => sum + Math.round(number(linkById(topology, id).params.delay) * 1000),
    0,
  );
  return {
    cc: (SENDERS[flow.cc] ?? OTHER_SENDER).name,
    ecn: flow.traffic === "bulk" ? (FLOW.ecn.words?.(flow.params, context) ?? "") : "tcp_ecn=0",
    forward: `delay ${halfUs}us ${NETEM_LIMIT}`,
    back: `delay ${halfUs + (back.length === 0 ? idealUs : 0)}us ${NETEM_LIMIT}`,
    linksForward: numbers(forward),
    linksBack: numbers(back),
  };
}

function sketchOf(links: readonly LinuxLink[]): string[] {
  return [
    "senders s1, s2, ... --- routers --- receivers d1, d2, ...",
    ...links.map(
      ({ id, device, from, to, after }, i) =>
        `r${from} === ${device} ===> ${after === "" ? "" : `m${i + 1} (netem) ---> `}r${to}${id === device ? "" : `   (${id})`}`,
    ),
  ];
}

/** Returns the newer one of two versions. */
function newer(one: string, other: string): string {
  const [a, b] = [one, other].map((text) => text.split(".").map(Number));
  const isOlder = a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];
  return isOlder ? other : one;
}

/**
 * Returns the script. Throws NotExportable if the scenario cannot be run on Linux. `results` returns the results of its simulated
 * run.
 */
export function linuxScript(scenario: Scenario, results: () => RunResults, made: Made): string {
  const plan = linuxPlan(scenario, results);
  const { groups, links } = plan;
  const ran = results();
  const delayOf = (percentile: "p50" | "p90") =>
    ran.links.map(({ sojournMs }) => sojournMs?.[percentile].toFixed(2) ?? "-");
  const values = [
    `SCENARIO='${scenarioToUrl(scenario).replaceAll("'", "%27")}'`,
    `DURATION_S=${plan.durationS}`,
    `WARMUP_S=${plan.warmupS}`,
    `# One full segment is ${plan.wireBytes} bytes in Sawtooth; the shaper would count ${plan.mtuBytes + ETHERNET_BYTES}.`,
    `MTU=${plan.mtuBytes}`,
    `EXTRA_BYTES=${plan.extraBytes}`,
    `MIN_KERNEL=${plan.minKernel}`,
    `SYSCTLS="${plan.sysctls.join(" ")}"`,
    `SENDER_ROUTE="${plan.senderRoute}"`,
    `RECEIVER_ROUTE="${plan.receiverRoute}"`,
    "",
    "# By link: name, device, routers at its ends, rate, burst of the shaper, queue, netem after the queue, and whether each",
    "# flow has a queue of its own.",
    ...(
      [
        ["LINK_NAME", "id"],
        ["DEVICE", "device"],
        ["FROM", "from"],
        ["TO", "to"],
        ["RATE_BPS", "rateBps"],
        ["BURST_BYTES", "burstBytes"],
        ["QUEUE", "queue"],
        ["AFTER", "after"],
        ["FLOW_QUEUES", "hasFlowQueues"],
      ] as const
    ).map(([name, field]) =>
      bashArray(
        name,
        links.map((link) => String(link[field])),
      ),
    ),
    "",
    "# By group of flows: congestion control, ECN, netem from the last router to the receivers and from the first router to the",
    "# senders, and the links to the receivers and back (none: the same links backwards, without a queue).",
    bashArray(
      "CC",
      groups.map(({ cc }) => cc),
    ),
    bashArray(
      "ECN",
      groups.map(({ ecn }) => ecn),
    ),
    bashArray(
      "FORWARD",
      groups.map(({ forward }) => forward),
    ),
    bashArray(
      "BACK",
      groups.map(({ back }) => back),
    ),
    bashArray(
      "LINKS_FORWARD",
      groups.map(({ linksForward }) => linksForward.join(" ")),
    ),
    bashArray(
      "LINKS_BACK",
      groups.map(({ linksBack }) => linksBack.join(" ")),
    ),
    "",
    '# Flow, group, start (s), stop (s), then "tcp BYTES 0" (0: endless) or "udp BITS_PER_S PAYLOAD_BYTES".',
    "FLOWS=(",
    ...plan.flows.map((row) => `  "${row}"`),
    ")",
    "",
    "# Sawtooth's figures after the warm-up: goodput of each flow (Mbps), then by link marks, drops and queue delay (ms).",
    bashArray(
      "SIM_GOODPUT",
      ran.flows.map(({ goodputBps }) => (goodputBps / 1e6).toFixed(3)),
    ),
    bashArray(
      "SIM_MARKS",
      ran.links.map(({ marks }) => marks),
    ),
    bashArray(
      "SIM_DROPS",
      ran.links.map(({ drops }) => drops.aqm + drops.overflow),
    ),
    bashArray("SIM_P50", delayOf("p50")),
    bashArray("SIM_P90", delayOf("p90")),
  ];
  return [
    "#!/usr/bin/env bash",
    `# A scenario of Sawtooth on the kernel of this machine. Made by ${made.program}.`,
    `# ${made.link}`,
    "#",
    ...plan.sketch.map((line) => `#   ${line}`),
    "#",
    "# Usage: sudo bash run.sh [--dry-run] [--out DIR] [--sender iperf3|python3] [--shaper htb|tbf] [--every MS] [--no-delay]",
    "#",
    "# What differs from the simulation:",
    ...plan.differences.flatMap((note) =>
      wrapped(note, WRITTEN_WIDTH).map((line, i) => `# ${i === 0 ? "- " : "  "}${line}`),
    ),
    "#",
    "# The script works in network namespaces that it makes and removes. It changes no interface, route or setting",
    "# outside them; the kernel loads the modules that tc and ip ask for.",
    "",
    "set -euo pipefail",
    'export LC_ALL=C PATH="$PATH:/usr/sbin:/sbin"',
    "",
    ...values,
    BODY,
  ].join("\n");
}

/**
 * The part of the script that is the same for all scenarios. "@{" stands for "$" followed by "{", which would end this template
 * literal.
 */
const BODY = String.raw`
DRY=false
OUT=sawtooth-linux-$(date +%Y%m%d-%H%M%S)
SENDER=
SHAPER=htb
EVERY_MS=20
DELAY=true
while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) DRY=true ;;
    --no-delay) DELAY=false ;;
    --out | --sender | --shaper | --every)
      [ $# -ge 2 ] || { echo "$1 needs a value" >&2; exit 2; }
      case $1 in --out) OUT=$2 ;; --sender) SENDER=$2 ;; --shaper) SHAPER=$2 ;; --every) EVERY_MS=$2 ;; esac
      shift
      ;;
    *) echo "unknown option $1; there are --dry-run, --out DIR, --sender iperf3|python3, --shaper htb|tbf, --every MS, --no-delay" >&2; exit 2 ;;
  esac
  shift
done
case $SHAPER in htb | tbf) ;; *) echo "--shaper is htb or tbf, got $SHAPER" >&2; exit 2 ;; esac
case $SENDER in '' | iperf3 | python3) ;; *) echo "--sender is iperf3 or python3, got $SENDER" >&2; exit 2 ;; esac
case $EVERY_MS in *[!0-9]* | '' | 0*) echo "--every is a whole number of ms from 1, got $EVERY_MS" >&2; exit 2 ;; esac
if [ -z "$SENDER" ]; then
  SENDER=iperf3
  command -v iperf3 >/dev/null || SENDER=python3
fi

# All namespaces have this prefix.
P=saw$$
LEAF=1:10
[ "$SHAPER" = htb ] || LEAF=1:1

exec 3>&1
# Runs a command, or prints it.
run() {
  if $DRY; then { printf '%q ' "$@"; echo; } >&3; else "$@"; fi
}
# Runs a command in the background, or prints it.
start() {
  if $DRY; then "$@"; else "$@" & fi
}
# Name of a log.
log() {
  if $DRY; then echo /dev/null; else echo "$OUT/$1.txt"; fi
}
# Runs a command in a namespace: in_ns NAME COMMAND...
in_ns() {
  local name=$1
  shift
  run ip netns exec "$P-$name" "$@"
}
now_us() { printf '%s' "@{EPOCHREALTIME/[^0-9]/}"; }
# Sleeps until so many seconds after T0.
sleep_until() {
  sleep "$(awk -v t0="$T0_US" -v now="$(now_us)" -v at="$1" 'BEGIN { s = (t0 - now) / 1e6 + at; printf "%.6f", (s > 0 ? s : 0) }')"
}

# Removes all that was made, after an error or Ctrl-C too.
cleanup() {
  local status=$? name jobs
  trap '' INT TERM
  trap - EXIT
  $DRY && exit "$status"
  jobs=$(jobs -p)
  disown -a
  # shellcheck disable=SC2086
  [ -z "$jobs" ] || kill $jobs 2>/dev/null || true
  for name in $(ip netns list 2>/dev/null | awk -v p="$P-" 'index($1, p) == 1 { print $1 }'); do
    ip netns pids "$name" | xargs -r kill -9 2>/dev/null || true
    ip netns delete "$name" || true
  done
  [ -z "@{SUDO_UID:-}" ] || [ ! -d "$OUT" ] || chown -R "$SUDO_UID:@{SUDO_GID:-$SUDO_UID}" "$OUT"
  exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What is missing, with the command that installs it.
check() {
  local missing=() kernel
  need() {
    command -v "$1" >/dev/null && return
    if command -v apt-get >/dev/null; then missing+=("$1 is missing: apt-get install $2")
    elif command -v dnf >/dev/null; then missing+=("$1 is missing: dnf install $3")
    else missing+=("$1 is missing: install its package ($2 in Debian)"); fi
  }
  [ "$(uname -s)" = Linux ] || { echo "This script is for Linux." >&2; exit 1; }
  [ "@{BASH_VERSINFO[0]}" -ge 5 ] || { echo "This script needs bash 5 or newer." >&2; exit 1; }
  [ "$(id -u)" = 0 ] || { echo "This script needs root: sudo bash $0" >&2; exit 1; }
  need ip iproute2 iproute
  need tc iproute2 iproute-tc
  need ss iproute2 iproute
  need ethtool ethtool ethtool
  need ping iputils-ping iputils
  need sysctl procps procps-ng
  need awk mawk gawk
  need "$SENDER" "$SENDER" "$SENDER"
  kernel=$(uname -r)
  [ "$(printf '%s\n' "$MIN_KERNEL" "$kernel" | sort -V | head -n 1)" = "$MIN_KERNEL" ] ||
    missing+=("Linux $MIN_KERNEL or newer is needed for @{QUEUE[*]}; this is $kernel")
  if [ @{#missing[@]} -eq 0 ]; then
    # Each module is tried in a namespace: the kernel loads what it finds.
    local modules="Debian has all modules in its kernel package, Ubuntu some in linux-modules-extra-$kernel, Fedora in kernel-modules-extra"
    try() {
      local what=$1 said
      shift
      said=$("$@" 2>&1) || missing+=("$what: $said ($modules)")
    }
    ip netns add "$P-check"
    try "veth pairs" ip link add c0 netns "$P-check" type veth peer name c1 netns "$P-check"
    ! $DELAY || try "netem" ip netns exec "$P-check" tc qdisc replace dev c0 root netem delay 1ms
    try "the shaper $SHAPER" shaper check c0 1 replace
    local queue
    while read -r queue; do
      # shellcheck disable=SC2086
      try "the queue $queue" ip netns exec "$P-check" tc qdisc replace dev c1 root $queue
    done < <(printf '%s\n' "@{QUEUE[@]}" | sort -u)
    ip -n "$P-check" address add 10.0.0.1/24 dev c0
    ip -n "$P-check" link set c0 up
    local cc
    for cc in $(printf '%s\n' "@{CC[@]}" | sort -u); do
      try "congestion control $cc" ip -n "$P-check" route replace 10.3.0.0/16 via 10.0.0.2 congctl "$cc"
    done
    ip netns delete "$P-check"
  fi
  [ @{#missing[@]} -eq 0 ] || { printf '%s\n' "Not started:" "@{missing[@]}" >&2; exit 1; }
}

# The rate of a link: shaper NAMESPACE DEVICE LINK add|replace
shaper() {
  # Sizes are counted as Sawtooth counts them, without the Ethernet header.
  local size=() rate=@{RATE_BPS[$3]}bit burst=@{BURST_BYTES[$3]}
  [ "$EXTRA_BYTES" = 0 ] || size=(stab overhead "$EXTRA_BYTES")
  if [ "$SHAPER" = tbf ]; then
    in_ns "$1" tc qdisc "$4" dev "$2" root handle 1: "@{size[@]}" tbf rate "$rate" burst "$burst" limit 100000000
  else
    in_ns "$1" tc qdisc "$4" dev "$2" root handle 1: "@{size[@]}" htb default 10 &&
      in_ns "$1" tc class "$4" dev "$2" parent 1: classid 1:10 htb rate "$rate" ceil "$rate" \
        burst "$burst" cburst "$burst" quantum "$MTU"
  fi
}

# A namespace with the settings of TCP: namespace NAME
namespace() {
  local setting
  run ip netns add "$P-$1"
  in_ns "$1" ip link set lo up
  for setting in $SYSCTLS tcp_ecn_fallback=0 tcp_no_metrics_save=1 ip_forward=1 conf.all.rp_filter=0 conf.default.rp_filter=0 \
    "tcp_rmem=4096 131072 67108864" "tcp_wmem=4096 131072 67108864"; do
    in_ns "$1" sysctl -q -w "net.ipv4.$setting"
  done
}

# A veth pair between two namespaces: cable NAMESPACE DEVICE ADDRESS NAMESPACE DEVICE ADDRESS
cable() {
  run ip link add "$2" netns "$P-$1" type veth peer name "$5" netns "$P-$4"
  device "$1" "$2" "$3"
  device "$4" "$5" "$6"
}
device() {
  in_ns "$1" ip address add "$3" dev "$2"
  # One packet is one segment.
  in_ns "$1" ethtool -K "$2" tso off gso off gro off
  in_ns "$1" ip link set "$2" mtu "$MTU" up
}

# A link: the shaper and the queue at its start, then netem on a device of its own: link NUMBER
link() {
  local k=$1 from=r@{FROM[$1]} to=r@{TO[$1]} device=@{DEVICE[$1]}
  if [ -z "@{AFTER[$k]}" ]; then
    cable "$from" "$device" "10.255.$k.1/30" "$to" "back$k" "10.255.$k.2/30"
  else
    namespace "m$k"
    cable "$from" "$device" "10.255.$k.1/30" "m$k" "back$k" "10.255.$k.2/30"
    cable "m$k" on "10.255.$k.5/30" "$to" "back$k" "10.255.$k.6/30"
    # shellcheck disable=SC2086
    ! $DELAY || in_ns "m$k" tc qdisc add dev on root netem @{AFTER[$k]}
  fi
  shaper "$from" "$device" "$k" add
  # shellcheck disable=SC2086
  in_ns "$from" tc qdisc add dev "$device" parent "$LEAF" handle 10: @{QUEUE[$k]}
}

# Packets to these addresses go over these links: over ADDRESSES LINK...
over() {
  local to=$1 k
  shift
  for k; do
    in_ns "r@{FROM[$k]}" ip route add "$to" via "10.255.$k.2"
    [ -z "@{AFTER[$k]}" ] || in_ns "m$k" ip route add "$to" via "10.255.$k.6"
  done
}

# Packets to these addresses go over these links backwards, where nothing delays them: back_over ADDRESSES LINK...
back_over() {
  local to=$1 k
  shift
  for k; do
    if [ -z "@{AFTER[$k]}" ]; then in_ns "r@{TO[$k]}" ip route add "$to" via "10.255.$k.1"
    else
      in_ns "r@{TO[$k]}" ip route add "$to" via "10.255.$k.5"
      in_ns "m$k" ip route add "$to" via "10.255.$k.1"
    fi
  done
}

setup() {
  local g k first last forward back
  for k in $(printf '%s\n' "@{FROM[@]}" "@{TO[@]}" | sort -un); do namespace "r$k"; done
  for k in "@{!QUEUE[@]}"; do link "$k"; done
  for g in "@{!CC[@]}"; do
    read -ra forward <<<"@{LINKS_FORWARD[$g]}"
    read -ra back <<<"@{LINKS_BACK[$g]}"
    first=r@{FROM[@{forward[0]}]}
    last=r@{TO[@{forward[-1]}]}
    namespace "s$g"
    namespace "d$g"
    cable "s$g" egress "10.1.$g.2/24" "$first" "s$g" "10.1.$g.1/24"
    cable "$last" "d$g" "10.2.$g.1/24" "d$g" ingress "10.2.$g.2/24"
    over "10.2.$g.0/24" "@{forward[@]}"
    if [ "@{#back[@]}" -gt 0 ]; then over "10.1.$g.0/24" "@{back[@]}"
    else back_over "10.1.$g.0/24" "@{forward[@]}"; fi
    if $DELAY; then
      # shellcheck disable=SC2086
      in_ns "$first" tc qdisc add dev "s$g" root netem @{BACK[$g]}
      # shellcheck disable=SC2086
      in_ns "$last" tc qdisc add dev "d$g" root netem @{FORWARD[$g]}
    fi
    in_ns "s$g" sysctl -q -w "net.ipv4.@{ECN[$g]}"
    in_ns "d$g" sysctl -q -w net.ipv4.tcp_ecn=1
    [ "@{ECN[$g]}" != tcp_ecn=3 ] || in_ns "d$g" sysctl -q -w net.ipv4.tcp_ecn=3
    # shellcheck disable=SC2086
    in_ns "s$g" ip route add default via "10.1.$g.1" congctl "@{CC[$g]}" $SENDER_ROUTE
    # shellcheck disable=SC2086
    in_ns "d$g" ip route add default via "10.2.$g.1" congctl "@{CC[$g]}" $RECEIVER_ROUTE
  done
}

# Repeats a command, each output after a line with the time: period (us), T0 (us), file, command...
# shellcheck disable=SC2016
SAMPLER='
period=$1 t0=$2
exec >"$3" 2>/dev/null
shift 3
exec {idle}<> <(:)
while :; do
  now=@{EPOCHREALTIME/[^0-9]/}
  echo "t $((now - t0))"
  "$@" || :
  left=$((period - (@{EPOCHREALTIME/[^0-9]/} - t0 + period) % period))
  printf -v left "%d.%06d" $((left / 1000000)) $((left % 1000000))
  read -r -t "$left" -u "$idle" || :
done'

# A sender and receiver where iperf3 is missing:
# send|receive KIND ADDRESS PORT [OWN_PORT BYTES_OR_RATE PAYLOAD START_US STOP_US]
PROGRAM='
import signal, socket, sys, time
role, kind, address, port = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
one = socket.socket(socket.AF_INET, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM)
one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
if role == "receive":
    one.bind((address, port))
    if kind == "tcp":
        one.listen()
        one = one.accept()[0]
    while one.recv(1 << 20) or kind == "udp":
        pass
else:
    own, amount, payload, start, stop = (int(word) for word in sys.argv[5:])
    signal.setitimer(signal.ITIMER_REAL, max(1e-3, stop / 1e6 - time.time()))
    time.sleep(max(0, start / 1e6 - time.time()))
    one.bind(("", own))
    while one.connect_ex((address, port)) != 0:
        time.sleep(0.02)
    if kind == "tcp":
        block, left = bytes(1 << 16), amount or 1 << 62
        while left > 0:
            left -= one.send(block[:left])
        one.shutdown(socket.SHUT_WR)
        one.recv(1)
    else:
        due = time.monotonic()
        while True:
            try:
                one.send(bytes(payload))
            except ConnectionRefusedError:
                pass
            due += payload * 8 / amount
            time.sleep(max(0, due - time.monotonic()))
'

receive() { # FLOW GROUP KIND
  local port=$((10000 + $1))
  if [ "$SENDER" = iperf3 ]; then
    in_ns "d$2" iperf3 --server --one-off --bind "10.2.$2.2" --port "$port" >"$(log "receiver-$1")" 2>&1
  else
    in_ns "d$2" python3 -c "$PROGRAM" receive "$3" "10.2.$2.2" "$port" >"$(log "receiver-$1")" 2>&1
  fi
}

send() { # FLOW GROUP START STOP KIND AMOUNT PAYLOAD
  local port=$((10000 + $1)) own=$((20000 + $1)) times load=(--time 86400)
  if [ "$SENDER" = iperf3 ]; then
    if [ "$5" = udp ]; then load+=(--udp --bitrate "$6" --length "$7")
    elif [ "$6" != 0 ]; then load=(--bytes "$6"); fi
    times=$(awk -v a="$3" -v b="$4" 'BEGIN { printf "%.6f", b - a }')
    $DRY || sleep_until "$3"
    in_ns "s$2" timeout "$times" iperf3 --client "10.2.$2.2" --port "$port" --cport "$own" "@{load[@]}" >"$(log "sender-$1")" 2>&1
  else
    times=$(awk -v t0="$T0_US" -v a="$3" -v b="$4" 'BEGIN { printf "%.0f %.0f", t0 + a * 1e6, t0 + b * 1e6 }')
    # shellcheck disable=SC2086
    in_ns "s$2" python3 -c "$PROGRAM" send "$5" "10.2.$2.2" "$port" "$own" "$6" "$7" $times >"$(log "sender-$1")" 2>&1
  fi
}

# From the start of a link to what follows its queue: the round trip is the time in the queue. pings LINK
pings() {
  in_ns "r@{FROM[$1]}" ping -D -n -i 0.1 "10.255.$1.2" >"$(log "$(of_link ping "$1")")" 2>&1
}
# Name of a log of a link: of_link NAME LINK
of_link() {
  if [ "$2" = 1 ]; then echo "$1"; else echo "$1-$2"; fi
}

# Starts what records, then the flows, and waits for the end.
measure() {
  local row flow g k kind kinds=()
  T0_US=$(($(now_us) + 1500000 + 50000 * @{#FLOWS[@]}))
  for row in "@{FLOWS[@]}"; do
    read -r flow g _ _ kind _ <<<"$row"
    kinds[g]=$kind
    start receive "$flow" "$g" "$kind"
  done
  for g in "@{!CC[@]}"; do
    if [ "@{kinds[g]}" = tcp ]; then
      start in_ns "s$g" bash -c "$SAMPLER" sampler $((EVERY_MS * 1000)) "$T0_US" "$OUT/ss-$g.txt" ss -tinHO 'sport >= :20001 and sport <= :20100'
    else
      start in_ns "d$g" bash -c "$SAMPLER" sampler 100000 "$T0_US" "$OUT/udp-$g.txt" grep '^Udp:' /proc/net/snmp
    fi
  done
  for k in "@{!QUEUE[@]}"; do
    start in_ns "r@{FROM[$k]}" bash -c "$SAMPLER" sampler 100000 "$T0_US" "$OUT/$(of_link qdisc "$k").txt" tc -s qdisc show dev "@{DEVICE[$k]}"
    start pings "$k"
  done
  for row in "@{FLOWS[@]}"; do
    # shellcheck disable=SC2086
    set -- $row
    start send "$@"
  done
  if $DRY; then return; fi
  echo "$T0_US" >"$OUT/start-us.txt"
  sleep_until "$DURATION_S"
  sleep 0.3
}

# Goodput of a flow after the warm-up (Mbps).
goodput() { # FLOW GROUP START STOP KIND PAYLOAD FLOWS_IN_GROUP
  if [ "$5" = tcp ]; then
    awk -v port=":$((20000 + $1)) " -v from="$WARMUP_S" -v start="$3" -v stop="$4" '
      $1 == "t" { t = $2 / 1e6; next }
      index($0, port) && match($0, /bytes_acked:[0-9]+/) {
        bytes = substr($0, RSTART + 12, RLENGTH - 12) + 0
        if (t <= from) { before = bytes; since = t }
        if (t <= stop) { after = bytes; until = t }
      }
      END {
        if (since == "") since = start > from ? start : from
        if (until > since) printf "%.3f", (after - before) * 8 / (until - since) / 1e6
        else printf "-"
      }' "$OUT/ss-$2.txt"
  else
    # The group shares a counter.
    awk -v from="$WARMUP_S" -v start="$3" -v stop="$4" -v payload="$6" -v n="$7" '
      $1 == "t" { t = $2 / 1e6; next }
      $2 ~ /^[0-9]+$/ {
        if (t <= from) { before = $2; since = t }
        if (t <= stop) { after = $2; until = t }
      }
      END {
        if (since == "" || start > since) since = start
        if (until > since) printf "%.3f", (after - before) * payload * 8 / n / (until - since) / 1e6
        else printf "-"
      }' "$OUT/udp-$2.txt"
  fi
}

# Marks and drops of the queue of a link after the warm-up: signals LINK
signals() {
  awk -v from="$WARMUP_S" -v to="$DURATION_S" '
    function note() {
      if (t <= from) { m0 = marks; d0 = drops }
      if (t <= to) { m1 = marks; d1 = drops }
    }
    $1 == "t" { note(); t = $2 / 1e6; inside = 0; next }
    $1 == "qdisc" { inside = $3 == "10:" }
    inside && match($0, /dropped [0-9]+/) { drops = substr($0, RSTART + 8, RLENGTH - 8) + 0 }
    inside && match($0, /(ecn_mark|marked|marks) +[0-9]+/) {
      split(substr($0, RSTART, RLENGTH), part, " ")
      marks = part[2] + 0
    }
    # CoDel counts the marks of ce_threshold apart.
    inside && match($0, /ce_mark +[0-9]+/) { marks += substr($0, RSTART + 8, RLENGTH - 8) + 0 }
    END { note(); print m1 - m0, d1 - d0 }' "$OUT/$(of_link qdisc "$1").txt"
}

# Times in the queue of a link after the warm-up (ms), a line each: of pings. In flow queues a ping waits in a queue of its own,
# so these are the flows' smoothed round trips, minus the shortest of each flow; with several links these say nothing.
waits() {
  if @{FLOW_QUEUES[$1]}; then
    [ "@{#QUEUE[@]}" = 1 ] || return 0
    awk -v from="$WARMUP_S" -v to="$DURATION_S" '
      $1 == "t" { t = $2 / 1e6; next }
      t >= 0 && match($0, /:20[0-9][0-9][0-9] /) {
        port = substr($0, RSTART, RLENGTH)
        if (!match($0, / rtt:[0-9.]+/)) next
        ms = substr($0, RSTART + 5, RLENGTH - 5) + 0
        if (!(port in least) || ms < least[port]) least[port] = ms
        if (t >= from && t <= to) { n++; of[n] = port; all[n] = ms }
      }
      END { for (i = 1; i <= n; i++) print all[i] - least[of[i]] }' "$OUT"/ss-*.txt
  else
    awk -v t0="$T0_US" -v from="$WARMUP_S" -v to="$DURATION_S" '
      match($0, /time=[0-9.]+/) {
        ms = substr($0, RSTART + 5, RLENGTH - 5)
        at = substr($1, 2) - t0 / 1e6
        if (at >= from && at <= to) print ms
      }' "$OUT/$(of_link ping "$1").txt"
  fi
}
# Percentile of the times in the queue (ms): delay LINK SHARE
delay() {
  waits "$1" | sort -n | awk -v share="$2" '
    { ms[NR] = $1 }
    END { if (NR == 0) print "-"; else { i = int(share * NR); printf "%.2f", ms[i < NR ? i + 1 : NR] } }'
}

summary() {
  local row flow g k start stop kind payload marks drops n other at=
  printf '%-30s %12s %12s\n' "" Linux Sawtooth
  for row in "@{FLOWS[@]}"; do
    read -r flow g start stop kind _ payload <<<"$row"
    n=0
    for other in "@{FLOWS[@]}"; do [ "$(cut -d' ' -f2 <<<"$other")" != "$g" ] || n=$((n + 1)); done
    printf '%-30s %12s %12s\n' "flow $flow, Mbps" "$(goodput "$flow" "$g" "$start" "$stop" "$kind" "$payload" "$n")" "@{SIM_GOODPUT[$flow]}"
  done
  for k in "@{!QUEUE[@]}"; do
    [ "@{#QUEUE[@]}" = 1 ] || at="@{LINK_NAME[$k]}: "
    read -r marks drops < <(signals "$k")
    printf '%-30s %12s %12s\n' "@{at}marks" "$marks" "@{SIM_MARKS[$k]}" "@{at}drops" "$drops" "@{SIM_DROPS[$k]}"
    printf '%-30s %12s %12s\n' "@{at}queue delay p50, ms" "$(delay "$k" 0.5)" "@{SIM_P50[$k]}" "@{at}queue delay p90, ms" "$(delay "$k" 0.9)" "@{SIM_P90[$k]}"
  done
}

if $DRY; then
  SAMPLER='(sampler)' PROGRAM='(program)'
else
  check
  mkdir -p "$OUT"
  OUT=$(cd "$OUT" && pwd)
  { uname -a; tc -V; printf '%s\n' "@{QUEUE[@]}" | sort -u; echo "sender $SENDER, shaper $SHAPER$($DELAY || echo ", without the delay")"; } >"$OUT/about.txt"
  printf '%s\n' "$SCENARIO" >"$OUT/scenario.txt"
  printf '%s\n' "flow group start_s stop_s kind amount payload" "@{FLOWS[@]}" >"$OUT/flows.txt"
fi
setup
measure
if ! $DRY; then
  summary | tee "$OUT/summary.txt"
  echo "Everything is in $OUT"
fi`.replaceAll("@{", "${");
