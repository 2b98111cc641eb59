/** Three runs kept from the bench, compared in the notebook, and given away as one link. */
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { savedBy } from "./downloads.ts";
import { expectAccessibleAs, follow, fragment, ownFragment } from "./page-state.ts";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

test("keeps runs over a reload, compares them with a base, and is whole in a link", async () => {
  const page = await openPage({ fragment: "v=2" });
  await painted(page);
  // By button, and by key.
  await page.getByRole("button", { name: "Keep in the notebook" }).click();
  for (const link of ["v=2&beta-ecn=0.8", "v=2&aqm=pie"]) {
    await follow(page, link);
    await page.locator("body").press("k");
    await page
      .getByRole("status", { name: "Notice" })
      .getByText(/^Kept in the notebook as/)
      .waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  await page.locator("body").press("Shift+K");
  const state = page.getByRole("main").getByRole("status");
  const computed = () => expect.poll(() => state.allInnerTexts()).toContain("3 runs");
  await computed();
  await page.reload();
  await computed();
  const names = page.getByRole("textbox", { name: /^Name of run/ });
  expect(await names.nth(1).inputValue()).toBe("β ecn 0.80");
  await names.nth(2).fill("with PIE");
  // By keyboard: up, deleted, and back.
  await page.getByRole("button", { name: "Up: with PIE" }).press("Enter");
  await expect.poll(() => names.nth(1).inputValue()).toBe("with PIE");
  await page.getByRole("button", { name: "Delete: with PIE" }).press("Enter");
  await expect.poll(() => names.count()).toBe(2);
  await page.keyboard.press("Enter");
  await expect.poll(() => names.nth(1).inputValue()).toBe("with PIE");

  await page.getByRole("combobox", { name: "Differences from" }).selectOption("with PIE");
  const row = (name: RegExp) => page.getByRole("row", { name }).getByRole("cell").allInnerTexts();
  expect(await row(/^queue/)).toEqual(["CoDel", "PIE", "CoDel"]);
  const utilisation = await row(/^Utilisation/);
  expect(utilisation[0]).toMatch(/%\s+[+−]?[\d.]+ pt$/);
  expect(utilisation[1]).not.toContain("pt");
  expect(await page.getByRole("img", { name: /^Queue delay over time: at most/ }).count()).toBe(3);
  const scales = page.getByRole("combobox", { name: "Scales" });
  expect(await page.getByText(/, own scale$/).count()).toBe(0);
  await scales.selectOption("each run’s own");
  expect(await page.getByText("cwnd (segments), own scale").count()).toBe(3);
  for (const scheme of ["light", "dark"] as const)
    for (const viewport of [PHONE, LAPTOP]) await expectAccessibleAs(page, scheme, viewport);

  const csv = await savedBy(page, page.getByRole("button", { name: "Save table (CSV)" }));
  const link = /#(screen=notebook&runs=z\.[\w-]+&base=2&scales=own)\n/.exec(csv)?.[1] ?? "";
  expect(csv).toMatch(/\nwith PIE,[0-9a-f]{16},/);

  const file = await savedBy(page, page.getByRole("button", { name: "Save as a file" }));
  expect(file).toMatch(/^notebook: 1\nbase: 2\nscales: own\n\nrun: NewReno, CoDel\nlink: v=2\n/);

  await page.evaluate((text) => {
    localStorage.clear();
    location.hash = text;
  }, link);
  await page.getByText("This notebook came by a link").waitFor();
  await computed();
  expect(await names.nth(1).inputValue()).toBe("with PIE");
  expect(await fragment(page)).toBe(link);
  await page.getByRole("button", { name: "Add its runs to my notebook" }).click();
  await expect.poll(() => fragment(page)).toBe("screen=notebook");
  await computed();
  // A file is shown beside what is kept here, or refused with its lines.
  const open = (text: string) =>
    page
      .getByLabel("Open a file")
      .setInputFiles({ name: "notebook.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await open(`${file}run: without a link\n`);
  await page
    .getByRole("alert")
    .getByText(/is followed by its line/)
    .waitFor();
  await open(file);
  await page.getByText("This notebook came by a link or a file").waitFor();
  expect(await fragment(page)).toBe(link);
  await page.goBack();
  await expect.poll(() => fragment(page)).toBe("screen=notebook");
  await page.getByRole("button", { name: "Open on the bench: with PIE" }).click();
  await expect.poll(() => ownFragment(page)).toBe("v=2&aqm=pie");
});
