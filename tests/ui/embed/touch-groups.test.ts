import { expect, test } from "vitest";
import { defaultScenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { touchGroups } from "../../../src/ui/embed/touch-groups.ts";
import { touchNames } from "../../../src/ui/state/names.ts";

test.each(["v=2", "v=2&path=parking-lot&aqm=fq-codel&flows=3", "v=2&traffic=http"])(
  "%s can be left to be touched part by part, each once, by names that a link may have",
  (link) => {
    const { scenario } = scenarioFromUrl(link);
    const all = touchGroups(scenario).flatMap(({ list }) => list.map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
    const names = touchNames(scenario);
    expect(all.filter((id) => !names.includes(id))).toEqual([]);
    expect(all).toEqual(expect.arrayContaining(["aqm", "cc", "path", "traffic", "flows", "presets", "seed"]));
  },
);

test("what the page is about stands first, with its symbol", () => {
  const [{ list }] = touchGroups(defaultScenario());
  expect(list[0]).toEqual({ id: "beta-ecn", label: "β_ecn, Backoff on a mark", detail: false });
});
