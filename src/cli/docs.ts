/** `docs`: writes the generated pages; reference pages that are no longer generated go. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { LEFT_OUT } from "../engine/index.ts";
import { experiments } from "../experiments/experiments.ts";
import { type Command, EXIT } from "./command.ts";
import { deviationsPage } from "./deviations-page.ts";
import { howRightPage, howRightPageFile, storedHowRight } from "./how-right.ts";
import { projectRoot, storedOutcomes } from "./project.ts";
import { referencePages } from "./reference-pages.ts";
import { reproductionPage } from "./reproduction-page.ts";

export const referenceFolder = resolve(projectRoot, "docs", "reference");
export const reproductionFile = resolve(projectRoot, "docs", "reproduction.md");

export const deviationsFile = resolve(projectRoot, "docs", "deviations.md");
export const modelFile = resolve(projectRoot, "docs", "model.md");

export const docs: Command = {
  name: "docs",
  summary:
    "Writes docs/reference, docs/reproduction.md, docs/how-right.md, and parts of docs/deviations.md and model.md.",
  groups: [],
  run(_args, output) {
    const pages = referencePages();
    for (const path of writtenPages()) if (!pages.has(path)) rmSync(join(referenceFolder, path));
    for (const [path, text] of pages) {
      mkdirSync(dirname(join(referenceFolder, path)), { recursive: true });
      writeFileSync(join(referenceFolder, path), text);
    }
    writeFileSync(reproductionFile, reproductionPage(experiments, storedOutcomes()));
    writeFileSync(howRightPageFile, howRightPage(storedHowRight()));
    writeFileSync(deviationsFile, deviationsPage(readFileSync(deviationsFile, "utf8")));
    writeFileSync(modelFile, modelPage(readFileSync(modelFile, "utf8")));
    output.out(
      `${pages.size} pages in docs/reference, docs/deviations.md, docs/model.md, docs/reproduction.md and docs/how-right.md`,
    );
    return EXIT.done;
  },
};

/** docs/model.md with what the code declares to be left out, between two comments. */
export function modelPage(text: string): string {
  const list = LEFT_OUT.map((one) => `- ${one.text}\n`).join("");
  return text.replace(/(<!-- left out -->\n)[\s\S]*?(<!-- end of left out -->)/, `$1${list}$2`);
}

/** Paths in docs/reference, with slashes. */
export function writtenPages(): string[] {
  if (!existsSync(referenceFolder)) return [];
  return readdirSync(referenceFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.split(sep).join("/"));
}
