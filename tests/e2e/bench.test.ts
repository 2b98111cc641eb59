/**
 * Tests the bench: all ways to change a run, the page's response, numbers, paths, long runs, and what the page must
 * not do.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, pageAddress, painted, paintedOther } from "./browser.ts";
import {
  digest,
  enter,
  expectAccessible,
  expectAccessibleAs,
  follow,
  fragment,
  fragmentWith,
  go,
  number,
  placeOf,
  savedBy,
} from "./page-state.ts";

const beta = (page: Page) => page.getByRole("slider", { name: /Backoff on a mark/ });
const betaField = (page: Page) => page.getByRole("textbox", { name: /Backoff on a mark/ });

test("dragging β_ecn by mouse changes the run, pins the previous run and states the difference; keys change it too", async () => {
  const page = await openPage();
  const first = await painted(page);
  const utilisation = await number(page, "Utilisation");
  const box = await placeOf(beta(page));
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  for (let step = 0; step <= 10; step++) await page.mouse.move(box.x + box.width * (0.3 + 0.04 * step), y);
  await page.mouse.up();
  const url = await fragmentWith(page, "beta-ecn=");
  await painted(page, first.count);
  expect(url).toMatch(/beta-ecn=0\.7\d?/);
  await expect.poll(() => number(page, "Utilisation")).not.toBe(utilisation);
  await expect
    .poll(() => page.getByRole("main").innerText())
    .toMatch(/instead of 0\.50: [\d.]+ % of the link used/);

  // With the keyboard, arrow keys move the value by a twentieth, Home and End move it to the ends.
  const dragged = await painted(page);
  await enter(betaField(page), "0.5");
  await beta(page).focus();
  await page.keyboard.press("ArrowRight");
  await fragmentWith(page, "beta-ecn=0.53");
  expect(await beta(page).getAttribute("aria-valuetext")).toBe("0.53");
  await page.keyboard.press("End");
  await fragmentWith(page, "beta-ecn=0.99");
  await page.keyboard.press("Home");
  await fragmentWith(page, "beta-ecn=0.3");
  await painted(page, dragged.count);
});

test("accepts typed values with units exactly, and refuses invalid values with the allowed range", async () => {
  const page = await openPage();
  await painted(page);
  await enter(betaField(page), "0.8125");
  await fragmentWith(page, "beta-ecn=0.8125");
  const rtt = page.getByRole("textbox", { name: "RTT", exact: true });
  await enter(rtt, "0.25 s");
  await fragmentWith(page, "rtt=250ms");
  await enter(betaField(page), "1.5");
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContainEqual(expect.stringMatching(/0\.3 to 0\.99/));
  expect(await fragment(page)).toContain("beta-ecn=0.8125");
  // A decimal comma is accepted like a point, unless it could separate thousands.
  await enter(betaField(page), "0,75");
  await fragmentWith(page, "beta-ecn=0.75");
  await enter(rtt, "1,500");
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContainEqual(expect.stringContaining("1,500 can mean 1500 or 1.5"));
});

test("dragging the target line in the queue plot moves CoDel's target here and in the rail; a preset and another queue follow", async () => {
  const page = await openPage();
  const first = await painted(page);
  const handle = page.getByRole("slider", { name: "Target, on the queue delay plot" });
  const box = await placeOf(handle);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 8, { steps: 4 });
  await page.mouse.up();
  const url = await fragmentWith(page, "target=");
  await painted(page, first.count);
  const target = /target=([\d.]+)ms/.exec(url)?.[1];
  expect(Number(target)).toBeLessThan(5);
  expect(Number(await page.getByRole("textbox", { name: "Target", exact: true }).inputValue())).toBeCloseTo(
    Number(target),
    1,
  );
  await handle.focus();
  await page.keyboard.press("End");
  await fragmentWith(page, "target=200ms");

  const dragged = await painted(page);
  await page.getByRole("button", { name: "Presets" }).click();
  await page.getByText("Late comer").first().click();
  const late = await fragmentWith(page, "start=30s");
  expect(late.match(/flow=/g)).toHaveLength(2);
  await painted(page, dragged.count);
  await page.getByRole("combobox", { name: "Queue discipline" }).selectOption({ label: "DropTail" });
  await fragmentWith(page, "aqm=droptail");
});

test("a broken link opens the nearest valid scenario and lists the corrections; a pinned run is compared, and undo restores it", async () => {
  const page = await openPage({ fragment: "v=2&beta-ecn=7&aqm=nope&rtt=abc&colour=red" });
  await painted(page);
  const notice = page.getByRole("status", { name: "Notice" });
  const text = await notice.innerText();
  for (const named of ["7", "nope", "abc", "colour"]) expect(text).toContain(named);
  expect(text).toContain("0.3 to 0.99");
  expect(await betaField(page).inputValue()).toBe("0.99");
  await notice.getByRole("button", { name: /copy/i }).waitFor();
  await notice.getByRole("button", { name: /dismiss|close/i }).click();
  await expect.poll(() => notice.count()).toBe(0);

  // G pins the run, a later change is compared with it, and undo restores it.
  await follow(page, "v=2&beta-ecn=0.7");
  const first = await painted(page);
  const digestBefore = await digest(page);
  await page.keyboard.press("g");
  await enter(betaField(page), "0.9");
  await painted(page, first.count);
  await expect.poll(() => page.getByRole("main").innerText()).toMatch(/0\.90? instead of 0\.70?/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digest(page)).toBe(digestBefore);
});

test("live: a change applies to the running network and becomes part of the link", async () => {
  const page = await openPage();
  await painted(page);
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "10×" });
  const clock = page.getByRole("region", { name: "Transport" }).getByRole("status");
  await expect.poll(async () => Number.parseFloat(await clock.innerText())).toBeGreaterThan(8);
  await enter(betaField(page), "0.9");
  const url = await fragmentWith(page, "beta-ecn=0.9");
  expect(url).toMatch(/set=[\d.]+s:beta-ecn=0\.9/);
  const changedAt = Number(/set=([\d.]+)s:/.exec(url)?.[1]);
  await expect.poll(async () => Number.parseFloat(await clock.innerText())).toBeGreaterThan(changedAt + 5);
  // After its end, the run says so and offers two ways to continue. Changes that come too late are not in the URL.
  await go(page, "v=2&duration=5s&mode=live");
  const end = page.getByRole("region", { name: "End of the live run" });
  await end.getByText("This live run has ended at 5 s.").waitFor();
  await enter(betaField(page), "0.9");
  await end.getByText("Too late for this run: βecn 0.90 instead of 0.50.").waitFor();
  await expect
    .poll(() => page.locator("[data-live-region]").innerText())
    .toMatch(/Too late .* Extend the run to 10 s with this, or start again with this\?$/);
  expect(await fragment(page)).not.toContain("set=");
  await expectAccessibleAs(page, "light", { width: 320, height: 640 });
  await end.getByRole("button", { name: "Extend the run to 10 s with this" }).focus();
  await page.keyboard.press("Enter");
  expect(await fragmentWith(page, "duration=10s")).toContain("set=5s:beta-ecn=0.9");
  await end.getByText("This live run has ended at 10 s.").waitFor();
});

test("a step reports its event; the live mode pauses at the next mark with the reason, and both can be explained", async () => {
  const page = await openPage();
  await painted(page);
  const bar = page.getByRole("region", { name: "Transport" });
  await bar.getByRole("button", { name: "Step forward" }).click();
  await bar.getByText(/^2\d\.\d{3} s: CoDel marked a packet of flow 1\.$/).waitFor();
  await bar.getByRole("button", { name: "Why?" }).click();
  await page.getByRole("heading", { name: /Mark of packet/ }).waitFor();
  expect(await bar.getByRole("combobox", { name: "Play until" }).count()).toBe(0);
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await bar.getByRole("combobox", { name: "Play until" }).first().selectOption({ label: "to a mark" });
  await bar.getByText(/^Stopped at \d+\.\d{3} s: CoDel marked packet \d+ of flow 1\.$/).waitFor();
  await bar.getByRole("button", { name: "Play", exact: true }).waitFor();
  await expect
    .poll(() => page.locator("[data-live-region]").innerText())
    .toMatch(/^Stopped at .* CoDel marked packet \d+ of flow 1\.$/);
  await bar.getByRole("button", { name: "Why?" }).click();
  await page.getByRole("heading", { name: /Mark of packet/ }).waitFor();
  await bar.getByRole("button", { name: "Step forward" }).click();
  await bar.getByText(/^\d+\.\d{6} s: .*\.$/).waitFor();
});

// The numbers state the flows and the time range that they cover.

const CALL = "v=2&aqm=fq-codel&duration=30s&flow=cc=cubic&flow=cc=newreno,rtt=20ms&flow=traffic=cbr";

const p99Ms = async (page: Page, name: RegExp) => {
  const line = page
    .getByRole("list", { name: "Queue delay by flow" })
    .getByRole("listitem")
    .filter({ hasText: name });
  const [, ms] = /p99 ([\d.]+) ms/.exec(await line.innerText()) ?? [];
  return Number(ms);
};

test("flows with their own queues have a curve and a p99 each, and a table of their numbers", async () => {
  const page = await openPage({ fragment: CALL });
  await painted(page);
  await page
    .getByText(/^flow 3/)
    .first()
    .waitFor();
  await expect.poll(() => p99Ms(page, /^flow 3/)).toBeLessThan((await p99Ms(page, /^all packets/)) / 2);
  expect(await number(page, "Jain's index")).toMatch(/^0\.9\d\d\s+of 2 flows; 1 thin flow left out$/);

  await page.getByRole("button", { name: "Numbers per flow" }).click();
  const dialog = page.getByRole("dialog", { name: "Numbers per flow" });
  const names = () => dialog.getByRole("rowheader").allInnerTexts();
  const starts = async () => (await names()).map((name) => name.trim().slice(0, 6));
  await expect
    .poll(() => dialog.getByRole("row", { name: /^flow 3/ }).innerText())
    .toMatch(/0\.50 Mbps\s+5\.0 %\s+\d/);
  await dialog.getByRole("button", { name: "Goodput" }).click();
  expect(await dialog.getByRole("columnheader", { name: "Goodput" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  expect(await starts()).toEqual(["flow 2", "flow 1", "flow 3"]);
  await expectAccessible(page, "dialog");

  await dialog.getByRole("checkbox", { name: /^flow 3/ }).check();
  await dialog.getByText(/of 3 chosen flows/).waitFor();
  const file = await savedBy(page, dialog.getByRole("button", { name: "Save as CSV" }));
  const [, , covered, head] = file.split("\n");
  expect([covered, head.split(",")[3]]).toEqual(["# After 10 s of warm-up", "goodput (bit/s)"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => number(page, "Jain's index")).toMatch(/^0\.7\d\d\s+of 3 chosen flows$/);
});

test("numbers after the warm-up are marked as incomplete, and nothing is compared before the end of the run", async () => {
  const page = await openPage({
    fragment: "v=2&duration=20s&warmup=10s&beta-ecn=0.8&pin=v%3D2%26duration%3D20s%26warmup%3D10s",
  });
  await painted(page);
  const headline = page.locator(".headline__text");
  await expect
    .poll(() => headline.innerText())
    .toMatch(/% of the link used instead of .* %, queue delay median .*, p90 .* ms$/);
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await expect.poll(() => number(page, "Goodput")).toBe("after warm-up");
  await expect.poll(() => headline.innerText()).not.toMatch(/[−+]\d/);
  await page.keyboard.press("8");
  await expect
    .poll(() => page.locator(".numbers__foot").innerText())
    .toMatch(/so far, 1\d\.\d of 20 s|digest/);
  await expect.poll(() => headline.innerText()).toMatch(/, p90 .* ms$/);
});

// On paths with several links, the watched link is shown in the picture, next to the plots and in the URL.

const PARKING_LOT = "v=2&path=parking-lot&duration=20";

test("a link is watched by a click, by arrow keys and by the menu; the address states it, and a link opens on it", async () => {
  const page = await openPage({ fragment: PARKING_LOT });
  await painted(page);
  const links = page.getByRole("radiogroup", { name: "Watched link" });
  const menu = page.getByRole("combobox", { name: "Watched link" }).first();
  await links.getByRole("radio", { name: /^Hop 2/ }).click();
  await page.waitForFunction(() => location.hash.includes("&watch=hop2"));
  expect(await menu.inputValue()).toBe("hop2");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("&watch=hop3"));
  await expect.poll(() => page.locator(".headline").innerText()).toContain("Hop 3 is");
  await menu.selectOption("hop1");
  await page.waitForFunction(() => !location.hash.includes("watch"));
  expect(await links.getByRole("radio", { name: /^Hop 1/ }).isChecked()).toBe(true);

  // A URL that names the watched link shows this link. A different path shows its first link.
  await page.goto("about:blank");
  await page.goto(pageAddress(`${PARKING_LOT}&watch=hop3`));
  await painted(page);
  await expect.poll(() => page.locator(".headline").innerText()).toContain("Hop 3 is");
  await go(page, "v=2&duration=20");
  await expect.poll(() => page.locator(".headline").innerText()).toContain("The link is");
});

// The page shows changes during a run, round trips of several flows, and times in URLs.

const CHANGES = "v=2&duration=40s&set=10s:capacity=5Mbps&set=20s:target=12ms&at=30s";

test("changes during a run are on every time plot, and controls show the settings at the playhead", async () => {
  const page = await openPage({ fragment: CHANGES });
  await painted(page);
  const playhead = page.getByRole("region", { name: "Transport" }).getByText(/of 40 s/);
  expect(await playhead.innerText()).toMatch(/^30\.00 s/);
  for (const name of [/^cwnd/, /^queue delay/, /^throughput/]) {
    const label = page.getByRole("slider", { name }).first();
    await expect
      .poll(() => label.getAttribute("aria-label"))
      .toContain("Changes during the run: at 10 s capacity 10 to 5 Mbps; at 20 s target 5 to 12 ms.");
  }
  expect(await page.locator(".chart-labels").getByText("capacity 10 → 5 Mbps").count()).toBeGreaterThan(2);
  const rail = page.getByRole("region", { name: "Controls" });
  await rail.getByText("now 5 Mbps, 10 Mbps at the start").waitFor();
  await rail.getByText("now 12 ms, 5 ms at the start").waitFor();
  await page.locator(".path-name").getByText("CoDel target 12 ms").waitFor();
  // At a time before the changes there is no remark, and the value can be dragged in the picture again.
  await page.getByRole("region", { name: "Transport" }).getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect.poll(() => rail.getByText(/^now .* at the start/).count()).toBe(0);
  await page.getByRole("slider", { name: "Capacity, in the picture of the path" }).waitFor();
});

test("flows with different round trips are named and drawn by their round trips; a preset resets the playhead", async () => {
  const page = await openPage({ fragment: "v=2&duration=20s&warmup=2s&at=15s&pin=v%3D2%26duration%3D20s" });
  const first = await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const link = dialog.getByRole("textbox", { name: "Link" });
  expect(await link.inputValue()).not.toContain("at=");
  await dialog.getByRole("checkbox", { name: "with the playhead at 15 s" }).check();
  expect(await link.inputValue()).toMatch(/&at=15s$/);
  const table = dialog.getByRole("button", { name: "All series (CSV)" });
  await expect.poll(() => table.isEnabled()).toBe(true);
  const text = await savedBy(page, table);
  for (const row of [/^mark,[^,]*,1,bottleneck,.*,shown$/m, /^figure-goodput,Mbps,1,,20,.*,pinned$/m])
    expect(text).toMatch(row);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Presets" }).click();
  await page.getByText("Mixed round trips").first().click();
  await painted(page, first.count);
  const clock = page.getByRole("region", { name: "Transport" }).getByText(/of 100 s/);
  await expect.poll(() => clock.innerText()).toMatch(/^2\d\.\d\d s/);
  for (const name of ["RTT 20 ms", "80 ms", "200 ms"])
    await page.locator(".chart-cwnd .chart-note").getByText(name, { exact: true }).waitFor();
  const names = ["flow 1 (RTT 20 ms)", "flow 2 (RTT 80 ms)", "flow 3 (RTT 200 ms)"];
  for (const name of names) {
    await page.getByRole("region", { name: "Controls" }).getByText(name).waitFor();
    await page.getByRole("table", { name: /flow/ }).getByText(name).first().waitFor();
  }
  await page
    .getByText(/^3 senders, .* round-trip times 20 ms, 80 ms and 200 ms/)
    .waitFor({ state: "attached" });
  expect(await page.getByRole("list", { name: "Legend of the picture" }).innerText()).toContain(
    "dash: 1 packet",
  );
  expect(
    await page.getByRole("slider", { name: /Round-trip time, in the picture of the path/ }).count(),
  ).toBe(0);
});

// The page reports the progress of a long run, and can stop and resume it.

/** The largest possible run: a hundred million packets of many flows. */
const LONG = "v=2&capacity=1Gbps&duration=1000s&aqm=fq-codel&flow=cc=cubic,count=50,rtt=20ms";

