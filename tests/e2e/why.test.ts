/** Asking why: by mouse, by touch and by keys, of events, packets and stretches, and what is done with the answer. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, follow } from "./page-state.ts";
import { dragOnPlot, plotPlace, pressSymbol, pressUnderWay, symbolPlace } from "./why-hands.ts";

const card = (page: Page) => page.locator(".why__card");
const title = (page: Page) => card(page).getByRole("heading");
const playhead = (page: Page) =>
  page.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuetext");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** The answer to the last question is there. */
async function answered(page: Page, about: RegExp): Promise<string> {
  await page.locator(".why__card[aria-busy=false]").waitFor();
  await expect.poll(() => title(page).innerText()).toMatch(about);
  expect(await card(page).getByRole("alert").allInnerTexts()).toEqual([]);
  return card(page).innerText();
}

test("a press on a cut opens its story; links move the playhead, the chain stands on all plots, and the next one follows", async () => {
  const page = await openPage({ colorScheme: "dark" });
  await painted(page);
  const [x, y] = await symbolPlace(page, "cwnd", 41.19, "cut for a CE mark");
  expect(await page.locator(".chart-cwnd .chart-surface").evaluate((surface) => surface.style.cursor)).toBe(
    "pointer",
  );
  await page.mouse.click(x, y);
  const story = await answered(page, /^Why\? Cut for a mark, flow 1$/);
  expect(story).toMatch(/CoDel marked it/);
  expect(await playhead(page)).toMatch(/^41\.19 s/);
  expect(await page.getByRole("button", { name: "Play", exact: true }).count()).toBe(1);
  await expect
    .poll(() => page.locator("[data-live-region]").innerText())
    .toMatch(/^Cut for a mark, flow 1\. At /);

  // The same numbers beside the moments and on every time plot.
  const moments = await card(page).locator(".why__chain li").count();
  expect(moments).toBeGreaterThan(3);
  for (const kind of ["cwnd", "delay", "rate"]) {
    const signs = await page.locator(`.chart-${kind} .why-chain text`).allTextContents();
    expect(signs.at(-1), kind).toMatch(new RegExp(`${moments}$`));
  }
  await card(page).getByRole("button", { name: "41.092 s" }).first().click();
  expect(await playhead(page)).toMatch(/^41\.09 s/);
  await card(page).getByRole("button", { name: "Zoom to this" }).click();
  await page.getByRole("button", { name: "whole run" }).waitFor();
  expect((await page.locator(".chart-cwnd .why-chain text").allTextContents()).length).toBeGreaterThan(1);
  await page.getByRole("button", { name: "whole run" }).click();

  await card(page).getByRole("button", { name: "Next of this kind" }).click();
  await expect.poll(() => playhead(page)).toMatch(/^46\.01 s/);
  await answered(page, /Cut for a mark/);
  await press(page, ",");
  await expect.poll(() => playhead(page)).toMatch(/^41\.19 s/);
  await answered(page, /Cut for a mark/);

  // One step further: the algorithm's card, and back to the formula.
  await card(page).getByRole("button", { name: "CoDel" }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "CoDel" }).first().waitFor();
  await press(page, "Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => focused(page)).toBe("CoDel");
  await expectAccessible(page);

  // Another scenario has other answers.
  await page.getByRole("textbox", { name: /Backoff on a mark/ }).fill("0.8");
  await press(page, "Enter");
  await expect.poll(() => card(page).count()).toBe(0);
  expect(await page.locator(".why-chain").count()).toBe(0);
});

test("by keys alone: a mark of the queue's plot, a stretch, the latest event, packets that wait, and the focus returns", async () => {
  const page = await openPage({ reducedMotion: "reduce", fragment: "v=2&at=21.9s" });
  await painted(page);
  const delay = (await plotPlace(page, "queue delay")).surface;
  await delay.focus();
  await press(page, "Shift+ArrowLeft");
  await expect
    .poll(() => page.locator(".chart-delay .why-sign").innerText())
    .toMatch(/^Why\? CE mark at 21\.81 s/);
  await press(page, "Enter");
  await answered(page, /^Why\? Mark of packet/);
  expect(await focused(page)).toMatch(/^Why\? Mark/);
  await press(page, "Escape");
  await expect.poll(() => card(page).count()).toBe(0);
  expect(await delay.evaluate((surface) => document.activeElement === surface)).toBe(true);
  await press(page, "Shift+Enter");
  await answered(page, /queue/i);
  await press(page, "w");
  await answered(page, /^Why\? Mark of packet/);
  await press(page, "Escape");

  const queue = page.getByRole("slider", { name: /^Packets in the queue/ });
  await queue.focus();
  await press(page, "End");
  const [tail, of] =
    /^(\d+) of (\d+) from the head/.exec((await queue.getAttribute("aria-valuetext")) ?? "")?.slice(1) ?? [];
  expect(Number(tail)).toBeGreaterThan(3);
  expect(of).toBe(tail);
  await press(page, "ArrowRight");
  expect(await queue.getAttribute("aria-valuenow")).toBe(String(Number(tail) - 1));
  await press(page, "Enter");
  await answered(page, /^Why\? Packet/);
  await press(page, "Escape");

  // What a hand does without meaning a question stays as it was.
  await dragOnPlot(page, "cwnd", 12.16, 60);
  expect(await playhead(page)).toMatch(/^60\.0\d s/);
  const { xOf, top, height } = await plotPlace(page, "cwnd");
  await page.mouse.click(xOf(70), top + height * 0.9);
  expect(Number.parseFloat((await playhead(page)) ?? "")).toBeCloseTo(70, 1);
  expect(await card(page).count()).toBe(0);
  await dragOnPlot(page, "throughput", 20, 30, "Shift");
  await answered(page, /throughput/i);
  await page.getByRole("button", { name: "whole run" }).waitFor();
});

