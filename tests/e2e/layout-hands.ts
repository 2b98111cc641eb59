/** A page at some size: where things stand, and what may not happen to them (cut off, covered, wider than the screen). */
import type { Page } from "playwright-core";
import { expect } from "vitest";

export interface Seen {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const boxOf = (page: Page, selector: string): Promise<Seen> =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });

export const plotBox = (page: Page, id: string) => boxOf(page, `.plot--${id} .chart-box`);

export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
}

/** Once the legends have heard how much room they have. */
export async function expectNoFault(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(() => layoutFaults(page), { message: `at ${width} x ${height}` }).toEqual([]);
}

/** Whatever can be used or read and is drawn at all lies within the width of the page. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, select, input, a, th, td, h2, .chart, output")]
      .filter(
        (element) =>
          element.checkVisibility() && element.closest(".unseen, details:not([open]), .path-scroll") === null,
      )
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
      })
      .map((element) => `${element.tagName} ${element.className} ${element.innerText}`.trim()),
  );
}

/** Neither the page nor a part of it can be scrolled sideways, and the key of the picture stays beside its ends. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll("html, .head, .rail, .stage, .side, .transport")]
      .filter((part) => part.checkVisibility({ contentVisibilityAuto: false }))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className} ${scrollWidth} > ${clientWidth}`,
      );
    const ground = document.querySelector(".path-strip")?.getBoundingClientRect();
    const entries = [...document.querySelectorAll<HTMLElement>(".path-key li")].filter((entry) => {
      const { left, right } = entry.getBoundingClientRect();
      return ground === undefined || left < ground.left || right > ground.right;
    });
    return [...parts, ...entries.map((entry) => `key: ${entry.innerText}`)];
  });
}

/** Names in lists are all there. */
function shortened(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".lines__name, .numbers th, .numbers td, .path-key li")]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 2 && scrollWidth > clientWidth + 1)
      .map((element) => element.innerText),
  );
}

/** An entry of a legend is whole, in its line and clear of the plot, or counted by the button behind it. */
export function legendFaults(page: Page, place: string): Promise<string[]> {
  return page.evaluate((within) => {
    const faults: string[] = [];
    for (const chart of document.querySelectorAll(`${within} .chart`)) {
      const plot = chart.querySelector(".chart-box")?.getBoundingClientRect();
      const line = chart.querySelector(".chart-notes-line")?.getBoundingClientRect();
      if (!plot || !line) continue;
      const notes = [...chart.querySelectorAll<HTMLElement>(".chart-notes-line > .chart-note")];
      const seen = notes.filter((note) => note.checkVisibility({ visibilityProperty: true }));
      for (const note of seen) {
        const { left, right, top, bottom } = note.getBoundingClientRect();
        const isInLine =
          left >= line.left - 1 &&
          right <= line.right + 1 &&
          top >= line.top - 1 &&
          bottom <= line.bottom + 1;
        const isWhole = note.scrollWidth <= note.clientWidth;
        if (!isInLine || !isWhole || bottom > plot.top + 1)
          faults.push(`${chart.className}: ${note.innerText}`);
      }
      const more = chart.querySelector<HTMLElement>(".chart-notes-more")?.innerText ?? "";
      const left = notes.length - seen.length;
      const counted = Number(/\d+/.exec(more)?.[0] ?? 0);
      if (counted < left) faults.push(`${chart.className}: ${left} left out, "${more}"`);
    }
    return faults;
  }, place);
}

/** In a line with what can be done with a plot, its legend comes first, at every size. */
function legendsBehindTools(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".chart")]
      .filter((chart) => {
        const legend = chart.querySelector(".chart-notes")?.getBoundingClientRect();
        const tools = chart.querySelector(".chart-tools")?.getBoundingClientRect();
        if (!legend || !tools || tools.width === 0) return false;
        return legend.top < tools.bottom && tools.top < legend.bottom && legend.left > tools.left;
      })
      .map(({ className }) => `its legend stands behind its tools: ${className}`),
  );
}

/** A handle's words stay over their own plot. */
function strayLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".stage .chart-knob-label")]
      .filter((label) => {
        const box = label.closest(".chart-box")?.getBoundingClientRect();
        const { top, bottom } = label.getBoundingClientRect();
        return box === undefined || top < box.top - 1 || bottom > box.bottom + 1;
      })
      .map((label) => `at its handle: ${label.innerText}`),
  );
}

/** Nothing at fault with the page's width, its lists and legends. */
async function layoutFaults(page: Page): Promise<string[]> {
  const all = await Promise.all([
    cutOff(page),
    tooWide(page),
    shortened(page),
    legendFaults(page, ".stage"),
    legendsBehindTools(page),
    strayLabels(page),
  ]);
  return all.flat();
}
