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
  /** Shell commands that build the network, with the functions of linux/guest.sh; null for its dumbbell. */
  readonly network: string | null;
  /** Shell commands for the queues, rates and delays. */
  readonly setup: string;
  /** Input of linux/traffic.c. */
  readonly spec: string;
}

/** Versions of the kernel, by the source of a case. A source with a plus sign has a sender or queue that was added to the kernel. */
const KERNELS = {
  "Linux 6.1": "6.1",
  "Linux 6.1 + ecn_ab": "6.1",
  "Linux 6.1 + paper_pi": "6.1",
  "Linux 6.1 + paper_codel": "6.1",
  "Linux 7.3": "7.3",
} as const;

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
  "ecn-ab": "ecn_ab",
};

/** Settings that need no command: Linux has them by default, or they only say how closely the simulator follows Linux. */
const AS_LINUX = [
  ["mss", "1448", "1436"],
  ["overhead", "66B", "78B"],
  ["bucket", "1600B"],
  ["hystart", "on"],
  ["fast-convergence", "on"],
];
const OF_FLOWS = ["cc", "ecn", "rtt", "beta-ecn", "count", "start", "route", "traffic"];
/** Options of a flow, by its traffic. */
const OF_TRAFFIC: Readonly<Record<string, readonly string[]>> = {
  bulk: ["size", "ab-alpha"],
  "on-off": ["on-time", "off-time", "periods", "reconnect"],
  cbr: ["cbr-rate", "cbr-packet"],
  ping: ["ping-interval", "ping-payload"],
  http: [
    ...["object-gap", "page-gap", "session-gap", "page-objects", "session-pages"],
    ...["transfer-size", "size-distribution", "size-shape"],
  ],
  poisson: ["arrival-rate", "transfer-size", "size-distribution", "size-shape"],
};
const SIZES = ["fixed", "exponential", "pareto"];

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
    ...["path", "capacity-pattern"],
  ]);
  const words = watched(settings, used);
  const queue = queueOf(one, words);
  const net = networkOf(words, flows);
  const known = [...used, ...AS_LINUX.map(([key]) => key)];
  refuseOthers(settings, known, "flag");
  const places = flows.map((_, group) =>
    net === null ? DUMBBELL : { from: `s${group}`, to: `d${group}`, address: `10.2.${group}.2` },
  );
  const setup = [
    ...(net === null ? dumbbellSetup(settings, flows, queue) : net.setup(queue)),
    ...receiverEcn(one, flows, places),
  ];
  const spec = [
    `seconds ${amount(settings, "duration", TIME) / 1000}`,
    // Repeats start at different times relative to the kernel's ticks. If the case has start times for each repeat, those are
    // used.
    `phase ${one.repeatArgs === undefined ? Math.round(300 * lot(repeat, 0)) : 0}`,
    ...(flows.some(isRandom) ? [`seed ${repeat}`] : []),
    ...trafficOf(one, repeat, flows, settings, places),
    ...changes.flatMap((text) => changeOf(text, flows)),
    ...patternOf(settings),
  ];
  return {
    kernel,
    network: net === null ? null : `${net.network.join("\n")}\n`,
    setup: `${setup.join("\n")}\n`,
    spec: `${spec.join("\n")}\n`,
  };
}

/** The ends of a flow: the namespaces of its sender and receiver, and the address of the receiver. */
interface Place {
  readonly from: string;
  readonly to: string;
  readonly address: string;
}

const DUMBBELL: Place = { from: "s", to: "d", address: "10.0.3.2" };

const isRandom = (flow: Words) => ["cbr", "ping", "http", "poisson"].includes(flow.get("traffic") ?? "");

