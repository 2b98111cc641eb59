/** Hands that change everything at once, the heaviest run, and a page that is hidden. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { openPage, painted, paintedRunOf } from "./browser.ts";
import { digest, fragmentWith, ownFragment } from "./page-state.ts";

const SCENARIO = "v=2&aqm=pie&duration=20s";
const canonical = (link: string) => scenarioToUrl(scenarioFromUrl(`#${link}`).scenario);

const show = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("a hidden page stands still and goes on from there; size and colours may change under a drag; the heaviest run gives way", async () => {
  const page = await openPage({ fragment: SCENARIO });
  const first = await painted(page);
  const before = await digest(page);

  // Everything changes under the hand, and it is one step all the same.
  const slider = page.getByRole("slider", { name: "Target, on the queue delay plot" });
  const box = await slider.boundingBox();
  if (box === null) throw new Error("the handle is not on the screen");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 6, { steps: 2 });
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 9, { steps: 2 });
  await page.mouse.up();
  await fragmentWith(page, "target=");
  await painted(page, first.count);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await paintedRunOf(page, SCENARIO);
  await expect.poll(() => ownFragment(page)).toBe(SCENARIO);
  await expect.poll(() => digest(page)).toBe(before);

  // The heaviest run, changed before it has shown anything, and again.
  const links = ["v=2&capacity=1Gbps&duration=600s", "v=2&capacity=1Gbps&duration=600s&cc=reno", SCENARIO];
  await page.evaluate((all) => {
    for (const link of all) location.hash = link;
  }, links);
  await paintedRunOf(page, canonical(SCENARIO));
  await expect.poll(() => digest(page)).toBe(before);
  expect(await ownFragment(page)).toBe(SCENARIO);

  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  const time = page.locator(".transport__time");
  await expect.poll(() => time.innerText()).not.toMatch(/^0(?:\.0+)? s/);
  await show(page, true);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const stood = await time.innerText();
  await page.waitForTimeout(700);
  expect(await time.innerText()).toBe(stood);
  await show(page, false);
  await expect.poll(() => time.innerText()).not.toBe(stood);
});
