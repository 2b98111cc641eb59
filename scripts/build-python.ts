/**
 * `npm run build:python`: copies the built command and page into the Python package in python/. Python runs the command with
 * Node. The notebook widget shows the page, which it contains as text.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { SINGLE_FILE } from "./single-file.ts";

const root = resolve(import.meta.dirname, "..");
const PACKAGE = join(root, "python/src/sawtooth");

/** Parts of the npm package that the command needs. */
const COMMAND = ["src", "package.json", "LICENSE", "LICENCES.txt"];

/** Text in widget.js that is replaced by the page. */
const PAGE = "__PAGE__";

/** Returns the module that anywidget loads. `page` is the page as a single file. */
export function widgetModule(page: Buffer): string {
  const source = readFileSync(join(PACKAGE, "widget.js"), "utf8");
  return source.replace(PAGE, gzipSync(page, { level: 9 }).toString("base64"));
}

function buildPython(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of COMMAND)
    cpSync(join(root, "dist-lib", name), join(folder, "command", name), { recursive: true });
  writeFileSync(join(folder, "widget.js"), widgetModule(readFileSync(join(root, "dist", SINGLE_FILE))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildPython(join(PACKAGE, "built"));
