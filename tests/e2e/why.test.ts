/**
 * Tests explanations of events, packets and time ranges, by mouse, touch and keyboard, and the actions on an
 * explanation's card.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { idOf } from "../../src/engine/custom/program-text.ts";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { congestionControls, queueDisciplines, topologies, trafficKinds } from "../../src/engine/index.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { leaveOutInFirefox, openPage, pageAddress, painted } from "./browser.ts";
import {
  digest,
  enter,
  expectAccessible,
  follow,
  fragment,
  fragmentWith,
  go,
  placeOf,
  press,
} from "./page-state.ts";

/** Titles of the plots, by the plots' names. */
const FRAMES: Readonly<Record<string, string>> = {
  cwnd: "cwnd",
  "queue delay": "delay",
  throughput: "rate",
  "Jain's fairness F(t)": "fairness",
};

/** Margins of a plot over time, on screens wider than a phone and on a phone. */
const MARGINS = { left: 46, narrowLeft: 36, right: 14 };
const NARROW_PX = 480;

interface PlotPlace {
  readonly surface: Locator;
  readonly top: number;
  readonly height: number;
  xOf(timeS: number): number;
}

/** Returns the position and size of a plot that shows the whole run. */
async function plotPlace(page: Page, plot: string): Promise<PlotPlace> {
  const surface = page.locator(`.chart-${FRAMES[plot]} .chart-surface`);
  await page.getByRole("button", { name: `Explain the ${plot} in view` }).waitFor();
  await surface.scrollIntoViewIfNeeded();
  const box = await placeOf(surface);
  const untilS = Number(await surface.getAttribute("aria-valuemax"));
  const left = box.x + (box.width < NARROW_PX ? MARGINS.narrowLeft : MARGINS.left);
  const width = box.x + box.width - MARGINS.right - left;
  return { surface, top: box.y, height: box.height, xOf: (timeS) => left + (timeS / untilS) * width };
}

/**
 * Returns the highest position in the plot, at this time, where the page offers an explanation whose label contains
 * `what`.
 */
async function symbolPlace(page: Page, plot: string, timeS: number, what = ""): Promise<[number, number]> {
  const { surface, top, height, xOf } = await plotPlace(page, plot);
  const sign = surface.locator("xpath=..").locator(".why-sign");
  for (let y = 4; y < height; y += 5) {
    await page.mouse.move(xOf(timeS), top + y);
    if ((await sign.isVisible()) && (await sign.innerText()).includes(what)) return [xOf(timeS), top + y];
  }
  throw new Error(`no ${what} of the ${plot} plot stands near ${timeS} s`);
}

async function pressSymbol(page: Page, plot: string, timeS: number, what?: string): Promise<void> {
  await page.mouse.click(...(await symbolPlace(page, plot, timeS, what)));
}

async function dragOnPlot(
  page: Page,
  plot: string,
  fromS: number,
  toS: number,
  key?: "Shift",
): Promise<void> {
  const { top, height, xOf } = await plotPlace(page, plot);
  const y = top + height / 2;
  if (key !== undefined) await page.keyboard.down(key);
  await page.mouse.move(xOf(fromS), y);
  await page.mouse.down();
  await page.mouse.move(xOf(toS), y, { steps: 4 });
  await page.mouse.up();
  if (key !== undefined) await page.keyboard.up(key);
}

/** Moves the path's data cursor to the packet at the head ("Home") or the tail ("End") of the queue, once there is a picture. */
async function ringPacket(page: Page, key: "Home" | "End"): Promise<void> {
  const cursor = page.locator(".path-cursor");
  const ringed = async () => {
    await cursor.press(key);
    return page.locator(".path-chosen").count();
  };
  await expect.poll(ringed).toBe(1);
  // The page has counted the waiting packets by now, so the key reaches the right one.
  await cursor.press(key);
}

