/** The numbers say what they cover: all flows or which, so far or the whole run. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { savedBy } from "./downloads.ts";
import { expectAccessible, number } from "./page-state.ts";

const CALL = "v=2&aqm=fq-codel&duration=30s&flow=cc=cubic&flow=cc=newreno,rtt=20ms&flow=traffic=cbr";

const p99Ms = async (page: Page, name: RegExp) => {
  const line = page
    .getByRole("list", { name: "Queue delay by flow" })
    .getByRole("listitem")
    .filter({ hasText: name });
  const [, ms] = /p99 ([\d.]+) ms/.exec(await line.innerText()) ?? [];
  return Number(ms);
};

test("flows with queues of their own have a curve and a p99 each, and a table of their numbers", async () => {
  const page = await openPage({ fragment: CALL });
  await painted(page);
  await page
    .getByText(/^flow 3/)
    .first()
    .waitFor();
  await expect.poll(() => p99Ms(page, /^flow 3/)).toBeLessThan((await p99Ms(page, /^all packets/)) / 2);
  expect(await number(page, "Jain's index")).toMatch(/^0\.9\d\d\s+of 2 flows; 1 thin flow left out$/);

  await page.getByRole("button", { name: "Numbers per flow" }).click();
  const dialog = page.getByRole("dialog", { name: "Numbers per flow" });
  const names = () => dialog.getByRole("rowheader").allInnerTexts();
  const starts = async () => (await names()).map((name) => name.trim().slice(0, 6));
  await expect
    .poll(() => dialog.getByRole("row", { name: /^flow 3/ }).innerText())
    .toMatch(/0\.50 Mbps\s+5\.0 %\s+\d/);
  await dialog.getByRole("button", { name: "Goodput" }).click();
  expect(await dialog.getByRole("columnheader", { name: "Goodput" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  expect(await starts()).toEqual(["flow 2", "flow 1", "flow 3"]);
  await expectAccessible(page, "dialog");

  await dialog.getByRole("checkbox", { name: /^flow 3/ }).check();
  await dialog.getByText(/of 3 chosen flows/).waitFor();
  const file = await savedBy(page, dialog.getByRole("button", { name: "Save as CSV" }));
  const [, covered, head] = file.split("\n");
  expect([covered, head.split(",")[3]]).toEqual(["# After 10 s of warm-up", "goodput (bit/s)"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => number(page, "Jain's index")).toMatch(/^0\.7\d\d\s+of 3 chosen flows$/);
});

test("figures wait for the end of the warm-up and then say so far, and nothing is compared before the end", async () => {
  const page = await openPage({
    fragment: "v=2&duration=20s&warmup=10s&beta-ecn=0.8&pin=v%3D2%26duration%3D20s%26warmup%3D10s",
  });
  await painted(page);
  const headline = page.locator(".headline__text");
  await expect.poll(() => headline.innerText()).toMatch(/% goodput, .* median and .* p90 queue delay$/);
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await expect.poll(() => number(page, "Goodput")).toBe("after warm-up");
  await expect.poll(() => headline.innerText()).not.toMatch(/[−+]\d/);
  await page.keyboard.press("8");
  await expect
    .poll(() => page.locator(".numbers__foot").innerText())
    .toMatch(/so far, 1\d\.\d of 20 s|digest/);
  await expect.poll(() => headline.innerText()).toMatch(/p90 queue delay$/);
});
