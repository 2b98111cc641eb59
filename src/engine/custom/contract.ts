/**
 * The interface of custom programs, declared once. The sandbox's objects, the editor's completions and types, and
 * docs/own-code.md are derived from this declaration. Names contain the units; cwnd, ssthresh and packet counts are in segments.
 */

/** Kind of program: a sender or a queue. */
export type ProgramKind = "sender" | "queue";

/** A number that hooks can read. Hooks can also assign it if `set` is given. */
export interface Field {
  readonly owner: "tcp" | "segment" | "queue" | "packet";
  readonly name: string;
  readonly help: string;
  /** True if the cell holds 0 or 1, which hooks read as false or true. */
  readonly isFlag?: true;
  /** Range of values that hooks may assign; absent if they may only read. Infinity may be assigned if `most` is Infinity. */
  readonly set?: AssignableRange;
}

/** Allowed range of an assigned value. */
export interface AssignableRange {
  readonly least: number;
  readonly most: number;
}

/** A comment line at the start of a program that declares a property of the program. It is read before the program runs. */
export interface ProgramHeadLine {
  readonly appliesTo: ProgramKind | "both";
  readonly line: string;
  readonly help: string;
}

/** The comment lines that a program can start with. */
export const HEAD_LINES: readonly ProgramHeadLine[] = [
  { appliesTo: "sender", line: "// @sender NAME", help: "Required. The program is a sender with this name." },
  { appliesTo: "queue", line: "// @queue NAME", help: "Required. The program is a queue with this name." },
  {
    appliesTo: "both",
    line: "// @param beta = 0.8 ratio (0.1 to 0.99) What it is",
    help: "Declares a number with its range. The page shows a slider for it, and the code reads it as beta. The unit is optional.",
  },
  {
    appliesTo: "both",
    line: "// @probe wMax (segments) What it is",
    help: "Shows a variable that is declared outside of the functions as a plot.",
  },
  {
    appliesTo: "sender",
    line: "// @phase probing What it does",
    help: 'Declares a phase of the sender. enterPhase("probing") starts it.',
  },
  {
    appliesTo: "sender",
    line: "// @feedback dctcp",
    help: "How the receiver reports marks: classic (the default), dctcp, accurate (AccECN) or l4s (AccECN with ECT(1)).",
  },
  {
    appliesTo: "sender",
    line: "// @paced",
    help: "Segments are sent at the rate tcp.pacingRateBps, evenly spaced.",
  },
  {
    appliesTo: "queue",
    line: "// @queues 2",
    help: "Declares 1 to 16 queues. joinQueue(i) in enqueue chooses a packet's queue; serveQueue(i) in onServe chooses the queue that sends next.",
  },
  {
    appliesTo: "sender",
    line: "// @recovery own",
    help: "The program alone sets cwnd, also during recovery and down to 1, with immediate effect: onAck is called for every ACK of new data, and onLoss and onMark set the window themselves. Without this line the simulator reduces cwnd to the value set in onLoss or onMark as the flow's Recovery prescribes, never below minCwnd, and does not call onAck until the recovery is over.",
  },
];

/** A function of a program that the simulator calls. */
export interface Hook {
  readonly program: ProgramKind;
  readonly name: string;
  readonly takes: readonly (Field["owner"] | "event")[];
  readonly help: string;
}

/** Largest window that a program may set (segments). A path of 10 Gbps and 1 s holds fewer segments. */
const MOST_SEGMENTS = 1e6;

