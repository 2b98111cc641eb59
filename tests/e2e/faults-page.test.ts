/** A device that stores nothing, and two tabs. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted, paintedRunOf } from "./browser.ts";
import { expectSameAfterReload, follow } from "./page-state.ts";

const SCENARIO = "v=2&aqm=pie&duration=20s";

/** As in a frame or under a setting that forbids a site to store anything: merely touching a storage throws. */
function forbidStorage(): void {
  const forbidden = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get: forbidden });
  // Firefox has none at all where a test keeps it from the page.
  if (navigator.serviceWorker === undefined) return;
  Object.defineProperty(navigator.serviceWorker, "register", {
    value: () => Promise.reject(new DOMException("The operation is insecure.", "SecurityError")),
  });
}

const kept = (page: Page) => page.getByText("Kept in the notebook as");
const keep = (page: Page) => page.getByRole("button", { name: "Keep in the notebook" }).click();
const screen = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
const names = (page: Page) => page.getByRole("textbox", { name: /^Name of run/ });

test("where nothing may be stored the page works; what is kept says how long it lasts, and lasts so long", async () => {
  const page = await openPage({
    fragment: SCENARIO,
    prepare: async (opened) => void (await opened.addInitScript(forbidStorage)),
  });
  await paintedRunOf(page, SCENARIO);
  await keep(page);
  await kept(page)
    .filter({ hasText: "until this page is closed: the browser stores nothing here." })
    .waitFor();
  await screen(page, "Notebook");
  await expect.poll(() => names(page).count()).toBe(1);
  await screen(page, "Bench");
  await painted(page);
  await expectSameAfterReload(page);
});

test("two tabs: a notebook that is open in one shows what the other keeps, and changing it loses nothing", async () => {
  const [one, other] = [await openPage({ fragment: SCENARIO }), await openPage({ fragment: SCENARIO })];
  await paintedRunOf(one, SCENARIO);
  await keep(one);
  await kept(one).waitFor();
  await screen(one, "Notebook");
  await expect.poll(() => names(one).count()).toBe(1);
  await follow(other, "v=2&aqm=codel&duration=20s");
  await keep(other);
  await kept(other).waitFor();
  await expect.poll(() => names(one).count()).toBe(2);
  await names(one).first().fill("the first one");
  await one.keyboard.press("Enter");
  await screen(other, "Notebook");
  await expect.poll(() => names(other).first().inputValue()).toBe("the first one");
  expect(await names(other).count()).toBe(2);
});
