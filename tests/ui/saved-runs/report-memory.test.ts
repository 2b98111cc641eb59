import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  keepReport,
  keepStudent,
  keepsReports,
  LONGEST_NOTES,
  MOST_REPORTS,
  readReports,
  readStudent,
  tidyDraft,
} from "../../../src/ui/saved-runs/report-store.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal("window", { localStorage });
});

afterEach(() => vi.unstubAllGlobals());

const report = (key: string, notes = "seen") => ({ key, title: "Lab", notes, toggled: [] });

test("each run has its own notes, the newest first; one without words is forgotten, and the oldest make room", () => {
  expect(keepReport(report("a"))).toBe(true);
  keepReport(report("b"));
  keepReport(report("a", "more"));
  expect(readReports()).toEqual([report("a", "more"), report("b")]);
  keepReport({ key: "b", title: "", notes: "", toggled: [] });
  expect(readReports().map(({ key }) => key)).toEqual(["a"]);
  for (let i = 0; i < MOST_REPORTS + 3; i++) keepReport(report(`r${i}`));
  expect(readReports()).toHaveLength(MOST_REPORTS);
  expect(readReports()[0].key).toBe(`r${MOST_REPORTS + 2}`);
});

test("what was changed by hand is no harm, and what is too long is cut where it is read and written", () => {
  for (const text of ["{", "7", "null", '{"key":"a"}', '[7,null,{"key":1},{"key":"a","title":"t"}]']) {
    kept.set("sawtooth.reports", text);
    expect(readReports()).toEqual([]);
  }
  kept.set("sawtooth.reports", '[{"key":"a","title":"t\\nu","notes":"n","toggled":["x",7],"more":1}]');
  expect(readReports()).toEqual([{ key: "a", title: "t u", notes: "n", toggled: ["x"] }]);
  expect(tidyDraft({ title: "", notes: "x".repeat(LONGEST_NOTES + 1), toggled: [] }).notes).toHaveLength(
    LONGEST_NOTES,
  );
});

test("the name is the one that tasks know; a storage that refuses is told of, and is no error", () => {
  expect(keepStudent(" Ana ")).toBe(true);
  expect(readStudent()).toBe("Ana");
  expect(keepsReports()).toBe(true);
  vi.stubGlobal("window", {
    get localStorage(): never {
      throw new Error("blocked");
    },
  });
  expect([keepsReports(), keepReport(report("a")), keepStudent("Ana")]).toEqual([false, false, false]);
  expect(readReports()).toEqual([]);
});
