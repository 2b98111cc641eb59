import { expect, test } from "vitest";
import { defaultScenario, presets, scenarioFromUrl, scenarioToFlags } from "../../../src/engine/index.ts";

/** Of today, so that no setting of an older version has to be said. */
const flags = (fragment: string) => scenarioToFlags(scenarioFromUrl(`v=2&${fragment}`).scenario);

test("the default scenario needs no flags", () => {
  expect(scenarioToFlags(defaultScenario())).toBe("");
});

test("the flags that repeat a run, quoted where a shell would stumble", () => {
  expect(flags("aqm=pie&beta-ecn=0.8&ecn=off&flows=3")).toBe("--aqm pie --ecn off --beta-ecn 0.8 --flows 3");
  expect(flags("flow=cc=cubic,rtt=20ms&flow=cc=newreno&set=20s:flow2.beta-ecn=0.9")).toBe(
    '--flow "cc=cubic,rtt=20ms" --flow cc=newreno --set 20s:flow2.beta-ecn=0.9'.replace(
      "cc=newreno --set 20s:flow2.beta-ecn=0.9",
      '"cc=newreno" --set "20s:flow2.beta-ecn=0.9"',
    ),
  );
});

test("every preset can be said in flags", () => {
  for (const { scenario, id } of presets)
    if (id !== "one-flow") expect(scenarioToFlags(scenario), id).toMatch(/^--/);
});
