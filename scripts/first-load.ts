/** Prints what a new visitor's browser fetches until the first plots: `npm run bytes [FRAGMENT]`, after a build. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { measureFirstLoad } from "../tests/e2e/first-load.ts";
import { chromiumArguments, ensureChromium } from "./engines.ts";

const built = resolve(import.meta.dirname, "../dist");
if (!existsSync(resolve(built, "index.html"))) {
  console.error("There is no built page to be measured: npm run build makes it.");
  process.exit(2);
}

const [fragment] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
try {
  const { gzipBytes, files } = await measureFirstLoad(browser, built, fragment);
  for (const file of files) console.log(`${String(file.gzipBytes).padStart(8)}  ${file.path}`);
  console.log(`${String(gzipBytes).padStart(8)}  bytes until the first plots, in ${files.length} files`);
} finally {
  await browser.close();
}
