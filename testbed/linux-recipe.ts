/** Converts a stored Linux case to tc commands and a description of its traffic. Both are read by the guest (linux/guest.sh). */
import {
  amount,
  NoRecipe,
  readFlags,
  refuseOthers,
  type StoredCase,
  splitAt,
  TIME,
  type Words,
} from "./stored-cases.ts";

export interface LinuxRecipe {
  readonly kernel: "6.1" | "7.3";
  /** Shell commands for the guest. */
  readonly setup: string;
  /** Input of linux/traffic.c. */
  readonly spec: string;
}

const KERNELS = { "Linux 6.1": "6.1", "Linux 7.3": "7.3" } as const;

/** Names of congestion controls in Linux, by the simulator's names. Those with another factor after ECE use linux/abe.c. */
const SENDERS: Readonly<Record<string, string>> = {
  newreno: "reno",
  cubic: "cubic",
  dctcp: "dctcp",
  bbr1: "bbr",
  vegas: "vegas",
  htcp: "htcp",
  hstcp: "highspeed",
  scalable: "scalable",
  westwood: "westwood",
};

/** Settings that need no command: Linux has them by default, or they only say how closely the simulator follows Linux. */
const AS_LINUX = [
  ["mss", "1448", "1436"],
  ["overhead", "66B", "78B"],
  ["bucket", "1600B"],
  ["hystart", "on"],
  ["fast-convergence", "on"],
];
const OF_FLOWS = [
  "cc",
  "ecn",
  "rtt",
  "beta-ecn",
  "count",
  "start",
  "size",
  "traffic",
  "on-time",
  "off-time",
  "periods",
  "reconnect",
];

export function linuxRecipe(one: StoredCase, repeat: number): LinuxRecipe {
  const kernel = KERNELS[one.source as keyof typeof KERNELS];
  if (kernel === undefined) throw new NoRecipe(`no kernel for ${one.source}`);
  const { settings, flows, changes } = readFlags(one.repeatArgs?.[repeat - 1] ?? one.args);
  for (const [key, ...values] of AS_LINUX) {
    if (settings.has(key) && !values.includes(settings.get(key) ?? "")) {
      throw new NoRecipe(`no recipe for --${key} ${settings.get(key)}`);
    }
  }
  const used = new Set([
    ...["capacity", "duration", "warmup", "recovery", "start-jitter", "aqm", "loss", "reverse-capacity"],
  ]);
  const queue = queueOf(one, watched(settings, used));
  const known = [...used, ...AS_LINUX.map(([key]) => key)];
  refuseOthers(settings, known, "flag");
  const rttMs = new Set(flows.map((flow) => amount(flow, "rtt", TIME)));
  if (rttMs.size !== 1) throw new NoRecipe("one round trip for all flows");
  const halfUs = [...rttMs][0] * 500;
  const link = [
    "tc qdisc add dev bottleneck root handle 1: htb default 10",
    shaper("add", amount(settings, "capacity", ["Mbps"])),
    ...queue,
  ];
  const isBackLimited = settings.has("reverse-capacity");
  const linkBack = () => [
    "tc qdisc add dev to-a root handle 1: htb default 10",
    onWayBack(shaper("add", amount(settings, "reverse-capacity", ["Mbps"]))),
    ...queue.map(onWayBack),
  ];
  const loss = settings.has("loss") ? ` loss random ${100 * amount(settings, "loss", [""])}%` : "";
  const setup = [
    ...link.map((command) => `ip netns exec a ${command}`),
    ...(isBackLimited ? linkBack() : []).map((command) => `ip netns exec b ${command}`),
    `ip netns exec b tc qdisc add dev to-d root netem delay ${halfUs}us${loss} limit 200000`,
    // The delay is never on the device of a queue.
    `ip netns exec ${isBackLimited ? "a tc qdisc add dev to-s" : "b tc qdisc add dev to-a"} root netem delay ${halfUs}us limit 200000`,
    ...receiverEcn(one, flows),
  ];
  const spec = [
    `seconds ${amount(settings, "duration", TIME) / 1000}`,
    // Repeats start at different times relative to the kernel's ticks. If the case has start times for each repeat, those are
    // used.
    `phase ${one.repeatArgs === undefined ? Math.round(300 * lot(repeat, 0)) : 0}`,
    ...trafficOf(one, repeat, flows, settings),
    ...changes.map(changeOf),
  ];
  return { kernel, setup: `${setup.join("\n")}\n`, spec: `${spec.join("\n")}\n` };
}

