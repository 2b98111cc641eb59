/**
 * Tests glossary terms (in texts, by mouse, keyboard and touch, and the search in the help), and the licences of the page's
 * software.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Licence } from "../../src/ui/features/help/licence-list.ts";
import { openPage, painted } from "./browser.ts";

const tip = (page: Page) => page.locator(".term__tip");
const cwndIn = (page: Page, place: string) =>
  page.locator(`${place} .term__word`, { hasText: /^cwnd$/ }).first();

/** Checks that the tip is inside the window and not covered. */
async function expectInSight(page: Page): Promise<void> {
  const onTop = await tip(page).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return inside && element.contains(document.elementFromPoint(left + 20, top + 20));
  });
  expect(onTop).toBe(true);
}

test("a term is explained on hover and focus; Escape closes the tip, then the dialog", async () => {
  const page = await openPage();
  await painted(page);
  // The labels of numbers share one Tab stop.
  const label = page.locator(".numbers .term__word", { hasText: /^Goodput$|goodput/i }).first();
  await label.hover();
  await expectInSight(page);
  expect(await tip(page).innerText()).toContain("The data that reaches the application per second");
  await page.mouse.move(5, 5);
  await expect.poll(() => tip(page).count()).toBe(0);
  expect(await page.locator('.numbers .term__word[tabindex="0"]').count()).toBe(1);

  await page.getByRole("button", { name: "Help and keys" }).click();
  await page.getByRole("button", { name: "Glossary" }).click();
  await page.getByRole("searchbox", { name: "Search the glossary" }).fill("sojourn");
  await expect.poll(() => page.locator(".words__list > div").first().innerText()).toMatch(/^sojourn time/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("dialog").count()).toBe(0);

  // The tip of a control explains the terms in its help.
  await page.locator(".rail .control__name", { hasText: "ECN" }).first().hover();
  await expect.poll(() => page.locator(".tip .words-of").count()).toBe(1);

  await page.getByRole("button", { name: "About this congestion control" }).first().click();
  const first = page.locator('dialog .term__word[tabindex="0"]');
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expectInSight(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => tip(page).count()).toBe(0);
  expect(await page.locator("dialog").count()).toBe(1);
  await page.getByRole("dialog").getByText("Parameters", { exact: true }).click();
  await cwndIn(page, "dialog").hover();
  await expectInSight(page);
});

test("the terms of the first screen are explained in place, the name of the queue by its card", async () => {
  const page = await openPage();
  await painted(page);
  for (const [place, word] of [
    [".chart-cwnd", "cwnd"],
    [".path-key", "CE"],
    [".path-key", "ECE"],
    [".path-key", "CWR"],
    [".rail", "ABE"],
  ]) {
    await page
      .locator(`${place} .term__word`, { hasText: new RegExp(`^${word}$`) })
      .first()
      .click();
    await expect.poll(() => tip(page).innerText()).toMatch(new RegExp(`^${word}`));
    await page.keyboard.press("Escape");
  }
  const name = { position: { x: 14, y: 8 } };
  await page.locator(".path-name").hover(name);
  await page.getByText("What is CoDel?").waitFor();
  await page.locator(".path-name").click(name);
  await page.getByRole("dialog", { name: "CoDel" }).waitFor();
});

test("on a phone a tap explains a term, and a tap elsewhere closes it", async () => {
  const page = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await painted(page);
  await page.evaluate(() => document.querySelector(".numbers")?.scrollIntoView());
  await page.locator(".numbers .term__word").first().tap();
  await expectInSight(page);
  await page.locator(".numbers h2").tap();
  await expect.poll(() => tip(page).count()).toBe(0);
});

// Checks that the list of licences in the help contains all software of the built page, with the text of its licence.

const dist = resolve(import.meta.dirname, "../../dist");
const textOf = (name: string) => readFileSync(join(dist, name), "utf8");
const listed: readonly Licence[] = JSON.parse(textOf("licences.json"));

test("every package in the built files is on the list of licences", () => {
  const maps = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js.map"));
  const sources = maps.flatMap((name): string[] => JSON.parse(textOf(`assets/${name}`)).sources);
  const packages = new Set(
    sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  expect([...packages]).toContain("react-dom");
  expect([...packages]).toContain("comlink");
  const names = listed.map(({ name }) => name);
  expect([...packages].filter((name) => !names.includes(name))).toEqual([]);
});

test("the single-file page contains the same list", () => {
  const [, packed] = /id="sawtooth-files">([^<]*)</.exec(textOf("sawtooth.html")) ?? [];
  const held = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString());
  expect(JSON.parse(held["licences.json"])).toEqual(listed);
});

test("Help leads to the licences with their texts", async () => {
  const page = await openPage();
  await painted(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("button", { name: "Licences" }).click();
  const dialog = page.getByRole("dialog", { name: "Licences" });
  await dialog.getByText("Apache-2.0").click();
  const [comlink] = listed.filter(({ name }) => name === "comlink");
  expect(await dialog.locator("details[open] pre").innerText()).toBe(comlink.text);
  expect(await dialog.locator("summary").allInnerTexts()).toEqual(
    listed.map(({ name, version, licence }) => `${name} ${version}, ${licence}`),
  );
});
