import { describe, expect, it } from "vitest";
import { defaultScenario, runScenario, setParam } from "../../../src/engine/index.ts";
import { documentLink } from "../../../src/ui/state/document-link.ts";
import { seriesCsv } from "../../../src/ui/state/series-csv.ts";

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

describe("a text of the project", () => {
  it("is linked to from the project's own pages only", () => {
    expect(documentLink({ hostname: "someone.github.io", pathname: "/sawtooth/" }, "docs/model.md")).toBe(
      "https://github.com/someone/sawtooth/blob/HEAD/docs/model.md",
    );
    expect(documentLink({ hostname: "localhost", pathname: "/" }, "docs/model.md")).toBeNull();
  });
});
