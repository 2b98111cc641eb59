/** Tests screen sizes, keyboard navigation, and the page on paper. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packText } from "../../src/lib/packed-text.ts";
import { browserName, openPage, painted } from "./browser.ts";
import { go, pagesOn, press, resize, showAs } from "./page-state.ts";
import { SMALL_TASK } from "./screens.ts";

interface Seen {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const boxOf = (page: Page, selector: string): Promise<Seen> =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });

const plotBox = (page: Page, id: string) => boxOf(page, `.plot--${id} .chart-box`);

/** Waits until the legends have measured their width, then checks for faults of the layout. */
async function expectNoFault(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(() => layoutFaults(page), { message: `at ${width} x ${height}` }).toEqual([]);
}

/** Returns visible elements for use or reading that extend beyond the width of the page. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, select, input, a, th, td, h2, .chart, output")]
      .filter(
        (element) =>
          element.checkVisibility() && element.closest(".unseen, details:not([open]), .path-scroll") === null,
      )
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
      })
      .map((element) => `${element.tagName} ${element.className} ${element.innerText}`.trim()),
  );
}

/** Returns parts that can be scrolled sideways. The picture's legend must stay next to its ends. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll("html, .head, .rail, .stage, .side, .transport")]
      .filter((part) => part.checkVisibility({ contentVisibilityAuto: false }))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className} ${scrollWidth} > ${clientWidth}`,
      );
    const ground = document.querySelector(".path-strip")?.getBoundingClientRect();
    const entries = [...document.querySelectorAll<HTMLElement>(".path-key li")].filter((entry) => {
      const { left, right } = entry.getBoundingClientRect();
      return ground === undefined || left < ground.left || right > ground.right;
    });
    return [...parts, ...entries.map((entry) => `key: ${entry.innerText}`)];
  });
}

/** Returns names in lists that are cut. */
function shortened(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".lines__name, .numbers th, .numbers td, .path-key li")]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 2 && scrollWidth > clientWidth + 1)
      .map((element) => element.innerText),
  );
}

/**
 * Returns legend entries that are neither fully visible on their line beside the plot, nor counted by the button
 * after them.
 */
function legendFaults(page: Page, place: string): Promise<string[]> {
  return page.evaluate((within) => {
    const faults: string[] = [];
    for (const chart of document.querySelectorAll(`${within} .chart`)) {
      const plot = chart.querySelector(".chart-box")?.getBoundingClientRect();
      const line = chart.querySelector(".chart-notes-line")?.getBoundingClientRect();
      if (!plot || !line) continue;
      const notes = [...chart.querySelectorAll<HTMLElement>(".chart-notes-line > .chart-note")];
      const seen = notes.filter((note) => note.checkVisibility({ visibilityProperty: true }));
      for (const note of seen) {
        const { left, right, top, bottom } = note.getBoundingClientRect();
        const isInLine =
          left >= line.left - 1 &&
          right <= line.right + 1 &&
          top >= line.top - 1 &&
          bottom <= line.bottom + 1;
        const isWhole = note.scrollWidth <= note.clientWidth;
        if (!isInLine || !isWhole || bottom > plot.top + 1)
          faults.push(`${chart.className}: ${note.innerText}`);
      }
      const more = chart.querySelector<HTMLElement>(".chart-notes-more")?.innerText ?? "";
      const left = notes.length - seen.length;
      const counted = Number(/\d+/.exec(more)?.[0] ?? 0);
      if (counted < left) faults.push(`${chart.className}: ${left} left out, "${more}"`);
    }
    return faults;
  }, place);
}

/** Returns plots whose tools are before the legend in the order of focus, although both share a line. */
function legendsBehindTools(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".chart")]
      .filter((chart) => {
        const legend = chart.querySelector(".chart-notes")?.getBoundingClientRect();
        const tools = chart.querySelector(".chart-tools")?.getBoundingClientRect();
        if (!legend || !tools || tools.width === 0) return false;
        return legend.top < tools.bottom && tools.top < legend.bottom && legend.left > tools.left;
      })
      .map(({ className }) => `its legend stands behind its tools: ${className}`),
  );
}

