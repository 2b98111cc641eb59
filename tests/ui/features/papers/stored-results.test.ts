import { describe, expect, it } from "vitest";
import { type Fetch, loadStored, StoredResults } from "../../../../src/ui/features/papers/stored-results.ts";
import { madeOutcome, madeStored } from "./made-experiment.ts";

const answer = (text: string, status = 200): Fetch => {
  return () => Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(text) });
};

describe("published results", () => {
  it("are found beside the page by the experiment's id", async () => {
    const asked: string[] = [];
    const get: Fetch = (address) => {
      asked.push(address);
      return answer(JSON.stringify(madeStored()))(address);
    };
    expect((await loadStored("abe-4", get)).stored).toEqual(madeStored());
    expect(asked).toEqual(["./papers/abe-4.json"]);
  });

  it("may mark a claim as the project's own; older files mark none", async () => {
    const outcome = madeOutcome();
    const [first, ...others] = outcome.claims;
    const claims = [{ ...first, basis: "ours" as const }, ...others];
    const stored = madeStored({ outcome: { ...outcome, claims } });
    expect((await loadStored("abe-4", answer(JSON.stringify(stored)))).stored).toEqual(stored);
  });

  it("state why they are missing: not published, offline, or unreadable", async () => {
    const problem = async (get: Fetch) => (await loadStored("abe-4", get)).problem;
    expect(await problem(answer("gone", 404))).toMatch(/not part of this page \(404\)/);
    expect(await problem(() => Promise.reject(new TypeError("failed to fetch")))).toMatch(/offline/);
    for (const text of [
      "<!doctype html><title>Not found</title>",
      "null",
      JSON.stringify(madeStored()).slice(0, -9),
      JSON.stringify({ ...madeStored(), schema: "1" }),
      JSON.stringify(madeStored({ id: "abe-6" })),
      JSON.stringify({ ...madeStored(), outcome: { figures: [] } }),
      JSON.stringify({ ...madeStored(), jobs: undefined }),
      JSON.stringify({ ...madeStored(), outcome: { ...madeOutcome(), figures: [{ id: "gain" }] } }),
      JSON.stringify({ ...madeStored(), outcome: { ...madeOutcome(), heatMaps: [{ id: "map" }] } }),
      JSON.stringify({ ...madeStored(), outcome: { ...madeOutcome(), tables: [{ id: "t", head: [] }] } }),
      JSON.stringify({
        ...madeStored(),
        outcome: { ...madeOutcome(), tables: [{ id: "t", title: "t", head: ["a", "b"], rows: [[1]] }] },
      }),
      JSON.stringify({ ...madeStored(), outcome: { ...madeOutcome(), claims: [{}] } }),
    ]) {
      expect(await problem(answer(text))).toMatch(/no results that this page can read/);
    }
    const newer = JSON.stringify({ schema: 2, id: "abe-4", outcome: {} });
    expect(await problem(answer(newer))).toMatch(/newer version of Sawtooth/);
    expect(await problem(answer(" ".repeat(20e6 + 1)))).toMatch(/too large/);
  });

  it("are fetched once, and again only after a failure", async () => {
    let asked = 0;
    let works = false;
    const results = new StoredResults(() => {
      asked++;
      return works ? answer(JSON.stringify(madeStored()))("") : Promise.reject(new Error("offline"));
    });
    expect((await results.load("abe-4")).stored).toBeNull();
    works = true;
    await results.load("abe-4");
    await results.load("abe-4");
    expect(asked).toBe(2);
  });
});
