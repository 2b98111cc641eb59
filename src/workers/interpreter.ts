/**
 * The interpreter for programs of one's own: QuickJS in WebAssembly, with a heap of its own. A program reaches nothing but what
 * the prelude gives it: no page, no worker, no clock, no network. The same bits on every machine.
 */
import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import type { Scenario } from "../engine/index.ts";
import {
  CELL,
  CELLS,
  enablePrograms,
  type Fault,
  factoryText,
  type Interpreter,
  installInterpreter,
  isFault,
  MOST_MEMORY_BYTES,
  MOST_STACK_BYTES,
  MOST_STEPS_PER_HOOK,
  MOST_STEPS_PER_RUN,
  PROGRAM_FILE,
  preludeText,
  programReader,
  type Sandbox,
  type SandboxHost,
  type SandboxProgram,
  STEPS_PER_INTERRUPT,
} from "../engine/own-code.ts";

/** Replays look at a run several times at once; more than so many live sandboxes are of runs that nobody looks at any more. */
const MOST_OPEN = 64;

let loading: Promise<void> | null = null;

/** Before a run with programs, in whatever thread. `wasm`: where QuickJS lies, or its bytes; absent: beside its package, on Node. */
export async function prepareRun({ programs }: Pick<Scenario, "programs">, wasm?: string): Promise<void> {
  if (programs === undefined) return;
  await loadInterpreter(wasm);
  for (const code of programs) programReader().add(code);
}