const progress = (page: Page) => page.getByRole("progressbar", { name: "Simulation" });
const button = (page: Page, name: string) => page.getByRole("button", { name });

const simulatedS = async (page: Page) => Number(await progress(page).getAttribute("value"));

async function cancel(page: Page): Promise<number> {
  await button(page, "Cancel the simulation").click();
  const stopped = page.getByText(/stopped at/);
  await stopped.waitFor();
  const words = await stopped.locator("..").innerText();
  const [, atS] = /stopped at\s+([\d.]+) of 1000 s/.exec(words) ?? [];
  return Number(atS);
}

test("a long run shows its progress, can be cancelled and resumed, and can be run again", async () => {
  const page = await openPage({ fragment: LONG });
  await expect.poll(() => simulatedS(page)).toBeGreaterThan(0);
  expect(await progress(page).getAttribute("aria-valuetext")).toMatch(
    /^simulated [\d.]+ of 1000 s, about [\d.]+ (s|min|h) left$/,
  );
  const first = await cancel(page);
  expect(first).toBeGreaterThan(0);
  // After the stop, the part simulated so far is on the screen and does not grow.
  await page
    .locator(".numbers__foot")
    .getByText(`so far, ${first.toFixed(1)} of 1000 s`)
    .waitFor();
  await expect
    .poll(() => page.locator("[data-live-region]").innerText())
    .toBe(`Stopped at ${first.toFixed(1)} of 1000 s.`);
  await page.keyboard.press("Enter");
  await button(page, "Cancel the simulation").waitFor();
  expect(await simulatedS(page)).toBeGreaterThanOrEqual(first - 0.05);
  const second = await cancel(page);
  expect(second).toBeGreaterThan(first);
  await button(page, "Run again").click();
  await button(page, "Cancel the simulation").waitFor();
  await expect.poll(() => simulatedS(page)).toBeLessThan(1000);
  // A further change cancels the long run. The next run is so short that it ends before progress is shown.
  await enter(page.getByRole("textbox", { name: "Capacity", exact: true }), "1");
  await expect.poll(() => page.locator("[data-digest]").getAttribute("data-digest")).toMatch(/^[0-9a-f]+$/);
  expect(await progress(page).count()).toBe(0);
});

