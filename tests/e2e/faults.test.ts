/**
 * Tests a device that stores nothing, two tabs, users who change everything at the same time, and workers that fail.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { packTask, readTask } from "../../src/teaching/task/task.ts";
import { leaveOutInFirefox, openPage, painted, paintedRunOf } from "./browser.ts";
import {
  digest,
  enter,
  expectSameAfterReload,
  follow,
  fragmentWith,
  go,
  ownFragment,
  placeOf,
} from "./page-state.ts";
import { SMALL_TASK } from "./screens.ts";

const SCENARIO = "v=2&aqm=pie&duration=20s";

const kept = (page: Page) => page.getByText("Kept in the notebook as");
const keep = (page: Page) => page.getByRole("button", { name: "Keep in the notebook" }).click();
const screen = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name }).click();
const names = (page: Page) => page.getByRole("textbox", { name: /^Name of run/ });

test("the page works without storage, and says that saved work lasts only while it is open", async () => {
  const page = await openPage({
    fragment: SCENARIO,
    noStorage: true,
  });
  await paintedRunOf(page, SCENARIO);
  await keep(page);
  await kept(page)
    .filter({ hasText: "until this page is closed: the browser does not store data here." })
    .waitFor();
  await screen(page, "Notebook");
  await expect.poll(() => names(page).count()).toBe(1);
  await screen(page, "Bench");
  await painted(page);
  await expectSameAfterReload(page);
  // Tasks warn immediately, before anything is lost.
  const warned = (on: Page) =>
    on.getByText("The browser does not store data for this page: a reload deletes");
  const { task } = readTask(SMALL_TASK);
  if (task === null) throw new Error("the task cannot be read");
  const link = `task=${packTask(task)}`;
  await go(page, link);
  await warned(page).waitFor();
  const stores = await openPage({ fragment: link });
  await stores.getByRole("region", { name: `Task: ${task.title}` }).waitFor();
  expect(await warned(stores).count()).toBe(0);
});

test("two tabs: an open notebook shows the runs that the other tab keeps, and a change loses none of them", async () => {
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

const canonical = (link: string) => scenarioToUrl(scenarioFromUrl(`#${link}`).scenario);

const show = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("a hidden page pauses and resumes; size and theme may change during a drag; the largest run can be replaced", async () => {
  const page = await openPage({ fragment: SCENARIO });
  const first = await painted(page);
  const before = await digest(page);

  // A drag during which everything changes is still one undo step.
  const slider = page.getByRole("slider", { name: "Target, on the queue delay plot" });
  const box = await placeOf(slider);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 6, { steps: 2 });
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 9, { steps: 2 });
  await page.mouse.up();
  await fragmentWith(page, "target=");
  await painted(page, first.count);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await paintedRunOf(page, SCENARIO);
  await expect.poll(() => ownFragment(page)).toBe(SCENARIO);
  await expect.poll(() => digest(page)).toBe(before);

  // The largest run is changed, and changed again, before it has shown anything.
  const links = ["v=2&capacity=1Gbps&duration=600s", "v=2&capacity=1Gbps&duration=600s&cc=reno", SCENARIO];
  await page.evaluate((all) => {
    for (const link of all) location.hash = link;
  }, links);
  await paintedRunOf(page, canonical(SCENARIO));
  await expect.poll(() => digest(page)).toBe(before);
  expect(await ownFragment(page)).toBe(SCENARIO);

  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  const time = page.locator(".transport__time");
  await expect.poll(() => time.innerText()).not.toMatch(/^0(?:\.0+)? s/);
  await show(page, true);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const stood = await time.innerText();
  await page.waitForTimeout(700);
  expect(await time.innerText()).toBe(stood);
  await show(page, false);
  await expect.poll(() => time.innerText()).not.toBe(stood);
});

// Workers fail.

const FASTER = scenarioToUrl(scenarioFromUrl(`#${SCENARIO}&capacity=20Mbps`).scenario);
/** A run that takes longer than any test waits. */
const LONG = "v=2&capacity=1Gbps&duration=600s&aqm=pie";

const capacity = (page: Page) => page.getByRole("textbox", { name: "Capacity", exact: true });
const restarted = (page: Page, why: string) => page.getByText(`worker was restarted (${why}`);

