/** Programs of the page that do not come: said in one sentence, asked for without haste, and drawn when they are here. */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { leaveOutInFirefox } from "./left-out.ts";
import { expectAccessible, ownFragment } from "./page-state.ts";

/** What the network does with a request for this path below the page's: it answers, unless this says otherwise. */
interface Network {
  fault: (path: string, kind: string) => "refused" | "404" | "renewed" | null;
  /** How often each was asked for. */
  readonly asked: Map<string, number>;
}

async function through(page: Page, network: Network): Promise<void> {
  await page.route(/\/(?:assets\/[^/]*)?$/, async (route: Route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace("/some/sub/path/", "");
    network.asked.set(path, 1 + (network.asked.get(path) ?? 0));
    const fault = network.fault(path, request.resourceType());
    if (fault === null) return route.continue();
    if (fault === "refused") return route.abort("connectionrefused");
    if (fault === "404") return route.fulfill({ status: 404, body: "not found" });
    return route.fulfill({ body: '<script type="module" src="./assets/index-newer.js"></script>' });
  });
}

const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "could not be loaded" });
const screen = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name });

test("what the network does not bring is said once, not asked for in haste, and drawn when it is tried again", async () => {
  leaveOutInFirefox("a program that failed once is not fetched anew; the page offers to reload");
  let gone = false;
  // Gone from the first program on that comes after the plots.
  const network: Network = {
    asked: new Map(),
    fault: (path) => {
      gone ||= path.includes("ScenarioPanel");
      return gone ? "refused" : null;
    },
  };
  const page = await openPage({
    fragment: "v=2&aqm=pie&duration=20s",
    prepare: (opened) => through(opened, network),
    expected: /ERR_CONNECTION_REFUSED|could not be loaded|404/,
  });
  const missing = notice(page);
  await missing.filter({ hasText: "the network does not answer" }).waitFor();
  expect(await missing.locator("p").allInnerTexts()).toEqual([
    "Some parts of the page could not be loaded: the network does not answer. Everything that is open goes on.",
  ]);
  await page.locator(".chart-cwnd canvas").first().waitFor();
  await expectAccessible(page);
  // Not even what many parts stand on: within seconds it was thousands of times.
  await page.waitForTimeout(1000);
  expect(Math.max(...network.asked.values())).toBeLessThanOrEqual(8);

  const isPageItself = (path: string, kind: string) => path === "" && kind === "fetch";
  const isScreen = (path: string) => /(?:Papers|Lessons)Screen/.test(path);
  network.fault = (path, kind) => (isScreen(path) || isPageItself(path, kind) ? "refused" : null);
  await missing.getByRole("button", { name: "Try again" }).click();
  await painted(page);
  await expect.poll(() => missing.count()).toBe(0);

  // A screen says so in its own place, and comes with its styles when the browser says that the network is back.
  await screen(page, "Papers").click();
  await missing.filter({ hasText: "“Papers” could not be loaded: the network does not answer" }).waitFor();
  network.fault = (path, kind) => {
    if (isScreen(path)) return path.includes("Lessons") ? "404" : null;
    return isPageItself(path, kind) ? "renewed" : null;
  };
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const papers = page.locator(".papers");
  await papers.waitFor();
  expect(await papers.evaluate((part) => getComputedStyle(part).maxWidth)).toBe("1240px");

  // The same where the server has another version, and programs of this one no more.
  await screen(page, "Lessons").click();
  await missing.filter({ hasText: "“Lessons” could not be loaded: the site has a newer version" }).waitFor();
  network.fault = () => null;
  await missing.getByRole("button", { name: "Reload" }).click();
  await page.getByText("Bufferbloat").first().waitFor();
  await screen(page, "Bench").click();
  await painted(page);
  expect(await ownFragment(page)).toBe("v=2&aqm=pie&duration=20s");
});
