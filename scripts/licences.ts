/**
 * A Vite plugin that adds a file with licences to the page's folder. It names the software in the page and contains the texts of
 * its licences: this project, the dependencies in `package.json`, their dependencies, and tools that leave code in their output.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { LICENCE_FILE, type Licence } from "../src/ui/features/help/licence-list.ts";

const root = resolve(import.meta.dirname, "..");
/** Tools that leave code in their output. Vite's code loads modules on demand; Rolldown's code connects bundled modules. */
const LEFT_BEHIND = ["rolldown", "vite"];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export function licenceList(): Licence[] {
  const own = manifestIn(root);
  const names = new Set(Object.keys(own.dependencies ?? {}));
  for (const name of names)
    for (const next of Object.keys(manifestOf(name).dependencies ?? {})) names.add(next);
  const others = [...names, ...LEFT_BEHIND].sort().map((name) => licenceOf(manifestOf(name), folderOf(name)));
  return [{ ...licenceOf(own, root), name: "Sawtooth" }, ...others];
}

export function licences(): Plugin {
  const text = () => JSON.stringify(licenceList());
  return {
    name: "licences",
    configureServer(server) {
      server.middlewares.use(`/${LICENCE_FILE}`, (_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(text());
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: LICENCE_FILE, source: text() });
    },
  };
}

const folderOf = (name: string) => join(root, "node_modules", name);
const manifestOf = (name: string) => manifestIn(folderOf(name));

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Returns the licence of a package. Throws if the package names none or has no licence text. */
function licenceOf({ name, version, license }: Manifest, folder: string): Licence {
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(one));
  if (file === undefined || typeof license !== "string")
    throw new Error(`${name} ${version} has no licence that could be shown`);
  // Vite's licence file also has the licences of the packages inside Vite, after the part that is used here.
  const [text] = readFileSync(join(folder, file), "utf8").split(/^#+ Licenses of bundled dependencies/m);
  return { name, version, licence: license, text: text.trim() };
}
