/** What tests read from the page: its link, its digest, its numbers, and what axe finds. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { painted } from "./browser.ts";

export const fragment = (page: Page) => page.evaluate(() => location.hash.slice(1));

/** Without the pinned run that a first change leaves behind. */
export const ownFragment = async (page: Page) => decodeURIComponent(await fragment(page)).split("&pin=")[0];

export const digest = (page: Page) => page.locator("[data-digest]").getAttribute("data-digest");

/** What stands in a row of the numbers table, this run's column. */
export const number = (page: Page, row: string) =>
  page
    .getByRole("row", { name: new RegExp(`^${row} `) })
    .getByRole("cell")
    .first()
    .innerText();

/** Waits until the fragment contains `text`: it is written at the end of a drag, at most a few times a second. */
export async function fragmentWith(page: Page, text: string): Promise<string> {
  await page.waitForFunction((part) => decodeURIComponent(location.hash).includes(part), text);
  return decodeURIComponent(await fragment(page));
}

/** A complete run of what the link says is on the screen, and a reload shows the same one. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  const link = await fragment(page);
  await page.reload();
  await painted(page);
  const shown = await digest(page);
  expect(shown).toMatch(/^[0-9a-f]+$/);
  expect(await fragment(page)).toBe(link);
  await page.reload();
  await painted(page);
  expect(await digest(page)).toBe(shown);
}

/** Needs a page that was opened with `bypassCSP`. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
