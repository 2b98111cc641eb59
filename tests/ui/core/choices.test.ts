import { describe, expect, it } from "vitest";
import { type AlgorithmDeclaration, defaultScenario, FAMILIES } from "../../../src/engine/index.ts";
import { entryOf, optionsOf, REGISTRIES } from "../../../src/ui/core/choices.ts";

const made = (id: string, family?: AlgorithmDeclaration["family"]): AlgorithmDeclaration => ({
  id,
  label: id.toUpperCase(),
  summary: `What ${id} does.`,
  cite: "",
  params: [],
  probes: [],
  ...(family !== undefined && { family }),
});

describe("the menus of the registries", () => {
  it("offer every entry once, with the default scenario's as the default", () => {
    for (const { entries, choice } of Object.values(REGISTRIES)) {
      expect(choice.options.map(({ value }) => value).toSorted()).toEqual(
        entries.map(({ id }) => id).toSorted(),
      );
      expect(choice.options.map(({ value }) => value)).toContain(choice.default);
    }
    expect(REGISTRIES.queues.choice.default).toBe(defaultScenario().queue.aqm);
  });

  it("are under the headings of their families, in the families' order, the rest at the end", () => {
    const options = optionsOf([
      made("a"),
      made("b", FAMILIES[1]),
      made("c", FAMILIES[0]),
      made("d", FAMILIES[1]),
    ]);
    expect(options.map(({ value, group }) => [value, group])).toEqual([
      ["c", FAMILIES[0]],
      ["b", FAMILIES[1]],
      ["d", FAMILIES[1]],
      ["a", undefined],
    ]);
  });

  it("that are long have a heading for every entry", () => {
    for (const { entries } of Object.values(REGISTRIES)) {
      if (entries.length <= 5) continue;
      expect(entries.filter(({ family }) => family === undefined).map(({ id }) => id)).toEqual([]);
    }
  });

  it("explain a missing entry by the first one", () => {
    expect(entryOf("traffic", "bulk").id).toBe("bulk");
    expect(entryOf("traffic", "nothing")).toBe(REGISTRIES.traffic.entries[0]);
  });
});
