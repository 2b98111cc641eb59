import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { expect, test } from "vitest";
import { FUEL, GLOBAL, metered } from "../../src/workers/metered-wasm.ts";

const text = (word: string) => [word.length, ...new TextEncoder().encode(word)];
const section = (id: number, ...content: number[]) => [id, content.length, ...content];

/**
 * Returns a module with a function (i32) → i32 named "run", an imported function, an imported memory, and a global
 * counter.
 */
function moduleWith(body: readonly number[]): Uint8Array<ArrayBuffer> {
  const code = [...body, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(2, 2, ...text("a"), ...text("f"), 0, 0, ...text("a"), ...text("m"), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(6, 1, 0x7f, 1, 0x41, 7, 0x0b),
    ...section(7, 1, ...text("run"), 0, 1),
    // The function has one local variable.
    ...section(10, 1, code.length + 3, 1, 1, 0x7f, ...code),
    ...section(0, ...text("name")),
  ]);
}

function loaded(body: readonly number[], fuel: number) {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 3 });
  const built = new WebAssembly.Module(metered(moduleWith(body), 2, 3));
  const { exports } = new WebAssembly.Instance(built, { a: { f: (value: number) => value + 1, m: memory } });
  const left = exports[FUEL];
  const { run } = exports;
  if (!(left instanceof WebAssembly.Global) || typeof run !== "function") throw new Error("not metered");
  left.value = fuel;
  return { run, left, memory, exports };
}

/** The function counts its argument down to 0 and calls the imported function in each iteration. */
const TURNS = [
  // block, loop
  ...[0x02, 0x40, 0x03, 0x40],
  // local.get 0, i32.eqz, br_if 1
  ...[0x20, 0, 0x45, 0x0d, 1],
  // local 0 -= 1, local 1 = f(local 1)
  ...[0x20, 0, 0x41, 1, 0x6b, 0x21, 0, 0x20, 1, 0x10, 0, 0x21, 1],
  // br 0, end, end, local.get 1
  ...[0x0c, 0, 0x0b, 0x0b, 0x20, 1],
];

test("iterations of a loop are counted, and its result is the same", () => {
  const { run, left, exports } = loaded(TURNS, 100);
  expect(run(20)).toBe(20);
  // The last check of the condition counts as an iteration too, so 21 are counted.
  expect(left.value).toBe(100 - 21);
  expect(exports[`${GLOBAL}0`]).toMatchObject({ value: 7 });
});

test("without fuel a loop ends in a trap", () => {
  const { run, left } = loaded(TURNS, 100);
  expect(() => run(2 ** 30)).toThrow(WebAssembly.RuntimeError);
  expect(left.value).toBe(-1);
});

test("an iteration of a nested loop counts separately, also with branches through a table", () => {
  // loop: loop: block: br_table [0, 1] 2 by the argument, which counts down
  const body = [
    ...[0x03, 0x40, 0x03, 0x40, 0x02, 0x40],
    ...[0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0e, 2, 0, 1, 2],
    ...[0x0b, 0x0b, 0x0b, 0x20, 0],
  ];
  const { run, left } = loaded(body, 100);
  // 2 → 1 starts the inner loop again; 1 → 0 leaves both.
  expect(run(2)).toBe(0);
  expect(left.value).toBe(100 - 3);
  // 4 → 3 and 3 → 2 start the outer loop again.
  left.value = 100;
  expect(run(4)).toBe(0);
  expect(left.value).toBe(100 - 7);
});

test("filling memory costs by its length", () => {
  // memory.fill(0, 255, local 0), local.get 0
  const { run, left, memory } = loaded([0x41, 0, 0x41, 0xff, 1, 0x20, 0, 0xfc, 11, 0, 0x20, 0], 5000);
  expect(run(6400)).toBe(6400);
  expect(left.value).toBe(4900);
  expect(new Uint8Array(memory.buffer).filter((byte) => byte === 255)).toHaveLength(6400);
});

test.each([
  ["of vectors", [0xfd, 12]],
  ["of exceptions", [0x06, 0x40]],
  ["of a kind that is yet to come", [0x14, 0]],
])("an unknown instruction %s is refused and not skipped", (_, instruction) => {
  expect(() => metered(moduleWith([...instruction, 0x20, 0]), 2, 3)).toThrow("that is not known");
});

test("a file that was cut short is refused wherever it ends", () => {
  const whole = moduleWith([0x20, 0]);
  for (let length = 9; length < whole.length; length++) {
    // If the cut is between two sections, the result is a smaller module that still looks valid.
    try {
      metered(whole.slice(0, length), 2, 3);
    } catch (error) {
      expect(String(error)).toBe("Error: the interpreter's file was cut short");
    }
  }
  expect(() => metered(whole.slice(0, 30), 2, 3)).toThrow("cut short");
});

/** Runs a program without fuel, with QuickJS's own limits. Returns its value and how often the interrupt handler was called. */
async function withoutFuel(code: string): Promise<{ readonly value: unknown; readonly calls: number }> {
  const runtime = (await newQuickJSWASMModuleFromVariant(variant)).newRuntime();
  let calls = 0;
  runtime.setMemoryLimit(2 ** 20);
  runtime.setInterruptHandler(() => {
    calls++;
    return false;
  });
  const context = runtime.newContext();
  const value = context.unwrapResult(context.evalCode(code)).consume((result) => context.dump(result));
  context.dispose();
  runtime.dispose();
  return { value, calls };
}

test("QuickJS's own counters do not replace the fuel: a built-in function takes no step, and a full memory can be caught", async () => {
  // The handler is called once when a program starts, so a million turns of this loop are 200 calls.
  const loop = await withoutFuel("let n = 0; for (; n < 1e6; n++); n");
  expect(loop).toEqual({ value: 1e6, calls: 201 });
  const builtIn = await withoutFuel("[].indexOf.call({ length: 1e6 }, 1)");
  expect(builtIn).toEqual({ value: -1, calls: 1 });
  const caught = await withoutFuel(
    "const kept = []; let end = ''; try { for (;;) kept.push([]) } catch (e) { end = e.message } end",
  );
  expect(caught.value).toBe("out of memory");
});
