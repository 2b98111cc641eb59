/**
 * One way through each screen: opened, used once, without an error in the console or a request to elsewhere, and axe finds
 * nothing. These are the browser's tests of `npm test`; the others are in `npm run test:all`.
 */
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible } from "./page-state.ts";
import { closeDialog, DIALOGS, SCREENS } from "./screens.ts";

test.each(SCREENS)("$name", async ({ link, there, use, isForTeaching }) => {
  const page = await openPage({ fragment: link });
  await there(page);
  await use(page);
  await expectAccessible(page, "html", { targets: isForTeaching });
  expect(await page.title()).toMatch(/Sawtooth/);
});

test("every dialog opens and closes by Escape", async () => {
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
