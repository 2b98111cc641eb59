import { expect, test } from "vitest";
import { buffersOf } from "../../src/workers/transferables.ts";

test("finds the buffers of typed arrays at any depth, each once", () => {
  const shared = new Float32Array(8);
  const value = {
    nowS: 1,
    nothing: null,
    list: [{ series: shared }, { series: shared.subarray(2) }],
    deep: { deeper: { kind: new Uint8Array(3), text: "x" } },
  };
  expect(buffersOf(value)).toEqual([shared.buffer, value.deep.deeper.kind.buffer]);
});

test("a value without typed arrays has none", () => {
  expect(buffersOf({ a: 1, b: [undefined, "text", true] })).toEqual([]);
  expect(buffersOf(null)).toEqual([]);
});
