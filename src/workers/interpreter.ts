/**
 * The interpreter for custom programs: QuickJS in WebAssembly, with its own memory. A program can use only the objects that the
 * prelude provides: no page, no worker, no clock, no network. Results have the same bits on every machine.
 */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import {
  CELL,
  CELLS,
  type Fault,
  FIELDS,
  factoryText,
  hooksOf,
  type Interpreter,
  isFault,
  lineOfLoop,
  lineOfName,
  MOST_MEMORY_BYTES,
  MOST_PROGRAMS,
  MOST_STACK_BYTES,
  MOST_STEPS_PER_HOOK,
  MOST_TURNS_PER_CALL,
  MOST_TURNS_PER_LOOK,
  nearestNames,
  PROGRAM_FILE,
  preludeText,
  type Sandbox,
  type SandboxHost,
  type SandboxProgram,
  STEPS_PER_INTERRUPT,
  startCells,
  TURNS_PER_HOOK,
  TURNS_PER_RANDOM,
  withInterpreter,
} from "../engine/custom-programs.ts";
import type { Scenario } from "../engine/index.ts";
import { type Blueprint, blueprintOf, Machine } from "./wasm-machine.ts";

const ROOM_BYTES = 65_536;

let loading: Promise<Machines> | null = null;

/**
 * Returns the scenario with programs that can run. `atOnce` is the number of simulations of this run that take turns. `wasm` is the
 * address of QuickJS, or its bytes; without it, QuickJS is read from its package (only on Node).
 */
export async function prepareRun(scenario: Scenario, atOnce = 1, wasm?: string): Promise<Scenario> {
  const { programs } = scenario;
  if (programs === undefined) return scenario;
  const machines = await loaded(wasm);
  await machines.make(programs.length * atOnce);
  return withInterpreter(scenario, machines);
}

/** Loads the interpreter, once per thread. It can run the programs of any scenario, one scenario at a time. */
export async function loadInterpreter(wasm?: string): Promise<Interpreter> {
  const machines = await loaded(wasm);
  await machines.make(MOST_PROGRAMS);
  return machines;
}