const SENDER_FIELDS: readonly Field[] = [
  {
    owner: "tcp",
    name: "cwnd",
    help: "The congestion window, in segments; a fraction counts towards the next whole one.",
    set: { least: 1, most: MOST_SEGMENTS },
  },
  {
    owner: "tcp",
    name: "ssthresh",
    help: "Window at which slow start ends, in segments; Infinity until the first reduction or assignment.",
    set: { least: 1, most: Number.POSITIVE_INFINITY },
  },
  {
    owner: "tcp",
    name: "pacingRateBps",
    help: "Largest sending rate, in bits of payload per second; Infinity: as fast as cwnd allows. Requires the line // @paced.",
    set: { least: 1000, most: Number.POSITIVE_INFINITY },
  },
  { owner: "tcp", name: "acked", help: "Segments that this ACK newly acknowledges." },
  {
    owner: "tcp",
    name: "marked",
    help: "Newly acknowledged segments that arrived with CE; always 0 in onAck if the program has no onSample.",
  },
  {
    owner: "tcp",
    name: "lost",
    help: "Segments newly detected as lost; always 0 in onAck if the program has no onSample.",
  },
  { owner: "tcp", name: "rttMs", help: "The newest round-trip time; 0 before the first." },
  { owner: "tcp", name: "srttMs", help: "The smoothed round-trip time; 0 before the first." },
  { owner: "tcp", name: "minRttMs", help: "The smallest round-trip time so far; Infinity before the first." },
  { owner: "tcp", name: "inflight", help: "Segments believed to be in the network." },
  {
    owner: "tcp",
    name: "deliveryRateBps",
    help: "Delivery rate measured at the last ACK with a rate sample, in bits of payload per second; requires onSample.",
  },
  { owner: "tcp", name: "deliveredTotal", help: "Segments delivered so far; requires onSample." },
  {
    owner: "tcp",
    name: "markedTotal",
    help: "Segments that arrived with CE so far; counted only if the program has onSample.",
  },
  { owner: "tcp", name: "una", help: "SND.UNA: the oldest segment not yet acknowledged, counted from 0." },
  {
    owner: "tcp",
    name: "nxt",
    help: "SND.NXT: the next new segment. When una reaches a stored nxt, a round trip is over.",
  },
  { owner: "tcp", name: "minCwnd", help: "Smallest cwnd that a reduction may leave, in segments." },
  { owner: "tcp", name: "mssBytes", help: "Bytes of payload in a segment." },
  { owner: "tcp", name: "nowMs", help: "Simulated time." },
  {
    owner: "tcp",
    name: "oneWayDelayMs",
    help: "Time from sender to receiver of the segment that caused the newest ACK, as timestamps measure it (RFC 7323), without the delay of the ACK; 0 before the first.",
  },
  {
    owner: "tcp",
    name: "isAppLimited",
    help: "True if the application had nothing more to send when the newest acknowledged segment left, so that the sample may be lower than the path allows; requires onSample.",
    isFlag: true,
  },
  { owner: "segment", name: "seq", help: "Number of the segment, counted from 0." },
  {
    owner: "segment",
    name: "rttMs",
    help: "Time from the sending of the segment to this ACK; 0 in onSend and for a segment that was sent again (Karn).",
  },
  {
    owner: "segment",
    name: "isRetransmission",
    help: "True if the segment has been sent before.",
    isFlag: true,
  },
];

const QUEUE_FIELDS: readonly Field[] = [
  { owner: "queue", name: "packets", help: "Packets in the queue, without the current packet." },
  { owner: "queue", name: "bytes", help: "Bytes in the queue, without the current packet." },
  { owner: "queue", name: "rateBps", help: "Rate of the link that the queue feeds." },
  { owner: "queue", name: "nowMs", help: "Simulated time." },
  { owner: "packet", name: "size", help: "Bytes of the current packet, headers included." },
  { owner: "packet", name: "sojournMs", help: "Time that the packet has waited in the queue; 0 in enqueue." },
  {
    owner: "packet",
    name: "ect",
    help: "True if the packet can be marked instead of dropped.",
    isFlag: true,
  },
  {
    owner: "packet",
    name: "ecn",
    help: "The ECN field of the IP header: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE. L4S senders use ECT(1) (RFC 9331).",
  },
  { owner: "packet", name: "ce", help: "True if the packet is already marked.", isFlag: true },
  { owner: "packet", name: "isAck", help: "True if the packet is an ACK without data.", isFlag: true },
  {
    owner: "packet",
    name: "isRetransmission",
    help: "True if the packet is a retransmission.",
    isFlag: true,
  },
  { owner: "packet", name: "connection", help: "Number of the packet's connection, from 0." },
];

