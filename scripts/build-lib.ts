/**
 * `npm run build:lib`, then `npm pack ./dist-lib`: builds the package in dist-lib/. It has the simulator as one module with its
 * types, the command as JavaScript, and a manifest without dependencies. Packing the project's root instead would include all
 * dependencies of the page.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { projectBuild, projectCommit } from "../src/cli/project.ts";
import { licenceList } from "./licences.ts";

const root = resolve(import.meta.dirname, "..");
const ENTRY = "src/library/library.ts";
/** Folder below which the types of the package are those of the project. */
const TYPES = "src";
const OUT = "dist-lib";

/** Builds the module as one file. A browser without a bundler would load two hundred files one after another. */
async function buildModule(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      "globalThis.SAWTOOTH_COMMIT": JSON.stringify(projectCommit()),
      "globalThis.SAWTOOTH_BUILD": JSON.stringify(projectBuild()),
    },
    build: {
      target: "es2022",
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      lib: { entry: join(root, ENTRY), formats: ["es"], fileName: () => "engine.js" },
      rolldownOptions: {
        treeshake: { propertyReadSideEffects: false },
        output: { codeSplitting: false },
      },
    },
  });
}

function copyInterpreter(folder: string): void {
  const wasm = createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
  copyFileSync(wasm, join(folder, "quickjs.wasm"));
}

/** Folder of the command in the package. From it, `projectRoot` of src/cli/project.ts finds the root of the package. */
const COMMAND = "src/cli";
/** Files that the command reads when it runs. Their paths are the same in the project and in the package. */
const DATA = ["src/experiments/compared-cases.json"];

/**
 * Builds the command as JavaScript. Its worker threads and the interpreter of custom programs are separate files in the same
 * folder.
 */
async function buildCommand(folder: string): Promise<void> {
  const out = join(folder, COMMAND);
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      "globalThis.SAWTOOTH_COMMIT": JSON.stringify(projectCommit()),
      "globalThis.SAWTOOTH_BUILD": JSON.stringify(projectBuild()),
    },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: "node20",
      outDir: out,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: {
          main: join(root, "src/cli/main.ts"),
          "node-worker-entry": join(root, "src/workers/node-sim-worker.ts"),
        },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  const main = join(out, "main.mjs");
  writeFileSync(main, `#!/usr/bin/env node\n${readFileSync(main, "utf8")}`);
  chmodSync(main, 0o755);
  copyInterpreter(out);
  for (const file of DATA) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
}

/** Writes the licences of the packages that are bundled into the command. */
function writeLicences(folder: string): void {
  const parts = licenceList().map(
    ({ name, version, licence, text }) => `${name} ${version}, ${licence}\n\n${text}\n`,
  );
  writeFileSync(join(folder, "LICENCES.txt"), parts.join(`\n${"-".repeat(78)}\n\n`));
}

/** Writes the type declarations that the public types need, one file per source file. */
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
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", dirname(ENTRY), ...flags], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the types of the library: ${stdout}`);
  const from = join(all, TYPES);
  const wanted = new Set([relative(TYPES, ENTRY).replace(/\.ts$/, ".d.ts")]);
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

/** Returns the addresses of the repository, from the environment; an empty object if they are unknown. */
function addresses(): object {
  const { GITHUB_SERVER_URL: server = "https://github.com", GITHUB_REPOSITORY: repository } = process.env;
  if (repository === undefined) return {};
  const url = `${server}/${repository}`;
  return {
    repository: { type: "git", url: `git+${url}.git` },
    bugs: `${url}/issues`,
    homepage: `${url}#readme`,
  };
}

/** Writes the manifest of the package: the project's manifest without what only the page needs. */
function writeManifest(folder: string): void {
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { name, version, license, type, engines, exports, bin, author } = JSON.parse(text);
  const manifest = {
    name,
    version,
    description:
      "A packet-level TCP, ECN and AQM simulator: the command, and the engine for Node and browsers.",
    keywords: ["tcp", "congestion-control", "ecn", "aqm", "network-simulator"],
    author,
    ...addresses(),
    license,
    type,
    sideEffects: false,
    engines,
    bin,
    exports,
  };
  const own = JSON.stringify(manifest, null, 2).replaceAll(`./${OUT}/`, "./");
  writeFileSync(join(folder, "package.json"), `${own}\n`);
}

/** Writes a document with absolute links, because the targets of relative links are not in the package. */
function writeDocument(folder: string, source: string, name: string): void {
  const text = readFileSync(join(root, source), "utf8");
  writeFileSync(join(folder, name), text.replace(/\[([^\]]+)\]\((?![a-z]+:|#)[^)\s]+\)/g, "$1"));
}

export async function buildLibrary(folder = join(root, OUT)): Promise<void> {
  await buildModule(folder);
  copyInterpreter(folder);
  await buildCommand(folder);
  buildTypes(folder);
  writeLicences(folder);
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
