/**
 * Tests the page while a browser translates it: everything works, and each shown text corresponds to the text that
 * the page has set.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { go, press } from "./page-state.ts";
import { closeDialog, DIALOGS, SCREENS } from "./screens.ts";
import { contradictions, type Translator, translate, translatedTexts, untranslated } from "./translators.ts";

const TRANSLATORS: readonly Translator[] = ["chrome", "firefox"];

const openTranslated = (translator: Translator, fragment: string) =>
  openPage({ fragment, prepare: (page) => translate(page, translator) });

/** Time limit for a translation: a translator reacts within a tick, React within a frame. */
const SOON_MS = 10_000;

/** Checks that the shown texts soon correspond to the texts that the page has set, and that nothing failed. */
async function expectRight(page: Page, where: string): Promise<void> {
  await expect.poll(() => contradictions(page), { message: where, timeout: SOON_MS }).toEqual([]);
  expect(await page.getByText("could not be drawn").count(), where).toBe(0);
  expect(await page.locator("svg font").count(), where).toBe(0);
}

test.each(TRANSLATORS)("every screen and dialog works when translated as by %s", async (translator) => {
  const page = await openTranslated(translator, "v=2&flows=2");
  await painted(page);
  expect(await translatedTexts(page)).toBeGreaterThan(100);
  for (const [name, open] of DIALOGS) {
    await open(page);
    await page.getByRole("dialog", { name, exact: true }).getByRole("heading").first().waitFor();
    await expectRight(page, String(name));
    await closeDialog(page);
  }
  for (const { name, link, there, use } of SCREENS) {
    await go(page, link);
    await there(page);
    await expectRight(page, name);
    await use(page);
    await expectRight(page, `${name}, used`);
  }
});

test("nodes that a translator removed do not stop the page, and the console reports them", async () => {
  const told: string[] = [];
  const page = await openPage({ fragment: "v=2&at=18s", expected: /part of the page is missing/ });
  page.on("console", (message) => told.push(message.text()));
  await painted(page);
  await page.locator(".headline__text").evaluate((part) => part.remove());
  await go(page, "v=2&aqm=pie&at=18s&pin=v%3D2");
  await expect.poll(() => page.locator(".headline__text").innerText()).toMatch(/PIE/);
  expect(told.join("\n")).toMatch(/part of the page is missing/);
  await expectRight(page, "bench");
});

/** The playhead is at the time of the event that the question is about. */
const LINK = "v=2&at=18s";

/**
 * Uses the bench like a student: changes settings, plays, steps, asks questions, and opens and closes parts of the
 * page.
 */
async function workAt(page: Page): Promise<string[]> {
  const seen: string[] = [];
  const look = async () => {
    const { headline, numbers } = await page.evaluate(() => ({
      headline: document.querySelector(".headline")?.textContent ?? "",
      numbers: [...document.querySelectorAll(".numbers tr")].map((row) => row.textContent ?? ""),
    }));
    seen.push(untranslated([headline, ...numbers].join("\n")));
  };
  const beta = page.getByRole("slider", { name: /Backoff on a mark/ });
  for (let presses = 0; presses < 6; presses++) {
    const before = await page.evaluate(() =>
      document.querySelector("[data-digest]")?.getAttribute("data-digest"),
    );
    await beta.press("ArrowRight");
    await page.waitForFunction((old) => {
      const now = document.querySelector("[data-digest]")?.getAttribute("data-digest");
      return now !== "" && now !== old;
    }, before);
    await look();
  }
  await beta.blur();
  await press(page, "Shift+ArrowRight", "w");
  await page.getByRole("heading", { name: /^Why\? ./ }).waitFor();
  await page.locator(".why__text p").first().waitFor();
  seen.push(untranslated(await page.locator(".why__text").innerText()));
  await press(page, "Escape", "ArrowRight", "ArrowRight");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await painted(page);
  return seen;
}

test("numbers, headline and story equal those of an untranslated page", async () => {
  const plain = await openPage({ fragment: LINK });
  await painted(plain);
  const expected = await workAt(plain);
  expect(expected.join("\n")).toMatch(/instead of/);
  for (const translator of TRANSLATORS) {
    const page = await openTranslated(translator, LINK);
    await painted(page);
    expect(await workAt(page), translator).toEqual(expected);
    await expectRight(page, translator);
  }
});
