/** The scenario URLs whose results must be identical everywhere. Every `npm test` runs the URLs that have a star. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface BitsLink {
  readonly link: string;
  readonly starred: boolean;
}

export const LINKS_FILE = join(import.meta.dirname, "links.txt");

export function readLinks(): readonly BitsLink[] {
  return readFileSync(LINKS_FILE, "utf8")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => ({ link: line.slice(2), starred: line.startsWith("*") }));
}

const links = readLinks();

export const allLinks: readonly string[] = links.map(({ link }) => link);

export const starredLinks: readonly string[] = links.filter(({ starred }) => starred).map(({ link }) => link);
