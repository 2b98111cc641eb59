/**
 * Custom programs given as JavaScript classes. Their methods are the same hooks as in program texts, but they run without a
 * sandbox. A class is trusted code of the caller; an error in a hook ends the run and is thrown to the caller.
 */
import { Digest } from "../core/digest.ts";
import { FIELDS, type Field, hooksOf, OBJECTS, type ProgramKind, settable, WAKE_MS } from "./contract.ts";
import { CELL, CELLS, CELLS_OF_QUEUE, QUEUE_CELL, startCells } from "./prelude.ts";
import { type Program, type ProgramReading, readClass } from "./program-text.ts";
import type { QueueHooks, QueueTools, SenderHooks, SenderTools } from "./program-types.ts";
import type { Fault, Interpreter, Sandbox, SandboxHost, SandboxProgram } from "./run-programs.ts";

/** A sender as a class. Each connection gets an instance. */
export interface SenderClass {
  /** The lines that declare the program, in the same form as in a program text: "// @sender NAME", "// @param …". */
  readonly head: string;
  new (tools: SenderTools): SenderHooks;
}

/** A queue as a class. Each link gets an instance. */
export interface QueueClass {
  /** The lines that declare the program, in the same form as in a program text: "// @queue NAME", "// @param …". */
  readonly head: string;
  new (tools: QueueTools): QueueHooks;
}

type Hooks = Readonly<Record<string, unknown>>;
type Tools = Readonly<Record<string, unknown>>;
/** A class of either kind, as the host uses it. */
interface AnyClass {
  readonly prototype: object;
  readonly head: string;
  new (tools: Tools): object;
}

/** Reads a class as a program. Its id is a digest of its text, so that another class with the same text has the same id. */
export function classProgram(given: SenderClass | QueueClass): ProgramReading {
  const { head, prototype } = given as unknown as AnyClass;
  const reading = readClass({ head: String(head ?? ""), code: String(given), methods: methodsOf(prototype) });
  if (reading.program === null) return reading;
  const { code, kind } = reading.program;
  const digest = new Digest();
  digest.text(code);
  const program: Program = {
    ...reading.program,
    id: `class-${digest.hex()}`,
    readsDelays: kind === "sender",
  };
  return { program, problems: [] };
}

function methodsOf(prototype: object): string[] {
  const names = new Set<string>();
  for (let owner: object | null = prototype; owner !== null && owner !== Object.prototype; )
    owner = addNames(names, owner);
  names.delete("constructor");
  return [...names];
}

function addNames(names: Set<string>, owner: object): object | null {
  for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
  return Object.getPrototypeOf(owner);
}

/** Returns the interpreter of a class: its instances, without a sandbox. */
export function classInterpreter(given: SenderClass | QueueClass): Interpreter {
  const programClass = given as unknown as AnyClass;
  return { open: (program, host) => new ClassSandbox(programClass, program, host) };
}

/** The instances of a class in one run. They read and write the same cells as programs in a sandbox. */
class ClassSandbox implements Sandbox {
  readonly cells = new Float64Array(CELLS);
  /** Always 0. A class runs without the interpreter, so its loop iterations are not counted. */
  readonly turnsOfRun = 0;
  readonly isLarge = false;
  private readonly programClass: AnyClass;
  private readonly program: SandboxProgram;
  private readonly tools: Tools;
  private readonly objects: Readonly<Record<string, object>>;
  private readonly hooks: ReturnType<typeof hooksOf>;
  private readonly calls: (() => void)[][] = [];
  private readonly made: Hooks[] = [];
  private readonly released: number[] = [];

  constructor(programClass: AnyClass, program: SandboxProgram, host: SandboxHost) {
    this.programClass = programClass;
    this.program = program;
    this.hooks = hooksOf(program.kind);
    this.tools = toolsOf(this.cells, program, host);
    this.objects = Object.fromEntries(
      OBJECTS[program.kind].map((name) => [name, objectOf(name, this.cells, program.isPaced)]),
    );
  }

  instantiate(params: Float64Array): number | Fault {
    const { cells, objects } = this;
    startCells(cells, params);
    const hooks = new this.programClass(this.tools) as Hooks;
    for (const name of this.program.probes)
      if (!(name in hooks)) throw new Error(`There is no field ${name} to show: assign this.${name}.`);
    const number = this.released.pop() ?? this.made.length;
    this.calls[number] = this.hooks.map(({ name, takes }) => {
      const [first, second] = takes.filter((one) => one !== "event").map((one) => objects[one]);
      const hook = hooks[name];
      return typeof hook === "function" ? () => void hook.call(hooks, first, second) : () => undefined;
    });
    this.made[number] = hooks;
    return number;
  }

  release(instance: number): void {
    this.released.push(instance);
  }

  /** A class needs no interpreter. */
  keep(): void {}

  call(): null {
    const { cells } = this;
    this.calls[cells[CELL.instance]][cells[CELL.hook]]();
    return null;
  }

  probe(instance: number, index: number): number {
    const value = this.made[instance][this.program.probes[index]];
    return typeof value === "number" ? value : Number.NaN;
  }

  variables(instances: readonly number[]): readonly (readonly string[])[] {
    return instances.map((instance) =>
      this.program.variables.map((name) => String(this.made[instance][name])),
    );
  }