/** Clicks the packet at the head ("first") or the tail ("last") of the queue, at the position of the data cursor. */
async function pressWaiting(page: Page, end: string): Promise<void> {
  await ringPacket(page, end === "first" ? "Home" : "End");
  // On a busy machine, content that appears late moves the path. The click waits until the ring is at the same place.
  const chosenRing = await page.locator(".path-chosen").elementHandle();
  await chosenRing?.waitForElementState("stable");
  const ring = await chosenRing?.boundingBox();
  if (ring == null) throw new Error("no packet waits in the queue");
  await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2);
}

/** Clicks the packet on a path of one link for which the page offers the explanation "why `what`". */
async function pressUnderWay(page: Page, what: string): Promise<void> {
  const queue = await placeOf(page.locator(".path-cursor"));
  const drawing = await placeOf(page.locator(".path-canvas"));
  const sign = page.locator(".path-box .why-sign");
  const y = queue.y + queue.height / 2;
  for (let x = queue.x + queue.width; x < drawing.x + drawing.width; x += 8) {
    await page.mouse.move(x, y);
    if ((await sign.isVisible()) && (await sign.innerText()) === `Why? ${what}`) {
      await page.mouse.click(x, y);
      return;
    }
  }
  throw new Error(`${what} is not on the link`);
}

/** Returns the text with "_" before subscripts, as docs/questions.md writes it. */
function textOf(element: Locator): Promise<string> {
  return element.evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement;
    for (const lowered of copy.querySelectorAll("sub")) lowered.textContent = `_${lowered.textContent}`;
    return copy.textContent ?? "";
  });
}

const card = (page: Page) => page.locator(".why__card");
const title = (page: Page) => card(page).getByRole("heading");
const playhead = (page: Page) =>
  page.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuetext");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
/** Waits for the answer whose title matches `about`. */
async function answered(page: Page, about: RegExp): Promise<string> {
  await page.locator(".why__card[aria-busy=false]").waitFor();
  await expect.poll(() => title(page).innerText()).toMatch(about);
  expect(await card(page).getByRole("alert").allInnerTexts()).toEqual([]);
  return card(page).innerText();
}

test("a click on a reduction opens its story; links move the playhead, the chain is on all plots, and the next story follows", async () => {
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

  // The moments on the card and all plots over time show the same numbers.
  const moments = await card(page).locator(".why__chain li").count();
  expect(moments).toBeGreaterThan(3);
  for (const kind of ["cwnd", "delay", "rate"]) {
    const signs = await page.locator(`.chart-${kind} .why-chain text`).allTextContents();
    expect(signs.at(-1), kind).toMatch(new RegExp(`${moments}$`));
  }
  await card(page).getByRole("button", { name: "41.092 s" }).first().click();
  expect(await playhead(page)).toMatch(/^41\.09 s/);
  await card(page).getByRole("button", { name: "Zoom to this event" }).click();
  await page.getByRole("button", { name: "whole run" }).waitFor();
  expect((await page.locator(".chart-cwnd .why-chain text").allTextContents()).length).toBeGreaterThan(1);
  await page.getByRole("button", { name: "whole run" }).click();

  await card(page).getByRole("button", { name: "Next of this kind" }).click();
  await expect.poll(() => playhead(page)).toMatch(/^46\.01 s/);
  await answered(page, /Cut for a mark/);
  await press(page, ",");
  await expect.poll(() => playhead(page)).toMatch(/^41\.19 s/);
  await answered(page, /Cut for a mark/);

  // Opens the algorithm's card, and returns to the formula.
  await card(page).getByRole("button", { name: "CoDel" }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "CoDel" }).first().waitFor();
  await press(page, "Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => focused(page)).toBe("CoDel");
  await expectAccessible(page);

  // In another scenario the answers are different.
  await page.getByRole("textbox", { name: /Backoff on a mark/ }).fill("0.8");
  await press(page, "Enter");
  await expect.poll(() => card(page).count()).toBe(0);
  expect(await page.locator(".why-chain").count()).toBe(0);
});

