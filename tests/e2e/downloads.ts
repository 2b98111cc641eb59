/** What the page hands to the person as a file. */
import type { Locator, Page } from "playwright-core";

/** The text of the file that a click on the button brings. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
