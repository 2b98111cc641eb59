/** What a person without a mouse, without sight or with a small screen meets. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packText } from "../../src/teaching/packed-text.ts";
import { openPage, painted } from "./browser.ts";
import { leaveOutInFirefox } from "./left-out.ts";
import { expectAccessible, expectAccessibleAs, expectReadableText, follow } from "./page-state.ts";

const SCREENS = [
  ["light", { width: 1440, height: 900 }],
  ["light", { width: 360, height: 640 }],
  ["dark", { width: 1024, height: 768 }],
  ["dark", { width: 390, height: 844 }],
] as const;

test("axe finds nothing and nothing overflows on any screen, light or dark", async () => {
  const page = await openPage({ fragment: "v=2&beta-ecn=7" });
  await painted(page);
  for (const [colorScheme, viewport] of SCREENS) await expectAccessibleAs(page, colorScheme, viewport);
});

/** What can be opened, each from a link of its own. */
const OPENED = [
  ["v=2&path=gfc-2", openLink],
  ["v=2&flow=cc=cubic,traffic=http", openFlow],
  // A pattern over time beside a refused switch.
  ["v=2&aqm=dualpi2&cc=prague&capacity-pattern=square:20:0.5", async () => {}],
  ["v=2&aqm=pi", openCard],
  ["v=2", openTheory],
  ["v=2", openPresets],
] as const;

test("axe finds nothing and nothing overflows a phone, whatever is open on it", async () => {
  const page = await openPage({ viewport: { width: 360, height: 640 } });
  await painted(page);
  for (const [link, act] of OPENED) {
    await follow(page, link);
    await act(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  }
  // A live run over several links.
  await page.evaluate(() => {
    location.hash = "v=2&path=parking-lot&mode=live";
  });
  await page
    .locator(".control__note", { hasText: "Links and routes hold for a whole live run" })
    .waitFor({ state: "attached" });
  await expectAccessible(page);
});

async function openLink(page: Page): Promise<void> {
  await page.getByText("6 links").click();
  await page.getByRole("button", { name: "R1 to R2 5 Mbps" }).click();
}

async function openFlow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "CUBIC, ECN, web pages" }).click();
}

async function openCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "About this queue discipline" }).click();
}

