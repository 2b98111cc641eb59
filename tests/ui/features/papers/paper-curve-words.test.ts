import { expect, it } from "vitest";
import type { Figure, Series } from "../../../../src/experiments/experiment.ts";
import { paperCurveWords } from "../../../../src/ui/features/papers/ExperimentPage.tsx";

const axis = { label: "", unit: "", scale: "linear" } as const;
const figure = (title: string, ...series: Series[]): Figure => ({
  ...{ id: title, title, kind: "lines", x: axis, y: axis },
  series: [{ label: "ours", x: [1, 2], y: [1, 2] }, ...series],
});
const paper = (...x: number[]): Series => ({ label: "paper", x, y: x, source: "paper" });
const words = (...figures: Figure[]) => paperCurveWords(figures, { id: "abe" });

it("states which of the paper's curves are drawn, and which are unknown", () => {
  expect(words(figure("A"))).toBe("The text of the paper gives no values of its curves, so none are drawn.");
  expect(words(figure("A", paper(1, 2), paper(1, 2)))).toBe(
    "The paper’s text gives its curves value by value: they are drawn dotted or hollow.",
  );
  expect(words(figure("A", paper(1)), figure("B"))).toBe(
    "The paper’s text gives single values, levels or bounds in “A”: they are drawn dotted or hollow, and the shape of its curves between them is not known. It gives no curves in “B”.",
  );
  const three = ["B", "C", "D"].map((title) => figure(title));
  expect(words(figure("A", paper(1)), ...three)).toContain("no curves in 3 pictures");
  expect(paperCurveWords([figure("A")], { id: "beyond" })).toBe("");
  expect(words()).toBe("");
});
