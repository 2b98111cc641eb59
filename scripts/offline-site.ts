/**
 * A Vite plugin: writes the service worker beside the built page, with the list of all files that it keeps on the device,
 * and puts what helps where the page does not start into the page itself. What is only downloaded (tables of the papers' figures, the page as one file) and what helps to find faults is left out.
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

/** Of the page in a folder: what its visitors' devices keep, as a program. */
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

/** A file of src/offline, which is no module. */
async function programOf(name: string): Promise<string> {
  const file = join(SOURCES, name);
  const { code } = await transformWithOxc(readFileSync(file, "utf8"), file);
  return minifySync(name, code.replace(/^export \{\s*\};?$/gm, "")).code;
}

/** From the folder, with slashes, in the alphabet's order. */
export function keptFiles(folder: string): string[] {
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
