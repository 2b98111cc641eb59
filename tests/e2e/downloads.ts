/** What the page hands to the person as a file. */
import type { Locator, Page } from "playwright-core";

interface Saved {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The file that this brings. */
export async function saved(page: Page, act: Promise<void>): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent("download"), act]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  // Firefox gives another name to a second file of one name, of which Playwright does not hear.
  await file.delete();
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** The text of the file that a click on the button brings. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  return (await saved(page, button.click())).bytes.toString("utf8");
}
