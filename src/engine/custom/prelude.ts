/**
 * Both sides of the exchange between the simulator and a program: the cells that they share, and the prelude, which the sandbox
 * evaluates first. The prelude removes every built-in that is not on the list, creates the objects that hooks see, freezes all
 * objects that two instances could share, and returns the functions that the simulator calls.
 */
import { ALLOWED_GLOBALS, ALLOWED_MEMBERS, LAZY_METHODS } from "./allowed.ts";
import {
  FIELDS,
  type Field,
  HOOKS,
  LONGEST_LOG_LINE,
  MOST_PARAMS,
  MOST_PROBES,
  MOST_QUEUES,
  OBJECTS,
  WAKE_MS,
} from "./contract.ts";
import type { SandboxProgram } from "./run-programs.ts";

/** Index of the first cell that belongs to the queues of a program. */
const FIRST_QUEUE = 11 + FIELDS.length + MOST_PARAMS + MOST_PROBES;

/**
 * Indices of the cells: an array of doubles that a program and the simulator share. It holds the request, the decision, the
 * fields, the declared parameters, the values of the probes and the queues.
 */
export const CELL = {
  hook: 0,
  instance: 1,
  /** Decision of a queue about the current packet: 0 accepts it, 1 marks it, 2 drops it. */
  verdict: 2,
  /** Requested time until the next wake-up (ms); negative if no wake-up is requested. */
  wakeInMs: 3,
  /** 1 if the hook has assigned cwnd, even if the value is unchanged. */
  cwndSet: 4,
  ssthreshSet: 5,
  /** Index of the phase that a hook of a sender has entered; -1 if it has entered none. */
  phase: 6,
  /** 1 if a hook has thrown an error. */
  fault: 7,
  /** 1 while the program is inspected. Effects of hooks are then discarded. */
  looking: 8,
  /** Index of the queue that the current packet joins; `serve` is the queue that sends next. -1 if the hook has not chosen. */
  join: 9,
  serve: 10,
  fields: 11,
  params: 11 + FIELDS.length,
  /** Values of the probes after a call, so that reading a probe never runs the interpreter. NaN for what is not a number. */
  probes: 11 + FIELDS.length + MOST_PARAMS,
  queues: FIRST_QUEUE,
} as const;

/** Cells of one queue, counted from the queue's first cell. */
export const QUEUE_CELL = {
  packets: 0,
  bytes: 1,
  headMs: 2,
  headBytes: 3,
  /** Number of packets that the hook drops from the head; `dropRandom` is the number that it drops at random. */
  dropHead: 4,
  dropRandom: 5,
} as const;
export const CELLS_OF_QUEUE = 6;
/** Total number of cells. */
export const CELLS = FIRST_QUEUE + MOST_QUEUES * CELLS_OF_QUEUE;

/** Sets all cells for the start of an instance, so that it reads nothing of an earlier call of another one. */
export function startCells(cells: Float64Array, params: Float64Array): void {
  cells.fill(0);
  cells[CELL.wakeInMs] = -1;
  cells.set(params, CELL.params);
}

/** Returns the index of the cell that holds a field. */
export function cellOf(owner: Field["owner"], name: string): number {
  const index = FIELDS.findIndex((field) => field.owner === owner && field.name === name);
  if (index < 0) throw new Error(`${owner} has no field ${name}`);
  return CELL.fields + index;
}

/** Number of characters of a stack trace that are read. */
const LONGEST_STACK = 4000;

/** Name of the program in stack traces. */
export const PROGRAM_FILE = "own.js";

/** Returns the text of the program, wrapped in a function that creates an instance. Line numbers stay the same. */
export function factoryText({ kind, code, probes, variables }: SandboxProgram): string {
  const hooks = HOOKS.filter(({ program }) => program === kind).map(
    ({ name }) => `typeof ${name} === "function" ? ${name} : null`,
  );
  const readers = variables.map((name) => `() => ${name}`);
  // This name is longer than those of all probes, so it differs from each of them.
  const cells = "_".repeat(1 + Math.max(0, ...probes.map(({ length }) => length)));
  const copies = probes.map((name, i) => `${cells}[${i}] = typeof ${name} === "number" ? ${name} : NaN;`);
  return `(function () { "use strict"; ${code}\n;return { hooks: [${hooks.join(", ")}], probe(${cells}) { ${copies.join(" ")} }, variables: [${readers.join(", ")}] }; })`;
}

