/**
 * Tests homework as in a class: a teacher sets a task, two students solve it and hand it in, by pointer and by
 * keyboard, and their answers are checked on the page and in a terminal.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { handInCode, handInOf, readHandIn } from "../../src/teaching/answer/hand-in.ts";
import { scormFiles } from "../../src/teaching/task/scorm.ts";
import { packTask, readTask } from "../../src/teaching/task/task.ts";
import { sim } from "../cli/command-line.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { CANVAS_ROSTER, CLASS_TASK, DEADLINE, FORM_LIST } from "../teaching/made-class.ts";
import { createStandInLms, type StandInLms } from "../teaching/stand-in-lms.ts";
import { openPage, painted } from "./browser.ts";
import {
  expectAccessible,
  expectAccessibleAs,
  fragment,
  go,
  LAPTOP,
  PHONE,
  placeOf,
  savedBy,
  tabTo,
} from "./page-state.ts";
import { SMALL_TASK } from "./screens.ts";
import { serveFolder } from "./static-server.ts";

const outcome = (page: Page) => page.locator(".task__outcome");
const linkOfTask = (page: Page) => page.getByRole("textbox", { name: "Link of the task" });

/** Tries the answer on the bench and returns its code. */
async function handIn(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Try this answer" }).click();
  await expect.poll(() => outcome(page).innerText()).toMatch(/met\.$/);
  await page.getByRole("button", { name: "Hand in" }).click();
  const code = await page.getByRole("textbox", { name: "Code" }).inputValue();
  await page.getByRole("button", { name: "Hand in" }).click();
  return code;
}

/** Returns a value of the parent page, which contains the simulated platform. */
const reported = (page: Page, element: string) =>
  page.evaluate((name) => (window as unknown as { API: StandInLms }).API.committed[name], element);

/** Returns the code of scorm-again, a library that real platforms use. It stores the committed values. */
function othersPlayer(): string {
  const player = readFileSync(resolve("node_modules/scorm-again/dist/scorm12.min.js"), "utf8");
  return `(() => {
    ${player}
    const api = new Scorm12API({ logLevel: 5 });
    const kept = JSON.parse(sessionStorage.getItem("cmi"));
    api.loadFromJSON(kept ?? { core: { student_id: "2026001", student_name: "Lima, Ana" } }, "cmi");
    const keep = () => {
      const { cmi } = api.renderCMIToJSONObject();
      cmi.core.entry = "resume";
      sessionStorage.setItem("cmi", JSON.stringify(cmi));
    };
    for (const call of ["LMSCommit", "LMSFinish"]) api.on(call, keep);
    return api;
  })()`;
}

/** Serves the SCORM package as a platform does, inside a page with the run-time interface (`api`, as program text). */
async function servePackage(api = `(${createStandInLms})()`): Promise<string> {
  const { task } = readTask(SMALL_TASK);
  if (task === null) throw new Error("it cannot be read");
  const folder = scratchFolder();
  const app = readFileSync(resolve("dist/sawtooth.html"), "utf8");
  for (const [name, text] of Object.entries(scormFiles(task, app))) writeFileSync(join(folder, name), text);
  const platform = `<!doctype html><html lang="en"><title>LMS</title><link rel="icon" href="data:,"><script>window.API = ${api};</script>
      <iframe src="index.html" title="Package" style="width:1200px;height:800px"></iframe></html>`;
  writeFileSync(join(folder, "lms.html"), platform);
  const server = await serveFolder(folder);
  onTestFinished(() => server.close());
  return `${server.url}lms.html`;
}

