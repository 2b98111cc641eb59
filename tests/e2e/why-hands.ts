/** Hands for asking why: they point at symbols, stretches and packets where the page paints them. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** As the plots' frames are called, by their titles. */
const FRAMES: Readonly<Record<string, string>> = {
  cwnd: "cwnd",
  "queue delay": "delay",
  throughput: "rate",
  "Jain's fairness F(t)": "fairness",
};

/** The margins of a time plot that is wider than a phone, and of one that is not. */
const MARGINS = { left: 46, narrowLeft: 36, right: 14 };
const NARROW_PX = 480;

export interface PlotPlace {
  readonly surface: Locator;
  readonly top: number;
  readonly height: number;
  xOf(timeS: number): number;
}

/** Of a plot whose whole run is in view. */
export async function plotPlace(page: Page, plot: string): Promise<PlotPlace> {
  const surface = page.locator(`.chart-${FRAMES[plot]} .chart-surface`);
  await page.getByRole("button", { name: `Why here? Of the ${plot} in view` }).waitFor();
  await surface.scrollIntoViewIfNeeded();
  const box = await surface.boundingBox();
  if (box === null) throw new Error(`the ${plot} plot is not on the screen`);
  const untilS = Number(await surface.getAttribute("aria-valuemax"));
  const left = box.x + (box.width < NARROW_PX ? MARGINS.narrowLeft : MARGINS.left);
  const width = box.x + box.width - MARGINS.right - left;
  return { surface, top: box.y, height: box.height, xOf: (timeS) => left + (timeS / untilS) * width };
}

/** The highest place at a time where the page offers to answer; `what` is part of what it offers. */
export async function symbolPlace(
  page: Page,
  plot: string,
  timeS: number,
  what = "",
): Promise<[number, number]> {
  const { surface, top, height, xOf } = await plotPlace(page, plot);
  const sign = surface.locator("xpath=..").locator(".why-sign");
  for (let y = 4; y < height; y += 5) {
    await page.mouse.move(xOf(timeS), top + y);
    if ((await sign.isVisible()) && (await sign.innerText()).includes(what)) return [xOf(timeS), top + y];
  }
  throw new Error(`no ${what} of the ${plot} plot stands near ${timeS} s`);
}

export async function pressSymbol(page: Page, plot: string, timeS: number, what?: string): Promise<void> {
  await page.mouse.click(...(await symbolPlace(page, plot, timeS, what)));
}

export async function dragOnPlot(
  page: Page,
  plot: string,
  fromS: number,
  toS: number,
  key?: "Shift",
): Promise<void> {
  const { top, height, xOf } = await plotPlace(page, plot);
  const y = top + height / 2;
  if (key !== undefined) await page.keyboard.down(key);
  await page.mouse.move(xOf(fromS), y);
  await page.mouse.down();
  await page.mouse.move(xOf(toS), y, { steps: 4 });
  await page.mouse.up();
  if (key !== undefined) await page.keyboard.up(key);
}

/** The packet at the head ("first") or the tail ("last") of the queue, at the place that the path's data cursor rings. */
export async function pressWaiting(page: Page, end: string): Promise<void> {
  const cursor = page.locator(".path-cursor");
  await cursor.focus();
  // Keys find nothing before the path's picture has come.
  const chosen = async () => {
    await page.keyboard.press(end === "first" ? "Home" : "End");
    return page.locator(".path-chosen").count();
  };
  await expect.poll(chosen).toBe(1);
  // What comes late on a busy machine moves the path.
  const chosenRing = await page.locator(".path-chosen").elementHandle();
  await chosenRing?.waitForElementState("stable");
  const ring = await chosenRing?.boundingBox();
  if (ring == null) throw new Error("no packet waits in the queue");
  await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2);
}

/** The packet on the line of a path with one link where the page offers to tell of `what`. */
export async function pressUnderWay(page: Page, what: string): Promise<void> {
  const box = await page.locator(".path-link").boundingBox();
  if (box === null) throw new Error("no link is drawn");
  const sign = page.locator(".path-box .why-sign");
  const y = box.y + box.height / 2;
  for (let x = box.x; x < box.x + box.width; x += 8) {
    await page.mouse.move(x, y);
    if ((await sign.isVisible()) && (await sign.innerText()) === `Why? ${what}`) {
      await page.mouse.click(x, y);
      return;
    }
  }
  throw new Error(`${what} is not on the link`);
}

/** With "_" before what stands lower, as the documents write it. */
export function textOf(element: Locator): Promise<string> {
  return element.evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement;
    for (const lowered of copy.querySelectorAll("sub")) lowered.textContent = `_${lowered.textContent}`;
    return copy.textContent ?? "";
  });
}
