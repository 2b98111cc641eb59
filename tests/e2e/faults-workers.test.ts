/** Workers that break: the page says so, goes on, and keeps the scenario. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { openPage, paintedRunOf } from "./browser.ts";
import { leaveOutInFirefox } from "./left-out.ts";
import { digest, follow, fragmentWith, ownFragment } from "./page-state.ts";

const SCENARIO = "v=2&aqm=pie&duration=20s";
const FASTER = scenarioToUrl(scenarioFromUrl(`#${SCENARIO}&capacity=20Mbps`).scenario);
/** Takes longer than a test waits. */
const LONG = "v=2&capacity=1Gbps&duration=600s&aqm=pie";

const capacity = (page: Page) => page.getByRole("textbox", { name: "Capacity", exact: true });
const restarted = (page: Page, why: string) => page.getByText(`worker was restarted (${why}`);

/** Whole runs, pictures, live, stories; and whatever has been started besides. One that broke is started when it is asked. */
async function allWorkers(page: Page, atLeast = 4) {
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(atLeast);
  return page.workers();
}

/** As when a worker's program breaks down between two messages; one that has been ended meanwhile has nothing to break. */
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

test("a worker that breaks is replaced: whole run, picture, story, live run and sweep end as they would have", async () => {
  leaveOutInFirefox("a worker's program cannot be changed from outside");
  const page = await openPage({ fragment: SCENARIO });
  await paintedRunOf(page, SCENARIO);
  const before = await digest(page);
  await allWorkers(page);
  await page.evaluate((link) => {
    location.hash = link;
  }, LONG);
  await simulated(page).waitFor();
  await breakAll(page);
  await restarted(page, "Uncaught Error: broken by a test").waitFor();

  // The long run of a fast link has begun again; a change ends it at once.
  await simulated(page).waitFor();
  await capacity(page).fill("10");
  await page.keyboard.press("Enter");
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

  await page.evaluate(() => {
    location.hash = "screen=sweep&v=2&capacity=100Mbps&duration=100s&x=beta-ecn=0.5,0.8&metric=utilisation";
  });
  const known = page.workers().length;
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await expect.poll(() => page.workers().length).toBeGreaterThan(known);
  await breakAll(page, 1);
  await page.getByText(/^2 runs in/).waitFor();
});

test("a worker that says nothing for 5 s is replaced, and the run that was asked of it is shown", async () => {
  leaveOutInFirefox("a worker's program cannot be changed from outside");
  const page = await openPage({ fragment: SCENARIO });
  await paintedRunOf(page, SCENARIO);
  // What is asked of a worker for ever is never answered.
  for (const worker of await allWorkers(page)) void worker.evaluate(runForEver).catch(() => undefined);
  await capacity(page).fill("20");
  await page.keyboard.press("Enter");
  await restarted(page, "it did not answer for 5 s").waitFor();
  await paintedRunOf(page, FASTER);
});

test("a run that finds no memory says so with the next step, and the next run has a fresh worker", async () => {
  leaveOutInFirefox("a worker's program cannot be changed from outside");
  const page = await openPage({ fragment: SCENARIO });
  await paintedRunOf(page, SCENARIO);
  const before = await digest(page);
  await Promise.all((await allWorkers(page)).map((worker) => worker.evaluate(refuseMemory)));
  await page.evaluate((link) => {
    location.hash = link;
  }, FASTER);
  const failed = page.getByRole("alert").filter({ hasText: "This run could not be simulated." });
  await failed.filter({ hasText: "The browser has no memory left for this run." }).waitFor();
  expect(await ownFragment(page)).toBe(FASTER);
  await failed.getByRole("button", { name: "Run again" }).click();
  await paintedRunOf(page, FASTER);
  await follow(page, SCENARIO);
  expect([await digest(page), await failed.count()]).toEqual([before, 0]);
});

/** In a worker. */
function runForEver(): void {
  for (;;);
}

/** In a worker: as Chromium says it when there is none. */
function refuseMemory(): void {
  self.Float64Array = new Proxy(Float64Array, {
    construct() {
      throw new RangeError("Array buffer allocation failed");
    },
  });
}