describe("a SCORM package of a task", () => {
  test("works in a learning platform, and reports score and completion", async () => {
    const url = await servePackage();
    const page = await openPage({ url });
    const app = page.frameLocator("iframe").frameLocator("iframe");
    const tryIt = app.getByRole("button", { name: "Try this answer" });
    await tryIt.click();
    await expect.poll(() => reported(page, "cmi.core.score.raw")).toBe("0");
    expect(await reported(page, "cmi.core.lesson_status")).toBe("incomplete");
    const beta = app.getByRole("textbox", { name: /^β/ }).first();
    await beta.fill("0.9");
    await beta.press("Enter");
    await tryIt.click();
    await expect.poll(() => reported(page, "cmi.core.lesson_status")).toBe("passed");
    expect(await reported(page, "cmi.core.score.raw")).toBe("100");
    // Leaving the page ends the session.
    await page.evaluate(() => document.querySelector("iframe")?.remove());
    const ended = () => page.evaluate(() => (window as unknown as { API: StandInLms }).API.state());
    await expect.poll(ended).toBe("terminated");
    expect(await page.evaluate(() => (window as unknown as { API: StandInLms }).API.errors)).toEqual([]);
  });

  test("contains the app, needs no server except the platform's, and does not change the platform's storage", async () => {
    const url = await servePackage();
    // A request to any other host fails the test.
    const page = await openPage({ url });
    const app = page.frameLocator("iframe").frameLocator("iframe");
    const beta = app.getByRole("textbox", { name: /^β/ }).first();
    await beta.fill("0.9");
    await beta.press("Enter");
    await app.getByRole("button", { name: "Try this answer" }).click();
    await expect.poll(() => reported(page, "cmi.core.lesson_status")).toBe("passed");
    const { last } = JSON.parse(await reported(page, "cmi.suspend_data"));
    expect(readHandIn(last)).toMatchObject({
      handIn: { tries: 1, settings: [{ key: "beta-ecn", text: "0.9" }] },
    });
    // The platform determines the student's name, and the student cannot end the task.
    await expect.poll(() => app.getByText(/^Signed in by the learning platform as /).count()).toBe(1);
    expect(await app.getByRole("button", { name: /Change the name|End the task/ }).count()).toBe(0);
    // The page has stored nothing: the storage contains only what the test put there.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["sawtooth.first-visit"]);
    expect(await page.evaluate(() => (window as unknown as { API: StandInLms }).API.errors)).toEqual([]);
  });

  test("continues after a reload in an independent SCORM 1.2 player, for the student that the player names", async () => {
    const url = await servePackage(othersPlayer());
    const page = await openPage({ url });
    const app = page.frameLocator("iframe").frameLocator("iframe");
    const beta = app.getByRole("textbox", { name: /^β/ }).first();
    const said = (element: string) =>
      page.evaluate((name) => (window as unknown as { API: StandInLms }).API.LMSGetValue(name), element);
    const kept = async (which: "last" | "code") => {
      const codes = JSON.parse(await said("cmi.suspend_data"));
      return readHandIn(codes[which] ?? codes.last);
    };
    const tryWith = async (value: string, tries: number) => {
      await beta.fill(value);
      await beta.press("Enter");
      await app.getByRole("button", { name: "Try this answer" }).click();
      const handIn = { name: "2026001", tries, settings: [{ key: "beta-ecn", text: value }] };
      await expect.poll(() => kept("last")).toMatchObject({ handIn });
    };
    await app.getByText("Signed in by the learning platform as 2026001.").waitFor();
    await tryWith("0.9", 1);
    expect(await said("cmi.core.lesson_status")).toBe("passed");
    await tryWith("0.6", 2);

    await page.reload();
    await app.getByText("Signed in by the learning platform as 2026001.").waitFor();
    await expect.poll(() => beta.inputValue()).toBe("0.60");
    expect(await said("cmi.core.entry")).toBe("resume");
    await tryWith("0.7", 3);
    expect(await kept("code")).toMatchObject({ handIn: { settings: [{ key: "beta-ecn", text: "0.9" }] } });
    expect([await said("cmi.core.score.raw"), await said("cmi.core.lesson_status")]).toEqual([
      "100",
      "passed",
    ]);
    // The page reports no problem with the platform.
    expect(await page.frameLocator("iframe").locator("#state").textContent()).toBe("");
  });

  const ALL_THROW = "new Proxy({}, { get: () => () => { throw new Error('out of order'); } })";
  test.each([
    ["{}", "The learning platform lacks LMSInitialize: what you do here is not recorded."],
    [ALL_THROW, "The learning platform broke at LMSInitialize: what you do here may not be recorded."],
  ])("is shown on a platform whose interface is %s, with the code for manual hand-in", async (api, words) => {
    const url = await servePackage(api);
    const page = await openPage({ url });
    const sco = page.frameLocator("iframe");
    const app = sco.frameLocator("iframe");
    const said = sco.getByRole("status");
    await expect.poll(() => said.innerText()).toBe(`${words} Press Hand in and give your teacher the code.`);
    await app.getByRole("button", { name: "Hand in" }).click();
    await app.getByRole("textbox", { name: "Your name or number" }).fill("Ana");
    await app.getByRole("button", { name: "Take" }).click();
    const code = await app.getByRole("textbox", { name: "Code" }).inputValue();
    await app.getByRole("button", { name: "Try this answer" }).click();
    const byHand = sco.getByRole("textbox", { name: "Code to hand in by hand" });
    // The code contains the number of attempts, so it changes with each attempt.
    await expect.poll(() => byHand.inputValue()).toMatch(/^[^.]+\.\S+$/);
    expect(await byHand.inputValue()).not.toBe(code);
  });
});