/** All fields that programs can read, in the order of their cells. */
export const FIELDS: readonly Field[] = [...SENDER_FIELDS, ...QUEUE_FIELDS];

/** The functions that a program can define for the simulator to call. */
export const HOOKS: readonly Hook[] = [
  {
    program: "sender",
    name: "onAck",
    takes: ["tcp"],
    help: "Required. Called for an ACK of new data while cwnd is fully used and no reduction is in progress. Here the window grows.",
  },
  {
    program: "sender",
    name: "onMark",
    takes: ["tcp"],
    help: "Called when the receiver reports a CE mark, once for each window of data. The window decreases to the cwnd (or the ssthresh) that you set during the recovery that follows, or immediately with // @recovery own.",
  },
  {
    program: "sender",
    name: "onLoss",
    takes: ["tcp"],
    help: "Called when a loss is detected, and before a timeout, once for each window of data. The window decreases as after onMark.",
  },
  {
    program: "sender",
    name: "onTimeout",
    takes: ["tcp"],
    help: "Called after onLoss when the retransmission timer has expired. cwnd starts again at the number of segments that are still in the network.",
  },
  {
    program: "sender",
    name: "onSample",
    takes: ["tcp"],
    help: "Called for every ACK that reports something new, before onAck, onMark and onLoss. The cwnd that you set applies immediately, except during recovery, which sets it again; with // @recovery own also then.",
  },
  {
    program: "sender",
    name: "onIdle",
    takes: ["tcp"],
    help: "Called when there is data again after a pause in which nothing was in flight.",
  },
  {
    program: "sender",
    name: "onSend",
    takes: ["segment", "tcp"],
    help: "Called when a segment is sent. tcp.inflight does not count it yet. A pacing rate that you set applies to the gap after it.",
  },
  {
    program: "sender",
    name: "onSegment",
    takes: ["segment", "tcp"],
    help: "Called once for each segment when an ACK reports its arrival, cumulatively or by SACK, before onSample.",
  },
  {
    program: "sender",
    name: "onTick",
    takes: ["tcp"],
    help: "Called at the time that wakeIn(ms) requested. The cwnd that you set applies immediately, except during recovery.",
  },
  {
    program: "queue",
    name: "enqueue",
    takes: ["packet", "queue"],
    help: "Called when a packet arrives and the limit has room for it. Call mark() or drop(), or do nothing to accept it.",
  },
  {
    program: "queue",
    name: "dequeue",
    takes: ["packet", "queue"],
    help: "Called when a packet is about to leave. Call mark() or drop(), or do nothing to send it. After a drop the hook is called for the next packet.",
  },
  {
    program: "queue",
    name: "onEmpty",
    takes: ["queue"],
    help: "Called once when the link finds the queue empty, and again only after a packet has arrived.",
  },
  {
    program: "queue",
    name: "onTick",
    takes: ["queue"],
    help: "Called at the time that wakeIn(ms) requested.",
  },
  {
    program: "queue",
    name: "onFull",
    takes: ["packet", "queue"],
    help: "Called when a packet arrives and the limit has no room for it. dropHead() or dropRandom() makes room; otherwise the packet is dropped.",
  },
  {
    program: "queue",
    name: "onServe",
    takes: ["queue"],
    help: "Called when the link is free and packets wait. serveQueue(i) chooses the queue that sends next; otherwise the first queue with packets sends. The hook is called again after a dropHead() or dropRandom().",
  },
  {
    program: "sender",
    name: "explain",
    takes: ["tcp", "event"],
    help: 'Returns one sentence on why the window has just changed; event is "mark", "loss" or "timeout".',
  },
  {
    program: "queue",
    name: "explain",
    takes: ["packet", "queue", "event"],
    help: 'Returns one sentence on why the current packet was marked or dropped; event is "mark" or "drop".',
  },
];

