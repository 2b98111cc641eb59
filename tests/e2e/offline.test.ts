/** Without a network: the copy on the device, a newer version beside it, and the page as one file from a disk. */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { SERVICE_WORKER, serviceWorker } from "../../scripts/offline-site.ts";
import { SINGLE_FILE } from "../../scripts/single-file.ts";
import { openPage, type Painted, painted, paintedRunOf } from "./browser.ts";
import { savedBy } from "./downloads.ts";
import { serveFolder } from "./static-server.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const scratch = mkdtempSync(join(tmpdir(), "sawtooth-offline-"));
const saved = join(scratch, "saved.html");
afterAll(() => rmSync(scratch, { recursive: true }));

/** The whole page is on the device, and answers for the server. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

test("after the first visit everything works without a server; a new version waits until it is asked for", async () => {
  const folder = join(scratch, "site");
  cpSync(dist, folder, { recursive: true, filter: (file) => !/\.map$/.test(file) });
  const server = await serveFolder(folder);
  const page = await openPage({
    url: server.url,
    serviceWorkers: "allow",
    // Told by the browser of requests that the copy on the device has answered.
    expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/,
  });
  await painted(page);
  await kept(page);

  // A newer version on the server: fetched beside the old one, not used.
  appendFileSync(join(folder, "favicon.svg"), "<!-- newer -->\n");
  writeFileSync(join(folder, SERVICE_WORKER), await serviceWorker(folder));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const notice = page.getByRole("status", { name: "New version" });
  await notice.waitFor();
  const icon = () => page.evaluate(async () => (await fetch("favicon.svg")).text());
  expect(await icon()).not.toContain("newer");
  await notice.getByRole("button", { name: "Use it now" }).click();
  await page.waitForEvent("load");
  await painted(page);
  expect(await icon()).toContain("newer");

  await server.close();
  await page.reload();
  await painted(page);
  await page.evaluate(() => {
    location.hash = "v=2&aqm=fq-pie&cc=bbr3&duration=20s";
  });
  await page.waitForFunction(() => {
    const last = (window as { sawtoothPainted?: Painted }).sawtoothPainted;
    return last?.done && last.url.includes("bbr3");
  });
  const shows = async (screen: string, what: string) => {
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: screen }).click();
    await page.getByText(what).first().waitFor();
  };
  await shows("Papers", "of the papers’ 162 claims hold");
  await shows("Lessons", "Bufferbloat");
  await shows("Sweep", "Values");
  expect(await page.evaluate(async () => (await fetch("reference/index.html")).ok)).toBe(true);
});

test("as one file it runs from a disk: a run, another queue, a story, the papers, a sweep", async () => {
  const file = join(dist, SINGLE_FILE);
  const page = await openPage({
    url: pathToFileURL(file).href,
    fragment: "v=2&aqm=pie&cc=dctcp&duration=20s",
  });
  await painted(page);
  await page.keyboard.press("w");
  await page.locator(".why__card").first().waitFor();
  await page.evaluate(() => {
    location.hash = "screen=papers";
  });
  await page.getByText("of the papers’ 162 claims hold").waitFor();
  await page.evaluate(() => {
    location.hash = "screen=sweep&v=2&duration=5s&x=beta-ecn=0.5,0.8&metric=utilisation";
  });
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await page.getByText(/^2 runs in/).waitFor();
  const tags =
    readFileSync(file, "utf8")
      .match(/<(?:script|link)\b[^>]*>/g)
      ?.slice(0, 5) ?? [];
  expect(tags.filter((tag) => /\s(?:src|href)="(?!data:)/.test(tag))).toEqual([]);
});

test("a run is saved in the file", async () => {
  const page = await openPage({ fragment: "v=2&aqm=red&duration=12s" });
  await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const save = page.getByRole("button", { name: /^Save as one file \(\d\.\d MB\)$/ });
  writeFileSync(saved, await savedBy(page, save));
});

test("the saved file opens with its run", async () => {
  const page = await openPage({ url: pathToFileURL(saved).href });
  await paintedRunOf(page, "v=2&aqm=red&duration=12s");
});