describe("a task", () => {
  test("is set, solved in two ways, and checked: the page and the terminal agree", async () => {
    const page = await openPage({ fragment: "v=2&duration=20s" });
    await painted(page);
    await page.getByRole("link", { name: "Class" }).click();
    // An error is shown at its field, and there is no link until it is corrected.
    const most = page.getByRole("textbox", { name: "To of parameter 1" });
    await most.fill("7");
    await expect.poll(() => linkOfTask(page).count()).toBe(0);
    await most.fill("0.95");
    await page.getByRole("textbox", { name: "Value of condition 1" }).fill("90");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.getByRole("textbox", { name: "Value of condition 2" }).fill("12 ms");
    await page.getByRole("textbox", { name: /^Seeds/ }).fill("2");
    await page.getByRole("textbox", { name: /^Tries/ }).fill("3");
    await page.getByRole("button", { name: "Add a hidden path" }).click();
    const setting = page.getByRole("combobox", { name: "Setting 1 of hidden path 1" });
    await setting.selectOption("more …");
    await setting.selectOption("rtt");
    await page.getByRole("textbox", { name: "Value 1 of hidden path 1" }).fill("60ms");
    await page.getByRole("button", { name: "Add a hint" }).click();
    await page.getByRole("textbox", { name: "hint 1" }).fill("How far does **cwnd** fall?");
    const link = await linkOfTask(page).inputValue();
    expect(link.length).toBeLessThan(2000);

    await go(page, link.slice(link.indexOf("#") + 1));
    await painted(page);
    await page.getByRole("button", { name: "Try this answer" }).waitFor();
    // Nothing has been changed yet, so nothing can be reset or undone.
    await page.getByRole("button", { name: "Start over" }).press("Enter");
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    expect(await undo.getAttribute("aria-disabled")).toBe("true");
    // A locked control says that it is locked. A bounded control covers only the range within its bounds.
    expect(await page.getByRole("slider", { name: "Capacity", exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.getByRole("textbox", { name: "Your name or number" }).fill("Ana");
    await page.getByRole("button", { name: "Take" }).click();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Change the name");
    await page.getByRole("button", { name: "Hand in" }).click();
    const wrong = await handIn(page);
    expect(await outcome(page).innerText()).toBe("1 of 2 conditions are met.");
    await page.setViewportSize(LAPTOP);

    // The second student works without a pointer.
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    await tabTo(page, /^Show a hint/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Hand in$/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Change the name$/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Your name or number$/);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Bo");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: /^β/ }).first().focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("0.8");
    await page.keyboard.press("Enter");
    await painted(page);
    // Shift+Tab moves backwards, because after the last control of the page come the browser's own controls.
    await tabTo(page, /^Try this answer$/, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => outcome(page).innerText()).toBe("Both conditions are met.");
    const right = await page.getByRole("textbox", { name: "Code" }).inputValue();
    expect(right).not.toBe(wrong);
    const rightLink = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();

    await go(page, "screen=class&check");
    const list = `name,code\nAna,${wrong}\nBo,"${rightLink}"\nCy,${right.slice(0, -4)}\n`;
    await page.getByRole("textbox", { name: /One link or code/ }).fill(list);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const tally = page.locator(".class__tally");
    const said = "3 hand-ins: 1 met everything, 1 did not, 1 could not be counted.";
    await expect.poll(() => tally.innerText()).toBe(said);
    await expectAccessibleAs(page, "light", PHONE);
    await expectAccessibleAs(page, "dark", LAPTOP);
    const table = await savedBy(page, page.getByRole("button", { name: "Save the table (CSV)" }));

    const [file, out] = ["hand-ins.csv", "out.csv"].map((name) => join(scratchFolder(), name));
    writeFileSync(file, list);
    const { status, notes } = await sim("check", file, "--task", link, "-o", out);
    expect([status, notes]).toEqual([1, [said]]);
    expect(readFileSync(out, "utf8")).toBe(table);
    await page.getByRole("link", { name: "Open the answer of Bo on the bench" }).click();
    await expect.poll(() => fragment(page)).toMatch(/^v=2&beta-ecn=0\.8&duration=20s/);
  });

  test("of a class of 200 is checked by file with a roster: the page and the terminal write the same bytes", async () => {
    const folder = scratchFolder();
    const fileOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const handIns = fileOf("hand-ins.csv", FORM_LIST);
    const roster = fileOf("roster.csv", CANVAS_ROSTER);
    const page = await openPage({ fragment: "screen=class&check" });
    await page.getByRole("textbox", { name: /Link of the task/ }).fill(`#task=${packTask(CLASS_TASK)}`);
    await page.getByLabel("Open a file (.csv, .txt)").setInputFiles(handIns);
    await page.getByLabel("Roster (.csv)").setInputFiles(roster);
    await page.getByText("roster.csv: 200 people, 7 columns.").waitFor();
    await page.getByRole("textbox", { name: "Deadline" }).fill(DEADLINE);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.locator(".class__tally").waitFor();
    const said = await page.locator(".class__tally").innerText();
    expect(said).toMatch(/^200 hand-ins: \d+ met everything/);
    const save = page.getByRole("button", { name: "Save the table (CSV)" });
    const tables = [await savedBy(page, save)];
    await page.getByRole("radio", { name: "Canvas" }).click();
    tables.push(await savedBy(page, save));

    const rules = ["--task", packTask(CLASS_TASK), "--roster", roster, "--deadline", DEADLINE];
    for (const [i, platform] of [[], ["--for", "canvas"]].entries()) {
      const out = join(folder, `out-${i}.csv`);
      const { status, notes } = await sim("check", handIns, ...rules, ...platform, "-o", out);
      expect([status, notes]).toEqual([1, [said]]);
      expect(readFileSync(out, "utf8")).toBe(tables[i]);
    }
  });

  test("has a variant for each name; a hand-in opens as a hand-in; a damaged link shows a message in a working simulator", async () => {
    const page = await openPage({ fragment: "screen=class" });
    await page.getByText("Open an existing task").click();
    await page.getByRole("textbox", { name: "Its link" }).fill("nothing");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "There is no task in it" }).waitFor();
    await expectAccessible(page, "main");
    await page.getByRole("button", { name: "Add a variation" }).click();
    const link = await linkOfTask(page).inputValue();
    const task = link.slice(link.indexOf("#") + 1);
    await go(page, task);
    await page.getByRole("textbox", { name: "Your name or number" }).fill("2026001");
    await page.getByRole("button", { name: "Begin" }).click();
    const variant = await page.getByText(/^Your variant: RTT/).innerText();
    const rtt = /RTT (\d+) ms/.exec(variant)?.[1];
    await expect
      .poll(() => fragment(page))
      .toMatch(rtt === "100" ? /^v=2&task=/ : new RegExp(`^v=2&rtt=${rtt}ms&task=`));
    await page.getByRole("button", { name: "Hand in" }).click();
    const handedIn = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
    // The number of attempts and the name belong to the student and survive a reload.
    await page.reload();
    expect(await page.getByText(/^Your variant: RTT/).innerText()).toBe(variant);

    await go(page, handedIn.slice(handedIn.indexOf("#") + 1));
    await page.getByText("Of 2026001, after 0 tries.").waitFor();
    await go(page, task.slice(0, -6));
    await page.getByText(/^The link is damaged/).waitFor();
    await page.getByRole("button", { name: "End the task" }).click();
    await painted(page);
    expect(await page.getByRole("slider", { name: "Capacity", exact: true }).isDisabled()).toBe(false);
  });
});

const QUESTIONS = SMALL_TASK.replace(
  "hint: How far does cwnd fall?",
  `question: why text 20..400 for 2 points: Why?
question: first choice: Which one? | CoDel | PIE
question: cut evidence: Pin the first cut.
key: first PIE`,
);

function packedQuestions(): string {
  const { task } = readTask(QUESTIONS);
  if (task === null) throw new Error("it cannot be read");
  return packTask(task);
}

test("is answered in writing with a pinned story, ended and resumed; a story has a link", async () => {
  const page = await openPage({ fragment: `task=${packedQuestions()}` });
  const questions = page.getByRole("region", { name: "Questions" });
  await questions.getByRole("textbox", { name: "Why?" }).fill("The window falls <b>less</b> than by half.");
  await questions.getByRole("radio", { name: "PIE" }).check();
  await painted(page);
  // In the built page, the worker loads the texts that a story says about the algorithm of its sender.
  await page.getByRole("button", { name: "Why here?" }).first().click();
  const pin = page.getByRole("button", { name: "Use as the answer to “cut”" });
  await pin.click();
  // The story's link opens the story.
  await expect.poll(() => page.url()).toContain("&why=");
  const title = await page.getByRole("heading", { name: /^Why\? / }).innerText();
  const other = await openPage({
    fragment: page
      .url()
      .split("#")[1]
      .replace(/&task=[^&]*/, ""),
  });
  await expect.poll(() => other.getByRole("heading", { name: /^Why\? / }).innerText()).toBe(title);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await questions.getByRole("button", { name: "Remove the evidence for “cut”" }).waitFor();
  await expectAccessibleAs(page, "light", LAPTOP);
  // The × asks for confirmation. The browser's Back restores the task with its answers.
  await page.getByRole("button", { name: "End the task" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "End the task" }).click();
  await page
    .getByRole("region", { name: "End the task?" })
    .getByRole("button", { name: "End the task" })
    .click();
  await expect.poll(() => page.getByRole("region", { name: "Questions" }).count()).toBe(0);
  await page.goBack();
  await expect.poll(() => questions.getByRole("radio", { name: "PIE" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Hand in" }).click();
  await page.getByRole("textbox", { name: "Your name or number" }).fill("Ana");
  await page.getByRole("button", { name: "Take", exact: true }).click();
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  // Both buttons are visible without scrolling.
  for (const size of [LAPTOP, { width: 1366, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole("button", { name: "Hand in" }).click();
    await code.waitFor({ state: "detached" });
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Hand in" }).click();
    for (const name of ["Code", "Link"])
      await expect
        .poll(
          async () => {
            const { y, height } = await placeOf(page.getByRole("textbox", { name, exact: true }));
            return y >= 0 && y + height <= size.height;
          },
          { message: `${name} at ${size.width}` },
        )
        .toBe(true);
  }
  expect(readHandIn(await code.inputValue())).toMatchObject({
    handIn: { answers: [{ id: "why" }, { id: "first", text: "2" }, { id: "cut" }] },
  });
});

test("answers are marked by keyboard only, and shown as plain text", async () => {
  const { task } = readTask(QUESTIONS);
  if (task === null) throw new Error("it cannot be read");
  const codes = ["Ana", "Bo"].map((name) =>
    handInCode(
      handInOf(
        task,
        { name, tries: 1 },
        [{ key: "beta-ecn", text: "0.9" }],
        [
          { id: "why", text: `<img src=x onerror=alert(1)> of ${name}, \u202Elong enough` },
          { id: "first", text: "2" },
        ],
      ),
    ),
  );
  const page = await openPage({ fragment: "screen=class&check" });
  await page.getByRole("textbox", { name: /Link of the task/ }).fill(`#task=${packTask(task)}`);
  await page.getByRole("textbox", { name: /One link or code per line/ }).fill(codes.join("\n"));
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const card = page.getByRole("article");
  await expect
    .poll(() => card.innerText())
    .toContain("<img src=x onerror=alert(1)> of Ana, <U+202E>long enough");
  await page.getByRole("textbox", { name: /^Points of 2 for why/ }).focus();
  await page.keyboard.type("1.5");
  await page.keyboard.press("Enter");
  await expect.poll(() => card.getByRole("heading").innerText()).toBe("Bo");
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Good.");
  await page.keyboard.press("Control+Shift+Enter");
  await expect.poll(() => card.getByRole("heading").innerText()).toBe("Ana");
  const region = page.getByRole("region", { name: "Written answers" });
  await expect.poll(() => region.getByRole("status").first().innerText()).toBe("2 of 2 hand-ins marked.");
  const saved = await savedBy(page, page.getByRole("button", { name: "Save the marks (CSV)" }));
  expect(saved).toMatch(/,Ana,why,1\.5,2,\r\n.*,Bo,why,2,2,Good\.\r\n/);
  // After a reload, the task, the hand-ins and the marks are still there, and a changed setting applies at once.
  await page.reload();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect.poll(() => region.getByRole("status").first().innerText()).toBe("2 of 2 hand-ins marked.");
  await page.getByRole("textbox", { name: "Deadline" }).fill("soon");
  await page.getByText("These are the results of the last valid settings").waitFor();
  await page.getByRole("textbox", { name: "Deadline" }).fill("");
  await page.getByText("These are the results of the last valid settings").waitFor({ state: "detached" });
  await expectAccessibleAs(page, "light", LAPTOP);
  await expectAccessibleAs(page, "dark", PHONE);
});