test("Back closes an explanation and keeps the preset; a closed explanation leaves no entry behind", async () => {
  const page = await openPage({ fragment: "v=2&beta-ecn=0.6" });
  await painted(page);
  await page.getByRole("button", { name: "Presets", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^CUBIC/ })
    .first()
    .click();
  const preset = await fragmentWith(page, "cubic");
  await painted(page);
  const [card, shown] = [page.locator(".why__card"), await digest(page)];
  // The change of the run before the question belongs to the entry below, and can still be undone after Back.
  const seed = page.getByRole("textbox", { name: "Seed" });
  await enter(seed, "7");
  await seed.blur();
  const changed = await fragmentWith(page, "seed=7");
  await painted(page);
  await page.locator("body").press("w");
  await card.waitFor();
  await fragmentWith(page, "&why=");
  await page.goBack();
  await card.waitFor({ state: "detached" });
  expect(await decoded(page)).toBe(changed);
  await page.goForward();
  await card.waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  await expect.poll(() => decoded(page)).toBe(changed);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => digest(page)).toBe(shown);
  await expect.poll(() => decoded(page)).toContain(preset.split("&pin=")[0]);
  await page.goBack();
  await fragmentWith(page, "v=2&beta-ecn=0.6");
});

const decoded = async (page: Page) => decodeURIComponent(await fragment(page));

test("by keyboard: explains a mark of the queue's plot, a range, the latest event and waiting packets, and the focus returns", async () => {
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

  // Gestures that are not questions, such as a drag, work as before.
  await dragOnPlot(page, "cwnd", 12.16, 60);
  expect(await playhead(page)).toMatch(/^60\.0\d s/);
  const { xOf, top, height } = await plotPlace(page, "cwnd");
  // The click is above the strip of phases, which would otherwise give the answer.
  await page.mouse.click(xOf(70), top + height * 0.7);
  expect(Number.parseFloat((await playhead(page)) ?? "")).toBeCloseTo(70, 1);
  expect(await card(page).count()).toBe(0);
  await dragOnPlot(page, "throughput", 20, 30, "Shift");
  await answered(page, /throughput/i);
  await page.getByRole("button", { name: "whole run" }).waitFor();
});

test("the list has all events in order, by kind and flow, and shows those at the playhead; each event opens its story", async () => {
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
  await expect.poll(() => page.locator(".dock").count()).toBe(0);
});

test("on a phone: a reduction's story is below the plots, and a packet of the path has its own", async () => {
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
  const sheet = await page.locator(".dock").boundingBox();
  expect(bottomOfPlot).toBeLessThanOrEqual(sheet?.y ?? 0);
  await expectAccessible(page);
  await card(page).getByRole("button", { name: "Close" }).tap();
  await expect.poll(() => card(page).count()).toBe(0);
  const queue = page.locator(".path-cursor");
  await ringPacket(page, "End");
  // Scrolls the plot away from the strip above the transport bar that shows the last event.
  await queue.evaluate((element) => {
    element.scrollIntoView({ block: "nearest" });
    window.scrollBy({ top: 60, behavior: "instant" });
  });
  const box = await placeOf(queue);
  await page.touchscreen.tap(box.x + box.width - 14, box.y + box.height / 2);
  await answered(page, /^Why\? Packet/);
});

test("on a path of several links, the first click watches a link and the second one asks about it", async () => {
  const page = await openPage({
    reducedMotion: "reduce",
    fragment: "v=2&path=parking-lot&duration=20s&at=9s",
  });
  await painted(page);
  const second = page.getByRole("radio", { name: /^Hop 2/ });
  const place = await placeOf(second);
  const onQueue = [place.x + 30, place.y + place.height * 0.66] as const;
  await page.mouse.click(...onQueue);
  await page.waitForFunction(() => location.hash.includes("&watch=hop2"));
  expect(await card(page).count()).toBe(0);
  await page.mouse.click(...onQueue);
  await answered(page, /^Why\? /);
  await pressSymbol(page, "queue delay", 15);
  await answered(page, /Mark/);
  const key = page.getByRole("list", { name: "Legend of the picture" });
  expect(await key.innerText()).not.toContain("SYN");

  // While a connection opens, the picture's legend explains the symbols of the handshake, on paths with several links
  // and with one. A click on such a symbol asks about its packet.
  await follow(page, "v=2&path=parking-lot&duration=20s&at=0.02s");
  await key.getByText("SYN").waitFor();
  await follow(page, "v=2&duration=20s&at=0.03s");
  await key.getByText("SYN, with a dot SYN-ACK").waitFor();
  await pressUnderWay(page, "SYN of flow 1");
  expect(await answered(page, /^Why\? The SYN, flow 1$/)).toMatch(/The SYN-ACK came back at 0\.10/);
});