/** Returns labels of handles that extend beyond their own plot. */
function strayLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".stage .chart-knob-label")]
      .filter((label) => {
        const box = label.closest(".chart-box")?.getBoundingClientRect();
        const { top, bottom } = label.getBoundingClientRect();
        return box === undefined || top < box.top - 1 || bottom > box.bottom + 1;
      })
      .map((label) => `at its handle: ${label.innerText}`),
  );
}

/** Returns all faults of the page's width, its lists and legends. */
async function layoutFaults(page: Page): Promise<string[]> {
  const all = await Promise.all([
    cutOff(page),
    tooWide(page),
    shortened(page),
    legendFaults(page, ".stage"),
    legendsBehindTools(page),
    strayLabels(page),
  ]);
  return all.flat();
}

const STAGE = ["cwnd", "delay", "throughput"];

/** Checks that these plots are visible between head and bar without scrolling. */
async function expectInSight(page: Page, ids: readonly string[]): Promise<void> {
  const [head, bar] = [await boxOf(page, ".head"), await boxOf(page, ".transport")];
  for (const id of ids) {
    const plot = await plotBox(page, id);
    expect(plot.top, `${id} below the head`).toBeGreaterThanOrEqual(head.bottom);
    expect(plot.bottom, `${id} above the bar`).toBeLessThanOrEqual(bar.top);
    expect(plot.bottom - plot.top, `height of ${id}`).toBeGreaterThan(70);
  }
}

/** Three flows with all possible differences, and a change during the run, at a time with a visible SYN. */
const THREE_FLOWS =
  "v=2&flow=rtt=20ms&flow=rtt=200ms&flow=cc=cubic,rtt=80ms,start=20s&set=50s:capacity=5Mbps&at=20.02s";

test("every window size shows the required parts without scrolling and cuts nothing off", async () => {
  const page = await openPage({ viewport: { width: 1280, height: 720 }, fragment: THREE_FLOWS });
  await painted(page);
  await page.locator(".headline__text").waitFor();
  await page.getByRole("rowheader", { name: "Goodput", exact: true }).first().waitFor();
  await page
    .locator(".chart-cwnd .chart-note")
    .getByText(/^CUBIC, 80 ms$/)
    .waitFor();
  await page.locator(".path-key").getByText("SYN").waitFor();
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [768, 1024],
  ]) {
    await resize(page, width, height);
    await expectInSight(page, STAGE);
    await expectNoFault(page);
    // Every flow has its name next to its line.
    for (const id of ["cwnd", "throughput"])
      expect(await page.locator(`.plot--${id} .chart-note[data-cut=false] line`).count()).toBeGreaterThan(2);
  }
  // A window of 1440 x 900 at 200 % zoom.
  await resize(page, 720, 450);
  await expectInSight(page, ["cwnd"]);
  await expectNoFault(page);
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ]) {
    await resize(page, width, height);
    await page.locator(".plots--more").waitFor();
    await expectInSight(page, ["cwnd", "delay"]);
    await expectNoFault(page);
    const order = [".headline", ".plot--cwnd", ".plot--delay", ".side > .numbers >> nth=0", ".rail"];
    const boxes = await Promise.all(order.map((selector) => boxOf(page, selector)));
    for (const [index, box] of boxes.slice(1).entries())
      expect(box.top).toBeGreaterThanOrEqual(boxes[index].bottom - 1);
    // The first numbers are visible below the plots before scrolling.
    expect(boxes[3].top + 60).toBeLessThan((await boxOf(page, ".transport")).top);
    // Both plots stay while the numbers and controls scroll below them.
    await page.getByRole("slider", { name: /Backoff on a mark/ }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expectInSight(page, ["cwnd", "delay"]);
    await page.evaluate(() => scrollTo(0, 0));
  }
  await opensTheWholeLegend(page);
  await endsAboveTheNews(page);
});

/** Returns texts of the numbers that are clipped or extend beyond their panel. */
function pastThePanel(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const side = document.querySelector(".side > section.numbers");
    const room = (side ?? document.documentElement).getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(".side .numbers :is(th, td, small, caption, p)")]
      .filter((element) => element.checkVisibility() && element.closest(".unseen") === null)
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isClipped = element.clientWidth > 2 && element.scrollWidth > element.clientWidth + 1;
        return width > 1 && (isClipped || left < room.left - 0.5 || right > room.right + 0.5);
      })
      .map((element) => element.innerText);
  });
}

