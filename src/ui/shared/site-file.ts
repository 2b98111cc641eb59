/**
 * Files beside the page: published results, traces. In the page that is one file they stand in the page itself, packed, by
 * their paths.
 */

/** Of the element that holds them: written by `scripts/single-file.ts`. */
const HELD = "sawtooth-files";

let held: Promise<Readonly<Record<string, string>>> | null = null;

/** Whether the page is one file, and has no other beside it. */
export function isSingleFile(): boolean {
  return document.getElementById(HELD) !== null;
}

/** As `fetch` answers; `path` from the page's own folder. */
export async function siteFile(path: string): Promise<Pick<Response, "ok" | "status" | "text">> {
  const element = document.getElementById(HELD);
  if (element === null) return fetch(new URL(path, document.baseURI));
  held ??= unpacked(element.textContent ?? "");
  const text = (await held)[path.replace(/^\.\//, "")];
  return text === undefined ? new Response("", { status: 404 }) : new Response(text);
}

/** Base64 of gzipped JSON. */
async function unpacked(letters: string): Promise<Readonly<Record<string, string>>> {
  const bytes = Uint8Array.from(atob(letters.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}
