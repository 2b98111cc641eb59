import { expect, test } from "vitest";
import { experiments } from "../../src/experiments/experiments.ts";

test("ids are unique, in kebab case, and in the order of the papers and their figures", () => {
  const ids = experiments.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  const known = ["abe-4", "abe-10", "kwon-4", "kwon-t1", "ecodel-3"].filter((id) => ids.includes(id));
  expect(ids.filter((id) => known.includes(id))).toEqual(known);
  const papers = experiments.map(({ paper }) => paper.id);
  expect([...new Set(papers)].flatMap((paper) => papers.filter((one) => one === paper))).toEqual(papers);
});