/** Returns parts of the bar that are not fully inside the window. */
const pastTheBar = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".transport :is(button, select, input)")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { bottom, right } = element.getBoundingClientRect();
        return bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
      })
      .map((element) => element.getAttribute("aria-label") ?? element.innerText),
  );

/** Returns matching elements that are not fully inside the scrolling part of the guide. */
const belowTheFold = (page: Page, selector: string) =>
  page.locator(".guide__body").evaluate((body, wanted) => {
    const { top, bottom } = body.getBoundingClientRect();
    const all = [...body.querySelectorAll<HTMLElement>(wanted)];
    if (all.length === 0) return [`no ${wanted}`];
    return all
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.top < top - 0.5 || box.bottom > bottom + 0.5;
      })
      .map((element) => element.innerText || element.tagName);
  }, selector);

const SIZES = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [390, 844],
] as const;

test.each([
  "v=2&flow=cc=newreno&flow=cc=cubic,start=30s,rtt=50ms&pin=v%3D2",
  "v=2&aqm=dualpi2&flow=cc=prague&flow=cc=cubic&pin=v%3D2%26flow%3Dcc%3Dprague%26flow%3Dcc%3Dcubic",
])("no number is cut off next to those of a pinned run: %s", async (fragment) => {
  const page = await openPage({ viewport: { width: 1440, height: 900 }, fragment });
  await painted(page);
  await page.locator(".numbers__difference").first().waitFor();
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    await expect.poll(() => pastThePanel(page), { message: `at ${width} x ${height}` }).toEqual([]);
    await press(page, "Shift+ArrowRight");
    await page.locator(".step-news__text").waitFor();
    expect(await pastTheBar(page), `at ${width} x ${height}`).toEqual([]);
  }
});

test("the answers of a lesson's question, and a task's code and link, are visible", async () => {
  const page = await openPage({ viewport: { width: 1366, height: 768 }, fragment: "lesson=bufferbloat" });
  const small = SIZES.slice(2);
  await page.locator(".options .option").nth(2).waitFor();
  for (const [width, height] of small) {
    await resize(page, width, height);
    await expect
      .poll(() => belowTheFold(page, ".option"), { message: `at ${width} x ${height}` })
      .toEqual([]);
  }
  await go(page, `task=${packText(SMALL_TASK)}`);
  for (const [width, height] of small) {
    await resize(page, width, height);
    await page.getByRole("button", { name: "Hand in" }).click();
    if (width === 1366) {
      await page.getByRole("textbox", { name: "Your name or number" }).fill("Ana");
      await page.getByRole("button", { name: "Take" }).click();
    }
    await page.getByRole("textbox", { name: "Link" }).waitFor();
    const codes = ".task__codes textarea, .task__codes button";
    await expect.poll(() => belowTheFold(page, codes), { message: `at ${width} x ${height}` }).toEqual([]);
    await page.getByRole("button", { name: "Hand in" }).click();
  }
});

/** Checks that the button counts the entries that have no room, and that the opened legend has full names. */
async function opensTheWholeLegend(page: Page): Promise<void> {
  const cwnd = page.locator(".plot--cwnd");
  await cwnd.getByRole("button", { name: /^key \(\d+\)$/ }).click();
  const legend = cwnd.getByRole("list", { name: "All lines and symbols" });
  const said = await legend.innerText();
  for (const words of ["flow 2 (NewReno, RTT 200 ms, from 0 s)", "flow 3 (CUBIC, RTT 80 ms", "CE mark"])
    expect(said).toContain(words);
  const { left, right } = await boxOf(page, ".plot--cwnd .chart-legend");
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(360);
  await page.keyboard.press("Escape");
  expect(await legend.count()).toBe(0);
}

/** Checks that the end of the page can be scrolled clear of the strip with the last event. */
async function endsAboveTheNews(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.locator(".step-news__text").waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll(".side > *, .plots--more")].map(
        (part) => part.getBoundingClientRect().bottom,
      ),
    ),
  );
  expect(last).toBeLessThanOrEqual((await boxOf(page, ".step-news")).top);
}