// The page must not paint invisible parts, and must paint nothing while nothing changes.

interface WatchedWindow {
  /** Names of the plots that were painted, and number of requested animation frames. */
  watched: { readonly plots: string[]; frames: number };
}

function watchPainting(): void {
  const watched = { plots: [] as string[], frames: 0 };
  (window as unknown as WatchedWindow).watched = watched;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    watched.plots.push((this.canvas as HTMLCanvasElement).closest(".plot")?.className ?? "path");
    clear.apply(this, area);
  };
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    watched.frames += 1;
    return ask.call(window, callback);
  };
}

const watchedSince = (page: Page) =>
  page.evaluate(() => {
    const { watched } = window as unknown as WatchedWindow;
    const seen = { plots: [...watched.plots], frames: watched.frames };
    watched.plots.length = 0;
    watched.frames = 0;
    return seen;
  });

interface WatchedControls {
  /** Changes of the rail's text outside the control that is used. */
  written: string[];
}

async function watchControls(page: Page, except: string): Promise<void> {
  await page.locator(".rail").evaluate((rail, param) => {
    const written: string[] = [];
    (window as unknown as WatchedControls).written = written;
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (element?.closest(`[data-param="${param}"]`) === null)
          written.push(element.outerHTML.slice(0, 100));
      }
    });
    observer.observe(rail, { subtree: true, attributes: true, childList: true, characterData: true });
  }, except);
}

