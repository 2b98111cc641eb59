import { expect, it } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { withSharedParts } from "../../../src/ui/core/live-mode.ts";

it("keeps equal parts of two scenarios once, with the newer one's values", () => {
  const { scenario: known } = scenarioFromUrl("v=2&flow=&flow=cc=cubic&set=2s:beta-ecn=0.7");
  const { scenario } = scenarioFromUrl("v=2&flow=&flow=cc=cubic&set=2s:beta-ecn=0.7&set=3s:capacity=5Mbps");
  const shared = withSharedParts(scenario, known);
  expect(shared).toEqual(scenario);
  for (const part of ["run", "path", "queue", "tcp"] as const) expect(shared[part]).toBe(known[part]);
  expect(shared.flows[1]).toBe(known.flows[1]);
  expect(shared.changes[0]).toBe(known.changes[0]);
});
