import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";
import { blueprintOf, Machine } from "../../src/workers/wasm-machine.ts";

const WASM = createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
const MOST_BYTES = 4_000_000;

test("an interpreter that is broken off writes nothing on the console", async () => {
  const [error, log] = [vi.spyOn(console, "error"), vi.spyOn(console, "log")];
  const machine = await Machine.made(
    await blueprintOf(new Uint8Array(readFileSync(WASM)), MOST_BYTES),
    MOST_BYTES,
  );
  const runtime = machine.quickJs.newRuntime();
  const context = runtime.newContext();
  context.newObject();
  context.dispose();
  // An object is left, which QuickJS takes for an error of its own, as after a garbage collection without fuel.
  expect(() => runtime.dispose()).toThrow("Aborted(Assertion failed");
  expect(error).not.toHaveBeenCalled();
  expect(log).not.toHaveBeenCalled();
});
