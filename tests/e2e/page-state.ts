/** What tests do with the page, and read from it: its link, its digest, its numbers, its files, and what axe finds. */
import { inflateSync } from "node:zlib";
import axe, { type RunOptions } from "axe-core";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { browserName, painted, paintedRunOf } from "./browser.ts";
import { showInFirefox } from "./firefox.ts";

type AxeRunner = Pick<typeof axe, "run">;

export const PHONE = { width: 390, height: 844 };
export const LAPTOP = { width: 1440, height: 900 };

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

/** Another link on the page as it is; nothing is waited for. */
export const go = (page: Page, link: string) =>
  page.evaluate((next) => {
    location.hash = next;
  }, link);

/** Types a value and takes it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Enter");
}

export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());

/** Tab until what has the focus is called so: whoever has no pointer comes there, too. */
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

/** Follows a link on the page as it is, which costs a tenth of opening it anew, and waits for its complete run. */
export async function follow(page: Page, link: string): Promise<void> {
  await go(page, link);
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

/** No text has too little contrast: the one thing that colours can do wrong. Of a page that axe has looked at before. */
export async function expectReadableText(page: Page): Promise<void> {
  const options: RunOptions = { runOnly: ["color-contrast"] };
  expect(await page.evaluate(violationsIn, { part: "html", options })).toEqual([]);
}

export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
}

/** The same in another size and colour scheme of the screen. */
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

/** Nothing overflows sideways at 1280 px at 400 % (WCAG 1.4.10). */
export async function expectNarrow(page: Page): Promise<void> {
  await resize(page, 320, 640);
  await expectNoOverflow(page);
  await resize(page, 1440, 900);
}

export async function expectNoOverflow(page: Page): Promise<void> {
  // After another size the plots follow in a frame of their own.
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
}

interface Saved {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The file that this brings. */
export async function saved(page: Page, act: Promise<void>): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent("download"), act]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  // Firefox gives another name to a second file of one name, of which Playwright does not hear.
  await file.delete();
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** The text of the file that a click on the button brings. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  return (await saved(page, button.click())).bytes.toString("utf8");
}

/** As on paper, or as on a screen again. */
export async function showAs(
  page: Page,
  media: "print" | "screen",
  colorScheme: "light" | "dark",
): Promise<void> {
  if (browserName === "firefox") await showInFirefox(page, media, colorScheme);
  else await page.emulateMedia({ media, colorScheme });
}

/** How many pages it has on this paper, of a page that is shown as on paper. */
export async function pagesOn(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString("latin1");
  // Firefox shows it as on a screen when it has printed.
  await page.emulateMedia({ media: "print" });
  return [pdf, ...packedIn(pdf)].join("\n").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Firefox packs what says where pages begin. */
function packedIn(pdf: string): string[] {
  return [...pdf.matchAll(/\/Type\s*\/ObjStm\b.*?stream\r?\n(.*?)endstream/gs)].map(([, packed]) =>
    inflateSync(Buffer.from(packed, "latin1")).toString("latin1"),
  );
}
