/**
 * An instance of the interpreter's WebAssembly with its own memory, for one program at a time. The memory is reset before each
 * program, so that earlier programs cannot change what a program observes or where its limits are.
 */
import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";
import { FUEL, GLOBAL, metered } from "./metered-wasm.ts";

const PAGE_BYTES = 65_536;
/** Number of the memory page (64 KiB) at which the heap starts. The C stack ends there. */
const HEAP_PAGES = 82;
/** Number of memory pages at the start, including those of the heap. */
const FIRST_PAGES = HEAP_PAGES + 16;
/** Size of the C stack in this build (bytes). The stack grows down towards the data. */
const STACK_BYTES = 5 * (1 << 20);
/**
 * Part of the stack that is reset (bytes). It is far larger than what a program may use (MOST_STACK_BYTES), so the rest of the
 * stack always remains 0.
 */
const USED_STACK_BYTES = 1 << 20;

/**
 * Number of times that Emscripten tries to grow the memory for one allocation: it requests a fifth, a tenth and a twentieth more
 * than it needs, in this order.
 */
const TRIES_TO_GROW = 3;

/** Emscripten prints a line on the console if a limit ends a program. The error that it throws then says the same. */
const SILENT = { print: () => undefined, printErr: () => undefined };

/** Parts that all machines of a thread share. They are created once per thread. */
export interface Blueprint {
  readonly module: WebAssembly.Module;
  /** Initial content of the memory below the stack, copied from the first machine. */
  data: Uint8Array | null;
}

/** Creates the shared parts. `mostBytes` is the largest heap that a machine may have. */
export async function blueprintOf(wasm: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Blueprint> {
  return { module: await WebAssembly.compile(metered(wasm, FIRST_PAGES, pagesFor(mostBytes))), data: null };
}

/** Returns the number of pages of a memory whose heap has at most `mostBytes`. */
function pagesFor(mostBytes: number): number {
  return HEAP_PAGES + Math.floor(mostBytes / PAGE_BYTES);
}

/** An instance of the interpreter's WebAssembly. */
export class Machine {
  readonly quickJs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  private readonly fuelLeft: WebAssembly.Global;
  /** Mutable globals of the program with their initial values: the stack pointer, and all other state that is not in the memory. */
  private readonly globals: readonly (readonly [held: WebAssembly.Global, first: number])[];
  private readonly stackTop: number;
  /** Initial data of the WebAssembly program. */
  private readonly data: Uint8Array;
  /** Number of times in a row that growing the memory was refused. */
  private refusals = 0;

  /** Creates an instance. `mostBytes` limits its heap. */
  static async made(blueprint: Blueprint, mostBytes: number): Promise<Machine> {
    const mostPages = pagesFor(mostBytes);
    const memory = memoryOf(mostPages);
    let exported: WebAssembly.Exports = {};
    const own = newVariant(variant, {
      wasmMemory: memory,
      emscriptenModule: {
        ...SILENT,
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
        // The memory grows to its limit at once, because the end of a heap must not depend on how earlier heaps grew.
        return grow(left);
      }
      this.refusals++;
      if (this.isFull) this.fuel = -1;
      throw new RangeError("the heap is as large as it may be");
    };
  }

  /** True if the heap could not grow. The program then gets no more fuel, so that it cannot observe this. */
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

  /**
   * True if the heap has been larger than the initial pages since the last reset. The memory beyond them is 0 until it is used, and a
   * heap that has been there leaves the sizes of its blocks.
   */
  get wasLarge(): boolean {
    const { buffer } = this.memory;
    const firstBytes = FIRST_PAGES * PAGE_BYTES;
    if (buffer.byteLength <= firstBytes) return false;
    for (const value of new Float64Array(buffer, firstBytes)) if (value !== 0) return true;
    return false;
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

  /** Calls `look` and undoes all its effects on memory, stack and globals, even if it fails. */
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
      // If the memory has grown, it has a new buffer. The additional part was 0 before.
      const now = new Uint8Array(this.memory.buffer);
      now.set(data);
      now.set(heap, from);
      now.fill(0, from + heap.length);
      for (const [i, [held]] of this.globals.entries()) held.value = globals[i];
      this.fuel = fuel;
      this.refusals = refusals;
    }
  }

  /** Adds enough fuel to start a program, or to inspect it a last time. */
  refuel(): void {
    this.fuel = FUEL_TO_START;
  }
}

/** Creates a memory. Browsers allow some hundreds of memories in all threads of a page together, no matter how small they are. */
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
