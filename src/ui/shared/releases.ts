/** Other versions of the page: those that this site keeps, and the changes of results since one of these versions. */
import { siteFile } from "./site-file.ts";

/** Kept releases are in the folders `v/<version>/` below the newest page. */
const IN_RELEASE = /\/v\/[^/]+\/(?:index\.html)?$/;
/** Form of a kept release. It becomes a part of an address. */
const RELEASE = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;
/** The list of versions as JSON, written by `scripts/keep-releases.ts`. */
const LIST = "v/releases.json";

/** Returns the relative path from a page to the folder of the newest version. */
export function wayToNewest(pathname: string): "./" | "../../" {
  return IN_RELEASE.test(pathname) ? "../../" : "./";
}

/** Returns the kept releases; empty if the site keeps none: on a disk, or during development. */
export async function keptReleases(pathname: string = location.pathname): Promise<readonly string[]> {
  try {
    const response = await siteFile(wayToNewest(pathname) + LIST);
    return response.ok ? releasesIn(await response.text()) : [];
  } catch {
    return [];
  }
}

/** Returns the releases in the list. Other entries are left out. */
export function releasesIn(text: string): readonly string[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((one) => typeof one === "string" && RELEASE.test(one)) : [];
}

/** Returns the address of a kept release with the same fragment. */
export function releaseAddress(
  version: string,
  fragment: string,
  pathname: string = location.pathname,
): string {
  return `${wayToNewest(pathname)}v/${version}/#${fragment}`;
}

/** Returns true if release `one` is newer than release `other`. */
export function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) > 0;
}

/**
 * Returns the changes of results since a release, newest first: the entries under "Results" in the change log of later
 * versions. A release that is missing in the change log is older or newer than all versions in it.
 */
export function resultChanges(changeLog: string, since: string): string[] {
  const sections = changeLog.split(/^## /m).slice(1);
  const versions = sections.map((section) => section.split("\n", 1)[0].trim());
  const at = versions.indexOf(since);
  if (at < 0 && versions.every((version) => !RELEASE.test(version) || isNewer(since, version))) return [];
  return (at < 0 ? sections : sections.slice(0, at)).flatMap((section) => {
    const [, results = ""] = section.split(/^### Results$/m);
    const [own] = results.split(/^### /m);
    return own.split(/^- /m).slice(1).map(plain);
  });
}

/** Returns a Markdown entry as plain text on one line. */
function plain(entry: string): string {
  return entry
    .replace(/\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
}

const CHANGE_LOG = import.meta.glob<string>("../../../CHANGELOG.md", { query: "?raw", import: "default" });

export async function changesSince(release: string): Promise<readonly string[]> {
  try {
    const [read] = Object.values(CHANGE_LOG);
    return resultChanges(await read(), release);
  } catch {
    return [];
  }
}
