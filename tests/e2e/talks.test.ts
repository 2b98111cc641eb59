/**
 * Tests a talk on a projector: it is readable from the last row, the keys of a presentation remote work, and a talk
 * can be opened from the bench.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packText } from "../../src/lib/packed-text.ts";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, fragment, fragmentWith, go, placeOf } from "./page-state.ts";

const HALL = { width: 1920, height: 1080 };

const sentence = (page: Page) => page.locator("h1").innerText();
const plots = (page: Page) => page.locator(".projector__plots .chart-title").allInnerTexts();

/** Returns the label sizes as the audience sees them: the page is laid out small and then magnified. */
function labelsPx(page: Page): Promise<number[]> {
  return page.locator(".chart-axes text").evaluateAll((labels) =>
    labels.map((label) => {
      const text = label as SVGTextElement;
      const times = text.getBoundingClientRect().width / text.getBBox().width;
      return times * Number.parseFloat(getComputedStyle(text).fontSize);
    }),
  );
}

/** Waits for the scene with this number and for its run. */
async function scene(page: Page, step: number): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${step} / 5\\b`) }).waitFor();
  await page.waitForFunction(() => document.querySelector("main")?.getAttribute("aria-busy") === "false");
}

test("a talk is shown by keyboard only, and can be read from the last row", async () => {
  const page = await openPage({ fragment: "talk=one-mark&present=1", viewport: HALL });
  await painted(page);
  await scene(page, 1);
  expect(await sentence(page)).toBe("A queue that never marks stays long.");
  // Plots that a later step reveals already have their space.
  expect(await plots(page)).toEqual(["cwnd (segments)"]);
  await page.keyboard.press("PageDown");
  await expect.poll(() => plots(page)).toEqual(["cwnd (segments)", "queue delay (ms)"]);
  expect(await page.locator(".projector__result").innerText()).toMatch(/100\.0 %/);
  const sizes = await labelsPx(page);
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
  // Pointer positions are correct although the page is magnified.
  const plot = page.locator(".plot--cwnd .chart-surface");
  const box = await placeOf(plot);
  const times = HALL.height / 600;
  const [left, right] = [box.x + 46 * times, box.x + box.width - 14 * times];
  await page.mouse.click(left + 0.75 * (right - left), box.y + box.height / 2);
  const playheadS = async () => Number(await plot.getAttribute("aria-valuenow"));
  await page.mouse.move(5, 5);
  await expect.poll(playheadS).toBeGreaterThan(74);
  expect(await playheadS()).toBeLessThan(76);
  // After the drag, the keys of the remote control the talk again.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  // PageUp hides the second plot again. The arrow keys work like the keys of a presentation remote.
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

  // The lecturer uses the slider at the foot by keyboard, and restores the recorded value with one key.
  const knob = page.getByRole("slider", { name: /β/ }).last();
  const value = () => page.locator(".projector__knobs .field__input").inputValue();
  const recorded = await value();
  await knob.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(value).not.toBe(recorded);
  await page.getByRole("button", { name: "As recorded" }).waitFor();
  const changed = await fragmentWith(page, `beta-ecn=${await value()}`);
  await knob.evaluate((element) => element.blur());

  // A reload during the talk keeps the scene and the lecturer's changes.
  await page.reload();
  await painted(page);
  await scene(page, 3);
  expect(decodeURIComponent(await fragment(page))).toBe(changed);
  await page.keyboard.press("s");
  await expect.poll(value).toBe(recorded);
  expect(await page.getByRole("button", { name: "As recorded" }).count()).toBe(0);

  // B blanks the screen. The remote's next key shows the screen again instead of moving on.
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

  // The speaker's window also controls the talk. It closes together with the projector.
  const [speaker] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("v")]);
  await speaker.getByText(/RFC 8511 keeps 0\.8/).waitFor();
  await speaker.getByRole("button", { name: "Back", exact: true }).click();
  await scene(page, 2);
  await expectAccessible(speaker);
  await speaker.keyboard.press("PageDown");
  await scene(page, 3);
  await speaker.getByText("In this scene: throughput").waitFor();
  await speaker.getByText("Next scene").waitFor();
  // A second V key brings the open speaker's window to the front and keeps its content.
  await page.keyboard.press("v");
  await expect.poll(() => speaker.getByText("In this scene: throughput").count()).toBe(1);
  await speaker.getByRole("button", { name: "Next", exact: true }).waitFor();

  // Any scene can be chosen from the list. The notes can be shown, and other plots can be chosen.
  await page.getByRole("button", { name: /^3 \/ 5\b/ }).click();
  await page.getByRole("button", { name: /^5\. Who keeps more/ }).click();
  await scene(page, 5);
  await page.keyboard.press("m");
  await page
    .getByRole("complementary", { name: "Speaker's notes" })
    .getByText(/At first one flow is alone/)
    .waitFor();
  await page.keyboard.press("m");
  await page.keyboard.press("Shift+Digit2");
  await expect.poll(async () => (await plots(page)).sort()).toEqual(["queue delay (ms)"]);

  // After the projector is closed, a single reader follows the talk on the bench.
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
  await page.keyboard.press("Shift+Digit3");
  await expect.poll(() => plots(page)).toEqual(["queue delay (ms)", "throughput (Mbps)"]);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Add this as a scene" }).click();
  // The first Escape closes the list, the next one the projector.
  await page.keyboard.press("Escape");
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
  // The next scene is shown as a picture of its run.
  await first.getByText("Plots, controls").click();
  await first.getByText(/^Next scene: /).waitFor();
  await first.getByRole("img", { name: /^Median [\d.]+ ms, / }).waitFor();
  await first.getByText("Plots, controls").click();
  await page.getByRole("button", { name: "Move down scene 1" }).click();
  await page.getByRole("button", { name: "Remove scene 1" }).click();
  await first.getByText("Plots, controls").click();
  const hidden = first.getByRole("group", { name: /^Hidden at first/ });
  const seen = first.getByRole("group", { name: /^Plots/ });
  await hidden.getByLabel("Throughput").check();
  await seen.getByLabel("Throughput").uncheck();
  await page.getByText(/^Scene 1: reveal: there is no "throughput" here/).waitFor();
  await seen.getByLabel("Throughput").check();
  await first.getByLabel(/^Notes/).fill("Say it.");
  await page.getByLabel("Title").fill("Made here");
  const link = page.getByLabel("Link of the talk");
  await link.waitFor();
  // The talk is stored on this device.
  await page.reload();
  expect(await first.getByLabel("Sentence to show").inputValue()).toBe("Keep more");
  const [, shown] = (await link.inputValue()).split("#");
  await page.getByRole("button", { name: "Present" }).click();
  await expect.poll(() => sentence(page)).toBe("Keep more");
  await expect.poll(() => plots(page)).toEqual(["queue delay (ms)"]);
  await page.keyboard.press("PageDown");
  await expect.poll(() => plots(page)).toEqual(["queue delay (ms)", "throughput (Mbps)"]);

  // The page reports a URL that a mail program has cut, and the bench can be used.
  await go(page, `${shown.slice(0, 60)}&present=1`);
  await page.getByText("This talk cannot be shown.").waitFor();
  await page.getByText(/The link is damaged/).waitFor();
  await page.getByRole("button", { name: "Continue without it" }).click();
  await page.getByText("This talk cannot be shown.").waitFor({ state: "detached" });

  // Single-character shortcuts can be switched off. This does not affect the remote's keys.
  await page.keyboard.press("?");
  await page.getByLabel(/^Use single-key shortcuts/).uncheck();
  await page.getByRole("dialog").getByText("Blank screen (off)").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  await page.keyboard.press("p");
  expect(await page.locator(".projector").count()).toBe(1);
  expect(await page.locator(".projector__blank").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator(".projector").waitFor({ state: "detached" });
});

/** Returns the share of the projected picture that both boxes show. */
function share(one: Box, other: Box): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, wide) * Math.max(0, high);
}

type Box = Awaited<ReturnType<typeof placeOf>>;

test("the projector shows path, time and player, and a story next to the plots", async () => {
  for (const viewport of [HALL, { width: 1024, height: 768 }]) {
    const page = await openPage({ fragment: "present=1&at=40s", viewport });
    await painted(page);
    const path = page.locator(".path-place");
    await path.waitFor();
    expect((await placeOf(path)).height).toBeGreaterThan(100);
    await page.getByText(/^40\.00 s of 100 s$/).waitFor();
    const boxes = async () =>
      Promise.all((await page.locator(".projector__plots .plot").all()).map((plot) => placeOf(plot)));
    const sheet = await placeOf(page.locator(".projector"));
    for (const box of await boxes()) {
      expect(box.height).toBeGreaterThan(0.14 * viewport.height);
      expect(box.y + box.height).toBeLessThan(sheet.height);
    }
    // The player works by keyboard: a digit sets the speed, and Shift with an arrow key goes to the next mark.
    await page.keyboard.press("1");
    expect(await page.getByRole("combobox", { name: "Speed" }).inputValue()).toBe("0.01");
    expect(await plots(page)).toEqual(["cwnd (segments)", "queue delay (ms)"]);
    await page.keyboard.press("Shift+ArrowRight");
    await page
      .getByText(/^4\d\.\d+ s: CoDel marked/)
      .first()
      .waitFor();
    await page.keyboard.press("w");
    const story = page.locator(".why__card");
    await story
      .getByText(/left the queue/)
      .first()
      .waitFor();
    for (const plot of [await placeOf(path), ...(await boxes())]) {
      expect(plot.width).toBeGreaterThan(0.4 * viewport.width);
      expect(share(plot, await placeOf(story))).toBe(0);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("l");
    await path.waitFor({ state: "hidden" });
    // The help of a projector lists the projector's keys.
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Projector view" }).waitFor();
    expect(await dialog.getByRole("heading", { name: "In the simulator" }).count()).toBe(0);
    expect(await dialog.getByText("Open the notebook").count()).toBe(0);
    expect(await dialog.getByText("1 – 8", { exact: true }).count()).toBe(1);
  }
});

test("a lecture is given with projector and speaker's window by keyboard only", async () => {
  const page = await openPage({ fragment: "talk=one-mark&present=1", viewport: HALL });
  await painted(page);
  const [speaker] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("v")]);
  const picture = speaker.frameLocator("iframe.wall__picture");
  const onWall = picture.locator("h1");
  await expect.poll(() => onWall.innerText()).toBe("A queue that never marks stays long.");
  const next = async (step: number) => {
    while (!(await page.getByRole("button", { name: new RegExp(`^${step} / 5\\b`) }).count()))
      await speaker.keyboard.press("PageDown");
    await scene(page, step);
  };
  await next(2);
  await expect.poll(() => onWall.innerText()).toMatch(/^CoDel keeps the queue short/);
  await speaker.getByText("How much should one mark take away?").waitFor();
  // The copy in the speaker's window shows the pixels of the projected plots.
  const inks = () =>
    picture
      .locator(".plot--cwnd canvas")
      .first()
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const paint = (canvas as HTMLCanvasElement).getContext("2d");
        return new Set(paint?.getImageData(0, 0, width, height).data).size;
      });
  await expect.poll(inks).toBeGreaterThan(10);

  // Moving a slider in the speaker's window moves it on the projector, and the remote's keys still control the talk.
  const value = (at: Page) => at.locator(".projector__knobs .field__input").first().inputValue();
  await expect.poll(() => value(page)).toBe("0.50");
  const knob = speaker.locator(".projector__knobs").getByRole("slider", { name: /β/ }).last();
  for (let press = 0; press < 40; press++) {
    if (await knob.evaluate((element) => element === element.ownerDocument.activeElement)) break;
    await speaker.keyboard.press("Tab");
  }
  for (let press = 0; press < 3; press++) await speaker.keyboard.press("ArrowRight");
  await expect.poll(() => value(speaker)).not.toBe("0.50");
  await expect.poll(() => value(page)).toBe(await value(speaker));
  await fragmentWith(page, `beta-ecn=${await value(page)}`);
  const before = await value(page);
  await speaker.keyboard.press("PageDown");
  expect(await value(page)).toBe(before);
  // Goes to the next mark from the speaker's window. The focus first leaves the slider, which would use the arrow
  // keys itself.
  await speaker.keyboard.press("Tab");
  await speaker.keyboard.press("Shift+ArrowRight");
  await page
    .getByText(/ s: CoDel marked/)
    .first()
    .waitFor();
  await speaker.keyboard.press("w");
  await page
    .locator(".why__card")
    .getByText(/left the queue/)
    .first()
    .waitFor();
  await expect.poll(() => picture.locator(".why__card h2").innerText()).toMatch(/^Why\? Mark/);
  await speaker.keyboard.press("Escape");
  // A dialog opened from the speaker's window is visible in the copy, and can be closed there.
  await speaker.keyboard.press("?");
  await picture.getByRole("heading", { name: "Projector view" }).waitFor();
  await speaker.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => picture.getByRole("heading", { name: "Projector view" }).count()).toBe(0);
  await next(3);
  await next(5);
  await speaker.getByText("This is the last scene.").waitFor();
  await expectAccessible(speaker);
  // The window may have closed before the key is released.
  await speaker.keyboard.press("Escape").catch(() => undefined);
  await expect.poll(() => speaker.isClosed()).toBe(true);
});

test("a scene that names no control shows none on the projector, but the speaker's window has one", async () => {
  const file =
    "---\nkind: talk\nid: bare\nlang: en\ntitle: Bare\n---\n\n## Look\n\n- state: [open](#v=2&hide=path)\n";
  const page = await openPage({ fragment: `talk=${packText(file)}&present=1`, viewport: HALL });
  await painted(page);
  await expect.poll(() => sentence(page)).toBe("Look");
  await page.locator(".projector__plots .plot").first().waitFor();
  expect(await page.locator(".projector__knobs").count()).toBe(0);
  expect(await page.locator(".path-place").isVisible()).toBe(false);
  const [speaker] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("v")]);
  await speaker.getByRole("slider", { name: /β/ }).first().waitFor();
});

test("the link of a talk with a program asks before it runs", async () => {
  const program = packText("// @sender Other\nfunction onAck(tcp) { tcp.cwnd += 1 }");
  const talk = [
    "---\nkind: talk\nid: theirs\nlang: en\ntitle: Theirs\n---\n",
    "## One\n\n- state: [open](#v=2&duration=10s)\n",
    `## Two\n\n- state: [open](#v=2&duration=10s&program=${program}&cc=own)\n`,
  ].join("\n");
  const page = await openPage({ fragment: `talk=${packText(talk)}&present=1` });
  await painted(page);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("PageDown");
  const dialog = page.getByRole("dialog", { name: "Program in this link" });
  await dialog.getByRole("button", { name: "Do not run" }).click();
  expect(await fragment(page)).not.toContain("program=");
});
