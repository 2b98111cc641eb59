/** What the page does not do: paint what nobody sees, or anything while nothing moves. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted, paintedOther } from "./browser.ts";

interface WatchedWindow {
  /** Which plots were painted, by the name of their place, and how many frames were asked for. */
  watched: { readonly plots: string[]; frames: number };
}

function watchPainting(): void {
  const watched = { plots: [] as string[], frames: 0 };
  (window as unknown as WatchedWindow).watched = watched;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    watched.plots.push((this.canvas as HTMLCanvasElement).closest(".plot")?.className ?? "path");
    clear.apply(this, area);
  };
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    watched.frames += 1;
    return ask.call(window, callback);
  };
}

const watchedSince = (page: Page) =>
  page.evaluate(() => {
    const { watched } = window as unknown as WatchedWindow;
    const seen = { plots: [...watched.plots], frames: watched.frames };
    watched.plots.length = 0;
    watched.frames = 0;
    return seen;
  });

async function openWatched(height: number): Promise<Page> {
  const page = await openPage({
    viewport: { width: 1440, height },
    reducedMotion: "no-preference",
    prepare: async (opened) => {
      await opened.addInitScript(watchPainting);
    },
  });
  await painted(page);
  return page;
}

test("a plot that is out of sight is neither modelled nor painted, and there when it is scrolled to", async () => {
  const page = await openWatched(420);
  const fairness = page.locator(".plot--fairness");
  const label = () => fairness.getByRole("slider").getAttribute("aria-label");
  await expect.poll(() => fairness.evaluate((plot) => plot.getBoundingClientRect().top)).toBeGreaterThan(600);
  await expect.poll(label).toContain("index");
  const before = await label();
  await watchedSince(page);
  const slider = page.getByRole("slider", { name: /Backoff on a mark/ });
  const box = await slider.boundingBox();
  if (box === null) throw new Error("the slider is not on the screen");
  const first = await painted(page);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 });
  await painted(page, first.count);
  const { plots } = await watchedSince(page);
  expect(plots.some((name) => name.includes("plot--cwnd"))).toBe(true);
  expect(plots.filter((name) => name.includes("plot--fairness"))).toEqual([]);
  expect(await label()).toBe(before);
  await page.mouse.up();
  await fairness.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => (await watchedSince(page)).plots.some((name) => name.includes("plot--fairness")))
    .toBe(true);
});

test("no frame is asked for at rest without packets moving, and none of a plot while they move", async () => {
  const page = await openWatched(900);
  await expect.poll(async () => (await watchedSince(page)).plots).toContain("path");
  await expect
    .poll(async () => (await watchedSince(page)).plots.filter((name) => name !== "path"))
    .toEqual([]);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  // Until what was on its way has come to rest.
  await expect.poll(async () => (await watchedSince(page)).frames).toBe(0);
  await page.waitForTimeout(500);
  expect(await watchedSince(page)).toEqual({ plots: [], frames: 0 });
});

test("packets stand still while a control is dragged", async () => {
  const page = await openWatched(900);
  await expect.poll(async () => (await watchedSince(page)).plots).toContain("path");
  const slider = page.getByRole("slider", { name: /Backoff on a loss/ });
  const box = await slider.boundingBox();
  if (box === null) throw new Error("the slider is not on the screen");
  const before = await painted(page);
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.mouse.down();
  const taken = await paintedOther(page, [before.url]);
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await paintedOther(page, [before.url, taken.url]);
  await watchedSince(page);
  await page.waitForTimeout(500);
  expect((await watchedSince(page)).plots).not.toContain("path");
  await page.mouse.up();
  await expect.poll(async () => (await watchedSince(page)).plots).toContain("path");
});
