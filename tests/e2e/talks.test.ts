/** A projector and a talk on it: what the last row can read, a clicker's keys, and the way from the bench to a talk. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, fragment, fragmentWith, go, placeOf } from "./page-state.ts";

const HALL = { width: 1920, height: 1080 };

const sentence = (page: Page) => page.locator("h1").innerText();
const plots = (page: Page) => page.locator(".projector__plots .chart-title").allInnerTexts();

/** As they are seen: the page is laid out small and shown large. */
function labelsPx(page: Page): Promise<number[]> {
  return page.locator(".chart-axes text").evaluateAll((labels) =>
    labels.map((label) => {
      const text = label as SVGTextElement;
      const times = text.getBoundingClientRect().width / text.getBBox().width;
      return times * Number.parseFloat(getComputedStyle(text).fontSize);
    }),
  );
}

/** Waits for the scene with this number, and its run. */
async function scene(page: Page, step: number): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${step} / 5\\b`) }).waitFor();
  await page.waitForFunction(() => document.querySelector("main")?.getAttribute("aria-busy") === "false");
}

test("a talk is shown by keyboard alone, for the last row", async () => {
  const page = await openPage({ fragment: "talk=one-mark&present=1", viewport: HALL });
  await painted(page);
  await scene(page, 1);
  expect(await sentence(page)).toBe("A queue that never marks stays long.");
  // What is still to be revealed keeps its place.
  expect(await plots(page)).toEqual(["cwnd (segments)"]);
  await page.keyboard.press("PageDown");
  await expect.poll(() => plots(page)).toEqual(["cwnd (segments)", "queue delay (ms)"]);
  expect(await page.locator(".projector__result").innerText()).toMatch(/100\.0 %/);
  const sizes = await labelsPx(page);
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
  // A pointer is where it seems to be, although the page is laid out smaller than it is shown.
  const plot = page.locator(".plot--cwnd .chart-surface");
  const box = await placeOf(plot);
  const times = HALL.height / 600;
  const [left, right] = [box.x + 46 * times, box.x + box.width - 14 * times];
  await page.mouse.click(left + 0.75 * (right - left), box.y + box.height / 2);
  const playheadS = async () => Number(await plot.getAttribute("aria-valuenow"));
  await page.mouse.move(5, 5);
  await expect.poll(playheadS).toBeGreaterThan(74);
  expect(await playheadS()).toBeLessThan(76);
  // The hand is off the plot: the clicker has the keys.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  // Back takes it away, and the arrows go on as the clicker does.
  await page.keyboard.press("PageUp");
  await expect.poll(() => plots(page)).toEqual(["cwnd (segments)"]);
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await scene(page, 2);
  await page.keyboard.press("End");
  await scene(page, 5);
  await page.keyboard.press("Home");
  await scene(page, 1);
  for (let press = 0; press < 5; press++) await page.keyboard.press("PageDown");
  await scene(page, 3);
  await fragmentWith(page, "guide-step=3");

  // The lecturer's hand is in it: the control at the foot, by keyboard, and back by one key.
  const knob = page.getByRole("slider", { name: /β/ }).last();
  const value = () => page.locator(".projector__knobs .field__input").inputValue();
  const recorded = await value();
  await knob.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(value).not.toBe(recorded);
  await page.getByRole("button", { name: "As recorded" }).waitFor();
  const changed = await fragmentWith(page, `beta-ecn=${await value()}`);
  await knob.evaluate((element) => element.blur());

  // A reload in mid-talk leaves the scene and what the hand has done.
  await page.reload();
  await painted(page);
  await scene(page, 3);
  expect(decodeURIComponent(await fragment(page))).toBe(changed);
  await page.keyboard.press("s");
  await expect.poll(value).toBe(recorded);
  expect(await page.getByRole("button", { name: "As recorded" }).count()).toBe(0);

  // Blank, by either key; the clicker only brings it back.
  const blank = page.getByRole("button", { name: /screen is blank/ });
  await page.keyboard.press("b");
  await blank.waitFor();
  expect(await blank.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(0, 0, 0)");
  await page.keyboard.press("PageDown");
  await blank.waitFor({ state: "detached" });
  await page.keyboard.press(".");
  await blank.waitFor();
  await page.keyboard.press("Escape");
  await blank.waitFor({ state: "detached" });
  await scene(page, 3);

  // The speaker's own window leads as well, and ends with the projector.
  const [speaker] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("v")]);
  await speaker.getByText(/RFC 8511 keeps 0\.8/).waitFor();
  await speaker.getByRole("button", { name: "Back", exact: true }).click();
  await scene(page, 2);
  await expectAccessible(speaker);
  await speaker.keyboard.press("PageDown");
  await scene(page, 3);
  await speaker.getByText("In this scene: throughput").waitFor();
  // Asked for again, the window that is open is what comes; its words stay.
  await page.keyboard.press("v");
  await expect.poll(() => speaker.getByText("In this scene: throughput").count()).toBe(1);
  await speaker.getByRole("button", { name: "Next", exact: true }).waitFor();

  // Any scene by its list; the notes; other plots.
  await page.getByRole("button", { name: /^3 \/ 5\b/ }).click();
  await page.getByRole("button", { name: /^5\. Who keeps more/ }).click();
  await scene(page, 5);
  await page.keyboard.press("m");
  await page
    .getByRole("complementary", { name: "Speaker's notes" })
    .getByText(/First one flow is alone/)
    .waitFor();
  await page.keyboard.press("m");
  await page.keyboard.press("2");
  await expect.poll(async () => (await plots(page)).sort()).toEqual(["queue delay (ms)"]);

  // Back to the bench, where the talk leads whoever reads it alone.
  await page.keyboard.press("Escape");
  await expect.poll(() => speaker.isClosed()).toBe(true);
  await page
    .getByRole("region", { name: /^Talk: One mark/ })
    .getByText(/Who keeps more/)
    .waitFor();
  await page.getByRole("button", { name: "End the talk" }).click();
  await expect.poll(() => fragment(page)).not.toMatch(/talk=|touch=|plots=/);
});

test("a talk is recorded from the bench, written, and shown by one link", async () => {
  const page = await openPage({ fragment: "v=2&beta-ecn=0.8&pin=v%3D2" });
  await painted(page);
  await page.keyboard.press("p");
  await page.locator(".projector").waitFor();
  expect(await plots(page)).toEqual(["cwnd (segments)", "queue delay (ms)"]);
  await page.keyboard.press("3");
  await expect.poll(() => plots(page)).toEqual(["queue delay (ms)", "throughput (Mbps)"]);
  await page.getByRole("button", { name: "Add this as a scene" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Add this as a scene" }).click();
  await page.getByText("The talk has 2 scenes.").first().waitFor();
  await page.getByRole("button", { name: "Write the talk" }).click();

  const first = page.getByRole("region", { name: "Scene 1" });
  await first.waitFor();
  await expectAccessible(page);
  expect(await first.getByLabel("Sentence to show").inputValue()).toMatch(/^β_ecn 0\.80 instead of 0\.50/);
  await first.getByLabel("Sentence to show").fill("Keep more");
  await page.getByRole("button", { name: "Move down scene 1" }).click();
  await page.getByRole("button", { name: "Remove scene 1" }).click();
  await first.getByText("Plots, controls").click();
  await first.getByLabel(/^Revealed step by step/).fill("nothing");
  await first.getByLabel(/^Notes/).focus();
  await page.getByText(/^Scene 1: reveal: there is no "nothing" here/).waitFor();
  await first.getByLabel(/^Revealed step by step/).fill("throughput");
  await first.getByLabel(/^Notes/).fill("Say it.");
  await page.getByLabel("Title").fill("Made here");
  const link = page.getByLabel("Link of the talk");
  await link.waitFor();
  // It is kept on this device.
  await page.reload();
  expect(await first.getByLabel("Sentence to show").inputValue()).toBe("Keep more");
  const [, shown] = (await link.inputValue()).split("#");
  await page.getByRole("button", { name: "Present" }).click();
  await expect.poll(() => sentence(page)).toBe("Keep more");
  await expect.poll(() => plots(page)).toEqual(["queue delay (ms)"]);
  await page.keyboard.press("PageDown");
  await expect.poll(() => plots(page)).toEqual(["queue delay (ms)", "throughput (Mbps)"]);

  // A link that a mail program has cut says so, and the bench can be used.
  await go(page, `${shown.slice(0, 60)}&present=1`);
  await page.getByText("This talk cannot be shown.").waitFor();
  await page.getByText(/The link is damaged/).waitFor();
  await page.getByRole("button", { name: "Go on without it" }).click();
  await page.getByText("This talk cannot be shown.").waitFor({ state: "detached" });

  // Keys that are a single character can be switched off; a clicker's are none.
  await page.keyboard.press("?");
  await page.getByLabel(/^Keys that are a single letter/).uncheck();
  await page.getByRole("dialog").getByText("Blank screen; the full stop does the same (off)").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  await page.keyboard.press("p");
  expect(await page.locator(".projector").count()).toBe(1);
  expect(await page.locator(".projector__blank").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator(".projector").waitFor({ state: "detached" });
});