/** Returns the commands for the dumbbell of linux/guest.sh, in which all flows have the same round trip. */
function dumbbellSetup(settings: Words, flows: readonly Words[], queue: readonly string[]): string[] {
  const halfUs = amount(flows[0], "rtt", TIME) * 500;
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
  return [
    ...link.map((command) => inNamespace("a", command)),
    ...(isBackLimited ? linkBack() : []).map((command) => inNamespace("b", command)),
    `ip netns exec b tc qdisc add dev to-d root netem delay ${halfUs}us${loss} limit 200000`,
    // The delay is never on the device of a queue.
    `ip netns exec ${isBackLimited ? "a tc qdisc add dev to-s" : "b tc qdisc add dev to-a"} root netem delay ${halfUs}us limit 200000`,
  ];
}

/** Returns a command that runs in a namespace. Values of a kernel's modules are the same in all of them. */
function inNamespace(namespace: string, command: string): string {
  return command.startsWith("echo ") ? command : `ip netns exec ${namespace} ${command}`;
}

/** Links in a row, and the routes of flows from one router to a later one. Written from the papers that define these paths. */
interface Chain {
  readonly links: readonly { readonly mbps: number; readonly delayMs: number }[];
  /** First and last router of each route. The first route is that of a flow that names none. */
  readonly routes: Readonly<Record<string, readonly [number, number]>>;
  /** Index of the link whose queue is recorded. */
  readonly measured: number;
}

const GFC2_LINKS = [
  [50, 20],
  [100, 10],
  [50, 5],
  [150, 5],
  [150, 5],
  [50, 10],
];
const GFC2_ROUTES: Chain["routes"] = {
  ...{ A1: [0, 5], A2: [1, 5], A3: [2, 5], B1: [0, 6], B2: [1, 6], B3: [3, 6] },
  ...{ C: [4, 5], D: [0, 1], E: [1, 2], F: [2, 3], G: [5, 6], H: [3, 4] },
};

function chainOf(words: Words): Chain {
  const mbps = (key: string) => amount(words, key, ["Mbps"]);
  const ms = (key: string) => amount(words, key, TIME);
  const path = words.get("path");
  switch (path) {
    case undefined:
    case "dumbbell":
    case "six-flows":
      return { links: [{ mbps: mbps("capacity"), delayMs: 0 }], routes: { forward: [0, 1] }, measured: 0 };
    case "parking-lot": {
      const hops = amount(words, "hops", [""]);
      const link = { mbps: mbps("capacity"), delayMs: ms("delay") };
      const crossing = Array.from({ length: hops }, (_, hop) => [`hop${hop + 1}`, [hop, hop + 1]]);
      return {
        links: Array.from({ length: hops }, () => link),
        routes: { long: [0, hops], ...Object.fromEntries(crossing) },
        measured: 0,
      };
    }
    case "gfc-2": {
      const scale = amount(words, "scale", [""]);
      const links = GFC2_LINKS.map(([rate, delayMs]) => ({ mbps: rate * scale, delayMs }));
      return { links, routes: GFC2_ROUTES, measured: 0 };
    }
    case "dc-wan":
      return {
        links: [
          { mbps: mbps("dc-capacity"), delayMs: ms("dc-delay") },
          { mbps: mbps("wan-capacity"), delayMs: ms("wan-delay") },
        ],
        routes: { both: [0, 2], dc: [0, 1], wan: [1, 2] },
        measured: 1,
      };
    default:
      throw new NoRecipe(`no recipe for --path ${path}`);
  }
}

/** Returns the rate of the link whose queue is recorded. */
export function measuredMbps(settings: Words): number {
  const { links, measured } = chainOf(settings);
  return links[measured].mbps;
}

/**
 * Returns a network of routers in a row, for flows with several round trips or several links; null if the dumbbell is enough. Each
 * group of flows has a namespace for its senders and one for its receivers. Between two routers that are apart a namespace delays
 * the packets of both directions.
 */
