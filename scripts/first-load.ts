/**
 * `npm run bytes [FRAGMENT]`, after a build: lists the files that a new visitor's browser loads before the first plots, and how
 * much of them comes from each source folder and package.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { type FirstLoad, measureFirstLoad } from "../tests/e2e/first-load.ts";
import { chromiumArguments, ensureChromium } from "./engines.ts";
import { sourceBytes } from "./source-bytes.ts";

const built = resolve(import.meta.dirname, "../dist");
if (!existsSync(resolve(built, "index.html"))) {
  console.error("There is no built page to be measured: npm run build makes it.");
  process.exit(2);
}

/** Parts with fewer bytes are added up in one line. */
const LEAST_BYTES = 300;

const [fragment] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
try {
  const load = await measureFirstLoad(browser, built, fragment);
  const parts = partsOf(load);
  const small = parts.filter(([, bytes]) => bytes < LEAST_BYTES);
  console.log("What the files are made of; a file's compressed bytes are divided by the length of the code:");
  for (const [name, bytes] of parts) if (bytes >= LEAST_BYTES) say(bytes, name);
  say(
    small.reduce((sum, [, bytes]) => sum + bytes, 0),
    `${small.length} smaller parts`,
  );
  console.log("The files:");
  for (const file of load.files) say(file.gzipBytes, file.path);
  say(load.gzipBytes, `bytes until the first plots, in ${load.files.length} files`);
} finally {
  await browser.close();
}

function say(bytes: number, what: string): void {
  console.log(`${String(Math.round(bytes)).padStart(8)}  ${what}`);
}

/** Returns the folders and packages with their compressed bytes, the largest first. */
function partsOf({ files }: FirstLoad): [name: string, bytes: number][] {
  const parts = new Map<string, number>();
  for (const { path, gzipBytes } of files) {
    const map = resolve(built, `${path}.map`);
    const sources = existsSync(map)
      ? sourceBytes(readFileSync(resolve(built, path), "utf8"), readFileSync(map, "utf8"))
      : new Map([[path, 1]]);
    const all = [...sources.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [source, bytes] of sources) {
      const name = partOf(source);
      parts.set(name, (parts.get(name) ?? 0) + (gzipBytes * bytes) / all);
    }
  }
  return [...parts].sort((a, b) => b[1] - a[1]);
}

/** Returns the folder or package of a source file: "react-dom", "src/ui/plots"; otherwise the file itself. */
function partOf(source: string): string {
  if (source === "") return "added by the bundler";
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  if (packageName !== undefined) return packageName;
  const room = /(?:^|\/)(src\/ui\/[^/]+\/[^/]+|src\/[^/]+\/[^/]+|lessons|talks|challenges)\//.exec(
    source,
  )?.[1];
  return room ?? /(?:^|\/)(src\/[^/]+\/?[^/]*)\/[^/]+$/.exec(source)?.[1] ?? source;
}
