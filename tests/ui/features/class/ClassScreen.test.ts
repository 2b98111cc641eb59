import { expect, test } from "vitest";
import { CLASS_TABS, tabNamed } from "../../../../src/ui/features/class/ClassScreen.tsx";

test("a link names a tab of the screen, by default the first", () => {
  for (const tab of CLASS_TABS) expect(tabNamed(tab.id)).toBe(tab);
  expect([tabNamed("nothing"), tabNamed("check&more").id]).toEqual([CLASS_TABS[0], "check"]);
});
