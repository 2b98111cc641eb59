/** Garbage by the same measurement as the bench's: what is compiled, and when, goes by the program and not by the clock. */
import { expect, test } from "vitest";
import { benchCases } from "../../../src/cli/bench/cases.ts";
import { garbageBytesPerPacket } from "../../../src/cli/bench/measure-apart.ts";

test.each(["queue CoDel, NewReno", "queue FQ-CoDel, NewReno"])("%s: below a byte per packet", (name) => {
  expect(benchCases().map((one) => one.name)).toContain(name);
  expect(garbageBytesPerPacket(name)).toBeLessThan(1);
});
