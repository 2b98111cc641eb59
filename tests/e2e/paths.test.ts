/** Paths with several links: which one is watched, in the picture, beside the plots and in the link. */
import { expect, test } from "vitest";
import { openPage, pageAddress, painted } from "./browser.ts";
import { expectAccessibleAs } from "./page-state.ts";

const PARKING_LOT = "v=2&path=parking-lot&duration=20";

test("a link is watched by a click, by arrow keys and by the menu, the address says which, and a link opens on it", async () => {
  const page = await openPage({ fragment: PARKING_LOT });
  await painted(page);
  const links = page.getByRole("radiogroup", { name: "Watched link" });
  const menu = page.getByRole("combobox", { name: "Watched link" }).first();
  await links.getByRole("radio", { name: /^Hop 2/ }).click();
  await page.waitForFunction(() => location.hash.includes("&watch=hop2"));
  expect(await menu.inputValue()).toBe("hop2");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("&watch=hop3"));
  await expect.poll(() => page.locator(".headline").innerText()).toContain("Hop 3 is");
  await menu.selectOption("hop1");
  await page.waitForFunction(() => !location.hash.includes("watch"));
  expect(await links.getByRole("radio", { name: /^Hop 1/ }).isChecked()).toBe(true);

  // A link that names the watched one shows that; another path falls back to its first.
  await page.goto("about:blank");
  await page.goto(pageAddress(`${PARKING_LOT}&watch=hop3`));
  await painted(page);
  await expect.poll(() => page.locator(".headline").innerText()).toContain("Hop 3 is");
  await page.evaluate(() => {
    location.hash = "v=2&duration=20";
  });
  await expect.poll(() => page.locator(".headline").innerText()).toContain("The link is");
});

test("axe finds nothing and nothing overflows on seven routers, on a desk and on a phone", async () => {
  const page = await openPage({ fragment: "v=2&path=gfc-2&duration=5" });
  await painted(page);
  await expectAccessibleAs(page, "light", { width: 1440, height: 900 }, ".stage");
  await expectAccessibleAs(page, "light", { width: 360, height: 640 }, ".stage");
});