/** Returns the hooks of a kind of program. */
export function hooksOf(kind: ProgramKind): readonly Hook[] {
  return HOOKS.filter((hook) => hook.program === kind);
}

/** A function that programs can call. */
export interface Helper {
  readonly appliesTo: ProgramKind | "both";
  readonly name: string;
  readonly signature: string;
  readonly help: string;
}

/** The functions that programs can call. */
export const HELPERS: readonly Helper[] = [
  {
    appliesTo: "queue",
    name: "mark",
    signature: "(): boolean",
    help: "Sets CE on the current packet. Returns false, and does nothing, if it cannot be marked.",
  },
  { appliesTo: "queue", name: "drop", signature: "(): void", help: "Drops the current packet." },
  {
    appliesTo: "both",
    name: "wakeIn",
    signature: "(ms: number): void",
    help: "Calls onTick after this time; a second request replaces the first.",
  },
  {
    appliesTo: "queue",
    name: "dropHead",
    signature: "(queue?: number): void",
    help: "Drops the packet at the head of a queue, once the hook is over. Queues are numbered from 0, which is the default.",
  },
  {
    appliesTo: "queue",
    name: "dropRandom",
    signature: "(queue?: number): void",
    help: "Drops a random waiting packet of a queue, once the hook is over. All its packets have the same probability.",
  },
  {
    appliesTo: "queue",
    name: "joinQueue",
    signature: "(queue: number): void",
    help: "In enqueue: puts the current packet into this queue of those that // @queues declares, instead of queue 0.",
  },
  {
    appliesTo: "queue",
    name: "serveQueue",
    signature: "(queue: number): void",
    help: "In onServe: lets this queue send the next packet.",
  },
  {
    appliesTo: "queue",
    name: "packetsIn",
    signature: "(queue: number): number",
    help: "Packets that wait in this queue, without the current packet.",
  },
  {
    appliesTo: "queue",
    name: "bytesIn",
    signature: "(queue: number): number",
    help: "Bytes that wait in this queue, without the current packet.",
  },
  {
    appliesTo: "queue",
    name: "headMs",
    signature: "(queue: number): number",
    help: "Time for which the packet at the head of this queue has waited; 0 if the queue is empty.",
  },
  {
    appliesTo: "queue",
    name: "headBytes",
    signature: "(queue: number): number",
    help: "Bytes of the packet at the head of this queue; 0 if the queue is empty.",
  },
  {
    appliesTo: "sender",
    name: "enterPhase",
    signature: "(name: string): void",
    help: "Starts a phase that a line // @phase declares. The strip under cwnd, the list of events and the explanations show it.",
  },
  {
    appliesTo: "both",
    name: "random",
    signature: "(): number",
    help: "Returns a random number, uniform in [0, 1), from the run's seeded stream.",
  },
  {
    appliesTo: "both",
    name: "log",
    signature: "(...values: unknown[]): void",
    help: "Adds a line with the simulated time to the list next to the code.",
  },
  {
    appliesTo: "both",
    name: "min",
    signature: "(...values: number[]): number",
    help: "Returns the smallest of the values, like Math.min.",
  },
  {
    appliesTo: "both",
    name: "max",
    signature: "(...values: number[]): number",
    help: "Returns the largest of the values, like Math.max.",
  },
];

/** Objects that the hooks of a kind of program read. */
export const OBJECTS: Readonly<Record<ProgramKind, readonly Field["owner"][]>> = {
  sender: ["tcp", "segment"],
  queue: ["queue", "packet"],
};

const EVENTS: Readonly<Record<ProgramKind, string>> = {
  sender: '"mark" | "loss" | "timeout"',
  queue: '"mark" | "drop"',
};

const typeOf = (name: string) => `${name[0].toUpperCase()}${name.slice(1)}`;

