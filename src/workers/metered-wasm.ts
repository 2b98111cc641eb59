/**
 * Adds a limit on the work of a WebAssembly program. Each loop iteration, and each copied or filled block of memory, uses up
 * fuel; without fuel the program ends with an error. The limit is the same on every machine, holds for any program, and needs no
 * clock. Core specification 2.0, §5 (binary format).
 *
 * QuickJS's own interrupt handler is not sufficient. It is called between steps of JavaScript, and a single call of a built-in
 * function may take very long without such a step: for example `[].indexOf` on an object whose length is 2^53. QuickJS's memory
 * limit is not sufficient either, because the program may catch its error. docs/robustness.md has the trial.
 */

/** Name of the exported global that holds the fuel. */
export const FUEL = "fuel";
/**
 * Prefix of the names of the exported mutable globals: "global-0" and so on. Together with the memory they are the whole state of
 * the program.
 */
export const GLOBAL = "global-";

/** Copying or filling 2^6 bytes costs as much as one loop iteration. */
const BYTES_LOG2 = 6;

const SECTION = { type: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 };
const I32 = 0x7f;
const MUTABLE = 1;

/** Returns the program with a limit on its work. Its imported memory gets the size `pages` (of 64 KiB). */
export function metered(
  wasm: Uint8Array<ArrayBuffer>,
  pages: number,
  mostPages: number,
): Uint8Array<ArrayBuffer> {
  const reader = new Reader(wasm, 8);
  const out = new Writer(wasm.length * 1.5);
  out.bytes(wasm.subarray(0, 8));
  const known: Known = { params: [], ofFunction: [], globals: 0, mutable: [], fuel: 0 };
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const section = reader.part();
    const changed = new Writer(section.end - section.at + 1024);
    if (id === SECTION.type) readTypes(section, known);
    if (id === SECTION.functions) readFunctions(section, known);
    if (id === SECTION.imports) rewriteImports(section, known, changed, pages, mostPages);
    else if (id === SECTION.globals) rewriteGlobals(section, known, changed);
    else if (id === SECTION.exports) rewriteExports(section, known, changed);
    else if (id === SECTION.code) rewriteCode(section, known, changed);
    else changed.bytes(wasm.subarray(section.start, section.end));
    out.byte(id);
    out.sized(changed);
  }
  return out.taken();
}

interface Known {
  /** Number of parameters of each type. */
  readonly params: number[];
  /** Type of each function that has a body. */
  readonly ofFunction: number[];
  globals: number;
  readonly mutable: number[];
  /** Index of the global that holds the fuel. */
  fuel: number;
}

function readTypes(reader: Reader, { params }: Known): void {
  for (let left = reader.number(); left > 0; left--) {
    if (reader.byte() !== 0x60) throw new Error("the interpreter has a type that is none of a function");
    const count = reader.number();
    params.push(count);
    reader.skip(count);
    reader.skip(reader.number());
  }
}

function readFunctions(reader: Reader, { ofFunction }: Known): void {
  for (let left = reader.number(); left > 0; left--) ofFunction.push(reader.number());
}

function rewriteImports(reader: Reader, known: Known, out: Writer, pages: number, mostPages: number): void {
  const count = reader.number();
  out.number(count);
  for (let i = 0; i < count; i++) {
    const from = reader.at;
    reader.skip(reader.number());
    reader.skip(reader.number());
    const kind = reader.byte();
    if (kind === 0) reader.number();
    else if (kind === 2) {
      out.bytes(reader.since(from));
      reader.limits();
      out.byte(1);
      out.number(pages);
      out.number(mostPages);
      continue;
    } else if (kind === 1) {
      reader.byte();
      reader.limits();
    } else {
      if (kind !== 3) throw new Error(`the interpreter imports what is not known: kind ${kind}`);
      reader.skip(2);
      known.globals++;
    }
    out.bytes(reader.since(from));
  }
}

function rewriteGlobals(reader: Reader, known: Known, out: Writer): void {
  const count = reader.number();
  out.number(count + 1);
  const from = reader.at;
  for (let i = 0; i < count; i++) {
    reader.byte();
    if (reader.byte() === MUTABLE) known.mutable.push(known.globals);
    known.globals++;
    while (reader.instruction() !== OP.end);
  }
  out.bytes(reader.since(from));
  known.fuel = known.globals;
  out.list([I32, MUTABLE, OP.i32Const, 0, OP.end]);
}

function rewriteExports(reader: Reader, { mutable, fuel }: Known, out: Writer): void {
  out.number(reader.number() + mutable.length + 1);
  out.bytes(reader.rest());
  const add = (name: string, index: number) => {
    out.number(name.length);
    out.bytes(new TextEncoder().encode(name));
    out.byte(3);
    out.number(index);
  };
  for (const index of mutable) add(`${GLOBAL}${index}`, index);
  add(FUEL, fuel);
}

function rewriteCode(reader: Reader, known: Known, out: Writer): void {
  const count = reader.number();
  out.number(count);
  const body = new Writer(100_000);
  for (let i = 0; i < count; i++) {
    body.clear();
    rewriteBody(reader.part(), known, known.ofFunction[i], body);
    out.sized(body);
  }
}

