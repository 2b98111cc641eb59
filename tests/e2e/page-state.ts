/** What tests read from the page: its link, its digest, its numbers, and what axe finds. */
import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { painted, paintedRunOf } from "./browser.ts";

type AxeRunner = Pick<typeof axe, "run">;

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

/** Follows a link on the page as it is, which costs a tenth of opening it anew, and waits for its complete run. */
export async function follow(page: Page, link: string): Promise<void> {
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, link);
  await paintedRunOf(page, scenarioToUrl(scenarioFromUrl(`#${link}`).scenario));
}

/** A complete run of what the link says is on the screen, and a reload shows the same one. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  const link = await fragment(page);
  await paintedRunOf(page, scenarioToUrl(scenarioFromUrl(link).scenario));
  const shown = await digest(page);
  expect(shown).toMatch(/^[0-9a-f]+$/);
  await page.reload();
  await painted(page);
  expect([await fragment(page), await digest(page)]).toEqual([link, shown]);
}

interface Looked {
  readonly part: string;
  readonly options: RunOptions;
}

/** In the page. What is in order is not described: that takes most of the time. */
async function violationsIn({ part, options }: Looked): Promise<string[]> {
  const { axe } = window as unknown as { axe: AxeRunner };
  const { violations } = await axe.run(part, { resultTypes: ["violations"], ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** axe asks for targets of 24 px, or as much room around them, only where it is told to. */
const TARGETS: RunOptions = { rules: { "target-size": { enabled: true } } };

/** axe finds nothing, and nothing overflows sideways. */
export async function expectAccessible(page: Page, part = "html", { targets = false } = {}): Promise<void> {
  await page.evaluate(axe.source);
  const options = targets ? TARGETS : {};
  expect(await page.evaluate(violationsIn, { part, options })).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** No text has too little contrast: the one thing that colours can do wrong. Of a page that axe has looked at before. */
export async function expectReadableText(page: Page): Promise<void> {
  const options: RunOptions = { runOnly: ["color-contrast"] };
  expect(await page.evaluate(violationsIn, { part: "html", options })).toEqual([]);
}

/** The same in another size and colour scheme of the screen. */
export async function expectAccessibleAs(
  page: Page,
  colorScheme: "light" | "dark",
  viewport: { readonly width: number; readonly height: number },
  part?: string,
): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  await expectAccessible(page, part);
}