/** Returns the TypeScript interface of an object that hooks read, such as `Tcp`. */
export function objectType(owner: Field["owner"]): string {
  const fields = FIELDS.filter(({ owner: quantity }) => quantity === owner).map(
    ({ name, help, set, isFlag }) => {
      const range = set === undefined ? "" : ` ${set.least} to ${set.most}.`;
      const readonly = set === undefined ? "readonly " : "";
      return `  /** ${help}${range} */\n  ${readonly}${name}: ${isFlag ? "boolean" : "number"};\n`;
    },
  );
  return `interface ${typeOf(owner)} {\n${fields.join("")}}\n`;
}

/**
 * Returns the members of a TypeScript interface that has the hooks of a kind of program. A hook is optional in it if `optional`
 * returns true for its name.
 */
export function hookTypes(kind: ProgramKind, optional: (name: string) => boolean = () => false): string {
  const hooks = hooksOf(kind).map(({ name, takes, help }) => {
    const args = takes.map((one) => `${one}: ${one === "event" ? EVENTS[kind] : typeOf(one)}`).join(", ");
    const returned = name === "explain" ? "string" : "void";
    return `  /** ${help} */\n  ${name}${optional(name) ? "?" : ""}(${args}): ${returned};\n`;
  });
  return hooks.join("");
}

/** Returns the functions that a kind of program can call. */
export function helpersOf(kind: ProgramKind): readonly Helper[] {
  return HELPERS.filter(({ appliesTo }) => appliesTo === "both" || appliesTo === kind);
}

/**
 * Returns the TypeScript declarations of everything that a kind of program can use. If `params` is given, they include the
 * program's own parameters.
 */
export function typesText(kind: ProgramKind, params: readonly { name: string; help: string }[] = []): string {
  const functions = helpersOf(kind).map(
    ({ name, signature, help }) => `/** ${help} */\ndeclare function ${name}${signature};\n`,
  );
  const parameters = params.map(({ name, help }) => `/** ${help} */\ndeclare const ${name}: number;\n`);
  const hooks = `interface Hooks {\n${hookTypes(kind)}}\n`;
  return [...OBJECTS[kind].map(objectType), hooks, ...functions, ...parameters].join("\n");
}

/** Limit on the queues that a program declares. */
export const MOST_QUEUES = 16;
/** Limit on the parameters that a program declares. */
export const MOST_PARAMS = 16;
/** Limit on the phases that a program declares. */
export const MOST_PHASES = 12;

/** Limit on the variables that a program shows as plots. */
export const MOST_PROBES = 8;

/** Returns the range of values that programs may assign to a field of `tcp`. */
export function settable(name: string): AssignableRange {
  const range = SENDER_FIELDS.find((field) => field.name === name)?.set;
  if (range === undefined) throw new Error(`tcp.${name} can only be read`);
  return range;
}

/** Limit on the loop iterations and calls of a program within one call of a hook. */
export const STEPS_PER_INTERRUPT = 10_000;
export const MOST_STEPS_PER_HOOK = 1_000_000;
/** Limit on the loop iterations of the interpreter within one call of a hook. It includes the work of built-in functions. */
export const MOST_TURNS_PER_CALL = 100_000_000;
/** Number of loop iterations that count for a call of a hook, because the simulator's part of the call takes as long. */
export const TURNS_PER_HOOK = 100;
/** Number of loop iterations that count for a call of `random()`, because the simulator's part of the call takes as long. */
export const TURNS_PER_RANDOM = 400;
/**
 * Stack size (bytes) at which a recursion in a program ends with an error. The limit is small, so that it is reached before the
 * stack of the browser or Node overflows, whose size varies. The deepest allowed recursion needs about 500 kB of that stack.
 */
export const MOST_STACK_BYTES = 32_000;
/**
 * Limit on the loop iterations of one inspection, which reads variables or calls `explain`. Effects of an inspection are
 * discarded.
 */
export const MOST_TURNS_PER_LOOK = 5_000_000;
/** Range of the argument of wakeIn (ms). */
export const WAKE_MS = { least: 0.001, most: 1e7 } as const;
/** Limit on the length of a program (characters). */
export const LONGEST_CODE = 64_000;
/** Length at which a line logged by a program is cut off (characters). */
export const LONGEST_LOG_LINE = 200;
