/** The questions of docs/questions.md: each is asked as written there, and the page's answer is compared with the document's. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, pageAddress, painted } from "./browser.ts";
import { leaveOutInFirefox } from "./left-out.ts";
import { dragOnPlot, pressSymbol, pressWaiting, textOf } from "./why-hands.ts";

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

/** What can be written in the document. */
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
    (page, plot) => page.getByRole("button", { name: `Why here? Of the ${plot} in view` }).click(),
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
      await page.getByRole("textbox", { name: BETA }).fill(value);
      await page.keyboard.press("Enter");
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

/** What a word means, or the story, or where nothing was asked the sentence above the plots, which says what a change did. */
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

test("the page answers the questions of the document, word for word and in at most two actions", async () => {
  leaveOutInFirefox("a pointer's place is rounded otherwise, and so are the times in the answers");
  const questions = questionsOf(readFileSync(FILE, "utf8"));
  expect(questions.length).toBeGreaterThanOrEqual(10);
  const page = await openPage({ reducedMotion: "reduce", fragment: questions[0].link });
  const answers = new Map<string, string>();
  for (const { title, link, actions } of questions) {
    expect(actions.length, title).toBeGreaterThan(0);
    expect(actions.length, title).toBeLessThanOrEqual(MOST_ACTIONS);
    // Each begins as if it were the first; without motion the playhead rests where the link says.
    await page.goto("about:blank");
    await page.goto(pageAddress(link));
    await painted(page);
    for (const action of actions) await act(page, action);
    answers.set(title, oneSpace(await answerOf(page)));
  }
  if (process.env.UPDATE_GOLDEN === "1") write(answers);
  for (const { title, answer } of questions) expect.soft(answers.get(title), title).toBe(oneSpace(answer));
});
