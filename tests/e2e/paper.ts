/** A page as it is printed. */
import { inflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { browserName } from "./browser-name.ts";
import { showInFirefox } from "./firefox.ts";

/** As on paper, or as on a screen again. */
export async function showAs(
  page: Page,
  media: "print" | "screen",
  colorScheme: "light" | "dark",
): Promise<void> {
  if (browserName === "firefox") await showInFirefox(page, media, colorScheme);
  else await page.emulateMedia({ media, colorScheme });
}

/** How many pages it has on this paper, of a page that is shown as on paper. */
export async function pagesOn(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString("latin1");
  // Firefox shows it as on a screen when it has printed.
  await page.emulateMedia({ media: "print" });
  return [pdf, ...packedIn(pdf)].join("\n").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Firefox packs what says where pages begin. */
function packedIn(pdf: string): string[] {
  return [...pdf.matchAll(/\/Type\s*\/ObjStm\b.*?stream\r?\n(.*?)endstream/gs)].map(([, packed]) =>
    inflateSync(Buffer.from(packed, "latin1")).toString("latin1"),
  );
}