function rewriteBody(reader: Reader, { params, fuel }: Known, type: number, out: Writer): void {
  const groups = reader.number();
  const from = reader.at;
  let locals = params[type];
  for (let i = 0; i < groups; i++) {
    locals += reader.number();
    reader.byte();
  }
  out.number(groups + 1);
  out.bytes(reader.since(from));
  out.list([1, I32]);
  const spare = locals;
  let copied = reader.at;
  while (reader.at < reader.end) {
    const at = reader.at;
    const op = reader.instruction();
    if (op === OP.loop) {
      out.bytes(reader.since(copied));
      copied = reader.at;
      out.use(OP.globalGet, fuel);
      out.list([OP.i32Const, 1, OP.i32Sub]);
      out.use(OP.localTee, spare);
      out.use(OP.globalSet, fuel);
      out.use(OP.localGet, spare);
      out.list([OP.i32Const, 0, OP.i32LtS, OP.if, EMPTY, OP.unreachable, OP.end]);
    } else if (op === OP.memoryCopy || op === OP.memoryFill) {
      out.bytes(reader.source.subarray(copied, at));
      copied = at;
      out.use(OP.localTee, spare);
      out.use(OP.globalGet, fuel);
      out.use(OP.localGet, spare);
      out.list([OP.i32Const, BYTES_LOG2, OP.i32ShrU, OP.i32Sub]);
      out.use(OP.globalSet, fuel);
    }
  }
  out.bytes(reader.since(copied));
}

const EMPTY = 0x40;
const OP = {
  unreachable: 0x00,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  localGet: 0x20,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i32LtS: 0x48,
  i32Sub: 0x6b,
  i32ShrU: 0x76,
  /** Opcodes with the prefix 0xfc, including the number after it. */
  memoryCopy: 0xfc00 + 10,
  memoryFill: 0xfc00 + 11,
};

class Reader {
  readonly source: Uint8Array;
  readonly start: number;
  readonly end: number;
  at: number;

  constructor(source: Uint8Array, at: number, end = source.length) {
    this.source = source;
    this.at = at;
    this.end = end;
    this.start = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.at >= this.end) throw new Error("the interpreter's file was cut short");
    return this.source[this.at++];
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  since(from: number): Uint8Array {
    return this.source.subarray(from, this.at);
  }

  rest(): Uint8Array {
    return this.source.subarray(this.at, this.end);
  }

  /** Reads an unsigned number of up to 32 bits. Longer and signed numbers can be skipped with it, but their value is wrong. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  /** Reads a length and returns a reader for that many following bytes. This reader skips them. */
  part(): Reader {
    const size = this.number();
    this.at += size;
    if (this.at > this.end) throw new Error("the interpreter's file was cut short");
    return new Reader(this.source, this.at - size, this.at);
  }

  limits(): void {
    const flags = this.byte();
    this.number();
    if (flags & 1) this.number();
  }

  /** Skips one instruction with its operands. */
  instruction(): number {
    const op = this.byte();
    if (op === 0xfc) return this.longInstruction();
    if (op === 0x0e) for (let left = this.number() + 1; left > 0; left--) this.number();
    else if (op === 0x1c) this.skip(this.number());
    else if (op === 0x43) this.skip(4);
    else if (op === 0x44) this.skip(8);
    else if (op === 0x11 || op === 0x13 || (op >= 0x28 && op <= 0x3e)) {
      this.number();
      this.number();
    } else if (ONE_NUMBER.has(op)) this.number();
    else if (!(NO_NUMBER.has(op) || (op >= 0x45 && op <= 0xc4))) throw unknown(op);
    return op;
  }

  private longInstruction(): number {
    const op = this.number();
    if (op > 17) throw unknown(0xfc00 + op);
    const numbers = op < 8 ? 0 : op === 8 || op === 10 || op === 12 || op === 14 ? 2 : 1;
    for (let i = 0; i < numbers; i++) this.number();
    return 0xfc00 + op;
  }
}

/** Instructions with one number: blocks, branches, calls, variables, constants, sizes, references. */
const ONE_NUMBER = new Set([
  ...[0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x12, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26],
  ...[0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2],
]);

/**
 * Instructions without an operand: unreachable, nop, else, end, return, drop, select, ref.is_null. Comparisons and arithmetic are
 * a separate range of opcodes.
 */
const NO_NUMBER = new Set([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1]);

function unknown(op: number): Error {
  return new Error(`the interpreter has an instruction that is not known: ${op.toString(16)}`);
}

class Writer {
  private held: Uint8Array<ArrayBuffer>;
  private length = 0;

  constructor(room: number) {
    this.held = new Uint8Array(Math.ceil(room));
  }

  clear(): void {
    this.length = 0;
  }

  taken(): Uint8Array<ArrayBuffer> {
    return this.held.slice(0, this.length);
  }

  byte(value: number): void {
    this.make(1);
    this.held[this.length++] = value;
  }

  bytes(some: Uint8Array): void {
    this.make(some.length);
    this.held.set(some, this.length);
    this.length += some.length;
  }

  list(some: readonly number[]): void {
    for (const value of some) this.byte(value);
  }

  number(value: number): void {
    let left = value >>> 0;
    for (; left > 0x7f; left >>>= 7) this.byte((left & 0x7f) | 0x80);
    this.byte(left);
  }

  use(op: number, index: number): void {
    this.byte(op);
    this.number(index);
  }

  /** Writes all bytes of another writer, after their number. */
  sized(other: Writer): void {
    this.number(other.length);
    this.bytes(other.held.subarray(0, other.length));
  }

  private make(room: number): void {
    if (this.length + room <= this.held.length) return;
    const more = new Uint8Array(Math.max(this.held.length * 2, this.length + room));
    more.set(this.held.subarray(0, this.length));
    this.held = more;
  }
}
