import { expect, test } from "vitest";
import { FEATURES } from "../../../src/ui/app/features.ts";
import { tabNamed } from "../../../src/ui/shared/Tabs.tsx";

test("a link names a tab of the screen, by default the first", () => {
  const tabs = FEATURES.flatMap((feature) => feature.tabs ?? []);
  expect(tabs.map(({ label }) => label)).toEqual(["Set a task", "Check hand-ins", "Lesson", "Talk"]);
  for (const tab of tabs) expect(tabNamed(tabs, tab.id)).toBe(tab);
  expect([tabNamed(tabs, "nothing"), tabNamed(tabs, "check&more")?.id]).toEqual([tabs[0], "check"]);
});
