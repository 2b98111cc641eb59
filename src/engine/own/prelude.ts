/**
 * The first text that the sandbox reads: takes away what differs from run to run, makes the objects that hooks see, freezes all
 * that programs could change for each other, and gives back the functions that the host calls.
 */
import { CELL, CELLS, FIELDS, type Field, HOOKS, LONGEST_LOG_LINE } from "./contract.ts";
import type { SandboxProgram } from "./interpreter.ts";

/** As stack traces name the program. */
export const PROGRAM_FILE = "own.js";

/** The program as a function that makes an instance; its first line stays the first. */
export function factoryText({ kind, code, probes, variables }: SandboxProgram): string {
  const hooks = HOOKS.filter(({ of }) => of === kind).map(
    ({ name }) => `typeof ${name} === "function" ? ${name} : null`,
  );
  const readers = (names: readonly string[]) => `[${names.map((name) => `() => ${name}`).join(", ")}]`;
  return `(function () { "use strict"; ${code}\n;return { hooks: [${hooks.join(", ")}], probes: ${readers(probes)}, variables: ${readers(variables)} }; })`;
}

/** Evaluates to the function (cells' buffer, random, log) → what the host calls. */
export function preludeText({ kind, params, phases, isPaced }: SandboxProgram): string {
  const of = (owner: Field["of"]) =>
    FIELDS.flatMap((field, i) => (field.of === owner ? accessor(field, CELL.fields + i, isPaced) : [])).join(
      "\n",
    );
  const objects =
    kind === "sender"
      ? `const tcp = Object.freeze({ __proto__: nothingElse("tcp"), ${of("tcp")} });`
      : `const queue = Object.freeze({ __proto__: nothingElse("queue"), ${of("queue")} }); const packet = Object.freeze({ __proto__: nothingElse("packet"), ${of("packet")} });`;
  const hooks = HOOKS.filter((hook) => hook.of === kind);
  const explainer = hooks.findIndex(({ name }) => name === "explain");
  const calls = hooks.map(({ takes }) => `(f) => f(${takes.filter((one) => one !== "event").join(", ")})`);
  const given = hooks[explainer].takes.filter((one) => one !== "event").join(", ");
  return `(function (buffer, hostRandom, hostLog) {
"use strict";
const S = new Float64Array(buffer, 0, ${CELLS});
const instances = [];
let decided = "";
const show = (value) => typeof value === "number" || typeof value === "boolean" || value === undefined || value === null
  ? String(value)
  : typeof value === "string" ? (value.length > ${LONGEST_LOG_LINE} ? value.slice(0, ${LONGEST_LOG_LINE}) + "…" : value)
  : Array.isArray(value) ? "[" + value.slice(0, 12).map((one) => typeof one === "object" && one !== null ? "…" : show(one)).join(", ") + (value.length > 12 ? ", …" : "") + "]"
  : typeof value === "object" ? "{" + Object.keys(value).slice(0, 12).map((key) => key + ": " + (typeof value[key] === "object" && value[key] !== null ? "…" : show(value[key]))).join(", ") + "}"
  : "a " + typeof value;
const here = () => new Error().stack;
const isCut = (hook) => ${kind === "sender" ? "hook >= 1 && hook <= 3" : "true"};
const assign = (cell, value, name, least, most) => {
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new RangeError(name + " must be a number from " + least + " to " + most + ", got " + show(value));
  S[cell] = value;
  if (cell === ${cell("tcp", "cwnd")}) S[${CELL.cwndSet}] = 1;
  if (cell === ${cell("tcp", "ssthresh")}) S[${CELL.ssthreshSet}] = 1;
  if (isCut(S[${CELL.hook}])) decided = here();
};
// A name that is written wrong ends in a sentence, and not as NaN somewhere; it is asked only after an object's own names.
const nothingElse = (owner) => {
  const refuse = (name) => { throw new TypeError("There is no " + owner + "." + name); };
  return new Proxy(Object.freeze({}), Object.freeze({
    get: (none, name) => typeof name === "symbol" || name in none || name === "toJSON" ? none[name] : refuse(name),
    set: (none, name) => refuse(String(name)),
  }));
};
${objects}
const readonly = (name) => { throw new TypeError(name + " is set by its slider and cannot be assigned"); };
const phases = ${JSON.stringify(phases)};
const helpers = {
  log: (...values) => { hostLog(values.map(show).join(" ").slice(0, ${LONGEST_LOG_LINE}), here()); },
  random: () => hostRandom(),
  max: Math.max, min: Math.min,${
    kind === "sender"
      ? `
  enterPhase: (name) => { const at = phases.indexOf(name); if (at < 0) throw new TypeError("There is no phase " + show(name) + ": " + (phases.length > 0 ? "declared are " + phases.join(", ") : "declare it by a line // @phase NAME")); S[${CELL.phase}] = at; },`
      : `
  mark: () => { if (S[${cell("packet", "ect")}] !== 1) return false; if (S[${CELL.verdict}] === 0) { S[${CELL.verdict}] = 1; decided = here(); } return true; },
  drop: () => { S[${CELL.verdict}] = 2; decided = here(); },
  wakeIn: (ms) => { if (typeof ms !== "number" || !(ms >= 0.001 && ms <= 1e7)) throw new RangeError("wakeIn takes a number of ms from 0.001 to 1e7, got " + show(ms)); S[${CELL.wakeInMs}] = ms; },`
  }
};
for (const name of ["Date", "performance", "Promise", "WeakRef", "WeakMap", "WeakSet", "FinalizationRegistry", "SharedArrayBuffer", "Atomics", "queueMicrotask", "DOMException"])
  delete globalThis[name];
delete Math.random;
for (const [name, helper] of Object.entries(helpers)) Object.defineProperty(globalThis, name, { value: Object.freeze(helper) });
${params.map((name, i) => `Object.defineProperty(globalThis, ${JSON.stringify(name)}, { get: () => S[${CELL.params + i}], set: () => readonly(${JSON.stringify(name)}) });`).join("\n")}
const seen = new Set();
const freeze = (value) => {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key);
    freeze(inner); freeze(get); freeze(set);
  }
  freeze(Object.getPrototypeOf(value));
  if (!ArrayBuffer.isView(value)) Object.freeze(value);
};
const plain = Object.getPrototypeOf(function () {});
for (const one of [globalThis, function* () {}, async function () {}, async function* () {}, (function* () {})(), [][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ""[Symbol.iterator](), "".matchAll(/x/g), (0, function () { return arguments; })()]) freeze(one);
const calls = [${calls.join(", ")}];
const names = ${JSON.stringify(hooks.map(({ name }) => name))};
const text = (read) => { try { return show(read()).slice(0, 80); } catch (e) { return "no value yet"; } };
return {
  make: (factory) => {
    S[${CELL.hook}] = -1;
    const made = factory();
    made.hooks.forEach((hook, i) => { if (hook !== null && Object.getPrototypeOf(hook) !== plain) throw new TypeError(names[i] + " must be a plain function, neither async nor a generator"); });
    return instances.push(made) - 1;
  },
  call: () => { const i = S[${CELL.hook}]; calls[i](instances[S[${CELL.instance}]].hooks[i]); },
  probe: (instance, i) => { try { const value = instances[instance].probes[i](); return typeof value === "number" ? value : NaN; } catch (e) { return NaN; } },
  variables: (instance) => instances[instance].variables.map(text),
  explain: (instance, event) => { const f = instances[instance].hooks[${explainer}]; if (f === null) return null; const said = f(${given}, event); return typeof said === "string" ? said.slice(0, 300) : null; },
  decided: () => decided,
  here,
};
})`;
}

function cell(of: Field["of"], name: string): number {
  return CELL.fields + FIELDS.findIndex((field) => field.of === of && field.name === name);
}

function accessor({ name, isFlag, set }: Field, at: number, isPaced: boolean): string {
  const read = `get ${name}() { return S[${at}]${isFlag ? " === 1" : ""}; },`;
  if (name === "pacingRateBps" && !isPaced)
    return `${read} set ${name}(value) { throw new TypeError("pacingRateBps needs the line // @paced at the top"); },`;
  if (set !== undefined)
    return `${read} set ${name}(value) { assign(${at}, value, "${name}", ${set.least}, ${set.most}); },`;
  return `${read} set ${name}(value) { throw new TypeError("${name} can only be read"); },`;
}
