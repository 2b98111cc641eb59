/** What is said of the page as one file, and done to it. */

/** In the file's first element, where the page finds the link that it starts with. */
const FIRST_ELEMENT = '<html lang="en"';

/** The file as one that opens with this link's run. */
export function startingWith(file: string, fragment: string): string {
  const value = fragment.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return file.replace(FIRST_ELEMENT, () => `${FIRST_ELEMENT} data-start="${value}"`);
}

/** What the build wrote of the file's size; null for a page that a server sends for any address that it does not know. */
export function sizeIn(text: string): number | null {
  return /^\d{1,12}\s*$/.test(text) ? Number(text) : null;
}

/** "2.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
