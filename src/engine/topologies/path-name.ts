/** Names of links, nodes and routes: they stand in URLs and flags among dots, commas, equals and plus signs. */

export const LONGEST_PATH_NAME = 24;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

export function isPathName(text: string): boolean {
  return text.length <= LONGEST_PATH_NAME && NAME.test(text);
}

/** The nearest name: what a name cannot hold becomes a hyphen; empty where nothing is left. */
export function nearestPathName(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[_-]+/, "")
    .slice(0, LONGEST_PATH_NAME);
}
