/** What a person without a mouse, without sight or with a small screen meets. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible } from "./page-state.ts";

const SIZES = {
  light: [
    { width: 1440, height: 900 },
    { width: 360, height: 640 },
  ],
  dark: [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ],
};

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  test.each(SIZES[colorScheme])(
    "axe finds nothing and nothing overflows at $width x $height",
    async (viewport) => {
      const page = await openPage({ viewport, colorScheme, fragment: "v=2&beta-ecn=7" });
      await painted(page);
      await expectAccessible(page);
    },
  );
});

const PHONE = { width: 360, height: 640 };

test.each([
  ["a path of many links with one of them open", "v=2&path=gfc-2", openLink],
  ["a group of flows with web traffic open", "v=2&flow=cc=cubic,traffic=http", openFlow],
  [
    "a pattern over time beside a refused switch",
    "v=2&aqm=dualpi2&cc=prague&capacity-pattern=square:20:0.5",
    null,
  ],
  ["the card of an algorithm", "v=2&aqm=pi", openCard],
  ["theory over the plots", "v=2", openTheory],
  ["the presets", "v=2", openPresets],
  ["a live run over several links", "v=2&path=parking-lot&mode=live", null],
] as const)("axe finds nothing and nothing overflows a phone: %s", async (_, fragment, act) => {
  const page = await openPage({ viewport: PHONE, fragment });
  if (!fragment.includes("mode=live")) await painted(page);
  await act?.(page);
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

test("the first Tab stops reach β_ecn, with a visible focus", async () => {
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
});

test("with storage blocked the page still works", async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.reload();
  expect((await painted(page)).done).toBe(true);
});

test("the help lists the keys", async () => {
  const page = await openPage();
  await painted(page);
  await page.keyboard.press("?");
  const text = await page.getByRole("dialog").innerText();
  for (const key of ["Space", "Ctrl", "G"]) expect(text).toContain(key);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});
