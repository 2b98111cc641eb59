import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KERNEL_TRACES } from "../../../../src/engine/index.ts";
import { measurementOfText } from "../../../../src/ui/features/measured/read-files.ts";
import { TRACES } from "../../../../src/ui/features/measured/shown-measurement.ts";

const FOLDER = new URL("../../../../public/traces/", import.meta.url);

describe("kernel traces", () => {
  it("are listed one for one as files, each read as a table of TCP_INFO with its curves", () => {
    expect(existsSync(FOLDER)).toBe(true);
    const files = readdirSync(FOLDER).filter((file) => file.endsWith(".csv"));
    expect(files.map((file) => file.replace(/\.csv$/, "")).sort()).toEqual([...KERNEL_TRACES].sort());
    expect(TRACES.map(({ name }) => name)).toEqual(KERNEL_TRACES);
    for (const name of KERNEL_TRACES) {
      const { connection, lines } = measurementOfText(
        name,
        readFileSync(new URL(`${name}.csv`, FOLDER), "utf8"),
      );
      expect(connection.samples).toBeGreaterThan(100);
      expect(connection.series.cwnd?.value.every((value) => value > 0)).toBe(true);
      expect(Object.keys(lines)).toEqual(["cwnd", "delay"]);
    }
  });
});
