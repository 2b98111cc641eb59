/** The bench as a person uses it: every way of changing a run, and what the page answers. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { digest, expectAccessibleAs, follow, fragment, fragmentWith, number } from "./page-state.ts";

const beta = (page: Page) => page.getByRole("slider", { name: /Backoff on a mark/ });
const betaField = (page: Page) => page.getByRole("textbox", { name: /Backoff on a mark/ });

test("dragging β_ecn by mouse bends the run, pins the one before and says the difference; keys move it too", async () => {
  const page = await openPage();
  const first = await painted(page);
  const utilisation = await number(page, "Utilisation");
  const box = await beta(page).boundingBox();
  if (box === null) throw new Error("the slider is not on the screen");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  for (let step = 0; step <= 10; step++) await page.mouse.move(box.x + box.width * (0.3 + 0.04 * step), y);
  await page.mouse.up();
  const url = await fragmentWith(page, "beta-ecn=");
  await painted(page, first.count);
  expect(url).toMatch(/beta-ecn=0\.7\d?/);
  await expect.poll(() => number(page, "Utilisation")).not.toBe(utilisation);
  await expect.poll(() => page.getByRole("main").innerText()).toMatch(/instead of 0\.50: \+\d/);

  // By keyboard: arrows move by a twentieth, Home and End to the ends.
  const dragged = await painted(page);
  await betaField(page).fill("0.5");
  await page.keyboard.press("Enter");
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

test("typed values: exact, with units, and refused with the allowed range", async () => {
  const page = await openPage();
  await painted(page);
  await betaField(page).fill("0.8125");
  await page.keyboard.press("Enter");
  await fragmentWith(page, "beta-ecn=0.8125");
  const rtt = page.getByRole("textbox", { name: "RTT", exact: true });
  await rtt.fill("0.25 s");
  await page.keyboard.press("Enter");
  await fragmentWith(page, "rtt=250ms");
  await betaField(page).fill("1.5");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContainEqual(expect.stringMatching(/0\.3 to 0\.99/));
  expect(await fragment(page)).toContain("beta-ecn=0.8125");
  // A decimal comma is as good as a point, unless it could part thousands.
  await betaField(page).fill("0,75");
  await page.keyboard.press("Enter");
  await fragmentWith(page, "beta-ecn=0.75");
  await rtt.fill("1,500");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContainEqual(expect.stringContaining("1,500 can mean 1500 or 1.5"));
});

test("dragging the target line in the queue plot moves CoDel's target, here and in the rail; a preset and another queue follow", async () => {
  const page = await openPage();
  const first = await painted(page);
  const handle = page.getByRole("slider", { name: "Target, on the queue delay plot" });
  const box = await handle.boundingBox();
  if (box === null) throw new Error("the handle is not on the screen");
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

test("a reload shows the same picture: same link, same digest, same numbers", async () => {
  const page = await openPage({ fragment: "v=2&aqm=pie&beta-ecn=0.85&seed=7" });
  await painted(page);
  const before = [await digest(page), await number(page, "Goodput"), await fragment(page)];
  await page.reload();
  await painted(page);
  expect([await digest(page), await number(page, "Goodput"), await fragment(page)]).toEqual(before);
});

test("a broken link opens the nearest valid scenario and lists what was changed; a pinned run is compared with, and undo brings it back", async () => {
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

  // G pins the run, a later change is compared with it, and undo brings it back.
  await follow(page, "v=2&beta-ecn=0.7");
  const first = await painted(page);
  const digestBefore = await digest(page);
  await page.keyboard.press("g");
  await betaField(page).fill("0.9");
  await page.keyboard.press("Enter");
  await painted(page, first.count);
  await expect.poll(() => page.getByRole("main").innerText()).toMatch(/0\.90? instead of 0\.70?/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digest(page)).toBe(digestBefore);
});

test("live: a change in mid-run applies to the running network and becomes part of the link", async () => {
  const page = await openPage();
  await painted(page);
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "10×" });
  const clock = page.getByRole("region", { name: "Transport" }).getByRole("status");
  await expect.poll(async () => Number.parseFloat(await clock.innerText())).toBeGreaterThan(8);
  await betaField(page).fill("0.9");
  await page.keyboard.press("Enter");
  const url = await fragmentWith(page, "beta-ecn=0.9");
  expect(url).toMatch(/set=[\d.]+s:beta-ecn=0\.9/);
  const changedAt = Number(/set=([\d.]+)s:/.exec(url)?.[1]);
  await expect.poll(async () => Number.parseFloat(await clock.innerText())).toBeGreaterThan(changedAt + 5);
  // After the end it says so, and offers two ways on; what comes too late is not in the link.
  await page.evaluate(() => {
    location.hash = "v=2&duration=5s&mode=live";
  });
  const end = page.getByRole("region", { name: "End of the live run" });
  await end.getByText("This live run has ended at 5 s.").waitFor();
  await betaField(page).fill("0.9");
  await page.keyboard.press("Enter");
  await end.getByText("Too late for this run: βecn 0.90 instead of 0.50.").waitFor();
  await expect
    .poll(() => page.locator("[data-live-region]").innerText())
    .toMatch(/Too late .* Run on to 10 s with this, or start again with this\?$/);
  expect(await fragment(page)).not.toContain("set=");
  await expectAccessibleAs(page, "light", { width: 320, height: 640 });
  await end.getByRole("button", { name: "Run on to 10 s with this" }).focus();
  await page.keyboard.press("Enter");
  expect(await fragmentWith(page, "duration=10s")).toContain("set=5s:beta-ecn=0.9");
  await end.getByText("This live run has ended at 10 s.").waitFor();
});

test("a step says what it was; the live mode stops at the next mark and says why, and both can be asked", async () => {
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
