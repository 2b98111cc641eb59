/**
 * Tests a page that stays open for a working day while the machine sleeps in between. Its playback continues at the
 * same position.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, paintedRunOf } from "./browser.ts";
import { digest, follow } from "./page-state.ts";

const SCENARIO = "v=2&aqm=pie&duration=600s";
const OTHER = "v=2&aqm=red&duration=600s";

/** Returns the playhead in simulated seconds. */
const playheadS = async (page: Page) => Number.parseFloat(await page.locator(".transport__time").innerText());

/** Simulates an hour in which no timer of the page runs, as with a closed lid, while the page's clock moves on. */
async function sleep(page: Page): Promise<void> {
  await page.clock.fastForward("01:00:00");
}

async function moves(page: Page): Promise<void> {
  const fromS = await playheadS(page);
  await expect.poll(() => playheadS(page)).not.toBe(fromS);
}

test("the page stays usable when open for eight hours, with sleeps during playback, live mode and between changes", async () => {
  const page = await openPage({ fragment: SCENARIO, prepare: (made) => made.clock.install() });
  await paintedRunOf(page, SCENARIO);
  const before = await digest(page);

  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (let hour = 0; hour < 3; hour++) {
    await moves(page);
    const atS = await playheadS(page);
    await sleep(page);
    await moves(page);
    expect((await playheadS(page)) - atS).toBeLessThan(60);
  }
  await page.getByRole("button", { name: "Pause", exact: true }).click();

  for (const link of [OTHER, SCENARIO]) {
    await sleep(page);
    await follow(page, link);
    await paintedRunOf(page, link);
  }
  expect(await digest(page)).toBe(before);

  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  for (let hour = 0; hour < 3; hour++) {
    await moves(page);
    const atS = await playheadS(page);
    await sleep(page);
    await moves(page);
    expect((await playheadS(page)) - atS).toBeLessThan(60);
  }
  expect(await page.getByText("was restarted").count()).toBe(0);
});
