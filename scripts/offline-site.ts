/**
 * A Vite plugin that writes the service worker into the folder of the built page, with the list of files that devices store. It
 * also inserts the help that is shown if the page does not start. Files that are only downloaded (tables of the papers' figures,
 * the single-file page) and debugging aids are not stored.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { minifySync, type Plugin, transformWithOxc } from "vite";

const SOURCES = resolve(import.meta.dirname, "../src/offline");
export const SERVICE_WORKER = "sw.js";
const LEFT_OUT =
  /(?:\.map|\.csv\.gz|papers\/.*\.csv|papers\/.*\.md|sawtooth\.html|sawtooth-size\.txt|^sw\.js|^404\.html)$/;

export function offlineSite(): Plugin {
  let folder = "";
  return {
    name: "offline-site",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const program = await programOf("start-afresh.ts");
        const hash = createHash("sha256").update(program).digest("base64");
        return html
          .replace("script-src 'self'", (policy) => `${policy} 'sha256-${hash}'`)
          .replace("</title>", (end) => `${end}\n    <script>${program}</script>`);
      },
    },
    async closeBundle() {
      writeFileSync(join(folder, SERVICE_WORKER), await serviceWorker(folder));
    },
  };
}

/** Returns the service worker of the page in a folder as program text, with the files that devices store. */
export async function serviceWorker(folder: string): Promise<string> {
  const files = keptFiles(folder);
  const digest = createHash("sha256");
  const digests: Record<string, string> = {};
  for (const file of files) {
    const content = readFileSync(join(folder, file));
    digests[file] = createHash("sha256").update(content).digest("hex");
    digest.update(file).update(content);
  }
  const head = `const FILES = ${JSON.stringify(digests)};\nconst VERSION = "${digest.digest("hex").slice(0, 16)}";\n`;
  return head + (await programOf("service-worker.ts"));
}

/** Returns the text of a file in src/offline. These files are scripts, not modules. */
async function programOf(name: string): Promise<string> {
  const file = join(SOURCES, name);
  const { code } = await transformWithOxc(readFileSync(file, "utf8"), file);
  return minifySync(name, code.replace(/^export \{\s*\};?$/gm, "")).code;
}

/** Returns the paths of the files to store, relative to the folder, with slashes, in alphabetical order. */
function keptFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join("/"),
    )
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
}
