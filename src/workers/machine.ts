/**
 * An instance of the interpreter's WebAssembly with a separate memory, for one program. Each program starts with the
 * memory in its initial state, so that its observations and limits do not depend on earlier programs.
 */
import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";
import { FUEL, GLOBAL, metered } from "./metered-wasm.ts";

const PAGE_BYTES = 65_536;
/** Number of the page at which the C stack ends and the heap starts. */
const HEAP_PAGES = 82;
/** Initial number of pages, including those of the heap. */
const FIRST_PAGES = HEAP_PAGES + 16;
/** Size of the stack in this build, which grows down towards the data. */
const STACK_BYTES = 5 * (1 << 20);
/**
 * Part of the stack that is reset: far more than a program may use (MOST_STACK_BYTES), so the rest of the stack
 * always stays 0.
 */
const USED_STACK_BYTES = 1 << 20;

/**
 * Number of attempts to grow per allocation: Emscripten requests a fifth, a tenth and a twentieth more than it needs,
 * in this order.
 */
const TRIES_TO_GROW = 3;

/** Common parts of machines, created once per thread. */
export interface Blueprint {
  readonly module: WebAssembly.Module;
  /** Initial content of the memory below the stack, taken from the first machine. */
  data: Uint8Array | null;
}

/** Creates the blueprint. `mostBytes` limits the largest heap. */
export async function blueprintOf(wasm: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Blueprint> {
  return { module: await WebAssembly.compile(metered(wasm, FIRST_PAGES, pagesFor(mostBytes))), data: null };
}

/** Returns the pages of a memory whose heap has at most `mostBytes`. */
function pagesFor(mostBytes: number): number {
  return HEAP_PAGES + Math.floor(mostBytes / PAGE_BYTES);
}

/** An instance of the interpreter's WebAssembly. */
export class Machine {
  readonly quickJs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  private readonly fuelLeft: WebAssembly.Global;
  /** The stack pointer, and all other state outside the memory. */
  private readonly globals: readonly (readonly [held: WebAssembly.Global, first: number])[];
  private readonly stackTop: number;
  /** Initial data of the WebAssembly program. */
  private readonly data: Uint8Array;
  /** Number of consecutive refusals to grow. */
  private refusals = 0;

  /** Creates an instance. `mostBytes` limits its heap. */
  static async made(blueprint: Blueprint, mostBytes: number): Promise<Machine> {
    const mostPages = pagesFor(mostBytes);
    const memory = memoryOf(mostPages);
    let exported: WebAssembly.Exports = {};
    const own = newVariant(variant, {
      wasmMemory: memory,
      emscriptenModule: {
        instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
          const instance = new WebAssembly.Instance(blueprint.module, imports);
          exported = instance.exports;
          fuelOf(exported).value = FUEL_TO_START;
          done(instance);
          return exported;
        },
      },
    });
    return new Machine(await newQuickJSWASMModuleFromVariant(own), memory, exported, blueprint, mostPages);
  }

  private constructor(
    quickJs: QuickJSWASMModule,
    memory: WebAssembly.Memory,
    exported: WebAssembly.Exports,
    blueprint: Blueprint,
    mostPages: number,
  ) {
    this.quickJs = quickJs;
    this.memory = memory;
    this.fuelLeft = fuelOf(exported);
    this.globals = Object.entries(exported).flatMap(([name, held]) =>
      name.startsWith(GLOBAL) && held instanceof WebAssembly.Global ? [[held, held.value] as const] : [],
    );
    this.stackTop = Math.max(...this.globals.map(([, first]) => first));
    if (this.stackTop > HEAP_PAGES * PAGE_BYTES || this.stackTop <= (HEAP_PAGES - 1) * PAGE_BYTES)
      throw new Error(`the interpreter's stack ends at ${this.stackTop}, where it was not expected`);
    this.data = blueprint.data ??= new Uint8Array(memory.buffer.slice(0, this.stackTop - STACK_BYTES));
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      const left = mostPages - memory.buffer.byteLength / PAGE_BYTES;
      if (pages <= left) {
        this.refusals = 0;
        // The memory immediately grows to its limit, because the position at which a heap ends must not depend on the
        // growth of earlier heaps.
        return grow(left);
      }
      this.refusals++;
      if (this.isFull) this.fuel = -1;
      throw new RangeError("the heap is as large as it may be");
    };
  }

  /** True if the heap could not grow. The program then has no fuel left, so that it cannot observe this. */
  get isFull(): boolean {
    return this.refusals >= TRIES_TO_GROW;
  }

  get fuel(): number {
    return this.fuelLeft.value;
  }

  set fuel(turns: number) {
    this.fuelLeft.value = turns;
  }

  /** Start of the heap in bytes. */
  get heapAt(): number {
    return this.stackTop;
  }

  /** Restores the initial state. */
  renew(): void {
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.fill(0, this.stackTop - USED_STACK_BYTES);
    bytes.set(this.data);
    for (const [held, first] of this.globals) held.value = first;
    this.refuel();
    this.refusals = 0;
  }

  /** Runs `look` and undoes all its effects, whether or not it completed: memory, stack and globals are as before. */
  undone<T>(look: () => T): T {
    const { fuel, refusals } = this;
    const bytes = new Uint8Array(this.memory.buffer);
    const from = this.stackTop - USED_STACK_BYTES;
    const data = bytes.slice(0, this.data.length);
    const heap = bytes.slice(from);
    const globals = this.globals.map(([held]) => held.value);
    try {
      return look();
    } finally {
      // The memory may have grown into a new buffer, whose additional part was 0.
      const now = new Uint8Array(this.memory.buffer);
      now.set(data);
      now.set(heap, from);
      now.fill(0, from + heap.length);
      for (const [i, [held]] of this.globals.entries()) held.value = globals[i];
      this.fuel = fuel;
      this.refusals = refusals;
    }
  }

  /** Sets enough fuel for the start, or for a last inspection. */
  refuel(): void {
    this.fuel = FUEL_TO_START;
  }
}

/** Creates a memory. Browsers allow some hundred of them in all threads of a page together, however small they are. */
function memoryOf(mostPages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: mostPages });
  } catch (error) {
    throw new Error("so many programs at once are more than this browser has room for", { cause: error });
  }
}

/** Fuel for the start: far more than the prelude needs. */
const FUEL_TO_START = 100_000_000;

function fuelOf(exported: WebAssembly.Exports): WebAssembly.Global {
  const fuel = exported[FUEL];
  if (!(fuel instanceof WebAssembly.Global)) throw new Error("the interpreter is not metered");
  return fuel;
}