  explain(instance: number, event: string): string | null {
    const hooks = this.made[instance];
    const { explain } = hooks;
    if (typeof explain !== "function") return null;
    const objects = this.hooks
      .flatMap(({ name, takes }) => (name === "explain" ? takes : []))
      .flatMap((one) => (one === "event" ? [] : [this.objects[one]]));
    this.cells[CELL.looking] = 1;
    try {
      const text: unknown = explain.call(hooks, ...objects, event);
      return typeof text === "string" ? text : null;
    } finally {
      this.cells[CELL.looking] = 0;
    }
  }

  /** Always 0, because the line of a decision is not known for a class. */
  decidedAt(): number {
    return 0;
  }
}

/** Returns the object that hooks read, with an accessor for each field of `owner`. */
function objectOf(owner: Field["owner"], cells: Float64Array, isPaced: boolean): object {
  const made = {};
  for (const [i, { owner: which, name, isFlag, set }] of FIELDS.entries()) {
    if (which !== owner) continue;
    const at = CELL.fields + i;
    Object.defineProperty(made, name, {
      enumerable: true,
      get: isFlag === true ? () => cells[at] === 1 : () => cells[at],
      set: set === undefined ? () => readOnly(owner, name) : setterOf(cells, at, name, isPaced),
    });
  }
  return Object.freeze(made);
}

function readOnly(owner: string, name: string): never {
  throw new TypeError(`${owner}.${name} can only be read.`);
}

function setterOf(cells: Float64Array, at: number, name: string, isPaced: boolean): (value: number) => void {
  const { least, most } = settable(name);
  const noted = name === "cwnd" ? CELL.cwndSet : name === "ssthresh" ? CELL.ssthreshSet : -1;
  return (value) => {
    if (name === "pacingRateBps" && !isPaced)
      throw new TypeError("pacingRateBps needs the line // @paced in the head.");
    if (typeof value !== "number" || !(value >= least && value <= most))
      throw new RangeError(`${name} must be a number from ${least} to ${most}, got ${String(value)}.`);
    cells[at] = value;
    if (noted >= 0) cells[noted] = 1;
  };
}

function toolsOf(cells: Float64Array, program: SandboxProgram, host: SandboxHost): Tools {
  const { params, phases, queues, kind } = program;
  const values = Object.defineProperties(
    {},
    Object.fromEntries(
      params.map((name, i) => [name, { enumerable: true, get: () => cells[CELL.params + i] }]),
    ),
  );
  const shared = {
    params: Object.freeze(values),
    random() {
      if (cells[CELL.looking] === 1) throw new Error("random() cannot be used in explain.");
      return host.random();
    },
    log: (...given: unknown[]) => host.log(given.map(String).join(" "), 0),
    wakeIn(ms: number) {
      if (typeof ms !== "number" || !(ms >= WAKE_MS.least && ms <= WAKE_MS.most))
        throw new RangeError(
          `wakeIn takes a number of ms from ${WAKE_MS.least} to ${WAKE_MS.most}, got ${String(ms)}.`,
        );
      cells[CELL.wakeInMs] = ms;
    },
  };
  const tools: Readonly<Record<ProgramKind, () => object>> = {
    sender: () => senderTools(cells, phases),
    queue: () => queueTools(cells, queues),
  };
  return Object.freeze({ ...shared, ...tools[kind]() });
}

function senderTools(cells: Float64Array, phases: readonly string[]) {
  return {
    enterPhase(name: string) {
      const at = phases.indexOf(name);
      if (at < 0) throw new TypeError(`There is no phase ${name}; declared are: ${phases.join(", ")}.`);
      cells[CELL.phase] = at;
    },
  };
}

function queueTools(cells: Float64Array, queues: number) {
  const ect = CELL.fields + FIELDS.findIndex(({ owner, name }) => owner === "packet" && name === "ect");
  const cellAt = (queue: number, cell: number) => {
    if (!Number.isInteger(queue) || queue < 0 || queue >= queues)
      throw new RangeError(`Queues are numbered from 0 to ${queues - 1}, got ${String(queue)}.`);
    return CELL.queues + CELLS_OF_QUEUE * queue + cell;
  };
  return {
    mark() {
      if (cells[ect] !== 1) return false;
      if (cells[CELL.verdict] === 0) cells[CELL.verdict] = 1;
      return true;
    },
    drop() {
      cells[CELL.verdict] = 2;
    },
    dropHead(queue = 0) {
      cells[cellAt(queue, QUEUE_CELL.dropHead)] += 1;
    },
    dropRandom(queue = 0) {
      cells[cellAt(queue, QUEUE_CELL.dropRandom)] += 1;
    },
    joinQueue(queue: number) {
      cellAt(queue, 0);
      cells[CELL.join] = queue;
    },
    serveQueue(queue: number) {
      cellAt(queue, 0);
      cells[CELL.serve] = queue;
    },
    packetsIn: (queue: number) => cells[cellAt(queue, QUEUE_CELL.packets)],
    bytesIn: (queue: number) => cells[cellAt(queue, QUEUE_CELL.bytes)],
    headMs: (queue: number) => cells[cellAt(queue, QUEUE_CELL.headMs)],
    headBytes: (queue: number) => cells[cellAt(queue, QUEUE_CELL.headBytes)],
  };
}
