import { describe, expect, it } from "vitest";
import { presets, scenarioFromUrl } from "../../../../src/engine/index.ts";
import { differencesOf } from "../../../../src/ui/bench/numbers/flow-differences.ts";
import { legendNames } from "../../../../src/ui/bench/plots/legend-names.ts";

const named = (fragment: string) => {
  const { scenario } = scenarioFromUrl(fragment);
  return legendNames(scenario, differencesOf(scenario));
};
const ofPreset = (id: string) => {
  const found = presets.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no preset ${id}`);
  return legendNames(found.scenario, differencesOf(found.scenario));
};

describe("flows in a legend", () => {
  it("are called by a word or two that differ from what most have, a round trip by its name once", () => {
    expect(ofPreset("mixed-rtts")).toEqual(["RTT 20 ms", "80 ms", "200 ms"]);
    expect(named("flow=rtt=20ms&flow=rtt=200ms&flow=cc=cubic,rtt=80ms,start=20s")).toEqual([
      "RTT 20 ms",
      "200 ms",
      "CUBIC, 80 ms",
    ]);
    expect(named("flow=&flow=beta-ecn=0.8")).toEqual(["β_ecn 0.50", "β_ecn 0.80"]);
    expect(ofPreset("late-comer")).toEqual(["from 0 s", "from 30 s"]);
    expect(ofPreset("bbr-against-cubic")).toEqual(["BBRv1", "CUBIC"]);
  });

  it("are numbers where words do not tell them apart", () => {
    expect(named("flows=3")).toEqual(["flow 1", "flow 2", "flow 3"]);
    expect(named("flow=&flow=&flow=cc=cubic")).toEqual(["flow 1", "flow 2", "CUBIC"]);
    expect(ofPreset("web").slice(0, 3)).toEqual(["CUBIC, RTT 100 ms", "flow 2", "flow 3"]);
  });

  it("are routes where there are several", () => {
    expect(named("path=gfc-2").slice(5, 9)).toEqual(["B3", "C 1", "C 2", "C 3"]);
  });
});