test("the list has all events in order, by kind and flow, with the playhead's in sight; each asks its story", async () => {
  const page = await openPage({ reducedMotion: "reduce", fragment: "v=2&aqm=pie&flow=&flow=&at=60s" });
  await painted(page);
  await page.getByRole("button", { name: "All events" }).click();
  const list = page.locator(".why__list");
  await list.getByRole("heading", { name: /^Events of the run: \d{3}$/ }).waitFor();
  const current = list.locator("tr[aria-current]");
  expect(Number.parseFloat(await current.innerText())).toBeLessThanOrEqual(60);
  expect(await current.evaluate((row) => row.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  await list.getByRole("combobox", { name: "Kind of event" }).selectOption("ecnReduction");
  await list.getByRole("combobox", { name: "Flow" }).selectOption({ label: "flow 2" });
  const times = (await list.locator("tbody td:first-child").allInnerTexts()).map(Number);
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(await list.locator("tbody td:nth-child(3)").allInnerTexts())).toEqual(new Set(["2"]));
  expect(await list.locator("tbody td:nth-child(4)").first().innerText()).toMatch(/^\d+ → \d+$/);
  await list.locator("tbody button").first().focus();
  await press(page, "Enter");
  await answered(page, /^Why\? Cut for a mark, flow 2/);
  expect(Number.parseFloat((await playhead(page)) ?? "")).toBeCloseTo(times[0], 1);
  await expectAccessible(page);
  await press(page, "Escape", "Escape");
  await expect.poll(() => page.locator(".why").count()).toBe(0);
});

test("a finger on a phone: a cut's story lies under the plots, and a packet of the path has its own", async () => {
  const page = await openPage({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
    fragment: "v=2&at=21.9s",
  });
  await painted(page);
  const { xOf, top, height } = await plotPlace(page, "cwnd");
  for (let y = 8; y < height && (await card(page).count()) === 0; y += 14)
    await page.touchscreen.tap(xOf(45.9), top + y);
  await answered(page, /^Why\? Cut for a mark/);
  const bottomOfPlot = await page
    .locator(".chart-cwnd")
    .evaluate((plot) => plot.getBoundingClientRect().bottom);
  const sheet = await page.locator(".why").boundingBox();
  expect(bottomOfPlot).toBeLessThanOrEqual(sheet?.y ?? 0);
  await expectAccessible(page);
  await card(page).getByRole("button", { name: "Close" }).tap();
  await expect.poll(() => card(page).count()).toBe(0);
  const queue = page.locator(".path-cursor");
  // Clear of the line above the transport bar that says what happened last.
  await queue.evaluate((element) => {
    element.scrollIntoView({ block: "nearest" });
    window.scrollBy({ top: 60, behavior: "instant" });
  });
  const box = await queue.boundingBox();
  if (box === null) throw new Error("the path is not drawn");
  await page.touchscreen.tap(box.x + box.width - 14, box.y + box.height / 2);
  await answered(page, /^Why\? Packet/);
});

test("on a path of several links a link is watched first and asked then", async () => {
  const page = await openPage({
    reducedMotion: "reduce",
    fragment: "v=2&path=parking-lot&duration=20s&at=9s",
  });
  await painted(page);
  const second = page.getByRole("radio", { name: /^Hop 2/ });
  const place = await second.boundingBox();
  if (place === null) throw new Error("the second link is not drawn");
  const onQueue = [place.x + 30, place.y + place.height * 0.66] as const;
  await page.mouse.click(...onQueue);
  await page.waitForFunction(() => location.hash.includes("&watch=hop2"));
  expect(await card(page).count()).toBe(0);
  await page.mouse.click(...onQueue);
  await answered(page, /^Why\? /);
  await pressSymbol(page, "queue delay", 15);
  await answered(page, /Mark/);
  const key = page.getByRole("list", { name: "Key of the picture" });
  expect(await key.innerText()).not.toContain("SYN");

  // While a connection opens, the key names its marks, over several links and over one, and they can be asked.
  await follow(page, "v=2&path=parking-lot&duration=20s&at=0.02s");
  await key.getByText("SYN").waitFor();
  await follow(page, "v=2&duration=20s&at=0.03s");
  await key.getByText("SYN, with a dot SYN-ACK").waitFor();
  await pressUnderWay(page, "SYN of flow 1");
  expect(await answered(page, /^Why\? The SYN, flow 1$/)).toMatch(/The SYN-ACK came back at 0\.10/);
});