// The build removes texts from the worker. No story may need a removed text.
test("the built worker tells a story of every sender, queue, kind of traffic and path, custom programs included", async () => {
  const page = await openPage();
  await painted(page);
  const custom = TEMPLATES.map(({ kind, code }) => ({ kind, id: idOf(code), packed: packText(code) }));
  const programs = custom.map(({ packed }) => `program=${packed}`).join("&");
  await go(page, `v=2&${programs}&cc=${custom[0].id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  const entries = (key: string, kind: string | null, registry: readonly { readonly id: string }[]) => [
    ...registry.map(({ id }) => `${key}=${id}`),
    ...custom.filter((one) => one.kind === kind).map(({ id, packed }) => `program=${packed}&${key}=${id}`),
  ];
  const asked = [
    ...entries("cc", "sender", congestionControls).map((run) => [run, "cwnd,1,1"]),
    ...entries("aqm", "queue", queueDisciplines).map((run) => [run, "queue,1,-"]),
    ...entries("traffic", null, trafficKinds).map((run) => [run, "throughput,1,1"]),
    ...entries("path", null, topologies).map((run) => [run, "throughput,1,-"]),
  ];
  for (const [run, about] of asked) {
    await go(page, `v=2&${run}&duration=2s&why=stretch,${about},0.5,1.5`);
    await expect.poll(() => card(page).count(), { message: run }).toBe(1);
    expect(await answered(page, /\w/), run).toMatch(/\.$/m);
    await press(page, "Escape");
    await expect.poll(() => card(page).count()).toBe(0);
  }
});

// Asks each question of docs/questions.md as the document describes, and compares the page's answer with the
// document's answer.

const FILE = resolve(import.meta.dirname, "../../docs/questions.md");
const MOST_ACTIONS = 2;
const WIDTH = 118;

interface AskedQuestion {
  readonly title: string;
  /** The link's fragment. */
  readonly link: string;
  readonly actions: readonly string[];
  readonly answer: string;
}

function questionsOf(text: string): AskedQuestion[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split("\n")[0],
      link: /^Open `([^`]+)`\.$/m.exec(section)?.[1] ?? "",
      actions: [...section.matchAll(/^\d\. (.+)$/gm)].map(([, action]) => action),
      answer: [...section.matchAll(/^> ?(.*)$/gm)].map(([, line]) => line).join(" "),
    }));
}

type Act = (page: Page, ...given: string[]) => Promise<unknown>;

const BETA = /Backoff on a mark/;

/** Actions that the document can describe, each with the words that describe it. */
const ACTS: readonly (readonly [RegExp, Act])[] = [
  [
    /^Press the (?:sign )?"?(.+?)"? near ([\d.]+) s on the (.+) plot\.$/,
    (page, what, timeS, plot) => pressSymbol(page, plot, Number(timeS), what),
  ],
  [
    /^Drag with Shift from ([\d.]+) s to ([\d.]+) s on the (.+) plot\.$/,
    (page, fromS, toS, plot) => dragOnPlot(page, plot, Number(fromS), Number(toS), "Shift"),
  ],
  [/^Press the (first|last) packet of the queue in the path\.$/, (page, end) => pressWaiting(page, end)],
  [
    /^Press "Why here\?" of the (.+) plot\.$/,
    (page, plot) => page.getByRole("button", { name: `Explain the ${plot} in view` }).click(),
  ],
  [/^Press the key (\w)\b/, (page, key) => page.keyboard.press(key.toLowerCase())],
  [
    /^Press the row of the (.+) at ([\d.]+) s\.$/,
    (page, what, timeS) =>
      page
        .getByRole("row", { name: new RegExp(`^${timeS} `) })
        .getByRole("button", { name: what })
        .click(),
  ],
  [
    /^Point at the word (.+)\.$/,
    async (page, word) => {
      await page
        .locator(".why__card .term__word", { hasText: new RegExp(`^${word}$`) })
        .first()
        .hover();
      await page.locator(".term__tip").waitFor();
    },
  ],
  [
    /^Type ([\d.]+) for β_ecn\.$/,
    async (page, value) => {
      await enter(page.getByRole("textbox", { name: BETA }), value);
    },
  ],
];

async function act(page: Page, action: string): Promise<void> {
  for (const [pattern, how] of ACTS) {
    const found = pattern.exec(action);
    if (found === null) continue;
    await how(page, ...found.slice(1));
    return;
  }
  throw new Error(`nobody knows how to "${action}"`);
}

/**
 * Returns the meaning of a term, or the story. If the document asks nothing, returns the sentence above the plots,
 * which states the effect of a change.
 */
async function answerOf(page: Page): Promise<string> {
  const tip = page.locator(".term__tip");
  if ((await tip.count()) > 0) {
    const [word, whole] = await Promise.all([textOf(tip.locator("b")), textOf(tip)]);
    const source = await textOf(tip.locator("small"));
    return `**${word}.** ${whole.slice(word.length, whole.length - source.length)}`;
  }
  const story = page.locator(".why__card[aria-busy=false]");
  const headline = page.locator(".headline__text", { hasText: " instead of " });
  await story.or(headline).first().waitFor();
  if ((await story.count()) === 0) return textOf(headline);
  expect(await story.locator("[role=alert]").allInnerTexts()).toEqual([]);
  const title = (await textOf(story.locator("h2"))).replace(/^Why\? /, "");
  const sentences = await story.locator(".why__text > p:not(.why__acts)").all();
  const texts = await Promise.all(sentences.map(textOf));
  return [`**${title}.**`, ...texts].join(" ");
}

const oneSpace = (text: string) => text.replace(/\s+/g, " ").trim();

function wrapped(answer: string): string {
  const lines: string[] = [];
  for (const word of answer.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`> ${word}`);
  }
  return lines.join("\n");
}

