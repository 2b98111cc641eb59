import { expect, it } from "vitest";
import { scenarioFromUrl } from "../../../../src/engine/index.ts";
import { runScenario } from "../../../../src/engine/simulator.ts";
import { drawnTheory } from "../../../../src/ui/bench/plots/theory.ts";
import type { ChartModel } from "../../../../src/ui/shared/chart/chart-model.ts";

const model = { summary: () => "Plain.", labels: () => [] } as unknown as ChartModel;

function theoryOf(url: string) {
  const { scenario } = scenarioFromUrl(url);
  return drawnTheory({ scenario, snapshot: runScenario(scenario).snapshot(), label: "", link: 0 });
}

it("each plot has the lines of its kind, and one of which nothing is said stays as it is", () => {
  const alone = theoryOf("duration=40s&aqm=droptail&ecn=off");
  expect(alone.overCwnd(model, null).summary()).toMatch(/Theory: .* segments/);
  expect([alone.overDelay(model), alone.overRate(model, null), alone.overProbe(model, "queue", "p")]).toEqual(
    [model, model, model],
  );
  const lossy = theoryOf("duration=30s&loss=0.01&aqm=infinite");
  expect(lossy.overRate(model, null).summary()).toMatch(/Theory: .* Mbps/);
  const equal = theoryOf("duration=1s&aqm=red&flow=count=10");
  expect(equal.overDelay(model).summary()).toMatch(/Theory: RED equilibrium.* ms/);
  expect(equal.overProbe(model, "queue", "p").summary()).toMatch(/Theory: RED equilibrium: probability/);
});
