/** What a person without a mouse, without sight or with a small screen meets. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, expectAccessibleAs, follow } from "./page-state.ts";

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
  await page.getByText("Links and routes hold for a whole live run").waitFor({ state: "attached" });
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
