import { describe, expect, it } from "vitest";
import {
  neighboursOf,
  papersText,
  papersView,
  placeWords,
  shelvesOf,
} from "../../../../src/ui/features/papers/shelves.ts";
import { MADE_PAPER, madeExperiment } from "./made-experiment.ts";

const beyond = { id: "beyond", citation: "Ours", label: "Beyond the papers" } as const;
const all = [
  madeExperiment({ id: "abe-4" }),
  madeExperiment({ id: "abe-6" }),
  madeExperiment({ id: "map-beta", paper: beyond, where: "" }),
];

describe("the library", () => {
  it("groups the figures of a paper", () => {
    expect(shelvesOf(all).map(({ paper, experiments }) => [paper.id, experiments.length])).toEqual([
      ["abe", 2],
      ["beyond", 1],
    ]);
    expect(shelvesOf([])).toEqual([]);
    expect(shelvesOf(all)[0].paper).toBe(MADE_PAPER);
  });

  it("names the project's own experiments by their paper", () => {
    expect(all.map(placeWords)).toEqual(["Figure 4", "Figure 4", "Beyond the papers"]);
  });

  it("reads and writes the shown figure in the fragment", () => {
    for (const { id } of all) expect(papersView(papersText(id), all).experiment?.id).toBe(id);
    expect(papersView("", all)).toEqual({ experiment: null, unknown: null });
    expect(papersText(null)).toBe("");
  });

  it("suggests the most similar figures for an unknown one", () => {
    expect(papersView("figure=abe-5", all)).toMatchObject({ experiment: null, unknown: { id: "abe-5" } });
    expect(papersView("figure=abe-5", all).unknown?.near).toContain("abe-4");
  });

  it("moves from figure to figure across papers", () => {
    expect(neighboursOf(all[1], all)).toEqual({ before: all[0], after: all[2] });
    expect(neighboursOf(all[0], all).before).toBeNull();
    expect(neighboursOf(all[2], all).after).toBeNull();
  });
});