function networkOf(words: Words, flows: readonly Words[]) {
  const rtts = new Set(flows.map((flow) => amount(flow, "rtt", TIME)));
  if (rtts.size === 1 && !words.has("path")) return null;
  for (const key of ["loss", "reverse-capacity"]) {
    if (words.has(key)) throw new NoRecipe(`no recipe for --${key} with several links or round trips`);
  }
  const { links, routes, measured } = chainOf(words);
  const ends = flows.map((flow) => routes[flow.get("route") ?? Object.keys(routes)[0]]);
  const device = (k: number) => (k === measured ? "bottleneck" : `hop${k}`);
  const delayed = (k: number) => links[k].delayMs > 0;
  /** Address of the neighbour to the left and to the right of router k, or of what delays between. */
  const left = (k: number) => `10.0.${delayed(k - 1) ? 2 * k - 1 : 2 * k - 2}.1`;
  const right = (k: number) => `10.0.${2 * k}.2`;
  const isLeftOf = (router: number, k: number) => (router < k ? 1 : 0);
  const routesLeft = (namespace: string, k: number, via: string) =>
    ends.flatMap(([from, to], group) => [
      ...(isLeftOf(from, k) ? [`ip -n ${namespace} route add 10.1.${group}.0/24 via ${via}`] : []),
      ...(isLeftOf(to, k) ? [`ip -n ${namespace} route add 10.2.${group}.0/24 via ${via}`] : []),
    ]);
  const network = [
    ...links.flatMap((_, k) => [`namespace r${k}`, ...(delayed(k) ? [`namespace m${k}`] : [])]),
    `namespace r${links.length}`,
    ...links.flatMap((_, k) =>
      delayed(k)
        ? [
            `wire r${k} ${device(k)} m${k} back 10.0.${2 * k}`,
            `wire m${k} on r${k + 1} to-m${k} 10.0.${2 * k + 1}`,
            `ip -n m${k} route add default via 10.0.${2 * k + 1}.2`,
            ...routesLeft(`m${k}`, k + 1, `10.0.${2 * k}.1`),
          ]
        : [`wire r${k} ${device(k)} r${k + 1} to-r${k} 10.0.${2 * k}`],
    ),
    ...links.map((_, k) => `ip -n r${k} route add default via ${right(k)}`),
    ...links.flatMap((_, k) => routesLeft(`r${k + 1}`, k + 1, left(k + 1))),
    ...ends.flatMap(([from, to], group) => [
      ...[`namespace s${group}`, `namespace d${group}`],
      `wire s${group} out r${from} to-s${group} 10.1.${group}`,
      `wire r${to} to-d${group} d${group} out 10.2.${group}`,
      `ip -n s${group} route add default via 10.1.${group}.2`,
      `ip -n d${group} route add default via 10.2.${group}.1`,
    ]),
  ];
  const netem = (namespace: string, name: string, ms: number) =>
    `ip netns exec ${namespace} tc qdisc add dev ${name} root netem delay ${ms * 1000}us limit 200000`;
  const setup = (queue: readonly string[]) => [
    ...links.flatMap(({ mbps, delayMs }, k) => [
      ...["tc qdisc add dev bottleneck root handle 1: htb default 10", shaper("add", mbps), ...queue].map(
        (command) => inNamespace(`r${k}`, command.replace("dev bottleneck", `dev ${device(k)}`)),
      ),
      ...(delayed(k) ? [netem(`m${k}`, "on", delayMs), netem(`m${k}`, "back", delayMs)] : []),
    ]),
    ...ends.flatMap(([, to], group) => [
      netem(`r${to}`, `to-d${group}`, amount(flows[group], "rtt", TIME) / 2),
      netem(`d${group}`, "out", amount(flows[group], "rtt", TIME) / 2),
    ]),
  ];
  return { network, setup };
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

/** Returns the lines for a change during the run: of the capacity, or of all flows' factor after ECE. */
function changeOf(text: string, flows: readonly Words[]): string[] {
  const [at, what] = splitAt(text, ":");
  const [key, value] = splitAt(what, "=");
  const words = new Map([
    ["at", at],
    ["value", value],
  ]);
  const atS = amount(words, "at", TIME) / 1000;
  if (key === "capacity") return [rateAt(atS, amount(words, "value", ["Mbps"]))];
  if (key !== "beta-ecn") throw new NoRecipe(`no recipe for --set ${text}`);
  const all = flows.flatMap((flow) => Array.from({ length: countOf(flow) }, () => flow));
  if (all.some((flow) => !flow.has("beta-ecn")))
    throw new NoRecipe("--set beta-ecn needs flows with beta-ecn");
  return all.map((_, i) => `mark ${atS} ${i} ${Math.round(1000 * amount(words, "value", [""]))}`);
}

function rateAt(atS: number, mbps: number): string {
  return `at ${atS} ip netns exec a ${shaper("change", mbps)}`;
}

/** Returns the changes of a capacity that is multiplied by a factor in the second half of each period. */
function patternOf(settings: Words): string[] {
  const text = settings.get("capacity-pattern");
  if (text === undefined) return [];
  const [, periodS, factor] = /^square:([\d.]+):([\d.]+)$/.exec(text)?.map(Number) ?? [];
  if (factor === undefined) throw new NoRecipe(`no recipe for --capacity-pattern ${text}`);
  const mbps = amount(settings, "capacity", ["Mbps"]);
  const endS = amount(settings, "duration", TIME) / 1000;
  const halves = Math.ceil((2 * endS) / periodS) - 1;
  return Array.from({ length: halves }, (_, i) =>
    rateAt(((i + 1) * periodS) / 2, i % 2 === 0 ? mbps * factor : mbps),
  );
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
    const [min, max] = ["red-min", "red-max"].map((key) => amount(words, key, ["B"]));
    fixed("red-weight", String(redWeight(min, max)));
    const parts = [
      `limit ${packets() * 1514} min ${min} max ${max} avpkt 1500`,
      `probability ${amount(words, "red-pmax", [""])} bandwidth ${words.get("capacity")?.replace("Mbps", "mbit")} ecn`,
    ];
    return `red ${parts.join(" ")}${adaptive ? " adaptive" : ""}`;
  };
  const paper = (kind: string, values: Readonly<Record<string, number>>) => [
    ...Object.entries({ limit: packets(), ...values }).map(
      ([key, value]) => `echo ${Math.round(value)} > /sys/module/paper_queues/parameters/${key}`,
    ),
    ...leaf(kind),
  ];
  const aqm = words.get("aqm");
  switch (aqm) {
    case "step": {
      // RED that looks at the queue itself: weight 1, and all packets marked from the threshold on.
      const bytes = amount(words, "step", ["p"]) * 1514;
      const text = `red limit ${packets() * 1514} min ${bytes - 2} max ${bytes - 1} avpkt 1514 burst ${2 * amount(words, "step", ["p"]) + 2}`;
      return leaf(`${text} probability 1 ecn`, 'env RED_WEIGHT=1 LD_PRELOAD="$HERE/red-adaptive.so" ');
    }
    case "pi":
      return paper("paper_pi", {
        q_ref: amount(words, "pi-qref", [""]),
        gain_a: 1e9 * amount(words, "pi-a", [""]),
        gain_b: 1e9 * amount(words, "pi-b", [""]),
        rate: amount(words, "pi-rate", [""]),
      });
    case "ecn-codel":
      return paper("paper_codel", {
        target_us: 1000 * amount(words, "target", TIME),
        interval_us: 1000 * amount(words, "interval", TIME),
        multiple: 1000 * amount(words, "ecodel-c", [""]),
        chance: 1000 * amount(words, "ecodel-p", [""]),
      });
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

/** Returns the weight of RED's average that tc computes from the thresholds and packets of 1500 bytes (tc_red_eval_ewma). */
function redWeight(min: number, max: number): number {
  const burst = Math.floor((2 * min + max) / (3 * 1500));
  const least = burst + 1 - min / 1500;
  let weight = 0.5;
  while (least > (1 - (1 - weight) ** burst) / weight) weight /= 2;
  return weight;
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
function receiverEcn(one: StoredCase, flows: readonly Words[], places: readonly Place[]): string[] {
  const most = Math.max(...flows.map((flow, i) => ecnOf(one, flow, firstOf(flows, i))));
  return [...new Set(places.map(({ to }) => to))].map(
    (receiver) => `ip netns exec ${receiver} sh -c 'echo ${most} > /proc/sys/net/ipv4/tcp_ecn'`,
  );
}

function countOf(flow: Words): number {
  return flow.has("count") ? amount(flow, "count", [""]) : 1;
}

/** Returns the index of the first flow of a group, among the flows of all groups. */
function firstOf(flows: readonly Words[], group: number): number {
  return flows.slice(0, group).reduce((sum, flow) => sum + countOf(flow), 0);
}

function trafficOf(
  one: StoredCase,
  repeat: number,
  flows: readonly Words[],
  settings: Words,
  places: readonly Place[],
): string[] {
  return flows.flatMap((flow, group) => {
    const kind = flow.get("traffic") ?? "bulk";
    refuseOthers(flow, [...OF_FLOWS, ...(OF_TRAFFIC[kind] ?? [])], "flow with");
    const { from, to, address } = places[group];
    return Array.from({ length: countOf(flow) }, (_, i) => {
      const index = firstOf(flows, group) + i;
      const start = startS(one, flow, repeat, index).toFixed(6);
      return `${flowLine(kind, flow, settings, ecnOf(one, flow, index), start)} ${from} ${to} ${address}`;
    });
  });
}

/** Returns the line of linux/traffic.c for a flow, without its place. */
function flowLine(kind: string, flow: Words, settings: Words, ecn: number, start: string): string {
  const value = (key: string, units: readonly string[]) => amount(flow, key, units);
  const sizes = () => {
    const distribution = SIZES.indexOf(flow.get("size-distribution") ?? "");
    if (distribution < 0) throw new NoRecipe(`no recipe for sizes ${flow.get("size-distribution")}`);
    return `${value("transfer-size", ["B"])} ${distribution} ${flow.has("size-shape") ? value("size-shape", [""]) : 0}`;
  };
  const counts = () => `${value("session-pages", [""])} ${value("page-objects", [""])}`;
  const gaps = () =>
    ["session-gap", "page-gap", "object-gap"].map((key) => value(key, TIME) / 1000).join(" ");
  switch (kind) {
    case "cbr": {
      const bytes = value("cbr-packet", ["B"]);
      return `udp ${start} ${(bytes * 8) / (value("cbr-rate", ["Mbps"]) * 1e6)} ${bytes} 0`;
    }
    case "ping":
      return `udp ${start} ${value("ping-interval", TIME) / 1000} ${value("ping-payload", ["B"])} 1`;
    case "http":
      return `web ${senderOf(flow, settings).cc} ${ecn} ${start} ${gaps()} ${counts()} ${sizes()}`;
    case "poisson":
      return `short ${senderOf(flow, settings).cc} ${ecn} ${start} ${value("arrival-rate", [""])} ${sizes()}`;
    case "bulk":
    case "on-off": {
      const { cc, mark } = senderOf(flow, settings);
      const bytes = flow.has("size") ? value("size", [""]) : 0;
      const times =
        kind === "on-off" ? ["on-time", "off-time"].map((key) => value(key, TIME) / 1000) : [0, 0];
      return `flow ${cc} ${ecn} ${mark} ${start} ${bytes} ${times.join(" ")}`;
    }
    default:
      throw new NoRecipe(`no recipe for traffic ${kind}`);
  }
}

function senderOf(flow: Words, settings: Words): { cc: string; mark: number } {
  const cc = SENDERS[flow.get("cc") ?? ""];
  if (cc === undefined) {
    throw new NoRecipe(`no kernel as Debian ships it has ${flow.get("cc")} as a sender`);
  }
  const classic = settings.get("recovery") === "classic";
  if (cc === "ecn_ab") {
    const [beta, alpha] = ["beta-ecn", "ab-alpha"].map((key) => Math.round(1000 * amount(flow, key, [""])));
    return { cc, mark: beta + 65536 * alpha };
  }
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