function loaded(wasm?: string): Promise<Machines> {
  loading ??= load(wasm).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(wasm?: string): Promise<Machines> {
  const bytes = wasm === undefined ? await besidePackage() : await at(wasm);
  return new Machines(await blueprintOf(bytes, MOST_MEMORY_BYTES));
}

/** Reads QuickJS from its package. Used only on Node; a browser's bundle does not contain this function. */
async function besidePackage(): Promise<Uint8Array<ArrayBuffer>> {
  const { createRequire } = process.getBuiltinModule("node:module");
  const isPackaged = (globalThis as { readonly SAWTOOTH_BUILD?: string }).SAWTOOTH_BUILD !== undefined;
  const path = isPackaged
    ? `${import.meta.dirname}/quickjs.wasm`
    : createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
  return new Uint8Array(await process.getBuiltinModule("node:fs/promises").readFile(path));
}

/**
 * Fetches the bytes of QuickJS. They are read as bytes, because some web servers send the wrong type for such a file. In the
 * single-file page the address contains the bytes.
 */
async function at(wasm: string): Promise<Uint8Array<ArrayBuffer>> {
  const inPage = /^data:[^,]*;base64,/.exec(wasm);
  if (inPage !== null)
    return Uint8Array.from(atob(wasm.slice(inPage[0].length)), (letter) => letter.charCodeAt(0));
  const response = await fetch(wasm);
  if (!response.ok)
    throw new Error(`the interpreter of programs could not be loaded (HTTP ${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The machines of a thread. Each program runs in one of them. The least recently used machine is used next, because its run is over.
 */
class Machines implements Interpreter {
  private readonly blueprint: Blueprint;
  private readonly places: Place[] = [];
  /** Counter that gives each call a number. */
  private now = 0;

  constructor(blueprint: Blueprint) {
    this.blueprint = blueprint;
  }

  /** Creates machines until there are `count` of them. */
  async make(count: number): Promise<void> {
    while (this.places.length < count)
      this.places.push({ machine: await Machine.made(this.blueprint, MOST_MEMORY_BYTES), sandbox: null });
  }

  open(program: SandboxProgram, host: SandboxHost): Sandbox | Fault {
    const since = (place: Place) => place.sandbox?.usedAt ?? -1;
    const place = this.places.reduce((one, other) => (since(other) < since(one) ? other : one));
    place.sandbox?.close();
    place.machine.renew();
    const sandbox = QuickJsSandbox.of(place.machine, program, host, () => ++this.now);
    place.sandbox = sandbox instanceof QuickJsSandbox ? sandbox : null;
    return sandbox;
  }
}

interface Place {
  readonly machine: Machine;
  sandbox: QuickJsSandbox | null;
}

class QuickJsSandbox implements Sandbox {
  private readonly program: SandboxProgram;
  private readonly machine: Machine;
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;
  private readonly functions = new Map<string, QuickJSHandle>();
  private readonly tick: () => number;
  usedAt = 0;
  private factory: QuickJSHandle | null = null;
  /** Memory that is reserved to describe the error of a program that has used up all other memory. */
  private room: QuickJSHandle | null = null;
  /** Values of the probes after the last call of each instance. */
  private readonly probed: Float64Array[] = [];
  /** Numbers of instances that have ended. */
  private readonly released: number[] = [];
  private cellsAt = 0;
  private view = new Float64Array(0);
  private isOpen = true;
  /** True if the program's memory was large when the sandbox was closed. The next program uses the same machine. */
  private wasLarge = false;
  /** True while the program is inspected. Effects of an inspection do not belong to the run. */
  private isLooking = false;
  /** Number of calls of the interrupt handler in the current call of the program. */
  private turns = 0;
  /** Fuel left for the run. One unit pays for one loop iteration of the interpreter. */
  private fuelOfRun: number;
  /** Fuel at the start of the current call. */
  private fuelOfCall = 0;
  /** Reason why the program was ended. It stays set even if the program catches the error. */
  private end: string | null = null;
  private wrecked: Fault | null = null;

  static of(
    machine: Machine,
    program: SandboxProgram,
    host: SandboxHost,
    tick: () => number,
  ): QuickJsSandbox | Fault {
    const sandbox = new QuickJsSandbox(machine, program, tick);
    const fault = sandbox.load(host);
    if (fault === null) return sandbox;
    sandbox.close();
    return fault;
  }

  private constructor(machine: Machine, program: SandboxProgram, tick: () => number) {
    this.program = program;
    this.machine = machine;
    this.tick = tick;
    this.fuelOfRun = program.mostTurns;
    this.runtime = machine.quickJs.newRuntime();
    this.runtime.setMaxStackSize(MOST_STACK_BYTES);
    this.runtime.setInterruptHandler(() => {
      this.turns++;
      if (this.turns * STEPS_PER_INTERRUPT > MOST_STEPS_PER_HOOK)
        this.end ??= `One call took more than ${MOST_STEPS_PER_HOOK / 1e6} million steps: a loop may have no end.`;
      return this.end !== null;
    });
    this.context = this.runtime.newContext();
  }

  get cells(): Float64Array {
    // When the heap grows, the memory gets a new buffer, and views of the old buffer become empty.
    if (this.view.length === 0) this.view = new Float64Array(this.machine.memory.buffer, this.cellsAt, CELLS);
    return this.view;
  }

  get isLarge(): boolean {
    return this.isOpen ? this.machine.wasLarge : this.wasLarge;
  }

  keep(): void {
    this.usedAt = this.tick();
  }

  get turnsOfRun(): number {
    return this.program.mostTurns - this.fuelOfRun;
  }

  instantiate(params: Float64Array): number | Fault {
    const { factory } = this;
    if (factory === null) throw new Error("the sandbox is closed");
    const number = this.released.pop() ?? this.probed.length;
    startCells(this.cells, params);
    this.cells[CELL.instance] = number;
    const made = this.run("make", factory);
    if (isFault(made)) return made;
    if (this.cells[CELL.fault] !== 0) return this.thrown();
    made.dispose();
    this.probed[number] = new Float64Array(this.program.probes.length);
    this.keepProbes(number);
    return number;
  }

  release(instance: number): void {
    this.released.push(instance);
  }

  call(): Fault | null {
    this.cells[CELL.fault] = 0;
    const done = this.run("call");
    if (isFault(done)) return done;
    done.dispose();
    // Jobs of promises are never run, so nothing remains to be done after the call.
    if (this.cells[CELL.fault] !== 0) return this.thrown();
    this.keepProbes(this.cells[CELL.instance]);
    return null;
  }

  probe(instance: number, index: number): number {
    return this.probed[instance][index];
  }

  /** Keeps the values of an instance's probes. The call has written them into the cells. */
  private keepProbes(instance: number): void {
    const { cells } = this;
    const values = this.probed[instance];
    for (let i = 0; i < values.length; i++) values[i] = cells[CELL.probes + i];
  }

  variables(instances: readonly number[]): readonly (readonly string[])[] {
    const texts = this.look("variables", [instances.join(",")], (list): unknown => this.context.dump(list));
    if (!Array.isArray(texts)) return instances.map(() => []);
    return texts.map((subject: unknown) => (Array.isArray(subject) ? subject.map(String) : []));
  }

  explain(instance: number, event: string): string | null {
    return this.look("explain", [instance, event], (returned) => {
      if (this.cells[CELL.fault] !== 0) {
        const { message, line } = this.thrown();
        return `explain failed${line === null ? "" : ` in line ${line}`}: ${message}`;
      }
      return this.context.typeof(returned) === "string" ? this.context.getString(returned) : null;
    });
  }

  decidedAt(): number {
    return lineIn(this.look("decided", [], (stack) => this.context.getString(stack)) ?? "") ?? 0;
  }

  /** Closes the sandbox. Its objects are not freed one by one, because the machine is reset for the next program. */
  close(): void {
    this.wasLarge = this.isLarge;
    this.isOpen = false;
  }

  private load(host: SandboxHost): Fault | null {
    const { context, program } = this;
    // The text is first compiled without the function around it. This rejects a text that closes that function with a bracket of
    // its own.
    const alone = this.bounded(() =>
      context.evalCode(program.code, PROGRAM_FILE, { type: "global", compileOnly: true }),
    );
    if (isFault(alone)) return alone;
    const prelude = context.unwrapResult(context.evalCode(preludeText(program), "prelude.js"));
    const random = context.newFunction("random", () => {
      this.machine.fuel -= TURNS_PER_RANDOM;
      return context.newNumber(this.isLooking ? 0 : host.random());
    });
    const log = context.newFunction("log", (text, stack) => {
      if (this.isLooking) return;
      host.log(context.getString(text), lineIn(context.getString(stack)) ?? 0);
    });
    const served = context.unwrapResult(
      context.callFunction(prelude, context.undefined, this.share(), random, log),
    );
    for (const name of ["make", "call", "variables", "explain", "decided", "fault", "here"])
      this.functions.set(name, context.getProp(served, name));
    const factory = this.bounded(() => context.evalCode(factoryText(program), PROGRAM_FILE));
    if (isFault(factory)) return factory;
    this.factory = factory;
    this.room = context.newArrayBuffer(new ArrayBuffer(ROOM_BYTES));
    return null;
  }

  /**
   * Creates the array of cells in the sandbox's heap. Its address is found by searching the memory for the numbers written into
   * it.
   */
  private share(): QuickJSHandle {
    const sign = new Float64Array(CELLS).fill(SIGN);
    const handle = this.context.newArrayBuffer(sign.buffer);
    const heap = new Float64Array(this.machine.memory.buffer);
    let at = heap.indexOf(SIGN, Math.floor(this.machine.heapAt / Float64Array.BYTES_PER_ELEMENT));
    while (at >= 0 && !heap.subarray(at, at + CELLS).every((value) => value === SIGN))
      at = heap.indexOf(SIGN, at + 1);
    if (at < 0) throw new Error("the sandbox's shared cells were not found");
    this.cellsAt = at * Float64Array.BYTES_PER_ELEMENT;
    this.cells.fill(0);
    return handle;
  }

  /**
   * Runs an inspection of the program and undoes all its effects, so that the program does not notice it. An error in it gives
   * null and does not count against the run's limits.
   */
  private look<T>(
    name: string,
    given: readonly (number | string)[],
    read: (answer: QuickJSHandle) => T,
  ): T | null {
    const { context, machine, view, end, turns } = this;
    const called = this.functions.get(name);
    if (!this.isOpen || called === undefined) return null;
    this.isLooking = true;
    this.end = null;
    this.turns = 0;
    try {
      return machine.undone(() => {
        this.cells[CELL.fault] = 0;
        this.cells[CELL.looking] = 1;
        machine.fuel = MOST_TURNS_PER_LOOK;
        const handles = given.map((one) =>
          typeof one === "number" ? context.newNumber(one) : context.newString(one),
        );
        const result = context.callFunction(called, context.undefined, ...handles);
        if (!result.error) return read(result.value);
        result.error.dispose();
        return null;
      });
    } catch (error) {
      if (!isTrap(error)) throw error;
      return null;
    } finally {
      this.isLooking = false;
      Object.assign(this, { view, end, turns });
    }
  }

  private run(name: string, ...given: QuickJSHandle[]): QuickJSHandle | Fault {
    const called = this.functions.get(name);
    // If one instance has damaged the interpreter, no other instance can use it.
    if (this.wrecked !== null) return this.wrecked;
    if (!this.isOpen || called === undefined) throw new Error("the sandbox is closed");
    return this.bounded(() => this.context.callFunction(called, this.context.undefined, ...given));
  }

  /** Calls the program within its limits. Returns the result, or the reason why the call failed. */
  private bounded(call: () => ReturnType<QuickJSContext["callFunction"]>): QuickJSHandle | Fault {
    const { machine } = this;
    if (this.isLooking) {
      // An inspection has limits of its own, and takes nothing from those of the run.
      const result = call();
      return result.error ? this.faultOf(result.error) : result.value;
    }
    this.keep();
    this.turns = 0;
    this.fuelOfCall = Math.min(MOST_TURNS_PER_CALL, this.fuelOfRun);
    machine.fuel = this.fuelOfCall - TURNS_PER_HOOK;
    try {
      const result = call();
      this.fuelOfRun -= this.fuelOfCall - machine.fuel;
      if (result.error) return this.faultOf(result.error);
      return this.end === null ? result.value : { message: this.end, line: null };
    } catch (error) {
      if (!isTrap(error)) throw error;
      return this.trapped(error);
    }
  }

  /** Returns the message for a program that was ended inside the interpreter. The interpreter can then only report the line. */
  private trapped(error: unknown): Fault {
    const { machine, context } = this;
    const isWhole = this.fuelOfRun <= MOST_TURNS_PER_CALL;
    const turns = `${Math.floor((isWhole ? this.program.mostTurns : MOST_TURNS_PER_CALL) / 1e6)} million turns of the interpreter's loops`;
    if (machine.isFull) this.end ??= OUT_OF_MEMORY;
    else if (machine.fuel < 0)
      this.end ??= isWhole
        ? `The program took more than ${turns} in this run.`
        : `One call took more than ${turns}: a built-in function may go over too much.`;
    else this.end ??= isOfDepth(error) ? TOO_DEEP : "The interpreter itself failed in this call.";
    this.fuelOfRun -= this.fuelOfCall - machine.fuel;
    this.close();
    machine.refuel();
    const here = this.functions.get("here");
    const line = here === undefined ? null : this.lineBy(here, context);
    this.wrecked = { message: this.end, line: line ?? this.lineOfHook() };
    return this.wrecked;
  }

  private lineBy(here: QuickJSHandle, context: QuickJSContext): number | null {
    try {
      this.room?.dispose();
      const stack = context.callFunction(here, context.undefined);
      return stack.error ? null : lineIn(context.getString(stack.value));
    } catch {
      return null;
    }
  }

  /**
   * Returns the message for an error that the interpreter itself has thrown, because it rejected a text or ended a call. Programs
   * cannot create such errors.
   */
  private faultOf(error: QuickJSHandle): Fault {
    const [name, message, stack] = ["name", "message", "stack"].map((key) => this.textOf(error, key));
    error.dispose();
    const at = lineIn(stack);
    if (this.end === null) return this.faultFrom(name, message, at);
    return { message: this.end, line: at === null ? null : lineOfLoop(this.program.code, at) };
  }

  private textOf(error: QuickJSHandle, key: string): string {
    const { context } = this;
    const value = context.getProp(error, key);
    const text = context.typeof(value) === "string" ? context.getString(value) : "";
    value.dispose();
    return text;
  }

  /** Returns the message for an error that the program has thrown. The prelude has recorded the error. */
  private thrown(): Fault {
    const report = this.run("fault");
    if (isFault(report)) return report;
    const [name, message, stack = ""] = this.context.getString(report).split("\x01");
    report.dispose();
    return this.faultFrom(
      name,
      message ?? "",
      lineIn(stack) ?? (message === OF_DEPTH ? this.lineOfHook() : null),
    );
  }

  /**
   * Returns the line of the last called hook; null if it is unknown. It is used where the interpreter records no line: at the
   * outermost level, and before the first line of the hook.
   */
  private lineOfHook(): number | null {
    const { kind, code } = this.program;
    const name = hooksOf(kind)[this.cells[CELL.hook]]?.name;
    return name === undefined ? null : lineOfName(code, name, 1);
  }

  /** Returns the message for the program's author. `at` is the line of the last call that the interpreter has recorded. */
  private faultFrom(name: string, message: string, at: number | null): Fault {
    const { code } = this.program;
    const missing = (OF_NAME.exec(message) ?? OF_FIELD.exec(message))?.[1];
    const line = at === null || missing === undefined ? at : lineOfName(code, missing, at);
    const isFull = name === "InternalError" && message === "out of memory";
    const sentence = isFull ? OUT_OF_MEMORY : sentenceOf(message);
    return { message: hintOn(message, code, line) ?? sentence, line };
  }
}

/** Returns advice for the author on what to write instead; null if there is none. */
function hintOn(message: string, code: string, line: number | null): string | null {
  const text = line === null ? "" : (code.split("\n")[line - 1] ?? "");
  if (/\bMath\.random\b/.test(text) && message.endsWith("not a function"))
    return "Use random() instead of Math.random(): it draws from the seed of the run.";
  if (/^'?console'? is not defined$/.test(message)) return "Use log() instead of console.log().";
  const [, constant] = /^'([\w$]+)' is read-only$/.exec(message) ?? [];
  if (constant !== undefined && declaresConstant(code, constant))
    return `${constant} is a constant and cannot be assigned: declare it by let instead of const.`;
  const [, owner, field] = /^There is no (tcp|segment|queue|packet)\.(\w+)$/.exec(message) ?? [];
  if (field === undefined) return null;
  const fields = FIELDS.filter(({ owner: which }) => which === owner).map((one) => one.name);
  const [near] = nearestNames(field, fields);
  return near === undefined ? null : `There is no ${owner}.${field}: did you mean ${near}?`;
}

function declaresConstant(code: string, name: string): boolean {
  return code.split("\n").some((line) => /\bconst\b/.test(line) && line.split(/[^\w$]+/).includes(name));
}

function sentenceOf(message: string): string {
  if (message === OF_DEPTH) return TOO_DEEP;
  if (OF_OBJECTS.test(message)) return `There is no such thing to set: ${message}.`;
  const missing = OF_GRAMMAR.exec(message);
  if (missing !== null)
    return missing[1] === ""
      ? "The text ends too early: a bracket or a brace is not closed."
      : `A value is missing before "${missing[1]}".`;
  const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const OUT_OF_MEMORY = `The program needs more than ${MOST_MEMORY_BYTES / 1e6} MB of memory.`;

const OF_DEPTH = "Maximum call stack size exceeded";
const TOO_DEEP = "A function calls itself too often.";

function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || isOfDepth(error);
}

/** Returns true if the error means that the browser's own call stack has overflowed. Firefox has a special class for it. */
function isOfDepth(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}

const OF_NAME = /^'?([A-Za-z_$][\w$]*)'? is not defined$/;
const OF_FIELD = /^cannot (?:read|set) property '([^']+)' of /;
const OF_OBJECTS = /^(?:object is not extensible|'[^']*' is read-only)$/;
const OF_GRAMMAR = /^unexpected token in expression: '([^']*)'$/;
const LONGEST_MESSAGE = 200;
/** Number that marks the cells in memory. No computation gives it by chance, and never many times in a row. */
const SIGN = -6.62607015e-291;

/** Returns the innermost line of the program in a stack trace. */
function lineIn(stack: string): number | null {
  const match = /own\.js:(\d{1,6})/.exec(stack);
  return match === null ? null : Number(match[1]);
}