/** Once a thread: from then on scenarios with programs can be read and run there. */
export function loadInterpreter(wasm?: string): Promise<void> {
  loading ??= load(wasm).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(wasm?: string): Promise<void> {
  const quickJs = await newQuickJSWASMModuleFromVariant(wasm === undefined ? variant : await at(wasm));
  const open: QuickJsSandbox[] = [];
  const made: Interpreter = {
    open(program, host) {
      while (open.length >= MOST_OPEN) open.shift()?.close();
      const sandbox = QuickJsSandbox.of(quickJs, program, host);
      if (sandbox instanceof QuickJsSandbox) open.push(sandbox);
      return sandbox;
    },
  };
  installInterpreter(made);
  enablePrograms();
}

/** Fetched as bytes: not every host says of such a file what it is. In the page that is one file they stand in the address. */
async function at(wasm: string): Promise<QuickJSSyncVariant> {
  const inPage = /^data:[^,]*;base64,/.exec(wasm);
  if (inPage !== null) {
    const bytes = Uint8Array.from(atob(wasm.slice(inPage[0].length)), (letter) => letter.charCodeAt(0));
    return newVariant(variant, { wasmBinary: bytes.buffer });
  }
  const response = await fetch(wasm);
  if (!response.ok)
    throw new Error(`the interpreter of programs could not be loaded (HTTP ${response.status})`);
  return newVariant(variant, { wasmBinary: await response.arrayBuffer() });
}

/** What is told of a call that never came to its end. */
const INTERRUPTED = "interrupted";

class QuickJsSandbox implements Sandbox {
  private readonly program: SandboxProgram;
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;
  private readonly memory: WebAssembly.Memory;
  private readonly handles: QuickJSHandle[] = [];
  private readonly functions = new Map<string, QuickJSHandle>();
  private factory: QuickJSHandle | null = null;
  private cellsAt = 0;
  private view = new Float64Array(0);
  private isOpen = true;
  /** In turns of the interrupt handler: of the present call, and of the run. */
  private turns = 0;
  private allTurns = 0;

  static of(quickJs: QuickJSWASMModule, program: SandboxProgram, host: SandboxHost): QuickJsSandbox | Fault {
    const sandbox = new QuickJsSandbox(quickJs, program);
    const fault = sandbox.load(host);
    if (fault === null) return sandbox;
    sandbox.close();
    return fault;
  }

  private constructor(quickJs: QuickJSWASMModule, program: SandboxProgram) {
    this.program = program;
    this.memory = quickJs.getWasmMemory();
    this.runtime = quickJs.newRuntime();
    this.runtime.setMemoryLimit(MOST_MEMORY_BYTES);
    this.runtime.setMaxStackSize(MOST_STACK_BYTES);
    this.runtime.setInterruptHandler(() => {
      this.turns++;
      this.allTurns++;
      return this.turns * STEPS_PER_INTERRUPT > MOST_STEPS_PER_HOOK || this.isSpent;
    });
    this.context = this.runtime.newContext();
  }

  get cells(): Float64Array {
    // The heap has grown: the memory is another object now.
    if (this.view.length === 0) this.view = new Float64Array(this.memory.buffer, this.cellsAt, CELLS);
    return this.view;
  }

  instantiate(): number | Fault {
    const { factory } = this;
    if (factory === null) throw new Error("the sandbox is closed");
    this.cells[CELL.wakeInMs] = -1;
    const made = this.run("make", factory);
    if (isFault(made)) return made;
    const number = this.context.getNumber(made);
    made.dispose();
    return number;
  }

  call(): Fault | null {
    const done = this.run("call");
    if (isFault(done)) return done;
    done.dispose();
    // Jobs would be those of promises, and none is ever run.
    return null;
  }

  probe(instance: number, index: number): number {
    const value = this.ask("probe", instance, index);
    if (value === null) return Number.NaN;
    const number = this.context.getNumber(value);
    value.dispose();
    return number;
  }

  variables(instance: number): readonly string[] {
    const list = this.ask("variables", instance);
    if (list === null) return [];
    const texts: unknown = this.context.dump(list);
    list.dispose();
    return Array.isArray(texts) ? texts.map(String) : [];
  }

  explain(instance: number, event: string): string | null {
    const said = this.ask("explain", instance, event);
    if (said === null) return null;
    const text = this.context.typeof(said) === "string" ? this.context.getString(said) : null;
    said.dispose();
    return text;
  }

  decidedAt(): number {
    const stack = this.ask("decided");
    if (stack === null) return 0;
    const line = lineIn(this.context.getString(stack));
    stack.dispose();
    return line ?? 0;
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const handle of this.handles) handle.dispose();
    this.context.dispose();
    this.runtime.dispose();
  }

  private get isSpent(): boolean {
    return this.allTurns * STEPS_PER_INTERRUPT > MOST_STEPS_PER_RUN;
  }

  private load(host: SandboxHost): Fault | null {
    const { context, program } = this;
    // Alone first, so that a text which closes the function around it is no program.
    const alone = context.evalCode(program.code, PROGRAM_FILE, { type: "global", compileOnly: true });
    if (alone.error) return this.faultOf(alone.error);
    alone.value.dispose();
    const prelude = context.unwrapResult(context.evalCode(preludeText(program), "prelude.js"));
    const random = context.newFunction("random", () => context.newNumber(host.random()));
    const log = context.newFunction("log", (text, stack) => {
      host.log(context.getString(text), lineIn(context.getString(stack)) ?? 0);
    });
    const buffer = this.share();
    const served = context.unwrapResult(
      context.callFunction(prelude, context.undefined, buffer, random, log),
    );
    for (const name of ["make", "call", "probe", "variables", "explain", "decided"]) {
      const handle = context.getProp(served, name);
      this.handles.push(handle);
      this.functions.set(name, handle);
    }
    for (const handle of [prelude, random, log, buffer, served]) handle.dispose();
    const factory = context.evalCode(factoryText(program), PROGRAM_FILE);
    if (factory.error) return this.faultOf(factory.error);
    this.handles.push(factory.value);
    this.factory = factory.value;
    return null;
  }

  /** An array of doubles in the sandbox's heap, and where it lies: found by what is written in it. */
  private share(): QuickJSHandle {
    const sign = new Float64Array(CELLS).fill(SIGN);
    const handle = this.context.newArrayBuffer(sign.buffer);
    const heap = new Float64Array(this.memory.buffer);
    let at = heap.indexOf(SIGN);
    while (at >= 0 && !heap.subarray(at, at + CELLS).every((value) => value === SIGN))
      at = heap.indexOf(SIGN, at + 1);
    if (at < 0) throw new Error("the sandbox's shared cells were not found");
    this.cellsAt = at * Float64Array.BYTES_PER_ELEMENT;
    this.cells.fill(0);
    return handle;
  }

  /** A question that is none of the program's own: whatever goes wrong is no answer. */
  private ask(name: string, ...given: (number | string)[]): QuickJSHandle | null {
    const { context } = this;
    if (!this.isOpen) return null;
    const handles = given.map((one) =>
      typeof one === "number" ? context.newNumber(one) : context.newString(one),
    );
    const answer = this.run(name, ...handles);
    for (const handle of handles) handle.dispose();
    return isFault(answer) ? null : answer;
  }

  private run(name: string, ...given: QuickJSHandle[]): QuickJSHandle | Fault {
    const called = this.functions.get(name);
    if (!this.isOpen || called === undefined) throw new Error("the sandbox is closed");
    this.turns = 0;
    const result = this.context.callFunction(called, this.context.undefined, ...given);
    return result.error ? this.faultOf(result.error) : result.value;
  }

  private faultOf(error: QuickJSHandle): Fault {
    const [name, message, stack] = ["name", "message", "stack"].map((key) => this.textOf(error, key));
    const thrown = message === "" && name === "" ? this.shown(error) : message;
    error.dispose();
    return { message: this.sentenceOf(name, thrown), line: lineIn(stack) };
  }

  private sentenceOf(name: string, message: string): string {
    if (name === "InternalError" && message === INTERRUPTED) {
      return this.isSpent
        ? `The program took more than ${MOST_STEPS_PER_RUN / 1e6} million steps in this run.`
        : `One call took more than ${MOST_STEPS_PER_HOOK / 1e6} million steps: a loop may have no end.`;
    }
    if (name === "InternalError" && message === "out of memory")
      return `The program needs more than ${MOST_MEMORY_BYTES / 1e6} MB of memory.`;
    if (message === "Maximum call stack size exceeded") return "A function calls itself too often.";
    const own = OF_OBJECTS.exec(message);
    if (own !== null) return `There is no such thing to set: ${message}.`;
    const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
    return /[.!?…]$/.test(text) ? text : `${text}.`;
  }

  private shown(value: QuickJSHandle): string {
    const { context } = this;
    const kind = context.typeof(value);
    if (kind === "string") return `It threw "${context.getString(value)}"`;
    if (kind === "number") return `It threw ${context.getNumber(value)}`;
    return `It threw ${kind === "undefined" ? "nothing" : `a value of type ${kind}`}`;
  }

  /** A getter of the program's own may stand there: it has its own steps, and gives nothing where it fails. */
  private textOf(error: QuickJSHandle, key: string): string {
    const { context } = this;
    if (context.typeof(error) !== "object") return "";
    this.turns = 0;
    try {
      const value = context.getProp(error, key);
      const text = context.typeof(value) === "string" ? context.getString(value) : "";
      value.dispose();
      return text;
    } catch {
      return "";
    }
  }
}

const OF_OBJECTS = /^(?:object is not extensible|'[^']*' is read-only)$/;
const LONGEST_MESSAGE = 200;
/** No computation gives it by chance, and never so many times in a row. */
const SIGN = -6.62607015e-291;

/** The innermost line of the program in a stack. */
function lineIn(stack: string): number | null {
  const match = /own\.js:(\d+)/.exec(stack);
  return match === null ? null : Number(match[1]);
}
