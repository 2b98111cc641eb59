/**
 * Tests a challenge like in a class: a student writes ABE by keyboard, tries it and hands it in; the teacher checks it with the
 * hidden paths.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { readTask } from "../../src/teaching/task/task.ts";
import { ready } from "../engine/custom/custom-runs.ts";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, expectNoOverflow, fragment, go, PHONE, press } from "./page-state.ts";

beforeAll(ready);

const verdict = (page: Page) => page.locator(".code__verdict");
const text = (page: Page) => page.locator(".code .cm-content");
const outcome = (page: Page) => page.locator(".task__outcome");

/** Opens the challenge from the list of lessons, like a student. */
async function start(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: `Start: ${title}` }).focus();
  await page.keyboard.press("Enter");
  await text(page).waitFor();
}

test("ABE is written by keyboard, tried and handed in, and the teacher checks it on more paths", async () => {
  const page = await openPage({ fragment: "screen=lessons&challenges" });
  await start(page, "Implement ABE in NewReno");
  // A built-in program is shown next to the plots without asking first.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => page.locator(".task__value").first().innerText()).toMatch(/7\d\.\d % ✗ not met/);
  // All other settings are locked.
  await page.getByRole("button", { name: "Back to the controls" }).click();
  expect(await page.getByLabel("RTT", { exact: true }).first().isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Open the program" }).press("Enter");
  await text(page).waitFor();

  // onMark is on the seventh line from the end; the cursor is on the name of its parameter.
  await text(page).focus();
  await press(page, "Control+End");
  for (let line = 0; line < 6; line++) await page.keyboard.press("ArrowUp");
  await press(page, "End", "Shift+Control+ArrowLeft");
  await page.keyboard.type("0.8");
  await verdict(page).getByText("The run follows this text.").waitFor();
  await expect.poll(() => text(page).innerText()).toContain("tcp.ssthresh = tcp.cwnd * 0.8");
  await expect.poll(() => page.locator(".task__value").first().innerText()).toMatch(/9\d\.\d % ✓ met/);
  await page.getByRole("button", { name: "Try this answer" }).press("Enter");
  await expect.poll(() => outcome(page).innerText()).toBe("All 3 conditions are met.");
  await page.getByRole("button", { name: "Hand in" }).press("Enter");
  await page.getByLabel("Your name or number").fill("Ana");
  await page.getByRole("button", { name: "Take" }).press("Enter");
  const code = await page.getByRole("textbox", { name: "Code" }).inputValue();
  expect(await page.locator(".task__hand-in").innerText()).toContain(
    `The code has ${code.length} characters and contains your whole program.`,
  );
  const link = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  await expectAccessible(page);

  // The teacher opens the challenge's two files and the hand-in.
  const teacher = await openPage({ fragment: "screen=class" });
  const title = teacher.getByRole("textbox", { name: "Title" });
  const begin = () =>
    teacher.getByLabel("Start from a challenge").selectOption({ label: "Implement ABE in NewReno" });
  await title.fill("Half written");
  await begin();
  await teacher.getByRole("button", { name: "Back to “Half written”" }).click();
  await expect.poll(() => title.inputValue()).toBe("Half written");
  await begin();
  await teacher.getByRole("button", { name: "Save the teacher’s file (.md)" }).waitFor();
  await teacher.getByRole("tab", { name: "Check hand-ins" }).click();
  await teacher.getByLabel(/One link or code per line/).fill(`${code}\nz.broken`);
  expect(await teacher.getByText(/in a sandbox/).count()).toBe(1);
  await teacher.getByRole("button", { name: "Check", exact: true }).click();
  await expect
    .poll(() => teacher.locator(".class__tally").innerText(), { timeout: 120_000 })
    .toMatch(/^2 hand-ins: 1 met everything, 0 did not, 1 could not be counted/);
  const row = teacher.getByRole("row", { name: /Ana/ });
  expect(await row.innerText()).toContain("100");
  await row.getByText("program NewReno").click();
  expect(await row.getByLabel("Program of Ana").inputValue()).toContain("tcp.ssthresh = tcp.cwnd * 0.8");
  await expectAccessible(teacher);

  // The URL of the hand-in opens the answer after the teacher has read its program.
  await go(teacher, link.slice(link.indexOf("#") + 1));
  const run = teacher.getByRole("button", { name: "Run", exact: true });
  await Promise.race([run.waitFor(), text(teacher).waitFor()]);
  if (await run.isVisible()) await run.click();
  await expect.poll(() => text(teacher).innerText()).toContain("tcp.ssthresh = tcp.cwnd * 0.8");
});

test("a challenge works on a phone, and the published page contains no hidden path", async () => {
  const page = await openPage({ fragment: "screen=lessons&challenges", viewport: PHONE });
  await start(page, "Repair a broken CoDel");
  await painted(page);
  const packed = /task=(z\.[A-Za-z0-9_-]+)/.exec(await fragment(page))?.[1] ?? "";
  const { unpackText } = await import("../../src/lib/packed-text.ts");
  const { task } = readTask(unpackText(packed));
  expect(task).toMatchObject({ isPart: true, also: [], code: { kind: "queue" } });
  await page.getByRole("button", { name: "Open the program" }).click();
  // The first lines of the editor are in sight and not covered.
  const isInSight = () =>
    page.locator(".code__editor").evaluate((place) => {
      const { left, top, width } = place.getBoundingClientRect();
      return place.contains(document.elementFromPoint(left + width / 2, top + 80));
    });
  await expect.poll(isInSight).toBe(true);
  await expectNoOverflow(page);
});
