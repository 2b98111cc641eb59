/** The second half of the screens, and the dialogs. */
import { test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible } from "./page-state.ts";
import { closeDialog, DIALOGS, expectOneWay, HALF, SCREENS } from "./screens.ts";

test.each(SCREENS.slice(HALF))("$name", expectOneWay);

test("every dialog opens, and Escape closes it", async () => {
  const page = await openPage({ fragment: "v=2&flows=2" });
  await painted(page);
  for (const [name, open] of DIALOGS) {
    await open(page);
    const dialog = page.getByRole("dialog", { name, exact: true });
    await dialog.getByRole("heading").first().waitFor();
    await expectAccessible(page, "dialog");
    await closeDialog(page);
  }
});