/** Returns the options of a case. Each option that is read is added to `used`. */
function watched(words: Words, used: Set<string>): Words {
  const copy = new Map(words);
  const get = copy.get.bind(copy);
  copy.get = (key: string) => {
    used.add(key);
    return get(key);
  };
  return copy;
}

function shaper(verb: "add" | "change", mbps: number): string {
  const kbit = Math.round(mbps * 1000);
  return `tc class ${verb} dev bottleneck parent 1: classid 1:10 htb rate ${kbit}kbit ceil ${kbit}kbit burst 1514 cburst 1514 quantum 1514`;
}

/** Returns the command for the device of the way back. */
function onWayBack(command: string): string {
  return command.replace("dev bottleneck", "dev to-a");
}

function changeOf(text: string): string {
  const [at, what] = splitAt(text, ":");
  const [key, rate] = splitAt(what, "=");
  if (key !== "capacity") throw new NoRecipe(`no recipe for --set ${text}`);
  const words = new Map([
    ["at", at],
    ["rate", rate],
  ]);
  return `at ${amount(words, "at", TIME) / 1000} ip netns exec a ${shaper("change", amount(words, "rate", ["Mbps"]))}`;
}

/** Returns the tc words for the queue under test, which is below the shaper. */
function queueOf(one: StoredCase, words: Words): string[] {
  const packets = () => amount(words, "limit", ["p"]);
  const us = (key: string) => `${amount(words, key, TIME) * 1000}us`;
  const fixed = (key: string, text: string) => {
    if (words.get(key) !== text) throw new NoRecipe(`no recipe for --${key} ${words.get(key)}`);
  };
  const leaf = (text: string, before = "") => [
    `${before}tc qdisc add dev bottleneck parent 1:10 handle 10: ${text}`,
  ];
  const codel = () => `target ${us("target")} interval ${us("interval")}`;
  const flowQueues = () =>
    `flows ${amount(words, "fq-flows", [""])} quantum ${amount(words, "fq-quantum", ["B"])}`;
  const pie = () => {
    // The kernel does not let these values be set: the burst allowance of RFC 8033, and drops instead of marks above 10 %.
    fixed("max-burst", "150ms");
    fixed("pie-ecn-drop", "on");
    return `target ${us("target")} tupdate ${us("update")} alpha 2 beta 20`;
  };
  const red = (adaptive: boolean) => {
    fixed("gentle", "off");
    fixed("red-above-max", "mark");
    fixed("red-wait", "off");
    // tc computes the weight from min and max. The values below are its results.
    const min = amount(words, "red-min", ["B"]);
    fixed("red-weight", min === 7500 ? "0.125" : "0.0625");
    const parts = [
      `limit ${packets() * 1514} min ${min} max ${amount(words, "red-max", ["B"])} avpkt 1500`,
      `probability ${amount(words, "red-pmax", [""])} bandwidth ${words.get("capacity")?.replace("Mbps", "mbit")} ecn`,
    ];
    return `red ${parts.join(" ")}${adaptive ? " adaptive" : ""}`;
  };
  const aqm = words.get("aqm");
  switch (aqm) {
    case "droptail":
      return leaf(`pfifo limit ${packets()}`);
    case "codel": {
      const step = words.has("ce-threshold") ? ` ce_threshold ${us("ce-threshold")}` : "";
      return leaf(`codel limit ${packets()} ${codel()}${step} ecn`);
    }
    case "fq-codel":
      return leaf(`fq_codel limit ${packets()} ${flowQueues()} ${codel()} ecn`);
    case "pie":
      return leaf(`pie limit ${packets()} ${pie()} ecn`);
    case "fq-pie":
      return leaf(`fq_pie limit ${packets()} ${flowQueues()} ${pie()} ecn`);
    case "red":
      return leaf(red(false));
    case "ared":
      fixed("ared-auto", "off");
      fixed("ared-interval", "500ms");
      return leaf(red(true), 'env LD_PRELOAD="$HERE/red-adaptive.so" ');
    case "cobalt":
      // Only the COBALT part of CAKE is used: one queue, without its shaper, and with a limit in bytes that is never reached.
      fixed("target", "5ms");
      fixed("interval", "100ms");
      packets();
      return leaf("cake unlimited besteffort flowblind");
    case "dualpi2":
      return dualPi2(one, words, packets(), us, fixed);
    default:
      throw new NoRecipe(`no recipe for --aqm ${aqm}`);
  }
}