/** Returns the name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return (element.getAttribute("aria-label") ?? element.innerText).replaceAll("\n", " ");
  });

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.closest(wanted) != null, selector);

/** Runs in the page. Returns the name of the focused element if it, its label or its drawing has no outline. */
function unseenFocus(): string[] {
  const element = document.activeElement as HTMLElement;
  const parts = [
    element,
    element.closest(".field, .slider, label"),
    element.nextElementSibling,
    ...element.querySelectorAll("*"),
  ];
  const isSeen = parts.some((part) => {
    if (part === null) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(part);
    return outlineStyle !== "none" || boxShadow !== "none";
  });
  return isSeen || element === document.body ? [] : [element.outerHTML.slice(0, 120)];
}

test("by keyboard: skip links, one Tab stop for each group, and no Tab stop for help", async () => {
  const page = await openPage({ fragment: "v=2&flow=&flow=rtt=50ms" });
  await painted(page);
  await page.getByRole("toolbar", { name: "Player" }).waitFor();
  await page.getByRole("button", { name: "To the plots" }).waitFor({ state: "attached" });
  await press(page, "Tab");
  expect(await focused(page)).toBe("To the plots");
  await press(page, "Enter");
  expect(await focused(page)).toMatch(/^cwnd in segments/);
  for (const [way, there] of [
    ["To the player", ".transport__buttons"],
    ["To the controls", ".rail"],
  ]) {
    await page.getByRole("button", { name: way }).focus();
    await press(page, "Enter");
    expect(await isFocused(page, there), way).toBe(true);
  }
  // The tools of the head share one Tab stop. A disabled tool states its reason when it gets the focus.
  await page.getByRole("button", { name: "Presets" }).focus();
  await press(page, "ArrowRight");
  expect(await focused(page)).toBe("Undo");
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.getAttribute("aria-disabled")).toBe("true");
  expect(await undo.getAttribute("title")).toContain("Nothing to undo");
  // Firefox returns the attribute's name, Chromium its value.
  expect(await undo.evaluate((button) => getComputedStyle(button, "::after").content)).toMatch(
    /Nothing to undo|^attr\(title\)$/,
  );
  await press(page, "End");
  expect(await focused(page)).toBe("Share");
  await press(page, "Tab");
  expect(await isFocused(page, ".head")).toBe(false);
  await press(page, "Shift+Tab");
  expect(await focused(page)).toBe("Share");
  // The player is close in the order of focus, even when moving by single Tab steps.
  await page.getByRole("button", { name: "To the plots" }).focus();
  // Firefox also stops at scrollable elements. They do not count as Tab stops of the page.
  const isOwn = () =>
    page.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.tabIndex >= 0,
    );
  let stops = 1;
  while (stops < 100 && !(await isFocused(page, ".transport"))) {
    await press(page, "Tab");
    if (browserName === "chromium") expect(await page.evaluate(unseenFocus)).toEqual([]);
    if (browserName === "chromium" || (await isOwn())) stops++;
  }
  // Some texts have their own Tab stops: the goodput line, the two questions next to numbers, the two links to a
  // program, the validation note, and the terms in the plot's title and the picture's legend (cwnd, CE, ACK, ECE,
  // CWR).
  expect(stops).toBeLessThan(72);
  // In the picture of the path all flows share one Tab stop. The arrow keys move between them.
  await page
    .getByRole("button", { name: /RTT 100 ms/ })
    .first()
    .focus();
  await press(page, "ArrowDown");
  expect(await focused(page)).toMatch(/50 ms/);
  await page.getByRole("slider", { name: /Backoff on a mark/ }).focus();
  await press(page, "Enter");
  expect(await isFocused(page, ".field")).toBe(true);
  await press(page, "Tab", "F1");
  await page.getByRole("tooltip").waitFor();
  await press(page, "Escape");
  expect(await page.getByRole("tooltip").count()).toBe(0);
});

test("arrow keys step the player after a click on its buttons, and move between the buttons by keyboard", async () => {
  const page = await openPage({ reducedMotion: "no-preference" });
  await painted(page);
  const play = page.getByRole("toolbar", { name: "Player" }).getByRole("button").first();
  await play.click();
  expect(await focused(page)).toBe("Play");
  const time = page.locator(".transport__time");
  const before = await time.innerText();
  await press(page, "Shift+ArrowRight");
  await press(page, "ArrowRight");
  await expect.poll(() => time.innerText()).not.toBe(before);
  expect(await focused(page)).toBe("Play");
  await press(page, "Shift+Tab", "Tab", "ArrowRight");
  expect(await focused(page)).toBe("Step back");
});