async function openTheory(page: Page): Promise<void> {
  await page.getByText("Theory", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Draw it over the plots" }).check();
}

async function openPresets(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Presets" }).click();
}

test("the first Tab stops reach β_ecn, with a visible focus; the help lists the keys", async () => {
  const page = await openPage();
  await painted(page);
  const reached: string[] = [];
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const outline = getComputedStyle(element);
        const visible = outline.outlineStyle !== "none" || outline.boxShadow !== "none";
        return `${element.getAttribute("aria-label") ?? element.innerText ?? ""}|${element.tagName}|${visible}`;
      }),
    );
  }
  expect(reached.some((text) => /INPUT/.test(text))).toBe(true);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const text = await page.getByRole("dialog").innerText();
  for (const key of ["Space", "Ctrl", "G"]) expect(text).toContain(key);
  await page.getByRole("dialog").getByRole("button", { name: "Accessibility" }).click();
  const statement = page.getByRole("dialog", { name: "Accessibility" });
  await statement.getByRole("heading", { name: "Reporting a barrier" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

test("with storage blocked the page still works", async () => {
  const block = () =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  const page = await openPage({ prepare: (made) => made.addInitScript(block).then(() => undefined) });
  expect((await painted(page)).done).toBe(true);
});

const TASK = packText(`---
kind: task
id: small
lang: en
title: Small
scenario: #v=2&duration=10s
change: beta-ecn 0.5..0.95
count: utilisation >= 85 %
hint: How far does cwnd fall?
---

Keep it busy.
`);

/** Screens for teaching, each with what it shows when it is there. */
const TEACHING: readonly (readonly [link: string, there: (page: Page) => Promise<unknown>])[] = [
  ["screen=lessons", (page) => page.getByRole("link", { name: /Bufferbloat/ }).waitFor()],
  ["screen=class", (page) => page.getByRole("textbox", { name: "Link of the task" }).waitFor()],
  ["screen=class&check", (page) => page.getByRole("button", { name: "Check", exact: true }).waitFor()],
  ["screen=class&talk", (page) => page.getByRole("tab", { name: "Talk", selected: true }).waitFor()],
  [
    "lesson=bufferbloat",
    (page) => page.getByRole("heading", { name: "A buffer twelve times as large" }).waitFor(),
  ],
  [`task=${TASK}`, (page) => page.getByRole("button", { name: "Try this answer" }).waitFor()],
  ["talk=one-mark", (page) => page.getByRole("region", { name: /^Talk: One mark/ }).waitFor()],
  ["v=2&embed=1&touch=beta-ecn", (page) => page.getByRole("link", { name: /Open in Sawtooth/ }).waitFor()],
];

/** 1280 px at 400 % (WCAG 1.4.10). */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("for teaching, too: targets, texts and colours are in order, in light, dark and high contrast, at 320 px", async () => {
  const page = await openPage();
  await painted(page);
  for (const [link, there] of TEACHING) {
    await page.evaluate((next) => {
      location.hash = next;
    }, link);
    await there(page);
    await page.keyboard.press("Escape");
    await expectAccessible(page, "html", { targets: true });
    const colours = page.getByRole("button", { name: /^Colours:/ });
    for (const name of ["dark", "light", "high contrast", "as the system"]) {
      if ((await colours.count()) === 0) break;
      await colours.click();
      await page.getByRole("button", { name: `Colours: ${name}` }).waitFor();
      if (name !== "as the system") await expectReadableText(page);
    }
    await expectNarrow(page);
  }
  for (const link of ["v=2", "v=2&path=gfc-2"]) {
    await follow(page, link);
    await expectNarrow(page);
  }
  for (const theme of ["light", "dark", "contrast"]) {
    await follow(page, `v=2&embed=1&theme=${theme}&touch=beta-ecn`);
    await page.locator(`:root[data-theme=${theme}]`).waitFor();
    await expectReadableText(page);
  }
});

test("Tab never leads to what lies wholly under the head, the bar or the sheet of a lesson", async () => {
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

/** In the page: what has the focus, where nothing of it can be seen (WCAG 2.4.11); null where something can. */
function coveredFocus(): string | null {
  const element = document.activeElement;
  // Tab passes the browser's own buttons in Firefox.
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

/** In the page: the ground that the system forces. */
function systemPaper(): string {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "Canvas";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test("forced colours keep the switch, the playhead and what is selected", async () => {
  leaveOutInFirefox("forced colours cannot be asked for");
  const page = await openPage();
  await painted(page);
  await page.emulateMedia({ forcedColors: "active" });
  const paper = await page.evaluate(systemPaper);
  expect(await ground(page, ".chart-playhead")).not.toBe(paper);
  expect(await ground(page, ".switch:checked")).not.toBe(paper);
  expect(await ground(page, ".switch:checked", "::before")).not.toBe(await ground(page, ".switch:checked"));
  expect(await ground(page, ".segments__item input:checked + span")).not.toBe(paper);
  const lineOf = (links: Element[]) => links.map((link) => getComputedStyle(link).borderBottomColor);
  const [open] = await page.locator(".screens__link[aria-current]").evaluateAll(lineOf);
  const others = await page.locator(".screens__link:not([aria-current])").evaluateAll(lineOf);
  expect(new Set(others)).toEqual(new Set([paper]));
  expect(open).not.toBe(paper);
});

/** In the page, as WCAG 1.4.12 sets the four spacings; by a sheet that its policy allows. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}

/** In the page: texts that are wider or higher than what clips them. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body *")]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      // What is there for screen readers alone has a pixel of room.
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

test("wider spacing of text cuts nothing on the screens for teaching", async () => {
  const page = await openPage();
  await painted(page);
  await page.evaluate(spaceText);
  for (const [link, there] of TEACHING) {
    await page.evaluate((next) => {
      location.hash = next;
    }, link);
    await there(page);
    await page.keyboard.press("Escape");
    expect([link, await page.evaluate(cutTexts)]).toEqual([link, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});
