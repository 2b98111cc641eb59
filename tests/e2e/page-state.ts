/**
 * Helpers that use the page and read its state: its URL, its run's digest, its numbers, its files, and the faults
 * that axe finds.
 */

import { inflateSync } from "node:zlib";
import axe, { type RunOptions } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { browserName, painted, paintedRunOf } from "./browser.ts";
import { showInFirefox } from "./firefox.ts";

type AxeRunner = Pick<typeof axe, "run">;

export const PHONE = { width: 390, height: 844 };
export const LAPTOP = { width: 1440, height: 900 };

export const fragment = (page: Page) => page.evaluate(() => location.hash.slice(1));

/** Returns the URL's fragment without the pinned run, which the first change adds. */
export const ownFragment = async (page: Page) => decodeURIComponent(await fragment(page)).split("&pin=")[0];

export const digest = (page: Page) => page.locator("[data-digest]").getAttribute("data-digest");

/** Returns the value of the current run in a row of the numbers. */
export const number = (page: Page, row: string) =>
  page
    .getByRole("row", { name: new RegExp(`^${row} `) })
    .getByRole("cell")
    .first()
    .innerText();

/**
 * Waits until the fragment contains `text`. The page writes the fragment at the end of a drag, and at most a few
 * times a second.
 */
export async function fragmentWith(page: Page, text: string): Promise<string> {
  await page.waitForFunction((part) => decodeURIComponent(location.hash).includes(part), text);
  return decodeURIComponent(await fragment(page));
}

/** Follows another URL on the open page, without waiting for its run. */
export const go = (page: Page, link: string) =>
  page.evaluate((next) => {
    location.hash = next;
  }, link);

/** Types a value and applies it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Enter");
}

export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());

/** Presses Tab until the focused element has this name, so that it must be reachable by keyboard. */
export async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  for (let stops = 0; stops < 200; stops++) {
    const here = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = element.closest("label") ?? (element as HTMLInputElement).labels?.[0] ?? element;
      return (element.getAttribute("aria-label") ?? label.innerText ?? "").trim();
    });
    if (typeof name === "string" ? here === name : name.test(here)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${name}`);
}

export async function placeOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not on the screen`);
  return box;
}

/**
 * Follows a URL on the open page, which takes a tenth of the time of opening a page, and waits for the complete run.
 */
export async function follow(page: Page, link: string): Promise<void> {
  await go(page, link);
  await paintedRunOf(page, scenarioToUrl(scenarioFromUrl(`#${link}`, PROGRAM_READER).scenario));
}

/** Checks that a complete run of the URL is on the screen, and that a reload shows the same run. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  const link = await fragment(page);
  await paintedRunOf(page, scenarioToUrl(scenarioFromUrl(link, PROGRAM_READER).scenario));
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

/**
 * Runs in the page. Returns the faults that axe finds. Passed checks are not described, because describing them takes
 * most of the time.
 */
async function violationsIn({ part, options }: Looked): Promise<string[]> {
  const { axe } = window as unknown as { axe: AxeRunner };
  const { violations } = await axe.run(part, { resultTypes: ["violations"], ...options });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** axe checks the size of targets (24 px, or as much space around them) only on request. */
const TARGETS: RunOptions = { rules: { "target-size": { enabled: true } } };

/** Checks that axe finds nothing and that nothing overflows sideways. */
export async function expectAccessible(
  page: Page,
  part = "html",
  { targets = false }: { targets?: boolean | undefined } = {},
): Promise<void> {
  await page.evaluate(axe.source);
  const options = targets ? TARGETS : {};
  expect(await page.evaluate(violationsIn, { part, options })).toEqual([]);
  await expectNoOverflow(page);
}

/**
 * Checks only the contrast of texts, the one fault that colours can cause. The page must have passed the other checks
 * before.
 */
export async function expectReadableText(page: Page): Promise<void> {
  const options: RunOptions = { runOnly: ["color-contrast"] };
  expect(await page.evaluate(violationsIn, { part: "html", options })).toEqual([]);
}

export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
}

/** Checks accessibility at another size and in another colour scheme of the screen. */
export async function expectAccessibleAs(
  page: Page,
  colorScheme: "light" | "dark",
  { width, height }: { readonly width: number; readonly height: number },
  part?: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await resize(page, width, height);
  await expectAccessible(page, part);
}

/** Checks that nothing overflows sideways in a window of 1280 px at 400 % zoom (WCAG 1.4.10). */
export async function expectNarrow(page: Page): Promise<void> {
  await resize(page, 320, 640);
  await expectNoOverflow(page);
  await resize(page, 1440, 900);
}

export async function expectNoOverflow(page: Page): Promise<void> {
  // The plots follow a resize in the next frame.
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
}

interface Saved {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns the file that an action saves. */
export async function saved(page: Page, act: Promise<void>): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent("download"), act]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  // Firefox renames a second file of the same name without informing Playwright. Deleting the file avoids this.
  await file.delete();
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** Returns the text of the file that is saved by a click on the button. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  return (await saved(page, button.click())).bytes.toString("utf8");
}

/** Shows the page as on paper, or as on a screen again. */
export async function showAs(
  page: Page,
  media: "print" | "screen",
  colorScheme: "light" | "dark",
): Promise<void> {
  if (browserName === "firefox") await showInFirefox(page, media, colorScheme);
  else await page.emulateMedia({ media, colorScheme });
}

/** Returns the number of pages on this paper. The page must already be shown as on paper. */
export async function pagesOn(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString("latin1");
  // Firefox returns to the screen's styles after printing.
  await page.emulateMedia({ media: "print" });
  return [pdf, ...packedIn(pdf)].join("\n").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Returns the compressed parts of a PDF, unpacked. Firefox compresses the objects that describe pages. */
function packedIn(pdf: string): string[] {
  return [...pdf.matchAll(/\/Type\s*\/ObjStm\b.*?stream\r?\n(.*?)endstream/gs)].map(([, packed]) =>
    inflateSync(Buffer.from(packed, "latin1")).toString("latin1"),
  );
}