async function openWatched(height: number): Promise<Page> {
  const page = await openPage({
    viewport: { width: 1440, height },
    reducedMotion: "no-preference",
    prepare: async (opened) => {
      await opened.addInitScript(watchPainting);
    },
  });
  await painted(page);
  return page;
}

test("an invisible plot is neither computed nor painted until it scrolls into view", async () => {
  const page = await openWatched(420);
  const fairness = page.locator(".plot--fairness");
  const label = () => fairness.getByRole("slider").getAttribute("aria-label");
  await expect.poll(() => fairness.evaluate((plot) => plot.getBoundingClientRect().top)).toBeGreaterThan(600);
  await expect.poll(label).toContain("index");
  const before = await label();
  await watchedSince(page);
  const slider = page.getByRole("slider", { name: /Backoff on a mark/ });
  const box = await placeOf(slider);
  const first = await painted(page);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 });
  await painted(page, first.count);
  const { plots } = await watchedSince(page);
  expect(plots.some((name) => name.includes("plot--cwnd"))).toBe(true);
  expect(plots.filter((name) => name.includes("plot--fairness"))).toEqual([]);
  expect(await label()).toBe(before);
  await page.mouse.up();
  await fairness.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => (await watchedSince(page)).plots.some((name) => name.includes("plot--fairness")))
    .toBe(true);
});

