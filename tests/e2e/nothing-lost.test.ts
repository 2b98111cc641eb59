/** Tests that a student's text survives a reload, Back, a second tab, a text with a fault and a phone, on the bench and in every guide. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packText } from "../../src/lib/packed-text.ts";
import { openPage, painted } from "./browser.ts";
import { fragment, go, PHONE } from "./page-state.ts";

const editor = (page: Page) => page.locator(".code .cm-content");
const verdict = (page: Page) => page.locator(".code__verdict");
const answer = (page: Page) => page.getByRole("textbox", { name: "Why?" });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).first().click();

const TASK = `---
kind: task
id: small
title: Small
scenario: #cc=@given&duration=10s
change: code
count: utilisation >= 50 %
tries: 3
question: why text 1..200: Why?
---

Do it.

\`\`\`program given
// @sender Given
function onAck(tcp) { tcp.cwnd += tcp.acked / tcp.cwnd }
function onLoss(tcp) { tcp.ssthresh = tcp.cwnd / 2 }
\`\`\`
`;

const ANSWER = "The window halves.";

interface Place {
  readonly place: string;
  readonly link: string;
  /** Opens the editor as a student does for the first time. */
  start(page: Page): Promise<void>;
  /** Does work on this screen besides the program. */
  work(page: Page): Promise<void>;
  expectWork(page: Page): Promise<void>;
  /** Shows the editor again on a page that was opened again. */
  returnTo(page: Page): Promise<void>;
}

const TO_THE_PROGRAM = ["Show the run", "Next", "Next"];

const nothing = async () => {};

const inTask: Pick<Place, "start" | "work" | "expectWork" | "returnTo"> = {
  start: (page) => press(page, "Run"),
  async work(page) {
    await answer(page).fill(ANSWER);
    await press(page, "Try this answer");
    await page.getByText("2 of 3 tries left").waitFor();
  },
  async expectWork(page) {
    await expect.poll(() => answer(page).inputValue()).toBe(ANSWER);
    await page.getByText("2 of 3 tries left").waitFor();
  },
  returnTo: nothing,
};

const PLACES: readonly Place[] = [
  {
    place: "on the bench",
    link: "v=2&duration=10s",
    async start(page) {
      await press(page, "Write your own sender");
      await press(page, "AIMD");
    },
    work: nothing,
    expectWork: nothing,
    async returnTo(page) {
      const edit = page.getByRole("button", { name: "Edit its program" }).first();
      await edit.or(editor(page)).first().waitFor();
      if (await edit.isVisible()) await edit.click();
    },
  },
  {
    place: "in a lesson",
    link: "lesson=write-aimd",
    async start(page) {
      await page.getByRole("radio", { name: /as long as the run lasts/ }).check();
      for (const step of TO_THE_PROGRAM) await press(page, step);
    },
    work: nothing,
    async expectWork(page) {
      // Goes back to the step with the prediction, checks that it is still there, and goes forward again.
      for (let step = 0; step < 3; step++) await press(page, "Back");
      expect(await page.getByRole("radio", { name: /as long as the run lasts/ }).isChecked()).toBe(true);
      for (const step of TO_THE_PROGRAM) await press(page, step);
    },
    returnTo: nothing,
  },
  { place: "in a task", link: `task=${packText(TASK)}`, ...inTask },
  {
    place: "in a challenge",
    link: "screen=lessons&challenges",
    start: (page) => page.getByRole("link", { name: "Start: Implement ABE in NewReno" }).click(),
    async work(page) {
      await press(page, /^Show a hint/);
    },
    expectWork: (page) => page.getByText("How full is the link after a cut to one half?").waitFor(),
    returnTo: nothing,
  },
  { place: "behind a personal link", link: `task=${packText(TASK)}&student=0016`, ...inTask },
];

/** Ways to leave the work and come back. Each returns the page on which the work should be shown again. */
const WAYS: readonly (readonly [way: string, go: (page: Page, place: Place) => Promise<Page>])[] = [
  [
    "a reload",
    async (page, { returnTo }) => {
      await page.reload();
      await returnTo(page);
      return page;
    },
  ],
  [
    "Back",
    async (page, { returnTo }) => {
      await go(page, "v=2&duration=5s");
      await painted(page);
      await page.goBack();
      await returnTo(page);
      return page;
    },
  ],
  [
    "a second tab",
    async (page, { returnTo }) => {
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      await returnTo(tab);
      return tab;
    },
  ],
  [
    "a phone",
    async (page, { returnTo }) => {
      await page.setViewportSize(PHONE);
      await page.reload();
      await returnTo(page);
      return page;
    },
  ],
];

async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(`\n${text}`);
}

test.each(PLACES)(
  "a program and other work done $place survive a reload, Back, a second tab, an error and a phone",
  async (place) => {
    const page = await openPage({ fragment: place.link });
    await place.start(page);
    await write(page, "// holds");
    await verdict(page).getByText("The run follows this text.").waitFor();
    await place.work(page);
    const expectText = async (on: Page, words: string) =>
      expect.poll(() => linesAtEnd(on), { message: words }).toEqual(written);
    let written = ["// holds"];
    for (const fault of ["", "function ("]) {
      if (fault !== "") {
        written = [...written, fault];
        await write(page, fault);
      }
      for (const [way, visit] of WAYS) {
        const here = await visit(page, place);
        const words = `${fault || "a text that holds"}, after ${way}`;
        await expectText(here, words);
        await place.expectWork(here);
        await expectText(here, `${words}, among its steps`);
        const said = fault === "" ? "The run follows this text." : /Line \d+/;
        await verdict(here).getByText(said).first().waitFor();
        // The page never asks before it runs a program that was written on this device.
        expect(await here.getByRole("dialog").count(), words).toBe(0);
        if (here !== page) {
          written = [...written, "// elsewhere"];
          const ranBefore = await programOf(page);
          await write(here, "// elsewhere");
          await expectText(page, `${words}, in the first tab`);
          if (fault === "")
            for (const tab of [here, page]) await expect.poll(() => programOf(tab)).not.toBe(ranBefore);
          await here.close();
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    }
  },
);

/** Returns the program that this tab runs, read from its URL. */
const programOf = async (page: Page) => /program=[^&]*/.exec(await fragment(page))?.[0];

/** Returns the lines from the first one that the test has written. */
async function linesAtEnd(page: Page): Promise<string[]> {
  // The editor draws only the lines that are visible.
  await editor(page).press("Control+End");
  const lines = (await editor(page).innerText()).split("\n");
  return lines.slice(lines.indexOf("// holds")).filter((line) => line !== "");
}
