import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KERNEL_TRACES } from "../../../src/engine/index.ts";
import { parseTrace, TRACES } from "../../../src/ui/state/kernel-traces.ts";

const FOLDER = new URL("../../../public/traces/", import.meta.url);

describe("kernel traces", () => {
  it("are read from the kernel's columns, in ms and segments", () => {
    const csv =
      "t,flow,cwnd,ssthresh,srtt_us,ca_state\n0.000,0,10,-1,0,0\n0.020,0,20,15,101500,0\n0.020,1,9,9,9,0\n";
    const trace = parseTrace("x", csv);
    expect([...trace.cwnd]).toEqual([10, 20]);
    expect([...trace.ssthresh]).toEqual([Number.NaN, 15]);
    expect(trace.srttMs[1]).toBeCloseTo(101.5);
    expect(trace.t[1]).toBeCloseTo(0.02);
  });

  it("say which column is missing", () => {
    expect(() => parseTrace("x", "t,cwnd\n0,10\n")).toThrow('no column "ssthresh"');
  });

  it("are listed one for one as files", () => {
    expect(existsSync(FOLDER)).toBe(true);
    const files = readdirSync(FOLDER).filter((file) => file.endsWith(".csv"));
    expect(files.map((file) => file.replace(/\.csv$/, "")).sort()).toEqual([...KERNEL_TRACES].sort());
    expect(TRACES.map(({ name }) => name)).toEqual(KERNEL_TRACES);
    for (const name of KERNEL_TRACES) {
      const trace = parseTrace(name, readFileSync(new URL(`${name}.csv`, FOLDER), "utf8"));
      expect(trace.t.length).toBeGreaterThan(100);
      expect(trace.cwnd.every((value) => value > 0)).toBe(true);
    }
  });
});