function dualPi2(
  one: StoredCase,
  words: Words,
  limit: number,
  us: (key: string) => string,
  fixed: (key: string, text: string) => void,
): string[] {
  // Values that the kernel computes and reports itself.
  const ITS_OWN = [
    ["dual-alpha", "0.16"],
    ["dual-beta", "3.2"],
    ["dual-step-packets", "0"],
    ["dual-c-share", "0.1"],
    ["dual-drop-overload", "on"],
  ];
  for (const [key, text] of ITS_OWN) fixed(key, text);
  const takes = one.lQueueTakes ?? "";
  const any = takes.includes("ECT(0)") || words.get("dual-l-ect") === "any";
  const keys = [
    `limit ${limit} target_us ${parseFloat(us("target"))} tupdate_us ${parseFloat(us("update"))}`,
    `step_us ${parseFloat(us("dual-step"))} coupling ${amount(words, "dual-k", [""])} ecn_mask ${any ? 3 : 1}`,
  ];
  const byFilter = takes.includes("by a filter") ? ['"$HERE/dualpi2" filter 5001'] : [];
  return [`"$HERE/dualpi2" add ${keys.join(" ")}`, ...byFilter];
}

/**
 * Returns the value of the sysctl tcp_ecn when a flow connects: 3 (AccECN) if the case says so, otherwise 1 (RFC 3168) or 0
 * (none).
 */
function ecnOf(one: StoredCase, flow: Words, index: number): 0 | 1 | 3 {
  if (flow.get("ecn") === "off") return 0;
  return one.feedback === "AccECN" && (one.optionBytes?.[index] ?? 0) > 0 ? 3 : 1;
}

/** Returns commands with which the receiver accepts the kind of ECN that the senders offer. */
function receiverEcn(one: StoredCase, flows: readonly Words[]): string[] {
  const most = Math.max(...flows.map((flow, i) => ecnOf(one, flow, firstOf(flows, i))));
  return [`ip netns exec d sh -c 'echo ${most} > /proc/sys/net/ipv4/tcp_ecn'`];
}

function countOf(flow: Words): number {
  return flow.has("count") ? amount(flow, "count", [""]) : 1;
}

/** Returns the index of the first flow of a group, among the flows of all groups. */
function firstOf(flows: readonly Words[], group: number): number {
  return flows.slice(0, group).reduce((sum, flow) => sum + countOf(flow), 0);
}

function trafficOf(one: StoredCase, repeat: number, flows: readonly Words[], settings: Words): string[] {
  return flows.flatMap((flow, group) => {
    refuseOthers(flow, OF_FLOWS, "flow with");
    const { cc, mark } = senderOf(flow, settings);
    const bytes = flow.has("size") ? amount(flow, "size", [""]) : 0;
    const [onS, offS] =
      flow.get("traffic") === "on-off"
        ? [amount(flow, "on-time", TIME) / 1000, amount(flow, "off-time", TIME) / 1000]
        : [0, 0];
    return Array.from({ length: countOf(flow) }, (_, i) => {
      const index = firstOf(flows, group) + i;
      const start = startS(one, flow, repeat, index);
      return `flow ${cc} ${ecnOf(one, flow, index)} ${mark} ${start.toFixed(6)} ${bytes} ${onS} ${offS}`;
    });
  });
}

function senderOf(flow: Words, settings: Words): { cc: string; mark: number } {
  const cc = SENDERS[flow.get("cc") ?? ""];
  if (cc === undefined) {
    throw new NoRecipe(`no kernel as Debian ships it has ${flow.get("cc")} as a sender`);
  }
  const classic = settings.get("recovery") === "classic";
  if (!flow.has("beta-ecn")) {
    if (classic) throw new NoRecipe("--recovery classic is the step after ECE of linux/abe.c, with beta-ecn");
    return { cc, mark: 0 };
  }
  if (cc !== "reno" && (cc !== "cubic" || classic)) throw new NoRecipe(`no beta-ecn for ${cc}`);
  const mark = Math.round(1000 * amount(flow, "beta-ecn", [""]));
  return { cc: classic ? "abe_step" : `abe_${cc}`, mark };
}

/**
 * Returns the start time of a flow (s), with a random part: up to one second for flows that start together, up to 20 ms for a
 * flow that starts later.
 */
function startS(one: StoredCase, flow: Words, repeat: number, index: number): number {
  const named = flow.has("start") ? amount(flow, "start", TIME) / 1000 : 0;
  if (one.repeatArgs !== undefined || index === 0) return named;
  return named > 0 ? named + (lot(repeat, index) - 0.5) * 0.02 : lot(repeat, index);
}

/** Returns a number from 0 to 1 that looks random but is always the same for a repeat and a flow. */
function lot(repeat: number, index: number): number {
  let x = Math.imul(repeat, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}