/**
 * Returns all workers: whole runs, pictures, live, explanations, and any others. A worker that failed is started
 * again on the next request.
 */
async function allWorkers(page: Page, atLeast = 4) {
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(atLeast);
  return page.workers();
}

/** Makes every worker fail between two messages. A worker that was ended before cannot fail. */
async function breakAll(page: Page, atLeast = 4): Promise<void> {
  const breaking = (await allWorkers(page, atLeast)).map((worker) =>
    worker.evaluate(() => {
      setTimeout(() => {
        throw new Error("broken by a test");
      });
    }),
  );
  await Promise.allSettled(breaking);
}

const simulated = (page: Page) => page.getByRole("progressbar", { name: "Simulation" });

test("a worker that fails is replaced: the whole run, picture, story, live run and sweep still complete", async () => {
  leaveOutInFirefox("a worker's program cannot be changed from outside");
  const page = await openPage({ fragment: SCENARIO });
  await paintedRunOf(page, SCENARIO);
  const before = await digest(page);
  await allWorkers(page);
  await go(page, LONG);
  await simulated(page).waitFor();
  await breakAll(page);
  await restarted(page, "Uncaught Error: broken by a test").waitFor();

  // The long run of a fast link has started again. A further change cancels this run immediately.
  await simulated(page).waitFor();
  await enter(capacity(page), "10");
  await fragmentWith(page, "duration=600s");
  await follow(page, SCENARIO);
  expect([await digest(page), await ownFragment(page)]).toEqual([before, SCENARIO]);

  await capacity(page).blur();
  await page.keyboard.press("w");
  await page.locator(".why__card").first().waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  const time = page.locator(".transport__time");
  await expect.poll(() => time.innerText()).not.toMatch(/^0(?:\.0+)? s/);
  await breakAll(page, 1);
  await restarted(page, "Uncaught Error: broken by a test").waitFor();
  const [atS] = /^[\d.]+/.exec(await time.innerText()) ?? [];
  await expect
    .poll(async () => Number(/^[\d.]+/.exec(await time.innerText())?.[0]))
    .toBeGreaterThan(Number(atS));

  await go(page, "screen=sweep&v=2&capacity=100Mbps&duration=100s&x=beta-ecn=0.5,0.8&metric=utilisation");
  const known = page.workers().length;
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await expect.poll(() => page.workers().length).toBeGreaterThan(known);
  await breakAll(page, 1);
  await page.getByText(/^2 runs in/).waitFor();
});

test("a worker without a report for 5 s is replaced, and the requested run is shown", async () => {
  leaveOutInFirefox("a worker's program cannot be changed from outside");
  const page = await openPage({ fragment: SCENARIO });
  await paintedRunOf(page, SCENARIO);
  // A worker in an endless loop never answers.
  for (const worker of await allWorkers(page)) void worker.evaluate(runForEver).catch(() => undefined);
  await enter(capacity(page), "20");
  await restarted(page, "it did not answer for 5 s").waitFor();
  await paintedRunOf(page, FASTER);
});

test("a run that exceeds the memory shows advice, and the next run gets a new worker", async () => {
  leaveOutInFirefox("a worker's program cannot be changed from outside");
  const page = await openPage({ fragment: SCENARIO });
  await paintedRunOf(page, SCENARIO);
  const before = await digest(page);
  await Promise.all((await allWorkers(page)).map((worker) => worker.evaluate(refuseMemory)));
  await go(page, FASTER);
  const failed = page.getByRole("alert").filter({ hasText: "This run could not be simulated." });
  await failed.filter({ hasText: "The browser has no memory left for this run." }).waitFor();
  expect(await ownFragment(page)).toBe(FASTER);
  await failed.getByRole("button", { name: "Run again" }).click();
  await paintedRunOf(page, FASTER);
  await follow(page, SCENARIO);
  expect([await digest(page), await failed.count()]).toEqual([before, 0]);
});

/** Runs in a worker. */
function runForEver(): void {
  for (;;);
}

/** Runs in a worker. Throws like Chromium when there is no memory. */
function refuseMemory(): void {
  self.Float64Array = new Proxy(Float64Array, {
    construct() {
      throw new RangeError("Array buffer allocation failed");
    },
  });
}
