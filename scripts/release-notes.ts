/**
 * `npm run -s release-notes -- v1.2.3 [ADDRESS OF THE REPOSITORY]`: prints the notes of a release from the change log. Fails if
 * the version has no heading or no entries there, or differs from package.json or CITATION.cff.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(import.meta.dirname, "..");

/** Returns the notes of a release. `changeLog` is the whole text; `version` has no "v", as in its headings. */
export function releaseNotes(changeLog: string, version: string): string {
  const sections = changeLog.split(/^## /m).slice(1);
  const found = sections.filter((section) => headingOf(section) === version);
  if (found.length !== 1)
    throw new Error(
      `CHANGELOG.md has ${found.length === 0 ? "no heading" : "several headings"} "## ${version}"; ` +
        `its headings are ${sections.map(headingOf).join(", ")}`,
    );
  const notes = found[0].slice(headingOf(found[0]).length).trim();
  if (notes === "") throw new Error(`CHANGELOG.md says nothing under "## ${version}"`);
  return `${notes}\n`;
}

/** Returns the version that a tag names. Throws if it is not the package's version. */
export function versionOf(tag: string, packageVersion: string): string {
  const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(tag)?.[1];
  if (version === undefined) throw new Error(`a release is tagged like v1.2.3, not ${JSON.stringify(tag)}`);
  if (version !== packageVersion)
    throw new Error(`the tag is ${tag}, but package.json says version ${packageVersion}`);
  return version;
}

/** Throws if CITATION.cff states a different version to cite. */
export function checkCited(citation: string, version: string): void {
  const cited = /^version: (.*)$/m.exec(citation)?.[1];
  if (cited !== version)
    throw new Error(`the version is ${version}, but CITATION.cff says ${cited ?? "none"}`);
}

/**
 * Makes links to files of the repository absolute and adds the tag to them, because the notes of a release are shown at another
 * address.
 */
export function withWholeLinks(notes: string, address: string, tag: string): string {
  return notes.replace(
    /\]\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_, path: string) => `](${address}/blob/${tag}/${path})`,
  );
}

function headingOf(section: string): string {
  return section.split("\n", 1)[0].trim();
}

function main([tag = "", address]: readonly string[]): void {
  const text = (name: string) => readFileSync(resolve(root, name), "utf8");
  const version = versionOf(tag, JSON.parse(text("package.json")).version);
  checkCited(text("CITATION.cff"), version);
  const notes = releaseNotes(text("CHANGELOG.md"), version);
  process.stdout.write(address === undefined ? notes : withWholeLinks(notes, address, tag));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