test("in a live run a disabled control can be focused and states the reason", async () => {
  const page = await openPage({ fragment: "v=2&mode=live" });
  const back = page.getByRole("button", { name: "Step back" });
  await back.waitFor();
  expect(await back.getAttribute("title")).toMatch(/live run cannot go back/);
  const refused = page.locator(".rail").locator("input, select").and(page.locator("[aria-disabled=true]"));
  await expect.poll(() => refused.count()).toBeGreaterThan(2);
  for (const control of await refused.all()) {
    if (!(await control.isVisible())) continue;
    await control.focus();
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true);
    const why = await control.evaluate((element) =>
      (element.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" "),
    );
    const shown = await control.evaluate(
      (element) => element.closest(".control")?.querySelector<HTMLElement>(".control__note")?.innerText ?? "",
    );
    expect(shown.length, await control.evaluate((element) => element.outerHTML)).toBeGreaterThan(20);
    expect(why).toContain(shown.split(" · ")[0]);
  }
  // An attempt to change the locked control changes nothing.
  const path = page.getByRole("combobox", { name: "Path", exact: true });
  await path.focus();
  await press(page, "End");
  expect(await path.inputValue()).toBe("dumbbell");
});

interface Paper {
  readonly text: string;
  readonly figures: number;
  readonly whole: boolean;
  readonly controls: number;
}

/** Returns what is on paper right after the browser has announced the print. */
function onPaper(page: Page): Promise<Paper | null> {
  return page.evaluate(async () => {
    dispatchEvent(new Event("beforeprint"));
    const report = document.querySelector<HTMLElement>(".printed .report");
    const pictures = [...(report?.querySelectorAll("img") ?? [])];
    const read = report && {
      text: report.innerText,
      figures: pictures.length,
      controls: report.querySelectorAll("button, input, select, textarea, summary").length,
    };
    await Promise.all(pictures.map((picture) => picture.decode()));
    const whole = pictures.every(({ naturalWidth }) => naturalWidth > 300);
    dispatchEvent(new Event("afterprint"));
    return read && { ...read, whole };
  });
}

test("on paper the bench is the report of its run: figures, numbers, notes, settings, link, version and seed", async () => {
  const page = await openPage({
    colorScheme: "dark",
    fragment: "v=2&beta-ecn=0.8&seed=7&flow=&flow=rtt=50ms",
  });
  await painted(page);
  await page.locator("body").press("d");
  await page.getByRole("textbox", { name: "Title" }).fill("Lab 3");
  await page.getByRole("textbox", { name: "Notes" }).fill("The *longer* path gets less.");
  await page.goBack();
  await page.getByRole("toolbar", { name: "Player" }).waitFor();
  // The part for printing loads in idle time.
  await expect.poll(() => onPaper(page)).toMatchObject({ figures: 5, whole: true, controls: 0 });
  const { text } = (await onPaper(page)) as Paper;
  const said = ["Lab 3", "The longer path gets less.", "Utilisation", "CoDel", "0.80", "seed 7"];
  for (const words of said) expect(text).toContain(words);
  expect(text).toContain("/#v=2&flow=cc=newreno,beta-ecn=0.8&flow=");
  expect(text).toMatch(/Sawtooth \d+\.\d+\.\d+/);
  expect(text).toMatch(/Each of 2 flows; share of capacity at the bottleneck/);
  const printed = page.locator(".printed");
  expect(await printed.count()).toBe(0);

  const atOnce = await pagesOn(page, "A4");
  await showAs(page, "print", "dark");
  await printed.waitFor();
  expect(await printed.getByRole("article", { name: "Lab 3" }).innerText()).toBe(text);
  const controls = ":is(.head, .rail, .transport, .ways, button, input, select, textarea, summary)";
  expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
  const ground = await printed
    .getByRole("article")
    .evaluate((paper) => getComputedStyle(paper).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
  // A print after a preview has as many pages as an immediate print.
  expect(await pagesOn(page, "A4")).toBe(atOnce);
  // Firefox puts five figures on two pages, Chromium on three.
  expect(atOnce).toBeGreaterThan(1);
  expect(atOnce).toBeLessThan(6);
  await showAs(page, "screen", "dark");
  await expect.poll(() => printed.count()).toBe(0);
  await page.getByRole("toolbar", { name: "Player" }).waitFor();
  expect(await page.title()).toBe("Sawtooth");
});
