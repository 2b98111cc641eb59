/** How much a new visitor waits for, and that the rest has come before the network may go. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { painted, recordPaints } from "./browser.ts";
import { measureFirstLoad } from "./first-load.ts";
import { serveFolder } from "./static-server.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject("browserEndpoint"));
});

afterAll(() => browser.close());

test.each([
  ["the page as it is", ""],
  ["a link to other algorithms", "v=2&cc=cubic&aqm=pie"],
])("%s takes few bytes until the first plots, worker included", async (_, fragment) => {
  const { gzipBytes, files } = await measureFirstLoad(browser, DIST, fragment);
  expect(files.map(({ path }) => path).filter((path) => /sim\.worker/.test(path))).toHaveLength(1);
  const heaviest = files.map(({ path, gzipBytes: bytes }) => `${bytes} ${path}`).join("\n");
  expect(gzipBytes, heaviest).toBeLessThanOrEqual(260_000);
});

/** All that was built: nothing of it is left out in idle time. */
const programs = () => readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".js"));

/** The page on a server of its own, which is gone when all has come that the page fetches in idle time. */
async function openOffline(): Promise<Page> {
  const asked = new Set<string>();
  const server = await serveFolder(DIST, (path) => asked.add(path));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await recordPaints(page);
  await page.goto(server.url);
  await painted(page);
  // The page's own programs, its worker's, and what they share.
  await expect.poll(() => programs().filter((name) => !asked.has(`assets/${name}`))).toEqual([]);
  await server.close();
  return page;
}

test("without the network every dialog and screen opens, and every algorithm runs", async () => {
  const page = await openOffline();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const dialog = page.getByRole("dialog");
  for (const name of [/^Model notes$/, /Help and keys/, /^Share$/, /^Presets$/]) {
    await page.getByRole("button", { name }).click();
    await dialog.getByRole("heading").first().waitFor();
    if (name.test("Model notes")) {
      await dialog.getByRole("button", { name: /How right is it/ }).click();
      await dialog
        .getByText(/Linux 6\.1: \d+ cases/)
        .first()
        .waitFor();
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await page
    .getByRole("button", { name: /About this/ })
    .first()
    .click();
  await dialog.getByRole("heading").first().waitFor();
  await page.keyboard.press("Escape");
  for (const preset of [/^BBR/, /^FQ-CoDel/, /^Parking lot/]) {
    await page.getByRole("button", { name: "Presets", exact: true }).click();
    const { count } = await painted(page);
    await dialog.getByRole("button", { name: preset }).first().click();
    await painted(page, count);
    // Delays by flow are counted by a worker that has not been needed before.
    if (preset.test("FQ-CoDel")) await page.getByRole("listitem").getByText(/^p99/).first().waitFor();
  }
  await page.locator(".path-graph").waitFor();
  for (const screen of ["Papers", "Sweep", "Bench"]) {
    await page.getByRole("link", { name: screen, exact: true }).click();
    await page.locator("[aria-current=page]", { hasText: screen }).waitFor();
    await expect.poll(() => page.locator(".screen-loading").count()).toBe(0);
    expect(await page.locator(".notice--error").allInnerTexts()).toEqual([]);
  }
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await page.getByRole("button", { name: "Step forward" }).click();
  await expect.poll(() => page.locator(".transport__time").innerText()).not.toMatch(/^0(?:\.0+)? s/);
  expect(errors).toEqual([]);
});
