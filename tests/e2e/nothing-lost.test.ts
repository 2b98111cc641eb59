/** What a student writes survives reload, Back, a second tab, a text with a fault and a phone: on the bench and in every guide. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packText } from "../../src/teaching/packed-text.ts";
import { openPage, pageAddress, painted } from "./browser.ts";
import { go, PHONE } from "./page-state.ts";

const editor = (page: Page) => page.locator(".code .cm-content");
const verdict = (page: Page) => page.locator(".code__verdict");
const dialogs = (page: Page) => page.getByRole("dialog").count();

const PERSONAL = `---
kind: task
id: personal
title: Personal
scenario: #cc=@given&duration=10s
change: code
count: utilisation >= 50 %
tries: 1
question: why text 1..200: Why?
---

Do it.

\`\`\`program given
// @sender Given
function onAck(tcp) { tcp.cwnd += tcp.acked / tcp.cwnd }
function onLoss(tcp) { tcp.ssthresh = tcp.cwnd / 2 }
\`\`\`
`;

/** Runs the programs of the link, where the page asks. */
async function run(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
}

const PLACES: readonly {
  readonly place: string;
  readonly link: string;
  readonly asks: boolean;
  open(page: Page): Promise<void>;
}[] = [
  {
    place: "the bench",
    link: "v=2&duration=10s",
    asks: false,
    open: async (page) => {
      await page.getByRole("button", { name: "Write your own sender" }).first().click();
      await page.getByRole("button", { name: "AIMD", exact: true }).click();
    },
  },
  { place: "a lesson", link: "lesson=write-aimd&guide-step=2", asks: false, open: async () => {} },
  {
    place: "a task",
    link: `task=${packText(readFileSync("challenges/abe-challenge.md", "utf8"))}`,
    asks: true,
    open: async () => {},
  },
  {
    place: "a personal link",
    link: `task=${packText(PERSONAL)}&student=0016`,
    asks: true,
    open: async () => {},
  },
];

test.each(PLACES)("a program written in $place is there again", async ({ link, asks, open }) => {
  const page = await openPage({ fragment: link });
  if (asks) await run(page);
  await open(page);
  await editor(page).waitFor();
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n// held");
  await verdict(page).getByText("The run follows this text.").waitFor();
  await expect.poll(() => page.evaluate(() => location.hash.includes("program="))).toBe(true);

  // A text with a fault, and a reload: nobody is asked about what was written here.
  await page.keyboard.insertText("\nfunction (");
  await verdict(page).getByText(/Line/).waitFor();
  await page.reload();
  if (link.startsWith("v=")) await page.getByRole("button", { name: "Edit its program" }).first().click();
  await expect.poll(() => editor(page).innerText()).toContain("function (");
  await verdict(page).getByText(/Line/).waitFor();
  expect(await dialogs(page)).toBe(0);

  // A second tab has it, too.
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  if (link.startsWith("v=")) await tab.getByRole("button", { name: "Edit its program" }).first().click();
  await expect.poll(() => editor(tab).innerText()).toContain("function (");
  await editor(tab).click();
  await tab.keyboard.press("Control+End");
  await tab.keyboard.insertText("// from the second tab");
  await expect.poll(() => editor(page).innerText()).toContain("// from the second tab");
  await tab.close();

  // Elsewhere and back, on a phone.
  await page.setViewportSize(PHONE);
  await go(page, "v=2&duration=5s");
  await painted(page);
  await page.goBack();
  if (link.startsWith("v=")) await page.getByRole("button", { name: "Edit its program" }).first().click();
  await expect.poll(() => editor(page).innerText()).toContain("// from the second tab");
  expect(await dialogs(page)).toBe(0);

  // It stays in the menu of senders when another one is chosen.
  await go(page, "v=2&duration=5s");
  const menu = page.getByLabel("Congestion control").first();
  await expect.poll(() => menu.locator("option").allInnerTexts()).toContain(await nameIn(page));
});

/** As My programs calls the newest one. */
async function nameIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = Object.entries(localStorage).filter(([key]) => key.includes(" program."));
    const [, name = ""] = /@sender ([^\\]+)/.exec(kept[0]?.[1] ?? "") ?? [];
    return name.trim();
  });
}

test("a link of a task that is opened again has the student's program, after one question whose work it is", async () => {
  const link = `task=${packText(PERSONAL)}`;
  const page = await openPage({ fragment: link });
  await run(page);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n// mine");
  await verdict(page).getByText("The run follows this text.").waitFor();
  await page.getByRole("textbox", { name: "Why?" }).fill("Because.");
  await page.getByRole("button", { name: "Try this answer" }).click();
  await expect.poll(() => page.locator(".task__outcome").innerText()).toMatch(/met/);
  const tab = await openAgain(page, link);
  await tab.getByText("This task was started on this device").waitFor();
  expect(await tab.getByText("Because.").count()).toBe(0);
  await tab.getByRole("button", { name: "Continue my work" }).click();
  await expect.poll(() => editor(tab).innerText()).toContain("// mine");
  expect(await tab.getByRole("textbox", { name: "Why?" }).inputValue()).toBe("Because.");
  await tab.getByText("0 of 1 try left").waitFor();
  await tab.getByText("trying it again uses no try").waitFor();
  await tab.close();
});

async function openAgain(page: Page, link: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(pageAddress(link));
  return tab;
}

test("a program that is not run stays behind Back, is not held against the student, and a cut link offers no Run", async () => {
  const packed = packText(PERSONAL);
  const page = await openPage({ fragment: `task=${packed}` });
  await page.getByRole("button", { name: "Do not run" }).click();
  await page.getByText("This task contains a program that has not been run.").waitFor();
  expect(await page.getByText(/was changed/).count()).toBe(0);
  await page.getByRole("button", { name: "Read the program" }).click();
  await run(page);
  await editor(page).waitFor();

  const code = packText("// @sender Long\nfunction onAck(tcp) { tcp.cwnd += 1 }");
  await go(page, `v=2&duration=10s&program=${code.slice(0, -6)}`);
  await page.getByRole("dialog", { name: "Damaged link" }).waitFor();
  expect(await page.getByRole("button", { name: "Run", exact: true }).count()).toBe(0);
});
