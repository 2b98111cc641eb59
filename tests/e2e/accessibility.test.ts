/** What a person without a mouse, without sight or with a small screen meets. */
import AxeBuilder from "@axe-core/playwright";
import { describe, expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";

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
      const page = await openPage({ viewport, colorScheme, fragment: "v=1&beta-ecn=7", bypassCSP: true });
      await painted(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual(
        [],
      );
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    },
  );
});

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
