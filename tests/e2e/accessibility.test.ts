/** Tests the page without a mouse, without sight, and on a small screen. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { leaveOutInFirefox, openPage, painted } from "./browser.ts";
import {
  expectAccessible,
  expectAccessibleAs,
  expectNarrow,
  expectNoOverflow,
  expectReadableText,
  follow,
  LAPTOP,
  PHONE,
} from "./page-state.ts";
import { closeDialog, DIALOGS, SCREENS } from "./screens.ts";

const SMALL = { width: 360, height: 640 };

test.each(SCREENS)(
  "$name: axe finds no fault and nothing overflows with the dark theme on a phone, and every text has enough contrast",
  async (screen) => {
    const { link, there, use, isForTeaching } = screen;
    const page = await openPage({ fragment: link });
    await there(page);
    await use(page);
    await expectAccessibleAs(page, "dark", SMALL);
    await expectNarrow(page);
    const theme = page.getByRole("button", { name: /^Theme:/ });
    for (const name of (await theme.count()) === 0 ? [] : ["dark", "light", "high contrast"]) {
      await theme.click();
      await page.getByRole("button", { name: `Theme: ${name}` }).waitFor();
      await expectReadableText(page);
    }
    if (!isForTeaching) return;
    await page.evaluate(spaceText);
    // The legend measures its notes again when the text becomes wider.
    await expect.poll(() => page.evaluate(cutTexts), { timeout: 10_000 }).toEqual([]);
    await expectNoOverflow(page);
  },
);

test("a notice of a broken link is accessible, also with the theme of an embedding link", async () => {
  const page = await openPage({ fragment: "v=2&beta-ecn=7" });
  await painted(page);
  for (const [scheme, size] of [
    ["light", LAPTOP],
    ["light", SMALL],
    ["dark", { width: 1024, height: 768 }],
    ["dark", PHONE],
  ] as const)
    await expectAccessibleAs(page, scheme, size);
  for (const theme of ["light", "dark", "contrast"]) {
    await follow(page, `v=2&embed=1&theme=${theme}&touch=beta-ecn`);
    await page.locator(`:root[data-theme=${theme}]`).waitFor();
    await expectReadableText(page);
  }
});

test("axe finds no fault and nothing overflows on a phone, with any part of the page open", async () => {
  const page = await openPage({ fragment: "v=2&flows=2", viewport: SMALL });
  await painted(page);
  for (const [name, open] of DIALOGS) {
    await open(page);
    await page.getByRole("dialog", { name, exact: true }).getByRole("heading").first().waitFor();
    await expectAccessible(page);
    await closeDialog(page);
  }
  // The plots over time, with patterns, and a disabled switch.
  await follow(page, "v=2&aqm=dualpi2&cc=prague&capacity-pattern=square:20:0.5");
  await expectAccessible(page);
  await follow(page, "v=2&flow=cc=cubic,traffic=http");
  await page.getByRole("button", { name: "CUBIC, ECN, web pages" }).click();
  await expectAccessible(page);
  await follow(page, "v=2");
  // Each number is beside its unit, in one line.
  const lines = await page
    .locator(".side .numbers__value > span")
    .evaluateAll((values) => values.map((value) => [value.textContent, value.getClientRects().length]));
  expect(lines.map(([value]) => [value, 1])).toEqual(lines);
  await page.getByText("Theory", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Draw theory over the plots" }).check();
  await expectAccessible(page);
});

test("Tab never leads to an element that the head, the bar or a lesson's sheet covers completely", async () => {
  const page = await openPage({
    fragment: "lesson=bufferbloat&guide-step=3",
    viewport: { width: 390, height: 844 },
  });
  await painted(page);
  await page.getByRole("heading", { name: "The new model" }).waitFor();
  await page.keyboard.press("Escape");
  const covered: string[] = [];
  for (let stop = 0; stop < 70; stop++) {
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(coveredFocus);
    if (hidden !== null) covered.push(hidden);
  }
  expect(covered).toEqual([]);
});

/** Runs in the page. Returns the focused element if none of it is visible (WCAG 2.4.11); null otherwise. */
function coveredFocus(): string | null {
  const element = document.activeElement;
  // With no focus in the document, Tab has moved to the browser's own buttons (Firefox).
  if (!document.hasFocus()) return null;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const shown = element.matches("input") ? (element.closest("label, .slider, .field") ?? element) : element;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const seen = [0.05, 0.25, 0.5, 0.75, 0.95].some((down) =>
    [0.05, 0.25, 0.5, 0.75, 0.95].some((along) => {
      const at = document.elementFromPoint(left + along * (right - left), top + down * (bottom - top));
      return at !== null && (shown.contains(at) || at.contains(shown));
    }),
  );
  return seen ? null : element.outerHTML.slice(0, 200);
}

const ground = (page: Page, selector: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo);

/** Runs in the page. Returns a system colour; "Canvas" is the background. */
function systemColour(name: string): string {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = name;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test("forced colours keep the switch, the playhead and the selection visible", async () => {
  leaveOutInFirefox("forced colours cannot be asked for");
  const page = await openPage();
  await painted(page);
  await page.emulateMedia({ forcedColors: "active" });
  const paper = await page.evaluate(systemColour, "Canvas");
  expect(await ground(page, ".chart-playhead")).not.toBe(paper);
  expect(await ground(page, ".switch:checked")).not.toBe(paper);
  expect(await ground(page, ".switch:checked", "::before")).not.toBe(await ground(page, ".switch:checked"));
  expect(await ground(page, ".segments__item input:checked + span")).not.toBe(paper);
  const highlight = await page.evaluate(systemColour, "Highlight");
  expect(await ground(page, ".chart-choice label:has(:checked)")).toBe(highlight);
  const lineOf = (links: Element[]) => links.map((link) => getComputedStyle(link).borderBottomColor);
  const [open] = await page.locator(".screens__link[aria-current]").evaluateAll(lineOf);
  const others = await page.locator(".screens__link:not([aria-current])").evaluateAll(lineOf);
  expect(new Set(others)).toEqual(new Set([paper]));
  expect(open).not.toBe(paper);
});

/** Runs in the page. Sets the four spacings of WCAG 1.4.12, by a style sheet that the page's policy allows. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page. Returns the texts that are wider or higher than the element that clips them. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body *")]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      // Text for screen readers only is one pixel in size.
      const isSeen = element.clientWidth > 1 && element.clientHeight > 1;
      if (element.closest("svg, .unseen") !== null || !isSeen || !element.innerText?.trim()) return false;
      const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
      return (
        (clips(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (clips(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    })
    .map((element) => `${element.className}: ${element.innerText.slice(0, 60)}`);
}
