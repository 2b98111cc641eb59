/** A run that takes long: what the page says of it, and the ways to end it and to go on. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";

/** As much as a run may be: a hundred million packets, of many flows. */
const LONG = "v=2&capacity=1Gbps&duration=1000s&aqm=fq-codel&flow=cc=cubic,count=50,rtt=20ms";

const progress = (page: Page) => page.getByRole("progressbar", { name: "Simulation" });
const button = (page: Page, name: string) => page.getByRole("button", { name });

const simulatedS = async (page: Page) => Number(await progress(page).getAttribute("value"));

async function cancel(page: Page): Promise<number> {
  await button(page, "Cancel simulating").click();
  const stopped = page.getByText(/stopped at/);
  await stopped.waitFor();
  const words = await stopped.locator("..").innerText();
  const [, atS] = /stopped at\s+([\d.]+) of 1000 s/.exec(words) ?? [];
  return Number(atS);
}

test("a long run says how far it is, stops where it is cancelled, goes on from there, and runs again", async () => {
  const page = await openPage({ fragment: LONG });
  await expect.poll(() => simulatedS(page)).toBeGreaterThan(0);
  expect(await progress(page).getAttribute("aria-valuetext")).toMatch(
    /^simulated [\d.]+ of 1000 s, about \d+ (s|min) left$/,
  );
  const first = await cancel(page);
  expect(first).toBeGreaterThan(0);
  // What was simulated so far is on the screen, and no more is.
  await page
    .locator(".numbers__foot")
    .getByText(`so far, ${first.toFixed(1)} of 1000 s`)
    .waitFor();
  await expect
    .poll(() => page.locator("[data-live-region]").innerText())
    .toBe(`Stopped at ${first.toFixed(1)} of 1000 s.`);
  await page.keyboard.press("Enter");
  await button(page, "Cancel simulating").waitFor();
  expect(await simulatedS(page)).toBeGreaterThanOrEqual(first - 0.05);
  const second = await cancel(page);
  expect(second).toBeGreaterThan(first);
  await button(page, "Run again").click();
  await button(page, "Cancel simulating").waitFor();
  await expect.poll(() => simulatedS(page)).toBeLessThan(1000);
  // Another change ends the long run, and the next one is over before it has to be told.
  await page.getByRole("textbox", { name: "Capacity", exact: true }).fill("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("[data-digest]").getAttribute("data-digest")).toMatch(/^[0-9a-f]+$/);
  expect(await progress(page).count()).toBe(0);
});