/**
 * Returns the text of a JavaScript function. The function's arguments are the buffer of the cells, the random generator and the
 * log function. It returns the functions that the simulator calls.
 */
export function preludeText({ kind, params, probes, phases, isPaced, queues }: SandboxProgram): string {
  const cellsOf = (owner: Field["owner"]) =>
    FIELDS.flatMap((field, i) =>
      field.owner === owner ? accessor(field, CELL.fields + i, isPaced) : [],
    ).join("\n");
  const objects = OBJECTS[kind]
    .map((name) => `const ${name} = freeze({ __proto__: nothingElse("${name}"), ${cellsOf(name)} });`)
    .join(" ");
  const hooks = HOOKS.filter((hook) => hook.program === kind);
  const explainer = hooks.findIndex(({ name }) => name === "explain");
  const calls = hooks.map(({ takes }) => `(f) => f(${takes.filter((one) => one !== "event").join(", ")})`);
  const given = hooks[explainer].takes.filter((one) => one !== "event").join(", ");
  return `(function (buffer, hostRandom, hostLog) {
"use strict";
const global = globalThis;
const { freeze, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys: keysOf } = Object;
const { apply, ownKeys, deleteProperty } = Reflect;
const { isArray } = Array;
const Interceptor = Proxy;
const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

// Files and lines as the interpreter recorded them when it created an error. A program can overwrite the text of an
// error, and can put any text into the names of its functions.
const stacks = new WeakMap();
const { get: stackOf, set: noteStack } = WeakMap.prototype;
let site = null;
Error.prepareStackTrace = (error, sites) => { site = sites[0]; return ""; };
new Error();
const { getFileName, getLineNumber } = getPrototypeOf(site);
site = null;
Error.prepareStackTrace = (error, sites) => {
  let text = "";
  for (let i = 0; i < sites.length && text.length < ${LONGEST_STACK}; i++)
    text += apply(getFileName, sites[i], []) + ":" + apply(getLineNumber, sites[i], []) + "\\n";
  apply(noteStack, stacks, [error, text]);
  return text;
};

// Only listed built-ins stay, whatever leads to them. Built-ins that a later version of the interpreter adds are
// removed.
const globals = new Set(${JSON.stringify(ALLOWED_GLOBALS)});
const builtIns = ownKeys(global).map((name) => global[name]);
const members = new Set(${JSON.stringify(ALLOWED_MEMBERS)});
for (const name of ownKeys(global)) if (!globals.has(name)) deleteProperty(global, name);
const kept = new Set(ownKeys(global).map((name) => global[name]));
const seen = new Set([global]);
const strip = (value) => {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  for (const key of ownKeys(value)) {
    const isKept = typeof key === "symbol" || (key === "constructor" ? kept.has(value[key]) : members.has(key));
    if (!isKept) deleteProperty(value, key);
    else each(value, key, strip);
  }
  strip(getPrototypeOf(value));
};
const each = (value, key, visit) => {
  const { value: inner, get, set } = getOwnPropertyDescriptor(value, key);
  visit(inner); visit(get); visit(set);
};
const iterators = getPrototypeOf(getPrototypeOf([].values()));
for (const name of ${JSON.stringify(LAZY_METHODS)}) deleteProperty(iterators, name);
const SEEDS = [...builtIns, function* () {}, async function () {}, async function* () {}, (async function () {})(), (function* () {})(), (async function* () {})(), [][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ""[Symbol.iterator](), "".matchAll(/x/g), (0, function () { return arguments; })(), global];
for (const one of SEEDS) strip(one);

// Values are shown to people as copies of their own data properties, so no getter and no method of the program runs.
const dataText = (owner, key) => {
  const field = getOwnPropertyDescriptor(owner, key);
  if (field === undefined) return "";
  if (!hasOwn(field, "value")) return "…";
  return typeof field.value === "object" && field.value !== null ? "…" : show(field.value);
};
const show = (value) => {
  if (typeof value === "string") return value.length > ${LONGEST_LOG_LINE} ? value.slice(0, ${LONGEST_LOG_LINE}) + "…" : value;
  if (typeof value === "number" || typeof value === "boolean" || value === undefined || value === null) return String(value);
  if (typeof value !== "object") return "a " + typeof value;
  const isList = isArray(value);
  const names = isList ? [] : keysOf(value).slice(0, 12);
  if (isList) for (let i = 0; i < value.length && i < 12; i++) names.push(i);
  const parts = names.map((name) => (isList ? "" : show(name) + ": ") + dataText(value, name));
  return isList ? "[" + parts.join(", ") + (value.length > 12 ? ", …" : "") + "]" : "{" + parts.join(", ") + "}";
};
const inherited = (value, key) => {
  for (let owner = value, depth = 0; owner !== null && depth < 10; owner = getPrototypeOf(owner), depth++) {
    const field = getOwnPropertyDescriptor(owner, key);
    if (field !== undefined) return typeof field.value === "string" ? field.value : "";
  }
  return "";
};
// Returns a thrown value as three texts. The first two have limited length and contain no separator.
const thrownText = (thrown) => {
  const plain = (text) => text.slice(0, 400).replaceAll("\\x01", " ");
  if (!isObject(thrown)) return "\\x01It threw " + (typeof thrown === "string" ? '"' + plain(thrown) + '"' : thrown === undefined ? "nothing" : plain(show(thrown))) + "\\x01";
  const [name, message] = [inherited(thrown, "name"), inherited(thrown, "message")];
  const words = name === "" && message === "" ? "It threw a value of type " + typeof thrown : message;
  return plain(name) + "\\x01" + plain(words) + "\\x01" + (apply(stackOf, stacks, [thrown]) ?? "");
};

const S = new Float64Array(buffer, 0, ${CELLS});
const probed = new Float64Array(buffer, ${CELL.probes * Float64Array.BYTES_PER_ELEMENT}, ${probes.length});
const instances = [];
let decided = "";
let fault = "";
const here = () => new Error().stack;
const isCut = (hook) => ${kind === "sender" ? "hook >= 1 && hook <= 3" : "true"};
const assign = (cell, value, name, least, most) => {
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new RangeError(name + " must be a number from " + least + " to " + most + ", got " + (typeof value === "string" ? 'the string "' + show(value) + '"' : show(value)));
  S[cell] = value;
  if (cell === ${cell("tcp", "cwnd")}) S[${CELL.cwndSet}] = 1;
  if (cell === ${cell("tcp", "ssthresh")}) S[${CELL.ssthreshSet}] = 1;
  if (isCut(S[${CELL.hook}])) decided = here();
};
// Reading a misspelt name throws an error instead of giving NaN. This object is asked only after an object's own
// names.
const nothingElse = (owner) => {
  const refuse = (name) => { throw new TypeError("There is no " + owner + "." + name); };
  return new Interceptor(freeze({}), freeze({
    get: (none, name) => typeof name === "symbol" || name in none || name === "toJSON" ? none[name] : refuse(name),
    set: (none, name) => refuse(String(name)),
  }));
};
${objects}
const readonly = (name) => { throw new TypeError(name + " is set by its slider and cannot be assigned"); };
const phases = ${JSON.stringify(phases)};
const queueAt = (name, queue, cell) => {
  if (typeof queue !== "number" || !(queue >= 0 && queue < ${queues} && queue % 1 === 0))
    throw new RangeError(name + " takes the number of a queue, ${queues === 1 ? "0 (the line // @queues declares more)" : `0 to ${queues - 1}`}, got " + show(queue));
  return ${CELL.queues} + ${CELLS_OF_QUEUE} * queue + cell;
};
const helpers = {
  log: (...values) => { hostLog(values.map((value) => show(value)).join(" ").slice(0, ${LONGEST_LOG_LINE}), here()); },
  random: () => { if (S[${CELL.looking}] === 1) throw new Error("random() cannot be used in explain"); return hostRandom(); },
  max: Math.max, min: Math.min,${
    kind === "sender"
      ? `
  enterPhase: (name) => { const at = phases.indexOf(name); if (at < 0) throw new TypeError("There is no phase " + show(name) + ": " + (phases.length > 0 ? "declared are " + phases.join(", ") : "declare it by a line // @phase NAME")); S[${CELL.phase}] = at; },`
      : `
  mark: () => { if (S[${cell("packet", "ect")}] !== 1) return false; if (S[${CELL.verdict}] === 0) { S[${CELL.verdict}] = 1; decided = here(); } return true; },
  drop: () => { S[${CELL.verdict}] = 2; decided = here(); },
  dropHead: (queue = 0) => { S[queueAt("dropHead", queue, ${QUEUE_CELL.dropHead})] += 1; decided = here(); },
  dropRandom: (queue = 0) => { S[queueAt("dropRandom", queue, ${QUEUE_CELL.dropRandom})] += 1; decided = here(); },
  joinQueue: (queue) => { queueAt("joinQueue", queue, 0); S[${CELL.join}] = queue; },
  serveQueue: (queue) => { queueAt("serveQueue", queue, 0); S[${CELL.serve}] = queue; },
  packetsIn: (queue) => S[queueAt("packetsIn", queue, ${QUEUE_CELL.packets})],
  bytesIn: (queue) => S[queueAt("bytesIn", queue, ${QUEUE_CELL.bytes})],
  headMs: (queue) => S[queueAt("headMs", queue, ${QUEUE_CELL.headMs})],
  headBytes: (queue) => S[queueAt("headBytes", queue, ${QUEUE_CELL.headBytes})],`
  }
  wakeIn: (ms) => { if (typeof ms !== "number" || !(ms >= ${WAKE_MS.least} && ms <= ${WAKE_MS.most})) throw new RangeError("wakeIn takes a number of ms from ${WAKE_MS.least} to 1e7, got " + show(ms)); S[${CELL.wakeInMs}] = ms; },
};
const plain = getPrototypeOf(function () {});
for (const [name, helper] of Object.entries(helpers)) Object.defineProperty(global, name, { value: helper });
${params.map((name, i) => `Object.defineProperty(global, ${JSON.stringify(name)}, { get: () => S[${CELL.params + i}], set: () => readonly(${JSON.stringify(name)}) });`).join("\n")}
const frozen = new Set();
const close = (value) => {
  if (!isObject(value) || frozen.has(value)) return;
  frozen.add(value);
  for (const key of ownKeys(value)) each(value, key, close);
  close(getPrototypeOf(value));
  if (!ArrayBuffer.isView(value)) freeze(value);
};
for (const one of [...SEEDS, ${OBJECTS[kind].join(", ")}]) close(one);
const calls = [${calls.join(", ")}];
const names = ${JSON.stringify(hooks.map(({ name }) => name))};
const text = (read) => { try { return show(read()).slice(0, 80); } catch (e) { return "no value yet"; } };
const noted = (action) => { try { return action(); } catch (e) { fault = thrownText(e); S[${CELL.fault}] = 1; } };
return {
  make: (factory) => noted(() => {
    S[${CELL.hook}] = -1;
    const made = factory();
    made.hooks.forEach((hook, i) => { if (hook !== null && getPrototypeOf(hook) !== plain) throw new TypeError(names[i] + " must be a plain function, neither async nor a generator"); });
${probes.length > 0 ? "    made.probe(probed);\n" : ""}    instances[S[${CELL.instance}]] = made;
  }),
  call: () => { try { const i = S[${CELL.hook}], made = instances[S[${CELL.instance}]]; calls[i](made.hooks[i]);${probes.length > 0 ? " made.probe(probed);" : ""} } catch (e) { fault = thrownText(e); S[${CELL.fault}] = 1; } },
  variables: (numbers) => numbers.split(",").map((number) => instances[number].variables.map(text)),
  explain: (instance, event) => noted(() => { const f = instances[instance].hooks[${explainer}]; if (f === null) return null; const said = f(${given}, event); return typeof said === "string" ? said.slice(0, 300) : null; }),
  decided: () => decided,
  fault: () => fault,
  here,
};
})`;
}

function cell(which: Field["owner"], name: string): number {
  return CELL.fields + FIELDS.findIndex((field) => field.owner === which && field.name === name);
}

function accessor({ name, isFlag, set }: Field, at: number, isPaced: boolean): string {
  const read = `get ${name}() { return S[${at}]${isFlag ? " === 1" : ""}; },`;
  if (name === "pacingRateBps" && !isPaced)
    return `${read} set ${name}(value) { throw new TypeError("pacingRateBps needs the line // @paced at the top"); },`;
  if (set !== undefined)
    return `${read} set ${name}(value) { assign(${at}, value, "${name}", ${set.least}, ${set.most}); },`;
  return `${read} set ${name}(value) { throw new TypeError("${name} can only be read"); },`;
}