test("no frame is requested while nothing moves, and no plot is painted while only packets move", async () => {
  const page = await openWatched(900);
  await expect.poll(async () => (await watchedSince(page)).plots).toContain("path");
  await expect
    .poll(async () => (await watchedSince(page)).plots.filter((name) => name !== "path"))
    .toEqual([]);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  // Waits until all painting in progress has ended.
  await expect.poll(async () => (await watchedSince(page)).frames).toBe(0);
  await page.waitForTimeout(500);
  expect(await watchedSince(page)).toEqual({ plots: [], frames: 0 });
});

test("packets stand still during a drag", async () => {
  const page = await openWatched(900);
  await expect.poll(async () => (await watchedSince(page)).plots).toContain("path");
  const slider = page.getByRole("slider", { name: /Backoff on a loss/ });
  const box = await placeOf(slider);
  const before = await painted(page);
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.mouse.down();
  const taken = await paintedOther(page, [before.url]);
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await paintedOther(page, [before.url, taken.url]);
  await watchedSince(page);
  await page.waitForTimeout(500);
  expect((await watchedSince(page)).plots).not.toContain("path");
  // A new run does not change the static picture: its layer is not painted again, and no other control changes.
  const rested = await painted(page);
  await watchControls(page, "beta-loss");
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await painted(page, rested.count);
  const { plots } = await watchedSince(page);
  expect(plots.filter((name) => name.includes("plot--cwnd"))).not.toEqual([]);
  expect(plots).not.toContain("path");
  expect(await page.evaluate(() => (window as unknown as WatchedControls).written)).toEqual([]);
  await page.mouse.up();
  await expect.poll(async () => (await watchedSince(page)).plots).toContain("path");
});
