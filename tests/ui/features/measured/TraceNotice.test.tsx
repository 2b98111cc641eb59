import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { presets, type Scenario, scenarioFromUrl, setAqm, setParam } from "../../../../src/engine/index.ts";
import { BenchContext } from "../../../../src/ui/core/use-store.ts";
import { MEASURED, traceDifferences } from "../../../../src/ui/features/measured/shown-measurement.ts";
import { TraceNotice } from "../../../../src/ui/features/measured/TraceNotice.tsx";
import { madeBench } from "../../core/made-runs.ts";

function noticesOf(scenario: Scenario, trace: string | null): string {
  const bench = madeBench();
  bench.store.set({ scenario, settings: scenario });
  bench.setSlice(MEASURED, { trace });
  return renderToStaticMarkup(
    <BenchContext value={bench}>
      <TraceNotice />
    </BenchContext>,
  ).replace(/<[^>]+>/g, "");
}

const traced = presets.flatMap(({ trace, scenario }) => (trace === undefined ? [] : [{ trace, scenario }]));

test.each(traced)(
  "the kernel trace $trace matches its own case, for any duration and seed of the run",
  ({ trace, scenario }) => {
    expect(traceDifferences(trace, scenario)).toEqual([]);
    const longer = setParam(
      setParam(scenario, { scope: "run" }, "duration", 50),
      { scope: "run" },
      "seed",
      7,
    );
    expect(traceDifferences(trace, longer)).toEqual([]);
    expect(noticesOf(scenario, trace)).toBe("");
  },
);

test("a trace that is shown over a run with other settings is reported with each setting, here and in the trace", () => {
  const { scenario } = scenarioFromUrl("v=2&beta-ecn=0.8&rtt=20ms&aqm=pie");
  const trace = "linux-newreno-codel-rtt100-beta0.8";
  const said = noticesOf(scenario, trace);
  expect(said).toContain("The kernel trace was recorded with settings that differ from this run.");
  for (const line of ["PIE here, CoDel in the trace", "RTT: 20 ms here, 100 ms in the trace"])
    expect(said).toContain(line);
  expect(noticesOf(scenario, null)).toBe("");
});

test("each trace is reported when it is shown over the case of another trace", () => {
  for (const { trace } of traced)
    for (const { trace: other, scenario } of traced)
      expect({ trace, other, fits: traceDifferences(trace, scenario).length === 0 }).toEqual({
        trace,
        other,
        fits: trace === other,
      });
  const [{ trace, scenario }] = traced;
  expect(traceDifferences(trace, setAqm(scenario, "red")).length).toBeGreaterThan(0);
});
