/** What the page hands to the person as a file. */
import type { Locator, Page } from "playwright-core";
import { browserName } from "./browser-name.ts";

/** The text of the file that a click on the button brings. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  if (browserName === "firefox") return handedOver(page, button);
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

interface HandingWindow {
  sawtoothHandedOver?: Promise<string>;
}

/** Firefox does not tell of files that a page has made: they are taken where the page hands them over. */
async function handedOver(page: Page, button: Locator): Promise<string> {
  await page.evaluate(takeNextFile);
  await button.click();
  return page.evaluate(() => (window as HandingWindow).sawtoothHandedOver as Promise<string>);
}

/** In the page, once. */
function takeNextFile(): void {
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  let content = new Blob();
  URL.createObjectURL = (made) => {
    if (made instanceof Blob) content = made;
    return createObjectURL.call(URL, made);
  };
  (window as HandingWindow).sawtoothHandedOver = new Promise((found) => {
    HTMLAnchorElement.prototype.click = () => {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
      found(content.text());
    };
  });
}
