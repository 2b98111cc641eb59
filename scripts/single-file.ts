/**
 * Builds the whole page as one HTML file, dist/sawtooth.html, with worker, styles, published results and traces. It works if it
 * is opened from a disk, where browsers let a page load no other files, and inside a learning platform. Must be run after `npm
 * run build`.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin } from "vite";
import { LICENCE_FILE } from "../src/ui/features/help/licence-list.ts";

const root = resolve(import.meta.dirname, "..");
export const SINGLE_FILE = "sawtooth.html";
/** File that holds the size of the single file (bytes). The page shows this size. */
const SIZE_FILE = "sawtooth-size.txt";

/** Import by which the page gets the address of its worker. In the single file, the worker is inside the page. */
const WORKER_IMPORT = "./sim.worker.ts?worker&url";
const WORKER_ELEMENT = "sawtooth-worker";

interface Output {
  readonly code: string;
  readonly css: string;
}

const treeshake = { propertyReadSideEffects: false } as const;

/**
 * Returns the bundled code of a module. The format matters, because browsers start no module workers for a page that was opened
 * from a disk.
 */
async function bundled(input: string, format: "es" | "iife", plugins: Plugin[][]): Promise<Output> {
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: "error",
    plugins,
    build: {
      target: "es2022",
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, input),
        treeshake,
        output: { codeSplitting: false, format },
      },
    },
  };
  const result = await build(config);
  if (!("output" in result)) throw new Error(`${input}: the bundler gave no output`);
  const chunks = result.output.filter((file) => file.type === "chunk");
  if (chunks.length !== 1) throw new Error(`${input}: ${chunks.length} programs instead of one`);
  const css = result.output.flatMap((file) =>
    file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
  );
  return { code: chunks[0].code, css: css.join("\n") };
}

/** Returns a plugin with which the address of the worker is that of a text inside the page. */
function workerInPage(): Plugin {
  const id = "\0worker-in-page";
  return {
    name: "worker-in-page",
    enforce: "pre",
    resolveId: (source) => (source === WORKER_IMPORT ? id : null),
    load: (wanted) =>
      wanted === id
        ? `export default URL.createObjectURL(new Blob([document.getElementById("${WORKER_ELEMENT}").textContent], { type: "text/javascript" }));`
        : null,
  };
}

/** Returns published results, traces and licences, by the paths that the page requests. */
function heldFiles(folder: string): Record<string, string> {
  const names = ["papers", "traces"].flatMap((place) =>
    readdirSync(join(folder, place))
      .filter((name) => (place === "papers" ? name.endsWith(".json") : name.endsWith(".csv")))
      .map((name) => `${place}/${name}`),
  );
  names.push(LICENCE_FILE);
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Escapes text that would end a script element, without changing its meaning. */
function inScript(code: string): string {
  return code.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Returns the text of the single file. `folder` is the folder of the built page. */
export async function singleFile(folder: string): Promise<string> {
  const page = await bundled("src/ui/app/main.tsx", "es", [[workerInPage()], react() as Plugin[]]);
  const worker = await bundled("src/workers/sim.worker.ts", "iife", []);
  const [program, simulator] = [inScript(page.code), inScript(worker.code)];
  const files = gzipSync(JSON.stringify(heldFiles(folder)), { level: 9 }).toString("base64");
  const icon = readFileSync(join(root, "public/favicon.svg"), "utf8");
  const policy = `default-src 'none'; script-src ${hashOf(program)} 'wasm-unsafe-eval' blob:; style-src ${hashOf(page.css)}; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types sawtooth`;
  return readFileSync(join(root, "index.html"), "utf8")
    .replace(/<!--.*?-->\s*/gs, "")
    .replace(/(http-equiv="Content-Security-Policy"\s+content=")[^"]*/, (_, head) => head + policy)
    .replace(/\s*<link rel="manifest"[^>]*>/, "")
    .replace(
      /<link rel="icon"[^>]*>/,
      () => `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`,
    )
    .replace(/\s*<script type="module"[^>]*><\/script>/, () => `<style>${page.css}</style>`)
    .replace("</body>", () =>
      [
        `<script type="text/plain" id="${WORKER_ELEMENT}">${simulator}</script>`,
        `<script type="text/plain" id="sawtooth-files">${files}</script>`,
        `<script type="module">${program}</script>`,
        "</body>",
      ].join("\n"),
    );
}

export async function writeSingleFile(folder: string): Promise<string> {
  if (!existsSync(join(folder, "index.html")))
    throw new Error(`${folder} has no built page: run npm run build`);
  const file = join(folder, SINGLE_FILE);
  const text = await singleFile(folder);
  writeFileSync(file, text);
  writeFileSync(join(folder, SIZE_FILE), String(Buffer.byteLength(text)));
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = await writeSingleFile(join(root, "dist"));
  console.log(`${(readFileSync(file).length / 1e6).toFixed(1)} MB  ${SINGLE_FILE}, the page as one file`);
}