function write(answers: ReadonlyMap<string, string>): void {
  const sections = readFileSync(FILE, "utf8").split(/^(?=## )/m);
  const written = sections.map((section) => {
    const answer = answers.get(section.split("\n")[0].slice(3));
    return answer === undefined ? section : section.replace(/^>.*(?:\n>.*)*/m, () => wrapped(answer));
  });
  writeFileSync(FILE, written.join(""));
}

test("the page gives the answers of docs/questions.md word for word, in at most two actions", async () => {
  leaveOutInFirefox("a pointer's place is rounded otherwise, and so are the times in the answers");
  const questions = questionsOf(readFileSync(FILE, "utf8"));
  expect(questions.length).toBeGreaterThanOrEqual(10);
  const page = await openPage({ reducedMotion: "reduce", fragment: questions[0].link });
  const answers = new Map<string, string>();
  for (const { title, link, actions } of questions) {
    expect(actions.length, title).toBeGreaterThan(0);
    expect(actions.length, title).toBeLessThanOrEqual(MOST_ACTIONS);
    // Each question starts from an empty page. With reduced motion, the playhead stays at the time in the URL.
    await page.goto("about:blank");
    await page.goto(pageAddress(link));
    await painted(page);
    for (const action of actions) await act(page, action);
    answers.set(title, oneSpace(await answerOf(page)));
  }
  if (process.env.UPDATE_GOLDEN === "1") write(answers);
  for (const { title, answer } of questions) expect.soft(answers.get(title), title).toBe(oneSpace(answer));
});
