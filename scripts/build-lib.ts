/**
 * Builds the engine as a separate package in dist-lib/: one module, its types, and a manifest without dependencies. `npm run
 * build:lib`, then `npm pack ./dist-lib`. Packing the project's root instead would include all dependencies of the page.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { projectCommit } from "../src/cli/project.ts";

const root = resolve(import.meta.dirname, "..");
const ENTRY = "src/engine/library.ts";
const OUT = "dist-lib";

/** Builds one file, because a browser without a bundler would load two hundred files one after another. */
async function buildModule(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { "globalThis.SAWTOOTH_COMMIT": JSON.stringify(projectCommit()) },
    build: {
      target: "es2022",
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      lib: { entry: join(root, ENTRY), formats: ["es"], fileName: () => "engine.js" },
      rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
    },
  });
}

/** Writes one declaration file for each source file that the public types refer to. */
function buildTypes(folder: string): void {
  const all = join(folder, "all-types");
  const flags = [
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--rootDir",
    ".",
    "--outDir",
    all,
  ];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", "src/engine", ...flags], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the types of the library: ${stdout}`);
  const from = join(all, dirname(ENTRY));
  const wanted = new Set(["library.d.ts"]);
  for (const name of wanted) {
    const text = readFileSync(join(from, name), "utf8");
    const whole = text.replace(/(\b(?:from|import) "|\bimport\(")(\.[^"]*)\.ts"/g, (_, before, path) => {
      wanted.add(relative(from, resolve(from, dirname(name), `${path}.d.ts`)));
      return `${before}${path}.js"`;
    });
    const target = join(folder, "types", name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, whole);
  }
  rmSync(all, { recursive: true });
}

/** Writes the project's manifest without what belongs to the page only. */
function writeManifest(folder: string): void {
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { name, version, license, type, engines, exports } = JSON.parse(text);
  const manifest = {
    name,
    version,
    description: "A packet-level TCP, ECN and AQM simulator as a library, for Node and browsers.",
    keywords: ["tcp", "congestion-control", "ecn", "aqm", "network-simulator"],
    license,
    type,
    sideEffects: false,
    engines,
    exports,
  };
  const own = JSON.stringify(manifest, null, 2).replaceAll(`./${OUT}/`, "./");
  writeFileSync(join(folder, "package.json"), `${own}\n`);
}

/** Writes a document with absolute links, because their targets are not in the package. */
function writeDocument(folder: string, source: string, name: string): void {
  const text = readFileSync(join(root, source), "utf8");
  writeFileSync(join(folder, name), text.replace(/\[([^\]]+)\]\((?![a-z]+:|#)[^)\s]+\)/g, "$1"));
}

export async function buildLibrary(folder = join(root, OUT)): Promise<void> {
  await buildModule(folder);
  buildTypes(folder);
  writeManifest(folder);
  writeDocument(folder, "docs/library.md", "README.md");
  writeDocument(folder, "CHANGELOG.md", "CHANGELOG.md");
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildLibrary();
  const { length } = readFileSync(join(root, OUT, "engine.js"));
  console.log(`${(length / 1e6).toFixed(2)} MB  ${OUT}/engine.js, the engine as a library`);
}
