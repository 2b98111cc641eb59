import { describe, expect, it } from "vitest";
import type { FlowResult, Responses } from "../../../../src/engine/index.ts";
import { refusedRequests, responseRows } from "../../../../src/ui/bench/numbers/Numbers.tsx";
import { madeResults } from "../../core/made-runs.ts";

const times = (n: number, meanS: number, p90S: number, maxS: number): Responses => ({
  n,
  meanS,
  p50S: meanS,
  p90S,
  p99S: maxS,
  maxS,
  refused: 2,
});

function flowsWith(...responses: (Responses | null)[]): FlowResult[] {
  const { flows } = madeResults({ flows: responses.length });
  return flows.map((flow, i) => ({ ...flow, responses: responses[i] }));
}

describe("response times", () => {
  it("are absent if no flow makes requests", () => {
    expect(responseRows(flowsWith(null, null))).toEqual([]);
  });

  it("are listed flow by flow if there are few", () => {
    const rows = responseRows(flowsWith(null, times(1200, 0.0314, 0.25, 1.5)));
    expect(rows).toEqual([
      { flow: 1, group: 0, flows: 1, n: "1,200", mean: "31.4 ms", p90: "250 ms", max: "1.50 s" },
    ]);
  });

  it("have a suitable unit", () => {
    const [row] = responseRows(flowsWith(times(1200, 0.000042, 0.00025, 1.5)));
    expect(row).toMatchObject({ mean: "42 µs", p90: "0.25 ms", max: "1.50 s" });
  });

  it("omit requests that were never made, and count them", () => {
    expect(refusedRequests(flowsWith(null, times(9, 1, 1, 1), times(9, 1, 1, 1)))).toBe(4);
    const [flow] = flowsWith(null);
    expect(refusedRequests([{ ...flow, refused: 12_345 }])).toBe(12_345);
  });

  it("are combined by group if there are many, with bounds for quantiles", () => {
    const many = Array.from({ length: 6 }, (_, i) =>
      times(i === 0 ? 300 : 100, i === 0 ? 0.2 : 0.4, 0.5 + i, 9),
    );
    const [row, ...others] = responseRows(flowsWith(...many));
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      flow: null,
      flows: 6,
      n: "800",
      mean: "325 ms",
      p90: "≤ 5.50 s",
      max: "9.00 s",
    });
  });
});
