import { describe, expect, it } from "vitest";
import { defaultScenario, setParam } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { seriesCsv } from "../../../src/ui/words/series-csv.ts";

describe("series as CSV", () => {
  const scenario = setParam(defaultScenario(), { scope: "run" }, "duration", 2);
  const lines = seriesCsv(runScenario(scenario).snapshot(), "https://example.org/#v=1").trim().split("\n");

  it("opens with the link and the digest", () => {
    expect(lines[0]).toBe("# https://example.org/#v=1");
    expect(lines[1]).toMatch(/^# digest [0-9a-f]{16}$/);
    expect(lines[2]).toBe("series,unit,flow,link,t_s,min,max,last");
  });

  it("has every series, seven separators in every row, and no missing number", () => {
    const names = new Set(lines.slice(3).map((line) => line.split(",")[0]));
    for (const name of ["cwnd", "ssthresh", "srtt", "queue delay", "queue length", "received", "capacity"]) {
      expect(names).toContain(name);
    }
    expect(lines.slice(3).every((line) => line.split(",").length === 8)).toBe(true);
    expect(lines.some((line) => line.includes("NaN"))).toBe(false);
  });
});
